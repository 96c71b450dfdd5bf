import assert from "node:assert/strict";
import type { Language } from "../../scripts/docs/programs";
import { LANGUAGES } from "../../scripts/docs/programs";
import { created, did, updated } from "../e2e/support/assertions";
import { usePlayground } from "../e2e/support/playground";
import { CLUSTER, cluster, PROJECT } from "../e2e/support/resources";
import { useSdks } from "./support/installed";

/** The classes have the aliases in TypeScript as well, and the SDK in Go comes from the same schema: it takes minutes to compile. */
const PROGRAMS: Readonly<Partial<Record<Language, string>>> = {
  python: `import pulumi
import pulumi_opsmanager as opsmanager
opsmanager.ClusterName("renamed", project_id="${PROJECT}", cluster_id="${CLUSTER}", cluster_name="orders",
    opts=pulumi.ResourceOptions(aliases=[pulumi.Alias(name="old")]))
`,
  yaml: `resources:
  renamed:
    type: opsmanager:ClusterName
    properties: { projectId: ${PROJECT}, clusterId: ${CLUSTER}, clusterName: orders }
    options: { aliases: ["urn:pulumi:test::stranger::pulumi-nodejs:dynamic/opsmanager:ClusterName::old"] }
`,
};

describe("a resource of the classes that gets another name when its stack moves to the plugin", function () {
  const sdks = useSdks();
  const former = usePlayground(this, { program: cluster("old", 'clusterName: "orders",') });
  let state = "";
  before(async () => {
    did(await former.run("up"), [created("old")]);
    state = (await former.stack.stack("export", "--show-secrets")).stdout;
  });

  for (const [language, program] of Object.entries(PROGRAMS) as [Language, string][])
    describe(`in ${LANGUAGES[language]}`, function () {
      const playground = usePlayground(this, {
        program: { folder: async ({ folder }) => sdks.project(folder, language, program) },
        env: sdks.env,
      });

      it("is found by its former name, and not written", async () => {
        await playground.stack.restore(state);
        did(await playground.run("up"), [updated("renamed", "__provider")]);
        assert.equal(playground.emulator.counters.writes, 0);
      });
    });
});
