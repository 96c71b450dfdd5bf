import assert from "node:assert/strict";
import { moduleText } from "../../../../src/cli/export/modules";

describe("a module of an exported program", () => {
  const imports = (code: string): boolean =>
    moduleText({ comment: "", statements: [code] }).includes('from "pulumi-opsmanager"');

  it("imports the package for its classes and types, not for an address like its name", () => {
    assert.ok(imports('new opsmanager.ClusterName("a", {});'));
    assert.ok(imports("const a = {} satisfies Record<string, opsmanager.AlertConfigArgs>;"));
    assert.ok(!imports('const mail = { emailAddress: "dba@opsmanager.example.com" };'));
  });
});
