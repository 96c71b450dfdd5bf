/** An emulator and a stack for a suite, created before its tests and removed after them. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator";
import type { ConfigValue, Operation, Sandbox, Stack } from "../../support/sandbox";
import { openSandbox } from "../../support/sandbox";
import { prepared } from "./prepared";
import { writeProgram, writeProject, writeSource } from "./program";

type MakeFolder = (sandbox: Sandbox, emulator: Emulator) => Promise<string>;

/** The requirements of a suite. */
export interface PlaygroundOptions {
  /** The source of a program without its imports, or the folder of a project, which can be created in the sandbox. */
  readonly program: string | { readonly folder: string | MakeFolder };
  readonly emulator?: EmulatorOptions;
  /** Added to the configuration of the default connection, or overrides it. */
  readonly config?: (emulator: Emulator) => Readonly<Record<string, ConfigValue>>;
  readonly env?: NodeJS.ProcessEnv;
}

/** The tools of a suite. Use them only in its tests and hooks. */
export type Playground = ReturnType<typeof usePlayground>;

/** Creates a separate playground for the current suite. */
export function usePlayground(_suite: Mocha.Suite, options: PlaygroundOptions) {
  const transcript: string[] = [];
  const made: { emulator?: Emulator; sandbox?: Sandbox; stack?: Stack; folder?: string } = {};

  before(async function prepareEngine() {
    this.timeout(0);
    await prepared();
  });

  before(async function openPlayground() {
    const { program } = options;
    made.emulator = await startEmulator(options.emulator);
    made.sandbox = await openSandbox({
      binDir: await prepared(),
      ...(options.env && { env: options.env }),
    });
    if (typeof program === "string") made.folder = await writeProject(made.sandbox.folder, program);
    else
      made.folder =
        typeof program.folder === "string"
          ? program.folder
          : await program.folder(made.sandbox, made.emulator);
    made.stack = await made.sandbox.createStack({
      project: made.folder,
      name: "test",
      config: { ...connectionTo(made.emulator), ...options.config?.(made.emulator) },
    });
  });

  after(async function closePlayground() {
    await made.sandbox?.close();
    await made.emulator?.close();
  });

  return {
    /** Everything that Pulumi has printed so far, and the events of the engine. */
    transcript,
    get emulator() {
      return there(made.emulator);
    },
    get sandbox() {
      return there(made.sandbox);
    },
    get stack() {
      return there(made.stack);
    },
    /** The folder of the program. */
    get folder() {
      return there(made.folder);
    },
    /** The alert configurations of the service in a project, by default the first. */
    alerts: (projectId?: string) => there(made.emulator).alertConfigs(projectId).list(),
    /** Runs an operation without a preceding preview. */
    async run(operation: Operation, ...flags: readonly string[]) {
      const skip = operation === "preview" ? [] : ["--skip-preview"];
      const run = await there(made.stack).run(operation, ...skip, ...flags);
      transcript.push(run.output, JSON.stringify(run.events));
      return run;
    },
    /** Replaces the program of the stack. */
    async rewrite(program: string) {
      await writeProgram(there(made.folder), program);
    },
    /** The same with a program that has its imports. */
    async rewriteSource(source: string) {
      await writeSource(there(made.folder), source);
    },
    /** Writes a file next to the program. */
    async addFile(name: string, content: string) {
      await writeFile(join(there(made.folder), name), content);
    },
  };
}

/** Returns the configuration of the default connection. */
export function connectionTo({
  baseUrl,
  publicKey,
  privateKey,
}: Pick<Emulator, "baseUrl" | "publicKey" | "privateKey">): Record<string, ConfigValue> {
  return {
    "opsmanager:baseUrl": baseUrl,
    "opsmanager:publicKey": publicKey,
    "opsmanager:privateKey": { secret: privateKey },
  };
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the playground is not open: use it in tests and hooks only");
  return value;
}
