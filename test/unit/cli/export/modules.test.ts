import assert from "node:assert/strict";
import { moduleText } from "../../../../src/cli/export/modules";

describe("a module of an exported program", () => {
  const EXPORTS = new Map([
    ["dbaMail", "notifications"],
    ["standard", "projects/standard"],
  ]);
  const importsOf = (code: string): string[] => {
    const text = moduleText("projects/shop.ts", "About shop.", [code], EXPORTS);
    return [...text.matchAll(/^import .* from "(.*)";$/gm)].map(([, from = ""]) => from);
  };

  it("imports what its code uses, not what its texts, comments and names of fields look like", () => {
    const uses: [code: string, imports: string[]][] = [
      ['new opsmanager.ClusterName("a", {});', ["pulumi-opsmanager"]],
      [
        "const a = {} satisfies Record<string, opsmanager.AlertConfigArgs>, [b] = [dbaMail];",
        ["pulumi-opsmanager", "../notifications"],
      ],
      ["for (const a of Object.values(standard)) f(`${a}`);", ["./standard"]],
      ['f(config.requireSecret("a"));', ["@pulumi/pulumi"]],
      ['const mail = { emailAddress: "dba@opsmanager.example.com" };', []],
      ['// The service has "dbaMail.\nf({ config: "a \\" standard", `dbaMail` });', []],
    ];
    for (const [code, imports] of uses) assert.deepEqual(importsOf(code), imports, code);
    const own = moduleText("notifications.ts", "", ["export const dbaMail = {};"], EXPORTS);
    assert.doesNotMatch(own, /import/);
  });
});
