/** What the kinds of backup stores are. */

import type { Description } from "../../core/description";
import { SECRETS_VERSION, adoptOption } from "../../fields/options";
import {
  FILE_SYSTEM_SNAPSHOT_STORE,
  MONGO_OPLOG_STORE,
  MONGO_SNAPSHOT_STORE,
  OPLOG_S3_CONFIG,
  S3_SNAPSHOT_STORE,
} from "../../fields/store";
import type { Fields } from "../../fields/table";
import { LINKS } from "../../fields/table";
import { omit, pick } from "../../json";

/** The options of all kinds. */
export const OPTIONS = {
  storeId: {
    type: "string",
    always: true,
    doc: "The id of the store. A change replaces the store.",
    otherwise: "the name of the resource",
  },
  secretsVersion: SECRETS_VERSION,
  adopt: adoptOption("an existing store with this id"),
} as const satisfies Fields;

const OUTPUTS = {
  links: {
    type: LINKS.type,
    stable: true,
    always: true,
    doc: "Links to the store and related objects; as of the last write or of a refresh that found a change.",
  },
  changedSecrets: {
    type: "strings",
    always: true,
    doc: "The paths of secrets that were changed or added outside Pulumi, never their values. The next `pulumi up` restores them.",
  },
} as const satisfies Fields;

/** What all kinds have in common. */
const COMMON = {
  ids: {},
  hasChosenIds: true,
  nameArgument: "storeId",
  replaceOn: ["storeId"],
  options: OPTIONS,
  outputs: OUTPUTS,
  moved: "A changed connection must lead to the same store.",
  lookUp: { object: "an existing store", id: "the id of the store" },
  unique: ["storeId"],
  inIds: ["storeId"],
  encrypted: ["__written"],
  role: "Global Owner or Global Backup Admin.",
} as const;

export const OPLOG_S3_CONFIG_DESCRIPTION: Description = {
  ...COMMON,
  kind: "OplogS3Config",
  what: "oplog store",
  object: OPLOG_S3_CONFIG,
  text: "An S3-compatible store for the oplog data of backups. The service tests the bucket at every create and update. Destroying the resource disables the assignment of the store, then deletes it.",
  example: `new opsmanager.OplogS3Config("oplog-eu", {
  acceptedTos: true,
  assignmentEnabled: true,
  awsAccessKey: config.requireSecret("s3AccessKey"),
  awsSecretKey: config.requireSecret("s3SecretKey"),
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog-eu",
  s3MaxConnections: 50,
  sseEnabled: true,
  uri: config.requireSecret("metadataUri"),
});`,
};

export const S3_SNAPSHOT_STORE_DESCRIPTION: Description = {
  ...COMMON,
  kind: "S3SnapshotStore",
  what: "snapshot store",
  object: S3_SNAPSHOT_STORE,
  text: "An S3-compatible store for the snapshots of backups. The service tests the bucket at every create and update. Destroying the resource disables the assignment of the store, then deletes it. The service refuses that while the store holds snapshots.",
  example: `new opsmanager.S3SnapshotStore("snapshots-eu", {
  acceptedTos: true,
  assignmentEnabled: true,
  awsAccessKey: config.requireSecret("s3AccessKey"),
  awsSecretKey: config.requireSecret("s3SecretKey"),
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "snapshots-eu",
  s3MaxConnections: 50,
  sseEnabled: true,
  uri: config.requireSecret("metadataUri"),
});`,
};

const DELETION =
  "Destroying the resource disables the assignment of the store, then deletes it. The service refuses that while backup jobs or snapshots use the store.";
const CONNECTION =
  "The service connects to the deployment at every create and update. If that fails, as while the deployment is starting, the provider tries again for at most two minutes.";

export const MONGO_SNAPSHOT_STORE_DESCRIPTION: Description = {
  ...COMMON,
  kind: "MongoSnapshotStore",
  what: "MongoDB snapshot store",
  object: MONGO_SNAPSHOT_STORE,
  text: `A store in a MongoDB deployment for the snapshots of backups, which Ops Manager calls a blockstore. ${CONNECTION} ${DELETION}`,
  example: `new opsmanager.MongoSnapshotStore("blockstore-eu", {
  uri: config.requireSecret("blockstoreUri"),
  ssl: true,
  assignmentEnabled: true,
  labels: ["eu"],
});`,
};

export const MONGO_OPLOG_STORE_DESCRIPTION: Description = {
  ...COMMON,
  kind: "MongoOplogStore",
  what: "MongoDB oplog store",
  object: MONGO_OPLOG_STORE,
  text: `A store in a MongoDB deployment for the oplog data of backups. ${CONNECTION} ${DELETION}`,
  example: `new opsmanager.MongoOplogStore("oplog-eu", {
  uri: config.requireSecret("oplogUri"),
  ssl: true,
  assignmentEnabled: true,
});`,
};

export const FILE_SYSTEM_SNAPSHOT_STORE_DESCRIPTION: Description = {
  ...COMMON,
  kind: "FileSystemSnapshotStore",
  what: "file system snapshot store",
  object: FILE_SYSTEM_SNAPSHOT_STORE,
  // It has no secrets.
  options: omit(OPTIONS, ["secretsVersion"]),
  outputs: pick(OUTPUTS, ["links"]),
  text: `A folder for the snapshots of backups, which all hosts of backup daemons share. ${DELETION}`,
  example: `new opsmanager.FileSystemSnapshotStore("snapshots-nfs", {
  storePath: "/mnt/backup",
  wtCompressionSetting: "GZIP",
  assignmentEnabled: true,
});`,
};
