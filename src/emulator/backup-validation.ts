import { CHANGES } from "./cluster-backup";
import type { BackupConfig } from "./entities";
import { serviceError } from "./errors";
import { readFields, type FieldRules, type FieldsOf } from "./fields";

const text = { type: "string" } as const;
const yesNo = { type: "boolean" } as const;

const STATES = ["INACTIVE", "PROVISIONING", ...Object.keys(CHANGES)];

/** The fields of a request (Ops Manager documentation, "Update One Backup Configuration"). */
const FIELDS = {
  authMechanismName: text,
  clusterId: text,
  encryptionEnabled: yesNo,
  excludedNamespaces: { type: "strings" },
  groupId: text,
  includedNamespaces: { type: "strings" },
  password: text,
  preferredMember: text,
  provisioned: yesNo,
  snapshotStore: { type: "object" },
  sslEnabled: yesNo,
  statusName: { type: "string", values: STATES },
  storageEngineName: { type: "string", values: ["WIRED_TIGER", "MEMORY_MAPPED"] },
  syncSource: text,
  username: text,
} as const satisfies FieldRules;

/** What a request sets; the source of a synchronization and the requested state are not kept. */
export interface BackupChange {
  readonly fields: Partial<Omit<BackupConfig, "groupId" | "clusterId" | "statusName" | "transition">>;
  readonly statusName: string | undefined;
  readonly syncSource: string | undefined;
}

/** Validates the body of a PATCH. */
export function readBackupChange(body: unknown, current: BackupConfig): BackupChange {
  const given = readFields(body, FIELDS, { readOnly: ["links"] });
  requireSamePlace(given, current);
  const { clusterId: _, groupId: __, statusName, syncSource, snapshotStore, ...rest } = given;
  const { authMechanismName, username, password, excludedNamespaces, includedNamespaces, ...fields } = rest;
  // Automation manages every cluster of the emulator.
  if ((authMechanismName ?? username ?? password) !== undefined)
    throw serviceError("CANNOT_SET_BACKUP_AUTH_FOR_MANAGED_CLUSTER");
  if (excludedNamespaces !== undefined && includedNamespaces !== undefined)
    throw serviceError("INVALID_FILTERLIST");
  if (statusName !== undefined && !Object.hasOwn(CHANGES, statusName))
    throw serviceError("UNSUPPORTED_SET_BACKUP_STATE", statusName);
  return {
    fields: {
      ...fields,
      ...(excludedNamespaces === undefined ? {} : { excludedNamespaces: [...excludedNamespaces] }),
      ...(includedNamespaces === undefined ? {} : { includedNamespaces: [...includedNamespaces] }),
      ...(snapshotStore === undefined ? {} : { snapshotStore: readSnapshotStore(snapshotStore) }),
    },
    statusName,
    syncSource,
  };
}

/** Refuses a body that names another project or cluster than the path. */
export function requireSamePlace(
  given: { readonly groupId?: string; readonly clusterId?: string },
  { groupId, clusterId }: { readonly groupId: string; readonly clusterId: string },
): void {
  if (given.groupId !== undefined && given.groupId !== groupId)
    throw serviceError("GROUP_MISMATCH", given.groupId, groupId);
  if (given.clusterId !== undefined && given.clusterId !== clusterId)
    throw serviceError("ATTRIBUTE_READ_ONLY", "clusterId");
}

const SNAPSHOT_STORE = {
  snapshotStoreId: { type: "string", required: true },
  snapshotStoreType: { type: "string", required: true, values: ["s3blockstore"] },
} as const satisfies FieldRules;

function readSnapshotStore(value: unknown): FieldsOf<typeof SNAPSHOT_STORE> {
  return readFields(value, SNAPSHOT_STORE, { path: "snapshotStore" });
}
