/** Formats numbers. */

import type { Summary } from "./statistics";

/** Three significant digits with thousands separators: `0.0123`, `1.23`, `12.3`, `12,345`. */
export function number(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return String(value);
  if (size >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString("en");
  return value.toLocaleString("en", { maximumSignificantDigits: 3 });
}

/** The median, with the spread if it is visible: `12.3 (11.9–14.0)`. */
export function withSpread({ median, min, max }: Summary, unit = ""): string {
  const end = unit === "" ? "" : ` ${unit}`;
  const [low, high] = [number(min), number(max)];
  return low === high ? `${low}${end}` : `${number(median)}${end} (${low}–${high})`;
}

/** A ratio, always with two decimals: `0.83 (0.79–0.88)`. */
export function times({ median, min, max, runs }: Summary): string {
  return runs === 1 ? median.toFixed(2) : `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
}
