/** The objects of a project that others may have as well, as code. */

import type { Part, Target } from "../../core/declaring";
import type { Path } from "../../core/problems";
import { pathText, valueAt } from "../../core/problems";
import type { PlainObject } from "../../json";
import { groupBy, isPlainObject, omit } from "../../json";
import type { Constants } from "./constants";
import { notesOf, partCode } from "./constants";
import type { Declaration, DeclaredPlace } from "./declarations";
import type { Notes } from "./source";
import { commented, field, fieldsOf, print, printObject } from "./source";

/** The objects of a project that others may have as well. */
export interface Sharing {
  readonly place: DeclaredPlace;
  /** The class that declares them. */
  readonly kind: string;
  /** The argument that has them, if one resource declares all. */
  readonly argument: string | undefined;
  /** By the names that they would have in any project. */
  readonly members: ReadonlyMap<string, Member>;
}

/** An object as a field. */
export interface Member {
  /** Its code without its parts: equal in projects where at most these differ. */
  readonly shape: string;
  readonly parts: readonly PartCode[];
  /** Its own fields, with the parts as given. */
  fieldsWith(parts: readonly string[]): Fields;
  /** That on the line above. */
  readonly comment: string | undefined;
}

/** The code of fields by their names, and their own fields, which few of them need. */
export type Fields = ReadonlyMap<string, { readonly code: string; readonly fields?: () => Fields }>;

/** A part of a member, such as a notification, with the name of the project as a variable. */
export interface PartCode extends Pick<Target, "noun"> {
  readonly code: string;
  /** Without the fields of {@link Part.extras}. */
  readonly plain: string;
  /** These fields. */
  readonly extra: string;
}

/** What projects may have in common: the names of the resources must follow from that of the project. */
export function sharingsOf(places: readonly DeclaredPlace[], constants: Constants): Sharing[] {
  return places.flatMap((place) => {
    const named = place.declarations.filter(
      ({ name, shared }) => shared !== undefined && name === `${place.slug}-${shared.suffix}`,
    );
    return [...groupBy(named, ({ kind }) => kind)].map(([kind, declarations]) => ({
      place,
      kind,
      argument: declarations[0]?.shared?.argument,
      members: new Map(declarations.flatMap((each) => membersOf(place, each, constants))),
    }));
  });
}

function membersOf({ slug }: DeclaredPlace, declaration: Declaration, constants: Constants) {
  const { args, parts = [], shared: { argument, suffix = "" } = {} } = declaration;
  const inAny = notesOf(declaration, constants, slug);
  const members = argument === undefined ? { [suffix]: omit(args, ["projectId"]) } : args[argument];
  const partOf = (part: Part): PartCode => {
    const { plain, extra } = partCode(declaration, part, inAny);
    const code = print(valueAt(args, part.path), inAny, part.path);
    return { noun: part.target.noun, code, plain: constants.get(plain) ?? plain, extra };
  };
  const partsOf = groupBy(parts, ({ path }) => (argument === undefined ? suffix : String(path[1])));
  return Object.entries(isPlainObject(members) ? members : {}).map(([name, value]) => {
    const at = argument === undefined ? [] : [argument, name];
    const own = partsOf.get(name) ?? [];
    const fieldsWith = (codes: readonly string[]): Fields => {
      const given = new Map(own.map(({ path }, index) => [pathText(path), codes[index] ?? ""]));
      const expressions = { get: (path: string) => given.get(path) ?? inAny.expressions.get(path) };
      return fieldsIn(Object(value) as PlainObject, { ...inAny, expressions }, at);
    };
    const comment = inAny.comments.get(pathText(at));
    const member: Member = {
      shape: memberCode(name, comment, fieldsWith(own.map(({ target }) => `<${target.noun}>`))),
      parts: own.map(partOf),
      fieldsWith,
      comment,
    };
    return [name, member] as const;
  });
}

function fieldsIn(object: PlainObject, notes: Notes, path: Path): Fields {
  const codes = fieldsOf(object, notes, path);
  return new Map(
    Object.entries(object).map(([name, value], index) => {
      const fields = isPlainObject(value) && { fields: () => fieldsIn(value, notes, [...path, name]) };
      return [name, { code: codes[index] ?? "", ...fields }];
    }),
  );
}

export function memberCode(name: string, comment: string | undefined, fields: Fields): string {
  return commented(comment, field(name, printFields(fields)));
}

export function printFields(fields: Fields): string {
  return printObject([...fields.values()].map(({ code }) => code));
}
