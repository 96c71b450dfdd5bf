/** The objects of a project that others may have as well, as code. */

import type { Part } from "../../core/declaring";
import { pathText, valueAt } from "../../core/problems";
import { groupBy, isPlainObject, omit } from "../../json";
import type { Constants } from "./constants";
import { notesOf, partCode } from "./constants";
import type { Declaration, DeclaredPlace } from "./declarations";
import type { Notes } from "./source";
import { commented, field, print } from "./source";

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
  /** The code with the parts as given. */
  codeWith(parts: readonly string[]): string;
}

/** A part of a member, such as a notification. */
export interface PartCode extends Pick<Part, "noun"> {
  /** With the name of the project as a variable. */
  readonly code: string;
  /** With the name of the project. */
  readonly ofProject: string;
  /** The fields of {@link Part.extras} that it has, as code, and the part without them. */
  readonly extra?: { readonly code: string; readonly of: PartCode } | undefined;
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
  const [inAny, inThis] = [notesOf(declaration, constants, slug), notesOf(declaration, constants)];
  const members = argument === undefined ? { [suffix]: omit(args, ["projectId"]) } : args[argument];
  const codeIn = (part: Part, notes: Notes) => {
    const { plain, extra } = partCode(declaration, part, notes);
    return {
      code: print(valueAt(args, part.path), notes, part.path),
      plain: constants.get(plain) ?? plain,
      extra,
    };
  };
  const partOf = (part: Part): PartCode => {
    const { noun } = part;
    const [any, own] = [codeIn(part, inAny), codeIn(part, inThis)];
    const of = { noun, code: any.plain, ofProject: own.plain };
    return {
      noun,
      code: any.code,
      ofProject: own.code,
      extra: any.extra === "" ? undefined : { code: any.extra, of },
    };
  };
  const partsOf = groupBy(parts, ({ path }) => (argument === undefined ? suffix : String(path[1])));
  return Object.entries(isPlainObject(members) ? members : {}).map(([name, value]) => {
    const at = argument === undefined ? [] : [argument, name];
    const own = partsOf.get(name) ?? [];
    const codeWith = (codes: readonly string[]): string => {
      const given = new Map(own.map(({ path }, index) => [pathText(path), codes[index] ?? ""]));
      const expressions = { get: (path: string) => given.get(path) ?? inAny.expressions.get(path) };
      const code = field(name, print(value, { ...inAny, expressions }, at));
      return commented(inAny.comments.get(pathText(at)), code);
    };
    const member: Member = {
      shape: codeWith(own.map(({ noun }) => `<${noun}>`)),
      parts: own.map(partOf),
      codeWith,
    };
    return [name, member] as const;
  });
}
