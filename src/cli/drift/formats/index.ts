import type { Category, DriftReport } from "../report";
import { html } from "./html";
import { json } from "./json";
import { junit } from "./junit";
import { markdown } from "./markdown";
import { text } from "./text";

type Format = "text" | "json" | "markdown" | "junit" | "html";

/**
 * The functions that turn a report into text, by the name of the format. Each text ends in one newline. `failOn` are the
 * categories that JUnit counts as failures.
 */
export const FORMATS: Readonly<
  Record<Format, (report: DriftReport, failOn?: readonly Category[]) => string>
> = {
  text,
  json,
  markdown,
  junit,
  html,
};
