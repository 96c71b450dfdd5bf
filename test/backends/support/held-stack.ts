/** A stack whose updates can be held at their end, and killed there. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Playground, usePlayground } from "../../e2e/support/playground";
import { killRun } from "../../e2e/support/provider-process";

type Alert = Readonly<Record<string, unknown>>;

/** @param env may be filled before the tests of the suite run */
export function useHeldStack(suite: Mocha.Suite, program: string, env: NodeJS.ProcessEnv) {
  // The server keeps the stack after the suite; before the playground closes.
  after(async function removeStack() {
    await playground.stack.with("pulumi", "stack", "rm", "--force", "--yes", "test");
  });
  const playground = usePlayground(suite, { program, env, config: ({ projectId }) => ({ projectId }) });
  let holds = 0;
  const recorded = async (): Promise<Alert[]> => {
    const { stdout, code } = await playground.stack.stack("export");
    if (code !== 0) return [];
    const { deployment } = JSON.parse(stdout) as {
      deployment: { resources?: { type: string; outputs?: Alert }[] };
    };
    return (deployment.resources ?? []).flatMap(({ type, outputs }) =>
      type.endsWith(":AlertConfig") && outputs !== undefined ? [outputs] : [],
    );
  };
  return {
    run: async (...args: Parameters<Playground["run"]>) => playground.run(...args),
    rewrite: async (text: string) => playground.rewrite(text),
    /** The same as the state has them. */
    recorded,
    /** The alert configurations of the service that the program declares for an event. */
    ours: (event: "HOST_DOWN" | "HOST_UP" = "HOST_DOWN") =>
      playground.alerts().filter(({ eventTypeName }) => eventTypeName === event) as unknown as Alert[],
    /** Starts an update and waits for a condition; the update cannot end before it is released. */
    async startAndHold(condition: () => boolean | Promise<boolean>) {
      const file = join(playground.sandbox.folder, `released-${++holds}`);
      await playground.stack.configure({ waitFor: file });
      const update = playground.run("up");
      while (!(await condition())) {
        const ended = await Promise.race([update, sleep(100)]);
        if (ended !== undefined) throw new Error(`the update ended:\n${ended.output}`);
      }
      const release = async (): Promise<void> => writeFile(file, "");
      return {
        async release() {
          await release();
          return update;
        },
        /** Ends engine, program and provider at once. */
        async kill() {
          killRun();
          await update;
          await release();
        },
      };
    },
    /** Runs `pulumi cancel`. */
    cancel: async () => void (await playground.stack.cancel()),
  };
}
