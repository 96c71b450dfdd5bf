import type { RequestRecord } from "./request-log";

/** What to do with finished requests: nothing, write a line to standard error, or call back. */
export function requestListener(
  log: boolean | ((record: RequestRecord) => void),
): (record: RequestRecord) => void {
  if (typeof log === "function") return log;
  if (!log) return () => undefined;
  return ({ method, target, status, ms, fault, challenge }) => {
    const notes = [
      challenge === undefined ? "" : " challenge",
      fault === undefined ? "" : ` fault: ${fault}`,
    ].join("");
    process.stderr.write(`${method} ${target} ${status ?? "-"} ${ms} ms${notes}\n`);
  };
}
