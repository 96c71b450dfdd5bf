import { compact, mergePatch } from "./json";
import { newId, formatTimestamp } from "./ids";
import type { Table } from "./store";

/** Reads and changes entities without the API: nothing is validated, logged or counted. */
export interface EntityAccess<T extends object> {
  /** Copies of all entities. */
  list(): T[];
  /** A copy of one entity. */
  get(id: string): T | undefined;
  /** Creates or replaces the entity with this id. */
  set(id: string, entity: Partial<T>): T;
  /**
   * Applies a JSON merge patch and sets `updated` if the entity has it.
   * @throws Error if it does not exist, TypeError for a change of what identifies it
   */
  update(id: string, patch: { [Field in keyof T]?: unknown }): T;
  /** Adds an entity; a missing id and missing timestamps are generated. */
  add(entity: Partial<T>): T;
  /** Removes an entity; returns whether it existed. */
  delete(id: string): boolean;
}

/** Creates access to the entities of one scope of a table. */
export function createEntityAccess<T extends object>(
  table: Table<T>,
  scope: string,
  now: () => number,
): EntityAccess<T> {
  const { scopeField, idField } = table.key;
  const put = (entity: object): T => {
    const complete = { ...entity, ...(scopeField === undefined ? {} : { [scopeField]: scope }) } as T;
    table.set(structuredClone(complete));
    return complete;
  };
  const access: EntityAccess<T> = {
    list: () => structuredClone([...table.rows(scope)]),
    get: (id) => structuredClone(table.get(scope, id)),
    set: (id, entity) => put({ ...entity, [idField]: id }),
    update(id, patch) {
      const current = table.get(scope, id);
      if (current === undefined)
        throw new Error(`the emulator has no entity ${JSON.stringify(id)} in this collection`);
      refuseOtherIdentity(current, patch, [idField, ...(scopeField === undefined ? [] : [scopeField])]);
      const stamp = "updated" in current && !("updated" in patch) ? { updated: formatTimestamp(now()) } : {};
      return put(mergePatch(Object.fromEntries(Object.entries(current)), { ...patch, ...stamp }));
    },
    add(entity) {
      const stamp = formatTimestamp(now());
      const stamps = "created" in entity ? {} : { created: stamp, updated: stamp };
      return put(compact({ [idField]: newId(now()), ...stamps, ...entity }));
    },
    delete: (id) => table.delete(scope, id),
  };
  return access;
}

// It would add a second entity, or nothing would happen.
function refuseOtherIdentity(current: object, patch: object, fields: readonly string[]): void {
  const old = new Map<string, unknown>(Object.entries(current));
  for (const [field, value] of Object.entries(patch))
    if (fields.includes(field) && value !== old.get(field))
      throw new TypeError(`${field} identifies the entity and cannot be changed; add another entity instead`);
}
