import assert from "node:assert/strict";
import { startEmulator, type Emulator, type RoleGrant } from "../../../src/emulator";
import { signedFetch } from "./signed-fetch";

const ALERT = {
  eventTypeName: "NO_PRIMARY",
  notifications: [{ typeName: "EMAIL", emailAddress: "a@example.com" }],
};
const STORE = {
  id: "store",
  acceptedTos: true,
  assignmentEnabled: false,
  awsAccessKey: "AKIAIOSFODNN7EXAMPLE",
  awsSecretKey: "secret",
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "bucket",
  s3MaxConnections: 50,
  sseEnabled: false,
  uri: "mongodb://db0.example.com",
};
const ROTATION = { sizeThresholdMB: 1, timeThresholdHrs: 1 };

type Where = "everywhere" | "org" | "group";
type Holder = readonly [roleName: string, where: Where];

const READERS: readonly Holder[] = [
  ["GLOBAL_OWNER", "everywhere"],
  ["GLOBAL_READ_ONLY", "everywhere"],
  ["ORG_OWNER", "org"],
  ["ORG_READ_ONLY", "org"],
  ["GROUP_OWNER", "group"],
  ["GROUP_READ_ONLY", "group"],
  ["GROUP_AUTOMATION_ADMIN", "group"],
  ["GROUP_MONITORING_ADMIN", "group"],
];
const OTHERS: readonly Holder[] = [
  ["GLOBAL_AUTOMATION_ADMIN", "everywhere"],
  ["GLOBAL_BACKUP_ADMIN", "everywhere"],
  ["ORG_MEMBER", "org"],
];

const PROJECT_ADMINS = ["GLOBAL_OWNER", "ORG_OWNER", "GROUP_OWNER", "GROUP_MONITORING_ADMIN"];
const AUTOMATION = ["GLOBAL_OWNER", "ORG_OWNER", "GROUP_AUTOMATION_ADMIN", "GLOBAL_AUTOMATION_ADMIN"];
const BACKUP = ["GLOBAL_OWNER", "GLOBAL_BACKUP_ADMIN"];
const ORG_MEMBERS = ["ORG_OWNER", "ORG_READ_ONLY", "ORG_MEMBER"];

/** Each operation with the roles that may use it; other roles get 401 with an error code. */
const OPERATIONS: readonly (readonly [
  operation: string,
  allowed: readonly string[] | "any",
  body?: object,
])[] = [
  ["GET /groups/{projectId}/clusters", "any"],
  ["GET /groups/{projectId}/clusters/{clusterId}", "any"],
  ["PATCH /groups/{projectId}/clusters/{clusterId}", PROJECT_ADMINS, { clusterName: "renamed" }],
  ["GET /groups/{projectId}/alertConfigs", "any"],
  ["GET /groups/{projectId}/alertConfigs/{alertConfigId}", "any"],
  ["POST /groups/{projectId}/alertConfigs", PROJECT_ADMINS, ALERT],
  ["PUT /groups/{projectId}/alertConfigs/{alertConfigId}", PROJECT_ADMINS, ALERT],
  ["PATCH /groups/{projectId}/alertConfigs/{alertConfigId}", PROJECT_ADMINS, { enabled: true }],
  ["DELETE /groups/{projectId}/alertConfigs/{alertConfigId}", PROJECT_ADMINS],
  ["GET /alertConfigs/matchers/fieldNames", "any"],
  ["GET /groups/{projectId}/automationConfig/auditLogRotateConfig", AUTOMATION],
  ["PUT /groups/{projectId}/automationConfig/auditLogRotateConfig", AUTOMATION, ROTATION],
  ["GET /admin/backup/oplog/s3Configs", [...BACKUP, "GLOBAL_READ_ONLY"]],
  ["GET /admin/backup/oplog/s3Configs/there", [...BACKUP, "GLOBAL_READ_ONLY"]],
  ["POST /admin/backup/oplog/s3Configs", BACKUP, STORE],
  ["PUT /admin/backup/oplog/s3Configs/there", BACKUP, { ...STORE, id: "there" }],
  ["DELETE /admin/backup/oplog/s3Configs/there", BACKUP],
  ["PUT /versionManifest", ["GLOBAL_OWNER", "GLOBAL_AUTOMATION_ADMIN"], { updated: 1, versions: [] }],
  ["GET /orgs/{orgId}/apiKeys/{apiKeyId}/accessList", ["GLOBAL_OWNER", "GLOBAL_READ_ONLY", ...ORG_MEMBERS]],
  [
    "GET /orgs/{orgId}/apiKeys/{apiKeyId}/accessList/203.0.113.10",
    ["GLOBAL_OWNER", "GLOBAL_READ_ONLY", ...ORG_MEMBERS],
  ],
  [
    "POST /orgs/{orgId}/apiKeys/{apiKeyId}/accessList",
    ["GLOBAL_OWNER", "ORG_OWNER"],
    [{ ipAddress: "192.0.2.17" }],
  ],
  ["DELETE /orgs/{orgId}/apiKeys/{apiKeyId}/accessList/203.0.113.10", ["GLOBAL_OWNER", "ORG_OWNER"]],
];

describe("roles of the emulator's keys", () => {
  let emulator: Emulator;
  before(async () => void (emulator = await startEmulator()));
  after(() => emulator.close());

  const makeKey = (roles: RoleGrant[]) =>
    emulator.apiKeys.add({ orgId: emulator.orgId, desc: "", publicKey: "testtest", privateKey: "x", roles });
  const grant = ([roleName, where]: Holder, groupId = emulator.projectId): RoleGrant => ({
    roleName,
    ...(where === "org" ? { orgId: emulator.orgId } : {}),
    ...(where === "group" ? { groupId } : {}),
  });
  const mayReadProject = ([roleName, where]: Holder): boolean =>
    where === "everywhere" || READERS.some(([name]) => name === roleName);

  for (const [operation, allowed, body] of OPERATIONS)
    for (const holder of [...READERS, ...OTHERS]) {
      const [roleName] = holder;
      it(`${operation} by ${roleName}`, async () => {
        emulator.reset();
        emulator.oplogS3Configs.set("there", { ...STORE, customCertificates: [], labels: [] });
        const key = makeKey([grant(holder)]);
        const [method = "", template = ""] = operation.split(" ");
        const { projectId, orgId, apiKeyId, clusterId } = emulator;
        const alertConfigId = emulator.alertConfigs().list()[0]?.id ?? "";
        const ids = new Map(Object.entries({ projectId, orgId, apiKeyId, clusterId, alertConfigId }));
        const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? "");
        const isOfProject = path.startsWith("/groups/");
        const isAllowed =
          allowed === "any" ? !isOfProject || mayReadProject(holder) : allowed.includes(roleName);
        const response = await signedFetch(emulator, method, path, { key, ...(body && { body }) });
        if (isAllowed) {
          assert.ok(response.status < 300, response.text);
          return;
        }
        const code = isOfProject && !mayReadProject(holder) ? "NOT_IN_GROUP" : "USER_UNAUTHORIZED";
        assert.deepEqual([response.status, response.body?.errorCode], [401, code]);
      });
    }

  it("a role in one project grants nothing in another", async () => {
    emulator.reset();
    const other = emulator.entities("projects").list()[1]?.id ?? "";
    const key = makeKey([grant(["GROUP_OWNER", "group"], other)]);
    const own = await signedFetch(emulator, "GET", `/groups/${other}/clusters`, { key });
    assert.equal(own.status, 200);
    const path = `/groups/${emulator.projectId}/clusters`;
    const { status, body } = await signedFetch(emulator, "GET", path, { key });
    assert.deepEqual([status, body.errorCode], [401, "NOT_IN_GROUP"]);
  });

  it("a key without roles may read and change its own access list", async () => {
    emulator.reset();
    const key = makeKey([]);
    const path = `/orgs/${emulator.orgId}/apiKeys/${key.id}/accessList`;
    assert.equal((await signedFetch(emulator, "GET", path, { key })).status, 200);
    const body = [{ cidrBlock: "127.0.0.0/8" }, { ipAddress: "192.0.2.17" }];
    assert.equal((await signedFetch(emulator, "POST", path, { key, body })).status, 200);
    assert.equal((await signedFetch(emulator, "DELETE", `${path}/192.0.2.17`, { key })).status, 204);
  });

  it("an owner of another organization may not change an access list", async () => {
    emulator.reset();
    const other = emulator.entities("orgs").add({ name: "another" });
    const key = makeKey([{ roleName: "ORG_OWNER", orgId: other.id }]);
    const path = `/orgs/${emulator.orgId}/apiKeys/${emulator.apiKeyId}/accessList`;
    const { status, body } = await signedFetch(emulator, "POST", path, {
      key,
      body: [{ ipAddress: "192.0.2.17" }],
    });
    assert.deepEqual([status, body.errorCode], [401, "USER_UNAUTHORIZED"]);
  });
});
