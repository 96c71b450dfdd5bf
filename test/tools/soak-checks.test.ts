import assert from "node:assert/strict";
import { dice } from "../../scripts/soak/dice";
import { type Emulator, startEmulator } from "../../src/emulator";
import { ACCESS_LIST, createChance, type Declaration, edit, PROJECTS } from "../soak/engine/declarations";
import { compareService, findForeign, type Foreign } from "../soak/engine/service";
import type { Recorded } from "../soak/engine/state";
import { STORE } from "../unit/emulator/client";

const MAIL = { typeName: "EMAIL", delayMin: 0, emailAddress: "a@example.com" };
const BODY = { eventTypeName: "NO_PRIMARY", enabled: true, matchers: [], notifications: [MAIL] };
const LIVE = { ...BODY, notifications: [{ ...MAIL, id: "1" }] };
const [PROJECT, OTHER_PROJECT] = PROJECTS;
const CLUSTER = "62d1f3b7a90e4c5d8b2f6e01";
const { id: storeId, ...storeBody } = STORE;

/** What a program declares, with the ids that its state has. */
const declare = (kind: string, name: string, args: object): Declaration =>
  ({ kind, name, args }) as unknown as Declaration;
const DECLARATIONS = [
  declare("AlertConfig", "single", { projectId: PROJECT, ...BODY }),
  declare("AlertConfigSet", "set", {
    projectId: PROJECT,
    unmanaged: "ignore",
    alertConfigs: { member: BODY },
  }),
  declare("OplogS3Config", "store", { storeId, ...storeBody, labels: [] }),
  declare("ClusterName", "cluster", { projectId: PROJECT, clusterId: CLUSTER, clusterName: "orders" }),
  declare("VersionManifest", "manifest", { text: "{}", allowDowngrade: true }),
  declare("AccessListEntry", "entry", { ...ACCESS_LIST, entry: "10.20.1.0/24" }),
  declare("AuditLogRotation", "rotation", { projectId: PROJECT, sizeThresholdMB: 100, timeThresholdHrs: 2 }),
];

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
    let recorded: Recorded[];
    let [one, two] = ["", ""];
    const problems = (): string[] => compareService(emulator, DECLARATIONS, recorded, foreign);

    before(async () => void (emulator = await startEmulator()));
    beforeEach(() => {
      emulator.reset();
      foreign = findForeign(emulator);
      foreign.clusters.delete(CLUSTER);
      [one, two] = [alerts().add(LIVE).id, alerts().add(LIVE).id];
      const record = (index: number, id: string, alertIds: string[] = [], members = {}): Recorded => {
        const { kind, name } = DECLARATIONS[index] ?? assert.fail();
        return { kind, name, id, members, isOld: false, alertIds };
      };
      recorded = [
        record(0, `${PROJECT}/${one}`, [one]),
        record(1, `${PROJECT}/set`, [two], { member: two }),
        record(2, storeId),
        record(3, `${PROJECT}/${CLUSTER}`),
        record(4, "versionManifest"),
        record(5, `${ACCESS_LIST.orgId}/${ACCESS_LIST.apiKeyId}/10.20.1.0/24`),
        record(6, PROJECT),
      ];
      entries().add({
        cidrBlock: "10.20.1.0/24",
        ipAddress: null,
        count: 0,
        created: "2026-01-01T00:00:00Z",
      });
      rotation().set(PROJECT, { sizeThresholdMB: 100, timeThresholdHrs: 2 });
      foreign.rotations.delete(PROJECT);
      stores().set(storeId, { ...storeBody, labels: [] });
      emulator.versionManifest.set("current", { text: "{}" });
    });
    after(async () => emulator.close());

    it("nothing if all is as declared", () => assert.deepEqual(problems(), []));

    const alerts = () => emulator.alertConfigs();
    const stores = () => emulator.oplogS3Configs;
    const entries = () => emulator.accessList(ACCESS_LIST.apiKeyId);
    const rotation = () => emulator.auditLogRotation;
    const foreignId = (): string => [...foreign.alerts.keys()][0] ?? "";
    const recordedAt = (index: number): Recorded => recorded[index] ?? assert.fail();
    const rename = (id: string) => emulator.clusters().update(id, { clusterName: "other" });
    const move = (): void => {
      emulator.alertConfigs(OTHER_PROJECT).set(one, { ...alerts().get(one), groupId: OTHER_PROJECT });
      alerts().delete(one);
    };
    const OTHER_CLUSTER = "62d8a2c4a90e4c5d8b31b7d3";
    const NOT_DECLARED = /which is not declared, is "other", not "telemetry"/;
    const otherManifest = () => emulator.versionManifest.set("current", { text: "[]" });
    const cases: [what: string, change: () => unknown, problem: RegExp][] = [
      ["a doubled alert configuration", () => alerts().add(LIVE), /is left over/],
      ["a lost one", () => alerts().delete(one), /single .* does not exist/],
      ["a lost member", () => alerts().delete(two), /set\.member .* does not exist/],
      ["a changed one", () => alerts().update(one, { enabled: false }), /single is .*, not/],
      ["one in another project", move, /single .* does not exist in/],
      [
        "a set without a member",
        () => (recorded[1] = { ...recordedAt(1), members: {} }),
        /set has , not member/,
      ],
      [
        "another secret",
        () => stores().update(storeId, { awsSecretKey: "x" }),
        /store has another awsSecretKey/,
      ],
      ["another name", () => rename(CLUSTER), /is "other", not "orders"/],
      ["another name of a cluster that is not declared", () => rename(OTHER_CLUSTER), NOT_DECLARED],
      ["a lost entry", () => entries().delete("10.20.1.0/24"), /10\.20\.1\.0\/24 is not in the access list/],
      [
        "another log rotation",
        () => rotation().update(PROJECT, { timeThresholdHrs: 3 }),
        /rotation is 100 MB and 3 h/,
      ],
      [
        "another log rotation that is not declared",
        () => rotation().set(OTHER_PROJECT, { sizeThresholdMB: 1, timeThresholdHrs: 1 }),
        /the log rotation of .*, which is not declared, has changed/,
      ],
      ["another manifest", otherManifest, /the manifest is another one/],
      [
        "a store with another field",
        () => stores().update(storeId, { labels: ["x"] }),
        /store has another labels/,
      ],
      ["a store that is left over", () => stores().set("other", {}), /the store other is left over/],
      [
        "a change of what others have",
        () => alerts().update(foreignId(), { enabled: false }),
        /of others was/,
      ],
      ["what others have lost", () => alerts().delete(foreignId()), /of others was/],
      ["a resource that is missing in the state", () => recorded.shift(), /single is 0 times in the state/],
      [
        "a resource that is still in the state",
        () => recorded.push({ ...recordedAt(2), name: "removed" }),
        /removed is still in the state/,
      ],
    ];
    for (const [what, change, problem] of cases) {
      it(what, () => {
        change();
        assert.match(problems()[0] ?? "", problem);
      });
    }
  });
});
