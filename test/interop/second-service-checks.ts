/** Checks the newer kinds of resources on the real engine, against a server that shares nothing with the emulator. */

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPlugin } from "../../scripts/plugin/build";
import type { Emulator } from "../../src/emulator";
import * as assertions from "../e2e/support/assertions";
import { exportTo, install } from "../e2e/support/exported";
import { nothingLeaked } from "../e2e/support/leaks";
import { connectionTo } from "../e2e/support/playground";
import { prepared } from "../e2e/support/prepared";
import type { Change } from "../support/events";
import { changesIn } from "../support/events";
import type { ConfigValue, Operation, PulumiRun } from "../support/sandbox";
import { openSandbox } from "../support/sandbox";
import type { Check } from "./report";
import type { Fault } from "./second-service";
import { startSecondService } from "./second-service";
import type { KindCase } from "./second-service-case";
import { SECRETS } from "./second-service-case";
import { functions } from "./second-service-functions";
import { foreignState, kindsOn } from "./second-service-kinds";
import { limits } from "./second-service-limits";
import type { Bench, Life, Stage } from "./second-service-stages";
import {
  declarations,
  hasAll,
  hasExactly,
  hasIds,
  hasKeys,
  namesOf,
  open,
  source,
  stage,
} from "./second-service-stages";

const { created, deleted, messagesAt } = assertions;

/** Belongs to the export: its kind is older, and has its checks elsewhere. */
const ALERT = `new opsmanager.AlertConfig("alert", { projectId: shop.id, eventTypeName: "NO_PRIMARY", enabled: true,
  notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 15, delayMin: 0 }] });\n`;

/** Updates and deletions meet these. */
const UPDATES: readonly Fault[] = [
  { method: "PATCH", path: "/groups/[^/]*$", lose: true },
  { method: "PATCH", path: "/orgs/.*/apiKeys/", lose: true },
  { method: "PATCH", path: "/snapshotSchedule$", lose: true },
  { method: "POST", path: "/snapshot/mongoConfigs$", lose: true },
  { method: "POST", path: "/fileSystemConfigs$", lose: true },
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
const DELETED = [
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
];
const DELETIONS: readonly Fault[] = [
  { method: "PUT", path: "/controlledFeature$", lose: true },
  { method: "PUT", path: "/admin/backup/groups/", lose: true },
  { method: "PUT", path: "/snapshot/mongoConfigs/", lose: true },
  ...DELETED.map((path): Fault => ({ method: "DELETE", path, lose: true })),
];

export async function secondServiceChecks(check: Check): Promise<void> {
  const binDir = await prepared();
  const folder = await mkdtemp(join(tmpdir(), "plugin-"));
  try {
    await checksOn(check, binDir);
    await checksOn(check, binDir, await buildPlugin(join(folder, "plugin")));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param plugin its folder. @default the programs have the classes of the package */
async function checksOn(check: Check, binDir: string, plugin?: string): Promise<void> {
  const sandbox = await openSandbox({ binDir });
  const service = await startSecondService();
  try {
    await service.change({ ...foreignState(service), switches: { isOld: true, unset: 401 } });
    const bench = { check, service, kinds: kindsOn(service), sandbox, plugin, stacks: [], transcript: [] };
    const life = await open(bench, "life", declarations(bench) + ALERT);
    await creations(bench, life);
    await repairs(bench, life);
    const rotated = await rotations(bench, life);
    await undeclared(bench, rotated);
    await unauthorized(bench, rotated);
    await refusals(bench, rotated);
    await functions(bench);
    await limits(bench);
    await imports(bench);
    // An exported program has the classes of the package.
    if (plugin === undefined) await exported(bench);
    await destruction(bench, life);
    await leaks(bench);
  } finally {
    await sandbox.close();
    await service.stop();
  }
}

/** Destroys everything, also what others have deleted before. */
async function destruction(bench: Bench, { stack }: Life): Promise<void> {
  const { kinds, service } = bench;
  const { state } = await service.see();
  for (const { gone } of kinds) if (gone !== undefined) await service.change(gone(state));
  await stage(bench, {
    title: "a destroy with lost responses",
    faults: DELETIONS,
    run: async () => stack.run("destroy", "--skip-preview"),
    holds: (run) => assertions.did(run, namesOf(bench).map(deleted)),
    writes: true,
    holdsFor: (kind, _, seen) => hasExactly(kind, seen, kind.left ?? []),
  });
}

/** Searches everything that the runs leave behind for secrets and keys. */
async function leaks({ check, plugin, sandbox, service, stacks, transcript }: Bench): Promise<void> {
  const form = plugin === undefined ? "" : ", with the plugin";
  await check(`the engine against a second server${form}: nothing shows a secret or a key`, async () => {
    const { issued } = await service.see();
    const secrets = [...Object.values(SECRETS), ...issued];
    // Of the service it needs the private key only.
    const emulator = service as unknown as Emulator;
    for (const stack of stacks) await nothingLeaked({ emulator, sandbox, stack, transcript }, secrets);
    return `${secrets.length} secrets, ${stacks.length} stacks`;
  });
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
  // The host of the classes passes no inputs to a read, and the state of a store has no `adopt`: a refresh shows that it is gone.
  const shownOf = ({ kind, declared, shown }: KindCase): Change[] =>
    shown.map((change) => {
      const isAdopted = change.op === "update" && declared[change.resource]?.["adopt"] === true;
      return isAdopted && kind.endsWith("Store") && bench.plugin === undefined
        ? { ...change, fields: ["__adopt", ...change.fields] }
        : change;
    });
  await stage(bench, {
    title: "a refresh after changes by hand",
    run: async () => stack.run("refresh", "--skip-preview"),
    holdsFor: (kind, run) => assert.deepEqual(changesOf(kind, run), shownOf(kind)),
  });
  await stage(bench, {
    title: "an up that repairs them, with lost responses and a conflict",
    faults: UPDATES,
    run: up,
    writes: true,
    holdsFor(kind, run, seen) {
      const repaired = shownOf(kind).map((each) => (each.op === "delete" ? created(each.resource) : each));
      assert.deepEqual(changesOf(kind, run), repaired);
      hasAll(kind, seen);
    },
  });
}

/** Replaces keys, of which a response is lost again: the new one exists before the old one is deleted. */
async function rotations(bench: Bench, life: Life): Promise<Life> {
  const program = life.program.replaceAll('"rotation":"1"', '"rotation":"2"');
  await life.rewrite(program);
  const kinds = bench.kinds.filter(({ kind }) => kind.endsWith("ApiKey"));
  const { writes: before } = await bench.service.see();
  await stage(
    { ...bench, kinds },
    {
      title: "a rotation of keys with lost responses",
      faults: [
        { method: "POST", path: "/apiKeys$", lose: true },
        { method: "DELETE", path: "/agentapikeys/", lose: true },
      ],
      run: life.up,
      holds(run) {
        assertions.succeeded(run);
        assert.deepEqual(assertions.replacedBy(run), ["ci", "ci-shop", "platform-agents"]);
      },
      writes: true,
      async holdsFor(kind, _, seen) {
        hasAll(kind, seen);
        await hasIds(life.stack, kind, seen);
        await hasKeys(life.stack, kind, seen);
        const sent = seen.writes
          .slice(before.length)
          .filter((each) => /\/(agentapikeys|orgs.*apiKeys)/.test(each));
        const verbs = (path: string): string[] =>
          sent.filter((each) => each.includes(path)).map((each) => each.replace(/ .*/, ""));
        assert.deepEqual(verbs("/agentapikeys"), ["POST", "DELETE"]);
        // The second one deletes the key whose response was lost.
        assert.deepEqual(verbs("/orgs/"), ["POST", "DELETE", "POST", "DELETE"]);
      },
    },
  );
  return { ...life, program };
}

/** Changes what the program does not declare: that is no difference, and stays. */
async function undeclared(bench: Bench, { up }: Life): Promise<void> {
  const { kinds, service } = bench;
  const { state } = await service.see();
  for (const { undeclared: patch } of kinds) if (patch !== undefined) await service.change(patch(state).made);
  const run = async (): Promise<PulumiRun> => up("--refresh", "--expect-no-changes");
  await stage(bench, { title: "an up after changes of what is not declared", run });
  for (const { undeclared: patch } of kinds)
    if (patch !== undefined) await service.change(patch(state).taken);
}

/** A key without global roles sees no object of the whole installation, and no resource may be lost for that. */
async function unauthorized(bench: Bench, { stack }: Life): Promise<void> {
  await bench.service.change({ switches: { isGlobal: false, unset: 401 } });
  for (const target of ["ProjectBackup", "MongoOplogStore", "FileSystemSnapshotStore"]) {
    const kinds = bench.kinds.filter(({ kind }) => kind === target);
    const part: Stage = {
      title: `a refresh of ${target} with a key without global roles`,
      run: async () => stack.run("refresh", "--skip-preview", "--target", `**:${target}::*`),
      holds: (run) => assertions.failedWith(run, "USER_UNAUTHORIZED"),
      holdsFor: async (kind, _, seen) => hasIds(stack, kind, seen),
    };
    await stage({ ...bench, kinds }, part);
  }
  await bench.service.change({ switches: { isGlobal: true, unset: 404 } });
}

async function refusals(bench: Bench, { program, rewrite, up }: Life): Promise<void> {
  const kinds = bench.kinds.filter(({ refusal }) => refusal !== undefined);
  const again = kinds.map((kind) => source(kind.kind, `again-${kind.kind}`, kind.refused ?? kind.foreign));
  await rewrite(program + again.join(""));
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
  await rewrite(program);
}

async function imports(bench: Bench): Promise<void> {
  const { kinds, service } = bench;
  const { state } = await service.see();
  const programWith = (optionsOf: (kind: KindCase) => object): string =>
    kinds.map((kind) => source(kind.kind, kind.kind, kind.foreign, optionsOf(kind))).join("");
  const program = programWith((kind) => ({ import: kind.idOf(kind.expected(kind.foreign)[0], state) }));
  const { rewrite, stack, up } = await open(bench, "imports", program);
  // With the plugin the engine imports, and the state then gets what the program declares.
  const op = bench.plugin === undefined ? "create" : "import";
  await stage(bench, {
    title: "an import by id",
    run: up,
    holds(run) {
      assertions.succeeded(run);
      const all = changesIn(run.events).flatMap((change) => (change.op === op ? [change.resource] : []));
      assert.deepEqual(all.sort(), kinds.map(({ kind }) => kind).sort());
    },
    holdsFor: async ({ kind, foreign, ...rest }, _, seen) =>
      hasIds(stack, { ...rest, kind, foreign, declared: { [kind]: foreign } }, seen),
  });
  await rewrite(programWith(() => ({})));
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
  bench.stacks.push(stack);
  const runs: [title: string, operation: Operation, ...flags: string[]][] = [
    ["an import of the exported program", "import", "--file", "import.json", "--generate-code=false"],
    ["its first up", "up", "--skip-preview"],
    ["a preview after it", "preview", "--refresh", "--expect-no-changes"],
  ];
  for (const [title, ...args] of runs) await stage(bench, { title, run: async () => stack.run(...args) });
}
