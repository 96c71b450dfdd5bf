/** What several projects have in common: a standard, to which each adds its own. */

import { commonPrefix, joinName, uniqueNames, variableName } from "../../core/export-names";
import { groupBy } from "../../json";
import type { Fields, Member, PartCode, Sharing } from "./members";
import { memberCode, printFields } from "./members";
import { field } from "./source";

/** A standard, and the projects that use it. */
export interface Standard {
  /** Its module. */
  readonly name: string;
  readonly variable: string;
  readonly members: ReadonlyMap<string, Common>;
  /** In what its projects differ. */
  readonly parameters: readonly Parameter[];
  readonly uses: Group;
}

/** A member of a standard. */
interface Common extends Pick<Member, "shape"> {
  readonly code: string;
  readonly fields: Fields;
  readonly parts: readonly CommonPart[];
}

/** A part that all projects have as it is, or a parameter, with further fields as in {@link PartCode.extra}. */
interface CommonPart {
  readonly code: string;
  readonly parameter?: Parameter;
  readonly extra?: string;
}

/** A part, such as a notification, that several members have, and that is another one in each project. */
export interface Parameter {
  readonly name: string;
  /** The code for each project that has it. */
  readonly values: ReadonlyMap<Sharing, string>;
}

type Group = readonly [Sharing, ...Sharing[]];

/**
 * Groups projects that have at least half of what they declare in common with the first of the group.
 * @param unique for the names of their modules
 * @param others names that no parameter may have
 */
export function findStandards(
  sharings: readonly Sharing[],
  unique: (name: string) => string,
  others: readonly string[],
): Standard[] {
  const groups: [Sharing, ...Sharing[]][] = [];
  for (const each of sharings) {
    const group = groups.find(([first]) => {
      if (first.kind !== each.kind) return false;
      const isHalf = (count: number): boolean => count * 2 >= Math.max(first.members.size, each.members.size);
      // What is common has one shape, and most pairs of many projects have less than that.
      const alike = [...first.members].filter(([name, { shape }]) => each.members.get(name)?.shape === shape);
      return isHalf(alike.length) && isHalf(commonOf([first, each], others).members.size);
    });
    if (group === undefined) groups.push([each]);
    else group.push(each);
  }
  return groups
    .filter(({ length }) => length > 1)
    .map((uses) => {
      const name = unique(joinName(commonPrefix(uses.map(({ place }) => place.slug)), "standard"));
      return { name, variable: variableName(name), uses, ...commonOf(uses, others) };
    });
}

/** Whether a project has a member of a standard as it is. */
export function has(sharing: Sharing, { members }: Pick<Standard, "members">, name: string): boolean {
  const [own, common] = [sharing.members.get(name), members.get(name)];
  return own !== undefined && own.shape === common?.shape && hasParts(sharing, own, common);
}

/** Whether the parts of a member of a project are those of the standard. */
function hasParts(sharing: Sharing, own: Member, common: Common): boolean {
  return (
    own.parts.length === common.parts.length &&
    own.parts.every((part, index) => isSame(sharing, part, common.parts[index]))
  );
}

/** Whether a part of a project is that of the standard. */
function isSame(sharing: Sharing, part: PartCode, common: CommonPart | undefined): boolean {
  if (common?.parameter === undefined) return part.code === common?.code;
  const { extra = "", parameter } = common;
  const isAlike = extra === "" || part.extra === extra;
  return isAlike && codeOf(part, extra) === parameter.values.get(sharing);
}

/**
 * The fields of a member of a project: if it differs from that of the standard in less than half of them, a spread, and those that differ.
 * @param base the code for the member of the standard
 */
export function ownFields(sharing: Sharing, own: Member, common: Common | undefined, base: string): Fields {
  const codesOf = (parts: readonly { readonly code: string }[]): string[] => parts.map(({ code }) => code);
  const all = own.fieldsWith(codesOf(own.parts));
  if (common === undefined) return all;
  // With the names of parameters, which mean nothing in a project, so that they are not different.
  const compared = hasParts(sharing, own, common) ? own.fieldsWith(codesOf(common.parts)) : all;
  return differencesIn(compared, common.fields, base) ?? all;
}

/** `undefined` if at least half of the fields differ, or if one would have to go. */
function differencesIn(own: Fields, common: Fields, base: string): Fields | undefined {
  const differing = [...own].filter(([name, { code }]) => common.get(name)?.code !== code);
  const isSmall = differing.length * 2 < own.size && [...common.keys()].every((name) => own.has(name));
  if (!isSmall) return undefined;
  const codes = differing.map(([name, { code, fields }]) => {
    const others = code.startsWith("//") ? undefined : common.get(name)?.fields;
    const inner = fields && others && differencesIn(fields(), others(), `${base}.${name}`);
    return [name, { code: inner === undefined ? code : field(name, printFields(inner)) }] as const;
  });
  return new Map([["", { code: `...${base}` }], ...codes]);
}

/** What more than half of the projects have, if each of them gives the parts in which several members differ in the same way. */
function commonOf(uses: Group, others: readonly string[]): Pick<Standard, "members" | "parameters"> {
  const isMost = ({ length }: readonly unknown[]): boolean => length * 2 > uses.length;
  const all = uses.flatMap((sharing) =>
    [...sharing.members].map(([name, member]) => ({ sharing, name, member })),
  );
  const alike = [...groupBy(all, ({ name, member }) => `${name} ${member.shape}`).values()].filter(isMost);
  const rows = alike.flatMap((group) => {
    const [first] = group;
    const parts = first?.member.parts.map(
      (_, index) => new Map(group.map((each) => [each.sharing, each.member.parts[index] ?? NO_PART])),
    );
    return first === undefined || parts === undefined ? [] : [{ ...first, parts }];
  });
  const parameters = parametersOf(rows, others);
  const members = new Map<string, Common>();
  for (const { name, member, parts } of rows.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const known = parts.flatMap((values): readonly CommonPart[] => {
      const codes = groupBy([...values.values()], ({ code }) => code);
      // Also where all that have the member agree: a project that gets it later may have another value.
      const parameter = withParameter(parameters, values);
      const part = parameter ?? [...codes.values()].find(isMost)?.[0];
      // The further fields of what all have are a part of its code.
      return part === undefined ? [] : [parameter ?? { code: part.code }];
    });
    const fields = member.fieldsWith(known.map((part) => part.code));
    const code = memberCode(name, member.comment, fields);
    const each: Common = { shape: member.shape, parts: known, fields, code };
    const having = uses.filter((sharing) => has(sharing, { members: new Map([[name, each]]) }, name));
    if (known.length === parts.length && isMost(having)) members.set(name, each);
  }
  const used = new Set([...members.values()].flatMap(({ parts }) => parts.map(({ parameter }) => parameter)));
  return { members, parameters: parameters.filter((each) => used.has(each)) };
}

/** One part of a member in each project that has the member. */
type Values = ReadonlyMap<Sharing, PartCode>;

/** The parts that are not the same in all projects, and differ in the same way in several members. */
function parametersOf(
  rows: readonly { readonly parts: readonly Values[] }[],
  others: readonly string[],
): Parameter[] {
  const found: { places: number; noun: string; values: Map<Sharing, string> }[] = [];
  const differing = rows
    .flatMap(({ parts }) => parts)
    .filter((values) => new Set([...values.values()].map(({ code }) => code)).size > 1);
  // A parameter lacks the further fields that some places have.
  differing.sort((a, b) => Number(extraOf(a) !== "") - Number(extraOf(b) !== ""));
  for (const values of differing) {
    const [{ noun } = NO_PART] = values.values();
    const first = { places: 0, noun, values: new Map<Sharing, string>() };
    const { known, extra } = sameIn(found, values) ?? { known: first, extra: "" };
    if (known.places === 0) found.push(known);
    known.places++;
    for (const [sharing, part] of values) known.values.set(sharing, codeOf(part, extra));
  }
  const unique = uniqueNames(others, "");
  return found
    .filter(({ places }) => places > 1)
    .map(({ noun, values }) => ({ name: unique(variableName(noun)), values }));
}

/** A parameter that has the values, or that has them without their further fields. */
function withParameter(parameters: readonly Parameter[], values: Values): CommonPart | undefined {
  const same = sameIn(parameters, values);
  if (same === undefined) return undefined;
  const { known, extra } = same;
  return { code: extra === "" ? known.name : `{ ...${known.name}, ${extra} }`, parameter: known, extra };
}

/** What has the values, or else what has them without the further fields that all of them have. */
function sameIn<T extends Pick<Parameter, "values">>(known: readonly T[], values: Values) {
  for (const extra of new Set(["", extraOf(values)])) {
    // All rows have a project in common: each has more than half of them.
    const same = known.find((each) =>
      [...values].every(([sharing, part]) => {
        const other = each.values.get(sharing);
        return other === undefined || other === codeOf(part, extra);
      }),
    );
    if (same !== undefined) return { known: same, extra };
  }
  return undefined;
}

/** The further fields of the parts, if these are the same in all projects. */
function extraOf(values: Values): string {
  const extras = new Set([...values.values()].map(({ extra }) => extra));
  const [extra = ""] = extras;
  return extras.size === 1 ? extra : "";
}

/** The code of a part, or of one without its further fields. */
function codeOf({ code, plain }: PartCode, extra: string): string {
  return extra === "" ? code : plain;
}

const NO_PART: PartCode = { noun: "", code: "", plain: "", extra: "" };
