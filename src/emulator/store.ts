import { COLLECTIONS, type CollectionKey } from "./collections";
import type { CollectionName, Entities, State } from "./entities";

/** The scope of collections whose entities have no parent. */
export const GLOBAL_SCOPE = "";

/** One collection: entities by scope (a project, an API key or the whole service) and id. */
export interface Table<T> {
  readonly key: CollectionKey;
  /** Rises with every write, so that what is derived from the table can be kept until then. */
  readonly version: number;
  get(scope: string, id: string): T | undefined;
  /** The entities of one scope in the order of their creation. */
  rows(scope: string): readonly T[];
  /** The entities of all scopes. */
  all(): T[];
  set(entity: T): void;
  delete(scope: string, id: string): boolean;
  clear(): void;
}

/** All collections of the emulated service. */
export interface Store {
  readonly tables: { readonly [Name in CollectionName]: Table<Entities[Name]> };
  /** A deep copy of everything. */
  snapshot(): State;
  /** Replaces everything. */
  load(state: State): void;
  /** Calls back after every write. */
  onChange(listener: () => void): void;
}

/** Makes a store that holds the given state. */
export function createStore(state: State): Store {
  const listeners: (() => void)[] = [];
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const tables = Object.fromEntries(
    Object.entries(COLLECTIONS).map(([name, key]) => [name, createTable<object>(key, changed)]),
  ) as unknown as { [Name in CollectionName]: Table<Entities[Name]> };
  const store: Store = {
    tables,
    snapshot() {
      const entries = Object.entries(tables).map(([name, table]) => [name, table.all()]);
      return structuredClone(Object.fromEntries(entries)) as State;
    },
    load(next) {
      const copy = structuredClone(next);
      for (const name of Object.keys(tables) as CollectionName[])
        fill(tables[name] as Table<unknown>, copy[name]);
    },
    onChange: (listener) => void listeners.push(listener),
  };
  store.load(state);
  return store;
}

function fill(table: Table<unknown>, entities: readonly unknown[]): void {
  table.clear();
  for (const entity of entities) table.set(entity);
}

function createTable<T extends object>(key: CollectionKey, changed: () => void): Table<T> {
  const scopes = new Map<string, Map<string, T>>();
  const listed = new Map<string, T[]>();
  const canonicalId = key.canonicalId ?? ((id: string) => id);
  let version = 0;
  const written = (scope: string): void => {
    version += 1;
    listed.delete(scope);
    changed();
  };
  return {
    key,
    get version() {
      return version;
    },
    get: (scope, id) => scopes.get(scope)?.get(canonicalId(id)),
    rows(scope) {
      let rows = listed.get(scope);
      if (rows === undefined) {
        rows = [...(scopes.get(scope)?.values() ?? [])];
        listed.set(scope, rows);
      }
      return rows;
    },
    all: () => [...scopes.values()].flatMap((entities) => [...entities.values()]),
    set(entity) {
      const scope = key.scopeField === undefined ? GLOBAL_SCOPE : field(entity, key.scopeField);
      const id = canonicalId(field(entity, key.idField));
      const entities = scopes.get(scope) ?? new Map<string, T>();
      scopes.set(scope, entities);
      entities.set(id, entity);
      written(scope);
    },
    delete(scope, id) {
      const deleted = scopes.get(scope)?.delete(canonicalId(id)) ?? false;
      if (deleted) written(scope);
      return deleted;
    },
    clear() {
      scopes.clear();
      listed.clear();
      version += 1;
      changed();
    },
  };
}

function field(entity: object, name: string): string {
  const value = (entity as Record<string, unknown>)[name];
  if (typeof value !== "string" || value === "")
    throw new TypeError(`an entity needs the text field "${name}"`);
  return value;
}
