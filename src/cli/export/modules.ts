/** The text of the modules of an exported program. */

import type { PlainObject } from "../../json";
import type { Constants } from "./constants";
import { argsOf, commentsOn, constantsIn, constantStatements } from "./constants";
import type { Declaration } from "./declarations";
import { GENERATED } from "./folder";
import { commentLine, print, printFields, quoted, WIDTH } from "./source";

/** The import of a module by another one in the root of the program. */
export function importOf(path: string): string {
  return `import "./${path.replace(/\.ts$/, "")}";`;
}

/** The statements that declare resources, and the imports that these need. */
export function declared(
  declarations: readonly Declaration[],
  constants: Constants,
  root: string,
  {
    adapt = (_, args) => args,
    imported = constants,
  }: {
    readonly adapt?: (declaration: Declaration, args: PlainObject) => PlainObject;
    /** The constants that another module declares. @default all */
    readonly imported?: Constants;
  } = {},
): { readonly statements: readonly string[]; readonly uses: readonly string[] } {
  const adapted = declarations.map((declaration) => ({
    declaration,
    args: adapt(declaration, argsOf(declaration, constants)),
  }));
  const statements = adapted.map(({ declaration, args }) => {
    const start = `new opsmanager.${declaration.kind}(${quoted(declaration.name)}, `;
    const text = `${start}${print(args, "", start.length + 1)});`;
    return [...commentsOn(declaration).map(commentLine), text].join("\n");
  });
  const others = new Set([...imported.values()].map(({ text }) => text));
  const used = constantsIn(adapted.map(({ args }) => args)).filter((name) => others.has(name));
  return { statements, uses: importsOf(used, root) };
}

/** The name of the module of the constants. */
export const CONSTANTS = "notifications";

export function importsOf(constants: readonly string[], root: string): string[] {
  const names = [...new Set(constants)].sort();
  if (names.length === 0) return [];
  const line = `import { ${names.join(", ")} } from "${root}/${CONSTANTS}";`;
  return [
    line.length <= WIDTH
      ? line
      : `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "${root}/${CONSTANTS}";`,
  ];
}

export function constantsFile(constants: Constants): string {
  return moduleText({
    comment: `${GENERATED}: the notifications that occur more than once.`,
    statements: constantStatements(constants, "export const"),
  });
}

/** What is to be added to a set that deletes what it does not declare. */
export function membersText(set: string, declaration: Declaration): string {
  const { argument = "" } = declaration.shared ?? {};
  const members = printFields(argsOf(declaration)[argument] as PlainObject);
  const needs = members.includes(SECRET)
    ? " The module of the set needs `const config = new pulumi.Config();` for the secrets."
    : "";
  return `The set "${set}" deletes what it does not declare, so add these members to its ${argument}.${needs}\n\n${members}\n`;
}

const SECRET = "config.requireSecret(";

export function moduleText({
  comment,
  statements,
  uses = [],
  firstImports = [],
}: {
  readonly comment: string;
  readonly statements: readonly string[];
  readonly uses?: readonly string[];
  readonly firstImports?: readonly string[];
}): string {
  const code = statements.join("\n\n");
  const head = [...firstImports];
  const readsSecrets = code.includes(SECRET);
  if (readsSecrets) head.push('import * as pulumi from "@pulumi/pulumi";');
  // Not an address such as opsmanager.example.com.
  if (/\bopsmanager\.[A-Z]/.test(code)) head.push('import * as opsmanager from "pulumi-opsmanager";');
  head.push(...uses);
  if (readsSecrets) head.push("", "const config = new pulumi.Config();");
  const parts = [`// ${comment}`, head.join("\n"), code].filter((part) => part !== "");
  return `${parts.join("\n\n")}\n`;
}
