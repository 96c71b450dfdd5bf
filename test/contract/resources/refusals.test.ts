import assert from "node:assert/strict";
import type { PlainObject } from "../../../src/json";
import { INPUTS } from "./inputs";
import { managed, useEmulator } from "./managed";

type Kind =
  | "AgentApiKey"
  | "ApiKey"
  | "AuditLogRotation"
  | "ClusterName"
  | "FileSystemSnapshotStore"
  | "Integration"
  | "OplogS3Config"
  | "Project"
  | "S3SnapshotStore"
  | "SnapshotSchedule"
  | "VersionManifest";
type Refusal = readonly [status: number, errorCode: string, advice?: RegExp];

const ROLE = /The key was accepted, but it lacks the role that this operation requires\./;
const UPGRADE = /The service is being upgraded; retry after the upgrade\.$/;
const ACCESS_LIST = /Add the address of this machine to the access list of the API key\.$/;

/** Error codes of any request (Ops Manager documentation, "Error codes"), with the older names that Atlas uses. */
const codes = (status: number, names: string, advice?: RegExp): Refusal[] =>
  names.split(" ").map((name) => (advice === undefined ? [status, name] : [status, name, advice]));
const GENERAL: readonly Refusal[] = [
  ...codes(400, "INVALID_ATTRIBUTE"),
  ...codes(401, "USER_UNAUTHORIZED NO_CURRENT_USER NOT_ORG_ADMIN NOT_GROUP_USER_ADMIN", ROLE),
  ...codes(403, "IP_ADDRESS_NOT_ON_ACCESS_LIST IP_ADDRESS_NOT_ON_WHITELIST", ACCESS_LIST),
  ...codes(403, "RESOURCE_REQUIRES_WHITELIST ORG_REQUIRES_WHITELIST", ACCESS_LIST),
  [404, "RESOURCE_NOT_FOUND"],
  ...codes(405, "WRITES_NOT_ALLOWED_DURING_APP_UPGRADES", UPGRADE),
  [429, "RATE_LIMITED", /reduce opsmanager:maxConcurrency\.$/],
  [500, "UNEXPECTED_ERROR"],
];

const CREATOR = /Required role: Organization Owner or Organization Project Creator\.$/;
/** The bucket is tested three times. */
const BUCKET =
  /^s3BucketName: the service cannot use the bucket "oplog" at https:\/\/s3\.example\.com, after 3 tests/;
const METADATA = /\. uri: the service cannot reach the deployment\..*not shown\.$/;

interface Case {
  readonly write: string;
  readonly path: RegExp;
  readonly further: readonly Refusal[];
}

const CASES: Readonly<Record<Kind, Case>> = {
  AgentApiKey: {
    write: "POST",
    path: /\/groups\/[0-9a-f]+\/agentapikeys/,
    further: [[404, "GROUP_NOT_FOUND", /Check the projectId\.$/]],
  },
  ApiKey: {
    write: "POST",
    path: /\/orgs\/[0-9a-f]+\/apiKeys/,
    further: [
      [400, "INVALID_ROLE_FOR_ORG", /roles: the service does not have this role in organizations\.$/],
      [400, "MAX_API_KEYS_PER_ORG_EXCEEDED", /as many API keys as the service allows\.$/],
      [404, "ORG_NOT_FOUND", /Check the orgId\.$/],
    ],
  },
  AuditLogRotation: {
    write: "PUT",
    path: /\/groups\/[0-9a-f]+\/automationConfig\/auditLogRotateConfig/,
    further: [
      [404, "AUTOMATION_CONFIG_NOT_FOUND", /the service manages none of its processes yet\.$/],
      [404, "GROUP_NOT_FOUND", /Check the projectId\.$/],
      [404, "RESOURCE_NOT_FOUND", /require Ops Manager 6\.0\.24, 7\.0\.4 or a later version\.$/],
      [409, "AUTOMATION_CONFIG_CONCURRENT_MODIFICATION"],
    ],
  },
  ClusterName: {
    write: "PATCH",
    path: /\/groups\/[0-9a-f]+\/clusters\/[0-9a-f]+/,
    further: [
      [400, "GROUP_MISMATCH"],
      [400, "NOT_SHARDED", /\. clusterId: the service renames only SHARDED and SHARDED_REPLICA_SET\.$/],
      [401, "NOT_IN_GROUP", /The project does not exist, or the API key has no role in it\.$/],
      [404, "CLUSTER_NOT_FOUND"],
      [404, "INVALID_CLUSTER_ID"],
      [404, "GROUP_NOT_FOUND", /Check the projectId\.$/],
      [404, "INVALID_GROUP_ID", /Check the projectId\.$/],
    ],
  },
  FileSystemSnapshotStore: {
    write: "POST",
    path: /\/admin\/backup\/snapshot\/fileSystemConfigs/,
    further: [[400, "BACKUP_INVALID_FS_PATH", /must exist on every host of a backup daemon\.$/]],
  },
  Integration: {
    write: "PUT",
    path: /\/groups\/[0-9a-f]+\/integrations\/PAGER_DUTY/,
    further: [
      [400, "INVALID_INTEGRATION_SETTINGS", /a mask that the service shows is not a key\.$/],
      [400, "SLACK_OAUTH2_NOT_CONFIGURED", /in the user interface first\.$/],
    ],
  },
  OplogS3Config: {
    write: "POST",
    path: /\/admin\/backup\/oplog\/s3Configs/,
    further: [
      [404, "S3_OPLOG_CONFIG_NOT_FOUND"],
      ...codes(409, "S3_OPLOG_CONFIG_ALREADY_EXISTS constructor toString __proto__ SOMETHING_NEW"),
      [409, "BACKUP_MONGO_CONNECTION_FAILED", METADATA],
      [
        409,
        "BACKUP_S3_CONNECTION_FAILED",
        /\. s3BucketEndpoint: the service cannot reach it\. Check the URL/,
      ],
      [409, "BACKUP_S3_TOS_NOT_ACCEPTED", /\. acceptedTos: .*set it to true\.$/],
      ...codes(409, "BACKUP_S3_VALIDATION_FAILED BACKUP-S3-VALIDATION_FAILED", BUCKET),
    ],
  },
  Project: {
    write: "POST",
    path: /\/groups/,
    further: [
      [401, "BILLING_UNSUPPORTED", /leave withDefaultAlertsSettings out/],
      ...codes(401, "NOT_ORG_GROUP_CREATOR API_KEY_CANNOT_CREATE_GROUP", CREATOR),
      [401, "TOO_MANY_GROUP_TAGS", /A project has at most 10 tags\.$/],
      [
        409,
        "GROUP_ALREADY_EXISTS",
        /perhaps in another organization, .* set the resource option import to its id/,
      ],
    ],
  },
  S3SnapshotStore: {
    write: "POST",
    path: /\/admin\/backup\/snapshot\/s3Configs/,
    further: [
      [404, "S3_SNAPSHOT_CONFIG_NOT_FOUND"],
      [409, "BACKUP_S3_VALIDATION_FAILED", BUCKET],
    ],
  },
  SnapshotSchedule: {
    write: "PATCH",
    path: /\/groups\/[0-9a-f]+\/backupConfigs\/[0-9a-f]+\/snapshotSchedule/,
    further: [
      [409, "CANNOT_MODIFY_SHARD_BACKUP_CONFIG", /clusterId: it is that of a shard\./],
      [
        400,
        "CANNOT_SET_CLUSTER_CHECKPOINT_INTERVAL_FOR_REPLICA_SET",
        /only sharded clusters have checkpoints/,
      ],
      [400, "INVALID_SNAPSHOT_RETENTION_PERIOD"],
    ],
  },
  VersionManifest: { write: "PUT", path: /\/versionManifest/, further: [] },
};

describe("the error message for a refused request", () => {
  const emulator = useEmulator();

  const inputsOf = (kind: Kind): PlainObject => INPUTS[kind](emulator);

  function refuse(method: string, status: number, errorCode: string): void {
    const body = { error: status, errorCode, detail: "Refused by a test.", reason: "x", parameters: [] };
    emulator.faults.add({ match: { method, times: "always" }, action: { status, body } });
  }

  const serviceState = (): unknown => [
    emulator.oplogS3Configs.list(),
    emulator.s3SnapshotStores.list(),
    emulator.versionManifest.list(),
    emulator.auditLogRotation.list(),
    emulator.agentApiKeys().list(),
    emulator.apiKeys.list(),
    emulator.fileSystemSnapshotStores.list(),
    emulator.integrations().list(),
    emulator.snapshotSchedules().list(),
    emulator.snapshot().projects,
    ...emulator.snapshot().clusters.map(({ clusterName }) => clusterName),
  ];

  async function refusalOf(action: Promise<unknown>): Promise<string> {
    const caught = await action.catch((error: unknown) => error);
    assert.ok(caught instanceof Error, String(caught));
    for (const secret of ["declared-secret-key", "declared-password", "AKIADECLARED"])
      assert.ok(!caught.message.includes(secret), caught.message);
    return caught.message;
  }

  for (const [kind, { write, path, further }] of Object.entries(CASES) as [Kind, Case][]) {
    describe(`of ${kind}, in a create`, () => {
      const refusals = new Map([...GENERAL, ...further].map((refusal) => [refusal[1], refusal]));
      for (const [status, errorCode, advice = /Refused by a test\.$/] of refusals.values()) {
        it(`${status} ${errorCode}`, async () => {
          const before = serviceState();
          refuse(write, status, errorCode);
          const resource = managed(kind, emulator);
          const message = await refusalOf(resource.up(inputsOf(kind)));
          const start = `${write} ${path.source}: ${status} ${errorCode} - Refused by a test\\.`;
          assert.match(message, new RegExp(start));
          const isKey = kind === "AgentApiKey" || kind === "ApiKey";
          assert.match(message, isKey && status === 500 ? /the service may still create it/ : advice);
          // A 5xx leaves open whether the write was carried out, so a state may be kept for the next update.
          if (status < 500) assert.equal(resource.state, undefined);
          assert.deepEqual(serviceState(), before);
        });
      }
    });
  }

  const updates: [kind: keyof typeof INPUTS, errorCode: string, what: string, change: PlainObject][] = [
    ["AlertConfig", "ALERT_CONFIG_NOT_FOUND", "alert configuration", { eventTypeName: "HOST_UP" }],
    ["OplogS3Config", "S3_OPLOG_CONFIG_NOT_FOUND", "oplog store", { sseEnabled: false }],
    ["Project", "GROUP_NOT_FOUND", "project", { name: "billing" }],
  ];
  for (const [kind, errorCode, what, change] of updates)
    it(`of ${kind}, in an update, suggests a refresh: 404 ${errorCode}`, async () => {
      const resource = managed(kind, emulator);
      await resource.up(INPUTS[kind](emulator));
      for (const method of ["PUT", "PATCH"]) refuse(method, 404, errorCode);
      const advice = `^The ${what} .* no longer exists\\. Run \`pulumi refresh\`; \`pulumi up\` then creates it again`;
      assert.match(
        await refusalOf(resource.up({ ...INPUTS[kind](emulator), ...change })),
        new RegExp(advice),
      );
    });

  for (const [kind, errorCode] of [
    ["AuditLogRotation", "GROUP_NOT_FOUND"],
    ["ClusterName", "CLUSTER_NOT_FOUND"],
    ["ClusterName", "GROUP_NOT_FOUND"],
    ["OplogS3Config", "S3_OPLOG_CONFIG_NOT_FOUND"],
    ["S3SnapshotStore", "S3_SNAPSHOT_CONFIG_NOT_FOUND"],
  ] as const) {
    it(`of ${kind}, in a refresh, is none: 404 ${errorCode} removes it from the state`, async () => {
      const resource = managed(kind, emulator);
      await resource.up(inputsOf(kind));
      refuse("GET", 404, errorCode);
      assert.equal(await resource.refresh(), "gone");
      assert.equal(resource.state, undefined);
    });
  }
});
