import assert from "node:assert/strict";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "../../../src";
import { arrived, mockEngine, valueOf } from "../resources/registered";

const CLUSTER = { projectId: "p", clusterId: "c", clusterName: "n" };

const STORE = {
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "b",
  s3MaxConnections: 1,
  uri: "mongodb://h/",
};
const FLAGS = { acceptedTos: true, pathStyleAccessEnabled: true, sseEnabled: true };
const ALERT = { projectId: "p", eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL" }] };

class Provider extends pulumi.ProviderResource {
  constructor(name: string) {
    super("other", name, {});
  }
}

type Make = (options: pulumi.CustomResourceOptions) => pulumi.Resource;
const MAKERS: Readonly<Record<string, Make>> = {
  AccessListEntry: (options) =>
    new opsmanager.AccessListEntry("a", { orgId: "o", apiKeyId: "k", entry: "203.0.113.9" }, options),
  AlertConfig: (options) => new opsmanager.AlertConfig("a", ALERT, options),
  ClusterName: (options) => new opsmanager.ClusterName("a", CLUSTER, options),
  OplogS3Config: (options) => new opsmanager.OplogS3Config("a", { ...FLAGS, ...STORE }, options),
  VersionManifest: (options) =>
    new opsmanager.VersionManifest("a", { manifest: join(__dirname, "../../../package.json") }, options),
};

describe("the options of a resource", () => {
  beforeEach(mockEngine);

  for (const [kind, make] of Object.entries(MAKERS))
    it(`refuse a provider and suggest connection (${kind})`, () => {
      const text = `^Error: ${kind} "a": the resource option provider is not supported[^]*set the argument connection`;
      assert.throws(() => make({ provider: new Provider("other") }), new RegExp(text));
    });

  it("refuse a provider in get", () =>
    assert.throws(
      () => opsmanager.ClusterName.get("a", "p/c", { provider: new Provider("other") }),
      /option provider is not supported/,
    ));

  for (const key of ["provider", "providers"])
    it(`accept a parent component with another package in ${key}`, async () => {
      const other = new Provider("other");
      const options = key === "provider" ? { provider: other } : { providers: [other] };
      const parent = new pulumi.ComponentResource("shop:index:Component", "parent", {}, options);
      const cluster = new opsmanager.ClusterName("cluster", CLUSTER, { parent });
      assert.equal(await valueOf(cluster.clusterName), "n");
    });

  for (const kind of ["AccessListEntry", "AlertConfig", "ClusterName", "OplogS3Config"])
    it(`pass the id of import to the provider (${kind})`, async () => {
      const resource = MAKERS[kind]?.({ protect: true, import: "p/c" });
      assert.ok(resource !== undefined);
      assert.equal((await arrived(resource))["__import"], "p/c");
    });

  it("refuse import for a resource that cannot be imported", () =>
    assert.throws(
      () => MAKERS["VersionManifest"]?.({ import: "versionManifest" }),
      /VersionManifest "a": the resource option import is not supported/,
    ));
});
