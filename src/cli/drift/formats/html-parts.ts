/** The style and the script of the HTML report. */

export const STYLE = `
:root {
  color-scheme: light dark;
  --back: light-dark(#f5f6f8, #14171c);
  --sheet: light-dark(#ffffff, #1d2128);
  --line: light-dark(#dde1e7, #333a45);
  --text: light-dark(#1b1f27, #e6e9ee);
  --faint: light-dark(#566072, #a3adbd);
  --accent: light-dark(#1f5fbf, #8ab8ff);
  --declared: light-dark(#eef7f1, #1a2a22);
  --live: light-dark(#fdf2ec, #33241d);
  font: 15px/1.5 system-ui, sans-serif;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0 auto; max-width: 1400px; padding: 1.25rem; background: var(--back); color: var(--text); }
h1 { font-size: 1.35rem; margin: 0; }
h2 { font-size: 1.05rem; margin: 0; }
p { margin: 0 0 0.6rem; color: var(--faint); }
header p { margin: 0.15rem 0 0; }
#bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; margin: 0 -0.25rem 0.75rem; padding: 0.6rem 0.25rem; background: var(--back); }
#categories { display: flex; flex-wrap: wrap; gap: 0.4rem; }
button, input { font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--line); border-radius: 6px; padding: 0.3rem 0.7rem; min-height: 2.2rem; }
button b { font-variant-numeric: tabular-nums; margin-right: 0.15rem; }
button[aria-pressed="true"] { border-color: var(--accent); box-shadow: inset 0 -2px var(--accent); }
button[aria-pressed="false"] { color: var(--faint); background: none; }
button:enabled { cursor: pointer; }
button:enabled[aria-pressed="false"] { text-decoration: line-through; }
button:enabled:hover { border-color: var(--text); }
#search { display: flex; align-items: center; gap: 0.5rem; flex: 1 1 18rem; max-width: 30rem; }
#filter { flex: 1; min-width: 0; }
#shown { color: var(--faint); font-variant-numeric: tabular-nums; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
section { background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; padding: 0.9rem 1rem; margin-bottom: 1rem; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.6rem; border: 0 solid var(--line); overflow-wrap: anywhere; }
thead th { color: var(--faint); font-weight: 500; font-size: 0.87em; border-bottom-width: 1px; }
tbody th { font-weight: 600; padding-top: 0.6rem; border-top-width: 1px; }
tbody:first-of-type th { border-top-width: 0; }
code, td { font: 0.87em/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
code { color: var(--faint); margin-left: 0.4rem; }
td { white-space: pre-wrap; border-top-width: 1px; }
#changed thead th:first-child { width: 30%; }
#changed td:nth-child(2) { background: var(--declared); }
#changed td:nth-child(3) { background: var(--live); }
.mark { color: var(--faint); font-style: italic; }
@media (min-width: 60rem) and (min-height: 30rem) {
  #bar { position: sticky; top: 0; z-index: 1; }
}
@media print {
  :root { color-scheme: light; font-size: 11px; }
  body { max-width: none; padding: 0; background: none; }
  section { border: 0; padding: 0; }
  tr { break-inside: avoid; }
  h2, p, tbody th { break-after: avoid; }
  #bar { background: none; }
  #search { display: none; }
}
`;

/** Hides what is filtered out; it changes nothing else. */
export const SCRIPT = `
"use strict";
const filter = document.getElementById("filter");
const buttons = [...document.querySelectorAll("#categories button")];
const areas = [...document.querySelectorAll("section, tbody")];

const findings = [...document.querySelectorAll("tbody")].flatMap((group) => {
  const [heading, ...rows] = group.rows;
  const section = group.closest("section");
  return (rows.length === 0 ? [heading] : rows).map((row) => {
    const cells = [...heading.cells, ...row.cells].map((cell) => cell.textContent);
    return { row, group, section, text: cells.join("\\n").toLowerCase() };
  });
});

function update() {
  const words = filter.value.toLowerCase().split(/\\s+/);
  const off = buttons.filter((button) => button.getAttribute("aria-pressed") === "false").map(({ value }) => value);
  const used = new Set();
  let count = 0;
  for (const { row, group, section, text } of findings) {
    row.hidden = off.includes(section.id) || !words.every((word) => text.includes(word));
    if (row.hidden) continue;
    used.add(group).add(section);
    count += 1;
  }
  for (const area of areas) area.hidden = !used.has(area);
  document.getElementById("shown").textContent =
    findings.length === 0 ? "" : count + " of " + findings.length + " shown";
}

for (const button of buttons) {
  button.disabled = !document.getElementById(button.value);
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") === "false");
    update();
  });
}
document.getElementById("search").hidden = findings.length === 0;
filter.addEventListener("input", update);
update();
`;
