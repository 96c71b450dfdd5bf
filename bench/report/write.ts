/** Writes the files of a part: its tables and charts, which the documentation shows, and all measurements. */

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { chartSvg } from "./chart";
import type { Machine } from "./machine";
import { reportText } from "./markdown";
import type { Report } from "./types";

/** Where the files go. */
export interface Folders {
  /** Of tables and charts. */
  readonly shown: string;
  readonly measurements: string;
}

/** Returns the paths of the written files. */
export async function writeReport(report: Report, machine: Machine, folders: Folders): Promise<string[]> {
  const { part, title, notes, tables, targets, measurements } = report;
  const json = { part, title, machine, targets, tables, notes, measurements };
  const files = new Map([
    [join(folders.measurements, `${part}.json`), `${JSON.stringify(json, undefined, 2)}\n`],
    [join(folders.shown, `${part}.md`), reportText(report, machine)],
  ]);
  for (const chart of report.charts)
    files.set(join(folders.shown, `${chart.name}.svg`), await chartSvg(chart));
  for (const [file, text] of files) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return [...files.keys()];
}
