/** Numbers with units, which the service may convert. */

const PREFIXES = ["", "KILO", "MEGA", "GIGA", "TERA", "PETA"];

/** The sizes of units of data in bytes. @param factor that of the prefix `KILO` */
function dataUnits(factor: number): Readonly<Record<string, number>> {
  const sizes = PREFIXES.map((prefix, power) => [prefix, factor ** power] as const);
  return Object.fromEntries(
    sizes.flatMap(([prefix, size]) => [
      [`${prefix}BYTES`, size],
      [`${prefix}BITS`, size / 8],
    ]),
  );
}

/** In milliseconds. */
const TIME_UNITS: Readonly<Record<string, number>> = {
  MILLISECONDS: 1,
  SECONDS: 1000,
  MINUTES: 60_000,
  HOURS: 3_600_000,
  DAYS: 86_400_000,
};

/** The documentation does not say whether the service converts data by 1024 or by 1000. */
const SCALES = [dataUnits(1024), dataUnits(1000), TIME_UNITS];

/** Converted quantities may differ by this share of the larger one. */
const TOLERANCE = 1e-6;

/** A number with its unit. */
export interface Quantity {
  readonly threshold: number;
  readonly units?: string | undefined;
}

/** Whether two quantities are equal, in the same unit or after conversion. */
export function sameQuantity(a: Quantity, b: Quantity): boolean {
  if (a.units === b.units) return a.threshold === b.threshold;
  return SCALES.some((scale) => {
    // In a unit of another scale: not a number, which equals none.
    const size = ({ threshold, units = "" }: Quantity): number => threshold * (scale[units] ?? NaN);
    return Math.abs(size(a) - size(b)) <= TOLERANCE * Math.max(Math.abs(size(a)), Math.abs(size(b)));
  });
}
