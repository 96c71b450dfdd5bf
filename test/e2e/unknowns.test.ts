import assert from "node:assert/strict";
import { CERTIFICATE } from "../unit/http/servers";
import { created, did } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { alert, API_KEY, cluster, entry, MAIL, ORG, store } from "./support/resources";

/** `later` resolves after the first resource has been created. */
const LATER = `const first = ${cluster("first").trim()}
const later = <T>(value: T): pulumi.Output<T> => first.previousName.apply(() => value);
`;
const PROJECT_LATER = "projectId: first.projectId.apply(later),";
const SECOND_CLUSTER = "62d8a2c4a90e4c5d8b31b7d3";

const metric = `${PROJECT_LATER} enabled: later(true), eventTypeName: later("OUTSIDE_METRIC_THRESHOLD"),
  matchers: [{ fieldName: "HOSTNAME", operator: later("CONTAINS"), value: later("db") }],
  metricThreshold: { metricName: later("CONNECTIONS"), operator: "GREATER_THAN", threshold: later(10), units: "RAW" },
  notifications: [
    { typeName: "SLACK", channelName: later("#a"), apiToken: later("xoxb-unknown-token"), intervalMin: later(15), delayMin: 0 },
    later(${MAIL}[0]),
    { typeName: "GROUP", roles: [later("GROUP_OWNER"), "GROUP_READ_ONLY"], emailEnabled: later(true), smsEnabled: false, intervalMin: 60, delayMin: 0 },
  ],`;
const allAtOnce = `matchers: later([{ fieldName: "HOSTNAME", operator: "CONTAINS", value: "db" }]),
  notifications: later([{ typeName: "PAGER_DUTY", serviceKey: "unknown-service-key", delayMin: 0 }]),`;
const members = `eventTypeName: "TOO_FEW_HEALTHY_MEMBERS", threshold: later({ operator: "LESS_THAN", threshold: 2 }),
  notifications: [{ ...${MAIL}[0], typeName: later("EMAIL") }],`;
const unknownStore = `storeId: later("oplog"), acceptedTos: later(true), awsAccessKey: later("AKIAUNKNOWNUNKNOWN00"),
  awsSecretKey: later("unknown-secret-key"), labels: [later("a"), "b"], s3BucketName: later("oplog"),
  customCertificates: [{ filename: "ca.pem", certString: later(${JSON.stringify(CERTIFICATE.cert)}) }],
  oidc: { enabled: true, method: "azure", tokenUri: later("https://id.example.com/token"), clientId: "o", clientSecret: later("unknown-client-secret") },
  pathStyleAccessEnabled: later(true), s3BucketEndpoint: later("https://s3.example.com"), s3MaxConnections: later(5),
  uri: later("mongodb://backup:unknown-password@metadata.example.com/"),`;
const second = `clusterId: later("${SECOND_CLUSTER}"), clusterName: later("telemetry-new"), restoreOnDelete: later(true),`;

const unknownEntry = `orgId: later("${ORG}"), apiKeyId: later("${API_KEY}"), entry: later("192.0.2.17/32"),`;

const PROGRAM = `${LATER}${alert("metric", metric)}${alert("all-at-once", allAtOnce)}${alert("members", members)}
${store("store", unknownStore)}${cluster("second", second)}${entry("entry", unknownEntry)}
new opsmanager.VersionManifest("versions", { manifest: later("manifest.json"), allowDowngrade: later(true) });
export const rotation = opsmanager.getAuditLogRotationOutput({ ${PROJECT_LATER} }).effective;
`;
const NAMES = ["first", "metric", "all-at-once", "members", "store", "second", "entry", "versions"];

describe("values that are unknown in a preview", function () {
  const playground = usePlayground(this, { program: PROGRAM });

  it("are accepted at any depth", async () => {
    await playground.addFile("manifest.json", JSON.stringify({ updated: 1_800_000_000_000, versions: [] }));
    did(await playground.run("preview"), NAMES.map(created));
    assert.equal(playground.emulator.counters.writes, 0);
  });

  it("are resolved in the update, and cause no change in the next run", async () => {
    const { emulator } = playground;
    did(await playground.run("up"), NAMES.map(created));
    const alerts = playground.alerts();
    assert.equal(alerts.length, 5);
    const { uri, labels } = emulator.oplogS3Configs.get("oplog") ?? {};
    assert.deepEqual([uri, labels], ["mongodb://backup:unknown-password@metadata.example.com/", ["a", "b"]]);
    assert.equal(emulator.clusters().get(SECOND_CLUSTER)?.clusterName, "telemetry-new");
    const { notifications = [] } =
      alerts.find(({ metricThreshold }) => metricThreshold?.threshold === 10) ?? {};
    const found = notifications.map(({ typeName, apiToken, roles }) => [typeName, apiToken ?? roles]);
    const roles = ["GROUP_OWNER", "GROUP_READ_ONLY"];
    assert.deepEqual(found, [
      ["SLACK", "xoxb-unknown-token"],
      ["EMAIL", undefined],
      ["GROUP", roles],
    ]);
    did(await playground.run("preview", "--expect-no-changes"), []);
  });
});
