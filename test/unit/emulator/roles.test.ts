import assert from "node:assert/strict";
import type { RoleGrant } from "../../../src/emulator";
import { pick } from "../../../src/json";
import { ALERT, MONGO_STORE, sharedEmulator, signed, STORE, storesOf } from "./client";

const GLOBAL_READERS = ["GLOBAL_OWNER", "GLOBAL_READ_ONLY"];
const OF_GROUP = ["GROUP_OWNER", "GROUP_READ_ONLY", "GROUP_AUTOMATION_ADMIN", "GROUP_MONITORING_ADMIN"];
const READERS = [...GLOBAL_READERS, "ORG_OWNER", "ORG_READ_ONLY", ...OF_GROUP];
const GLOBAL_ADMINS = ["AUTOMATION", "BACKUP", "MONITORING"].map((of) => `GLOBAL_${of}_ADMIN`);
const ANY = [...READERS, ...GLOBAL_ADMINS, "ORG_MEMBER"];
const mayReadProject = (role: string): boolean => READERS.includes(role) || role.startsWith("GLOBAL_");

const PROJECT_ADMINS = ["GLOBAL_OWNER", "ORG_OWNER", "GROUP_OWNER", "GROUP_MONITORING_ADMIN"];
const AUTOMATION = ["GLOBAL_OWNER", "ORG_OWNER", "GROUP_AUTOMATION_ADMIN", "GLOBAL_AUTOMATION_ADMIN"];
const NAMERS = ["GLOBAL_OWNER", "ORG_OWNER", "GROUP_OWNER"];
const MAPPINGS = { ldapGroupMappings: [{ roleName: "GROUP_OWNER", ldapGroups: ["cn=dba"] }] };
const TAGGERS = ["GLOBAL_OWNER", "ORG_OWNER", "GROUP_AUTOMATION_ADMIN"];
const BACKUP = ["GLOBAL_OWNER", "GLOBAL_BACKUP_ADMIN"];
const STORE_READERS = [...BACKUP, "GLOBAL_READ_ONLY"];
const MONITORS = ["GLOBAL_OWNER", "GLOBAL_MONITORING_ADMIN"];
const GLOBAL = { ...ALERT, forAllGroups: true };
const MANIFEST = ["GLOBAL_OWNER", "GLOBAL_AUTOMATION_ADMIN"];
const OWNERS = ["GLOBAL_OWNER", "ORG_OWNER"];
const LIST_READERS = [...OWNERS, "GLOBAL_READ_ONLY", "ORG_READ_ONLY", "ORG_MEMBER"];
const LIST = "/orgs/{orgId}/apiKeys/{apiKeyId}/accessList";
const ADDED = [{ ipAddress: "192.0.2.17" }];
const STORE_KINDS = [
  ["/admin/backup/oplog/s3Configs", STORE],
  ["/admin/backup/snapshot/s3Configs", STORE],
  ["/admin/backup/oplog/mongoConfigs", MONGO_STORE],
  ["/admin/backup/snapshot/mongoConfigs", MONGO_STORE],
  ["/admin/backup/sync/mongoConfigs", MONGO_STORE],
  ["/admin/backup/snapshot/fileSystemConfigs", { id: "store", storePath: "/data/backup" }],
] as const;
const ROTATION = { sizeThresholdMB: 1, timeThresholdHrs: 1 };

const KEYS = "/orgs/{orgId}/apiKeys";
const PROJECT_KEYS = "/groups/{projectId}/apiKeys";
const KEY = { desc: "x", roles: ["ORG_MEMBER"] };
const ASSIGNED = { roles: ["GROUP_OWNER"] };
const BACKUPS = "/groups/{projectId}/backupConfigs";
const FEATURES = { externalManagementSystem: { name: "x" }, policies: [] };
const INTEGRATIONS = "/groups/{projectId}/integrations";
const AGENT_KEYS = "/groups/{projectId}/agentapikeys";

const UNASSIGNED = { assignmentEnabled: false, uri: "" };

type Operation = readonly [operation: string, allowed: readonly string[], body?: object];

/** Each operation with the roles that may use it; other roles get 401 with an error code. */
const OPERATIONS: readonly Operation[] = [
  ["GET /groups/{projectId}/clusters", ANY],
  ["GET /groups/{projectId}/clusters/{clusterId}", ANY],
  ["PATCH /groups/{projectId}/clusters/{clusterId}", PROJECT_ADMINS, { clusterName: "renamed" }],
  ["GET /groups/{projectId}/alertConfigs", ANY],
  ["GET /groups/{projectId}/alertConfigs/{alertConfigId}", ANY],
  ["POST /groups/{projectId}/alertConfigs", PROJECT_ADMINS, ALERT],
  ["PUT /groups/{projectId}/alertConfigs/{alertConfigId}", PROJECT_ADMINS, ALERT],
  ["PATCH /groups/{projectId}/alertConfigs/{alertConfigId}", PROJECT_ADMINS, { enabled: true }],
  ["DELETE /groups/{projectId}/alertConfigs/{alertConfigId}", PROJECT_ADMINS],
  ["GET /alertConfigs/matchers/fieldNames", ANY],
  ["GET /globalAlertConfigs", MONITORS],
  ["GET /globalAlertConfigs/{globalId}", MONITORS],
  ["POST /globalAlertConfigs", MONITORS, GLOBAL],
  ["PUT /globalAlertConfigs/{globalId}", MONITORS, GLOBAL],
  ["PATCH /globalAlertConfigs/{globalId}", MONITORS, { enabled: true }],
  ["DELETE /globalAlertConfigs/{globalId}", MONITORS],
  ["GET /groups/{projectId}/automationConfig/auditLogRotateConfig", AUTOMATION],
  ["PUT /groups/{projectId}/automationConfig/auditLogRotateConfig", AUTOMATION, ROTATION],
  ["GET /groups/{projectId}/automationConfig/systemLogRotateConfig", AUTOMATION],
  ["PUT /groups/{projectId}/automationConfig/systemLogRotateConfig", AUTOMATION, ROTATION],
  ["GET /groups/{projectId}", ANY],
  ["PATCH /groups/{projectId}", NAMERS, { name: "renamed" }],
  ["PATCH /groups/{projectId}", TAGGERS, { tags: ["EU"] }],
  ["PATCH /groups/{projectId}", OWNERS, MAPPINGS],
  ["DELETE /groups/{projectId}", NAMERS],
  ...STORE_KINDS.flatMap(([stores, body]): Operation[] => [
    [`GET ${stores}`, STORE_READERS],
    [`GET ${stores}/there`, STORE_READERS],
    [`POST ${stores}`, BACKUP, body],
    [`PUT ${stores}/there`, BACKUP, { ...body, id: "there" }],
    [`DELETE ${stores}/there`, BACKUP],
  ]),
  [`GET ${BACKUPS}`, ANY],
  [`GET ${BACKUPS}/{clusterId}`, ANY],
  [`PATCH ${BACKUPS}/{clusterId}`, NAMERS, { statusName: "STOPPED" }],
  [`GET ${BACKUPS}/{clusterId}/snapshotSchedule`, ANY],
  [`PATCH ${BACKUPS}/{clusterId}/snapshotSchedule`, NAMERS, { snapshotIntervalHours: 8 }],
  ["GET /groups/availablePolicies", ANY],
  ["GET /groups/{projectId}/controlledFeature", ANY],
  ["PUT /groups/{projectId}/controlledFeature", NAMERS, FEATURES],
  [`GET ${INTEGRATIONS}`, NAMERS],
  [`GET ${INTEGRATIONS}/WEBHOOK`, NAMERS],
  [`POST ${INTEGRATIONS}/DATADOG`, NAMERS, { type: "DATADOG", apiKey: "0".repeat(32) }],
  [`PUT ${INTEGRATIONS}/WEBHOOK`, NAMERS, { type: "WEBHOOK", secret: "x" }],
  [`DELETE ${INTEGRATIONS}/WEBHOOK`, NAMERS],
  ["GET /admin/backup/groups", STORE_READERS],
  ["GET /admin/backup/groups/{projectId}", STORE_READERS],
  ["PUT /admin/backup/groups/{projectId}", BACKUP, {}],
  ["PUT /versionManifest", MANIFEST, { updated: 1, versions: [] }],
  [`GET ${LIST}`, LIST_READERS],
  [`GET ${LIST}/203.0.113.10`, LIST_READERS],
  [`POST ${LIST}`, OWNERS, ADDED],
  [`DELETE ${LIST}/203.0.113.10`, OWNERS],
  [`GET ${KEYS}`, LIST_READERS],
  [`GET ${KEYS}/{apiKeyId}`, LIST_READERS],
  [`POST ${KEYS}`, OWNERS, KEY],
  [`PATCH ${KEYS}/{apiKeyId}`, OWNERS, KEY],
  [`DELETE ${KEYS}/{apiKeyId}`, OWNERS],
  [`GET ${PROJECT_KEYS}`, ANY],
  [`POST ${PROJECT_KEYS}`, NAMERS, { desc: "x", ...ASSIGNED }],
  [`PATCH ${PROJECT_KEYS}/{apiKeyId}`, NAMERS, ASSIGNED],
  [`POST ${PROJECT_KEYS}/{apiKeyId}`, NAMERS, [ASSIGNED]],
  [`DELETE ${PROJECT_KEYS}/{assignedId}`, NAMERS],
  [`GET ${AGENT_KEYS}`, ANY],
  [`POST ${AGENT_KEYS}`, NAMERS, { desc: "x" }],
  [`DELETE ${AGENT_KEYS}/{agentKeyId}`, NAMERS],
];

describe("roles of the emulator's keys", () => {
  const emulator = sharedEmulator();

  const addKey = (publicKey: string, ...roles: RoleGrant[]) =>
    emulator.apiKeys.add({ orgId: emulator.orgId, desc: "", publicKey, privateKey: "x", roles });
  const makeKey = (...roles: RoleGrant[]) => addKey("testtest", ...roles);
  const grant = (roleName: string, groupId = emulator.projectId): RoleGrant => {
    const { orgId } = emulator;
    const [ofOrg, ofGroup] = [roleName.startsWith("ORG_"), roleName.startsWith("GROUP_")];
    return { roleName, ...(ofOrg && { orgId }), ...(ofGroup && { groupId }) };
  };
  const outcome = async (line: string, options: Parameters<typeof signed>[2]) =>
    (await signed(emulator, line, options)).outcome;

  for (const [operation, allowed, body] of OPERATIONS)
    for (const role of ANY)
      it(`${operation} by ${role}`, async () => {
        for (const stores of storesOf(emulator)) stores.set("there", UNASSIGNED);
        if (operation === "DELETE /groups/{projectId}") emulator.backupConfigs().delete(emulator.clusterId);
        emulator.integrations().set("WEBHOOK", { url: "https://example.com" });
        emulator.projectBackups.set(emulator.projectId, {});
        const [first] = emulator.alertConfigs().list();
        const alertConfigId = first?.id ?? "";
        const globalId = "65a0f0c1c2a94e17860000a1";
        const global = { id: globalId, forAllGroups: true, groupIds: [], tags: [] };
        emulator.globalAlertConfigs.set(globalId, { ...(first ?? assert.fail()), ...global });
        const { id: assignedId } = addKey("assigned", grant("GROUP_OWNER"));
        const agentKeyId = emulator.agentApiKeys().list()[0]?.id ?? "";
        const ids = pick(emulator, ["projectId", "clusterId", "orgId", "apiKeyId"]);
        const all = new Map(Object.entries({ ...ids, alertConfigId, globalId, assignedId, agentKeyId }));
        const line = operation.replaceAll(/\{(\w+)\}/g, (_, name: string) => all.get(name) ?? "");
        const isHidden = operation.includes(" /groups/{") && !mayReadProject(role);
        const isAllowed = allowed.includes(role) && !isHidden;
        const key = makeKey(grant(role));
        const refusal = `401 ${isHidden ? "NOT_IN_GROUP" : "USER_UNAUTHORIZED"}`;
        const result = await outcome(line, { key, ...(body && { body }) });
        assert.match(result, isAllowed ? /^20\d$/ : new RegExp(`^${refusal}$`));
      });

  for (const role of [...ANY, "ORG_GROUP_CREATOR"]) {
    const isAllowed = ["GLOBAL_OWNER", "ORG_OWNER", "ORG_GROUP_CREATOR"].includes(role);
    it(`a key with ${role} may ${isAllowed ? "" : "not "}create a project`, async () => {
      const key = makeKey(grant(role));
      const body = { name: "new", orgId: emulator.orgId, withDefaultAlertsSettings: false };
      const result = await outcome("POST /groups", { key, body });
      assert.equal(result, isAllowed ? "201" : "401 NOT_ORG_GROUP_CREATOR");
    });
  }

  it("a list of projects has those that the key may read, and that of a foreign organization is refused", async () => {
    const [first, second] = emulator.entities("projects").list();
    const key = makeKey(grant("GROUP_OWNER", second?.id));
    const { orgId } = emulator;
    for (const path of ["/groups", `/orgs/${orgId}/groups`]) {
      const { body } = await signed(emulator, `GET ${path}`, { key });
      assert.equal(body.results.map(({ id }: { id: string }) => id).join(), second?.id);
    }
    assert.equal(await outcome(`GET /groups/byName/${first?.name}`, { key }), "401 NOT_IN_GROUP");
    const { id: otherOrg } = emulator.entities("orgs").add({ name: "another" });
    assert.equal(await outcome(`GET /orgs/${otherOrg}/groups`, { key }), "401 USER_UNAUTHORIZED");
  });

  it("a role in one project grants nothing in another, which looks like a missing one", async () => {
    const other = emulator.entities("projects").list()[1]?.id ?? "";
    const key = makeKey(grant("GROUP_OWNER", other));
    assert.equal(await outcome(`GET /groups/${other}/clusters`, { key }), "200");
    for (const id of [emulator.projectId, "0".repeat(24)])
      assert.equal(await outcome(`GET /groups/${id}/clusters`, { key }), "401 NOT_IN_GROUP");
  });

  it("a key without roles may read and change its own access list", async () => {
    const key = makeKey();
    const path = `/orgs/${emulator.orgId}/apiKeys/${key.id}/accessList`;
    assert.equal(await outcome(`GET ${path}`, { key }), "200");
    const body = [{ cidrBlock: "127.0.0.0/8" }, ...ADDED];
    assert.equal(await outcome(`POST ${path}`, { key, body }), "200");
    assert.equal(await outcome(`DELETE ${path}/192.0.2.17`, { key }), "204");
  });

  it("an owner of another organization may not change an access list", async () => {
    const { id: orgId } = emulator.entities("orgs").add({ name: "another" });
    const key = makeKey({ roleName: "ORG_OWNER", orgId });
    const line = `POST /orgs/${emulator.orgId}/apiKeys/${emulator.apiKeyId}/accessList`;
    assert.equal(await outcome(line, { key, body: ADDED }), "401 USER_UNAUTHORIZED");
  });
});
