/** The style of the control page. */
export const STYLE = `:root {
  color-scheme: light dark;
  --back: light-dark(#f5f6f8, #14171c);
  --sheet: light-dark(#ffffff, #1d2128);
  --line: light-dark(#d5dae1, #363d49);
  --text: light-dark(#1b1f27, #e6e9ee);
  --faint: light-dark(#566072, #a3adbd);
  --good: light-dark(#0b6b3a, #6fd39c);
  --bad: light-dark(#b3261e, #ff9c92);
  --note: light-dark(#7a4a00, #f0bf6c);
  --accent: light-dark(#1f5fbf, #8ab8ff);
  font: 15px/1.5 system-ui, sans-serif;
  scroll-padding-top: 3rem;
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1500px; padding: 1rem; background: var(--back); color: var(--text); }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.25rem; }
h1 { font-size: 1.3rem; margin: 0; }
h2 { font-size: 1.05rem; margin: 0 0 0.6rem; }
#summary { margin: 0; color: var(--faint); flex: 1 1 16rem; }
#message { min-height: 1.5em; margin: 0.25rem 0; color: var(--note); overflow-wrap: anywhere; }
#message:not(:empty) { position: sticky; top: 0; z-index: 1; background: var(--back); }
#access, section { background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; padding: 0.9rem; }
#access:not([hidden]) { display: flex; flex-wrap: wrap; align-items: center; gap: 0.6rem; margin-bottom: 1rem; }
#access-help, .hint { color: var(--faint); font-size: 0.9em; }
main { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
fieldset { border: 0; padding: 0; margin: 0 0 0.9rem; min-width: 0; }
legend { padding: 0; margin-bottom: 0.35rem; color: var(--faint); font-size: 0.9em; }
.fields { display: grid; gap: 0.6rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); }
.fields input, .fields select { display: block; width: 100%; }
.bar { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.5rem; margin-bottom: 0.5rem; }
#actions { display: flex; flex-wrap: wrap; gap: 0.4rem; }
button, input, select, textarea { font: inherit; color: inherit; }
button, select, textarea, input:not([type="checkbox"]) {
  background: var(--back); border: 1px solid var(--line); border-radius: 6px; padding: 0.3rem 0.7rem; min-height: 2.1rem;
}
button { cursor: pointer; white-space: nowrap; }
button:hover:enabled { border-color: var(--accent); }
button:disabled, input:disabled, select:disabled { opacity: 0.6; cursor: not-allowed; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
#faults { list-style: none; margin: 0 0 0.6rem; padding: 0; }
#faults li { display: flex; align-items: center; justify-content: space-between; gap: 0.6rem; padding: 0.35rem 0; border-top: 1px solid var(--line); }
.scroll { overflow: auto; max-height: 32rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.7rem 0.3rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { position: sticky; top: 0; background: var(--sheet); color: var(--faint); font-weight: 500; }
.wide { width: 100%; white-space: normal; overflow-wrap: anywhere; min-width: 9rem; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.note { color: var(--note); display: block; }
.hide-challenges .challenge { display: none; }
.entity { position: relative; min-height: 2.9rem; border-top: 1px solid var(--line); padding: 0.65rem 0; }
.entity summary { padding-right: 6rem; }
.entity > button { position: absolute; top: 0.35rem; right: 0; }
.tools:not([hidden]) { display: flex; flex-wrap: wrap; gap: 0.4rem; }
textarea { display: block; width: 100%; margin: 0.3rem 0; font-family: ui-monospace, monospace; font-size: 0.85em; resize: vertical; }
dialog { background: var(--sheet); color: inherit; border: 1px solid var(--line); border-radius: 8px; max-width: min(28rem, 90vw); overflow-wrap: anywhere; }
dialog::backdrop { background: rgb(0 0 0 / 0.4); }
[role="alert"] { margin: 0.3rem 0; overflow-wrap: anywhere; }
summary { cursor: pointer; overflow-wrap: break-word; }
summary small { color: var(--faint); margin-left: 0.5rem; }
pre { margin: 0.4rem 0; padding: 0.6rem; background: var(--back); border-radius: 6px; overflow: auto; font-size: 0.85em; white-space: pre-wrap; overflow-wrap: anywhere; }
#entities { margin: 0.7rem 0; }
@media (max-width: 30rem) {
  th:first-child, td:first-child { display: none; }
}
@media (min-width: 60rem) {
  main { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); grid-template-rows: auto 1fr; }
  section { grid-column: 1; align-self: start; }
  #requests-section { grid-column: 2; grid-row: 1 / span 2; }
  .scroll { max-height: calc(100vh - 12rem); }
}
`;
