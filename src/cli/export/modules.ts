/** The text of the modules of an exported program. */

import type { PlainObject } from "../../json";
import type { Constants } from "./constants";
import { argsOf, commentsOn, constantsIn, constantStatements } from "./constants";
import type { Declaration } from "./declarations";
import { GENERATED } from "./folder";
import { commentLine, print, quoted, WIDTH } from "./source";

/** The import of a module by another one in the root of the program. */
export function importOf(path: string): string {
  return `import "./${path.replace(/\.ts$/, "")}";`;
}

/** The statements that declare resources, and the imports that these need. */
export function declared(
  declarations: readonly Declaration[],
  constants: Constants,
  root: string,
  adapt: (declaration: Declaration, args: PlainObject) => PlainObject = (_, args) => args,
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
  return { statements, uses: importsOf(constantsIn(adapted.map(({ args }) => args)), root) };
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
  const readsSecrets = code.includes("config.requireSecret(");
  if (readsSecrets) head.push('import * as pulumi from "@pulumi/pulumi";');
  if (code.includes("new opsmanager.")) head.push('import * as opsmanager from "pulumi-opsmanager";');
  head.push(...uses);
  if (readsSecrets) head.push("", "const config = new pulumi.Config();");
  const parts = [`// ${comment}`, head.join("\n"), code].filter((part) => part !== "");
  return `${parts.join("\n\n")}\n`;
}
