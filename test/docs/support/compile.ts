/** Compiles TypeScript as programs of a user who has installed the package. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as ts from "typescript";
import { repository } from "../../support/repository";

const PACKAGES = ["@pulumi/pulumi", "@types/node", "@types/mocha"];
/** Packages of other test runners, which this repository does not have. */
const OTHERS: Readonly<Record<string, string>> = {
  vitest:
    "export const afterAll: (run: () => unknown) => void; export const beforeAll: typeof afterAll;\n" +
    "export const test: (name: string, run: () => unknown) => void; export const expect: (value: unknown) => any; export const vi: any;",
};
const GLOBALS =
  "declare const jest: any; declare const beforeAll: any; declare const afterAll: any;\n" +
  "declare const test: any; declare const expect: any;";

/** The strict options of a current program. */
const CURRENT: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  skipLibCheck: true,
  esModuleInterop: true,
  types: ["node", "mocha"],
};

/** Compiles programs, each under its name. Returns the errors as `name:line: message`. */
export function errorsOf(
  programs: ReadonlyMap<string, string>,
  options: ts.CompilerOptions = CURRENT,
): string[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "opsmanager-docs-")));
  try {
    const write = (name: string, text: string): string => {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    };
    const link = (target: string, name: string): void => {
      mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true });
      symlinkSync(target, join(folder, "node_modules", name));
    };
    link(repository, "pulumi-opsmanager");
    for (const name of PACKAGES) link(join(repository, "node_modules", name), name);
    for (const [name, text] of Object.entries(OTHERS)) write(`node_modules/${name}/index.d.ts`, text);
    const files = [...programs].map(([name, text]) => write(name, text));
    const built = ts.createProgram([...files, write("globals.d.ts", GLOBALS)], {
      ...options,
      typeRoots: [join(folder, "node_modules/@types")],
      noEmit: true,
    });
    return ts.getPreEmitDiagnostics(built).map(({ file, start, messageText }) => {
      const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line + 1;
      const name = file?.fileName.slice(folder.length + 1) ?? "";
      return `${name}:${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
