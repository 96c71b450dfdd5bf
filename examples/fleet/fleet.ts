// Deploys index.ts to every stack of fleet.json, several at a time:
//   npm run fleet -- preview|up|refresh|destroy [--concurrency 4] [--file fleet.json]
// The connection and the passphrase come from the environment: see the page "Many stacks" of the documentation.
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createDisplay } from "./display";
import type { Changes, Message, Operation, Task } from "./worker";

interface StackEntry {
  projects: Record<string, string>;
  config?: Record<string, unknown>;
}

interface Result {
  stack: string;
  seconds: number;
  changes?: Changes;
  /** Why the operation failed. */
  reasons?: string[];
}

const OPERATIONS: readonly Operation[] = ["preview", "up", "refresh", "destroy"];

/** How the summary names what Pulumi counts, in the order of the summary. */
const WORDS: Record<string, string> = {
  create: "created",
  update: "updated",
  replace: "replaced",
  delete: "deleted",
  same: "unchanged",
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: "string", default: "4" },
    file: { type: "string", default: join(__dirname, "fleet.json") },
  },
});
const operation = OPERATIONS.find((name) => name === positionals[0]);
const concurrency = Number(values.concurrency);
if (operation === undefined || positionals.length > 1 || !Number.isInteger(concurrency) || concurrency < 1) {
  process.stderr.write(
    `Usage: npm run fleet -- ${OPERATIONS.join("|")} [--concurrency 4] [--file fleet.json]\n`,
  );
  process.exit(2);
}
const fleet = JSON.parse(readFileSync(values.file, "utf8")) as Record<string, StackEntry>;
const tasks = Object.entries(fleet).map(([stack, { projects, config }]): Task => {
  return { operation, stack, config: { ...config, projects } };
});
void runAll(tasks);

async function runAll(waiting: Task[]): Promise<void> {
  const startedAt = Date.now();
  const total = waiting.length;
  const display = createDisplay(process.stdout);
  const results: Result[] = [];
  const children = new Set<ReturnType<typeof fork>>();
  let interrupted = false;
  const interrupt = (): void => {
    interrupted = true;
    process.stderr.write("Stopping: the running stacks end their current step.\n");
    for (const child of children) child.kill("SIGINT");
  };
  // A second signal ends this process at once; its children still end gracefully.
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);

  /** Runs one task after the other, each in its own process. */
  async function takeTasks(): Promise<void> {
    for (let task = waiting.shift(); task !== undefined && !interrupted; task = waiting.shift()) {
      const result = await runTask(task);
      results.push(result);
      display.finished(result.stack, describe(result));
    }
  }

  function runTask(task: Task): Promise<Result> {
    const { stack } = task;
    const begin = Date.now();
    let last: Message | undefined;
    // Its own process group: Ctrl-C in a terminal reaches only this process, which then stops each child exactly once.
    const child = fork(join(__dirname, "worker.ts"), {
      execArgv: ["--require", "ts-node/register/transpile-only"],
      detached: true,
    });
    children.add(child);
    display.started(stack);
    child.on("message", (message: Message) => {
      if (message.kind === "step") display.step(stack);
      else last = message;
    });
    child.send(task);
    return new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        children.delete(child);
        const seconds = (Date.now() - begin) / 1000;
        if (last?.kind === "done") resolve({ stack, seconds, changes: last.changes });
        else {
          const reasons =
            last?.kind === "failed" ? last.reasons : [`its process ended with ${signal ?? code}`];
          resolve({ stack, seconds, reasons });
        }
      });
    });
  }

  await Promise.all(Array.from({ length: concurrency }, takeTasks));
  const failed = results.filter(({ reasons }) => reasons !== undefined);
  process.stdout.write(`\n${summaryOf(results, total - results.length, (Date.now() - startedAt) / 1000)}\n`);
  process.exitCode = interrupted ? 130 : failed.length > 0 ? 1 : 0;
}

function describe({ changes, seconds, reasons }: Result): string {
  const time = `${seconds.toFixed(1)} s`;
  if (changes === undefined) return `failed (${time}): ${reasons?.[0]?.split("\n")[0]}`;
  return `${describeChanges(changes)} (${time})`;
}

function describeChanges(changes: Changes): string {
  const kinds = new Set([...Object.keys(WORDS), ...Object.keys(changes)]);
  const parts = [...kinds].flatMap((kind) => {
    const count = changes[kind] ?? 0;
    return count === 0 ? [] : [`${count} ${WORDS[kind] ?? kind}`];
  });
  return parts.join(", ") || "none";
}

function summaryOf(results: readonly Result[], notStarted: number, seconds: number): string {
  const sums = new Map<string, number>();
  for (const [kind, count = 0] of results.flatMap(({ changes = {} }) => Object.entries(changes))) {
    sums.set(kind, (sums.get(kind) ?? 0) + count);
  }
  const failed = results.filter(({ reasons }) => reasons !== undefined);
  return [
    `${operation}: ${results.length - failed.length} succeeded, ${failed.length} failed, ${notStarted} not started, ${seconds.toFixed(1)} s`,
    `resources: ${describeChanges(Object.fromEntries(sums))}`,
    ...failed.map(
      ({ stack, reasons = [] }) => `failed: ${stack}\n${reasons.join("\n").replace(/^/gm, "  ")}`,
    ),
  ].join("\n");
}
