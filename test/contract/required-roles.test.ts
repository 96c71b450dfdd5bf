import assert from "node:assert/strict";
import { isApiError, OpsManagerClient } from "../../src/client";
import { startEmulator, type Emulator } from "../../src/emulator";

const ID = "0123456789abcdef01234567";
const READ = "any role in the project, such as Project Read Only";
const STORES = "Global Owner or Global Backup Admin";
const RENAME = "Project Monitoring Admin or Project Owner";
const CREATE = "Organization Owner or Organization Project Creator";
const CHANGE = "Project Owner; for tags Global Owner or Project Automation Admin";
const KEYS = "Organization Owner, or none if the access list is that of the key itself";
const AUTOMATION = "Project Automation Admin";
const ROTATION = { sizeThresholdMB: 1, timeThresholdHrs: 1 };
const ALERT = { eventTypeName: "NO_PRIMARY", enabled: true, notifications: [] };
const MONITORS = "Global Owner or Global Monitoring Admin";
const GLOBAL = { ...ALERT, forAllGroups: true };
type Stores = {
  [Name in keyof OpsManagerClient]: OpsManagerClient[Name] extends { create(body: never): unknown }
    ? Name
    : never;
}[keyof OpsManagerClient] &
  `${string}${"Stores" | "S3Configs"}`;
const ORG_READ = "any role in the organization, such as Organization Read Only";
const PROJECT_KEYS = "Project Owner or Project User Admin";
const BACKUP = "Project Backup Admin or Project Owner";
const GLOBAL_BACKUP =
  "Global Owner or Global Backup Admin; a global API key, since one of an organization has no such role";
const API_KEY = { desc: "x", roles: ["ORG_MEMBER"] };
const STORE = { id: "store-1" } as Parameters<OpsManagerClient["oplogS3Configs"]["create"]>[0];

describe("the message for a missing role", () => {
  let emulator: Emulator;
  let client: OpsManagerClient;
  before(async () => {
    emulator = await startEmulator();
    const { baseUrl, publicKey, privateKey } = emulator;
    client = new OpsManagerClient({ baseUrl, publicKey, privateKey, maxRetries: 0 });
  });
  after(() => Promise.all([client.close(), emulator.close()]));
  beforeEach(() => emulator.reset());

  const refuseAll = (errorCode: string): void => {
    const action = { status: 401, body: { error: 401, errorCode, detail: "No." } };
    emulator.faults.add({ match: { times: "always" }, action });
  };

  const refusalOf = async (call: () => Promise<unknown>): Promise<string> => {
    const error: unknown = await call().catch((thrown: unknown) => thrown);
    assert.ok(isApiError(error), String(error));
    return error.message;
  };

  const put = (): Promise<unknown> => client.versionManifest.put(Buffer.from("{}"));
  type Call = [what: string, call: () => Promise<unknown>, role: string];
  const storeCalls = (name: Stores): Call[] => {
    const stores = () => client[name] as OpsManagerClient["oplogS3Configs"];
    return [
      [`${name}.list`, () => stores().list(), STORES],
      [`${name}.get`, () => stores().get("a/b"), STORES],
      [`${name}.create`, () => stores().create(STORE), STORES],
      [`${name}.update`, () => stores().update("store-1", STORE), STORES],
      [`${name}.delete`, () => stores().delete("store-1"), STORES],
    ];
  };
  const calls: readonly Call[] = [
    ["alertConfigs.create", () => client.alertConfigs.create(ID, ALERT), "Project Owner"],
    ["alertConfigs.update", () => client.alertConfigs.update(ID, ID, ALERT), "Project Owner"],
    ["alertConfigs.setEnabled", () => client.alertConfigs.setEnabled(ID, ID, true), "Project Owner"],
    ["alertConfigs.delete", () => client.alertConfigs.delete(ID, ID), "Project Owner"],
    ["alertConfigs.list", () => client.alertConfigs.list(ID), READ],
    ["globalAlertConfigs.list", () => client.globalAlertConfigs.list(), MONITORS],
    ["globalAlertConfigs.get", () => client.globalAlertConfigs.get(ID), MONITORS],
    ["globalAlertConfigs.create", () => client.globalAlertConfigs.create(GLOBAL), MONITORS],
    ["globalAlertConfigs.update", () => client.globalAlertConfigs.update(ID, GLOBAL), MONITORS],
    ["globalAlertConfigs.delete", () => client.globalAlertConfigs.delete(ID), MONITORS],
    ["alertConfigs.get", () => client.alertConfigs.get(ID, ID), READ],
    ["clusters.rename", () => client.clusters.rename(ID, ID, "x"), RENAME],
    ["clusters.list", () => client.clusters.list(ID), READ],
    ["clusters.get", () => client.clusters.get(ID, ID), READ],
    ["groups.list", () => client.groups.list(), READ],
    ["projects.list", () => client.projects.list({ orgId: ID }), READ],
    ["projects.get", () => client.projects.get(ID), READ],
    ["projects.getByName", () => client.projects.getByName("shop"), READ],
    ["projects.create", () => client.projects.create({ name: "shop", orgId: ID }), CREATE],
    ["projects.update", () => client.projects.update(ID, { name: "shop" }), CHANGE],
    ...storeCalls("oplogS3Configs"),
    ...storeCalls("s3SnapshotStores"),
    ...storeCalls("mongoOplogStores"),
    ...storeCalls("mongoSnapshotStores"),
    ...storeCalls("fileSystemSnapshotStores"),
    ["versionManifest.put", put, "Global Owner or Global Automation Admin"],
    ["auditLogRotation.get", () => client.auditLogRotation.get(ID), AUTOMATION],
    ["auditLogRotation.disable", () => client.auditLogRotation.disable(ID), AUTOMATION],
    ["systemLogRotation.get", () => client.systemLogRotation.get(ID), AUTOMATION],
    ["systemLogRotation.set", () => client.systemLogRotation.set(ID, ROTATION), AUTOMATION],
    ["agentApiKeys.list", () => client.agentApiKeys.list(ID), READ],
    ["agentApiKeys.create", () => client.agentApiKeys.create(ID, "x"), "Project Owner"],
    ["agentApiKeys.delete", () => client.agentApiKeys.delete(ID, ID), "Project Owner"],
    ["apiKeys.list", () => client.apiKeys.list(ID), ORG_READ],
    ["apiKeys.get", () => client.apiKeys.get(ID, ID), ORG_READ],
    ["apiKeys.create", () => client.apiKeys.create(ID, API_KEY), "Organization Owner"],
    ["apiKeys.update", () => client.apiKeys.update(ID, ID, API_KEY), "Organization Owner"],
    ["apiKeys.delete", () => client.apiKeys.delete(ID, ID), "Organization Owner"],
    ["projectApiKeys.list", () => client.projectApiKeys.list(ID), READ],
    ["projectApiKeys.setRoles", () => client.projectApiKeys.setRoles(ID, ID, ["GROUP_OWNER"]), PROJECT_KEYS],
    ["projectApiKeys.remove", () => client.projectApiKeys.remove(ID, ID), PROJECT_KEYS],
    ["projectBackup.list", () => client.projectBackup.list(), GLOBAL_BACKUP],
    ["projectBackup.get", () => client.projectBackup.get(ID), GLOBAL_BACKUP],
    ["projectBackup.set", () => client.projectBackup.set(ID, {}), GLOBAL_BACKUP],
    ["snapshotSchedule.get", () => client.snapshotSchedule.get(ID, ID), READ],
    ["snapshotSchedule.update", () => client.snapshotSchedule.update(ID, ID, {}), BACKUP],
    ["featureControl.get", () => client.featureControl.get(ID), READ],
    ["featureControl.set", () => client.featureControl.set(ID, { policies: [] }), "Project Owner"],
    ["integrations.list", () => client.integrations.list(ID), "Project Owner"],
    ["integrations.get", () => client.integrations.get(ID, "SLACK"), "Project Owner"],
    ["integrations.set", () => client.integrations.set(ID, "SLACK", {}), "Project Owner"],
    ["integrations.delete", () => client.integrations.delete(ID, "SLACK"), "Project Owner"],
    ["accessList.list", () => client.accessList.list(ID, ID), KEYS],
    ["accessList.add", () => client.accessList.add(ID, ID, "10.0.0.0/8"), KEYS],
    ["accessList.delete", () => client.accessList.delete(ID, ID, "10.0.0.0/8"), KEYS],
    ["accessList.get", () => client.accessList.get(ID, ID, "10.0.0.0/8"), KEYS],
  ];
  for (const [what, call, role] of calls) {
    it(`names the role for ${what}, unless the project is the problem`, async () => {
      refuseAll("USER_UNAUTHORIZED");
      const text = `The key was accepted, but it lacks the role that this operation requires. Required role: ${role}.`;
      const message = await refusalOf(call);
      assert.ok(message.endsWith(`401 USER_UNAUTHORIZED - No. ${text}`), message);
      emulator.faults.clear();
      refuseAll("NOT_IN_GROUP");
      assert.match(await refusalOf(call), /The project does not exist, or the API key has no role in it\.$/);
    });
  }

  it("names no role for an operation that every key may use", async () => {
    refuseAll("USER_UNAUTHORIZED");
    assert.match(await refusalOf(() => client.alertConfigs.matcherFieldNames()), /operation requires\.$/);
  });
});
