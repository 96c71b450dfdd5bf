import assert from "node:assert/strict";
import { failedWith, stateOf, succeeded } from "./support/assertions";
import { connectionToOther, type OtherService, PROJECT, startOtherService } from "./support/other-service";
import { usePlayground } from "./support/playground";

const mail = `[{ typeName: "EMAIL", emailAddress: "a@example.com", intervalMin: 60, delayMin: 0 }]`;
const PROGRAM = `
const projectId = "${PROJECT}";
new opsmanager.AlertConfig("single", { projectId, eventTypeName: "HOST_DOWN", enabled: true, notifications: ${mail} });
new opsmanager.AlertConfigSet("set", { projectId, alertConfigs: {
  first: { eventTypeName: "NO_PRIMARY", enabled: true, notifications: ${mail} },
  second: { eventTypeName: "HOST_RECOVERING", enabled: true, notifications: ${mail} },
} });
new opsmanager.OplogS3Config("store", {
  acceptedTos: true, assignmentEnabled: false, awsAccessKey: "AKIAREFUSEDREFUSED00", awsSecretKey: "refused-secret-key",
  pathStyleAccessEnabled: true, s3BucketEndpoint: "https://s3.example.com", s3BucketName: "oplog", s3MaxConnections: 5,
  sseEnabled: true, uri: "mongodb://backup:refused-password@metadata.example.com/",
});
`;

/** Responses that do not show a deletion, and what the user sees; contract tests have more of them. */
const REFUSALS = {
  "an error in the body": [
    { status: 200, body: { error: 403, errorCode: "USER_UNAUTHORIZED", detail: "no role" } },
    /403 USER_UNAUTHORIZED - no role\. The HTTP status was 200, but the body is an error/,
  ],
  "a text": [{ status: 200, body: "Access denied by policy" }, /but it still exists: a proxy or gateway/],
} as const;

describe("a deletion that is answered with 200 or 202", function () {
  let other: OtherService;
  before(async () => {
    other = await startOtherService();
  });
  after(async () => other.close());
  const playground = usePlayground(this, { program: PROGRAM, config: () => connectionToOther(other) });
  const deletions = (): number => other.exchanges.filter(({ method }) => method === "DELETE").length;

  before(async () => succeeded(await playground.run("up")));

  for (const [what, [response, message]] of Object.entries(REFUSALS)) {
    it(`and ${what} fails, and what exists stays in the state`, async () => {
      other.exchanges.length = 0;
      other.intercept = ({ method }) => (method === "DELETE" ? response : undefined);
      failedWith(await playground.run("destroy"), message);
      assert.ok(deletions() > 0);
      assert.deepEqual([other.alerts.size, other.stores.size], [3, 1]);
      // The engine stops at the first failure, so that not all of them were tried.
      assert.deepEqual(Object.keys(await stateOf(playground.stack)).sort(), ["set", "single", "store"]);
    });
  }

  it("and nothing else is read back: one list for a set", async () => {
    other.exchanges.length = 0;
    other.intercept = ({ method, path }) => {
      if (method !== "DELETE") return undefined;
      const id = path.split("/").at(-1) ?? "";
      other.alerts.delete(id);
      other.stores.delete(id);
      return { status: 200 };
    };
    succeeded(await playground.run("destroy"));
    const reads = other.exchanges
      .filter(({ method }) => method === "GET")
      .map(({ path }) => path.split("?")[0]?.replace(/[0-9a-f]{24}$/, "{id}"));
    assert.deepEqual(reads.map(String).sort(), [
      // Before and after the deletion.
      "/admin/backup/oplog/s3Configs/store",
      "/admin/backup/oplog/s3Configs/store",
      `/groups/${PROJECT}/alertConfigs`,
      `/groups/${PROJECT}/alertConfigs/{id}`,
    ]);
    assert.deepEqual([other.alerts.size, other.stores.size], [0, 0]);
    assert.deepEqual(await stateOf(playground.stack), {});
  });
});
