// A child process: runs one operation on one stack, and sends its parent each step and the result.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LocalWorkspace, type EngineEvent, type Stack } from "@pulumi/pulumi/automation";

export type Operation = "preview" | "up" | "refresh" | "destroy";

export interface Task {
  operation: Operation;
  stack: string;
  /** The whole configuration of the stack, without secrets: it is written to a file in plain text. */
  config: Record<string, unknown>;
}

/** How many resources the operation created, updated, left the same and so on, as Pulumi counts them. */
export type Changes = Partial<Record<string, number>>;

export type Message =
  | { kind: "step" }
  | { kind: "done"; changes: Changes }
  | { kind: "failed"; reasons: string[] };

const stop = new AbortController();
/** The errors that the engine has reported. */
const errors: string[] = [];

process.once("message", (task: Task) => {
  run(task).then(
    (changes) => finish({ kind: "done", changes }),
    (error: unknown) => finish({ kind: "failed", reasons: reasonsOf(error) }),
  );
});
// The parent asks to stop, or has ended.
process.on("SIGINT", () => stop.abort());
process.once("disconnect", () => stop.abort());

async function run(task: Task): Promise<Changes> {
  // Pulumi writes the configuration of the stack next to Pulumi.yaml, and notes for each Pulumi.yaml which stack is selected. In
  // folders of their own, stacks do not get in each other's way.
  const workDir = await mkdtemp(join(tmpdir(), "fleet-"));
  try {
    return await perform(await openStack(task, workDir), task.operation);
  } finally {
    await rm(workDir, { recursive: true });
  }
}

async function openStack({ stack: stackName, config }: Task, workDir: string): Promise<Stack> {
  const program = await LocalWorkspace.create({ workDir: __dirname });
  const project = await program.projectSettings();
  const entries = Object.entries(config).map(([key, value]) => [
    key.includes(":") ? key : `${project.name}:${key}`,
    value,
  ]);
  return LocalWorkspace.createOrSelectStack(
    { stackName, workDir },
    {
      projectSettings: { ...project, main: join(__dirname, project.main ?? "") },
      stackSettings: { [stackName]: { config: Object.fromEntries(entries) } },
      // `npm run fleet` has checked the types of the program, once for all stacks.
      envVars: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
    },
  );
}

async function perform(stack: Stack, operation: Operation): Promise<Changes> {
  stop.signal.throwIfAborted();
  // An aborted signal becomes one SIGINT for the engine, which ends the current steps, saves the state and removes its lock.
  const options = { onEvent: take, signal: stop.signal };
  if (operation === "preview") return (await stack.preview(options)).changeSummary;
  return (await stack[operation](options)).summary.resourceChanges ?? {};
}

function take({ diagnosticEvent, resOutputsEvent, resourcePreEvent }: EngineEvent): void {
  if (diagnosticEvent?.severity === "error") errors.push(diagnosticEvent.message);
  if (resOutputsEvent !== undefined || resourcePreEvent !== undefined) process.send?.({ kind: "step" });
}

/** What the engine reported, without colours and without the line that says only that the operation failed. */
function reasonsOf(error: unknown): string[] {
  if (stop.signal.aborted) return ["interrupted"];
  const reported = errors
    .map((message) => message.replace(/<\{%.*?%\}>/g, "").trim())
    .filter((message) => !/^(preview|update|refresh|destroy) failed$/.test(message));
  if (reported.length > 0) return [...new Set(reported)];
  // Before the operation began, what the command printed is the only source.
  const text = error instanceof Error ? error.message : String(error);
  return [/error: (.*)/.exec(text)?.[1] ?? /stderr: (.*)/.exec(text)?.[1] ?? text];
}

function finish(message: Message): void {
  process.send?.(message, () => process.disconnect());
}
