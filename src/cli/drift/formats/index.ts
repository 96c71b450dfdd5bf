/** The formats of a report. Each text ends in one newline. */

import type { Category, DriftReport, Part, StackObject } from "../report";
import { DEFAULT_FAIL_ON } from "../report";
import { omit } from "../../../json";
import { printable } from "../../text";
import { html } from "./html";
import {
  element,
  escapeMarkup,
  generatedText,
  labelOf,
  linesOf,
  sectionsOf,
  summaryText,
  tableOf,
} from "./sections";

export const FORMAT_NAMES = ["text", "json", "markdown", "junit", "html"] as const;

/** @param failOn the categories that JUnit counts as failures */
type Print = (report: DriftReport, failOn?: readonly Category[]) => string;

export const FORMATS: Readonly<Record<(typeof FORMAT_NAMES)[number], Print>> = {
  text,
  /** The report itself, described by `schema/drift-report.v1.json`. */
  json: (report) => `${JSON.stringify(omit(report, ["compared"]), null, 2)}\n`,
  markdown,
  junit,
  html,
};

/** Plain text for a terminal or a log. */
function text(report: DriftReport): string {
  const sections = sectionsOf(report).flatMap(({ title, hint, next, groups }) => [
    "",
    `${title}: ${hint}`,
    ...groups.flatMap((group) => [`  ${group.label}`, ...linesOf(group).map((line) => `    ${line}`)]),
    `Next: ${next}`,
  ]);
  return `${[summaryText(report), generatedText(report), ...sections].join("\n")}\n`;
}

/** GitHub-flavored Markdown, for a comment in a merge request. */
function markdown(report: DriftReport): string {
  const parts = [
    "## Drift report",
    summaryText(report),
    code(generatedText(report)),
    ...sectionsOf(report).flatMap((section) => {
      const [columns = [], ...rows] = tableOf(section);
      const lines = [columns, columns.map(() => "---"), ...rows.map((row) => row.map(code))];
      const table = lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
      return [`### ${section.title}`, `${section.hint} ${section.next}`, table];
    }),
  ];
  return `${parts.join("\n\n")}\n`;
}

/**
 * Text as code. Nothing inside a code span is active, except what ends it or the cell, and renderers disagree about a
 * backslash before a pipe. Text with such characters becomes an element with each sign as a character reference.
 */
function code(content: string): string {
  if (content === "") return "";
  if (!/[`|\\<>&]/.test(content)) return `\`${content}\``;
  const escaped = content.replaceAll(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<code>${escaped}</code>`;
}

const NAME = "pulumi-opsmanager drift";

/**
 * JUnit XML: a test for each object with findings, and for each other one. The categories of `--fail-on` are failures, and the others are
 * skipped. What was not compared is an error.
 */
function junit(report: DriftReport, failOn: readonly Category[] = DEFAULT_FAIL_ON): string {
  const resultOf = (category: Part): "error" | "failure" | "skipped" =>
    category === "notCompared" ? "error" : failOn.includes(category) ? "failure" : "skipped";
  const found = sectionsOf(report).flatMap(({ category, hint, groups }) =>
    groups.map((group) => {
      const result = resultOf(category);
      const attributes = result === "skipped" ? { message: hint } : { message: hint, type: category };
      const lines = escapeMarkup(linesOf(group).join("\n"));
      const content = element(result, attributes, lines);
      const attributesOfTest = { classname: `drift.${category}`, name: group.label };
      return { result, test: element("testcase", attributesOfTest, content) };
    }),
  );
  const unchanged = unchangedIn(report).map((object) =>
    element("testcase", { classname: "drift.unchanged", name: labelOf({ ...object }) }),
  );
  const none = element("testcase", { classname: "drift", name: "no drift" });
  const all = [...found.map(({ test }) => test), ...unchanged];
  const tests = all.length === 0 ? [none] : all;
  const countOf = (name: string): number => found.filter(({ result }) => result === name).length;
  const counts = {
    tests: tests.length,
    failures: countOf("failure"),
    errors: countOf("error"),
    skipped: countOf("skipped"),
  };
  const { at, stack, servers, package: version } = report.generated;
  const properties = Object.entries({ stack, servers: servers.join(" "), package: version }).map(
    ([name, value]) => element("property", { name, value: printable(value) }),
  );
  const content = [element("properties", {}, properties.join("")), ...tests];
  const suite = element("testsuite", { name: NAME, timestamp: at, ...counts }, `\n${content.join("\n")}\n`);
  const suites = element("testsuites", { name: NAME, ...counts }, `\n${suite}\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${suites}\n`;
}

/** The objects that are as declared, as far as the service shows them. */
function unchangedIn({ compared, changed, missing, notTaken }: DriftReport): StackObject[] {
  const keyOf = ({ urn, id }: StackObject): string => `${urn} ${id}`;
  const found = new Set([...changed, ...missing, ...notTaken].map(keyOf));
  return compared.filter((object) => !found.has(keyOf(object)));
}
