/** Runs a check; its result is printed after its name. */
export type Check = (name: string, run: () => Promise<string | void>) => Promise<void>;

export interface Reporter {
  readonly check: Check;
  /** Prints a summary; returns how many checks failed. */
  end(): number;
}

export function createReporter(write: (line: string) => void): Reporter {
  let passed = 0;
  let failed = 0;
  return {
    async check(name, run) {
      const startedAt = performance.now();
      try {
        const note = (await run()) ?? "";
        passed++;
        write(
          `ok      ${name} (${[note, `${Math.round(performance.now() - startedAt)} ms`].filter(Boolean).join(", ")})`,
        );
      } catch (error) {
        failed++;
        write(`FAILED  ${name}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      }
    },
    end() {
      write(`${passed} passed, ${failed} failed`);
      return failed;
    },
  };
}
