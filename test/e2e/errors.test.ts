import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../src/emulator";
import type { ConfigValue } from "../../scripts/demo/sandbox";
import { created, did, errorsIn, failedWith } from "./support/assertions";
import { connectionTo, usePlayground } from "./support/playground";

const CLUSTER = `new opsmanager.ClusterName("cluster", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  clusterId: "62d1f3b7a90e4c5d8b2f6e01",
  clusterName: "orders-new",
});`;

/** The expected number of messages and their texts. */
interface Failure {
  readonly says: readonly (string | RegExp)[];
  readonly messages?: number;
}

const WRONG_CONNECTIONS: Readonly<
  Record<string, Failure & { readonly config: Readonly<Record<string, ConfigValue>> }>
> = {
  "a wrong key": {
    config: { "opsmanager:privateKey": { secret: "not-the-private-key" } },
    says: ["vkwzbqre", /private key|privateKey/],
  },
  "an invalid number": {
    config: { "opsmanager:timeoutSeconds": "soon" },
    says: ["opsmanager:timeoutSeconds", "soon"],
  },
};

const WRONG_PROGRAMS: Readonly<Record<string, Failure & { readonly program: string }>> = {
  "a missing argument": {
    program: `new opsmanager.ClusterName("cluster", { projectId: "60a2b7c9e4b0c5571d3f8e12", clusterName: "x" } as never);`,
    says: ["resource 'cluster' has a problem: clusterId: is missing"],
  },
  "no arguments at all": {
    program: `new opsmanager.AlertConfig("alert", undefined as never);`,
    says: ["eventTypeName: is missing", "notifications: is missing", "projectId: is missing"],
    messages: 3,
  },
  "a missing manifest file": {
    program: `new opsmanager.VersionManifest("versions", { manifest: "no-such-file.json" });`,
    says: [
      /VersionManifest "versions": manifest: the file \/.*\/no-such-file\.json cannot be read \(ENOENT\); the path "no-such-file\.json" is relative to \//,
    ],
  },
  "a manifest that is not JSON": {
    program: `new opsmanager.VersionManifest("versions", { manifest: "broken.json" });`,
    says: ["manifest: is not well-formed JSON"],
  },
};

describe("a failing run", function () {
  let overTls: Emulator;
  before(async () => {
    overTls = await startEmulator({ tls: true });
  });
  after(async () => overTls.close());

  const playground = usePlayground(this, {
    program: CLUSTER,
    config: () => ({ "opsmanager:maxRetries": "0" }),
  });

  before(async () => {
    await playground.addFile("broken.json", '{ "updated": 1, ');
    await playground.addFile("empty.json", '{ "updated": 1793491200000, "versions": [] }');
  });

  const endsInOneMessage = async ({ says, messages = 1 }: Failure): Promise<void> => {
    const run = await playground.run("up");
    failedWith(run, ...says);
    assert.equal(errorsIn(run).length, messages, run.output);
    assert.equal(playground.emulator.counters.writes, 0);
    assert.equal(overTls.counters.writes, 0);
  };

  for (const [what, { config, ...failure }] of Object.entries(WRONG_CONNECTIONS)) {
    it(`ends in one message: ${what}`, async () => {
      await playground.stack.configure(config);
      try {
        await endsInOneMessage(failure);
      } finally {
        await playground.stack.configure({
          ...connectionTo(playground.emulator),
          "opsmanager:timeoutSeconds": "60",
        });
      }
    });
  }

  it("ends in one message: a certificate of an unknown authority", async () => {
    await playground.stack.configure(connectionTo(overTls));
    try {
      await endsInOneMessage({ says: ["caCert"] });
    } finally {
      await playground.stack.configure(connectionTo(playground.emulator));
    }
  });

  for (const [what, { program, ...failure }] of Object.entries(WRONG_PROGRAMS)) {
    it(`ends in one message: ${what}`, async () => {
      await playground.rewrite(program);
      await endsInOneMessage(failure);
    });
  }

  it("succeeds after the authority is configured", async () => {
    await playground.rewrite(CLUSTER);
    await playground.stack.configure({ ...connectionTo(overTls), "opsmanager:caCert": overTls.caCert ?? "" });
    did(await playground.run("up"), [created("cluster")]);
    assert.equal(overTls.clusters().get(overTls.clusterId)?.clusterName, "orders-new");
  });
});
