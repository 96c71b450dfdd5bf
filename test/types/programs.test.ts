import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";

const repository = resolve(__dirname, "../..");

/**
 * The compiler options of `pulumi new typescript`, with the defaults of the TypeScript 5 that it installs;
 * `ignoreDeprecations` accepts the options that TypeScript 6 deprecates.
 */
const templateOptions: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2020,
  module: ts.ModuleKind.CommonJS,
  moduleResolution: ts.ModuleResolutionKind.Node10,
  noFallthroughCasesInSwitch: true,
  noImplicitReturns: true,
  forceConsistentCasingInFileNames: true,
  experimentalDecorators: true,
  esModuleInterop: false,
  allowSyntheticDefaultImports: false,
  types: ["node"],
  noEmit: true,
  ignoreDeprecations: "6.0",
};

describe("the types of the package in a user's program", () => {
  let folder: string;

  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "opsmanager-types-")));
    for (const name of ["pulumi-opsmanager", "@pulumi/pulumi", "@types/node"]) {
      const link = join(folder, "node_modules", name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(name === "pulumi-opsmanager" ? repository : join(repository, "node_modules", name), link);
    }
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  function errorsOf(program: string): string[] {
    const file = join(folder, "index.ts");
    writeFileSync(file, program);
    const built = ts.createProgram([file], {
      ...templateOptions,
      typeRoots: [join(folder, "node_modules/@types")],
    });
    return ts
      .getPreEmitDiagnostics(built)
      .map(
        ({ file: at, messageText }) =>
          `${at?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
      );
  }

  it("compile with the options of Pulumi's template, for every entry point and form of argument", () => {
    assert.deepEqual(errorsOf(readFileSync(join(__dirname, "program.ts.txt"), "utf8")), []);
  });

  it("report a wrong argument by name", () => {
    const errors = errorsOf(`
      import { ClusterName } from "pulumi-opsmanager";
      new ClusterName("a", { projectId: "p", clusterId: "c", clustername: "n" });
    `);
    assert.equal(errors.length, 1);
    assert.match(errors[0] ?? "", /clustername/);
  });
});
