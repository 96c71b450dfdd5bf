import assert from "node:assert/strict";
import type { AlertConfig, Emulator } from "../../src/emulator";
import { mapValues } from "../../src/json";
import { CERTIFICATE } from "../unit/http/servers";
import { created, deleted, did, failedWith, stateOf, updated, withoutNoise } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { cluster, PROJECT, store } from "./support/resources";

const GROUP = { typeName: "GROUP", roles: ["GROUP_OWNER"], emailEnabled: true, smsEnabled: false };
const SLACK = { typeName: "SLACK", channelName: "#a", apiToken: "xoxb-drift-slack", intervalMin: 15 };
const HOSTNAME = { fieldName: "HOSTNAME", operator: "CONTAINS", value: "db" };
const PORT = { fieldName: "PORT", operator: "EQUALS", value: "27017" };
const METRIC = { metricName: "OPLOG_SLAVE_LAG_MASTER_TIME", operator: "GREATER_THAN" };
const ALERT = {
  projectId: PROJECT,
  enabled: true,
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  matchers: [HOSTNAME],
  metricThreshold: { ...METRIC, threshold: 10, units: "MINUTES" },
  notifications: [{ ...GROUP, delayMin: 0, intervalMin: 60 }, SLACK],
};
const OTHER_GROUP = { ...GROUP, id: "1", delayMin: 30, intervalMin: 5, roles: ["ORG_OWNER"] };
const OTHER_METRIC = { threshold: 1, operator: "LESS_THAN", metricName: "OPLOG_MASTER_TIME" };

const at = (place: string, ...fields: string[]): string[] => fields.map((field) => `${place}.${field}`);

/** Manual changes of alert configurations, and what a refresh must report for each. Unit tests have every field. */
const ALERTS: Readonly<Record<string, readonly [patch: object, ...fields: string[]]>> = {
  scalars: [
    { enabled: false, metricThreshold: OTHER_METRIC },
    "enabled",
    ...at("metricThreshold", "metricName", "operator", "threshold"),
  ],
  event: [{ eventTypeName: "HOST_DOWN", metricThreshold: null }, "eventTypeName", "metricThreshold"],
  more: [{ matchers: [HOSTNAME, PORT] }, "matchers[1]"],
  fewer: [
    { matchers: [], notifications: [OTHER_GROUP] },
    "matchers[0]",
    "notifications[1]",
    ...at("notifications[0]", "delayMin", "intervalMin", "roles[0]"),
  ],
  secret: [
    { notifications: [ALERT.notifications[0], { ...SLACK, id: "2", apiToken: "xoxb-by-hand" }] },
    "changedSecrets",
  ],
};

/** What is changed of the store, as a refresh names it. */
const STORE = { s3AuthMethod: "IAM_ROLE", s3BucketName: "other", s3MaxConnections: 3, writeConcern: "W2" };
const DECLARED = `
  s3AuthMethod: "KEYS",
  customCertificates: [{ filename: "ca.pem", certString: ${JSON.stringify(CERTIFICATE.cert)} }], labels: ["b", "a"],
  oidc: { enabled: true, method: "azure", clientId: "o", clientSecret: "drift-client-secret" },
  writeConcern: "MAJORITY",`;

const PROGRAM = `
for (const name of ${JSON.stringify(Object.keys(ALERTS))})
  new opsmanager.AlertConfig("alert-" + name, ${JSON.stringify(ALERT)});
${store("store", DECLARED)}${cluster("cluster")}
new opsmanager.VersionManifest("versions", { manifest: "manifest.json" });
`;
/** The manifest stays on the service. */
const DELETABLE = [
  ...Object.entries(ALERTS).map(([name, [, ...fields]]) => updated(`alert-${name}`, ...fields)),
  updated("store", ...Object.keys(STORE), "customCertificates[0]", "labels[1]", "changedSecrets"),
  updated("cluster", "clusterName"),
];
const CHANGES = [...DELETABLE, updated("versions", "changedOnService")];
const OBJECTS = DELETABLE.map(({ resource }) => resource);

const MANIFEST = { updated: 1_800_000_000_000, versions: [{ name: "8.0.4", builds: [] }] };
/** An unusual layout of it, which arrives byte for byte. */
const MANIFEST_FILE = ` {\r\n\t"versions" :[{"n\\u0061me":"8.0.4","builds":[] }],\n"updated":1.8e12 }\n\n`;

describe("an object that is changed outside Pulumi", function () {
  const playground = usePlayground(this, {
    program: PROGRAM,
    emulator: { fullOplogResponse: true, redact: "off" },
    config: () => ({ "opsmanager:maxRetries": "0" }),
  });
  const manifest = () => playground.emulator.versionManifest.get("current")?.text;
  let others: number;
  let declared: unknown;
  const alertsOf = async (): Promise<[name: string, id: string][]> =>
    Object.entries(await stateOf(playground.stack)).flatMap(([name, { id = "" }]) =>
      name.startsWith("alert-") ? [[name.slice(6), id.slice(id.indexOf("/") + 1)]] : [],
    );

  before(async () => {
    const { emulator } = playground;
    emulator.versionManifest.update("current", { text: '{"updated": 1, "versions": []}' });
    await playground.addFile("manifest.json", MANIFEST_FILE);
    others = playground.alerts().length;
    did(await playground.run("up"), [...OBJECTS, "versions"].map(created));
    declared = comparable(emulator, others);
    assert.equal(manifest(), MANIFEST_FILE);
  });

  it("is reported by a refresh at its path, and nothing else is reported", async () => {
    const { emulator } = playground;
    for (const [name, id] of await alertsOf()) emulator.alertConfigs().update(id, ALERTS[name]?.[0] ?? {});
    const oidc = { clientSecret: "by-hand" };
    const secrets = { awsSecretKey: "by-hand", oidc, uri: "mongodb://a:by-hand@h/" };
    const lists = { customCertificates: [], labels: ["b", "c"] };
    emulator.oplogS3Configs.update("store", { ...STORE, ...secrets, ...lists });
    emulator.clusters().update(emulator.clusterId, { clusterName: "by-hand" });
    emulator.versionManifest.update("current", { text: JSON.stringify({ ...MANIFEST, versions: [] }) });
    emulator.clearRequests();
    did(await playground.run("refresh"), CHANGES);
    assert.equal(emulator.counters.writes, 0);
  });

  it("is restored by the next up", async () => {
    did(await playground.run("up"), CHANGES);
    assert.deepEqual(comparable(playground.emulator, others), declared);
    assert.equal(manifest(), MANIFEST_FILE);
  });

  // Contract tests have more responses that do not prove a deletion.
  it("is not dropped from the state because of a 404 from a proxy", async () => {
    const { emulator, stack } = playground;
    const content = async (): Promise<object> =>
      mapValues(await stateOf(stack, "--show-secrets"), ({ id, inputs, outputs }) => [id, inputs, outputs]);
    const before = await content();
    const headers = { "Content-Type": "text/html" };
    const action = { status: 404, headers, body: "<h1>404 Not Found</h1>" };
    emulator.faults.add({ match: { method: "GET", times: "always" }, action });
    failedWith(await playground.run("refresh"), "404");
    emulator.faults.clear();
    assert.deepEqual(await content(), before);
  });

  it("stays in the state if its deletion is answered with 200 and an error in the body", async () => {
    const { emulator } = playground;
    const body = { error: 403, errorCode: "USER_UNAUTHORIZED", detail: "no role" };
    emulator.faults.add({ match: { method: "DELETE", times: "always" }, action: { status: 200, body } });
    const said = /403 USER_UNAUTHORIZED - no role\. The HTTP status was 200, but the body is an error/;
    failedWith(await playground.run("destroy"), said);
    emulator.faults.clear();
    assert.equal((await alertsOf()).length, Object.keys(ALERTS).length);
    assert.equal(playground.alerts().length, others + Object.keys(ALERTS).length);
  });

  it("does not prevent a destroy, which deletes what it created and nothing else", async () => {
    const { emulator, stack } = playground;
    const left = Object.keys(await stateOf(stack));
    const before = manifest();
    did(await playground.run("destroy"), left.map(deleted));
    assert.ok(before !== undefined && manifest() === before, "the manifest stays");
    assert.deepEqual([playground.alerts().length, emulator.oplogS3Configs.list()], [others, []]);
  });
});

/** The state of the service without generated fields, and without what others created before. */
function comparable(emulator: Emulator, others: number): unknown {
  const { alertConfigs, ...rest } = withoutNoise(emulator.snapshot()) as { alertConfigs: AlertConfig[] };
  const ours = alertConfigs.slice(others).map(({ updated: _, notifications, ...alert }) => ({
    ...alert,
    notifications: notifications.map(({ id: __, ...notification }) => notification),
  }));
  return { ...rest, alertConfigs: ours };
}
