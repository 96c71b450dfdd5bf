import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../scripts/demo/repository";
import { CLUSTER, SECRETS } from "../../scripts/states/cases";
import { BASE_URL, type RecordedState } from "../../scripts/states/record";
import type { AlertConfig } from "../../src/emulator";
import { did, stateOf, succeeded, updated } from "./support/assertions";
import { usePlayground } from "./support/playground";

const folder = join(repository, "test/fixtures/states");

const slack = (channelName: string) => ({
  typeName: "SLACK",
  apiToken: "xoxb-slack-token-0001",
  channelName,
  delayMin: 0,
  intervalMin: 15,
});
const email = (emailAddress: string) => ({ typeName: "EMAIL", delayMin: 0, emailAddress, intervalMin: 60 });
const PAGER = { typeName: "PAGER_DUTY", delayMin: 0, serviceKey: "pager-duty-key-0002" };
const FLAGS = { emailEnabled: true, smsEnabled: false };
const GROUP = { typeName: "GROUP", delayMin: 0, intervalMin: 60, roles: ["GROUP_OWNER"], ...FLAGS };
const METRIC = {
  metricName: "MEMORY_RESIDENT",
  mode: "AVERAGE",
  operator: "GREATER_THAN",
  units: "GIGABYTES",
};
const memory = (threshold: number) => ({
  enabled: true,
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  metricThreshold: { ...METRIC, threshold },
});
const equals = (fieldName: string, value: string) => ({ fieldName, operator: "EQUALS", value });
const simple = (eventTypeName: string, enabled: boolean, notification: object) => ({
  enabled,
  eventTypeName,
  matchers: [],
  notifications: [notification],
});
const OIDC = {
  clientId: "opsmanager",
  clientSecret: "state-client-secret-0004",
  enabled: true,
  method: "azure",
};
const STORE = {
  id: "oplog",
  acceptedTos: true,
  assignmentEnabled: true,
  awsAccessKey: "AKIASTATESTATESTATE0",
  awsSecretKey: "state-secret-key-0003",
  customCertificates: [],
  disableProxyS3: false,
  encryptedCredentials: false,
  labels: ["a", "b"],
  oidc: OIDC,
  pathStyleAccessEnabled: true,
  s3AuthMethod: "KEYS",
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog",
  s3MaxConnections: 5,
  sseEnabled: true,
  ssl: false,
  uri: "mongodb://backup:state-password-0005@metadata.example.com/",
};

/** What the programs of `scripts/states/cases.ts` declare, as the service holds it. */
const COMPLETE = {
  alerts: {
    single: {
      ...memory(2),
      matchers: [equals("HOSTNAME", "db-1"), equals("PORT", "27017")],
      notifications: [slack("#dba"), PAGER, email("a@example.com"), GROUP],
    },
    memory: { ...memory(10), matchers: [], notifications: [slack("#dba"), email("b@example.com")] },
    "no primary": simple("NO_PRIMARY", false, PAGER),
    plain: simple("HOST_DOWN", true, email("c@example.com")),
  },
  stores: [STORE],
  cluster: "managed",
};
/** What the failed up did not write. */
const UNWRITTEN = [
  updated("cluster", "clusterName"),
  updated("set", "alertConfigs.refused", "alertConfigs.unreadable"),
];
const PARTIAL = {
  alerts: {
    single: simple("HOST_UP", false, slack("#single")),
    a: simple("HOST_DOWN", false, slack("#a")),
    refused: simple("HOST_DOWN", false, slack("#refused")),
    unreadable: simple("HOST_UP", false, slack("#unreadable")),
  },
  stores: [],
  cluster: "managed",
};

/** What releases have left behind in the states of users (`npm run record-states`). */
for (const version of readdirSync(folder)) {
  for (const file of readdirSync(join(folder, version))) {
    const text = readFileSync(join(folder, version, file), "utf8");
    const { program, service, deployment, changes } = JSON.parse(text) as RecordedState;

    const [declared, unwritten] = file === "partial.json" ? [PARTIAL, UNWRITTEN] : [COMPLETE, []];

    describe(`a state of ${version}, ${file.replace(".json", "")}`, function () {
      const playground = usePlayground(this, { program, emulator: { seed: service } });
      /** The ids of the alert configurations in the state, by the name of their resource or in their set. */
      const alertIds = async (): Promise<Record<string, string>> => {
        const { single, set } = await stateOf(playground.stack);
        const ids = set?.outputs?.["alertConfigIds"] as Record<string, string>;
        return { single: String(single?.outputs?.["alertConfigId"]), ...ids };
      };
      /** What the service holds of the objects in the state. */
      const held = async (): Promise<object> => {
        const { alertConfigs, oplogS3Configs, clusters } = playground.emulator.snapshot();
        const named = Object.entries(await alertIds()).map(([name, id]) => {
          const alert = alertConfigs.find((each) => each.id === id);
          return [name, alert && withoutGenerated(alert)];
        });
        return {
          alerts: Object.fromEntries(named) as object,
          stores: oplogS3Configs,
          cluster: clusters.find(({ id }) => id === CLUSTER)?.clusterName,
        };
      };

      before(async () => {
        const { emulator, stack } = playground;
        await playground.addFile("manifest.json", emulator.versionManifest.get("current")?.text ?? "");
        await stack.restore(JSON.stringify(deployment).replaceAll(BASE_URL, emulator.baseUrl));
      });

      it("holds no secret in plain text", () => {
        for (const secret of SECRETS) {
          assert.ok(!JSON.stringify(deployment).includes(secret), secret);
        }
      });

      it("shows the same in a preview as it did then", async () =>
        did(await playground.run("preview"), changes));

      it("shows in a refresh only what was not written then", async () => {
        const flags = unwritten.length === 0 ? ["--expect-no-changes"] : [];
        did(await playground.run("refresh", ...flags), unwritten);
      });

      it("becomes as declared by an up", async () => {
        const manifest = playground.emulator.versionManifest.get("current");
        succeeded(await playground.run("up"));
        assert.deepEqual(await held(), declared);
        assert.deepEqual(playground.emulator.versionManifest.get("current"), manifest);
      });

      it("is destroyed, and nothing else", async () => {
        const before = playground.emulator.snapshot();
        const ids = new Set(Object.values(await alertIds()));
        succeeded(await playground.run("destroy"));
        const { alertConfigs, oplogS3Configs, clusters } = playground.emulator.snapshot();
        assert.deepEqual(
          alertConfigs,
          before.alertConfigs.filter(({ id }) => !ids.has(id)),
        );
        assert.equal(before.alertConfigs.length - alertConfigs.length, 4);
        assert.deepEqual(oplogS3Configs, []);
        assert.equal(clusters.find(({ id }) => id === CLUSTER)?.clusterName, "orders");
      });
    });
  }
}

/** An alert configuration without ids and times. */
function withoutGenerated({ notifications, ...alert }: AlertConfig): object {
  const { id: _, groupId: __, created: ___, updated: ____, ...declared } = alert;
  return { ...declared, notifications: notifications.map(({ id: _____, ...notification }) => notification) };
}
