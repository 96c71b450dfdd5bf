import { normalizeCidr } from "./addresses";
import type { CollectionName } from "./entities";

/** How the entities of a collection are addressed. */
export interface CollectionKey {
  /** The field that names the parent, for entities that live inside a project or an API key. */
  readonly scopeField?: string;
  /** The field that identifies the entity among its siblings. */
  readonly idField: string;
  /** Normalizes ids that have several spellings. */
  readonly normalizeId?: (id: string) => string;
}

/** The key of every collection, for the control interface, the store and the state file. */
export const COLLECTIONS: { readonly [Name in CollectionName]: CollectionKey } = {
  orgs: { idField: "id" },
  projects: { idField: "id" },
  apiKeys: { idField: "id" },
  accessList: {
    scopeField: "apiKeyId",
    idField: "cidrBlock",
    normalizeId: (entry) => normalizeCidr(entry) ?? entry,
  },
  agentApiKeys: { scopeField: "groupId", idField: "id" },
  users: { idField: "username" },
  teams: { idField: "id" },
  clusters: { scopeField: "groupId", idField: "id" },
  backupConfigs: { scopeField: "groupId", idField: "clusterId" },
  snapshotSchedules: { scopeField: "groupId", idField: "clusterId" },
  integrations: { scopeField: "groupId", idField: "type" },
  controlledFeatures: { idField: "groupId" },
  automationConfig: { idField: "groupId" },
  auditLogRotation: { idField: "groupId" },
  systemLogRotation: { idField: "groupId" },
  alertConfigs: { scopeField: "groupId", idField: "id" },
  globalAlertConfigs: { idField: "id" },
  oplogS3Configs: { idField: "id" },
  s3SnapshotStores: { idField: "id" },
  mongoSnapshotStores: { idField: "id" },
  mongoOplogStores: { idField: "id" },
  mongoSyncStores: { idField: "id" },
  fileSystemSnapshotStores: { idField: "id" },
  projectBackups: { idField: "groupId" },
  versionManifest: { idField: "id" },
};

/** Whether a text names a collection. */
export function isCollectionName(name: string): name is CollectionName {
  return Object.hasOwn(COLLECTIONS, name);
}

/** The names of all collections. */
export const COLLECTION_NAMES: readonly CollectionName[] = Object.keys(COLLECTIONS).filter(isCollectionName);
