import assert from "node:assert/strict";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "../../../src";
import { resourceOptions, withoutImport } from "../../../src/core/resource-options";
import { mockEngine, valueOf } from "../resources/registered";

const CLUSTER = { projectId: "p", clusterId: "c", clusterName: "n" };

class Provider extends pulumi.ProviderResource {
  constructor(name: string) {
    super("other", name, {});
  }
}

class Component extends pulumi.ComponentResource {
  constructor(name: string, options: pulumi.ComponentResourceOptions) {
    super("shop:index:Component", name, {}, options);
  }
}

const MAKERS: Readonly<Record<string, (options: pulumi.CustomResourceOptions) => pulumi.Resource>> = {
  AlertConfig: (options) =>
    new opsmanager.AlertConfig(
      "a",
      { projectId: "p", eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL" }] },
      options,
    ),
  ClusterName: (options) => new opsmanager.ClusterName("a", CLUSTER, options),
  OplogS3Config: (options) =>
    new opsmanager.OplogS3Config(
      "a",
      {
        acceptedTos: true,
        pathStyleAccessEnabled: true,
        s3BucketEndpoint: "https://s3.example.com",
        s3BucketName: "b",
        s3MaxConnections: 1,
        sseEnabled: true,
        uri: "mongodb://h/",
      },
      options,
    ),
  VersionManifest: (options) =>
    new opsmanager.VersionManifest("a", { manifest: join(__dirname, "../../../package.json") }, options),
};

describe("the options of a resource", () => {
  beforeEach(mockEngine);

  for (const [kind, make] of Object.entries(MAKERS)) {
    it(`refuses a provider and names connection (${kind})`, () =>
      assert.throws(
        () => make({ provider: new Provider("other") }),
        (error: Error) => {
          assert.match(
            error.message,
            new RegExp(`^${kind} "a": the resource option provider is not supported`),
          );
          assert.match(error.message, /set the argument connection/);
          return true;
        },
      ));
  }

  it("refuses a provider of a look-up", () =>
    assert.throws(
      () => opsmanager.ClusterName.get("a", "p/c", { provider: new Provider("other") }),
      /option provider is not supported/,
    ));

  for (const key of ["provider", "providers"]) {
    it(`takes a component that was given other packages by ${key}`, async () => {
      const other = new Provider("other");
      const parent = new Component(
        "parent",
        key === "provider" ? { provider: other } : { providers: [other] },
      );
      const cluster = new opsmanager.ClusterName("cluster", CLUSTER, { parent });
      assert.equal(await valueOf(cluster.clusterName), "n");
    });
  }

  it("takes import out for the classes that support it, and refuses it for the others", () => {
    assert.deepEqual(withoutImport({ protect: true, import: "p/c" }), {
      options: { protect: true },
      imported: { __import: "p/c" },
    });
    assert.deepEqual(withoutImport({ protect: true }), { options: { protect: true }, imported: {} });
    assert.throws(
      () => resourceOptions("VersionManifest", "a", { import: "versionManifest" }),
      /VersionManifest "a": the resource option import is not supported/,
    );
  });

  it("keeps the other options, and adds to the secret outputs", () => {
    const options = { protect: true, additionalSecretOutputs: ["links"] };
    assert.deepEqual(resourceOptions("ClusterName", "a", options, ["uri"]), {
      ...options,
      additionalSecretOutputs: ["links", "uri"],
    });
  });
});
