import * as fc from "fast-check";

const isComplete = process.env["PROPERTY_RUNS"] === "all";

/**
 * Returns how many examples a property test tries: a tenth of them, unless `PROPERTY_RUNS` is `all`, as in `npm run soak`.
 * @param all enough to find what is known to be rare
 */
export function runs(all: number): number {
  return isComplete ? all : Math.ceil(all / 10);
}

/** Returns every tenth item, each time from another first one, so that repeated calls reach all; all of them with `PROPERTY_RUNS=all`. */
export function sample<T>(items: readonly T[], turn: number): readonly T[] {
  return isComplete ? items : items.filter((_, index) => (index + turn) % 10 === 0);
}

/** Returns of how many items one is tried: all of them with `PROPERTY_RUNS=all`. */
export function share(few: number): number {
  return isComplete ? 1 : few;
}

/** A test that a property holds, with as many runs as {@link runs} says of `count`. */
export function property<Ts extends [unknown, ...unknown[]]>(
  title: string,
  count: number,
  ...args: Parameters<typeof fc.property<Ts>>
): void {
  it(title, () => fc.assert(fc.property<Ts>(...args), { numRuns: runs(count) }));
}
