import type { Category, DriftReport } from "../report";
import { DEFAULT_FAIL_ON } from "../report";
import type { Group, Section } from "./sections";
import { printable } from "../../text";
import { countText, escapeMarkup, labelOf, lineOf, sectionsOf } from "./sections";

const NAME = "pulumi-opsmanager drift";

/** JUnit XML: the categories of `--fail-on` are failures, and the others are skipped. */
export function junit(report: DriftReport, failOn: readonly Category[] = DEFAULT_FAIL_ON): string {
  const failed: string[] = [];
  const skipped: string[] = [];
  for (const section of sectionsOf(report)) {
    for (const group of section.groups)
      if (failOn.includes(section.category)) failed.push(failedCase(section, group));
      else skipped.push(...skippedCases(section, group));
  }
  const cases = [...failed, ...skipped];
  if (cases.length === 0) cases.push(element("testcase", { classname: "drift", name: "no drift" }));
  const counts = { tests: cases.length, failures: failed.length, errors: 0, skipped: skipped.length };
  const { at, stack, servers, package: version } = report.generated;
  const properties = Object.entries({ stack, servers: servers.join(" "), package: version }).map(
    ([name, value]) => element("property", { name, value: printable(value) }),
  );
  const content = [element("properties", {}, properties.join("")), ...cases];
  const suite = element("testsuite", { name: NAME, timestamp: at, ...counts }, `\n${content.join("\n")}\n`);
  const suites = element("testsuites", { name: NAME, ...counts }, `\n${suite}\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${suites}\n`;
}

/** One for the object, with all of its fields. */
function failedCase({ category, hint }: Section, group: Group): string {
  const lines = group.rows.filter((row) => row.length > 0).map(lineOf);
  const message = lines.length === 0 ? hint : countText(category, lines.length);
  const body = escapeMarkup(lines.length === 0 ? hint : lines.join("\n"));
  const failure = element("failure", { message, type: category }, body);
  return element("testcase", { classname: `drift.${category}`, name: labelOf(group) }, failure);
}

/** One for each finding. */
function skippedCases({ category, hint }: Section, group: Group): string[] {
  const skipped = element("skipped", { message: hint });
  return group.rows.map((row) =>
    element(
      "testcase",
      { classname: `drift.${category}`, name: `${labelOf(group)}: ${lineOf(row)}` },
      skipped,
    ),
  );
}

/** @param content markup */
function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content?: string,
): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeMarkup(String(value))}"`);
  const start = `<${name}${pairs.join("")}`;
  return content === undefined ? `${start}/>` : `${start}>${content}</${name}>`;
}
