import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { cp } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { changesIn } from "../../scripts/demo/events";
import { quickstartConfig } from "../../scripts/demo/quickstart";
import { repository } from "../../scripts/demo/repository";
import { did, succeeded } from "./support/assertions";
import { succeed, usePackage } from "./support/package";
import { usePlayground } from "./support/playground";
import { prepared } from "./support/prepared";
import { withoutNoise } from "./support/service-state";

const EXAMPLES = join(repository, "examples");

describe("in a folder of its own, with the installed package,", () => {
  const npm = usePackage();

  /** Copies an example out of the installed package. */
  async function copyOut(name: string, parent: string): Promise<string> {
    const folder = join(parent, name);
    await cp(join(npm.folder, "examples", name), folder, { recursive: true });
    await npm.install(folder);
    return folder;
  }

  for (const name of readdirSync(EXAMPLES)) {
    if (!existsSync(join(EXAMPLES, name, "Pulumi.yaml"))) continue;

    describe(`the example ${name}`, function () {
      const playground = usePlayground(this, {
        program: { folder: async (sandbox) => copyOut(name, sandbox.folder) },
        config: quickstartConfig,
      });
      const folder = (): string => join(playground.sandbox.folder, name);
      let seed: unknown;

      it("compiles", async () => {
        await succeed(join(folder(), "node_modules/.bin/tsc"), [], folder());
      });

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

      if (name === "testing") {
        it("passes its own tests", async () => {
          const PATH = [await prepared(), process.env["PATH"]].join(delimiter);
          await succeed("npm", ["test"], folder(), { ...process.env, PATH });
        });
      }
    });
  }
});
