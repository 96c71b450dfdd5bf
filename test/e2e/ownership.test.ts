import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../src/emulator";
import { changesIn } from "../../scripts/demo/events";
import type { PulumiRun } from "../../scripts/demo/sandbox";
import { created, did, failedWith, stateOf, succeeded, updated } from "./support/assertions";
import { connectionTo, usePlayground } from "./support/playground";

const PROJECT = "60a2b7c9e4b0c5571d3f8e12";
const CLUSTER = "62d1f3b7a90e4c5d8b2f6e01";

interface Parts {
  readonly name?: string;
  readonly args?: string;
  readonly options?: string;
}

const alert = ({ name = "alert", args = "", options = "" }: Parts = {}): string => `
new opsmanager.AlertConfig("${name}", {
  projectId: "${PROJECT}", eventTypeName: "HOST_DOWN", enabled: true, ${args}
  notifications: [{ typeName: "EMAIL", emailAddress: "a@example.com", intervalMin: 60, delayMin: 0 }],
}, { ${options} });
`;

const store = ({ name = "store", args = "", options = "" }: Parts = {}): string => `
new opsmanager.OplogS3Config("${name}", {
  storeId: "oplog", acceptedTos: true, awsAccessKey: "AKIAOWNEROWNEROWNER0", awsSecretKey: "owner-secret-key",
  pathStyleAccessEnabled: true, s3BucketEndpoint: "https://s3.example.com", s3BucketName: "oplog",
  s3MaxConnections: 5, sseEnabled: true, uri: "mongodb://backup:owner-password@metadata.example.com/", ${args}
}, { ${options} });
`;

const cluster = ({ name = "cluster", args = "", options = "" }: Parts = {}): string => `
new opsmanager.ClusterName("${name}", {
  projectId: "${PROJECT}", clusterId: "${CLUSTER}", clusterName: "managed", restoreOnDelete: true, ${args}
}, { ${options} });
`;

describe("the object of a resource", function () {
  const playground = usePlayground(this, { program: "", config: (emulator) => connectionTo(emulator, "eu") });
  const run: typeof playground.run = async (...args) => playground.run(...args);
  const rewrite: typeof playground.rewrite = async (program) => playground.rewrite(program);

  let alertId: string;
  const adopting = (): Parts => ({ args: `adoptId: "${alertId}",` });

  /** The objects that exist. */
  const live = () => {
    const { emulator } = playground;
    return {
      alert: emulator.alertConfigs().get(alertId) !== undefined,
      store: emulator.oplogS3Configs.get("oplog") !== undefined,
      cluster: emulator.clusters().get(CLUSTER)?.clusterName,
    };
  };
  const ALL = { alert: true, store: true, cluster: "managed" };
  const urnOf = async (name: string): Promise<string> =>
    (await stateOf(playground.stack))[name]?.urn ?? assert.fail(name);

  before(async () => {
    await rewrite(alert() + store() + cluster());
    succeeded(await run("up"));
    const id = (await stateOf(playground.stack))["alert"]?.outputs?.["alertConfigId"];
    alertId = String(id);
    assert.deepEqual(live(), ALL);
  });

  it("survives a forced replacement that adopts it", async () => {
    await rewrite(alert(adopting()) + store({ args: "adopt: true," }) + cluster());
    const targets = await Promise.all(
      ["alert", "store", "cluster"].map(async (name) => ["--replace", await urnOf(name)]),
    );
    const { emulator } = playground;
    emulator.clearRequests();
    succeeded(await run("up", ...targets.flat()));
    assert.deepEqual(live(), ALL);
    assert.equal(emulator.counters.writes, 0);
    succeeded(await run("up", "--refresh", "--expect-no-changes"));
  });

  it("survives a forced replacement that deletes first", async () => {
    const options = "deleteBeforeReplace: true";
    await rewrite(
      alert({ ...adopting(), options }) + store({ args: "adopt: true,", options }) + cluster({ options }),
    );
    const targets = await Promise.all(
      ["alert", "store", "cluster"].map(async (name) => ["--replace", await urnOf(name)]),
    );
    succeeded(await run("up", ...targets.flat()));
    assert.deepEqual(live(), ALL);
  });

  it("survives a run that ends between the creation of the replacement and the deletion", async () => {
    const { emulator } = playground;
    // The replacements adopt their objects. The program then fails before the engine deletes the old resources.
    let count = 0;
    const named = (alert(adopting()) + store({ args: "adopt: true," }) + cluster()).replaceAll(
      /^new /gm,
      () => `const r${count++} = new `,
    );
    await rewrite(
      `${named}
      pulumi.all([r0.id, r1.id, r2.id]).apply(() => { throw new Error("the program ends here"); });`,
    );
    const targets = await Promise.all(
      ["alert", "store", "cluster"].map(async (name) => ["--replace", await urnOf(name)]),
    );
    assert.notEqual((await run("up", ...targets.flat())).code, 0);
    const pending = (await exportedResources()).filter((resource) => resource.delete === true);
    assert.equal(pending.length, 3, "the old resources are still to be deleted");
    await rewrite(alert() + store() + cluster());
    emulator.clearRequests();
    succeeded(await run("up"));
    assert.equal((await exportedResources()).filter((resource) => resource.delete === true).length, 0);
    assert.deepEqual(live(), ALL);
    assert.equal(emulator.counters.writes, 0);
  });

  it("survives the documented renaming of its resource without an alias", async () => {
    const name = "renamed";
    await rewrite(
      alert({ name: "renamed-alert", ...adopting() }) +
        store({ name, args: "adopt: true," }) +
        cluster({ name: "renamed-cluster" }),
    );
    succeeded(await run("up"));
    assert.deepEqual(live(), ALL);
    await rewrite(alert({ name: "renamed-alert" }) + store({ name }) + cluster({ name: "renamed-cluster" }));
    succeeded(await run("up", "--refresh", "--expect-no-changes"));
  });

  it("is updated in place when the connection changes, unless the new one leads to another service", async () => {
    const { emulator } = playground;
    const args = `connection: "eu",`;
    const moved =
      alert({ name: "renamed-alert", args }) +
      store({ name: "renamed", args }) +
      cluster({ name: "renamed-cluster", args });
    await rewrite(moved);
    emulator.clearRequests();
    did(
      await run("up"),
      ["renamed-alert", "renamed", "renamed-cluster"].map((name) => updated(name, "connection")),
    );
    assert.equal(emulator.counters.writes, 0);
    assert.deepEqual(live(), ALL);

    const elsewhere: Emulator = await startEmulator();
    try {
      await playground.stack.configure(connectionTo(elsewhere, "us"));
      await rewrite(moved.replaceAll('"eu"', '"us"'));
      failedWith(
        await run("preview"),
        /connection: its service has no (alert configuration|oplog store|cluster)/,
      );
      assert.equal(elsewhere.counters.writes, 0);
    } finally {
      await elsewhere.close();
    }
    assert.deepEqual(live(), ALL);
  });

  it("is deleted with its resource, even by an up that refreshes first", async () => {
    await rewrite(store({ name: "renamed" }) + cluster({ name: "renamed-cluster" }));
    succeeded(await run("up", "--refresh"));
    assert.deepEqual(live(), { ...ALL, alert: false });
    succeeded(await run("destroy"));
    // "managed" was already the name of the cluster when the resource was replaced above.
    assert.deepEqual(live(), { alert: false, store: false, cluster: "managed" });
  });

  it("is deleted when `replaceOnChanges` replaces it with a new one", async () => {
    const { emulator } = playground;
    const count = emulator.alertConfigs().list().length;
    await rewrite(alert());
    succeeded(await run("up"));
    await rewrite(
      alert({ options: 'replaceOnChanges: ["enabled"]' }).replace("enabled: true", "enabled: false"),
    );
    const replaced = await run("up");
    succeeded(replaced);
    assert.deepEqual(replacements(replaced), ["alert"]);
    assert.equal(emulator.alertConfigs().list().length, count + 1);
  });

  async function exportedResources(): Promise<readonly { delete?: boolean }[]> {
    return ((await playground.stack.stored()).resources ?? []) as { delete?: boolean }[];
  }
});

describe("resources of a component", function () {
  const playground = usePlayground(this, { program: "" });

  it("are created, and unchanged in a preview", async () => {
    const { emulator } = playground;
    const options = "parent: this";
    await playground.rewrite(`class Team extends pulumi.ComponentResource {
      constructor(name: string) {
        super("acme:index:Team", name);
        ${alert({ options })}${alert({ name: "second", options })}${store({ options })}${cluster({ options })}
      }
    }
    new Team("team");`);
    const before = emulator.alertConfigs().list().length;
    succeeded(await playground.run("up"));
    assert.equal(emulator.alertConfigs().list().length, before + 2);
    succeeded(await playground.run("preview", "--expect-no-changes"));
  });
});

describe("a resource whose write failed", function () {
  const playground = usePlayground(this, {
    program: cluster(),
    config: () => ({ "opsmanager:maxRetries": "0" }),
  });
  const nameNow = () => playground.emulator.clusters().get(CLUSTER)?.clusterName;
  const lose = (): void =>
    playground.emulator.faults.add({ match: { method: "PATCH" }, action: "resetBefore" });

  it("can be refreshed, and then written", async () => {
    lose();
    await playground.rewrite(cluster().replace('"managed"', '"other"'));
    failedWith(await playground.run("up"), "the connection broke");
    succeeded(await playground.run("refresh"));
    succeeded(await playground.run("up"));
    assert.equal(nameNow(), "other");
  });
});

describe("two resources for one object", function () {
  const playground = usePlayground(this, { program: "" });
  const run: typeof playground.run = async (...args) => playground.run(...args);
  const rewrite: typeof playground.rewrite = async (program) => playground.rewrite(program);

  it("are refused before either writes if both ids are plain values, even without a preview", async () => {
    await rewrite(cluster({ name: "first" }) + cluster({ name: "second" }).replace('"managed"', '"other"'));
    failedWith(await run("up"), /The resources "first" and "second" both manage the .*: keep one of them/);
    assert.equal(playground.emulator.counters.writes, 0);
  });

  it("are refused before the second writes if an id is known later", async () => {
    const later = `pulumi.output(new Promise<string>((known) => setTimeout(() => known("${CLUSTER}"), 500)))`;
    await rewrite(
      cluster({ name: "first" }) +
        cluster({ name: "second" })
          .replace('"managed"', '"other"')
          .replace(`clusterId: "${CLUSTER}"`, `clusterId: ${later}`),
    );
    failedWith(await run("up"), /both manage the name of the cluster .*: keep one of them/);
    assert.equal(playground.emulator.counters.writes, 1);
  });
});

describe("an existing object in a preview", function () {
  const playground = usePlayground(this, { program: "" });
  const run: typeof playground.run = async (...args) => playground.run(...args);
  const rewrite: typeof playground.rewrite = async (program) => playground.rewrite(program);

  it("is compared field by field, and the differences are logged at the resource, before it is adopted", async () => {
    const { emulator } = playground;
    const [existing] = emulator.alertConfigs().list();
    const id = existing?.id ?? assert.fail("none");
    await rewrite(alert({ args: `adoptId: "${id}",` }) + cluster());
    const preview = await run("preview");
    did(preview, [created("alert"), created("cluster")]);
    assert.match(
      messageAt(preview, "alert"),
      new RegExp(`\\(${PROJECT}/${id}\\) exists and is adopted; this changes it:`),
    );
    assert.match(messageAt(preview, "alert"), / {2}eventTypeName: "\w+" => "HOST_DOWN"/);
    assert.match(messageAt(preview, "cluster"), /clusterName: "orders" => "managed"/);
    assert.equal(emulator.counters.writes, 0);
    const up = await run("up");
    succeeded(up);
    assert.match(up.output, new RegExp(`${id}\\) exists and is adopted; this changes it:`));
  });

  it("is imported by the option `import` without a write, or refused with the differences", async () => {
    const { emulator } = playground;
    await rewrite("");
    succeeded(await run("destroy"));
    emulator.reset();
    const options = `import: "${PROJECT}/${CLUSTER}"`;
    await rewrite(cluster({ options }));
    failedWith(await run("preview"), "import: the name of the cluster", 'clusterName: "orders" => "managed"');
    await rewrite(cluster({ options }).replace('"managed"', '"orders"'));
    did(await run("up"), [created("cluster")]);
    assert.equal(emulator.counters.writes, 0);
  });
});

function replacements({ events }: PulumiRun): string[] {
  return changesIn(events)
    .filter(({ op }) => op === "replace")
    .map(({ resource }) => resource);
}

/** Joins the messages that the run logged at a resource. */
function messageAt({ events }: PulumiRun, name: string): string {
  return events
    .map(({ diagnosticEvent }) => diagnosticEvent)
    .filter((diagnostic) => diagnostic?.urn?.endsWith(`::${name}`))
    .map((diagnostic) => diagnostic?.message.replaceAll(/<\{%.*?%\}>/g, "") ?? "")
    .join("\n");
}
