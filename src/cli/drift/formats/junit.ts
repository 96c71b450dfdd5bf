import type { Category, DriftReport } from "../report";
import { DEFAULT_FAIL_ON } from "../report";
import { printable } from "../../text";
import { element, escapeMarkup, linesOf, sectionsOf } from "./sections";

const NAME = "pulumi-opsmanager drift";

/** JUnit XML: a test for each object with findings. The categories of `--fail-on` are failures, and the others are skipped. */
export function junit(report: DriftReport, failOn: readonly Category[] = DEFAULT_FAIL_ON): string {
  const found = sectionsOf(report).flatMap(({ category, hint, groups }) =>
    groups.map((group) => {
      const isFailure = failOn.includes(category);
      const attributes = isFailure ? { message: hint, type: category } : { message: hint };
      const lines = escapeMarkup(linesOf(group).join("\n"));
      const result = element(isFailure ? "failure" : "skipped", attributes, lines);
      const test = element("testcase", { classname: `drift.${category}`, name: group.label }, result);
      return { isFailure, test };
    }),
  );
  const failures = found.filter(({ isFailure }) => isFailure).length;
  const none = element("testcase", { classname: "drift", name: "no drift" });
  const tests = found.length === 0 ? [none] : found.map(({ test }) => test);
  const counts = { tests: tests.length, failures, errors: 0, skipped: found.length - failures };
  const { at, stack, servers, package: version } = report.generated;
  const properties = Object.entries({ stack, servers: servers.join(" "), package: version }).map(
    ([name, value]) => element("property", { name, value: printable(value) }),
  );
  const content = [element("properties", {}, properties.join("")), ...tests];
  const suite = element("testsuite", { name: NAME, timestamp: at, ...counts }, `\n${content.join("\n")}\n`);
  const suites = element("testsuites", { name: NAME, ...counts }, `\n${suite}\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${suites}\n`;
}
