import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../scripts/demo/repository";
import { did, stateOf } from "./support/assertions";
import { usePlayground } from "./support/playground";

const ID = "60a2b7c9e4b0c5571d3f8e12/62d1f3b7a90e4c5d8b2f6e01";

describe("pulumi import <type> <name> <id>", function () {
  const playground = usePlayground(this, { program: "" });

  const errors: [type: string, heading: string][] = [
    [
      "pulumi-nodejs:dynamic/opsmanager:ClusterName",
      "Cannot read properties of undefined (reading 'toJavaScript')",
    ],
    ["opsmanager:index:ClusterName", "no resource plugin 'pulumi-resource-opsmanager' found"],
  ];
  for (const [type, heading] of errors) {
    it(`fails with a message that "Troubleshooting" explains: ${type}`, async () => {
      const { code, output } = await playground.run("import", type, "orders", ID);
      assert.notEqual(code, 0);
      assert.ok(output.includes(heading), output);
      const page = readFileSync(join(repository, "docs/troubleshooting.md"), "utf8");
      assert.ok(page.includes(`\n### ${heading}\n`), heading);
      assert.deepEqual(await stateOf(playground.stack), {});
      assert.equal(playground.emulator.counters.requests, 0);
    });
  }

  it("does not hinder the resource option `import`", async () => {
    const { emulator } = playground;
    const [projectId, clusterId = ""] = ID.split("/");
    const { clusterName } = emulator.clusters().get(clusterId) ?? {};
    await playground.rewrite(`
new opsmanager.ClusterName("orders", ${JSON.stringify({ projectId, clusterId, clusterName })}, { import: "${ID}" });
`);
    did(await playground.run("up"), [{ resource: "orders", op: "create", fields: [] }]);
    assert.equal((await stateOf(playground.stack))["orders"]?.id, ID);
    assert.equal(emulator.counters.writes, 0);
  });
});
