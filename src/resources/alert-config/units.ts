/** Quantities in the units of metric thresholds: a service may answer another unit than it was sent. */

/** Sizes in bytes, by the factor of a prefix. */
function bytes(factor: number): ReadonlyMap<string, number> {
  return factors({
    BITS: 1 / 8,
    KILOBITS: factor / 8,
    MEGABITS: factor ** 2 / 8,
    GIGABITS: factor ** 3 / 8,
    BYTES: 1,
    KILOBYTES: factor,
    MEGABYTES: factor ** 2,
    GIGABYTES: factor ** 3,
    TERABYTES: factor ** 4,
    PETABYTES: factor ** 5,
  });
}

/** The size of each unit in a common one. */
function factors(byUnit: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  return new Map(Object.entries(byUnit));
}

const MILLISECONDS = factors({
  MILLISECONDS: 1,
  SECONDS: 1000,
  MINUTES: 60_000,
  HOURS: 3_600_000,
  DAYS: 86_400_000,
});

/** Which factor the service uses for bytes is not documented, so both count. */
const SCALES = [bytes(1024), bytes(1000), MILLISECONDS];

/** After a conversion two quantities are the same when they differ by no more than this share of the larger. */
const TOLERANCE = 1e-6;

interface Quantity {
  readonly threshold: number;
  readonly units?: string | undefined;
}

/** Whether two quantities are the same, in the same unit or after conversion. */
export function sameQuantity(a: Quantity, b: Quantity): boolean {
  if (a.units === b.units) return a.threshold === b.threshold;
  return SCALES.some((scale) => {
    const [factorA, factorB] = [scale.get(a.units ?? ""), scale.get(b.units ?? "")];
    return (
      factorA !== undefined && factorB !== undefined && close(a.threshold * factorA, b.threshold * factorB)
    );
  });
}

function close(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}
