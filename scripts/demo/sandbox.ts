/** A throw-away Pulumi: a home, a file backend and stacks of its own in a temporary folder. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EngineEvent } from "./events";
import { takeEvents } from "./events";
import type { Finished } from "./process";
import { runToEnd } from "./process";

/** A value of a stack configuration. */
export type ConfigValue = string | { readonly secret: string };

/** What a run of Pulumi left. */
export interface PulumiRun extends Finished {
  /** The command as a person would type it. */
  readonly command: string;
  /** What the engine did, in order; empty for commands that have no events. */
  readonly events: readonly EngineEvent[];
}

/** Operations of a stack. */
export type Operation = "preview" | "up" | "refresh" | "destroy";

/** A stack of a project. */
export interface Stack {
  /** Runs an operation without asking. */
  run(operation: Operation, ...flags: readonly string[]): Promise<PulumiRun>;
  /** Runs `pulumi stack ...`. */
  stack(...args: readonly string[]): Promise<PulumiRun>;
  /** Sets configuration, which the next `preview` or `up` takes. */
  configure(config: Readonly<Record<string, ConfigValue>>): Promise<void>;
}

/** What is known of a stack before it exists. */
export interface StackOptions {
  /** The folder with the program's `Pulumi.yaml`. */
  readonly project: string;
  readonly name: string;
  readonly config: Readonly<Record<string, ConfigValue>>;
}

/** A throw-away Pulumi. */
export interface Sandbox {
  /** Everything is in here. */
  readonly folder: string;
  createStack(options: StackOptions): Promise<Stack>;
  close(): Promise<void>;
}

/** What a sandbox may be told. */
export interface SandboxOptions {
  /** The folder with the programs of the engine. */
  readonly binDir: string;
  /** Added to the environment of every run. */
  readonly env?: NodeJS.ProcessEnv;
  /** Ends what is running when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Opens a sandbox. It must be closed, which removes it. */
export async function openSandbox({ binDir, env: extra, signal }: SandboxOptions): Promise<Sandbox> {
  const folder = await mkdtemp(join(tmpdir(), "opsmanager-"));
  const backend = join(folder, "backend");
  await mkdir(backend);
  const env: NodeJS.ProcessEnv = {
    ...cleanEnvironment(),
    PATH: [binDir, process.env["PATH"]].join(delimiter),
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: pathToFileURL(backend).href,
    PULUMI_CONFIG_PASSPHRASE: "throw-away",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    // Offers --event-log.
    PULUMI_DEBUG_COMMANDS: "true",
    ...extra,
  };
  let runs = 0;
  const pulumi = async (cwd: string, args: readonly string[]): Promise<Finished> =>
    runToEnd(join(binDir, "pulumi"), [...args, "--non-interactive", "--color", "never"], {
      cwd,
      env,
      signal,
    });

  return {
    folder,
    async createStack({ project, name, config }) {
      // The stack is made in a project of the same name, so that its configuration is written there and not beside
      // the program.
      const drawer = await mkdtemp(join(folder, "stack-"));
      const projectName = await nameOfProject(project);
      await writeFile(join(drawer, "Pulumi.yaml"), `name: ${projectName}\nruntime: nodejs\n`);
      const configFile = join(drawer, `Pulumi.${name}.yaml`);
      const inDrawer = async (args: readonly string[]): Promise<void> => {
        const { code, output } = await pulumi(drawer, args);
        if (code !== 0) throw new Error(`pulumi ${args[0]} ${args[1]} failed:\n${output}`);
      };
      const configure = async (values: StackOptions["config"]): Promise<void> => {
        const pairs = Object.entries(values).flatMap(([key, value]) =>
          typeof value === "string"
            ? ["--plaintext", `${key}=${value}`]
            : ["--secret", `${key}=${value.secret}`],
        );
        if (pairs.length > 0) await inDrawer(["config", "set-all", "--stack", name, ...pairs]);
      };
      await inDrawer(["stack", "init", name]);
      await configure(config);
      return {
        configure,
        async run(operation, ...flags) {
          const events = join(drawer, `events-${++runs}`);
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
          const finished = await pulumi(drawer, ["stack", ...args, "--stack", name]);
          return { ...finished, command: ["pulumi", "stack", ...args].join(" "), events: [] };
        },
      };
    },
    async close() {
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Without what would lead Pulumi or the provider elsewhere. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(PULUMI_|OPSMANAGER_|MCLI_|TS_NODE_|NO_COLOR$|FORCE_COLOR$|(HTTPS?|ALL|NO|GRPC)_PROXY$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

async function nameOfProject(folder: string): Promise<string> {
  const name = /^name:\s*(\S+)/m.exec(await readFile(join(folder, "Pulumi.yaml"), "utf8"))?.[1];
  if (name === undefined) throw new Error(`${join(folder, "Pulumi.yaml")} has no name`);
  return name;
}
