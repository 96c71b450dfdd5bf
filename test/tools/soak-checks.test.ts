import assert from "node:assert/strict";
import { dice } from "../../scripts/soak/dice";
import { type Emulator, startEmulator } from "../../src/emulator";
import { createChance } from "../soak/engine/choices";
import { type Declaration, edit, LISTED_KEY, ORG, PROJECTS } from "../soak/engine/declarations";
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
const ENTRY = { cidrBlock: "192.0.2.10/32", ipAddress: "192.0.2.10", count: 0 };
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
  declare("AccessListEntry", "entry", { orgId: ORG, apiKeyId: LISTED_KEY, entry: "192.0.2.10" }),
  declare("AuditLogRotation", "rotation", { projectId: PROJECT, sizeThresholdMB: 5, timeThresholdHrs: 5 }),
  declare("Project", "project", { orgId: ORG, name: "declared", tags: ["A", "B"], allowDelete: true }),
];

describe("a round on the real engine", () => {
  it("declares the same for the same seed", () => {
    const programs = (seed: number): Declaration[][] => {
      const chance = createChance(dice(seed));
      const first = edit(chance, [], '{"versions":[]}');
      return [first, edit(chance, first, '{"versions":[]}')];
    };
    assert.deepEqual(programs(7), programs(7));
    assert.notDeepEqual(programs(7), programs(8));
  });

  describe("finds", () => {
    let emulator: Emulator;
    let foreign: Foreign;
    let recorded: Recorded[];
    let [one, two, project] = ["", "", ""];
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
      foreign.rotations.delete(PROJECT);
      emulator.accessList(LISTED_KEY).add(ENTRY);
      rotations().set(PROJECT, { groupId: PROJECT, sizeThresholdMB: 5, timeThresholdHrs: 5 });
      project = projects().add({ orgId: ORG, name: "declared", tags: ["B", "A"] }).id;
      recorded = [
        record(0, `${PROJECT}/${one}`, [one]),
        record(1, `${PROJECT}/set`, [two], { member: two }),
        record(2, storeId),
        record(3, `${PROJECT}/${CLUSTER}`),
        record(4, "versionManifest"),
        record(5, `${ORG}/${LISTED_KEY}/192.0.2.10`),
        record(6, PROJECT),
        record(7, project),
      ];
      stores().set(storeId, { ...storeBody, labels: [] });
      emulator.versionManifest.set("current", { text: "{}" });
    });
    after(async () => emulator.close());

    it("nothing if all is as declared", () => assert.deepEqual(problems(), []));

    const alerts = () => emulator.alertConfigs();
    const stores = () => emulator.oplogS3Configs;
    const rotations = () => emulator.auditLogRotation;
    const projects = () => emulator.entities("projects");
    const foreignId = (): string => [...foreign.alerts.keys()][0] ?? "";
    const recordedAt = (index: number): Recorded => recorded[index] ?? assert.fail();
    const entries = () => emulator.accessList(LISTED_KEY);
    const rename = (id: string) => emulator.clusters().update(id, { clusterName: "other" });
    const move = (): void => {
      emulator.alertConfigs(OTHER_PROJECT).set(one, { ...alerts().get(one), groupId: OTHER_PROJECT });
      alerts().delete(one);
    };
    const dropMember = () => (recorded[1] = { ...recordedAt(1), members: {} });
    const keepStore = () => recorded.push({ ...recordedAt(2), name: "removed" });
    const rotateOther = () => rotations().set(OTHER_PROJECT, { groupId: OTHER_PROJECT, sizeThresholdMB: 6 });
    const OTHER_CLUSTER = "62d8a2c4a90e4c5d8b31b7d3";
    const DOUBLED = { orgId: ORG, name: "doubled", tags: [] };
    const cases: [what: string, change: () => unknown, problem: string][] = [
      ["a doubled alert configuration", () => alerts().add(LIVE), "is left over"],
      ["a lost one", () => alerts().delete(one), "single .* does not exist"],
      ["a lost member", () => alerts().delete(two), "set\\.member .* does not exist"],
      ["a changed one", () => alerts().update(one, { enabled: false }), "single is .*, not"],
      ["one in another project", move, "single .* does not exist in"],
      ["a set without a member", dropMember, "set has , not member"],
      [
        "another secret",
        () => stores().update(storeId, { awsSecretKey: "x" }),
        "store has another awsSecretKey",
      ],
      ["another name", () => rename(CLUSTER), 'is "other", not "orders"'],
      ["another name of others", () => rename(OTHER_CLUSTER), 'not declared, is "other", not "telemetry"'],
      ["another manifest", () => emulator.versionManifest.set("current", { text: "[]" }), "is another one"],
      [
        "other labels of a store",
        () => stores().update(storeId, { labels: ["x"] }),
        "store has another labels",
      ],
      ["a lost entry", () => entries().delete("192.0.2.10"), "entry 192\\.0\\.2\\.10 does not exist"],
      [
        "a further entry",
        () => entries().add({ ...ENTRY, cidrBlock: "192.0.2.11/32" }),
        "entry .*11/32 is left",
      ],
      [
        "another rotation",
        () => rotations().update(PROJECT, { sizeThresholdMB: 6 }),
        "another sizeThresholdMB",
      ],
      ["a rotation of others", rotateOther, "rotation of .*, which is not declared, was changed"],
      ["other tags of a project", () => projects().update(project, { tags: ["A"] }), "another tags"],
      ["a lost project", () => projects().delete(project), "project .* has another existence"],
      ["a further project", () => projects().add(DOUBLED), "the project .* is left over"],
      ["a further store", () => stores().set("other", {}), "the store OplogS3Config other is left over"],
      ["a change of others", () => alerts().update(foreignId(), { enabled: false }), "of others was"],
      ["a loss of others", () => alerts().delete(foreignId()), "of others was"],
      ["a resource that the state lacks", () => recorded.shift(), "single is 0 times in the state"],
      ["a resource that is still in the state", keepStore, "removed is still in the state"],
    ];
    for (const [what, change, problem] of cases) {
      it(what, () => {
        change();
        assert.match(problems()[0] ?? "", new RegExp(problem));
      });
    }
  });
});
