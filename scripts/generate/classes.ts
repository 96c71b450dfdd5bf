/** The source of the classes, from the descriptions of the kinds. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Description } from "../../src/core/description";
import { argumentsOf, defaultsOf } from "../../src/core/description";
import type { Field, Fields } from "../../src/fields/table";
import { groupBy } from "../../src/json";
import { KINDS } from "../../src/kinds";
import { listed } from "../../src/words";
import { repository } from "../../test/support/repository";
import { defaultOf, docOf, fileOfType, interfaceOf, typeText } from "./interfaces";
import { comment, header, importsOf, withRole } from "./source";

interface ClassFile {
  readonly descriptions: readonly Description[];
  /** What `src/classes/hooks` has for these classes: how they register their resources, and what they do afterwards. */
  readonly hooks: readonly string[];
}

/** The classes by the name of their file, which is that of the folder of their kinds. */
const FILES: Readonly<Record<string, ClassFile>> = Object.fromEntries(
  [...groupBy(KINDS, ({ folder }) => folder)].map(([folder, kinds]) => {
    const descriptions = kinds.map(({ definition }) => definition);
    return [folder, { descriptions, hooks: hooksOf(folder) }];
  }),
);

function hooksOf(folder: string): string[] {
  const file = join(repository, `src/classes/hooks/${folder}.ts`);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return ["registrationOf", "complete"].filter((name) => text.includes(`export function ${name}(`));
}

/** The files with the classes, by their paths. */
export function classFiles(): Record<string, string> {
  const entries = Object.entries(FILES).map(([file, classes]) => [
    `src/classes/${file}.ts`,
    sourceOf(file, classes),
  ]);
  return { ...Object.fromEntries(entries), "src/classes/index.ts": indexCode() } as Record<string, string>;
}

/** The classes by their names, with the types of their arguments. */
function indexCode(): string {
  const exports = KINDS.map(({ folder, definition: { kind } }) => {
    const file = JSON.stringify(`./${folder}`);
    return `export type { ${kind}Args } from ${file};\nexport { ${kind} } from ${file};\n`;
  });
  return `${header("src/kinds.ts")}\n${exports.join("")}`;
}

/** The types that only classes name, by their files. */
const TYPES: Readonly<Record<string, string>> = {
  AlertConfigMember: "./hooks/alert-config-set",
  ArgumentsOf: "../program/arguments",
  ClassData: "../program/registration",
  EffectiveLogRotation: "../fields/log-rotation",
  FieldsAsOutputs: "../program/arguments",
  InputsOf: "../program/arguments",
  LookUpOptions: "../program/resource",
  OutputsOf: "../program/arguments",
};

function sourceOf(file: string, { descriptions, hooks }: ClassFile): string {
  const code = descriptions
    .flatMap((description) => [
      argumentsCode(description),
      dataCode(description),
      classCode(description, hooks),
      outputsCode(description),
    ])
    .join("\n");
  const standard = (["registrationOf", "showCreateOnly"] as const).filter((name) =>
    code.includes(`${name}(`),
  );
  const ofProgram = standard.filter((name) => !hooks.includes(name));
  const values = ["lookUp", "OpsManagerResource"].filter((name) => code.includes(name));
  const own = new Set(descriptions.flatMap(({ kind }) => [kind, `${kind}Args`]));
  const fileOf = (name: string): string | undefined =>
    TYPES[name] ?? fileOfType(name)?.replace(/^\.\//, "../types/");
  return [
    header(`src/resources/${file}/description.ts`),
    `import type * as pulumi from "@pulumi/pulumi";\n`,
    importsOf(code, fileOf, own),
    `import { ${values.join(", ")} } from "../program/resource";\n`,
    ofProgram.length === 0 ? "" : `import { ${ofProgram.join(", ")} } from "../program/registration";\n`,
    hooks.length === 0 ? "" : `import { ${[...hooks].sort().join(", ")} } from "./hooks/${file}";\n`,
    `\n${code}`,
  ].join("");
}

function argumentsCode(description: Description): string {
  const { kind, object, moved } = description;
  const body = interfaceOf(object, "arguments");
  const own = Object.entries(argumentsOf(description)).filter(
    ([name]) => body === undefined || !(name in object),
  );
  const members = own.map(([name, field]) => memberCode(name, field, argumentType(field)));
  const connection = comment(
    `The name of a connection other than the default one: \`"eu"\` reads \`opsmanager-eu:baseUrl\` and so on. ${moved}`,
    ["@default the settings `opsmanager:...`"],
    "  ",
  );
  const heritage = body === undefined ? "" : ` extends ArgumentsOf<${body}>`;
  return (
    comment(`Arguments of {@link ${kind}}.`) +
    `export interface ${kind}Args${heritage} {\n${members.join("")}${connection}  connection?: string | undefined;\n}\n`
  );
}

function memberCode(name: string, field: Field, type: string): string {
  const tags = defaultOf(field);
  return `${comment(docOf(field), tags, "  ")}  ${name}${field.required === true ? "" : "?"}: ${type};\n`;
}

/** The type of an argument, which may be known later. */
function argumentType(field: Field): string {
  const { required, createOnly, type, typescript } = field;
  if (typescript?.argument !== undefined) return typescript.argument;
  const known = `${typeText(field, "arguments")}${required === true ? "" : " | undefined"}`;
  if (createOnly === true) return known;
  return `${typeof type === "string" && type !== "strings" ? "pulumi.Input" : "InputsOf"}<${known}>`;
}

function dataCode(description: Description): string {
  const { kind, what, ids, outputs, unique, encrypted = [], inIds = Object.keys(ids) } = description;
  const all = { ...argumentsOf(description), ...outputs };
  const namesWith = (isMeant: (field: Field) => boolean | undefined): string[] =>
    Object.keys(all).filter((name) => isMeant(all[name] as Field) === true);
  const sealed = sealedPaths(argumentsOf(description));
  const data = {
    what,
    inputs: Object.keys(argumentsOf(description)),
    outputs: Object.keys(outputs),
    defaults: defaultsOf(description),
    secrets: [...namesWith(({ secret }) => secret), ...encrypted],
    repeating: namesWith(({ repeats }) => repeats),
    unique,
    inIds,
    createOnly: namesWith(({ createOnly }) => createOnly),
    sealed: sealed.length === 0 ? undefined : sealed,
    canImport: description.canImport ?? true,
  };
  return `const ${constantOf(kind)}: ClassData = ${JSON.stringify(data).replace(/"(\w+)":/g, "$1:")};\n`;
}

/** The paths of secrets outside of lists. */
function sealedPaths(fields: Fields): string[][] {
  return Object.entries(fields).flatMap(([name, { secret, type }]) => {
    if (secret === true) return [[name]];
    return typeof type === "object" && "object" in type
      ? sealedPaths(type.object).map((path) => [name, ...path])
      : [];
  });
}

function constantOf(kind: string): string {
  return kind.replace(/(?<=[a-z\d])(?=[A-Z])/g, "_").toUpperCase();
}

function classCode(description: Description, hooks: NonNullable<ClassFile["hooks"]>): string {
  const { kind, text, role, example, object, outputs, canImport = true } = description;
  const body = interfaceOf(object, "arguments");
  const all = argumentsOf(description);
  const inputs = Object.entries(all)
    .filter(([name, field]) => body === undefined || !(name in object) || field.outputDoc !== undefined)
    .map(([name, field]) => {
      const isThere = isAlwaysThere(description, name, field);
      const doc = field.outputDoc === undefined ? "" : comment(field.outputDoc, [], "  ");
      return `${doc}  declare readonly ${name}: pulumi.Output<${outputType(field, "arguments", isThere)}>;\n`;
    });
  const shown = Object.entries(outputs).map(
    ([name, field]) =>
      `${comment(docOf(field), [], "  ")}  declare readonly ${name}: pulumi.Output<${outputType(field, "response", field.always === true)}>;\n`,
  );
  const required = Object.keys(all).filter((name) => all[name]?.required === true);
  const data = constantOf(kind);
  const hasOwn = hooks.includes("registrationOf");
  const hasCreateOnly = Object.values(all).some(({ createOnly }) => createOnly === true);
  const except = canImport ? "`provider` and `customTimeouts`" : "`provider`, `import` and `customTimeouts`";
  const constructorDoc = comment(
    [
      "@param name the name of the resource in the state",
      `@param args ${listed(required.map((name) => `\`${name}\``))} ${required.length === 1 ? "is" : "are"} required`,
      `@param options the resource options of Pulumi, except ${except}`,
    ].join("\n"),
    [],
    "  ",
  );
  return `${comment(withRole(text, role), ["", "@example", "```ts", ...example.split("\n"), "```"])}export class ${kind} extends OpsManagerResource implements OutputsOf<${kind}Args> {
${inputs.join("")}${shown.join("")}
${constructorDoc}  constructor(name: string, args: ${kind}Args, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<${kind}Args> = args ?? {};
    super("${kind}", name, given, registrationOf(${data}, ${hasOwn ? `{ kind: "${kind}", name, args: given, options }` : "given"}), options);
${hasCreateOnly ? `    showCreateOnly(this, ${data}, given);\n` : ""}${hooks.includes("complete") ? "    complete(this);\n" : ""}  }
${lookUpCode(description)}}
`;
}

/** Whether the output of an argument always has a value. */
export function isAlwaysThere(
  { options }: Pick<Description, "options">,
  name: string,
  field: Field,
): boolean {
  const { required, always, default: fallback, createOnly } = field;
  return (
    required === true || always === true || (name in options && fallback !== undefined && createOnly !== true)
  );
}

function outputType(field: Field, use: "arguments" | "response", isThere: boolean): string {
  return `${field.typescript?.output ?? typeText(field, use)}${isThere ? "" : " | undefined"}`;
}

function lookUpCode({ kind, lookUp }: Description): string {
  if (lookUp === undefined) return "";
  const { object, id, onlyId, missing = "if it does not exist" } = lookUp;
  const doc = comment(
    `Reads ${object} without managing ${object.endsWith("s") ? "them" : "it"}.`,
    ["", "@param name the name of the resource in the state", `@param id ${id}`, `@throws Error ${missing}`],
    "  ",
  );
  const fallback = onlyId === undefined ? "" : ` = "${onlyId}"`;
  return `
${doc}  static get(name: string, id: pulumi.Input<pulumi.ID>${fallback}, options?: LookUpOptions): ${kind} {
    return lookUp(${kind}, name, id, options);
  }
`;
}

/** The outputs that have the documentation of the interface of the object. */
function outputsCode({ kind, object }: Description): string {
  const body = interfaceOf(object, "arguments");
  if (body === undefined) return "";
  return `export interface ${kind} extends FieldsAsOutputs<${body}> {}\n`;
}
