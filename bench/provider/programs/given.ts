/** What the benchmark asks a program for. */

/** One for each alert configuration. */
export const indices = [...Array(Number(process.env["BENCH_N"])).keys()];
export const projectId = process.env["BENCH_PROJECT_ID"] ?? "";
