/** Quantities in the units of metric thresholds: a service may answer another unit than it was sent. */

/** Sizes in bytes; the factor of a prefix is 1024. */
const BYTES: Readonly<Record<string, number>> = {
  BITS: 1 / 8,
  KILOBITS: 1024 / 8,
  MEGABITS: 1024 ** 2 / 8,
  GIGABITS: 1024 ** 3 / 8,
  BYTES: 1,
  KILOBYTES: 1024,
  MEGABYTES: 1024 ** 2,
  GIGABYTES: 1024 ** 3,
  TERABYTES: 1024 ** 4,
  PETABYTES: 1024 ** 5,
};

/** The same with a factor of 1000: which of the two the service uses is not documented. */
const DECIMAL_BYTES: Readonly<Record<string, number>> = {
  BITS: 1 / 8,
  KILOBITS: 1000 / 8,
  MEGABITS: 1000 ** 2 / 8,
  GIGABITS: 1000 ** 3 / 8,
  BYTES: 1,
  KILOBYTES: 1000,
  MEGABYTES: 1000 ** 2,
  GIGABYTES: 1000 ** 3,
  TERABYTES: 1000 ** 4,
  PETABYTES: 1000 ** 5,
};

const MILLISECONDS: Readonly<Record<string, number>> = {
  MILLISECONDS: 1,
  SECONDS: 1000,
  MINUTES: 60_000,
  HOURS: 3_600_000,
  DAYS: 86_400_000,
};

/** After a conversion two quantities are the same when they differ by no more than this share of the larger. */
const TOLERANCE = 1e-6;

interface Quantity {
  readonly threshold: number;
  readonly units?: string | undefined;
}

/** Whether two quantities are the same, in the same unit or after conversion. */
export function sameQuantity(a: Quantity, b: Quantity): boolean {
  if (a.units === b.units) return a.threshold === b.threshold;
  return [BYTES, DECIMAL_BYTES, MILLISECONDS].some((factors) => {
    const [factorA, factorB] = [factors[a.units ?? ""], factors[b.units ?? ""]];
    return (
      factorA !== undefined && factorB !== undefined && close(a.threshold * factorA, b.threshold * factorB)
    );
  });
}

function close(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}
