import assert from "node:assert/strict";
import { created, did, failedWith, updated } from "./support/assertions";
import { usePlayground } from "./support/playground";

const EXISTING = "65c49a21c2a94e1786e71f38";

const alert = (threshold: number, adoptId: string): string => `
new opsmanager.AlertConfig("alert", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  ${adoptId}
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  matchers: [{ fieldName: "TYPE_NAME", operator: "EQUALS", value: "PRIMARY" }],
  metricThreshold: { metricName: "CONNECTIONS", mode: "AVERAGE", operator: "GREATER_THAN", threshold: ${threshold}, units: "RAW" },
  notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 60, delayMin: 5 }],
});
`;

const store = (args: string): string => `
new opsmanager.OplogS3Config("existing-store", {
  ${args}
  acceptedTos: true,
  assignmentEnabled: true,
  awsAccessKey: "AKIAADOPTADOPTADOPT0",
  awsSecretKey: "adopt-secret-key",
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog",
  s3MaxConnections: 5,
  sseEnabled: true,
  uri: "mongodb://backup:adopt-password@metadata.example.com/",
});
`;

describe("an existing object", function () {
  const playground = usePlayground(this, { program: store("") });

  before(() => {
    playground.emulator.oplogS3Configs.set("existing-store", {
      acceptedTos: true,
      assignmentEnabled: true,
      awsAccessKey: "AKIAADOPTADOPTADOPT0",
      awsSecretKey: "adopt-secret-key",
      customCertificates: [],
      disableProxyS3: false,
      encryptedCredentials: false,
      labels: [],
      pathStyleAccessEnabled: true,
      s3AuthMethod: "KEYS",
      s3BucketEndpoint: "https://s3.example.com",
      s3BucketName: "another-bucket",
      s3MaxConnections: 5,
      sseEnabled: true,
      ssl: false,
      uri: "mongodb://backup:adopt-password@metadata.example.com/",
    });
  });

  it("is not overwritten: a store requires `adopt`", async () => {
    failedWith(await playground.run("up"), "existing-store", "adopt: true", "Nothing was written");
    assert.equal(playground.emulator.oplogS3Configs.get("existing-store")?.s3BucketName, "another-bucket");
    assert.equal(playground.emulator.counters.writes, 0);
  });

  it("is adopted and updated to match the declaration", async () => {
    const { emulator } = playground;
    await playground.rewrite(store("adopt: true,") + alert(3000, `adoptId: "${EXISTING}",`));
    did(await playground.run("up"), ["existing-store", "alert"].map(created));
    assert.equal(emulator.oplogS3Configs.get("existing-store")?.s3BucketName, "oplog");
    assert.equal(emulator.alertConfigs().get(EXISTING)?.metricThreshold?.threshold, 3000);
    assert.equal(emulator.alertConfigs().list().length, 2);
  });

  it("stays managed with or without the adoption arguments", async () => {
    await playground.rewrite(store("") + alert(3000, ""));
    playground.emulator.clearRequests();
    did(await playground.run("up", "--expect-no-changes"), []);
    assert.equal(playground.emulator.counters.writes, 0);
    playground.emulator.alertConfigs().update(EXISTING, { metricThreshold: { threshold: 1 } });
    did(await playground.run("refresh"), [updated("alert", "metricThreshold.threshold")]);
  });
});
