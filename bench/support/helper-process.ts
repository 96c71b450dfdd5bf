/** Child processes that handle questions, so that each measured subject has its own process. */

import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";

export interface HelperProcess<Question, Answer> {
  /** @throws Error with the stack of the helper, or if it ended */
  ask(question: Question): Promise<Answer>;
  stop(): Promise<void>;
}

type Reply<Answer> = { answer: Answer } | { error: string };

/** Starts a module that calls {@link handleQuestions}. Questions must be asked one at a time. */
export function startHelper<Question, Answer>(
  file: string,
  { typescript = true }: { readonly typescript?: boolean } = {},
): HelperProcess<Question, Answer> {
  const child = fork(file, {
    execArgv: typescript ? ["-r", "ts-node/register/transpile-only"] : [],
    env: withoutProxy(process.env),
    // The console output of the package is not used.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`${file} exited with ${code ?? signal}`)));
  });
  ended.catch(() => undefined);
  return {
    async ask(question) {
      child.send(question as object);
      const [reply] = (await Promise.race([once(child, "message"), ended])) as [Reply<Answer>];
      if ("error" in reply) throw new Error(`${file}: ${reply.error}`);
      return reply.answer;
    },
    stop: () => stop(child),
  };
}

/** Handles the questions of the parent process. */
export function handleQuestions(answer: (question: never) => Promise<unknown>): void {
  process.on("message", (question) => {
    answer(question as never).then(
      (given) => process.send?.({ answer: given }),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}

/** The environment without proxies, since all traffic is local. */
export function withoutProxy(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(https?|all)_proxy$/i.test(name)));
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  // It then ends by itself, so that a profile (`--cpu-prof`) is written.
  if (child.connected) child.disconnect();
  const limit = setTimeout(() => child.kill(), 2000);
  await exit;
  clearTimeout(limit);
}
