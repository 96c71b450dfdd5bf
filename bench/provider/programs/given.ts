/** The parameters of a program. */

/** One index for each alert configuration. */
export const indices = [...Array(Number(process.env["BENCH_N"])).keys()];
export const projectId = process.env["BENCH_PROJECT_ID"] ?? "";
