import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { errorsOf } from "../docs/support/compile";

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
  ignoreDeprecations: "6.0",
};

const WRONG = `
  import { ClusterName } from "pulumi-opsmanager";
  new ClusterName("a", { projectId: "p", clusterId: "c", clustername: "n" });
`;

describe("the types of the package in a user's program", () => {
  it("compile with the options of Pulumi's template, for every entry point and form of argument, and report a wrong argument by name", () => {
    const programs = {
      "index.ts": readFileSync(join(__dirname, "program.ts.txt"), "utf8"),
      "wrong.ts": WRONG,
    };
    const [error, ...others] = errorsOf(new Map(Object.entries(programs)), templateOptions);
    assert.match(error ?? "", /^wrong\.ts:3: [^]*clustername/);
    assert.deepEqual(others, []);
  });
});
