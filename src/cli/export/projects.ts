/** The modules of the projects of an exported program, and of what these have in common. */

import { uniqueNames } from "../../core/declaring";
import type { PlainObject } from "../../json";
import { oneLine } from "../text";
import type { Constants } from "./constants";
import { commentsOn, constantsIn } from "./constants";
import type { DeclaredProject } from "./declarations";
import { GENERATED, MODULES_FOLDER, PROJECT_COMMENT } from "./folder";
import { declared, importsOf, moduleText } from "./modules";
import { Expression, print, quoted } from "./source";
import type { Standard } from "./standards";
import { extended, findStandards, isEqual, needsProject, sharings } from "./standards";

export interface Module {
  readonly path: string;
  readonly text: string;
}

/** A standard with the names of its module and of its variable. */
interface NamedStandard extends Standard {
  readonly file: string;
  readonly variable: string;
}

/** A module for each project with resources, and one for each standard. */
export function projectModules(
  projects: readonly DeclaredProject[],
  constants: Constants,
  others: readonly string[],
): Module[] {
  const unique = uniqueNames(others);
  const files = projects.map(({ slug }) => unique(slug));
  const uniqueVariable = uniqueNames([], "");
  const standards = findStandards(sharings(projects, constants)).map((standard) => ({
    ...standard,
    variable: uniqueVariable("standard"),
    file: unique("standard"),
  }));
  const own = projects.flatMap((project, index): Module[] => {
    const text = projectFile(project, standards, constants);
    return text === undefined ? [] : [{ path: modulePath(files[index] ?? ""), text }];
  });
  return [
    ...own,
    ...standards.map((standard) => ({ path: modulePath(standard.file), text: standardFile(standard) })),
  ];
}

function modulePath(name: string): string {
  return `${MODULES_FOLDER}/${name}.ts`;
}

/** The module of a project; none if a standard declares all that it has. */
function projectFile(
  project: DeclaredProject,
  standards: readonly NamedStandard[],
  constants: Constants,
): string | undefined {
  const used = standards.flatMap((standard) =>
    standard.projects
      .filter((sharing) => sharing.project === project)
      .map((sharing) => ({ standard, sharing })),
  );
  const byStandard = new Set(
    used.flatMap(({ standard, sharing }) =>
      sharing.set === undefined
        ? [...standard.members.keys()].map((name) => sharing.members.get(name)?.declaration)
        : isEqual(standard, sharing)
          ? [sharing.set]
          : [],
    ),
  );
  const calls = used.filter(({ sharing: { set } }) => set === undefined || !byStandard.has(set));
  const declarations = project.declarations.filter((each) => !byStandard.has(each));
  if (declarations.length === 0 && calls.length === 0) return undefined;
  const { statements, uses } = declared(declarations, constants, "..", (declaration, all) => {
    const args = { ...all, projectId: new Expression("projectId") };
    const { standard, sharing } = used.find(({ sharing: { set } }) => set === declaration) ?? {};
    const argument = declaration.shared?.argument;
    if (standard === undefined || sharing === undefined || argument === undefined) return { args };
    const expression = needsProject(standard.members.values())
      ? `${standard.variable}(${quoted(project.slug)})`
      : standard.variable;
    const { statements: first, value } = extended(
      expression,
      standard,
      sharing,
      all[argument] as PlainObject,
    );
    return { args: { ...args, [argument]: value }, first };
  });
  return moduleText({
    comment: `${PROJECT_COMMENT}${oneLine(project.name)}.`,
    uses: [
      ...uses,
      ...calls.map(({ standard: { variable, file } }) => `import { ${variable} } from "./${file}";`),
    ],
    statements: [
      `const projectId = ${quoted(project.id)};`,
      ...calls
        .filter(({ sharing: { set } }) => set === undefined)
        .map(({ standard: { variable } }) => `${variable}(${quoted(project.slug)}, projectId);`),
      ...statements,
    ],
  });
}

function standardFile(standard: NamedStandard): string {
  const { members, projects } = standard;
  const values = [...members.values()].map(({ value }) => value);
  return moduleText({
    comment: `${GENERATED}: the alert configurations that ${projects.length} projects have in common.`,
    uses: importsOf(constantsIn(values), ".."),
    statements: projects.some(({ set }) => set !== undefined)
      ? standardOfSets(standard)
      : [standardFunction(standard)],
  });
}

/** A function that declares the resources of a project. */
function standardFunction({ variable, members }: NamedStandard): string {
  const statements = [...members.values()].flatMap(({ name, value, declaration }) => {
    if (declaration === undefined) return [];
    const args = { projectId: new Expression("projectId"), ...(value as PlainObject) };
    const start = `  new opsmanager.${declaration.kind}(\`\${project}${name}\`, `;
    const comments = commentsOn(declaration).map((line) => `  ${line}`);
    return [[...comments, `${start}${print(args, "  ", start.length + 1)});`].join("\n")];
  });
  return `export function ${variable}(project: string, projectId: string): void {\n${statements.join("\n\n")}\n}`;
}

/** The members of sets, and the sets that have exactly these. */
function standardOfSets(standard: NamedStandard): string[] {
  const { variable, members, projects } = standard;
  const value = print(Object.fromEntries([...members].map(([name, member]) => [name, member.value])));
  const isFunction = needsProject(members.values());
  const equal = projects.filter((sharing) => isEqual(standard, sharing));
  const constant = `const ${variable} = ${isFunction ? `(project: string) => (${value})` : value};`;
  const { kind = "", shared } = projects[0]?.set ?? {};
  const ids = Object.fromEntries(equal.map(({ project }) => [project.slug, project.id]));
  const args = `{ projectId, ${shared?.argument}: ${isFunction ? `${variable}(project)` : variable} }`;
  const loop = [
    "for (const [project, projectId] of Object.entries(projects)) {",
    `  new opsmanager.${kind}(\`\${project}${shared?.suffix}\`, ${args});`,
    "}",
  ].join("\n");
  return [
    equal.length === projects.length ? constant : `export ${constant}`,
    ...(equal.length === 0 ? [] : [`const projects = ${print(ids)};`, loop]),
  ];
}
