import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { writeAsset } from "../../unit/resources/version-manifest/engine-asset";
import type { Managed } from "./managed";
import { managed, STORE } from "./managed";

type Kind = "ClusterName" | "OplogS3Config" | "VersionManifest";
type Refusal = readonly [status: number, errorCode: string, advice?: RegExp];

const ROLE = /The key was accepted, but it lacks the role that this operation requires\./;
const ACCESS_LIST = /Add the address of this machine to the access list of the API key\.$/;

/** Error codes of any request (Ops Manager documentation, "Error codes"), with the older names that Atlas uses. */
const GENERAL: readonly Refusal[] = [
  [400, "INVALID_JSON"],
  [400, "INVALID_JSON_ATTRIBUTE"],
  [400, "INVALID_ATTRIBUTE"],
  [400, "MISSING_ATTRIBUTE"],
  [400, "MISSING_OR_INVALID_ATTRIBUTE"],
  [400, "MISSING_ONE_OF_ATTRIBUTES"],
  [400, "ATTRIBUTE_READ_ONLY"],
  [400, "ATTRIBUTE_NEGATIVE"],
  [400, "ATTRIBUTE_NEGATIVE_OR_ZERO"],
  [400, "INVALID_ENUM_VALUE"],
  [400, "INVALID_QUERY_PARAMETER"],
  [401, "USER_UNAUTHORIZED", ROLE],
  [401, "NO_CURRENT_USER", ROLE],
  [401, "NOT_ORG_ADMIN", ROLE],
  [401, "NOT_GROUP_USER_ADMIN", ROLE],
  [403, "IP_ADDRESS_NOT_ON_ACCESS_LIST", ACCESS_LIST],
  [403, "IP_ADDRESS_NOT_ON_WHITELIST", ACCESS_LIST],
  [403, "RESOURCE_REQUIRES_WHITELIST", ACCESS_LIST],
  [403, "ORG_REQUIRES_WHITELIST", ACCESS_LIST],
  [403, "FEATURE_UNSUPPORTED"],
  [403, "UNSUPPORTED_FOR_CURRENT_CONFIG"],
  [403, "UNSUPPORTED_FOR_CURRENT_PLAN"],
  [404, "RESOURCE_NOT_FOUND"],
  [
    405,
    "WRITES_NOT_ALLOWED_DURING_APP_UPGRADES",
    /The service is being upgraded; retry after the upgrade\.$/,
  ],
  [429, "RATE_LIMITED", /reduce opsmanager:maxConcurrency\.$/],
  [500, "UNEXPECTED_ERROR"],
  [503, "SERVICE_UNAVAILABLE"],
];

interface Case {
  readonly write: string;
  readonly path: RegExp;
  readonly further: readonly Refusal[];
}

const CASES: Readonly<Record<Kind, Case>> = {
  ClusterName: {
    write: "PATCH",
    path: /\/groups\/[0-9a-f]+\/clusters\/[0-9a-f]+/,
    further: [
      [400, "GROUP_MISMATCH"],
      [400, "NOT_SHARDED", /^clusterId: the service renames only SHARDED and SHARDED_REPLICA_SET \(/],
      [401, "NOT_IN_GROUP", /The project does not exist, or the API key has no role in it\.$/],
      [404, "CLUSTER_NOT_FOUND"],
      [404, "INVALID_CLUSTER_ID"],
      [404, "GROUP_NOT_FOUND", /Check the projectId\.$/],
      [404, "INVALID_GROUP_ID", /Check the projectId\.$/],
    ],
  },
  OplogS3Config: {
    write: "POST",
    path: /\/admin\/backup\/oplog\/s3Configs/,
    further: [
      [404, "S3_OPLOG_CONFIG_NOT_FOUND"],
      [409, "S3_OPLOG_CONFIG_ALREADY_EXISTS"],
      [
        409,
        "BACKUP_MONGO_CONNECTION_FAILED",
        /^uri: the service cannot reach the metadata database\..*not shown\. \(/,
      ],
      [409, "BACKUP_S3_CONNECTION_FAILED", /^s3BucketEndpoint: the service cannot reach it\. Check the URL/],
      [409, "BACKUP_S3_TOS_NOT_ACCEPTED", /^acceptedTos: .*set it to true\. \(/],
      [
        409,
        "BACKUP_S3_VALIDATION_FAILED",
        /^s3BucketName: the service cannot use the bucket "oplog" at https:\/\/s3\.example\.com, after 3 tests/,
      ],
      [
        409,
        "BACKUP-S3-VALIDATION_FAILED",
        /^s3BucketName: the service cannot use the bucket "oplog" at https:\/\/s3\.example\.com, after 3 tests/,
      ],
    ],
  },
  VersionManifest: {
    write: "PUT",
    path: /\/versionManifest/,
    further: [
      [
        401,
        "USER_UNAUTHORIZED",
        /lacks the role .* Required role: Global Owner or Global Automation Admin\.$/,
      ],
    ],
  },
};

describe("the error message for a refused request", () => {
  const folder = mkdtempSync(join(tmpdir(), "opsmanager-refusals-"));
  after(() => rmSync(folder, { recursive: true }));
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator();
  });
  afterEach(async () => emulator.close());

  const inputsOf: Readonly<Record<Kind, () => PlainObject>> = {
    ClusterName: () => ({
      projectId: emulator.projectId,
      clusterId: emulator.clusterId,
      clusterName: "orders-new",
    }),
    OplogS3Config: () => ({ ...STORE, assignmentEnabled: true }),
    VersionManifest: () => {
      const current = JSON.parse(emulator.versionManifest.get("current")?.text ?? "") as object;
      const text = JSON.stringify({ ...current, updated: Date.parse("2026-12-01T00:00:00Z") });
      return { manifest: writeAsset(join(folder, "manifest.json"), text) };
    },
  };

  function refuse(method: string, status: number, errorCode: string): void {
    emulator.faults.add({
      match: { method, times: "always" },
      action: {
        status,
        body: { error: status, errorCode, detail: "Refused by a test.", reason: "x", parameters: [] },
      },
    });
  }

  const serviceState = (): unknown => [
    emulator.oplogS3Configs.list(),
    emulator.versionManifest.list(),
    emulator
      .clusters()
      .list()
      .map(({ clusterName }) => clusterName),
  ];

  async function refusalOf(action: Promise<unknown>): Promise<string> {
    let caught: unknown;
    await action.catch((error: unknown) => (caught = error));
    assert.ok(caught instanceof Error, String(caught));
    for (const secret of ["declared-secret-key", "declared-password", "AKIADECLARED"])
      assert.ok(!caught.message.includes(secret), caught.message);
    return caught.message;
  }

  for (const [kind, { write, path, further }] of Object.entries(CASES) as [Kind, Case][]) {
    describe(`of ${kind}, in a create`, () => {
      const refusals = new Map([...GENERAL, ...further].map((refusal) => [refusal[1], refusal]));
      for (const [status, errorCode, advice] of refusals.values()) {
        it(`${status} ${errorCode}`, async () => {
          const before = serviceState();
          refuse(write, status, errorCode);
          const resource: Managed = managed(kind, emulator);
          const message = await refusalOf(resource.up(inputsOf[kind]()));
          assert.match(
            message,
            new RegExp(`${write} ${path.source}: ${status} ${errorCode} - Refused by a test\\.`),
          );
          if (advice !== undefined) assert.match(message, advice);
          else assert.match(message, /Refused by a test\.$/);
          // A 5xx leaves open whether the write was carried out, so a state may be kept for the next update.
          if (status < 500) assert.equal(resource.state, undefined);
          assert.deepEqual(serviceState(), before);
        });
      }
    });
  }

  describe("of OplogS3Config, in a delete", () => {
    for (const errorCode of [
      "BACKUP_CANNOT_REMOVE_S3_OPLOG_STORE_CONFIG",
      "BACKUP_CANNOT_REMOVE_S3_STORE_CONFIG",
    ]) {
      it(`409 ${errorCode}`, async () => {
        const resource = managed("OplogS3Config", emulator);
        await resource.up(inputsOf.OplogS3Config());
        refuse("DELETE", 409, errorCode);
        const message = await refusalOf(resource.destroy());
        assert.match(message, /^The oplog store store cannot be deleted while backup jobs use it: move them/);
        assert.match(message, new RegExp(`Its assignment was restored\\. \\(DELETE .*409 ${errorCode}`));
        assert.equal(emulator.oplogS3Configs.get("store")?.assignmentEnabled, true);
      });
    }

    it("404 S3_OPLOG_CONFIG_NOT_FOUND counts as deleted, and the assignment is not restored", async () => {
      const resource = managed("OplogS3Config", emulator);
      await resource.up(inputsOf.OplogS3Config());
      emulator.clearRequests();
      refuse("DELETE", 404, "S3_OPLOG_CONFIG_NOT_FOUND");
      await resource.destroy();
      const writes = emulator
        .requests()
        .filter(({ authenticated, method }) => authenticated && method !== "GET");
      assert.deepEqual(
        writes.map(({ method }) => method),
        ["PUT", "DELETE"],
      );
      assert.equal(resource.state, undefined);
      assert.deepEqual(resource.said, []);
    });
  });

  describe("of OplogS3Config, in an update", () => {
    it("404 S3_OPLOG_CONFIG_NOT_FOUND", async () => {
      const resource = managed("OplogS3Config", emulator);
      await resource.up(inputsOf.OplogS3Config());
      refuse("PUT", 404, "S3_OPLOG_CONFIG_NOT_FOUND");
      assert.equal(
        await refusalOf(resource.up({ ...inputsOf.OplogS3Config(), sseEnabled: false })),
        "The oplog store store no longer exists. Run `pulumi refresh`; `pulumi up` then creates it again.",
      );
    });
  });

  for (const kind of ["ClusterName", "OplogS3Config"] as const) {
    describe(`of ${kind}, in a refresh`, () => {
      for (const [status, errorCode] of kind === "ClusterName"
        ? ([
            [404, "CLUSTER_NOT_FOUND"],
            [404, "GROUP_NOT_FOUND"],
          ] as const)
        : ([[404, "S3_OPLOG_CONFIG_NOT_FOUND"]] as const)) {
        it(`${status} ${errorCode} removes the resource from the state`, async () => {
          const resource = managed(kind, emulator);
          await resource.up(inputsOf[kind]());
          refuse("GET", status, errorCode);
          assert.equal(await resource.refresh(), "gone");
          assert.equal(resource.state, undefined);
        });
      }
    });
  }
});
