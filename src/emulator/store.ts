import { COLLECTION_NAMES, COLLECTIONS, type CollectionKey } from "./collections";
import type { CollectionName, Entities, State } from "./entities";

/** The scope of collections whose entities have no parent. */
export const GLOBAL_SCOPE = "";

/** One collection: entities by scope (a project, an API key or the whole service) and id. */
export interface Table<T> {
  readonly key: CollectionKey;
  /** Incremented by every write, so that derived data can be cached. */
  readonly version: number;
  get(scope: string, id: string): T | undefined;
  /** The entities of one scope in order of creation. */
  rows(scope: string): readonly T[];
  /** The entities of all scopes. */
  all(): T[];
  set(entity: T): void;
  delete(scope: string, id: string): boolean;
  /** Deletes all entities of one scope. */
  clear(scope: string): void;
  /** Replaces all entities. */
  load(entities: readonly T[]): void;
}

/** The tables of all collections. */
type Tables = { readonly [Name in CollectionName]: Table<Entities[Name]> };

/** All collections of the emulated service. */
export interface Store {
  readonly tables: Tables;
  /** A deep copy of all entities. */
  snapshot(): State;
  /** Replaces all entities. */
  load(state: State): void;
  /** Calls the listener after every write. */
  onChange(listener: () => void): void;
}

/** Creates a store with the given state. */
export function createStore(state: State): Store {
  const listeners: (() => void)[] = [];
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  const tables: Tables = {
    orgs: createTable(COLLECTIONS.orgs, notify),
    projects: createTable(COLLECTIONS.projects, notify),
    apiKeys: createTable(COLLECTIONS.apiKeys, notify),
    accessList: createTable(COLLECTIONS.accessList, notify),
    agentApiKeys: createTable(COLLECTIONS.agentApiKeys, notify),
    users: createTable(COLLECTIONS.users, notify),
    teams: createTable(COLLECTIONS.teams, notify),
    clusters: createTable(COLLECTIONS.clusters, notify),
    backupConfigs: createTable(COLLECTIONS.backupConfigs, notify),
    snapshotSchedules: createTable(COLLECTIONS.snapshotSchedules, notify),
    integrations: createTable(COLLECTIONS.integrations, notify),
    controlledFeatures: createTable(COLLECTIONS.controlledFeatures, notify),
    automationConfig: createTable(COLLECTIONS.automationConfig, notify),
    auditLogRotation: createTable(COLLECTIONS.auditLogRotation, notify),
    systemLogRotation: createTable(COLLECTIONS.systemLogRotation, notify),
    alertConfigs: createTable(COLLECTIONS.alertConfigs, notify),
    globalAlertConfigs: createTable(COLLECTIONS.globalAlertConfigs, notify),
    oplogS3Configs: createTable(COLLECTIONS.oplogS3Configs, notify),
    s3SnapshotStores: createTable(COLLECTIONS.s3SnapshotStores, notify),
    mongoSnapshotStores: createTable(COLLECTIONS.mongoSnapshotStores, notify),
    mongoOplogStores: createTable(COLLECTIONS.mongoOplogStores, notify),
    mongoSyncStores: createTable(COLLECTIONS.mongoSyncStores, notify),
    fileSystemSnapshotStores: createTable(COLLECTIONS.fileSystemSnapshotStores, notify),
    projectBackups: createTable(COLLECTIONS.projectBackups, notify),
    versionManifest: createTable(COLLECTIONS.versionManifest, notify),
  };
  const store: Store = {
    tables,
    snapshot() {
      const entries = COLLECTION_NAMES.map((name) => [name, tables[name].all()]);
      return structuredClone(Object.fromEntries(entries)) as State;
    },
    load(next) {
      const copy = structuredClone(next);
      for (const name of COLLECTION_NAMES) loadTable(name, tables, copy);
    },
    onChange: (listener) => void listeners.push(listener),
  };
  store.load(state);
  return store;
}

// The type parameter ties the table to its entities, which the compiler cannot infer in a loop over the names.
function loadTable<Name extends CollectionName>(
  name: Name,
  tables: { readonly [Key in Name]: Table<Entities[Key]> },
  state: { readonly [Key in Name]: Entities[Key][] },
): void {
  tables[name].load(state[name]);
}

function createTable<T extends object>(key: CollectionKey, notify: () => void): Table<T> {
  const scopes = new Map<string, Map<string, T>>();
  const listed = new Map<string, readonly T[]>();
  const normalizeId = key.normalizeId ?? ((id: string) => id);
  let version = 0;
  const put = (entity: T): string => {
    const scope = key.scopeField === undefined ? GLOBAL_SCOPE : readTextField(entity, key.scopeField);
    const entities = scopes.get(scope) ?? new Map<string, T>();
    scopes.set(scope, entities);
    entities.set(normalizeId(readTextField(entity, key.idField)), entity);
    return scope;
  };
  const markChanged = (): void => {
    version += 1;
    notify();
  };
  return {
    key,
    get version() {
      return version;
    },
    get: (scope, id) => scopes.get(scope)?.get(normalizeId(id)),
    rows(scope) {
      const rows = listed.get(scope) ?? [...(scopes.get(scope)?.values() ?? [])];
      listed.set(scope, rows);
      return rows;
    },
    all: () => [...scopes.values()].flatMap((entities) => [...entities.values()]),
    set(entity) {
      listed.delete(put(entity));
      markChanged();
    },
    delete(scope, id) {
      const deleted = scopes.get(scope)?.delete(normalizeId(id)) ?? false;
      if (!deleted) return false;
      listed.delete(scope);
      markChanged();
      return true;
    },
    clear(scope) {
      listed.delete(scope);
      if (scopes.delete(scope)) markChanged();
    },
    load(entities) {
      scopes.clear();
      listed.clear();
      for (const entity of entities) put(entity);
      markChanged();
    },
  };
}

function readTextField(entity: object, name: string): string {
  const value: unknown = Object.entries(entity).find(([field]) => field === name)?.[1];
  if (typeof value !== "string" || value === "")
    throw new TypeError(`an entity requires the string field "${name}"`);
  return value;
}
