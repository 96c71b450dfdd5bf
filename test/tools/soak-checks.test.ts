import assert from "node:assert/strict";
import { dice } from "../../scripts/soak/dice";
import { type Emulator, startEmulator } from "../../src/emulator";
import { createChance, type Declaration, edit, PROJECTS } from "../soak/engine/declarations";
import { compareService, findForeign, type Foreign } from "../soak/engine/service";
import type { Recorded } from "../soak/engine/state";

const MAIL = { id: "1", typeName: "EMAIL", delayMin: 0, emailAddress: "a@example.com" };
const BODY = { eventTypeName: "NO_PRIMARY", enabled: true, matchers: [], notifications: [MAIL] };
const [PROJECT, OTHER_PROJECT] = PROJECTS;
const CLUSTER = "62d1f3b7a90e4c5d8b2f6e01";

describe("a round on the real engine", () => {
  it("declares the same for the same seed", () => {
    const programs = (seed: number): Declaration[][] => {
      const chance = createChance(dice(seed));
      const first = edit(chance, [], '{"versions":[]}');
      return [first, edit(chance, first, "")];
    };
    assert.deepEqual(programs(7), programs(7));
    assert.notDeepEqual(programs(7), programs(8));
  });

  describe("finds", () => {
    let emulator: Emulator;
    let foreign: Foreign;
    const recorded: Recorded[] = [];
    const single: Declaration = {
      kind: "AlertConfig",
      name: "single",
      args: {
        projectId: PROJECT,
        eventTypeName: "NO_PRIMARY",
        enabled: true,
        notifications: [{ typeName: "EMAIL", emailAddress: "a@example.com" }],
      },
    };
    const { projectId: _, ...body } = single.args;
    const set: Declaration = {
      kind: "AlertConfigSet",
      name: "set",
      args: { projectId: PROJECT, unmanaged: "ignore", alertConfigs: { member: body } },
    };
    const store: Declaration = {
      kind: "OplogS3Config",
      name: "store",
      args: {
        storeId: "oplog",
        acceptedTos: true,
        assignmentEnabled: true,
        awsAccessKey: "AKIA",
        awsSecretKey: "secret",
        labels: [],
        pathStyleAccessEnabled: true,
        s3BucketEndpoint: "https://s3.example.com",
        s3BucketName: "oplog",
        s3MaxConnections: 5,
        sseEnabled: true,
        uri: "mongodb://example.com/",
      },
    };
    const cluster: Declaration = {
      kind: "ClusterName",
      name: "cluster",
      args: { projectId: PROJECT, clusterId: CLUSTER, clusterName: "orders", restoreOnDelete: false },
    };
    const manifest: Declaration = {
      kind: "VersionManifest",
      name: "manifest",
      args: { text: "{}", allowDowngrade: true },
    };
    const declarations = [single, set, store, cluster, manifest];
    const problems = (): string[] => compareService(emulator, declarations, recorded, foreign);

    before(async () => {
      emulator = await startEmulator();
    });
    beforeEach(() => {
      emulator.reset();
      foreign = findForeign(emulator);
      foreign.clusters.delete(CLUSTER);
      const record = (
        kind: string,
        name: string,
        id: string,
        members: Recorded["members"] = {},
      ): Recorded => ({
        kind,
        name,
        id,
        members,
        isOld: false,
        alertIds: kind === "AlertConfig" ? [id.split("/")[1] ?? ""] : Object.values(members),
      });
      const [one, two] = [emulator.alertConfigs().add(BODY), emulator.alertConfigs().add(BODY)];
      emulator.oplogS3Configs.set("oplog", { ...store.args, labels: [] });
      recorded.splice(
        0,
        recorded.length,
        record("AlertConfig", "single", `${PROJECT}/${one.id}`),
        record("AlertConfigSet", "set", `${PROJECT}/set`, { member: two.id }),
        record("OplogS3Config", "store", "oplog"),
        record("ClusterName", "cluster", `${PROJECT}/${CLUSTER}`),
        record("VersionManifest", "manifest", "versionManifest"),
      );
      emulator.versionManifest.set("current", { text: "{}" });
    });
    after(async () => emulator.close());

    it("nothing if all is as declared", () => assert.deepEqual(problems(), []));

    const cases: Readonly<Record<string, [() => unknown, RegExp]>> = {
      "a doubled alert configuration": [() => emulator.alertConfigs().add(BODY), /is left over/],
      "a lost one": [() => emulator.alertConfigs().delete(alertIdOf(0)), /single .* does not exist/],
      "a lost member": [() => emulator.alertConfigs().delete(alertIdOf(1)), /set\.member .* does not exist/],
      "a changed one": [
        () => emulator.alertConfigs().update(alertIdOf(0), { enabled: false }),
        /single is .*, not/,
      ],
      "one in another project": [
        () => {
          const { id, ...rest } = emulator.alertConfigs().get(alertIdOf(0)) ?? { id: "" };
          emulator.alertConfigs().delete(id);
          emulator.alertConfigs(OTHER_PROJECT).set(id, { ...rest, groupId: OTHER_PROJECT });
        },
        /single .* does not exist in/,
      ],
      "a set without a member": [
        () => (recorded[1] = { ...(recorded[1] as Recorded), members: {} }),
        /set has , not member/,
      ],
      "another secret": [
        () => emulator.oplogS3Configs.update("oplog", { awsSecretKey: "other" }),
        /oplog has another awsSecretKey/,
      ],
      "another name": [
        () => emulator.clusters().update(CLUSTER, { clusterName: "other" }),
        /is "other", not "orders"/,
      ],
      "another name of a cluster that is not declared": [
        () => emulator.clusters().update("62d8a2c4a90e4c5d8b31b7d3", { clusterName: "other" }),
        /which is not declared, is "other", not "telemetry"/,
      ],
      "another manifest": [
        () => emulator.versionManifest.set("current", { text: "[]" }),
        /the manifest is another one/,
      ],
      "a store with another field": [
        () => emulator.oplogS3Configs.update("oplog", { labels: ["x"] }),
        /oplog has another labels/,
      ],
      "a store that is left over": [
        () => emulator.oplogS3Configs.set("other", {}),
        /the store other is left over/,
      ],
      "a change of what others have": [
        () => emulator.alertConfigs().update([...foreign.alerts.keys()][0] ?? "", { enabled: false }),
        /of others was/,
      ],
      "what others have lost": [
        () => emulator.alertConfigs().delete([...foreign.alerts.keys()][0] ?? ""),
        /of others was/,
      ],
      "a resource that is missing in the state": [() => recorded.shift(), /single is 0 times in the state/],
      "a resource that is still in the state": [
        () => recorded.push({ ...(recorded[2] as Recorded), name: "removed" }),
        /removed is still in the state/,
      ],
    };
    const alertIdOf = (index: number): string => recorded[index]?.alertIds[0] ?? "";
    for (const [what, [change, message]] of Object.entries(cases)) {
      it(what, () => {
        change();
        assert.match(problems()[0] ?? "", message);
      });
    }
  });
});
