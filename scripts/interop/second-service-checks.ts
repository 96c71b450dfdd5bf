/** Checks the newer kinds of resources on the real engine, against a server that shares nothing with the emulator. */

import assert from "node:assert/strict";
import { join } from "node:path";
import * as assertions from "../../test/e2e/support/assertions";
import { exportTo, install } from "../../test/e2e/support/exported";
import { connectionTo } from "../../test/e2e/support/playground";
import { prepared } from "../../test/e2e/support/prepared";
import { writeProgram, writeProject } from "../../test/e2e/support/program";
import { changesIn } from "../demo/events";
import type { PulumiRun, Sandbox, Stack } from "../demo/sandbox";
import { openSandbox } from "../demo/sandbox";
import type { Check } from "./report";
import type { Fault, SecondService, Seen } from "./second-service";
import { startSecondService } from "./second-service";
import type { Args, KindCase } from "./second-service-kinds";
import { foreignState, kindsOn, SECRETS } from "./second-service-kinds";

const { created, deleted, messagesAt, stateOf } = assertions;

/** Belongs to the export: its kind is older, and has its checks elsewhere. */
const ALERT = `new opsmanager.AlertConfig("alert", { projectId: shop.id, eventTypeName: "NO_PRIMARY", enabled: true,
  notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 15, delayMin: 0 }] });\n`;

/** Updates and deletions meet these. */
const UPDATES: readonly Fault[] = [
  { method: "PATCH", path: "/groups/", lose: true },
  { method: "PUT", path: "auditLogRotateConfig", errorCode: "AUTOMATION_CONFIG_CONCURRENT_MODIFICATION" },
  { method: "PUT", path: "systemLogRotateConfig", lose: true },
  { method: "PUT", path: "/s3Configs/snapshots", lose: true },
];
const DELETIONS: readonly Fault[] = ["/groups/[^/]*$", "/accessList/", "/s3Configs/"].map((path) => ({
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

interface Stage {
  readonly title: string;
  readonly faults?: readonly Fault[];
  readonly run: () => Promise<PulumiRun>;
  /** @default it succeeds */
  readonly holds?: (run: PulumiRun) => void;
  /** @default false */
  readonly writes?: boolean;
  readonly holdsFor?: (kind: KindCase, run: PulumiRun, seen: Seen) => void;
}

export async function secondServiceChecks(check: Check): Promise<void> {
  const service = await startSecondService();
  const binDir = await prepared();
  const sandbox = await openSandbox({ binDir, env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } });
  try {
    await service.change(foreignState(service));
    const bench = { check, service, kinds: kindsOn(service), sandbox };
    const { stack, names } = await life(bench);
    await imports(bench);
    await exported(bench);
    await stage(bench, {
      title: "a destroy with lost responses",
      faults: DELETIONS,
      run: async () => stack.run("destroy", "--skip-preview"),
      holds: (run) => assertions.did(run, names.map(deleted)),
      writes: true,
      holdsFor: (kind, _, seen) => hasExactly(kind, seen, [kind.foreign]),
    });
  } finally {
    await sandbox.close();
    await service.stop();
  }
}

/** Runs the engine, and checks the run as a whole and for each kind. */
async function stage(
  { check, kinds, service }: Bench,
  { title, faults = [], run, ...expected }: Stage,
): Promise<void> {
  const { holds = assertions.succeeded, writes = false, holdsFor } = expected;
  const before = await service.fail(faults);
  let result: PulumiRun | undefined;
  let after = before;
  await check(title, async () => {
    result = await run();
    after = await service.see();
    holds(result);
    assert.deepEqual(after.faults, [], "requests that were not sent");
    if (!writes) assert.deepEqual(after.writes.slice(before.writes.length), []);
  });
  if (holdsFor === undefined) return;
  for (const kind of kinds)
    await check(`${title}: ${kind.kind}`, async () => holdsFor(kind, result ?? assert.fail("no run"), after));
}

/** Asserts that the service has of a kind what these arguments declare, and nothing else. */
function hasExactly({ live, expected }: KindCase, { state }: Seen, declared: readonly Args[]): void {
  assert.deepEqual(live(state), Object.fromEntries(declared.map(expected)));
}

function source({ kind }: KindCase, name: string, args: Args, options: object = {}): string {
  const text = JSON.stringify(args).replaceAll(/"@(\w+)"/g, "$1.id");
  return `const ${name.replace("-", "_")} = new opsmanager.${kind}("${name}", ${text}, ${JSON.stringify(options)});\n`;
}

async function openStack({ sandbox, service }: Bench, name: string, program: string) {
  const folder = await writeProject(sandbox.folder, program);
  const stack = await sandbox.createStack({ project: folder, name, config: connectionTo(service) });
  return { folder, stack, up: async (...flags: string[]) => stack.run("up", "--skip-preview", ...flags) };
}

async function life(bench: Bench): Promise<{ stack: Stack; names: string[] }> {
  const { kinds, service } = bench;
  const all = kinds.flatMap((kind) =>
    Object.entries(kind.declared).map(([name, args]) => ({ kind, name, args })),
  );
  const names = [...all.map(({ name }) => name), "alert"];
  const program = all.map(({ kind, name, args }) => source(kind, name, args)).join("") + ALERT;
  const { folder, stack, up } = await openStack(bench, "life", program);
  const createdAll = (run: PulumiRun): void => assertions.did(run, names.map(created));
  const hasAll = (kind: KindCase, seen: Seen): void =>
    hasExactly(kind, seen, [kind.foreign, ...Object.values(kind.declared)]);
  const changesOf = ({ declared }: KindCase, { events }: PulumiRun) =>
    changesIn(events).filter(({ resource }) => resource in declared);

  await stage(bench, {
    title: "a preview in which the projects are new, so that no id is known",
    run: async () => stack.run("preview"),
    holds: createdAll,
  });
  await stage(bench, {
    title: "an up with lost responses and conflicts",
    faults: kinds.flatMap(({ faults }) => faults),
    run: up,
    holds: createdAll,
    writes: true,
    holdsFor: (kind, _, seen) => {
      hasAll(kind, seen);
      const creations = seen.writes.filter((write) => kind.creation.test(write));
      assert.equal(creations.length, Object.keys(kind.declared).length, creations.join("\n"));
    },
  });
  await stage(bench, {
    title: "an up without a change",
    run: async () => up("--refresh", "--expect-no-changes"),
  });

  const { state } = await service.see();
  for (const patch of kinds.map(({ byHand }) => byHand(state))) await service.change(patch);
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
    holdsFor: (kind, run, seen) => {
      const repaired = kind.shown.map((each) => (each.op === "delete" ? created(each.resource) : each));
      assert.deepEqual(changesOf(kind, run), repaired);
      hasAll(kind, seen);
    },
  });

  const refused = kinds.filter(({ refusal }) => refusal !== undefined);
  const again = refused.map((kind) => source(kind, `again-${kind.kind}`, kind.foreign));
  await writeProgram(folder, program + again.join(""));
  await stage(
    { ...bench, kinds: refused },
    {
      title: "an up that declares what exists already",
      run: async () => up("--continue-on-error"),
      holds: (run) => assertions.failedWith(run),
      holdsFor: ({ kind, refusal = "" }, run) =>
        assert.ok(messagesAt(run, `again-${kind}`).includes(refusal), run.output),
    },
  );
  await writeProgram(folder, program);
  return { stack, names };
}

async function imports(bench: Bench): Promise<void> {
  const { kinds, service } = bench;
  const { state } = await service.see();
  const idOf = (kind: KindCase): string => kind.idOf(kind.expected(kind.foreign)[0], state);
  const program = (optionsOf: (kind: KindCase) => object): string =>
    kinds.map((kind) => source(kind, kind.kind, kind.foreign, optionsOf(kind))).join("");
  const { folder, stack, up } = await openStack(
    bench,
    "imports",
    program((kind) => ({ import: idOf(kind) })),
  );
  let stored: Awaited<ReturnType<typeof stateOf>> = {};
  await stage(bench, {
    title: "an import by id",
    run: async () => {
      const run = await up();
      stored = await stateOf(stack);
      return run;
    },
    holds: (run) =>
      assertions.did(
        run,
        kinds.map(({ kind }) => created(kind)),
      ),
    holdsFor: (kind) => assert.equal(stored[kind.kind]?.id, idOf(kind)),
  });
  await writeProgram(
    folder,
    program(() => ({})),
  );
  await stage(bench, {
    title: "a preview after the imports",
    run: async () => stack.run("preview", "--refresh", "--expect-no-changes"),
  });
}

interface Summary {
  readonly resources: readonly { readonly type: string; readonly id: string }[];
  readonly secrets: readonly { readonly key: string; readonly path: string }[];
  readonly skipped: readonly { readonly what: string }[];
}

async function exported(bench: Bench): Promise<void> {
  const { sandbox, service } = bench;
  const folder = join(sandbox.folder, "exported");
  const flags = ["--projects", "--access-list", `${service.orgId}/${service.apiKeyId}`, "--json"];
  let summary: Summary = { resources: [], secrets: [], skipped: [] };
  await stage(bench, {
    title: "an export of everything",
    run: async () => {
      const finished = await exportTo(service, folder, ...flags);
      summary = JSON.parse(finished.stdout) as Summary;
      return { ...finished, command: "export", events: [] };
    },
    holds: ({ code, output }) => {
      assert.equal(code, 3, output);
      assert.deepEqual(
        summary.skipped.map(({ what }) => what),
        ["version manifest"],
      );
    },
    holdsFor: ({ kind, live, idOf }, _, { state }) => {
      const ids = summary.resources.flatMap(({ type, id }) => (type === kind ? [id] : []));
      assert.deepEqual(
        ids.sort(),
        Object.keys(live(state))
          .map((name) => idOf(name, state))
          .sort(),
      );
    },
  });
  await install(folder);
  const secrets = summary.secrets.map(({ key, path }) => [
    `ops-manager:${key}`,
    { secret: SECRETS[path] ?? "" },
  ]);
  const config = { ...connectionTo(service), ...Object.fromEntries(secrets) };
  const stack = await sandbox.createStack({ project: folder, name: "exported", config });
  for (const [title, run] of [
    [
      "an import of the exported program",
      () => stack.run("import", "--file", "import.json", "--generate-code=false"),
    ],
    ["its first up", () => stack.run("up", "--skip-preview")],
    ["a preview after it", () => stack.run("preview", "--refresh", "--expect-no-changes")],
  ] as const)
    await stage(bench, { title, run });
}
