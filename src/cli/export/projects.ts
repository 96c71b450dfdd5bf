/** The modules of the projects of an exported program, and of what these have in common. */

import { numberedVariable, uniqueNames } from "../../core/declaring";
import type { PlainObject } from "../../json";
import { omit } from "../../json";
import { listed, oneLine } from "../text";
import type { Constants } from "./constants";
import { constantsIn } from "./constants";
import type { Declaration, DeclaredProject } from "./declarations";
import { GENERATED, MODULES_FOLDER, PROJECT_COMMENT } from "./folder";
import { declared, importsOf, moduleText } from "./modules";
import { Expression, print, quoted } from "./source";
import type { Sharing, Standard } from "./standards";
import { changed, extended, findStandards, has, needsProject, sharings } from "./standards";

export interface Module {
  readonly path: string;
  readonly text: string;
  /** Whether it declares resources. */
  readonly isProject: boolean;
}

/** A standard with the names of its module and of its variable. */
interface NamedStandard extends Standard {
  readonly file: string;
  readonly variable: string;
}

/** A module for each project with resources, one for each standard, and what these need. */
export function projectModules(
  projects: readonly DeclaredProject[],
  constants: Constants,
  others: readonly string[],
): Module[] {
  const unique = uniqueNames(others);
  const files = projects.map(({ slug }) => unique(slug));
  const uniqueVariable = uniqueNames([], numberedVariable);
  const standards = findStandards(sharings(projects, constants)).map((standard) => ({
    ...standard,
    variable: uniqueVariable("standard"),
    file: unique("standard"),
  }));
  const own = projects.flatMap((project, index): Module[] =>
    project.declarations.length === 0
      ? []
      : [
          {
            path: modulePath(files[index] ?? ""),
            text: projectFile(project, standards, constants),
            isProject: true,
          },
        ],
  );
  const further = [
    ...standards.map((standard) => ({ path: modulePath(standard.file), text: standardFile(standard) })),
    ...(own.some(({ text }) => text.includes(WITHOUT_IMPORT)) ? [{ path: "without.ts", text: WITHOUT }] : []),
  ];
  return [...own, ...further.map((module) => ({ ...module, isProject: false }))];
}

function modulePath(name: string): string {
  return `${MODULES_FOLDER}/${name}.ts`;
}

function projectFile(
  project: DeclaredProject,
  standards: readonly NamedStandard[],
  constants: Constants,
): string {
  const unique = uniqueNames([], numberedVariable);
  const used = standards.flatMap((standard) =>
    standard.projects
      .filter((sharing) => sharing.project === project)
      .map((sharing) => useOf(standard, sharing, unique)),
  );
  const byStandard = new Set(used.flatMap(({ declarations }) => declarations));
  const left = project.declarations.filter((each) => !byStandard.has(each));
  const isHome = ({ isProject }: Declaration): boolean => isProject === true;
  const [home] = declared(left.filter(isHome), constants, "..").statements;
  const others = left.filter((each) => !isHome(each));
  const { statements, uses } = declared(others, constants, "..", {
    adapt: (declaration, all) => {
      const args = { ...all, ...projectIdIn(all) };
      const { suffix, argument } = declaration.shared ?? {};
      for (const { standard, sharing, names } of used) {
        if (argument !== undefined && sharing.set === declaration)
          return { ...args, [argument]: extended(standard, sharing, names, all[argument] as PlainObject) };
        if (suffix !== undefined && sharing.members.get(suffix)?.declaration === declaration)
          return {
            ...projectIdIn(all),
            ...changed(standard, sharing, names.standard, suffix, omit(all, ["projectId"])),
          };
      }
      return args;
    },
  });
  return moduleText({
    comment: `${PROJECT_COMMENT}${oneLine(project.name)}.`,
    uses: [
      ...uses,
      ...(used.some(({ leavesOut }) => leavesOut) ? [WITHOUT_IMPORT] : []),
      ...used.map(({ standard: { variable, file } }) => `import { ${variable} } from "./${file}";`),
    ],
    statements: [
      ...(home === undefined ? [] : [`const project = ${home}`]),
      `const projectId = ${home === undefined ? quoted(project.id) : "project.id"};`,
      ...used.flatMap(({ statements: first }) => first),
      ...statements,
    ],
  });
}

/** The constant of the module, for arguments that name the project. */
export function projectIdIn(args: PlainObject): PlainObject {
  return "projectId" in args ? { projectId: new Expression("projectId") } : {};
}

/** How the module of a project uses a standard. @param unique for the names of variables */
function useOf(standard: NamedStandard, sharing: Sharing, unique: (name: string) => string) {
  const { project, kind, set, members } = sharing;
  const expression = needsProject(standard)
    ? `${standard.variable}(${quoted(project.slug)})`
    : standard.variable;
  const all = [...standard.members.values()];
  // A member of a set can replace that of the standard.
  const leftOut = all.filter(
    (member) => !(set === undefined ? has(sharing, member) : members.has(member.name)),
  );
  const leavesOut = leftOut.length > 0;
  const common = leavesOut ? unique("common") : expression;
  const start = `const ${common} = without(${expression}, `;
  const list = print(
    leftOut.map(({ name }) => name),
    "",
    start.length + 1,
  );
  return {
    standard,
    sharing,
    names: { standard: expression, common },
    leavesOut,
    /** The resources that are not declared otherwise. */
    declarations:
      set === undefined
        ? all.filter((member) => has(sharing, member)).map(({ name }) => members.get(name)?.declaration)
        : [],
    statements: [
      ...(leavesOut ? [`${start}${list});`] : []),
      ...(set === undefined
        ? [
            `for (const [name, args] of Object.entries(${common})) {\n` +
              `  new opsmanager.${kind}(\`${project.slug}-\${name}\`, { projectId, ...args });\n}`,
          ]
        : []),
    ],
  };
}

function standardFile(standard: NamedStandard): string {
  const { members, projects, variable } = standard;
  const value = Object.fromEntries([...members].map(([name, member]) => [name, member.value]));
  const text = `${print(value)} satisfies ${typeOf(projects)}`;
  return moduleText({
    comment: `${GENERATED}: what ${placesOf(projects)} have in common, or most of them. A change reaches all that use it.`,
    uses: importsOf(constantsIn(value), ".."),
    statements: [
      `export const ${variable} = ${needsProject(standard) ? `(project: string) => (${text})` : text};`,
    ],
  });
}

/** The type of a standard: an argument of a set, or the arguments of resources by their names. */
function typeOf([first]: readonly Sharing[]): string {
  const args = `opsmanager.${first?.kind}Args`;
  const argument = first?.set?.shared?.argument;
  return argument === undefined
    ? `Record<string, Omit<${args}, "projectId">>`
    : `${args}[${quoted(argument)}]`;
}

function placesOf(projects: readonly Sharing[]): string {
  const names = projects.map(({ project }) => oneLine(project.name));
  return names.length > MOST_NAMED ? `${names.length} projects` : listed(names);
}

const MOST_NAMED = 5;

const WITHOUT_IMPORT = 'import { without } from "../without";';

const WITHOUT = `// ${GENERATED}: leaves out members of a standard.

export function without<T extends object, Name extends keyof T>(
  all: T,
  names: readonly Name[],
): Omit<T, Name> {
  const kept = Object.entries(all).filter(([name]) => !names.includes(name as Name));
  return Object.fromEntries(kept) as Omit<T, Name>;
}
`;
