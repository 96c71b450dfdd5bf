/** The stages of the checks on the second server: a run of the engine, and what the service and the state have after it. */

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as assertions from "../e2e/support/assertions";
import { connectionTo } from "../e2e/support/playground";
import { projectOf, sourceOf } from "../e2e/support/plugin";
import { JAVASCRIPT, writeProgram, writeProject, writeSource } from "../e2e/support/program";
import type { PulumiRun, Sandbox, Stack } from "../support/sandbox";
import type { Check } from "./report";
import type { Fault, SecondService, Seen } from "./second-service";
import type { Args, KindCase } from "./second-service-case";
import { SECRETS } from "./second-service-case";

/** What the stages share. */
export interface Bench {
  readonly check: Check;
  readonly service: SecondService;
  readonly kinds: readonly KindCase[];
  readonly sandbox: Sandbox;
  /** The folder of the plugin, if programs have its classes. */
  readonly plugin?: string | undefined;
  readonly stacks: Stack[];
  /** What the engine has printed, and its events. */
  readonly transcript: string[];
}

/** A stack of the bench, with its program in a folder. */
export interface Life {
  readonly stack: Stack;
  readonly program: string;
  readonly rewrite: (program: string) => Promise<void>;
  readonly up: (...flags: string[]) => Promise<PulumiRun>;
}

export interface Stage {
  readonly title: string;
  readonly faults?: readonly Fault[];
  readonly run: () => Promise<PulumiRun>;
  /** @default it succeeds */
  readonly holds?: (run: PulumiRun) => void;
  /** @default false */
  readonly writes?: boolean;
  readonly holdsFor?: (kind: KindCase, run: PulumiRun, seen: Seen) => void | Promise<void>;
}

/** Runs the engine, and checks the run as a whole and for each kind. */
export async function stage(bench: Bench, { title, run, ...expected }: Stage): Promise<void> {
  const { faults = [], holds = assertions.succeeded, writes = false, holdsFor } = expected;
  const { check, kinds, service, plugin, transcript } = bench;
  const name = `the engine against a second server${plugin === undefined ? "" : ", with the plugin"}: ${title}`;
  const before = await service.fail(faults);
  let result: PulumiRun | undefined;
  let after = before;
  await check(name, async () => {
    result = await run();
    transcript.push(result.output, JSON.stringify(result.events));
    after = await service.see();
    holds(result);
    assert.deepEqual(after.faults, [], "requests that were not sent");
    if (!writes) assert.deepEqual(after.writes.slice(before.writes.length), []);
    const keys = Object.values(after.state.groups).map(({ agentApiKey }) => agentApiKey);
    for (const secret of [...Object.values(SECRETS), service.privateKey, ...keys, ...after.issued])
      assert.ok(!result.output.includes(secret), result.output);
  });
  if (holdsFor === undefined) return;
  for (const kind of kinds)
    await check(`${name}: ${kind.kind}`, async () => holdsFor(kind, result ?? assert.fail("no run"), after));
}

/** Asserts that the service has of a kind what existed before and what these arguments declare, and nothing else. */
export function hasExactly(kind: KindCase, { state }: Seen, declared: readonly Args[]): void {
  const { live, expected, foreign, others = [] } = kind;
  assert.deepEqual(live(state), Object.fromEntries([foreign, ...others, ...declared].map(expected)));
}

export function hasAll(kind: KindCase, seen: Seen): void {
  hasExactly(kind, seen, Object.values(kind.declared));
}

/** Asserts that the state of a stack has the objects of the service. */
export async function hasIds(
  stack: Stack,
  { declared, expected, idOf }: KindCase,
  { state }: Seen,
): Promise<void> {
  const stored = await assertions.stateOf(stack);
  for (const [name, args] of Object.entries(declared))
    assert.equal(stored[name]?.id, idOf(expected(args)[0], state), name);
}

/** Asserts that the state has what the service shows at the creation only, so that no key exists that nobody knows. */
export async function hasKeys(
  stack: Stack,
  { declared, expected, shownOnce }: KindCase,
  { state }: Seen,
): Promise<void> {
  if (shownOnce === undefined) return;
  const stored = await assertions.stateOf(stack, "--show-secrets");
  for (const [name, args] of Object.entries(declared)) {
    const value = stored[name]?.outputs?.[shownOnce.output] as { readonly plaintext?: string } | undefined;
    assert.equal(value?.plaintext, JSON.stringify(shownOnce.of(expected(args)[0], state)), name);
  }
}

export function namesOf({ kinds }: Bench): string[] {
  return [...kinds.flatMap(({ declared }) => Object.keys(declared)), "alert"];
}

export function source(kind: string, name: string, args: Args, options: object = {}): string {
  const text = JSON.stringify(args).replaceAll(
    /"@(\w+)(\.\w+)?"/g,
    (_, from: string, output = ".id") => from + output,
  );
  return `const ${name.replace("-", "_")} = new opsmanager.${kind}("${name}", ${text}, ${JSON.stringify(options)});\n`;
}

export function declarations({ kinds }: Bench): string {
  const of = (kind: KindCase): string[] =>
    Object.entries(kind.declared).map(([name, args]) => source(kind.kind, name, args));
  return kinds.flatMap(of).join("");
}

/** The plain classes of the plugin do not declare this output, and a generated SDK marks all secrets and has functions. */
function forPlugin(program: string): string {
  const quoted = Object.values(SECRETS).map((secret) => JSON.stringify(secret));
  return quoted.reduce(
    (text, secret) => text.replaceAll(secret, `pulumi.secret(${secret})`),
    program
      .replaceAll(".keyId", '.id.apply((id: string) => id.split("/")[1])')
      .replaceAll(/opsmanager\.(get\w+)\(/g, 'invoke("$1", '),
  );
}

export async function open(bench: Bench, name: string, program: string): Promise<Life> {
  const { sandbox, service, plugin } = bench;
  const folder = await writeProject(sandbox.folder, "");
  if (plugin !== undefined) await writeFile(join(folder, "Pulumi.yaml"), projectOf(JAVASCRIPT, plugin));
  const rewrite = async (text: string): Promise<void> =>
    plugin === undefined ? writeProgram(folder, text) : writeSource(folder, sourceOf(forPlugin(text)));
  await rewrite(program);
  const stack = await sandbox.createStack({ project: folder, name, config: connectionTo(service) });
  bench.stacks.push(stack);
  return { program, rewrite, stack, up: async (...flags) => stack.run("up", "--skip-preview", ...flags) };
}
