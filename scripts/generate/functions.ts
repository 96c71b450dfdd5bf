/** The source of the functions and of their types, from their descriptions. */

import type { FunctionDescription } from "../../src/functions/descriptions";
import { FUNCTIONS } from "../../src/functions/descriptions";
import { capitalized } from "../../src/words";
import { defaultOf, docOf, fileOfType, interfaceOf, typeText } from "./interfaces";
import { comment, header, importsOf, withRole } from "./source";

const SOURCE = "src/functions/descriptions.ts";
const ALL: readonly (readonly [string, FunctionDescription])[] = Object.entries(FUNCTIONS);

/** The files of the functions, by their paths. */
export function functionFiles(): Record<string, string> {
  return { "src/functions/index.ts": indexCode(), "src/functions/types.ts": typesCode() };
}

function indexCode(): string {
  const functions = ALL.map(([name, description]) => {
    const { text, role, returns, throws, example, exampleOfOutputs } = description;
    const tags = [
      "",
      ...(returns === undefined ? [] : [`@returns ${returns}`]),
      ...(throws === undefined ? [] : [`@throws ${throws}`]),
    ];
    const later = `The \`Output\` variant of {@link ${name}}: it accepts outputs as arguments, and requires no \`await\`.`;
    return (
      `${comment(withRole(text, role), [...tags, ...exampleTag(example)])}export const ${name} = defineFunction("${name}");\n\n` +
      `${comment(later, ["", ...exampleTag(exampleOfOutputs)])}export const ${name}Output = defineOutputFunction("${name}");\n`
    );
  });
  return `${header(SOURCE)}\nimport { defineFunction, defineOutputFunction } from "./invoke";\n\nexport type * from "./types";\n\n${functions.join("\n")}`;
}

function exampleTag(program: string): string[] {
  return ["@example", "```ts", ...program.split("\n"), "```"];
}

function typesCode(): string {
  const types = ALL.flatMap(([name, description]) => [
    argsCode(name, description),
    resultCode(name, description),
  ]);
  const members = ALL.map(
    ([name]) => `  ${name}: { args: ${capitalized(name)}Args; result: ${capitalized(name)}Result };\n`,
  );
  const code = `/** The argument of all functions. */
export interface FunctionArgs {
  /** The name of a connection other than the default one: \`"eu"\` reads \`opsmanager-eu:baseUrl\` and so on. @default the settings \`opsmanager:...\` */
  connection?: string | undefined;
}

${types.join("\n")}
/** All functions by name. */
export interface Functions {
${members.join("")}}

export type FunctionName = keyof Functions;
`;
  const own = new Set(["FunctionArgs", "Functions", "FunctionName"]);
  const fileOf = (name: string): string | undefined => fileOfType(name)?.replace(/^\.\//, "../types/");
  return `${header(SOURCE)}\n${importsOf(code, fileOf, own)}\n${code}`;
}

function argsCode(name: string, { args, argsNote }: FunctionDescription): string {
  const members = Object.entries(args).map(([argument, field]) => {
    const optional = field.required === true ? "" : "?";
    const type = `${typeText(field, "arguments")}${field.required === true ? "" : " | undefined"}`;
    return `${comment(docOf(field), defaultOf(field), "  ")}  ${argument}${optional}: ${type};\n`;
  });
  const doc = comment(`Arguments of \`${name}\`${argsNote === undefined ? "" : `: ${argsNote}`}.`);
  const type = `${capitalized(name)}Args`;
  return members.length === 0
    ? `${doc}export type ${type} = FunctionArgs;\n`
    : `${doc}export interface ${type} extends FunctionArgs {\n${members.join("")}}\n`;
}

function resultCode(name: string, { result }: FunctionDescription): string {
  const { doc, table, listOf, isList, without, own } = result;
  const text = comment(`Result of \`${name}\`${doc === undefined ? "" : `: ${doc}`}.`);
  const type = `${capitalized(name)}Result`;
  if (listOf !== undefined) return `${text}export type ${type} = ${capitalized(listOf)}Result[];\n`;
  const base = table === undefined ? undefined : resultType(table);
  if (base === undefined) throw new Error(`${name} has no result`);
  if (own === undefined) return `${text}export type ${type} = ${base}${isList === true ? "[]" : ""};\n`;
  const names = without?.map((each) => JSON.stringify(each)).join(" | ");
  const heritage = names === undefined ? base : `Omit<${base}, ${names}>`;
  const members = Object.entries(own).map(
    ([field, row]) =>
      `${comment(docOf(row), [], "  ")}  ${field}: ${row.typescript?.output ?? typeText(row, "response")};\n`,
  );
  return `${text}export interface ${type} extends ${heritage} {\n${members.join("")}}\n`;
}

/** The interface of what the service returns. */
function resultType(table: NonNullable<FunctionDescription["result"]["table"]>): string {
  const body = interfaceOf(table, "response");
  return body ?? `${interfaceOf(table, "arguments")?.replace(/Body$/, "")}`;
}
