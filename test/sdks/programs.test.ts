import assert from "node:assert/strict";
import type { Language } from "../../scripts/docs/programs";
import { LANGUAGES } from "../../scripts/docs/programs";
import { startEmulator } from "../../src/emulator";
import { created, deleted, did, succeeded, updated } from "../e2e/support/assertions";
import { nothingLeaked } from "../e2e/support/leaks";
import { usePlayground } from "../e2e/support/playground";
import { CLUSTER, PROJECT } from "../e2e/support/resources";
import { PAGES, useSdks } from "./support/installed";

const TOKEN = "xoxb-1111-2222-of-the-programs";
const { programs } = PAGES.find(({ name }) => name === "plugin") ?? assert.fail();

describe("a program with two servers, a function and secrets", function () {
  const sdks = useSdks();

  for (const [language, title] of Object.entries(LANGUAGES) as [Language, string][])
    describe(`in ${title}`, function () {
      let europe: Awaited<ReturnType<typeof startEmulator>>;
      before(async () => void (europe = await startEmulator()));
      after(async () => europe.close());
      const playground = usePlayground(this, {
        program: {
          folder: async ({ folder }) => sdks.project(folder, language, programs[language]),
        },
        env: sdks.env,
        config: () => ({
          projectId: PROJECT,
          slackToken: { secret: TOKEN },
          europeUrl: europe.baseUrl,
          europeKey: { secret: europe.privateKey },
        }),
      });
      const last = (of: { alertConfigs(): { list(): readonly { readonly id: string }[] } }) =>
        of.alertConfigs().list().at(-1)?.id ?? assert.fail();

      it("creates what is declared on each server, and then changes nothing", async () => {
        did(await playground.run("up"), [created("no-primary"), created("no-primary-europe")]);
        did(await playground.run("up"), []);
        assert.equal(playground.alerts().at(-1)?.notifications[0]?.typeName, "SLACK");
        assert.equal(europe.alertConfigs().list().at(-1)?.notifications[0]?.typeName, "EMAIL");
      });

      it("has the result of the function as an output", async () => {
        const { stdout } = await playground.stack.stack("output", "firstCluster");
        assert.equal(stdout.trim(), playground.emulator.clusters().list()[0]?.clusterName);
      });

      it("shows a change by hand on the other server, and repairs it", async () => {
        europe.alertConfigs().update(last(europe), { enabled: false });
        did(await playground.run("refresh"), [updated("no-primary-europe", "enabled")]);
        did(await playground.run("up"), [updated("no-primary-europe", "enabled")]);
        assert.equal(europe.alertConfigs().get(last(europe))?.enabled, true);
      });

      it("takes one object over by pulumi import, without a write", async () => {
        playground.emulator.clearRequests();
        const id = `${PROJECT}/${CLUSTER}`;
        const flags = ["--generate-code=false", "--protect=false"];
        succeeded(await playground.run("import", "opsmanager:index:ClusterName", "orders", id, ...flags));
        assert.equal(playground.emulator.counters.writes, 0);
      });

      it("leaves no secret in anything that was printed or stored", async () => {
        await nothingLeaked(playground, [TOKEN, europe.privateKey]);
      });

      it("deletes what it has created", async () => {
        const names = ["no-primary", "no-primary-europe", "orders"];
        did(await playground.run("destroy"), names.map(deleted));
      });
    });
});
