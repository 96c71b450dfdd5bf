import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { changesIn } from "../../scripts/demo/events";
import { quickstartConfig } from "../../scripts/demo/quickstart";
import { repository } from "../../scripts/demo/repository";
import { did, succeeded } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { withoutNoise } from "./support/service-state";

const EXAMPLES = join(repository, "examples");

for (const name of readdirSync(EXAMPLES)) {
  const folder = join(EXAMPLES, name);
  if (!existsSync(join(folder, "Pulumi.yaml"))) continue;

  describe(`the example ${name}`, function () {
    const playground = usePlayground(this, { program: { folder }, config: quickstartConfig });
    let seed: unknown;

    it("runs", async () => {
      seed = withoutNoise(playground.emulator.snapshot());
      const run = await playground.run("up");
      succeeded(run);
      assert.ok(
        changesIn(run.events).every(({ op }) => op === "create"),
        run.output,
      );
    });

    it("changes nothing the second time", async () => {
      playground.emulator.clearRequests();
      did(await playground.run("up", "--expect-no-changes"), []);
      assert.equal(playground.emulator.counters.writes, 0);
    });

    it("leaves nothing behind", async () => {
      const run = await playground.run("destroy");
      succeeded(run);
      assert.deepEqual(withoutNoise(playground.emulator.snapshot()), seed);
    });
  });
}
