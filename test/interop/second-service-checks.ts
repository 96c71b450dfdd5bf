/** Checks the newer kinds of resources on the real engine, against a server that shares nothing with the emulator. */

import assert from "node:assert/strict";
import { join } from "node:path";
import * as assertions from "../e2e/support/assertions";
import { exportTo, install } from "../e2e/support/exported";
import { connectionTo } from "../e2e/support/playground";
import { prepared } from "../e2e/support/prepared";
import { writeProgram, writeProject } from "../e2e/support/program";
import { changesIn } from "../support/events";
import type { ConfigValue, Operation, PulumiRun, Sandbox, Stack } from "../support/sandbox";
import { openSandbox } from "../support/sandbox";
import type { Check } from "./report";
import type { Fault, SecondService, Seen } from "./second-service";
import { startSecondService } from "./second-service";
import type { Args, KindCase } from "./second-service-case";
import { SECRETS } from "./second-service-case";
import { foreignState, kindsOn } from "./second-service-kinds";

const { created, deleted, messagesAt, stateOf } = assertions;

/** Belongs to the export: its kind is older, and has its checks elsewhere. */
const ALERT = `new opsmanager.AlertConfig("alert", { projectId: shop.id, eventTypeName: "NO_PRIMARY", enabled: true,
  notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 15, delayMin: 0 }] });\n`;

/** Updates and deletions meet these. */
const UPDATES: readonly Fault[] = [
  { method: "PATCH", path: "/groups/[^/]*$", lose: true },
  { method: "PATCH", path: "/orgs/.*/apiKeys/", lose: true },
  { method: "PATCH", path: "/snapshotSchedule$", lose: true },
  { method: "PUT", path: "/snapshot/mongoConfigs/taken", lose: true },
  { method: "PUT", path: "/oplog/mongoConfigs/oplogs", errorCode: "BACKUP_MONGO_CONNECTION_FAILED" },
  { method: "PUT", path: "/fileSystemConfigs/files", lose: true },
  { method: "PUT", path: "/admin/backup/groups/", lose: true },
  { method: "PUT", path: "/controlledFeature$", lose: true },
  { method: "PUT", path: "/integrations/PAGER_DUTY$", lose: true },
  { method: "PUT", path: "auditLogRotateConfig", errorCode: "AUTOMATION_CONFIG_CONCURRENT_MODIFICATION" },
  { method: "PUT", path: "systemLogRotateConfig", lose: true },
  { method: "PUT", path: "/s3Configs/snapshots", lose: true },
  { method: "PUT", path: "/globalAlertConfigs/", lose: true },
];
const DELETIONS: readonly Fault[] = [
  "/groups/[^/]*$",
  "/accessList/",
  "/s3Configs/",
  "/globalAlertConfigs/",
  "/orgs/[^/]*/apiKeys/[^/]*$",
  "/groups/[^/]*/apiKeys/",
  "/agentapikeys/",
  "/snapshot/mongoConfigs/",
  "/oplog/mongoConfigs/",
  "/fileSystemConfigs/",
  "/integrations/",
].map((path) => ({
  method: "DELETE",
  path,
  lose: true,
}));

/** What the stages share. */
interface Bench {
  readonly check: Check;
  readonly service: SecondService;
  readonly kinds: readonly KindCase[];
  readonly sandbox: Sandbox;
}

/** A stack of the bench, with its program in a folder. */
interface Life {
  readonly stack: Stack;
  readonly folder: string;
  readonly program: string;
  readonly up: (...flags: string[]) => Promise<PulumiRun>;
}

interface Stage {
  readonly title: string;
  readonly faults?: readonly Fault[];
  readonly run: () => Promise<PulumiRun>;
  /** @default it succeeds */
  readonly holds?: (run: PulumiRun) => void;
  /** @default false */
  readonly writes?: boolean;
  readonly holdsFor?: (kind: KindCase, run: PulumiRun, seen: Seen) => void | Promise<void>;
}

export async function secondServiceChecks(check: Check): Promise<void> {
  const binDir = await prepared();
  const sandbox = await openSandbox({ binDir });
  const service = await startSecondService();
  try {
    await service.change({ ...foreignState(service), switches: { isOld: true, unset: 401 } });
    const bench = { check, service, kinds: kindsOn(service), sandbox };
    const life = await open(bench, "life", declarations(bench) + ALERT);
    await creations(bench, life);
    await repairs(bench, life);
    await refusals(bench, life);
    await imports(bench);
    await exported(bench);
    await stage(bench, {
      title: "a destroy with lost responses",
      faults: DELETIONS,
      run: async () => life.stack.run("destroy", "--skip-preview"),
      holds: (run) => assertions.did(run, namesOf(bench).map(deleted)),
      writes: true,
      holdsFor: (kind, _, seen) => hasExactly(kind, seen, [...(kind.left ?? [])]),
    });
  } finally {
    await sandbox.close();
    await service.stop();
  }
}

/** Runs the engine, and checks the run as a whole and for each kind. */
async function stage({ check, kinds, service }: Bench, { title, run, ...expected }: Stage): Promise<void> {
  const { faults = [], holds = assertions.succeeded, writes = false, holdsFor } = expected;
  const name = `the engine against a second server: ${title}`;
  const before = await service.fail(faults);
  let result: PulumiRun | undefined;
  let after = before;
  await check(name, async () => {
    result = await run();
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
function hasExactly(kind: KindCase, { state }: Seen, declared: readonly Args[]): void {
  const { live, expected, foreign, others = [] } = kind;
  assert.deepEqual(live(state), Object.fromEntries([foreign, ...others, ...declared].map(expected)));
}

function hasAll(kind: KindCase, seen: Seen): void {
  hasExactly(kind, seen, Object.values(kind.declared));
}

/** Asserts that the state of a stack has the objects of the service. */
async function hasIds(stack: Stack, { declared, expected, idOf }: KindCase, { state }: Seen): Promise<void> {
  const stored = await stateOf(stack);
  for (const [name, args] of Object.entries(declared))
    assert.equal(stored[name]?.id, idOf(expected(args)[0], state), name);
}

/** Asserts that the state has what the service shows at the creation only, so that no key exists that nobody knows. */
async function hasKeys(
  stack: Stack,
  { declared, expected, shownOnce }: KindCase,
  { state }: Seen,
): Promise<void> {
  if (shownOnce === undefined) return;
  const stored = await stateOf(stack, "--show-secrets");
  for (const [name, args] of Object.entries(declared)) {
    const value = stored[name]?.outputs?.[shownOnce.output] as { readonly plaintext?: string } | undefined;
    assert.equal(value?.plaintext, JSON.stringify(shownOnce.of(expected(args)[0], state)), name);
  }
}

function namesOf({ kinds }: Bench): string[] {
  return [...kinds.flatMap(({ declared }) => Object.keys(declared)), "alert"];
}

function source({ kind }: KindCase, name: string, args: Args, options: object = {}): string {
  const text = JSON.stringify(args).replaceAll(
    /"@(\w+)(\.\w+)?"/g,
    (_, from: string, output = ".id") => from + output,
  );
  return `const ${name.replace("-", "_")} = new opsmanager.${kind}("${name}", ${text}, ${JSON.stringify(options)});\n`;
}

function declarations({ kinds }: Bench): string {
  const of = (kind: KindCase): string[] =>
    Object.entries(kind.declared).map(([name, args]) => source(kind, name, args));
  return kinds.flatMap(of).join("");
}

async function open({ sandbox, service }: Bench, name: string, program: string): Promise<Life> {
  const folder = await writeProject(sandbox.folder, program);
  const stack = await sandbox.createStack({ project: folder, name, config: connectionTo(service) });
  return { folder, program, stack, up: async (...flags) => stack.run("up", "--skip-preview", ...flags) };
}

async function creations(bench: Bench, { stack, up }: Life): Promise<void> {
  const createdAll = (run: PulumiRun): void => assertions.did(run, namesOf(bench).map(created));
  await stage(bench, {
    title: "a preview in which the projects are new, so that no id is known",
    run: async () => stack.run("preview"),
    holds: createdAll,
  });
  await stage(bench, {
    title: "an up with lost responses and conflicts",
    faults: bench.kinds.flatMap(({ faults }) => faults),
    run: up,
    holds: createdAll,
    writes: true,
    async holdsFor(kind, _, seen) {
      hasAll(kind, seen);
      await hasIds(stack, kind, seen);
      await hasKeys(stack, kind, seen);
      const sent = seen.writes.filter((write) => kind.creation.test(write));
      assert.equal(sent.length, Object.keys(kind.declared).length + (kind.repeated ?? 0), sent.join("\n"));
    },
  });
  const run = async (): Promise<PulumiRun> => up("--refresh", "--expect-no-changes");
  await stage(bench, { title: "an up without a change", run });
  await bench.service.change({ switches: { isOld: false, unset: 404 } });
  await stage(bench, { title: "an up without a change after an upgrade of the service", run });
}

async function repairs(bench: Bench, { stack, up }: Life): Promise<void> {
  const { kinds, service } = bench;
  const { state } = await service.see();
  for (const patch of kinds.map(({ byHand }) => byHand(state))) await service.change(patch);
  const changesOf = ({ declared }: KindCase, { events }: PulumiRun) =>
    changesIn(events).filter(({ resource }) => resource in declared);
  await stage(bench, {
    title: "a refresh after changes by hand",
    run: async () => stack.run("refresh", "--skip-preview"),
    holdsFor: (kind, run) => assert.deepEqual(changesOf(kind, run), kind.shown),
  });
  await stage(bench, {
    title: "an up that repairs them, with lost responses and a conflict",
    faults: UPDATES,
    run: up,
    writes: true,
    holdsFor(kind, run, seen) {
      const repaired = kind.shown.map((each) => (each.op === "delete" ? created(each.resource) : each));
      assert.deepEqual(changesOf(kind, run), repaired);
      hasAll(kind, seen);
    },
  });
}

async function refusals(bench: Bench, { folder, program, up }: Life): Promise<void> {
  const kinds = bench.kinds.filter(({ refusal }) => refusal !== undefined);
  const again = kinds.map((kind) => source(kind, `again-${kind.kind}`, kind.refused ?? kind.foreign));
  await writeProgram(folder, program + again.join(""));
  const title = "an up that declares what exists already";
  await stage(
    { ...bench, kinds },
    {
      title,
      run: async () => up("--continue-on-error"),
      holds: (run) => assertions.failedWith(run),
      holdsFor: ({ kind, refusal = "" }, run) =>
        assert.ok(messagesAt(run, `again-${kind}`).includes(refusal), run.output),
    },
  );
  await writeProgram(folder, program);
}

async function imports(bench: Bench): Promise<void> {
  const { kinds, service } = bench;
  const { state } = await service.see();
  const programWith = (optionsOf: (kind: KindCase) => object): string =>
    kinds.map((kind) => source(kind, kind.kind, kind.foreign, optionsOf(kind))).join("");
  const program = programWith((kind) => ({ import: kind.idOf(kind.expected(kind.foreign)[0], state) }));
  const { folder, stack, up } = await open(bench, "imports", program);
  const all = kinds.map(({ kind }) => created(kind));
  await stage(bench, {
    title: "an import by id",
    run: up,
    holds: (run) => assertions.did(run, all),
    holdsFor: async ({ kind, foreign, ...rest }, _, seen) =>
      hasIds(stack, { ...rest, kind, foreign, declared: { [kind]: foreign } }, seen),
  });
  await writeProgram(
    folder,
    programWith(() => ({})),
  );
  const run = async (): Promise<PulumiRun> => stack.run("preview", "--refresh", "--expect-no-changes");
  await stage(bench, { title: "a preview after the imports", run });
}

/** What an export has on demand only. */
const LISTINGS = [
  "projects",
  "agent-api-keys",
  "feature-controls",
  "integrations",
  "project-api-keys",
  "project-backups",
  "snapshot-schedules",
  "stores",
].map((name) => `--${name}`);

interface Summary {
  readonly resources: readonly { readonly type: string; readonly id: string }[];
  readonly secrets: readonly { readonly key: string; readonly path: string }[];
  readonly skipped: readonly { readonly what: string }[];
}

async function exported(bench: Bench): Promise<void> {
  const { sandbox, service } = bench;
  const folder = join(sandbox.folder, "exported");
  const listed = ["--access-list", `${service.orgId}/${service.apiKeyId}`, "--api-keys", service.orgId];
  const flags = [...LISTINGS, ...listed, "--json"];
  let summary: Summary = { resources: [], secrets: [], skipped: [] };
  await stage(bench, {
    title: "an export of everything",
    async run() {
      const finished = await exportTo(service, folder, ...flags);
      summary = JSON.parse(finished.stdout) as Summary;
      return { ...finished, command: "export", events: [] };
    },
    holds({ code, output }) {
      // This service does not show its manifest.
      const skipped = summary.skipped.map(({ what }) => what);
      assert.deepEqual([code, skipped], [3, ["version manifest"]], output);
    },
    holdsFor({ kind, live, idOf, exportedToo }, _, { state }) {
      const ids = summary.resources.flatMap(({ type, id }) => (type === kind ? [id] : []));
      const there = [
        ...Object.keys(live(state)).map((name) => idOf(name, state)),
        ...(exportedToo?.(state) ?? []),
      ];
      assert.deepEqual(ids.sort(), there.sort());
    },
  });
  await install(folder);
  const secrets = summary.secrets.map(({ key, path }) => ({
    [`ops-manager:${key}`]: { secret: SECRETS[path] ?? "" },
  }));
  const config = Object.assign(connectionTo(service), ...secrets) as Record<string, ConfigValue>;
  const stack = await sandbox.createStack({ project: folder, name: "exported", config });
  const runs: [title: string, operation: Operation, ...flags: string[]][] = [
    ["an import of the exported program", "import", "--file", "import.json", "--generate-code=false"],
    ["its first up", "up", "--skip-preview"],
    ["a preview after it", "preview", "--refresh", "--expect-no-changes"],
  ];
  for (const [title, ...args] of runs) await stage(bench, { title, run: async () => stack.run(...args) });
}
