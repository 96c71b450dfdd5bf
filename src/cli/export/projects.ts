/** The modules of the projects of an exported program, and of what these have in common. */

import { uniqueNames } from "../../core/export-names";
import type { Constants } from "./constants";
import { inProject, notesOf, PART_TYPE, RESERVED, statementOf } from "./constants";
import type { DeclaredPlace, Program } from "./declarations";
import { GENERATED, MODULES_FOLDER, PROJECT_COMMENT } from "./folder";
import { exportsOf, moduleText } from "./modules";
import { field, printList, printObject, quoted } from "./source";
import type { Sharing } from "./members";
import { memberCode, sharingsOf } from "./members";
import type { Parameter, Standard } from "./standards";
import { findStandards, has, ownFields } from "./standards";
import { listed } from "../../words";

/**
 * A module for each project with resources, and one for each standard, by path.
 * @param others names that no module may have
 */
export function projectModules(program: Program, constants: Constants, others: readonly string[]) {
  const unique = uniqueNames(others);
  const places = program.filter(({ id, declarations }) => id !== "" && declarations.length > 0);
  const files = places.map((place) => ({ place, file: unique(place.slug) }));
  const taken = [...others, ...files.map(({ file }) => file)];
  const standards = findStandards(sharingsOf(places, constants), uniqueNames(taken, ""), [
    ...RESERVED,
    ...constants.values(),
  ]);
  const exports = new Map([
    ...exportsOf(constants),
    ...standards.map(({ name, variable }) => [variable, `${MODULES_FOLDER}/${name}`] as const),
  ]);
  const moduleOf = (name: string, comment: string | readonly string[], statements: readonly string[]) => {
    const path = `${MODULES_FOLDER}/${name}.ts`;
    return [path, moduleText(path, comment, statements, exports)] as const;
  };
  return {
    projects: files.map(({ place, file }) =>
      moduleOf(file, `${PROJECT_COMMENT}${place.name}.`, statementsOf(place, constants, standards)),
    ),
    standards: standards.map((standard) =>
      moduleOf(standard.name, standardComment(standard), [standardCode(standard)]),
    ),
  };
}

/** The statements of the module of a project, or of the service. */
export function statementsOf(
  place: DeclaredPlace,
  constants: Constants,
  standards: readonly Standard[] = [],
): string[] {
  const unique = uniqueNames([], "");
  const uses = standards.flatMap((standard) =>
    standard.uses
      .filter((sharing) => sharing.place === place)
      .map((sharing) => useOf(standard, sharing, unique)),
  );
  const home = place.declarations.find(({ isProject }) => isProject === true);
  const left = place.declarations.filter(
    (each) => each !== home && !uses.some(({ names }) => names.has(each.name)),
  );
  const idCode = home === undefined ? quoted(place.id) : "project.id";
  return [
    ...(home === undefined ? [] : [`const project = ${statementOf(home, notesOf(home, constants))}`]),
    ...(place.id === "" ? [] : [`const projectId = ${idCode};`]),
    ...uses.flatMap(({ statements }) => statements),
    ...left.map((declaration) => {
      const notes = notesOf(declaration, constants);
      if (place.id !== "") notes.expressions.set("projectId", "projectId");
      for (const { kind, argument, all } of uses)
        if (declaration.kind === kind && argument !== undefined) notes.expressions.set(argument, all);
      return statementOf(declaration, notes);
    }),
  ];
}

/** How the module of a project uses a standard. @param unique for the names of variables */
function useOf(standard: Standard, sharing: Sharing, unique: (name: string) => string) {
  const { argument, kind, members, place } = sharing;
  const { variable } = standard;
  const targets = standard.parameters.map((parameter) => field(parameter.name, valueFor(sharing, parameter)));
  const values = [
    ...(usesProject(standard) ? [quoted(place.slug)] : []),
    ...(targets.length === 0 ? [] : [printObject(targets)]),
  ];
  const call = values.length === 0 ? variable : variable + printList(values);
  // Resources that only this project has are separate statements.
  const shared = [...members].filter(([name]) => argument !== undefined || standard.members.has(name));
  const own = shared.filter(([name]) => !has(sharing, standard, name));
  // A member of a project can replace that of the standard.
  const leftOut = [...standard.members.keys()].filter((name) => !members.has(name));
  const isNamed = leftOut.length > 0 || (own.length > 0 && call !== variable);
  const common = isNamed ? unique("common") : call;
  const omitted = leftOut.map((name, index) => field(name, `_${index === 0 ? "" : index + 1}`));
  // Nothing may follow a rest, not even a comma.
  const rest = printObject([...omitted, `...${common}`]).replace(/,\n\}$/, "\n}");
  const ownCode = own.map(([name, member]) => {
    const fields = ownFields(sharing, member, standard.members.get(name), `${common}[${quoted(name)}]`);
    return inProject(memberCode(name, member.comment, fields), place.slug);
  });
  const all = own.length === 0 ? common : printObject([`...${common}`, ...ownCode]);
  const resources = own.length === 0 ? common : unique("resources");
  const loop = [
    `for (const [name, args] of Object.entries(${resources})) {`,
    `  new opsmanager.${kind}(\`${place.slug}-\${name}\`, { projectId, ...args });`,
    "}",
  ].join("\n");
  const statements = [
    ...(common === call ? [] : [`const ${leftOut.length === 0 ? common : rest} = ${call};`]),
    ...(argument !== undefined || own.length === 0
      ? []
      : [`const ${resources}: ${typeOf(sharing)} = ${all};`]),
    ...(argument === undefined ? [loop] : []),
  ];
  const declared = argument === undefined ? shared : [];
  const names = new Set(declared.map(([name]) => `${place.slug}-${name}`));
  return { kind, argument, all, statements, names };
}

/** The type of a standard, and of what one project has. */
function typeOf({ kind, argument }: Pick<Sharing, "kind" | "argument">): string {
  const args = `opsmanager.${kind}Args`;
  return argument === undefined
    ? `Record<string, Omit<${args}, "projectId">>`
    : `${args}[${quoted(argument)}]`;
}

/** That of another project, if the project has no member with the parameter. */
function valueFor(sharing: Sharing, { values }: Parameter): string {
  const [first = sharing] = values.keys();
  const known = values.has(sharing) ? sharing : first;
  return inProject(values.get(known) ?? "", known.place.slug);
}

/** Whether a standard depends on the name of the project, which is part of the keys of its secrets. */
function usesProject({ members }: Standard): boolean {
  return [...members.values()].some(({ code }) => code.includes("${project}"));
}

function standardCode(standard: Standard): string {
  const {
    members,
    parameters,
    uses: [first],
    variable,
  } = standard;
  const code = `${printObject([...members.values()].map((member) => member.code))} satisfies ${typeOf(first)}`;
  const names = parameters.map(({ name }) => name);
  const types = names.map(quoted);
  const all = [
    ...(usesProject(standard) ? ["project: string"] : []),
    ...(parameters.length === 0 ? [] : [`${printObject(names)}: Record<${types.join(" | ")}, ${PART_TYPE}>`]),
  ];
  if (all.length === 0) return `export const ${variable} = ${code};`;
  const doc = usesProject(standard) ? `${PARAMETER}\n` : "";
  return `${doc}export const ${variable} = ${printList(all)} => (${code});`;
}

const PARAMETER = "/** @param project the beginning of the configuration keys of its own secrets */";

const MOST_NAMED = 5;

/** What the lines above a standard say. */
function standardComment(standard: Standard): string[] {
  const { members, parameters, uses, variable } = standard;
  const [{ argument }] = uses;
  const names = uses.map(({ place }) => place.name);
  const places = names.length > MOST_NAMED ? `${names.length} projects` : listed(names);
  const isEqual = uses.every((each) => [...members.keys()].every((name) => has(each, standard, name)));
  const [[member = ""] = []] = members;
  const all = usesProject(standard) || parameters.length > 0 ? `${variable}(...)` : variable;
  return [
    `${GENERATED}: what ${isEqual ? places : `most of ${places}`} have in common. A change reaches all that use it.`,
    // Members are not resources, so that nothing protects them.
    ...(argument === undefined ? [] : ["What is removed from it is deleted in all of them."]),
    `A project leaves one out with \`const ${printObject([field(member, "_"), "...common"])} = ${all};\`, and uses \`common\`.`,
  ];
}
