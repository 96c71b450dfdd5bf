import assert from "node:assert/strict";
import type { Language } from "../../scripts/docs/programs";
import { LANGUAGES } from "../../scripts/docs/programs";
import { GO_MODULE } from "../../scripts/plugin/schema";
import { created, did, updated } from "../e2e/support/assertions";
import { usePlayground } from "../e2e/support/playground";
import { CLUSTER, cluster, PROJECT } from "../e2e/support/resources";
import { useSdks } from "./support/installed";

const PROGRAMS: Readonly<Record<Language, string>> = {
  ts: `import * as opsmanager from "@pulumi-opsmanager/opsmanager";
new opsmanager.ClusterName("renamed", { projectId: "${PROJECT}", clusterId: "${CLUSTER}", clusterName: "orders" },
  { aliases: [{ name: "old" }] });
`,
  python: `import pulumi
import pulumi_opsmanager as opsmanager
opsmanager.ClusterName("renamed", project_id="${PROJECT}", cluster_id="${CLUSTER}", cluster_name="orders",
    opts=pulumi.ResourceOptions(aliases=[pulumi.Alias(name="old")]))
`,
  go: `package main

import (
	"${GO_MODULE}/opsmanager"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := opsmanager.NewClusterName(ctx, "renamed", &opsmanager.ClusterNameArgs{
			ProjectId:   pulumi.String("${PROJECT}"),
			ClusterId:   pulumi.String("${CLUSTER}"),
			ClusterName: pulumi.String("orders"),
		}, pulumi.Aliases([]pulumi.Alias{{Name: pulumi.String("old")}}))
		return err
	})
}
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

  for (const [language, title] of Object.entries(LANGUAGES) as [Language, string][])
    describe(`in ${title}`, function () {
      const playground = usePlayground(this, {
        program: { folder: async ({ folder }) => sdks.project(folder, language, PROGRAMS[language]) },
        env: sdks.env,
      });

      it("is found by its former name, and not written", async () => {
        await playground.stack.restore(state);
        did(await playground.run("up"), [updated("renamed", "__provider")]);
        assert.equal(playground.emulator.counters.writes, 0);
      });
    });
});
