/** What several projects have in common: a standard, to which each adds its own. */

import { groupBy } from "../../json";
import type { PlainObject } from "../../json";
import type { Constants } from "./constants";
import { argsOf, commentsOn, secretExpression } from "./constants";
import type { Declaration, DeclaredProject } from "./declarations";
import { Expression, print, quoted, Spread } from "./source";

/** Alert configurations of a project by the names that they would have in any project. */
export interface Sharing {
  readonly project: DeclaredProject;
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
      ({ name, shared }) => shared !== undefined && name === project.slug + shared.suffix,
    );
    const alone = named.flatMap((declaration): Member[] => {
      const { shared } = declaration;
      if (shared === undefined || shared.argument !== undefined) return [];
      const { projectId: _, ...value } = argsIn(project, declaration, constants);
      const text = [...commentsOn(declaration), print(value)].join("\n");
      return [{ name: shared.suffix, value, text, declaration }];
    });
    const sets = named.flatMap((set): Sharing[] => {
      const { argument } = set.shared ?? {};
      if (argument === undefined) return [];
      const members = argsIn(project, set, constants)[argument] as PlainObject;
      const all = Object.entries(members).map(([name, value]) => ({
        name,
        value,
        text: print(value),
        declaration: undefined,
      }));
      return [{ project, set, members: byName(all) }];
    });
    return [...sets, ...(alone.length === 0 ? [] : [{ project, set: undefined, members: byName(alone) }])];
  });
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
      return common.filter((member) => has(each, member)).length * 2 >= largest;
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
    .map(({ projects, common }) => ({
      projects,
      // A set can leave out a member of the standard.
      members: byName(projects.every(({ set }) => set !== undefined) ? mostOf(projects) : common),
    }));
}

/** Whether a project has the same under the same name. */
export function has({ members }: Pick<Sharing, "members">, { name, text }: Member): boolean {
  return members.get(name)?.text === text;
}

/** What more than half of the projects have. */
function mostOf(projects: readonly Sharing[]): Member[] {
  const all = groupBy(
    projects.flatMap(({ members }) => [...members.values()]),
    ({ name, text }) => `${name} ${text}`,
  );
  return [...all.values()]
    .filter(({ length }) => length * 2 > projects.length)
    .flatMap(([member]) => member ?? [])
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether a set has exactly what the standard has. */
export function isEqual({ members }: Standard, sharing: Sharing): boolean {
  return (
    sharing.members.size === members.size && [...members.values()].every((member) => has(sharing, member))
  );
}

/** Whether the code depends on the name of the project, which is part of the keys of its secrets. */
export function needsProject(members: Iterable<Member>): boolean {
  return [...members].some(({ text }) => text.includes("${project}"));
}

/**
 * The members of a set as an addition to the standard, and a statement before it if it leaves out some of that.
 * @param standard the expression for all of it
 * @param own the members as the project declares them
 */
export function extended(
  standard: string,
  { members }: Standard,
  sharing: Sharing,
  own: PlainObject,
): { readonly statements: readonly string[]; readonly value: unknown } {
  const added = Object.entries(own).filter(([name]) => {
    const member = members.get(name);
    return member === undefined || !has(sharing, member);
  });
  const left = [...members.keys()].filter((name) => !sharing.members.has(name));
  const names = left.map((name, index) => `${quoted(name)}: _${index || ""}, `);
  const all = left.length === 0 ? standard : "rest";
  return {
    statements: left.length === 0 ? [] : [`const { ${names.join("")}...rest } = ${standard};`],
    value: added.length === 0 ? new Expression(all) : { "": new Spread(all), ...Object.fromEntries(added) },
  };
}
