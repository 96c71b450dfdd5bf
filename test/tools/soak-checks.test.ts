import assert from "node:assert/strict";
import { dice } from "../../scripts/soak/dice";
import { type Emulator, startEmulator } from "../../src/emulator";
import { createChance, type Declaration, edit, PROJECTS } from "../soak/engine/declarations";
import { compareService, findForeign, type Foreign } from "../soak/engine/service";
import type { Recorded } from "../soak/engine/state";
import { STORE } from "../unit/emulator/client";

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
    const mail = { typeName: "EMAIL", emailAddress: "a@example.com" };
    const body = { eventTypeName: "NO_PRIMARY", enabled: true, notifications: [mail] };
    const declare = (kind: string, name: string, args: object): Declaration =>
      ({ kind, name, args }) as unknown as Declaration;
    const single = declare("AlertConfig", "single", { projectId: PROJECT, ...body });
    const alertConfigs = { member: body };
    const set = declare("AlertConfigSet", "set", { projectId: PROJECT, unmanaged: "ignore", alertConfigs });
    const { id: storeId, ...storeBody } = STORE;
    const store = declare("OplogS3Config", "store", { storeId, ...storeBody, labels: [] });
    const named = { projectId: PROJECT, clusterId: CLUSTER, clusterName: "orders" };
    const cluster = declare("ClusterName", "cluster", named);
    const manifest = declare("VersionManifest", "manifest", { text: "{}", allowDowngrade: true });
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
      ): Recorded => {
        const alertIds = kind === "AlertConfig" ? [id.split("/")[1] ?? ""] : Object.values(members);
        return { kind, name, id, members, isOld: false, alertIds };
      };
      const [one, two] = [emulator.alertConfigs().add(BODY), emulator.alertConfigs().add(BODY)];
      emulator.oplogS3Configs.set(storeId, { ...storeBody, labels: [] });
      recorded.splice(
        0,
        recorded.length,
        record("AlertConfig", "single", `${PROJECT}/${one.id}`),
        record("AlertConfigSet", "set", `${PROJECT}/set`, { member: two.id }),
        record("OplogS3Config", "store", storeId),
        record("ClusterName", "cluster", `${PROJECT}/${CLUSTER}`),
        record("VersionManifest", "manifest", "versionManifest"),
      );
      emulator.versionManifest.set("current", { text: "{}" });
    });
    after(async () => emulator.close());

    it("nothing if all is as declared", () => assert.deepEqual(problems(), []));

    const alerts = () => emulator.alertConfigs();
    const foreignId = (): string => [...foreign.alerts.keys()][0] ?? "";
    const recordedAt = (index: number): Recorded => recorded[index] ?? assert.fail();
    const cases: Readonly<Record<string, [() => unknown, RegExp]>> = {
      "a doubled alert configuration": [() => alerts().add(BODY), /is left over/],
      "a lost one": [() => alerts().delete(alertIdOf(0)), /single .* does not exist/],
      "a lost member": [() => alerts().delete(alertIdOf(1)), /set\.member .* does not exist/],
      "a changed one": [() => alerts().update(alertIdOf(0), { enabled: false }), /single is .*, not/],
      "one in another project": [
        () => {
          const { id, ...rest } = alerts().get(alertIdOf(0)) ?? { id: "" };
          alerts().delete(id);
          emulator.alertConfigs(OTHER_PROJECT).set(id, { ...rest, groupId: OTHER_PROJECT });
        },
        /single .* does not exist in/,
      ],
      "a set without a member": [
        () => (recorded[1] = { ...recordedAt(1), members: {} }),
        /set has , not member/,
      ],
      "another secret": [
        () => emulator.oplogS3Configs.update(storeId, { awsSecretKey: "other" }),
        /store has another awsSecretKey/,
      ],
      "another name": [() => rename(CLUSTER), /is "other", not "orders"/],
      "another name of a cluster that is not declared": [
        () => rename("62d8a2c4a90e4c5d8b31b7d3"),
        /which is not declared, is "other", not "telemetry"/,
      ],
      "another manifest": [
        () => emulator.versionManifest.set("current", { text: "[]" }),
        /the manifest is another one/,
      ],
      "a store with another field": [
        () => emulator.oplogS3Configs.update(storeId, { labels: ["x"] }),
        /store has another labels/,
      ],
      "a store that is left over": [
        () => emulator.oplogS3Configs.set("other", {}),
        /the store other is left over/,
      ],
      "a change of what others have": [
        () => alerts().update(foreignId(), { enabled: false }),
        /of others was/,
      ],
      "what others have lost": [() => alerts().delete(foreignId()), /of others was/],
      "a resource that is missing in the state": [() => recorded.shift(), /single is 0 times in the state/],
      "a resource that is still in the state": [
        () => recorded.push({ ...recordedAt(2), name: "removed" }),
        /removed is still in the state/,
      ],
    };
    const rename = (id: string) => emulator.clusters().update(id, { clusterName: "other" });
    const alertIdOf = (index: number): string => recorded[index]?.alertIds[0] ?? "";
    for (const [what, [change, message]] of Object.entries(cases)) {
      it(what, () => {
        change();
        assert.match(problems()[0] ?? "", message);
      });
    }
  });
});
