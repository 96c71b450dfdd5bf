/** The parameters of a program. */

/** One index for each alert configuration. */
export const indices = [...Array(Number(process.env["BENCH_N"])).keys()];

export const projectIds = (process.env["BENCH_PROJECT_IDS"] ?? "").split(",");

/** The project of an alert configuration: each project has as many. */
export function projectOf(index: number): string {
  return projectIds[index % projectIds.length] ?? "";
}
