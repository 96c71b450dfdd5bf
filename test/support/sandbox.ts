/** A temporary Pulumi: a home, a file backend and stacks in a temporary folder. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EngineEvent } from "./events";
import { takeEvents } from "./events";
import { run, type Finished } from "./run";

/** A value of a stack configuration. */
export type ConfigValue = string | { readonly secret: string };

/** The result of a run of Pulumi. */
export interface PulumiRun extends Finished {
  /** The command as a user would type it. */
  readonly command: string;
  /** The events in order; empty for commands without events. */
  readonly events: readonly EngineEvent[];
}

/** Operations of a stack. */
export type Operation = "preview" | "up" | "refresh" | "destroy" | "import";

/** What Pulumi stores of a stack. */
export interface Deployment {
  readonly resources?: readonly unknown[];
}

/** A stack of a project. */
export interface Stack {
  /** Runs an operation without confirmation. */
  run(operation: Operation, ...flags: readonly string[]): Promise<PulumiRun>;
  /** Runs `pulumi stack ...`. */
  stack(...args: readonly string[]): Promise<PulumiRun>;
  /** The state as the backend stores it, which is faster than `pulumi stack export`. Secrets are encrypted. */
  stored(): Promise<Deployment>;
  /** Runs `pulumi state ...`, which edits the state. */
  state(...args: readonly string[]): Promise<Finished>;
  /** Replaces the state. @param exported as `pulumi stack export` writes it */
  restore(exported: string): Promise<void>;
  /** Releases the lock of a killed run. @throws Error if there is none */
  cancel(): Promise<Finished>;
  /** Runs another program, which calls Pulumi, in the folder of the stack. */
  with(program: string, ...args: readonly string[]): Promise<Finished>;
  /** Sets configuration values for the next `preview` or `up`. */
  configure(config: Readonly<Record<string, ConfigValue>>): Promise<void>;
}

/** The options of a new stack. */
export interface StackOptions {
  /** The folder with the `Pulumi.yaml` of the program. */
  readonly project: string;
  readonly name: string;
  readonly config: Readonly<Record<string, ConfigValue>>;
}

/** A temporary Pulumi. */
export interface Sandbox {
  /** The folder with all its files. */
  readonly folder: string;
  createStack(options: StackOptions): Promise<Stack>;
  /** Runs a command of Pulumi in a folder. */
  pulumi(cwd: string, args: readonly string[]): Promise<Finished>;
  /** Runs another program, which calls Pulumi, in a folder. */
  with(cwd: string, program: string, ...args: readonly string[]): Promise<Finished>;
  close(): Promise<void>;
}

/** The options of a sandbox. */
export interface SandboxOptions {
  /** The folder with the programs of the engine. */
  readonly binDir: string;
  /** Added to the environment of every run. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether Pulumi colours its output. @default "never" */
  readonly color?: "always" | "never";
  /** Ends running commands when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Opens a sandbox, which must be closed to remove its files. */
export async function openSandbox({
  binDir,
  env: extra,
  color = "never",
  signal,
}: SandboxOptions): Promise<Sandbox> {
  const folder = await mkdtemp(join(tmpdir(), "opsmanager-"));
  const [backend, temporary] = [join(folder, "backend"), join(folder, "tmp")];
  await Promise.all([backend, temporary].map(async (each) => mkdir(each)));
  const env: NodeJS.ProcessEnv = {
    ...createCleanEnvironment(),
    PATH: [binDir, process.env["PATH"]].join(delimiter),
    PULUMI_HOME: join(folder, "home"),
    // The provider processes of a run have a log there.
    TMPDIR: temporary,
    // A process that is killed while Pulumi writes its attribute files would make the stack unreadable.
    PULUMI_BACKEND_URL: `${pathToFileURL(backend).href}?metadata=skip`,
    PULUMI_CONFIG_PASSPHRASE: "temporary",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    // Enables --event-log.
    PULUMI_DEBUG_COMMANDS: "true",
    ...extra,
  };
  let runs = 0;
  const pulumi = async (cwd: string, args: readonly string[]): Promise<Finished> =>
    run(join(binDir, "pulumi"), [...args, "--non-interactive", "--color", color], {
      cwd,
      env,
      signal,
    });

  const withPulumi: Sandbox["with"] = async (cwd, program, ...args) =>
    run(program, args, { cwd, env, signal });

  return {
    folder,
    pulumi,
    with: withPulumi,
    async createStack({ project, name, config }) {
      // The stack is created in another project of the same name, so that its configuration is not written to the folder
      // of the program.
      const stackFolder = await mkdtemp(join(folder, "stack-"));
      const projectName = await readProjectName(project);
      await writeFile(join(stackFolder, "Pulumi.yaml"), `name: ${projectName}\nruntime: nodejs\n`);
      const configFile = join(stackFolder, `Pulumi.${name}.yaml`);
      const runInStackFolder = async (args: readonly string[]): Promise<Finished> => {
        const finished = await pulumi(stackFolder, args);
        if (finished.code !== 0) throw new Error(`pulumi ${args[0]} ${args[1]} failed:\n${finished.output}`);
        return finished;
      };
      const configure = async (values: StackOptions["config"]): Promise<void> => {
        const pairs = Object.entries(values).flatMap(([key, value]) =>
          typeof value === "string"
            ? ["--plaintext", `${key}=${value}`]
            : ["--secret", `${key}=${value.secret}`],
        );
        if (pairs.length > 0) await runInStackFolder(["config", "set-all", "--stack", name, ...pairs]);
      };
      await runInStackFolder(["stack", "init", name]);
      await configure(config);
      return {
        configure,
        async run(operation, ...flags) {
          const events = join(stackFolder, `events-${++runs}`);
          const shown = [operation, ...(operation === "preview" ? [] : ["--yes"]), ...flags];
          const args = [...shown, "--stack", name, "--config-file", configFile, "--event-log", events];
          const finished = await pulumi(project, args);
          return {
            ...finished,
            command: ["pulumi", ...shown].join(" "),
            events: await takeEvents(events),
          };
        },
        async stack(...args) {
          const finished = await pulumi(stackFolder, ["stack", ...args, "--stack", name]);
          return { ...finished, command: ["pulumi", "stack", ...args].join(" "), events: [] };
        },
        async stored() {
          const file = join(backend, ".pulumi/stacks", projectName, `${name}.json`);
          const { checkpoint } = JSON.parse(await readFile(file, "utf8")) as {
            checkpoint: { latest: Deployment | null };
          };
          return checkpoint.latest ?? {};
        },
        state: async (...args) => pulumi(stackFolder, ["state", ...args, "--stack", name]),
        async restore(exported) {
          const file = join(folder, `${name}.deployment.json`);
          await writeFile(file, exported);
          await runInStackFolder(["stack", "import", "--force", "--stack", name, "--file", file]);
        },
        cancel: async () => runInStackFolder(["cancel", "--yes", "--stack", name]),
        with: async (program, ...args) => withPulumi(stackFolder, program, ...args),
      };
    },
    async close() {
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** The environment without variables that affect Pulumi or the provider. */
function createCleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(PULUMI_|OPSMANAGER_|MCLI_|TS_NODE_|NO_COLOR$|FORCE_COLOR$|(HTTPS?|ALL|NO|GRPC)_PROXY$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

async function readProjectName(folder: string): Promise<string> {
  const name = /^name:\s*(\S+)/m.exec(await readFile(join(folder, "Pulumi.yaml"), "utf8"))?.[1];
  if (name === undefined) throw new Error(`${join(folder, "Pulumi.yaml")} has no name`);
  return name;
}
