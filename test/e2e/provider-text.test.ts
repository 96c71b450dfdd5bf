import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../support/repository";
import { stateOf, succeeded } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { alert, cluster, entry, PROJECT, store } from "./support/resources";

const SECOND_CLUSTER = 'clusterId: "62d8a2c4a90e4c5d8b31b7d3",';
const set = (name: string): string =>
  `new opsmanager.AlertConfigSet("${name}", { projectId: "${PROJECT}", alertConfigs: {} });`;

/** The second ones belong to a component. */
const PROGRAM = `
${alert("AlertConfig-1")}${set("AlertConfigSet-1")}${store("OplogS3Config-1")}${cluster("ClusterName-1")}
${entry("AccessListEntry-1")}
new opsmanager.VersionManifest("VersionManifest-1", { manifest: "manifest.json" });
class Team extends pulumi.ComponentResource {
  constructor() {
    super("acme:index:Team", "team");
    ${alert("AlertConfig-2", 'eventTypeName: "HOST_UP",', "parent: this")}
    ${store("OplogS3Config-2", "", "parent: this")}
    ${cluster("ClusterName-2", SECOND_CLUSTER, "parent: this")}
  }
}
new Team();
`;

interface Stored {
  readonly urn: string;
  readonly sourcePosition?: string;
  readonly stackTrace?: readonly { readonly sourcePosition?: string }[];
}

describe("the serialized provider in the state", function () {
  const playground = usePlayground(this, { program: PROGRAM });
  const golden = readFileSync(join(repository, "test/fixtures/provider/provider.txt"), "utf8");

  before(async () => {
    const { text } = playground.emulator.versionManifest.get("current") ?? assert.fail();
    await playground.addFile("manifest.json", text);
    succeeded(await playground.run("up"));
  });

  it("never changes, is short, and is the same in inputs and outputs", async () => {
    const state = Object.entries(await stateOf(playground.stack));
    assert.equal(state.length, 9);
    for (const [name, { inputs, outputs }] of state) {
      const text = String(inputs?.["__provider"]);
      assert.equal(text, golden.replaceAll("<Kind>", name.replace(/-.*/, "")));
      assert.equal(outputs?.["__provider"], text);
      assert.ok(Buffer.byteLength(text) < 800);
    }
  });

  it("is stored with the line of the program that declares the resource, and without frames of packages", async () => {
    const { resources = [] } = await playground.stack.stored();
    const ours = (resources as readonly Stored[]).filter(({ urn }) => urn.includes("opsmanager:"));
    assert.equal(ours.length, 9);
    for (const { urn, sourcePosition = "", stackTrace = [] } of ours) {
      assert.match(sourcePosition, /\/index\.js#\d+,\d+$/, urn);
      assert.ok(stackTrace.length <= 3, JSON.stringify(stackTrace));
    }
  });

  it("works in a component, whose resources are unchanged in a preview", async () =>
    succeeded(await playground.run("preview", "--expect-no-changes")));
});
