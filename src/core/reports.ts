/** Messages on their way to an engine. */

import type { Report } from "./scope";

/** Sends messages in their order, a warning only once: the engine checks the inputs of a replaced resource twice. */
export function createReports(send: Report) {
  const reported = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    report: async (...[urn, severity, text]: Parameters<Report>): Promise<void> => {
      const key = JSON.stringify([urn, text]);
      if (severity === "warn" && reported.has(key)) return;
      reported.add(key);
      // A message that the engine does not take is lost; the operation is not.
      last = Promise.allSettled([last, send(urn, severity, text)]);
      await last;
    },
    /** Waits for the messages so far. */
    flush: async (): Promise<void> => void (await last),
  };
}
