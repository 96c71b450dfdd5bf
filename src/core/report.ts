/** Messages about resources, beside errors. */

export type Severity = "info" | "warn";

/** Logs a message at a resource, or at the stack. */
export type Report = (urn: string | undefined, severity: Severity, text: string) => Promise<void>;

/** Messages in their order, a warning only once: the engine checks the inputs of a replaced resource twice. */
export interface Reports {
  readonly report: Report;
  /** Waits for the messages so far. */
  readonly flush: () => Promise<void>;
}

export function createReports(send: Report): Reports {
  const reported = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    async report(urn, severity, text) {
      const key = JSON.stringify([urn, text]);
      if (severity === "warn" && reported.has(key)) return;
      reported.add(key);
      last = Promise.all([last, send(urn, severity, text)]);
      await last;
    },
    flush: async () => void (await last),
  };
}
