import { createHash } from "node:crypto";
import type { DriftReport } from "../report";
import { SECRET } from "../../../core/drift-report";
import type { Section } from "./sections";
import { element, escapeMarkup, generatedText, sectionsOf, summaryText, tableOf, UNSET } from "./sections";

const STYLE = `
:root {
  color-scheme: light dark;
  --line: light-dark(#dde1e7, #333a45);
  --text: light-dark(#1b1f27, #e6e9ee);
  --faint: light-dark(#566072, #a3adbd);
  font: 15px/1.5 system-ui, sans-serif;
}
[hidden] { display: none !important; }
body { margin: 0 auto; max-width: 1400px; padding: 1.25rem; background: light-dark(#ffffff, #1d2128); color: var(--text); }
h1 { font-size: 1.35rem; }
summary { font-weight: 600; cursor: pointer; margin-top: 1.5rem; }
p, thead th { color: var(--faint); }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.6rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
td { font: 0.87em/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; }
#changed td:nth-child(3) { background: light-dark(#eef7f1, #1a2a22); }
#changed td:nth-child(4) { background: light-dark(#fdf2ec, #33241d); }
.mark { color: var(--faint); font-style: italic; }
@media print {
  :root { color-scheme: light; font-size: 11px; }
  label { display: none; }
}
`;

/** Hides what is filtered out; it changes nothing else. */
const SCRIPT = `
"use strict";
const filter = document.getElementById("filter");
const rows = [...document.querySelectorAll("tbody tr")];
filter.parentElement.hidden = rows.length === 0;
filter.addEventListener("input", () => {
  const words = filter.value.toLowerCase().split(/\\s+/);
  for (const row of rows) {
    const text = [...row.cells].map((cell) => cell.textContent).join("\\n").toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
  }
  for (const section of document.querySelectorAll("details"))
    section.hidden = section.querySelector("tbody tr:not([hidden])") === null;
});
`;

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
<h1>Drift report</h1>
<p>${summaryText(report)}</p>
<p>${escapeMarkup(generatedText(report))}</p>
<label hidden>Filter <input type="search" id="filter" placeholder="name, id, argument or value" autocomplete="off" spellcheck="false"></label>
<main>
${sectionsOf(report).map(sectionMarkup).join("\n")}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function sectionMarkup(section: Section): string {
  const { category, title, hint, next } = section;
  const [columns = [], ...rows] = tableOf(section);
  const heads = columns.map((name) => element("th", { scope: "col" }, escapeMarkup(name)));
  const lines = rows.map((row) => element("tr", {}, row.map(cellMarkup).join("")));
  return `<details open id="${category}">
<summary id="${category}-title">${title}</summary>
<p>${escapeMarkup(`${hint} ${next}`)}</p>
<table aria-labelledby="${category}-title">
<thead><tr>${heads.join("")}</tr></thead>
<tbody>
${lines.join("\n")}
</tbody>
</table>
</details>`;
}

function cellMarkup(text: string): string {
  return element("td", text === UNSET || text === SECRET ? { class: "mark" } : {}, escapeMarkup(text));
}

function hashOf(content: string): string {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}
