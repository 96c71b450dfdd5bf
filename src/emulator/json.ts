/** A JSON object whose fields have not been validated. */
export type JsonObject = { [key: string]: unknown };

/** Whether a value is a JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sorts the keys of every object, as the service does (Ops Manager documentation). */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key])]));
}

/** Applies a JSON merge patch (RFC 7396): `null` removes a field, objects merge, everything else replaces. */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    const old = merged.get(key);
    if (value === null) merged.delete(key);
    else merged.set(key, isJsonObject(value) ? mergePatch(isJsonObject(old) ? old : {}, value) : value);
  }
  return Object.fromEntries(merged);
}

/** Returns the object with the named fields only. */
export function pickFields(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

/** Removes the fields that are `undefined`. */
export function compact(value: object): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
}

/** Reverses every list, for responses whose order is not that of the request. */
export function reverseLists<T>(value: T): T;
export function reverseLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseLists).toReversed();
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, reverseLists(field)]));
}

/** Lists whose order has no meaning. */
const UNORDERED = new Set(
  `daemonFilter disabledParams idpGroupMappings idpGroups labelFilter labels ldapGroupMappings ldapGroups links matchers
    notifications oplogStoreFilter policies results roles snapshotStoreFilter syncStoreFilter tags`.split(
    /\s+/,
  ),
);

/** Reorders keys and unordered lists, differently at each call. */
export function shuffle(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffle);
  if (!isJsonObject(value)) return value;
  const shuffled: JsonObject = {};
  for (const [key, field] of permute(Object.entries(value))) {
    shuffled[key] = UNORDERED.has(key) && Array.isArray(field) ? permute(field.map(shuffle)) : shuffle(field);
  }
  return shuffled;
}

let turn = 0;

// Rotates and reverses in place of a random order, so that two successive calls always differ if they can.
function permute<T>(items: readonly T[]): T[] {
  turn += 1;
  const cut = items.length === 0 ? 0 : turn % items.length;
  const rotated = [...items.slice(cut), ...items.slice(0, cut)];
  return turn % 3 === 0 ? rotated : rotated.toReversed();
}
