import assert from "node:assert/strict";
import * as assertions from "./support/assertions";
import { usePlayground } from "./support/playground";
import * as resources from "./support/resources";
import { alert, CLUSTER, PROJECT, SECOND_PROJECT } from "./support/resources";

const { created, did, failedWith, messagesAt, stateOf, succeeded } = assertions;
const MANAGED = 'clusterName: "managed", restoreOnDelete: true,';
const cluster = (name = "cluster", args = "", options = ""): string =>
  resources.cluster(name, MANAGED + args, options);
const store = (name = "store", args = "", options = ""): string =>
  resources.store(name, `storeId: "oplog", ${args}`, options);
describe("the object of a resource", function () {
  const playground = usePlayground(this, {
    program: "",
    config: () => ({ "opsmanager:maxRetries": "0" }),
  });
  const up = async (program: string, ...flags: string[]) => {
    await playground.rewrite(program);
    playground.emulator.clearRequests();
    return playground.run("up", ...flags);
  };
  /** Replaces all resources. */
  const replaceAll = async (program: string) => {
    const state = Object.values(await stateOf(playground.stack));
    return up(program, ...state.flatMap(({ urn }) => ["--replace", urn]));
  };

  let alertId: string;
  const PLAIN = alert("alert") + store() + cluster();
  const adopting = (options = "", prefix = ""): string =>
    alert(`${prefix}alert`, `adoptId: "${alertId}",`, options) +
    store(`${prefix}store`, "adopt: true,", options) +
    cluster(`${prefix}cluster`, "", options);
  const wroteNothing = (): void => assert.equal(playground.emulator.counters.writes, 0);

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
  const toBeDeleted = async (): Promise<number> => {
    const { resources: all = [] } = await playground.stack.stored();
    return (all as { delete?: boolean }[]).filter((each) => each.delete === true).length;
  };

  before(async () => {
    succeeded(await up(PLAIN));
    alertId = String((await stateOf(playground.stack))["alert"]?.outputs?.["alertConfigId"]);
    assert.deepEqual(live(), ALL);
  });

  it("survives a forced replacement that adopts it", async () => {
    succeeded(await replaceAll(adopting()));
    assert.deepEqual(live(), ALL);
    wroteNothing();
  });

  it("survives a replacement of everything, which another process than the creating one deletes", async () => {
    const run = await up(adopting(), "--replace", "**");
    succeeded(run);
    assert.deepEqual(live(), ALL, run.output);
    wroteNothing();
  });

  it("survives a forced replacement that deletes first", async () => {
    succeeded(await replaceAll(adopting("deleteBeforeReplace: true")));
    assert.deepEqual(live(), ALL);
  });

  it("survives a run that ends between the creation of the replacement and the deletion", async () => {
    // The replacements adopt their objects. The program then fails before the engine deletes the old resources.
    let count = 0;
    const named = adopting().replaceAll(/^new /gm, () => `const r${count++} = new `);
    const ends = `pulumi.all([r0.id, r1.id, r2.id]).apply(() => { throw new Error("the program ends here"); });`;
    assert.notEqual((await replaceAll(named + ends)).code, 0);
    assert.equal(await toBeDeleted(), 3);
    succeeded(await up(PLAIN));
    assert.equal(await toBeDeleted(), 0);
    assert.deepEqual(live(), ALL);
    wroteNothing();
  });

  it("survives the documented renaming of its resource without an alias", async () => {
    succeeded(await up(adopting("", "renamed-")));
    assert.deepEqual(live(), ALL);
    const program = alert("renamed-alert") + store("renamed-store") + cluster("renamed-cluster");
    succeeded(await up(program, "--refresh", "--expect-no-changes"));
  });

  it("is deleted with its resource, even by an up that refreshes first", async () => {
    succeeded(await up(store("renamed-store") + cluster("renamed-cluster"), "--refresh"));
    assert.deepEqual(live(), { ...ALL, alert: false });
    succeeded(await playground.run("destroy"));
    // "managed" was already the name of the cluster when the resource was replaced above.
    assert.deepEqual(live(), { alert: false, store: false, cluster: "managed" });
  });

  it("is compared field by field, and the differences are logged at the resource, before it is adopted", async () => {
    const { emulator } = playground;
    emulator.reset();
    emulator.clearRequests();
    const id = playground.alerts()[0]?.id ?? assert.fail("none");
    await playground.rewrite(alert("alert", `adoptId: "${id}",`) + cluster());
    const preview = await playground.run("preview");
    did(preview, [created("alert"), created("cluster")]);
    const said = messagesAt(preview, "alert");
    assert.ok(said.includes(`(${PROJECT}/${id}) exists and is adopted; this changes it:`), said);
    assert.match(said, / {2}eventTypeName: "\w+" => "HOST_DOWN"/);
    assert.match(messagesAt(preview, "cluster"), /clusterName: "orders" => "managed"/);
    assert.equal(emulator.counters.writes, 0);
    emulator.faults.add({ match: { method: "PATCH" }, action: "resetBefore" });
    const run = await playground.run("up");
    failedWith(run, "the connection broke");
    assert.ok(run.output.includes(`${id}) exists and is adopted; this changes it:`), run.output);
  });

  it("is written by the next up, also after a refresh, if its write failed", async () => {
    succeeded(await playground.run("up", "--refresh"));
    assert.equal(playground.emulator.clusters().get(CLUSTER)?.clusterName, "managed");
  });

  it("is refused to a second resource before either writes, even without a preview", async () => {
    const both = /The resources "first" and "second" both manage the .*: keep one of them/;
    failedWith(await up(cluster("first") + cluster("second", 'clusterName: "other",')), both);
    assert.equal(playground.emulator.counters.writes, 0);
  });

  it("is imported by the option `import` without a write, or refused with the differences", async () => {
    const id = "62d8a2c4a90e4c5d8b31b7d3";
    const imported = (name: string): string => {
      const args = `clusterId: "${id}", clusterName: "${name}",`;
      return alert("alert") + cluster() + cluster("imported", args, `import: "${PROJECT}/${id}"`);
    };
    await playground.rewrite(imported("managed"));
    const refused = await playground.run("preview");
    failedWith(refused, "import: the name of the cluster", 'clusterName: "telemetry" => "managed"');
    did(await up(imported("telemetry")), [created("imported")]);
    wroteNothing();
  });

  it("is deleted when `replaceOnChanges` replaces it with a new one", async () => {
    const count = playground.alerts().length;
    const replaced = await up(alert("alert", "enabled: false,", 'replaceOnChanges: ["enabled"]'));
    succeeded(replaced);
    assert.deepEqual(assertions.replacedBy(replaced), ["alert"]);
    assert.equal(playground.alerts().length, count);
  });

  it("survives a replacement that deletes first if a later resource adopts it", async () => {
    const id = String((await stateOf(playground.stack))["alert"]?.outputs?.["alertConfigId"]);
    const args = `projectId: "${SECOND_PROJECT}",`;
    const moved = alert("alert", args, "deleteBeforeReplace: true").replace("new ", "const first = new ");
    succeeded(await up(moved + alert("heir", `adoptId: "${id}",`, "dependsOn: [first]")));
    assert.ok(playground.emulator.alertConfigs().get(id));
    assert.equal(playground.alerts(SECOND_PROJECT).length, 1);
  });
});
