/** What several projects have in common: a standard, to which each adds its own. */

import { commonPrefix, joinName, variableName } from "../../core/declaring";
import { groupBy, isPlainObject, omit } from "../../json";
import type { Constants } from "./constants";
import { notesOf } from "./constants";
import type { Declaration, DeclaredPlace } from "./declarations";
import { commented, field, fieldsOf, print } from "./source";

/** The objects of a project that others may have as well. */
export interface Sharing {
  readonly place: DeclaredPlace;
  /** The class that declares them. */
  readonly kind: string;
  /** The argument that has them, if one resource declares all. */
  readonly argument: string | undefined;
  /** Fields as code, with the name of the project as a variable, by the names that they would have in any project. */
  readonly members: ReadonlyMap<string, string>;
}

/** A standard, and the projects that use it. */
export interface Standard {
  /** Its module. */
  readonly name: string;
  readonly variable: string;
  /** The code of each member by its name. */
  readonly members: ReadonlyMap<string, string>;
  readonly uses: Group;
}

type Group = readonly [Sharing, ...Sharing[]];

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
  const { args, shared: { argument, suffix = "" } = {} } = declaration;
  const notes = notesOf(declaration, constants, slug);
  if (argument === undefined) {
    const code = field(suffix, print(omit(args, ["projectId"]), notes));
    return [[suffix, commented(notes.comments.get(""), code)] as const];
  }
  const members = isPlainObject(args[argument]) ? args[argument] : {};
  const fields = fieldsOf(members, notes, [argument]);
  return Object.keys(members).map((name, index) => [name, fields[index] ?? ""] as const);
}

/**
 * Groups projects that have at least half of what they declare in common with the first of the group.
 * @param unique for the names of their modules
 */
export function findStandards(sharings: readonly Sharing[], unique: (name: string) => string): Standard[] {
  const groups: [Sharing, ...Sharing[]][] = [];
  for (const each of sharings) {
    const group = groups.find(([first]) => {
      const common = [...first.members.keys()].filter((name) => has(each, first, name)).length;
      return first.kind === each.kind && common * 2 >= Math.max(first.members.size, each.members.size);
    });
    if (group === undefined) groups.push([each]);
    else group.push(each);
  }
  return groups
    .filter(({ length }) => length > 1)
    .map((uses) => {
      const name = unique(joinName(commonPrefix(uses.map(({ place }) => place.slug)), "standard"));
      return { name, variable: variableName(name), uses, members: new Map(mostOf(uses)) };
    });
}

/** Whether a project has a member of a standard, or of another project, as it is. */
export function has({ members }: Sharing, other: Pick<Standard, "members">, name: string): boolean {
  return members.get(name) === other.members.get(name);
}

/** What more than half of the projects have. */
function mostOf(uses: Group): (readonly [name: string, code: string])[] {
  const all = uses.flatMap(({ members }) => [...members]);
  return [...groupBy(all, ([, code]) => code).values()]
    .flatMap((group) => (group.length * 2 > uses.length ? group.slice(0, 1) : []))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
