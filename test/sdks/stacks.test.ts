import assert from "node:assert/strict";
import { succeeded } from "../e2e/support/assertions";
import { usePlayground } from "../e2e/support/playground";
import { CLUSTER, PROJECT } from "../e2e/support/resources";
import { useSdks } from "./support/installed";

const PROGRAM = `import * as opsmanager from "@pulumi-opsmanager/opsmanager";
const before = Error.stackTraceLimit;
const declare = (): unknown =>
  new opsmanager.ClusterName("name", { projectId: "${PROJECT}", clusterId: "${CLUSTER}", clusterName: "orders" });
declare();
export const isAsBefore = Error.stackTraceLimit === before;
`;

interface Stored {
  readonly urn: string;
  readonly sourcePosition?: string;
  readonly stackTrace?: readonly { readonly sourcePosition?: string }[];
}

describe("a resource of the SDK in TypeScript", function () {
  const sdks = useSdks();
  const playground = usePlayground(this, {
    program: { folder: async ({ folder }) => sdks.project(folder, "ts", PROGRAM) },
    env: sdks.env,
  });

  it("is stored with its line and the frames of the program, and leaves the stacks of the program alone", async () => {
    const run = await playground.run("up");
    succeeded(run);
    assert.match(run.output, /isAsBefore: true/);
    const { resources = [] } = await playground.stack.stored();
    const name = (resources as readonly Stored[]).find(({ urn }) => urn.endsWith("::name"));
    assert.match(name?.sourcePosition ?? "", /\/index\.ts#4,\d+$/);
    const [own, caller] = name?.stackTrace ?? [];
    assert.match(own?.sourcePosition ?? "", /\/index\.ts#4,\d+$/);
    assert.match(caller?.sourcePosition ?? "", /\/index\.ts#5,\d+$/);
    // The third one is where Pulumi runs programs.
    assert.equal(name?.stackTrace?.length, 3);
  });
});
