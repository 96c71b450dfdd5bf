/** Writes the files of a part: JSON, Markdown and SVG. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chartSvg } from "./chart";
import type { Machine } from "./machine";
import { reportText } from "./markdown";
import type { Report } from "./types";

/** Returns the paths of the written files. */
export async function writeReport(report: Report, machine: Machine, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const { part, title, notes, tables, targets, measurements } = report;
  const json = { part, title, machine, targets, tables, notes, measurements };
  const files = new Map([
    [`${part}.json`, `${JSON.stringify(json, undefined, 2)}\n`],
    [`${part}.md`, reportText(report, machine)],
  ]);
  for (const chart of report.charts) files.set(`${chart.name}.svg`, await chartSvg(chart));
  for (const [name, text] of files) await writeFile(join(folder, name), text);
  return [...files.keys()].map((name) => join(folder, name));
}
