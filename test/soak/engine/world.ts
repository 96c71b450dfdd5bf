/** A round in progress: the service, the stack and the program. */

import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openSandbox, type Operation, type PulumiRun } from "../../support/sandbox";
import { dice } from "../dice";
import { startEmulator } from "../../../src/emulator";
import { startHoldingProxy } from "../../e2e/support/holding-proxy";
import { projectOf, sourceOf } from "../../e2e/support/plugin";
import { JAVASCRIPT, writeProject, writeSource } from "../../e2e/support/program";
import { omit } from "../../../src/json";
import { chooseSecret, createChance } from "./choices";
import { type Declaration, KINDS, SECOND } from "./declarations";
import { type Foreign, keyOf, objectsOf, SETTINGS } from "./service";

/** What a round needs. */
export interface RoundOptions {
  readonly seed: number;
  /** The folder with the programs of the engine. */
  readonly binDir: string;
  /** The folders of the package: the build of an earlier revision, and that of now. */
  readonly builds: { readonly before: string; readonly now: string };
  /** The folder of the plugin, for rounds with it in place of the dynamic classes. */
  readonly plugin?: string | undefined;
}

const PROGRAM = `
const declarations = require("./declarations.json");
for (const { kind, name, alias, import: id, args } of declarations)
  new (opsmanager as any)[kind](name, args, { import: id, aliases: alias === undefined ? [] : [{ name: alias }] });
`;

const MANIFEST = "version-manifest.json";
const NAMESPACES = ["opsmanager", `opsmanager-${SECOND}`] as const;

/** The key of a connection, in the order of {@link NAMESPACES}. */
export interface Keys {
  readonly id: string;
  readonly publicKey: string;
  privateKey: string;
}

/** A round in progress. */
export type Round = Awaited<ReturnType<typeof openRound>>;

export async function openRound({ seed, binDir, builds, plugin }: RoundOptions) {
  const die = dice(seed);
  const chance = createChance(die);
  const emulator = await startEmulator({
    redact: die.oneOf(["new", "old", "off"]),
    shuffle: die.chance(0.3),
    convertUnits: die.chance(0.2),
    fullOplogResponse: die.chance(0.5),
    createdStatus: die.oneOf([200, 201]),
    deletedStatus: die.oneOf([200, 204]),
  });
  const proxy = await startHoldingProxy(emulator.baseUrl);
  const { id: _, ...first } = emulator.apiKeys.get(emulator.apiKeyId) ?? {};
  const second = emulator.apiKeys.add({
    ...first,
    publicKey: "secondky",
    privateKey: chooseSecret(chance, "key-"),
  });
  const keys = [{ id: emulator.apiKeyId, ...first } as Keys, second];
  const sandbox = await openSandbox({ binDir });
  const folder = await writeProject(sandbox.folder, PROGRAM);
  const stack = await sandbox.createStack({ project: folder, name: "soak", config: {} });
  if (plugin !== undefined) {
    await writeFile(join(folder, "Pulumi.yaml"), projectOf(JAVASCRIPT, plugin));
    await writeSource(folder, sourceOf(PROGRAM));
  }
  const build: keyof typeof builds = die.chance(0.3) && plugin === undefined ? "before" : "now";
  const round = {
    die,
    chance,
    emulator,
    proxy,
    keys,
    sandbox,
    /** The folder of the program. */
    folder,
    stack,
    /** Everything that the service starts with, and what others add. */
    foreign: objectsOf(emulator) as Foreign,
    builds,
    build,
    plugin,
    /** Everything that Pulumi has printed, and the events of the engine. */
    transcript: [] as string[],
    /** What Pulumi has printed, with its commands, for a reader. */
    outputs: [] as string[],
    story: [] as string[],
    declarations: [] as readonly Declaration[],
  };
  await configure(round);
  await install(round);
  return round;
}

export async function run(round: Round, operation: Operation, ...flags: string[]): Promise<PulumiRun> {
  const skip = operation === "preview" ? [] : ["--skip-preview"];
  const result = await round.stack.run(operation, ...skip, ...flags);
  round.transcript.push(result.output, JSON.stringify(result.events));
  round.outputs.push(`$ ${result.command}\n${result.output}`);
  return result;
}

export async function declare(round: Round, all: readonly Declaration[]): Promise<void> {
  // The plugin has provider instances in place of named connections.
  const declarations =
    round.plugin === undefined
      ? all
      : all.map((each) => ({ ...each, args: omit(each.args, ["connection"]) }));
  round.declarations = declarations;
  for (const { kind, args } of declarations)
    if (SETTINGS.includes(kind))
      round.foreign.set(keyOf(kind, args.clusterId ?? args.projectId ?? "current"), undefined);
  const written = declarations.map(({ args: { text, ...args }, ...rest }) => {
    return { ...rest, args: text === undefined ? args : { ...args, manifest: MANIFEST } };
  });
  await writeFile(join(round.folder, "declarations.json"), JSON.stringify(written));
  for (const { args } of declarations)
    if (args.text !== undefined) await writeFile(join(round.folder, MANIFEST), args.text);
}

/** Writes address and keys of both connections into the configuration of the stack. */
export async function configure({ stack, proxy, keys }: Round): Promise<void> {
  await stack.configure(
    Object.fromEntries(
      keys.flatMap(({ publicKey, privateKey }, index) => [
        [`${NAMESPACES[index]}:baseUrl`, proxy.baseUrl],
        [`${NAMESPACES[index]}:publicKey`, publicKey],
        [`${NAMESPACES[index]}:privateKey`, { secret: privateKey }],
        [`${NAMESPACES[index]}:maxRetries`, "1"],
      ]),
    ),
  );
}

/** The kinds that the build of the package knows. */
export async function kindsOf({ builds, build, plugin }: Round): Promise<typeof KINDS> {
  const index = await readFile(join(builds[build], "dist/index.js"), "utf8");
  // The resource option import of the plugin takes over what is exactly as declared.
  const isLeftOut = (kind: (typeof KINDS)[number]): boolean => plugin !== undefined && kind === "Project";
  return KINDS.filter((kind) => index.includes(`exports.${kind} `) && !isLeftOut(kind));
}

/** Links the package into the program. */
export async function install({ folder, builds, build }: Round): Promise<void> {
  const link = join(folder, "node_modules/pulumi-opsmanager");
  await rm(link, { recursive: true });
  await symlink(builds[build], link);
}
