// The sources in brackets are explained in common.test.ts.
import assert from "node:assert/strict";
import { useService } from "./support/service";

const STORES = {
  MONGO_OPLOG: "/admin/backup/oplog/mongoConfigs",
  MONGO_SNAPSHOT: "/admin/backup/snapshot/mongoConfigs",
  MONGO_SYNC: "/admin/backup/sync/mongoConfigs",
  FILESYSTEM_SNAPSHOT: "/admin/backup/snapshot/fileSystemConfigs",
} as const;

// No store is created: the service would connect to it.
describe("the service: stores in MongoDB deployments and file systems", () => {
  const service = useService();

  for (const [name, path] of Object.entries(STORES)) {
    it(`returns the list of ${path} [${path.slice(1)}]`, async () => {
      const body = await service.read(`${path}?assignableOnly=false`);
      assert.equal(body.totalCount, body.results.length);
    });

    it(`returns 404 for a missing store of ${path}: ${name}_CONFIG_NOT_FOUND [errors]`, async () => {
      const line = `GET ${path}/there-is-none-of-this-name`;
      await service.refuses(`404 ${name}_CONFIG_NOT_FOUND`, line);
    });

    it(`refuses a store of ${path} without a place [${path.slice(1)}]`, async () => {
      const { status, body } = await service.create(path, { id: "contract-test" });
      assert.equal(status, 400);
      assert.match(JSON.stringify(body), name.startsWith("MONGO") ? /uri/ : /storePath/);
    });
  }
});

describe("the service: backup of projects", () => {
  const service = useService();

  it("returns the list of projects with a configuration [admin/backup/groups]", async () => {
    const body = await service.read("/admin/backup/groups");
    assert.equal(body.totalCount, body.results.length);
  });

  it("returns the configuration of a project, or 404 or 401 [seen in public clients]", async () => {
    const { status, body } = await service.call(`GET /admin/backup/groups/${service.target.projectId}`);
    if (status === 200) assert.equal(body.id, service.target.projectId);
    else assert.ok((status === 404 || status === 401) && typeof body.errorCode === "string", String(status));
  });
});

const STATES = ["INACTIVE", "PROVISIONING", "STARTED", "STOPPED", "TERMINATING"];

// Only current values are sent, which changes nothing.
describe("the service: backup of clusters", () => {
  const service = useService();
  const path = (id = service.target.clusterId): string =>
    `/groups/${service.target.projectId}/backupConfigs/${id}`;
  const schedule = (): string => `${path()}/snapshotSchedule`;
  const isActive = async (): Promise<boolean> =>
    ["STARTED", "STOPPED"].includes((await service.read(path())).statusName);

  it("returns the configuration of a cluster [backup-configs]", async () => {
    const body = await service.read(path());
    assert.deepEqual([body.groupId, body.clusterId], [service.target.projectId, service.target.clusterId]);
    assert.ok(STATES.includes(body.statusName), body.statusName);
  });

  it("does not set a state that a client cannot ask for [errors]", async () => {
    const line = `PATCH ${path()}`;
    await service.refuses("403 UNSUPPORTED_SET_BACKUP_STATE", line, { statusName: "INACTIVE" });
  });

  it("changes only the fields of a schedule that are sent [update-one-snapshot-schedule]", async () => {
    const { status, body: before } = await service.call(`GET ${schedule()}`);
    assert.equal(status === 200, await isActive());
    if (status !== 200) return;
    const { snapshotIntervalHours } = before;
    const { body } = await service.call(`PATCH ${schedule()}`, { body: { snapshotIntervalHours } });
    assert.deepEqual(body, before);
  });

  it("refuses an hour without a minute, and an interval that is not allowed [errors]", async () => {
    const refusals = {
      INVALID_REFERENCE_TIME_OF_DAY_MISSING_FIELDS: { referenceHourOfDay: 5 },
      INVALID_SNAPSHOT_INTERVAL: { snapshotIntervalHours: 7 },
    };
    for (const [code, body] of Object.entries(refusals))
      await service.refuses(
        (await isActive()) ? `400 ${code}` : "404 BACKUP_CONFIG_NOT_FOUND",
        `PATCH ${schedule()}`,
        body,
      );
  });
});
