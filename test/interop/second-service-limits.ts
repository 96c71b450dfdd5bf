/** What the service or the provider refuses: the engine must say why, and nothing may be written. */

import assert from "node:assert/strict";
import * as assertions from "../e2e/support/assertions";
import type { Args } from "./second-service-case";
import { FOREIGN, idOfProject, PLATFORM, SECRETS } from "./second-service-case";
import { SHARD } from "./second-service-chain";
import type { Bench } from "./second-service-stages";
import { open, source, stage } from "./second-service-stages";

const IDLE = "6f00000000000000000000da";
const UNSEEN = "6f00000000000000000000db";

export async function limits(whole: Bench): Promise<void> {
  const bench = { ...whole, kinds: [] };
  await impossibleSchedules(bench);
  await whatIsUsed(bench);
  await ownKey(bench);
  await manyKeys(bench);
}

/** A lost response among more keys than one page of a list has. */
async function manyKeys(bench: Bench): Promise<void> {
  const { service } = bench;
  const { orgId } = service;
  const ids = Array.from({ length: 620 }, (_, index) => `6f1${String(index).padStart(21, "0")}`);
  const key = {
    publicKey: "onemore",
    privateKey: "0-0-0-000000000000",
    roles: [{ orgId, roleName: "ORG_MEMBER" }],
  };
  await service.change({ keys: Object.fromEntries(ids.map((id) => [id, { id, desc: id, ...key }])) });
  const before = Object.keys((await service.see()).state.keys).length;
  const program = source("ApiKey", "last", { orgId, desc: "last", roles: ["ORG_MEMBER"] });
  const { stack, up } = await open(bench, "many", program);
  const counted = (expected: number) => async (): Promise<void> => {
    assert.equal(Object.keys((await service.see()).state.keys).length, expected);
  };
  await stage(bench, {
    title: "a lost response on the second page of a list",
    faults: [{ method: "POST", path: "/apiKeys$", lose: true }],
    run: up,
    writes: true,
  });
  await bench.check("the second server has one more key", counted(before + 1));
  const destroy = async () => stack.run("destroy", "--skip-preview");
  await stage(bench, { title: "a destroy of that key", run: destroy, writes: true });
  await bench.check("the second server no longer has that key", counted(before));
  await service.change({ keys: Object.fromEntries(ids.map((id) => [id, null])) });
}

/** Schedules of a shard, and of clusters without a backup. */
async function impossibleSchedules(bench: Bench): Promise<void> {
  const { service } = bench;
  const { state } = await service.see();
  const projectId = idOfProject("pay", state);
  const cluster = { groupId: projectId, typeName: "REPLICA_SET" };
  await service.change({
    clusters: {
      [IDLE]: { ...cluster, id: IDLE, clusterName: "idle", status: "INACTIVE" },
      [UNSEEN]: { ...cluster, id: UNSEEN, clusterName: "unseen" },
    },
  });
  const schedule = (name: string, clusterId: string, place = projectId): string =>
    source("SnapshotSchedule", name, { projectId: place, clusterId, snapshotIntervalHours: 8 });
  const program = schedule("shard", SHARD, PLATFORM) + schedule("idle", IDLE) + schedule("unseen", UNSEEN);
  const { up } = await open(bench, "schedules", program);
  await stage(bench, {
    title: "schedules of a shard and of clusters without a backup",
    run: async () => up("--continue-on-error"),
    holds(run) {
      assertions.failedWith(run);
      for (const [name, text] of [
        ["shard", "CANNOT_MODIFY_SHARD_BACKUP_CONFIG"],
        ["idle", "BACKUP_CONFIG_NOT_FOUND"],
        ["unseen", "CANNOT_GET_BACKUP_CONFIG_INVALID_STATE"],
      ] as const)
        assert.ok(assertions.messagesAt(run, name).includes(text), run.output);
    },
  });
  await service.change({ clusters: { [IDLE]: null, [UNSEEN]: null } });
}

/** A store that a project names, and a webhook that an alert configuration uses. */
async function whatIsUsed(bench: Bench): Promise<void> {
  const { service } = bench;
  const hook: Args = { projectId: FOREIGN, type: "WEBHOOK", url: SECRETS["url"] };
  const program =
    source("FileSystemSnapshotStore", "held", {
      storeId: "held",
      storePath: "/mnt/held",
      assignmentEnabled: true,
    }) + source("Integration", "held-hook", hook);
  const { stack, up } = await open(bench, "held", program);
  await stage(bench, { title: "a store and a webhook", run: up, writes: true });
  const alert = {
    id: ALERT,
    groupId: FOREIGN,
    eventTypeName: "NO_PRIMARY",
    notifications: [{ typeName: "WEBHOOK" }],
  };
  await service.change({
    projectBackups: { [FOREIGN]: { snapshotStoreFilter: [{ id: "held", type: "fileSystemStore" }] } },
    alertConfigs: { [ALERT]: alert },
  });
  const destroy = async () => stack.run("destroy", "--skip-preview", "--continue-on-error");
  await stage(bench, {
    title: "a destroy of what is used",
    run: destroy,
    holds(run) {
      assertions.failedWith(run);
      assert.ok(
        assertions.messagesAt(run, "held").includes("BACKUP_CANNOT_REMOVE_FS_STORE_CONFIG"),
        run.output,
      );
      assert.ok(
        assertions.messagesAt(run, "held-hook").includes("WEBHOOK_NOTIFICATIONS_PRESENT"),
        run.output,
      );
    },
    // The store is unassigned.
    writes: true,
  });
  await service.change({
    projectBackups: { [FOREIGN]: { snapshotStoreFilter: null } },
    alertConfigs: { [ALERT]: null },
  });
  await stage(bench, { title: "a destroy of what is no longer used", run: destroy, writes: true });
}

const ALERT = "6f00000000000000000000b1";

/** The key that the provider uses: it is not deleted, and keeps its roles. */
async function ownKey(bench: Bench): Promise<void> {
  const { service } = bench;
  const { orgId, apiKeyId } = service;
  const key = (...roles: string[]): Args => ({ orgId, desc: "the first", roles });
  const program = source("ApiKey", "own", key("ORG_OWNER"), { import: `${orgId}/${apiKeyId}` });
  const { rewrite, stack, up } = await open(bench, "own-key", program);
  await stage(bench, { title: "an import of the own key", run: up });
  await rewrite(source("ApiKey", "own", key("ORG_MEMBER")));
  const refused = { holds: (run: Parameters<typeof assertions.failedWith>[0]) => assertions.failedWith(run) };
  await stage(bench, { title: "an update that takes a role from the own key", run: up, ...refused });
  const destroy = async () => stack.run("destroy", "--skip-preview");
  await stage(bench, { title: "a destroy of the own key", run: destroy, ...refused });
}
