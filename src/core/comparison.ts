/** What the rows of a comparison say: whether the object is as declared, what a write would change, and what differs. */

import type { Fields } from "../fields/table";
import { isEmptyList, isPlainObject, withoutUndefined } from "../json";
import type { Carried } from "./carried";
import type { Difference } from "./problems";
import { differenceText, pathText, withValue } from "./problems";
import type { Row } from "./rows";

/** Whether a row of a field that is not secret shows another value than the declared one. */
export function isDifferent(each: Row): boolean {
  return each.field.secret !== true && isOther(each);
}

/** Whether the program leaves the field out, and the service has a value for it. */
export function isLeftOut({ field, declared, live, verdict }: Row): boolean {
  return field.secret !== true && declared === undefined && live !== undefined && verdict !== "changed";
}

/**
 * Whether a row shows another value than the declared one that the service has not filled in by itself.
 * @param hasUse whether the object has a use for the field
 */
export function isDrift({ field, verdict }: Row, hasUse = true): boolean {
  const isList = typeof field.type === "object" && "list" in field.type;
  const isCertain = field.secret === true || isList || (field.default !== undefined && hasUse);
  return verdict === "changed" || (verdict === "undeclared" && isCertain);
}

/** Whether the service does not show a declared field, which some versions never return. */
function isUnshown({ field, declared, live }: Row): boolean {
  return field.rarelyReturned === true && declared !== undefined && live === undefined;
}

/** The paths of secrets that were changed or added, and of what the service does not show. */
export function secretsIn(
  rows: readonly Row[],
  textOf: (row: Pick<Row, "path">) => string,
): Pick<Comparison, "changedSecrets" | "unverifiedSecrets"> {
  const changed = rows.filter((each) => each.field.secret === true && isOther(each));
  const unknown = rows.filter((each) => each.verdict === "cannotTell" || isUnshown(each));
  return { changedSecrets: changed.map(textOf), unverifiedSecrets: unknown.map(textOf) };
}

function isOther({ verdict }: Row): boolean {
  return verdict === "changed" || verdict === "undeclared";
}

/** The comparison of a live object with the declared one. */
export interface Comparison {
  /** Whether the object is as declared; fields that the arguments leave out may have any value. */
  readonly same: boolean;
  /** What a write of the arguments would change, one line each; without the values of secrets. */
  readonly changes: readonly string[];
  /** Declared secrets that have another value on the service, by path. */
  readonly changedSecrets: readonly string[];
  /** Secrets that the service has and the program does not declare, by path: a write cannot keep them. */
  readonly lostSecrets: readonly string[];
  /** Declared secrets, and fields that the response lacks, that it neither confirms nor contradicts, by path. */
  readonly unverifiedSecrets: readonly string[];
}

/** How a live object differs from the one in a state. */
export interface Drift extends Pick<Comparison, "changedSecrets" | "unverifiedSecrets"> {
  /** From the state to the service, without secrets. */
  readonly changes: readonly Difference[];
  /** What the service did not take of the last write, where a warning was enough. */
  readonly notTaken?: readonly Difference[];
}

/**
 * Lists what a write of the declared object would change.
 * @param carried what the write sends besides what is declared, and what it loses
 * @param textOf the path of a row, for messages
 */
export function comparisonOf(
  rows: readonly Row[],
  carried: Carried = { kept: [], lost: [] },
  textOf: (row: Pick<Row, "path">) => string = pathOf,
): Comparison {
  const isKept = ({ path, field, declared }: Row): boolean =>
    (declared === undefined || field.sent !== undefined) &&
    carried.kept.some(
      (each) =>
        each.path.every((part, index) => part === path[index]) ||
        path.every((part, index) => part === each.path[index]),
    );
  const same = rows.every((each) => each.verdict !== "changed" || isKept(each));
  const changes = rows.flatMap((each): string[] => {
    const { path, declared, live } = each;
    if (isUnshown(each))
      return [`${pathText(path)}: not shown by the service => ${JSON.stringify(declared)}`];
    return isDifferent(each) && !isKept(each)
      ? [differenceText({ path, before: live, after: declared })]
      : [];
  });
  const declared = rows.filter(({ field, verdict }) => field.secret !== true || verdict !== "undeclared");
  const lostSecrets = carried.lost.map((path) => textOf({ path }));
  const dropped = (carried.dropped ?? []).map((path) => removalText(textOf({ path })));
  return { same, changes: same ? [] : [...changes, ...dropped], lostSecrets, ...secretsIn(declared, textOf) };
}

/** @param path that of something that the service has, and that a write cannot keep */
export function removalText(path: string): string {
  return `${path}: is not declared and will be removed`;
}

/** The differences from what is declared to what the service has, without secrets. */
export function differencesIn(rows: readonly Row[]): Difference[] {
  return rows.filter(isDifferent).map(differenceIn);
}

/** From what is declared to what the service has. */
export function differenceIn({ path, declared, live }: Row): Difference {
  return { path, before: declared, after: live };
}

/** The path of a row. */
export function pathOf({ path }: Pick<Row, "path">): string {
  return pathText(path);
}

/** Replaces declared values by those of the service where they differ. */
export function withLiveValues<T>(declared: T, rows: readonly Row[]): T {
  const found = rows
    .filter(isDifferent)
    .reduce<unknown>((whole, { path, live }) => withValue(whole, path, live), declared);
  return withoutUndefined(found as T);
}

/** Without fields whose value means the same as none, also those of nested objects. */
export function withoutDefaults<T extends object>(fields: Fields, object: T): T {
  const kept = Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
    const { type = "string", default: none } = fields[name] ?? {};
    if (isEmptyList(value) || value === none) return [];
    const isNested = typeof type === "object" && "object" in type && isPlainObject(value);
    return [[name, isNested ? withoutDefaults(type.object, value) : value]];
  });
  return Object.fromEntries(kept) as T;
}
