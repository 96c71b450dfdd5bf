/** Pictures of a terminal as SVG: crisp at any size, and without a font or a script of their own. */

const COLUMNS = 104;
const CHARACTER = 8.43;
const LINE = 19;
const PADDING = 18;
const BAR = 34;

/** The colours that Pulumi and the demo use, by their codes of ECMA-48 without `38;5;`. */
const COLORS: Readonly<Record<string, string>> = {
  "1": "#ff7b72",
  "2": "#7ee787",
  "3": "#f2cc60",
  "8": "#8b949e",
  "9": "#ff7b72",
  "10": "#7ee787",
  "11": "#f2cc60",
  "12": "#79c0ff",
  "13": "#d2a8ff",
  "14": "#76e3ea",
};
const PLAIN = "#e6edf3";

/** A line of a terminal with its colour codes, and when it appears in an animation. */
export interface Line {
  readonly text: string;
  /** Seconds since the beginning. */
  readonly at?: number;
}

/** Draws a terminal. With times, the lines appear one after the other, and the picture ends with the last `rows` lines. */
export function drawTerminal(title: string, lines: readonly Line[], rows = lines.length): string {
  const width = Math.round(COLUMNS * CHARACTER + 2 * PADDING);
  const height = BAR + rows * LINE + PADDING;
  const scrolls = lines.flatMap(({ at }, index) =>
    index < rows || at === undefined
      ? []
      : [
          `<animateTransform attributeName="transform" type="translate" to="0 ${-(index - rows + 1) * LINE}" begin="${at}s" dur="0.05s" fill="freeze"/>`,
        ],
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escape(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    ...["#ff5f57", "#febc2e", "#28c840"].map(
      (color, i) => `<circle cx="${20 + i * 18}" cy="17" r="5.5" fill="${color}"/>`,
    ),
    `<text x="${width / 2}" y="21" fill="#8b949e" font-family="sans-serif" font-size="12" text-anchor="middle">${escape(title)}</text>`,
    `<clipPath id="screen"><rect y="${BAR}" width="${width}" height="${rows * LINE + 6}"/></clipPath>`,
    `<g clip-path="url(#screen)"><g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="${PLAIN}">`,
    ...scrolls,
    ...lines.map((line, index) => drawLine(line, BAR + (index + 1) * LINE - 4)),
    "</g></g></svg>",
    "",
  ].join("\n");
}

function drawLine({ text, at }: Line, y: number): string {
  const hidden = at === undefined ? "" : ' visibility="hidden"';
  const appears =
    at === undefined ? "" : `<set attributeName="visibility" to="visible" begin="${at}s" fill="freeze"/>`;
  return `<text x="${PADDING}" y="${y}" xml:space="preserve"${hidden}>${drawSpans(text)}${appears}</text>`;
}

/** Text with the colour codes of ECMA-48 as spans; other codes are left out. */
function drawSpans(text: string): string {
  let color = PLAIN;
  let column = 0;
  // eslint-disable-next-line no-control-regex
  const parts = text.split(/\u001B\[([\d;]*)m/);
  return parts
    .map((part, index) => {
      if (index % 2 === 1) {
        const code = /^38;5;(\d+)$/.exec(part)?.[1];
        // Bold text keeps its colour.
        if (part !== "1") color = COLORS[code ?? ""] ?? PLAIN;
        return "";
      }
      const shown = part.slice(0, Math.max(0, COLUMNS - column));
      column += shown.length;
      if (shown === "") return "";
      return color === PLAIN ? escape(shown) : `<tspan fill="${color}">${escape(shown)}</tspan>`;
    })
    .join("");
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
