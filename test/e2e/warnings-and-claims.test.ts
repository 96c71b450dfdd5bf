import assert from "node:assert/strict";
import { selfSignedCertificate } from "../../src/emulator/tls-certificate";
import { created, did, failedWith } from "./support/assertions";
import { usePlayground } from "./support/playground";

const EXPIRED = selfSignedCertificate(Date.parse("2010-01-01T00:00:00Z")).cert;

const STORE = `new opsmanager.OplogS3Config("store", {
  acceptedTos: true,
  awsAccessKey: "AKIAWARNEDWARNEDWARN",
  awsSecretKey: "warned-secret-key",
  customCertificates: [{ filename: "ca.pem", certString: ${JSON.stringify(EXPIRED)} }],
  pathStyleAccessEnabled: true,
  s3AuthMethod: "IAM_ROLE",
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog",
  s3MaxConnections: 50,
  sseEnabled: true,
  uri: "mongodb://backup:warned-password@metadata.example.com/",
  writeConcern: "MAJORTY",
});`;

const twice = (kind: string, args: string): string =>
  ["first", "second"].map((name) => `new opsmanager.${kind}("${name}", ${args});`).join("\n");
const STORE_ARGS = STORE.slice(STORE.indexOf("{"), STORE.lastIndexOf(")")).replace("{", '{ storeId: "same",');

/** Programs with two resources that manage the same object. */
const CLAIMS: Readonly<Record<string, readonly [program: string, thing: string]>> = {
  store: [twice("OplogS3Config", STORE_ARGS), "oplog store same"],
  manifest: [
    twice("VersionManifest", `{ manifest: "package.json", allowDowngrade: true }`),
    "version manifest of the service",
  ],
};

describe("the checks before anything is written", function () {
  const playground = usePlayground(this, { program: STORE });

  it("warn of arguments that the service will ignore or may not know, and of an expired certificate", async () => {
    const run = await playground.run("preview");
    did(run, [created("store")]);
    const warnings = run.events
      .map(({ diagnosticEvent }) => diagnosticEvent)
      .filter((diagnostic) => diagnostic?.severity === "warning" && diagnostic.urn?.endsWith("::store"))
      .map((diagnostic) => (diagnostic?.message ?? "").replaceAll(/<\{%.*?%\}>/g, "").trim());
    assert.deepEqual(
      warnings.sort((a, b) => a.localeCompare(b)),
      [
        "awsAccessKey: is ignored by the service when s3AuthMethod is IAM_ROLE",
        "awsSecretKey: is ignored by the service when s3AuthMethod is IAM_ROLE",
        "customCertificates[0].certString: the certificate expired on 2012-04-05T00:00:00.000Z",
        'writeConcern: "MAJORTY" is not one of ACKNOWLEDGED, W2, JOURNALED, MAJORITY (did you mean MAJORITY?)',
      ],
    );
    assert.equal(playground.emulator.counters.requests, 0);
  });

  for (const [what, [program, thing]] of Object.entries(CLAIMS)) {
    it(`refuse two resources for one ${what}`, async () => {
      await playground.rewrite(program);
      const run = await playground.run("preview");
      failedWith(
        run,
        new RegExp(`"(first|second)" and "(first|second)" both manage the ${thing}: keep one of them`),
      );
      assert.equal(playground.emulator.counters.writes, 0);
    });
  }
});

const WITHOUT_EFFECT = `
new opsmanager.ClusterName("cluster", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  clusterId: "62d1f3b7a90e4c5d8b2f6e01",
  clusterName: "orders-new",
}, { customTimeouts: { create: "10m" } });
new opsmanager.ClusterName("without", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  clusterId: "62d8a2c4a90e4c5d8b31b7d3",
  clusterName: "carts-new",
});
export const version = opsmanager.getServiceVersionOutput().versionString;
`;

describe("a program with options and keys that have no effect", function () {
  const playground = usePlayground(this, {
    program: WITHOUT_EFFECT,
    config: () => ({ "opsmanager:timeoutsSeconds": "10", "opsmanager-eu:baseURL": "https://eu.example.com" }),
  });

  it("gets one warning for each: at the resource for the options, at the stack for the keys", async () => {
    const run = await playground.run("up");
    did(run, [created("cluster"), created("without")]);
    const warnings = run.events
      .map(({ diagnosticEvent }) => diagnosticEvent)
      .filter((diagnostic) => diagnostic?.severity === "warning")
      .map((diagnostic) => {
        const text = diagnostic?.message.replaceAll(/<\{%.*?%\}>/g, "").trim() ?? "";
        return `${diagnostic?.urn?.split("::").at(-1) ?? "the stack"}: ${text}`;
      })
      .sort((a, b) => a.localeCompare(b));
    assert.deepEqual(warnings, [
      "cluster: customTimeouts have no effect on this resource, because Pulumi does not pass them to dynamic " +
        "providers. Set opsmanager:timeoutSeconds (one attempt) and opsmanager:totalTimeoutSeconds (one operation " +
        "with all its attempts) in the stack configuration instead.",
      "the stack: opsmanager-eu:baseURL in the stack configuration has no effect: it is not a setting " +
        "(did you mean opsmanager-eu:baseUrl?).",
      "the stack: opsmanager:timeoutsSeconds in the stack configuration has no effect: it is not a setting " +
        "(did you mean opsmanager:timeoutSeconds?).",
    ]);
  });
});
