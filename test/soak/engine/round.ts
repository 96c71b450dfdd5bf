/**
 * A round: a random program in several stages on the real engine. Between the stages others change the service by hand;
 * within a stage requests fail, processes are killed, keys are rotated and the service moves. Then one undisturbed update must
 * leave exactly what is declared.
 */

import { symlink, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Operation, PulumiRun, Sandbox, Stack } from "../../../scripts/demo/sandbox";
import { openSandbox } from "../../../scripts/demo/sandbox";
import type { Dice } from "../../../scripts/soak/dice";
import { dice } from "../../../scripts/soak/dice";
import { chooseFaults } from "../../../scripts/soak/faults";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import { nothingLeaked } from "../../e2e/support/leaks";
import { writeProject } from "../../e2e/support/program";
import { killProvider, killRun } from "../../e2e/support/provider-process";
import { isAsDeclared } from "../as-declared";
import type { Chance, Declaration } from "./declarations";
import { chooseSecret, createChance, edit, SECOND } from "./declarations";
import type { Gate } from "../../e2e/support/gate";
import { startGate } from "../../e2e/support/gate";
import type { Foreign } from "./service";
import { addForeign, changeByHand, compareService, listAlerts } from "./service";
import { readState } from "./state";

/** What a round needs. */
export interface RoundOptions {
  readonly seed: number;
  /** The folder with the programs of the engine. */
  readonly binDir: string;
  /** The folders of the package: the build of an earlier revision, and that of now. */
  readonly builds: { readonly before: string; readonly now: string };
}

export interface RoundReport {
  /** What was done, for a reader. */
  readonly story: readonly string[];
  /** Empty if everything is as declared. */
  readonly problems: readonly string[];
}

/** What disturbs an update. */
const DISTURBANCES = ["faults", "killed provider", "killed engine", "old key", "old address"] as const;
type Disturbance = (typeof DISTURBANCES)[number];

const PROGRAM = `
const declarations = require("./declarations.json");
for (const { kind, name, alias, args } of declarations)
  new (opsmanager as any)[kind](name, args, alias === undefined ? {} : { aliases: [{ name: alias }] });
`;

const MANIFEST = "version-manifest.json";
const SLOW_MS = 20;
const NAMESPACES = ["opsmanager", `opsmanager-${SECOND}`] as const;

/** The key of a connection, in the order of {@link NAMESPACES}. */
interface Keys {
  readonly id: string;
  readonly publicKey: string;
  privateKey: string;
}

/** A round in progress. */
interface Round {
  readonly die: Dice;
  readonly chance: Chance;
  readonly emulator: Emulator;
  readonly sandbox: Sandbox;
  readonly stack: Stack;
  readonly keys: readonly Keys[];
  readonly foreign: Foreign;
  readonly transcript: string[];
  readonly story: string[];
  /** The folder of the program. */
  readonly folder: string;
  readonly builds: RoundOptions["builds"];
  build: keyof RoundOptions["builds"];
  gate: Gate;
  declarations: readonly Declaration[];
}

export async function playRound(options: RoundOptions): Promise<RoundReport> {
  const round = await openRound(options);
  const { story, die } = round;
  const problems: string[] = [];
  try {
    for (let stage = 1, last = die.between(1, 3); stage <= last && problems.length === 0; stage++) {
      story.push(`stage ${stage}:`);
      problems.push(...(await playStage(round, stage)));
    }
    if (problems.length === 0) {
      story.push("destroy:");
      problems.push(...(await destroy(round)));
    }
    return { story, problems };
  } finally {
    await round.sandbox.close();
    await round.gate.close();
    await round.emulator.close();
  }
}

async function openRound({ seed, binDir, builds }: RoundOptions): Promise<Round> {
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
  const gate = await startGate(emulator.baseUrl);
  const { id: _, ...first } = emulator.apiKeys.get(emulator.apiKeyId) ?? {};
  const second = emulator.apiKeys.add({
    ...first,
    publicKey: "secondky",
    privateKey: chooseSecret(chance, "key-"),
  });
  const keys = [{ id: emulator.apiKeyId, ...first } as Keys, second];
  const sandbox = await openSandbox({ binDir, env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } });
  const folder = await writeProject(sandbox.folder, PROGRAM);
  const stack = await sandbox.createStack({ project: folder, name: "soak", config: {} });
  const foreign: Foreign = {
    alerts: new Map(listAlerts(emulator).map((alert) => [alert.id, alert])),
    stores: new Map(),
  };
  const round: Round = {
    die,
    chance,
    emulator,
    gate,
    keys,
    sandbox,
    folder,
    stack,
    foreign,
    builds,
    build: die.chance(0.3) ? "before" : "now",
    transcript: [],
    story: [],
    declarations: [],
  };
  await configure(round);
  await install(round);
  return round;
}

async function playStage(round: Round, stage: number): Promise<string[]> {
  const { die, chance, emulator, foreign, story, stack } = round;
  if (stage > 1) {
    const { recorded } = await readState(stack);
    for (let left = die.between(0, 3); left > 0; left--) changeByHand(chance, emulator, recorded);
    if (die.chance(0.5)) addForeign(chance, emulator, foreign);
  }
  const [manifest] = round.declarations.filter(({ kind }) => kind === "VersionManifest");
  const text = emulator.versionManifest.get("current")?.text ?? "";
  await declare(round, edit(chance, round.declarations, manifest === undefined ? text : ""));
  story.push(`${round.declarations.length} resources`);

  // Faults that an earlier revision cannot handle say nothing about this one.
  if (round.build === "now") {
    for (let left = die.between(0, 3); left > 0; left--) {
      const disturbance = die.oneOf(DISTURBANCES);
      story.push(disturbance);
      await DISTURB[disturbance](round);
      await recover(round);
    }
  }
  // A refresh uses the configuration of the last update, unless the program runs first.
  const done = await run(round, "up", "--refresh", "--run-program");
  if (done.code !== 0) return [`an undisturbed up fails:\n${done.output}`];
  const problems = await verify(round);
  if (round.build === "before") {
    story.push("upgrade");
    round.build = "now";
    await install(round);
    if (problems.length === 0) problems.push(...(await verify(round)));
  }
  return problems;
}

const DISTURB: Readonly<Record<Disturbance, (round: Round) => Promise<void>>> = {
  async faults(round) {
    const { emulator, die } = round;
    for (const rule of chooseFaults(die, SLOW_MS)) emulator.faults.add(rule);
    await disturbedUp(round);
    emulator.faults.clear();
  },
  "killed provider": async (round) => killAtWrite(round, "up", killProvider),
  "killed engine": async (round) => killAtWrite(round, "up", killRun),
  async "old key"(round) {
    const { die, emulator, keys, chance } = round;
    const key = die.oneOf(keys as [Keys, ...Keys[]]);
    key.privateKey = chooseSecret(chance, "key-");
    emulator.apiKeys.update(key.id, { privateKey: key.privateKey });
    if (die.chance(0.7)) await disturbedUp(round);
    await configure(round);
  },
  async "old address"(round) {
    await round.gate.close();
    if (round.die.chance(0.7)) await disturbedUp(round);
    round.gate = await startGate(round.emulator.baseUrl);
    await configure(round);
  },
};

/** Some read the service first, and some make one request after the other. */
async function disturbedUp(round: Round): Promise<void> {
  await run(round, "up", ...upFlags(round.die));
}

function upFlags(die: Dice): string[] {
  return [...(die.chance(0.5) ? ["--refresh"] : []), ...(die.chance(0.5) ? ["--parallel", "1"] : [])];
}

/** Ends a process while it waits for the response to a write, if there are enough writes. */
async function killAtWrite(round: Round, operation: "up" | "destroy", kill: () => void): Promise<void> {
  const { die, gate, stack, story } = round;
  const held = gate.hold(die.between(1, 4), die.oneOf(["before", "after"]));
  const running = run(round, operation, ...(operation === "up" ? upFlags(die) : []));
  const isHeld = await Promise.race([held.then(() => true), running.then(() => false)]);
  if (isHeld) kill();
  else story.push("(too few writes)");
  gate.letGo();
  await running;
  if (!isHeld || kill !== killRun) return;
  const cancelled = await stack.with("pulumi", "cancel", "--yes", "--stack", "soak");
  if (cancelled.code !== 0) throw new Error(cancelled.output);
  const refreshed = await run(round, "refresh", "--clear-pending-creates", "--run-program");
  if (refreshed.code !== 0) throw new Error(refreshed.output);
}

/**
 * What the documentation tells a user to do after a process was killed, or an error said that an object may exist: adopt what was
 * created and is not in the state. Sets and names of clusters need nothing.
 */
async function recover(round: Round): Promise<void> {
  const { emulator, stack, foreign, story } = round;
  const { recorded } = await readState(stack);
  const managed = new Set([...recorded.flatMap(({ alertIds }) => alertIds), ...foreign.alerts.keys()]);
  const orphans = listAlerts(emulator).filter(({ id }) => !managed.has(id));
  const stores = new Set(emulator.oplogS3Configs.list().map(({ id }) => id));
  const adopting = round.declarations.map((declaration): Declaration => {
    const { kind, name, args } = declaration;
    if (kind === "AlertConfig") {
      const { adoptId: _, ...rest } = args;
      const isRecorded = recorded.some(
        ({ name: other, id, isOld }) => other === name && !isOld && id.startsWith(`${args.projectId}/`),
      );
      const orphan = orphans.find((live) => live.groupId === args.projectId && isAsDeclared(args, live));
      if (isRecorded || orphan === undefined) return { ...declaration, args: rest };
      story.push(`adoptId for ${name}`);
      return { ...declaration, args: { ...rest, adoptId: orphan.id } };
    }
    if (kind === "OplogS3Config") {
      const isRecorded = recorded.some((each) => each.kind === kind && each.id === args.storeId);
      if (isRecorded || !stores.has(args.storeId)) return declaration;
      story.push(`adopt for ${name}`);
      return { ...declaration, args: { ...args, adopt: true } };
    }
    return declaration;
  });
  await declare(round, adopting);
}

async function verify(round: Round): Promise<string[]> {
  const { emulator, declarations, foreign, stack } = round;
  const preview = await run(round, "preview", "--refresh", "--expect-no-changes");
  const { recorded, pending } = await readState(stack);
  return [
    ...(pending === 0 ? [] : [`${pending} operations are pending`]),
    ...(preview.code === 0 ? [] : [`a preview shows changes:\n${preview.output}`]),
    ...recorded.filter(({ isOld }) => isOld).map(({ name }) => `${name} is still to be deleted`),
    ...compareService(emulator, declarations, recorded, foreign),
    ...(await findLeaks(round)),
  ];
}

async function destroy(round: Round): Promise<string[]> {
  const { die, emulator, foreign } = round;
  if (die.chance(0.5)) await killAtWrite(round, "destroy", die.oneOf([killProvider, killRun]));
  const destroyed = await run(round, "destroy");
  if (destroyed.code !== 0) return [`an undisturbed destroy fails:\n${destroyed.output}`];
  return [...compareService(emulator, [], [], foreign), ...(await findLeaks(round))];
}

async function findLeaks(round: Round): Promise<string[]> {
  try {
    await nothingLeaked(round, round.chance.secrets);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

async function run(round: Round, operation: Operation, ...flags: string[]): Promise<PulumiRun> {
  const skip = operation === "preview" ? [] : ["--skip-preview"];
  const result = await round.stack.run(operation, ...skip, ...flags);
  round.transcript.push(result.output, JSON.stringify(result.events));
  return result;
}

async function declare(round: Round, declarations: readonly Declaration[]): Promise<void> {
  round.declarations = declarations;
  const written = declarations.map(({ args, ...rest }) => {
    if (!("text" in args)) return { ...rest, args };
    const { text: _, ...others } = args;
    return { ...rest, args: { ...others, manifest: MANIFEST } };
  });
  await writeFile(join(round.folder, "declarations.json"), JSON.stringify(written));
  for (const { args } of declarations)
    if ("text" in args) await writeFile(join(round.folder, MANIFEST), args.text);
}

/** Writes address and keys of both connections into the configuration of the stack. */
async function configure({ stack, gate, keys }: Round): Promise<void> {
  await stack.configure(
    Object.fromEntries(
      keys.flatMap(({ publicKey, privateKey }, index) => [
        [`${NAMESPACES[index]}:baseUrl`, gate.baseUrl],
        [`${NAMESPACES[index]}:publicKey`, publicKey],
        [`${NAMESPACES[index]}:privateKey`, { secret: privateKey }],
        [`${NAMESPACES[index]}:maxRetries`, "1"],
      ]),
    ),
  );
}

/** Links the package into the program. */
async function install({ folder, builds, build }: Round): Promise<void> {
  const link = join(folder, "node_modules/pulumi-opsmanager");
  await rm(link);
  await symlink(builds[build], link);
}
