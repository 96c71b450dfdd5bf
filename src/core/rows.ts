/**
 * The comparison of what a program declares with what the service has, by the columns of the field tables: one row for each field,
 * from which a refresh, a report and the search for an existing object take what they need (`comparison.ts`). Maps use a key instead
 * (`key.ts`).
 */

import { tableOfAdditional } from "../fields/additional";
import type { Field, Fields } from "../fields/table";
import { argumentNames } from "../fields/table";
import type { Quantity } from "../fields/quantity";
import { sameQuantity } from "../fields/quantity";
import type { PlainObject } from "../json";
import { canonicalJson, isEmptyList, isPlainObject, jsonEqual, pick } from "../json";
import { compareMasked, compareUri, isGiven } from "../secrets/masks";
import type { Path } from "./problems";

/**
 * `undeclared`: the program leaves the field out, and the service has a value that it did not return to the last write.
 * `cannotTell`: of a secret that the service does not show.
 */
export type Verdict = "same" | "changed" | "undeclared" | "cannotTell";

/** One field of a declared object. */
export interface Row {
  /** Items of a list that only the service has follow the declared ones. */
  readonly path: Path;
  readonly field: Field;
  readonly declared: unknown;
  /** What the service returned to the write of the declared value. */
  readonly expected: unknown;
  /** What the service has now: of a secret its mask. */
  readonly live: unknown;
  readonly verdict: Verdict;
}

/** An object in three versions: {@link Row} says which. In a list that has a pairing, the items of `expected` are in the order of `declared`. */
export interface Versions {
  readonly declared?: unknown;
  readonly expected?: unknown;
  readonly live?: unknown;
}

/** Finds for each item the index of the live one. */
export type Pairing = (items: readonly Versions[], live: readonly PlainObject[]) => (number | undefined)[];

/** The pairings of lists by the tables of their items. */
export type Pairings = ReadonlyMap<Fields, Pairing>;

/** Compares an object field by field. A field that all versions lack has no row, unless it belongs to a quantity. */
export function rowsOf(
  fields: Fields,
  versions: Versions,
  pairings: Pairings = new Map(),
  path: Path = [],
): Row[] {
  const units = new Set(Object.values(fields).map(({ unit }) => unit));
  return argumentNames(fields).flatMap((name): Row[] => {
    const field = fields[name] as Field;
    if (units.has(name)) return [];
    if (field.unit !== undefined) return quantityRows(fields, name, field.unit, versions, path);
    return fieldRows(field, at(versions, name), pairings, [...path, name]);
  });
}

function at({ declared, expected, live }: Versions, name: string): Versions {
  const of = (version: unknown): unknown => (isPlainObject(version) ? version[name] : undefined);
  return { declared: of(declared), expected: of(expected), live: of(live) };
}

function fieldRows(field: Field, versions: Versions, pairings: Pairings, path: Path): Row[] {
  const { declared, expected, live } = versions;
  if (declared === undefined && expected === undefined && live === undefined) return [];
  const { type, secret } = field;
  if (secret === true) return [row(field, path, versions, secretVerdict(field, versions))];
  if (type === "additional") return rowsOf(tableOfAdditional(declared), versions, pairings, path);
  if (typeof type === "string") return [row(field, path, versions, verdictOf(field, versions))];
  if ("object" in type) return objectRows(field, type.object, versions, pairings, path);
  const isScalar = [declared, expected, live].some((list) => Array.isArray(list) && !list.every(isItem));
  // A list is one value: the program declares all its items, or none.
  if (isScalar || declared === undefined) return [row(field, path, versions, verdictOf(field, versions))];
  return itemRows(field, type, versions, pairings, path);
}

function isItem(item: unknown): boolean {
  return item === null || isPlainObject(item);
}

function row(field: Field, path: Path, versions: Versions, verdict: Verdict): Row {
  const { expected, live } = versions;
  return { path, field, declared: declaredOrSent(field, versions), expected, live, verdict };
}

/** A field that the program leaves out is sent with a value of its own, unless the service had another one before. */
function declaredOrSent({ sent }: Field, { declared, expected }: Versions): unknown {
  return declared ?? (expected === undefined || jsonEqual(expected, sent) ? sent : undefined);
}

/**
 * A field is as declared, or as the service returned it to the write, unless the service did not take it then. One that some versions
 * never return may also be missing later.
 */
function verdictOf(field: Field, versions: Versions): Verdict {
  const { expected, live } = versions;
  const declared = declaredOrSent(field, versions);
  if (field.rarelyReturned === true && live === undefined) return "same";
  const isAsReturned =
    jsonEqual(inOneOrder(live), inOneOrder(expected)) || isSame(field, live, expected ?? declared);
  if (declared === undefined)
    return isAsReturned ? "same" : expected === undefined ? "undeclared" : "changed";
  const isBelieved = field.adjustable === true || isTaken(field, declared, expected);
  return isSame(field, live, declared) || (isAsReturned && isBelieved) ? "same" : "changed";
}

/** Whether the response to a write has the declared value, or does not show the field. */
export function isTaken(field: Field, declared: unknown, returned: unknown): boolean {
  return isSame(field, declared, returned) || (returned === undefined && !isShown(field));
}

/** Whether a response without the field says that it is not set. */
function isShown({ type, required, shownIfSet, rarelyReturned, ...field }: Field): boolean {
  const hasDefault = field.sent !== undefined || field.default !== undefined;
  return (
    rarelyReturned !== true && (required === true || shownIfSet === true || hasDefault || type === "strings")
  );
}

/** Whether two values mean the same. */
function isSame(field: Field, a: unknown, b: unknown): boolean {
  const normal = (value: unknown): unknown =>
    field.ignoresCase === true && typeof value === "string"
      ? value.toLowerCase()
      : (inOneOrder(value) ?? field.sent ?? field.default);
  return jsonEqual(normal(a), normal(b));
}

/** Lists of texts are sets, and an empty one means the same as none. */
export function inOneOrder(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return isEmptyList(value) ? undefined : (value as unknown[]).map(canonicalJson).sort();
}

/** For a secret, `expected` is set to any value if the service returned the secret to the last write, masked or not. */
function secretVerdict({ masked }: Field, { declared, expected, live }: Versions): Verdict {
  const wasReturned = expected !== undefined;
  if (typeof declared !== "string") return isGiven(live) && !wasReturned ? "undeclared" : "same";
  // A secret that the service never returned cannot be compared.
  if (!isGiven(live)) return wasReturned ? "changed" : "cannotTell";
  if (typeof live !== "string") return "cannotTell";
  return (masked === "userInfo" ? compareUri : compareMasked)(declared, live);
}

function objectRows(field: Field, fields: Fields, versions: Versions, pairings: Pairings, path: Path): Row[] {
  const { declared, expected, live } = versions;
  const whole = (verdict: Verdict): Row[] => [row(field, path, openVersions(fields, versions), verdict)];
  // A service may leave out an object of which nothing is set.
  const isUnset = (): boolean =>
    rowsOf(fields, { declared, expected, live: {} }, pairings).every(({ verdict }) => verdict !== "changed");
  if (live === undefined) return whole(isUnset() ? "same" : "changed");
  if (declared === undefined && expected === undefined) return whole("undeclared");
  const rows = rowsOf(fields, { ...versions, expected: expected ?? declared }, pairings, path);
  if (declared !== undefined) return rows;
  return whole(rows.every(({ verdict }) => verdict === "same") ? "same" : "changed");
}

function itemRows(
  field: Field,
  { list: fields, spelled = (item) => item }: List,
  versions: Versions,
  pairings: Pairings,
  path: Path,
): Row[] {
  const [declared, expected, live] = [versions.declared, versions.expected, versions.live].map((list) =>
    ((list ?? []) as unknown[]).map((item) => (isPlainObject(item) ? spelled(item) : item)),
  ) as [PlainObject[], PlainObject[], PlainObject[]];
  const pairing = pairings.get(fields);
  const declaredItems = declared.map((item) => ({ expected: item }));
  const inOurOrder =
    pairing === undefined ? inOrder(pairSimilar(declaredItems, expected), expected) : expected;
  const items = declared.map((item, index) => ({ declared: item, expected: inOurOrder[index] ?? item }));
  const pairs = (pairing ?? pairSimilar)(items, live);
  const theirs = inOrder(pairs, live);
  const alone = (item: Versions, index: number): Row =>
    row(field, [...path, index], openVersions(fields, item), "changed");
  return [
    ...items.flatMap((item, index) =>
      theirs[index] === undefined
        ? [alone(item, index)]
        : rowsOf(fields, { ...item, live: theirs[index] }, pairings, [...path, index]),
    ),
    ...live
      .filter((_, index) => !pairs.includes(index))
      .map((item, index) => alone({ live: item }, declared.length + index)),
  ];
}

type List = Extract<Field["type"], { readonly list: Fields }>;

/** Without secrets, and without what the service sets. */
function openVersions(fields: Fields, versions: Versions): Versions {
  const names = argumentNames(fields).filter((name) => fields[name]?.secret !== true);
  const open = (version: unknown): unknown => (isPlainObject(version) ? pick(version, names) : undefined);
  return { declared: open(versions.declared), expected: open(versions.expected), live: open(versions.live) };
}

/** The items of the pairs that a {@link Pairing} has found. */
export function inOrder<T>(pairs: readonly (number | undefined)[], items: readonly T[]): (T | undefined)[] {
  return pairs.map((index) => items[index ?? -1]);
}

/** Pairs equal items, then those whose first field is equal, then what is left. */
export const pairSimilar: Pairing = (items, live) => {
  const pairs: (number | undefined)[] = items.map(() => undefined);
  const isLike: ((a: PlainObject, b: PlainObject) => boolean)[] = [
    (a, b) => Object.keys(a).every((name) => jsonEqual(a[name], b[name])),
    (a, b) => {
      const [first = ""] = Object.keys(a);
      return a[first] === b[first];
    },
    () => true,
  ];
  for (const like of isLike) {
    items.forEach(({ expected }, index) => {
      if (pairs[index] !== undefined) return;
      const found = live.findIndex(
        (each, other) => !pairs.includes(other) && like(expected as PlainObject, each),
      );
      if (found >= 0) pairs[index] = found;
    });
  }
  return pairs;
};

/** A number without a unit counts in that of the service, and if that has none either, in this one. */
const RAW = "RAW";

/** The rows of a number and of its unit, which the service may convert together. */
function quantityRows(fields: Fields, number: string, unit: string, versions: Versions, path: Path): Row[] {
  const [value, units] = takenQuantity(at(versions, number), at(versions, unit));
  const known = units.expected ?? units.declared;
  const isEqual = sameQuantity(
    quantity(value.live, units.live),
    quantity(value.expected ?? value.declared, known ?? units.live),
  );
  const isSameNumber = isEqual || jsonEqual(value.live, value.declared ?? value.expected);
  const isSameUnit =
    known === undefined
      ? (units.live ?? RAW) === RAW
      : isEqual || units.live === (units.declared ?? units.expected);
  const verdict = isSameUnit ? "same" : known === undefined ? "undeclared" : "changed";
  return [
    row(fields[number] as Field, [...path, number], value, isSameNumber ? "same" : "changed"),
    row(fields[unit] as Field, [...path, unit], units, verdict),
  ];
}

/** The versions of a number and of its unit. If the service did not take the declared ones, these are expected nevertheless. */
function takenQuantity(value: Versions, units: Versions): [Versions, Versions] {
  const [returned, unit] = [value.expected ?? value.declared, units.expected ?? units.declared];
  const declared = quantity(value.declared ?? returned, units.declared ?? unit);
  if (sameQuantity(quantity(returned, unit), declared)) return [value, units];
  return [
    { ...value, expected: value.declared },
    { ...units, expected: units.declared },
  ];
}

function quantity(size: unknown, unit: unknown): Quantity {
  return { threshold: Number(size), units: typeof unit === "string" ? unit : RAW };
}
