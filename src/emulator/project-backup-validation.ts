import type { ProjectBackup } from "./entities";
import { serviceError } from "./errors";
import { readFields, type FieldRules } from "./fields";
import { compact, pickFields } from "./json";

/** The fields of a request (Ops Manager documentation, "Update Backup Configuration for One Project"). */
const FIELDS = {
  daemonFilter: { type: "array" },
  id: { type: "string" },
  kmipClientCertPassword: { type: "string" },
  kmipClientCertPath: { type: "string" },
  labelFilter: { type: "strings" },
  oplogStoreFilter: { type: "array" },
  snapshotStoreFilter: { type: "array" },
  syncStoreFilter: { type: "strings" },
} as const satisfies FieldRules;

const NEEDED = { type: "string", required: true } as const;

const DAEMON = {
  headRootDirectory: { type: "string" },
  machine: NEEDED,
} as const satisfies FieldRules;

/** The types of stores in filters, which are not the names in the paths of the stores. */
const STORE_TYPES = {
  oplogStoreFilter: ["oplogStore", "s3OplogStore", "thirdPartyOplogStore"],
  snapshotStoreFilter: ["blockstore", "fileSystemStore", "s3blockstore"],
} as const;

/** Validates the body of a PUT. That the stores exist is not checked. */
export function readProjectBackup(
  body: unknown,
  groupId: string,
  newer: readonly string[],
): Omit<ProjectBackup, "groupId"> {
  const given = readFields(body, FIELDS, { readOnly: ["links"], newer });
  const { id = groupId, labelFilter, daemonFilter, syncStoreFilter } = given;
  const { kmipClientCertPath, kmipClientCertPassword } = given;
  if (id !== groupId) throw serviceError("GROUP_MISMATCH", id, groupId);
  if (kmipClientCertPassword !== undefined && kmipClientCertPath === undefined)
    throw serviceError("BACKUP_KMIP_CERTIFICATE_PATH_REQUIRED");

  const readStores = (name: keyof typeof STORE_TYPES): { id: string; type: string }[] | undefined =>
    given[name]?.map((element, index) => {
      const type = { type: "string", required: true, values: STORE_TYPES[name] } as const;
      return readFields(element, { id: NEEDED, type }, { path: `${name}[${index}]` });
    });

  const filters = {
    labelFilter,
    daemonFilter: daemonFilter?.map((element, index) =>
      readFields(element, DAEMON, { path: `daemonFilter[${index}]` }),
    ),
    oplogStoreFilter: readStores("oplogStoreFilter"),
    snapshotStoreFilter: readStores("snapshotStoreFilter"),
    syncStoreFilter,
  };
  return compact({ ...filters, kmipClientCertPath, kmipClientCertPassword, ...pickFields(given, newer) });
}
