/** The files of an exported program in YAML: one for all resources, because YAML has neither modules nor loops. */

import { uniqueNames } from "../../core/export-names";
import type { Path } from "../../core/problems";
import { pathText, valueAt } from "../../core/problems";
import type { PlainObject } from "../../json";
import { isPlainObject } from "../../json";
import { oneLine, printable } from "../text";
import { notesOf } from "./constants";
import type { Declaration, DeclaredPlace, Program } from "./declarations";
import { pluginEntry, resourcesOf, secretsOf } from "./declarations";
import { GENERATED, OPTION_COMMENT, YAML_PROJECT_COMMENT } from "./folder";
import { filesOf, GITIGNORE, importFile, projectHead } from "./program";
import type { ReadmeSettings } from "./readme";
import { readme } from "./readme";
import { secretsFile } from "./secrets";
import type { Notes } from "./source";

/** The program with names to which YAML can refer: `pagerDuty.serviceKey` would be a property of `pagerDuty`. */
export function yamlProgram(program: Program): Program {
  const named = withProjectNames(program);
  const names = resourcesOf(named).map(({ name }) => name);
  // A reference leads to a key, a variable or a resource.
  const unique = uniqueNames([...names, ...idNames(named).values()], "");
  const keys = new Map<string, string>();
  for (const { key } of secretsOf(named)) if (!keys.has(key)) keys.set(key, unique(nameOf(key)));
  return inEach(named, (each) => ({
    ...each,
    secrets: each.secrets.map((secret) => ({ ...secret, key: keys.get(secret.key) ?? secret.key })),
  }));
}

/** Pulumi's converters to other languages cannot refer to a name that begins with a digit. */
function withProjectNames(program: Program): Program {
  const unique = uniqueNames(resourcesOf(program).map(({ name }) => name));
  return inEach(program, (each) =>
    each.isProject === true && /^\d/.test(each.name)
      ? { ...each, name: unique(`project-${each.name}`) }
      : each,
  );
}

function inEach(program: Program, changed: (declaration: Declaration) => Declaration): Program {
  return program.map((place) => ({ ...place, declarations: place.declarations.map(changed) }));
}

function nameOf(key: string): string {
  const name = key.replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase());
  return /^[A-Za-z]/.test(name) ? name : `project${name}`;
}

/** The names of the variables for the ids of projects, by id; none for a project that the program declares. */
function idNames(program: Program): ReadonlyMap<string, string> {
  const unique = uniqueNames(
    resourcesOf(program).map(({ name }) => name),
    "",
  );
  const inProjects = program.filter(
    ({ id, declarations }) => id !== "" && declarations.length > 0 && homeOf(declarations) === undefined,
  );
  return new Map(inProjects.map(({ id, slug }) => [id, unique(nameOf(`${slug}-id`))]));
}

function homeOf(declarations: readonly Declaration[]): Declaration | undefined {
  return declarations.find(({ isProject }) => isProject === true);
}

/** The references to projects, by id. */
function referencesTo(program: Program): ReadonlyMap<string, string> {
  const homes = program.flatMap(({ id, declarations }) => {
    const home = homeOf(declarations);
    return home === undefined ? [] : [[id, `\${${home.name}.id}`] as const];
  });
  return new Map([...homes, ...[...idNames(program)].map(([id, name]) => [id, `\${${name}}`] as const)]);
}

export function yamlFiles(program: Program, settings: ReadmeSettings): Map<string, string> {
  const secrets = secretsOf(program);
  return new Map([
    ["Pulumi.yaml", projectFile(program, settings)],
    [".gitignore", GITIGNORE],
    ...filesOf(program),
    ["import.json", importFile(program, pluginEntry)],
    ...(secrets.length === 0 ? [] : [["secrets.sh", secretsFile(secrets)] as const]),
    ["README.md", readme(program, settings)],
  ]);
}

function projectFile(program: Program, { name, options = [] }: ReadmeSettings): string {
  const keys = [...new Set(secretsOf(program).map(({ key }) => key))].sort();
  const config = keys.map((key) => `  ${key}: { type: string, secret: true }\n`).join("");
  const ids = [...idNames(program)];
  const variables = ids.map(([id, variable]) => `  ${variable}: ${JSON.stringify(id)}\n`).join("");
  const references = referencesTo(program);
  const places = program.filter(({ declarations }) => declarations.length > 0);
  const comments = [`${GENERATED} for the plugin.`, ...options.map((option) => OPTION_COMMENT + option)];
  return [
    ...comments.map((line) => `# ${oneLine(line)}\n`),
    projectHead(name, "yaml"),
    config === "" ? "" : `config:\n${config}`,
    variables === "" ? "" : `variables:\n${variables}`,
    resourcesOf(program).length === 0 ? "resources: {}\n" : "resources:\n",
    ...places.map((place) => placeText(place, references)),
  ].join("");
}

function placeText(
  { id, name, declarations }: DeclaredPlace,
  references: ReadonlyMap<string, string>,
): string {
  const title = id === "" ? "What belongs to no project" : YAML_PROJECT_COMMENT + name;
  return `  # ${oneLine(title)}\n${declarations.map((each) => resourceText(each, references)).join("")}`;
}

/** @param references those to projects, by id */
function resourceText(declaration: Declaration, references: ReadonlyMap<string, string>): string {
  const { kind, name, args } = declaration;
  const { comments } = notesOf(declaration);
  const expressions = new Map(declaration.secrets.map(({ path, key }) => [pathText(path), `\${${key}}`]));
  for (const path of projectPaths(declaration)) {
    const reference = references.get(String(valueAt(args, path)));
    if (reference !== undefined) expressions.set(pathText(path), reference);
  }
  const properties = fieldsText({ ...args, ...assetOf(args) }, { comments, expressions }, [], 6);
  return [
    commentText(comments.get(""), 2),
    `  ${keyText(name)}:\n    type: opsmanager:${kind}\n`,
    properties === "" ? "" : `    properties:\n${properties}`,
    "    options: { protect: true }\n",
  ].join("");
}

/** Where the arguments name projects. */
function projectPaths({ args: { projectId, groupIds } }: Declaration): Path[] {
  const listed = Array.isArray(groupIds) ? groupIds.map((_, index) => ["groupIds", index]) : [];
  return projectId === undefined ? listed : [["projectId"], ...listed];
}

/** A file is an asset. */
function assetOf({ manifest }: PlainObject): PlainObject {
  return typeof manifest === "string" ? { manifest: { "fn::fileAsset": manifest } } : {};
}

function fieldsText(object: PlainObject, notes: Notes, path: Path, indent: number): string {
  return Object.entries(object)
    .map(([name, value]) => {
      const at = [...path, name];
      const start = `${" ".repeat(indent)}${keyText(name)}:`;
      return (
        commentText(notes.comments.get(pathText(at)), indent) + start + valueText(value, notes, at, indent)
      );
    })
    .join("");
}

/** A value after its key or its dash, with the end of its line. */
function valueText(value: unknown, notes: Notes, path: Path, indent: number): string {
  const expression = notes.expressions.get(pathText(path));
  if (expression !== undefined) return ` ${JSON.stringify(expression)}\n`;
  if (Array.isArray(value) && value.length > 0) {
    const within = indent + 2;
    const items = value.map((item, index) => valueText(item, notes, [...path, index], within));
    // The first field of an object is on the line of the dash.
    return `\n${items.map((text) => `${" ".repeat(within)}-${text.replace(/^\n +/, " ")}`).join("")}`;
  }
  if (isPlainObject(value) && Object.keys(value).length > 0)
    return `\n${fieldsText(value, notes, path, indent + 2)}`;
  return ` ${scalarText(value)}\n`;
}

/** YAML reads JSON. Two dollars are one, so that none begins an expression. */
function scalarText(value: unknown): string {
  return typeof value === "string"
    ? printable(JSON.stringify(value)).replaceAll("$", "$$$$")
    : JSON.stringify(value);
}

function commentText(comment: string | undefined, indent: number): string {
  return comment === undefined ? "" : `${" ".repeat(indent)}# ${oneLine(comment)}\n`;
}

/** Some words are values in YAML, and not texts. */
function keyText(name: string): string {
  const isPlain = /^[A-Za-z_][\w:-]*$/.test(name) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(name);
  return isPlain ? name : printable(JSON.stringify(name));
}
