import type { FileSystemStore, MongoSnapshotStore, MongoStore } from "./entities";
import { serviceError } from "./errors";
import type { FieldRules } from "./fields";
import { pickFields } from "./json";
import { isRedacted } from "./redaction";
import { readOidc, readStoreBody } from "./store-validation";

const yesNo = { type: "boolean" } as const;
const neededText = { type: "string", required: true } as const;

/** The fields that stores of every kind have. */
const COMMON_FIELDS = {
  assignmentEnabled: yesNo,
  id: neededText,
  labels: { type: "strings" },
  loadFactor: { type: "integer" },
} as const satisfies FieldRules;

/** The fields of a request (Ops Manager documentation, "Create One Oplog Store Configuration"). */
const MONGO_FIELDS = {
  ...COMMON_FIELDS,
  encryptedCredentials: yesNo,
  oidc: { type: "object" },
  ssl: yesNo,
  uri: neededText,
  writeConcern: { type: "string", values: ["ACKNOWLEDGED", "W2", "JOURNALED", "MAJORITY"] },
} as const satisfies FieldRules;

/** The fields of a request (Ops Manager documentation, "Create One Blockstore Configuration"). */
const SNAPSHOT_FIELDS = { ...MONGO_FIELDS, maxCapacityGB: { type: "integer" } } as const satisfies FieldRules;

const compression = { type: "string", values: ["NONE", "GZIP"] } as const;

/** The fields of a request (Ops Manager documentation, "Create One File System Store Configuration"). */
const FILE_SYSTEM_FIELDS = {
  ...COMMON_FIELDS,
  mmapv1CompressionSetting: compression,
  storePath: neededText,
  wtCompressionSetting: compression,
} as const satisfies FieldRules;

const READ_ONLY = ["links", "provisioned", "syncSource", "usedSize", "username"];

/** What the version of the service has. */
export interface StoreFacts {
  /** Fields of a newer version, which may have any value. */
  readonly newer: readonly string[];
  readonly oidc: boolean;
}

/** Validates the body of a request for an oplog or sync store. */
export function readMongoStore(
  body: unknown,
  current: MongoStore | undefined,
  facts: StoreFacts,
): MongoStore {
  return readMongo(body, MONGO_FIELDS, current, facts);
}

/** Validates the body of a request for a snapshot store. */
export function readMongoSnapshotStore(
  body: unknown,
  current: MongoSnapshotStore | undefined,
  facts: StoreFacts,
): MongoSnapshotStore {
  const store: MongoSnapshotStore = readMongo(body, SNAPSHOT_FIELDS, current, facts);
  if (store.maxCapacityGB !== undefined && store.maxCapacityGB <= 0)
    throw serviceError("ATTRIBUTE_NEGATIVE_OR_ZERO", "maxCapacityGB");
  return store;
}

/** Validates the body of a request for a file system store. */
export function readFileSystemStore(
  body: unknown,
  current: FileSystemStore | undefined,
  { newer }: StoreFacts,
): FileSystemStore {
  const given = readStoreBody(body, FILE_SYSTEM_FIELDS, { readOnly: READ_ONLY, newer }, current);
  if (!given.storePath.startsWith("/")) throw serviceError("BACKUP_INVALID_FS_PATH", given.storePath);
  return { ...given, ...readCommon(given, current) };
}

function readMongo(
  body: unknown,
  rules: typeof MONGO_FIELDS,
  current: MongoStore | undefined,
  { newer, oidc: hasOidc }: StoreFacts,
): MongoStore {
  const { oidc, ...given } = readStoreBody(body, rules, { readOnly: READ_ONLY, newer }, current);
  if (given.uri === "" || isRedacted(given.uri)) throw serviceError("INVALID_ATTRIBUTE", "uri");
  if (oidc !== undefined && !hasOidc) throw serviceError("INVALID_ATTRIBUTE", "oidc");
  return {
    encryptedCredentials: false,
    ssl: false,
    ...given,
    ...readCommon(given, current),
    ...(oidc === undefined ? {} : { oidc: readOidc(oidc, current) }),
  };
}

/** The fields that every kind has, with their defaults, and what a PUT does not change. */
function readCommon(
  given: { id: string; assignmentEnabled?: boolean; labels?: readonly string[]; loadFactor?: number },
  current: object | undefined,
): { id: string; assignmentEnabled: boolean; labels: string[]; loadFactor: number } {
  const { id, assignmentEnabled = false, labels = [], loadFactor = 1 } = given;
  // Which characters the service refuses is a guess.
  if (!/^[\w.-]+$/.test(id)) throw serviceError("INVALID_ATTRIBUTE", "id");
  if (loadFactor <= 0) throw serviceError("ATTRIBUTE_NEGATIVE_OR_ZERO", "loadFactor");
  const kept = pickFields({ ...current }, ["boundJobs", "snapshots", "usedSize"]);
  return { id, assignmentEnabled, labels: [...labels], loadFactor, ...kept };
}
