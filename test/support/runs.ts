/**
 * Returns how many examples a property test tries: a tenth of them, unless `PROPERTY_RUNS` is `all`, as in `npm run soak`.
 * @param all enough to find what is known to be rare
 */
export function runs(all: number): number {
  return process.env["PROPERTY_RUNS"] === "all" ? all : Math.ceil(all / 10);
}
