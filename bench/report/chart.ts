/** Draws charts as SVG with Vega-Lite, without a browser. */

import type { TopLevelSpec } from "vega-lite" with { "resolution-mode": "import" };
import type { Axis, Chart } from "./types";

/** Each has a contrast of at least 3:1 on white and on the dark background of code hosts. */
const COLORS = [
  "#2f81f7",
  "#d4722b",
  "#1f9d6b",
  "#a371f7",
  "#d9485f",
  "#7d8590",
  "#9a8412",
  "#0f9bb3",
  "#c2569b",
  "#6f8f1f",
];
const INK = "#7d8590";
const GRID = "#7d859040";
const FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";

/** Draws a chart. Vega is loaded on demand, so that its start does not affect measurements. */
export async function chartSvg(chart: Chart): Promise<string> {
  const [vega, { compile }] = await Promise.all([import("vega"), import("vega-lite")]);
  const view = new vega.View(vega.parse(compile(specOf(chart)).spec), { renderer: "none" });
  try {
    return `${await view.toSVG()}\n`;
  } finally {
    view.finalize();
  }
}

/** Converts a chart to a Vega-Lite specification. */
export function specOf({ title, x, y, series }: Chart): TopLevelSpec {
  const names = series.map(({ name }) => name);
  const values = series.flatMap(({ name, points }) => points.map((point) => ({ ...point, name })));
  const ticks = [...new Set(values.map((value) => value.x))].sort((a, b) => a - b);
  const color = {
    field: "name",
    type: "nominal",
    sort: names,
    title: null,
    scale: { domain: names, range: names.map((_, at) => COLORS[at % COLORS.length]!) },
  } as const;
  const across = { ...encoded("x", x), axis: { ...axisOf(x), values: ticks, labelOverlap: true } };
  const up = { ...encoded("y", y), axis: axisOf(y) };
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    width: 560,
    height: 300,
    title,
    background: "transparent",
    padding: 12,
    data: { values },
    layer: [
      {
        transform: [{ filter: "isValid(datum.low) && isValid(datum.high)" }],
        mark: { type: "rule", strokeWidth: 1.5, opacity: 0.6 },
        encoding: { x: across, y: { ...up, field: "low" }, y2: { field: "high" }, color },
      },
      {
        mark: { type: "line", strokeWidth: 2 },
        encoding: { x: across, y: up, color },
      },
      {
        mark: { type: "point", filled: true, opacity: 1, size: 70 },
        encoding: { x: across, y: up, color, shape: { ...color, scale: { domain: names } } },
      },
    ],
    config: {
      font: FONT,
      view: { stroke: null },
      title: { anchor: "start", color: INK, fontSize: 15, fontWeight: 600, offset: 12 },
      axis: {
        labelColor: INK,
        titleColor: INK,
        gridColor: GRID,
        domainColor: INK,
        tickColor: INK,
        labelFontSize: 12,
        titleFontSize: 12,
        titleFontWeight: 400,
        titlePadding: 8,
      },
      legend: {
        labelColor: INK,
        labelFontSize: 12,
        labelLimit: 0,
        symbolSize: 90,
        symbolOpacity: 1,
        rowPadding: 6,
      },
    },
  };
}

function encoded(field: "x" | "y", { log = false }: Axis) {
  // A logarithmic scale cannot start at zero.
  const scale = log ? ({ type: "log", nice: false } as const) : ({ type: "linear", nice: true } as const);
  return { field, type: "quantitative", scale } as const;
}

function axisOf({ title }: Axis): { title: string; format: string; grid: boolean } {
  return { title, format: ",~r", grid: true };
}
