import { createHash } from "node:crypto";
import type { DriftReport } from "../report";
import { SECRET } from "../../../core/drift-report";
import { CATEGORIES } from "../report";
import { SCRIPT, STYLE } from "./html-parts";
import type { Group, Section } from "./sections";
import {
  comparedText,
  escapeMarkup,
  generatedText,
  nounOf,
  sectionsOf,
  showValue,
  summaryText,
  UNSET,
} from "./sections";

/** Only the style and the script of the page itself: nothing is loaded, and markup in the data could not run. */
const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** One page that loads nothing. Without JavaScript it shows all findings. */
export function html(report: DriftReport): string {
  const { summary } = report;
  const sections = sectionsOf(report, showCompact).map(sectionMarkup);
  const filters = CATEGORIES.map(
    (category) =>
      `<button type="button" value="${category}" aria-pressed="${summary[category] > 0}" disabled>` +
      `<b>${summary[category]}</b> ${nounOf(category, summary[category])}</button>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeMarkup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Drift report</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Drift report</h1>
<p>${sections.length === 0 ? summaryText(report) : comparedText(report)}</p>
<p>${escapeMarkup(generatedText(report))}</p>
</header>
<div id="bar">
<div id="categories" role="group" aria-label="Categories">
${filters.join("\n")}
</div>
<label id="search" hidden>Filter <input type="search" id="filter" placeholder="name, id, argument or value" autocomplete="off" spellcheck="false"></label>
<output id="shown" for="filter"></output>
</div>
<main>
${sections.join("\n")}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function sectionMarkup({ category, title, hint, next, columns, groups }: Section): string {
  const heads = (columns.length === 0 ? ["Object"] : columns).map(
    (name) => `<th scope="col">${escapeMarkup(name)}</th>`,
  );
  return `<section id="${category}" aria-labelledby="${category}-title">
<h2 id="${category}-title">${escapeMarkup(title)}</h2>
<p>${escapeMarkup(`${hint} ${next}`)}</p>
<table aria-labelledby="${category}-title">
<thead><tr>${heads.join("")}</tr></thead>
${groups.map((group) => groupMarkup(group, heads.length)).join("\n")}
</table>
</section>`;
}

/** A heading, then a row for each finding; the heading alone is the finding if it says everything. */
function groupMarkup({ name, id, urn, rows }: Group, width: number): string {
  const tooltip = urn === "" ? "" : ` title="${escapeMarkup(urn)}"`;
  const content = `${escapeMarkup(name)} <code>${escapeMarkup(id)}</code>`;
  const heading = `<tr><th scope="rowgroup" colspan="${width}"${tooltip}>${content}</th></tr>`;
  const lines = rows.filter((row) => row.length > 0).map((row) => `<tr>${row.map(cellMarkup).join("")}</tr>`);
  return `<tbody>\n${[heading, ...lines].join("\n")}\n</tbody>`;
}

function cellMarkup(text: string): string {
  const attribute = text === UNSET || text === SECRET ? ' class="mark"' : "";
  return `<td${attribute}>${escapeMarkup(text)}</td>`;
}

const WIDEST_LINE = 60;

function showCompact(value: unknown): string {
  const line = showValue(value);
  return line.length > WIDEST_LINE ? showValue(value, 2) : line;
}

function hashOf(content: string): string {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}
