/** What several projects have in common: a standard, to which each adds its own. */

import { groupBy, isPlainObject, pick } from "../../json";
import type { PlainObject } from "../../json";
import type { Constants } from "./constants";
import { argsOf, commentsOn, secretExpression } from "./constants";
import type { Declaration, DeclaredProject } from "./declarations";
import { Commented, Expression, print, quoted, Spread } from "./source";

/** Objects of a project by the names that they would have in any project. */
export interface Sharing {
  readonly project: DeclaredProject;
  /** The class that declares them. */
  readonly kind: string;
  readonly members: ReadonlyMap<string, Member>;
  /** The set that has them; `undefined` if each is a resource. */
  readonly set: Declaration | undefined;
}

export interface Member {
  readonly name: string;
  /** The arguments, with the name of the project as a variable. */
  readonly value: unknown;
  /** What is equal if one piece of code can declare both. */
  readonly text: string;
  /** The resource that declares it alone. */
  readonly declaration: Declaration | undefined;
}

export interface Standard {
  readonly members: ReadonlyMap<string, Member>;
  readonly projects: readonly Sharing[];
}

/** The names of the resources must follow from that of the project. */
export function sharings(projects: readonly DeclaredProject[], constants: Constants): Sharing[] {
  return projects.flatMap((project): Sharing[] => {
    const named = project.declarations.filter(
      ({ name, shared }) => shared !== undefined && name === `${project.slug}-${shared.suffix}`,
    );
    const byKind = groupBy(named, ({ kind }) => kind);
    return [...byKind].flatMap(([kind, declarations]) => {
      const sets = declarations.filter(({ shared }) => shared?.argument !== undefined);
      const alone = declarations.filter(({ shared }) => shared?.argument === undefined);
      const found = [
        ...sets.map((set) => ({ set, all: membersOf(project, set, constants) })),
        { set: undefined, all: alone.map((each) => memberOf(project, each, constants)) },
      ];
      return found
        .filter(({ all }) => all.length > 0)
        .map(({ set, all }) => ({ project, kind, set, members: byName(all) }));
    });
  });
}

function membersOf(project: DeclaredProject, set: Declaration, constants: Constants): Member[] {
  const members = argsIn(project, set, constants)[set.shared?.argument ?? ""];
  return Object.entries(members ?? {}).map(([name, value]) => ({
    name,
    value: value as unknown,
    text: print({ [name]: value as unknown }),
    declaration: undefined,
  }));
}

function memberOf(project: DeclaredProject, declaration: Declaration, constants: Constants): Member {
  const name = declaration.shared?.suffix ?? "";
  const { projectId: _, ...args } = argsIn(project, declaration, constants);
  const [comment] = commentsOn(declaration);
  const value = comment === undefined ? args : new Commented(comment, args);
  return { name, value, text: print({ [name]: value }), declaration };
}

function argsIn({ slug }: DeclaredProject, declaration: Declaration, constants: Constants): PlainObject {
  const prefix = `${slug}.`;
  return argsOf(declaration, constants, (key) =>
    key.startsWith(prefix)
      ? new Expression(`config.requireSecret(\`\${project}.${key.slice(prefix.length)}\`)`)
      : secretExpression(key),
  );
}

function byName(members: readonly Member[]): ReadonlyMap<string, Member> {
  return new Map(members.map((member) => [member.name, member]));
}

/** Groups projects of which each has at least half of what it declares in common with all others of the group. */
export function findStandards(all: readonly Sharing[]): Standard[] {
  const groups: { readonly projects: Sharing[]; common: readonly Member[] }[] = [];
  for (const each of all) {
    const group = groups.find(({ projects, common }) => {
      const largest = Math.max(...[...projects, each].map(({ members }) => members.size));
      const isSameKind = projects[0]?.kind === each.kind;
      return isSameKind && common.filter((member) => has(each, member)).length * 2 >= largest;
    });
    if (group === undefined) {
      groups.push({ projects: [each], common: [...each.members.values()] });
    } else {
      group.projects.push(each);
      group.common = group.common.filter((member) => has(each, member));
    }
  }
  return groups
    .filter(({ projects }) => projects.length > 1)
    .map(({ projects }) => ({ projects, members: byName(mostOf(projects)) }));
}

/** Whether a project has the same under the same name. */
export function has({ members }: Pick<Sharing, "members">, { name, text }: Member): boolean {
  return members.get(name)?.text === text;
}

/** What more than half of the projects have. */
function mostOf(projects: readonly Sharing[]): Member[] {
  const all = groupBy(
    projects.flatMap(({ members }) => [...members.values()]),
    ({ text }) => text,
  );
  return [...all.values()]
    .filter(({ length }) => length * 2 > projects.length)
    .flatMap(([member]) => member ?? [])
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether the code depends on the name of the project, which is part of the keys of its secrets. */
export function needsProject({ members }: Standard): boolean {
  return [...members.values()].some(({ text }) => text.includes("${project}"));
}

/** The members of a set as an addition to what it has of the standard. */
export function extended(
  { members }: Standard,
  sharing: Sharing,
  names: {
    /** The standard. */
    readonly standard: string;
    /** What the project has of it. */
    readonly common: string;
  },
  /** The members as the project declares them. */
  own: PlainObject,
): unknown {
  const added = Object.entries(own).flatMap(([name, value]) => {
    const member = members.get(name);
    if (member !== undefined && has(sharing, member)) return [];
    const isObject = isPlainObject(value);
    return [[name, isObject ? changed({ members }, sharing, names.standard, name, value) : value] as const];
  });
  return added.length === 0
    ? new Expression(names.common)
    : { "": new Spread(names.common), ...Object.fromEntries(added) };
}

/**
 * A member as a change of the one in the standard, if they have at least half of their arguments in common.
 * @param own as the project declares it
 */
export function changed(
  { members }: Pick<Standard, "members">,
  sharing: Sharing,
  standard: string,
  name: string,
  own: PlainObject,
): PlainObject {
  const common = members.get(name)?.value;
  const value = sharing.members.get(name)?.value;
  if (!isPlainObject(common) || !isPlainObject(value)) return own;
  const names = Object.keys(value).filter((each) => print(value[each]) !== print(common[each]));
  const isComplete = Object.keys(common).every((each) => Object.hasOwn(value, each));
  if (!isComplete || names.length * 2 > Object.keys(value).length) return own;
  return { "": new Spread(`${standard}[${quoted(name)}]`), ...pick(own, names) };
}
