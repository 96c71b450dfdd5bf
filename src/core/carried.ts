/**
 * What a write that replaces a whole object carries over: what the program does not declare stays as the service has it.
 *
 * A field that the program leaves out
 *
 * 1. that the state has is shown as a removal. It is removed, or gets the value again that the service returned to the last write, if
 *    the program never declared it and a refresh found another one;
 * 2. that the last write declared is removed;
 * 3. of all others the write sends what the service has now.
 *
 * A masked value cannot be sent: such a field is lost, so the write is refused unless the loss was shown or is asked for.
 */

import type { Field, Fields } from "../fields/table";
import { argumentNames } from "../fields/table";
import type { PlainObject } from "../json";
import { isEmptyList, isPlainObject } from "../json";
import { isMasked } from "../secrets/masks";
import type { KeptField } from "./kept-fields";
import type { Path } from "./problems";

/** An object in all versions that matter for a write. Lists of objects are in the order of `news`, if that has the list. */
export interface Versions {
  /** What the program declares. */
  readonly news: unknown;
  /** The arguments in the state. */
  readonly shown?: unknown;
  /** What the last write declared, and what the service returned to it. Absent after an import. */
  readonly declared?: unknown;
  readonly returned?: unknown;
  /** What the service has. */
  readonly live: unknown;
}

export interface Carried {
  readonly kept: readonly KeptField[];
  /** The paths of secrets that the program does not declare and of which the service shows only a mask. */
  readonly lost: readonly Path[];
  /** The paths of what belongs to another event than the declared one, so that the write removes it. */
  readonly dropped?: readonly Path[];
}

/** @param isOut whether a field is neither kept nor lost */
export function carriedIn(
  fields: Fields,
  versions: Versions,
  isOut: (path: Path, field: Field) => boolean = () => false,
): Carried {
  const found = fieldsIn(fields, versions, []).filter(({ path, field }) => !isOut(path, field));
  const isLost = ({ field, value }: Found): boolean => field.secret === true && isMasked(value);
  return {
    kept: found.filter((each) => !isLost(each)).map(({ path, value }) => ({ path, value })),
    lost: found.filter((each) => isLost(each) && each.field.keptByPut !== true).map(({ path }) => path),
  };
}

interface Found extends KeptField {
  readonly field: Field;
}

function fieldsIn(fields: Fields, versions: Versions, path: Path): Found[] {
  return argumentNames(fields).flatMap((name): Found[] => {
    const field = fields[name] as Field;
    if (field.type === "additional") return [];
    return fieldIn(field, at(versions, name), [...path, name]);
  });
}

function fieldIn(field: Field, versions: Versions, path: Path): Found[] {
  const { news, shown, declared, returned, live } = versions;
  const { type } = field;
  const table = typeof type === "string" ? undefined : "object" in type ? type.object : type.list;
  if (news != null) {
    if (table === undefined) return [];
    if (!Array.isArray(news)) return fieldsIn(table, versions, path);
    return news.flatMap((_, index) => fieldsIn(table, at(versions, index), [...path, index]));
  }
  const value = isSet(shown) ? returned : live;
  if (isSet(declared) || !isSet(value)) return [];
  // As a whole, field by field: a secret in it may be masked.
  if (table !== undefined && isPlainObject(value))
    return fieldsIn(table, { news: undefined, live: value }, path);
  return [{ path, field, value }];
}

function at({ news, shown, declared, returned, live }: Versions, key: string | number): Versions {
  const of = (version: unknown): unknown =>
    typeof version === "object" && version !== null
      ? (version as Readonly<Record<string | number, unknown>>)[key]
      : undefined;
  return {
    news: of(news),
    shown: of(shown),
    declared: of(declared),
    returned: of(returned),
    live: of(live),
  };
}

function isSet(value: unknown): boolean {
  return value != null && value !== "" && !isEmptyList(value);
}

/** The state that the last write has left; `undefined` after an import, which wrote nothing. */
export function writtenState<State extends { readonly args: { readonly imported?: boolean | undefined } }>(
  former: State | undefined,
): State | undefined {
  return former?.args.imported === true ? undefined : former;
}

/** Whether the program says that what it does not declare may go. */
export function mayLose(news: object, former: object = {}): boolean {
  const versionOf = (args: object): unknown => (args as PlainObject)["secretsVersion"];
  return versionOf(news) !== undefined && versionOf(news) !== versionOf(former);
}

/** What a preview and a write say of what cannot be carried; nothing secret is among it. */
export function droppedText(dropped: readonly string[]): string | undefined {
  if (dropped.length === 0) return undefined;
  const it = dropped.length === 1 ? "it" : "them";
  return (
    `${dropped.join(", ")}: the service has ${it} for another event than the declared one, and the program does not declare ` +
    `${it}, so the write removes ${it}. Declare ${it} to keep ${it}.`
  );
}

/** Returns why a write is refused that would lose secrets, one text for all of them. */
export function lossText(lost: readonly string[]): string | undefined {
  if (lost.length === 0) return undefined;
  const [them, it] = lost.length === 1 ? ["it", "is"] : ["them", "are"];
  return (
    `${lost.join(", ")}: the service has ${them}, the program does not declare ${them}, and only a mask of ${them} is shown, so this write ` +
    `would remove what ${it} there. Declare ${them}, or change secretsVersion if ${them} may go. Nothing was written.`
  );
}
