import assert from "node:assert/strict";
import { ENCODINGS } from "../unit/encodings";
import { created, did, failedWith, messagesAt, succeeded, updated } from "./support/assertions";
import { nothingLeaked } from "./support/leaks";
import { usePlayground } from "./support/playground";
import { alert, PROJECT, store } from "./support/resources";

/** Every secret field, each with a unique value that changes when it is URL-encoded. */
const SECRETS = {
  serviceKey: "pager/duty+key=1?",
  apiToken: "xoxb slack&token/2",
  datadogApiKey: "datadog/api+key=3",
  opsGenieApiKey: "ops genie/api+key=4",
  victorOpsApiKey: "victor/ops+key=5",
  notificationToken: "hip/chat+token=6",
  microsoftTeamsWebhookUrl: "https://teams.example.com/hook/secret%20path-7",
  webhookUrl: "https://hooks.example.com/secret-path-8?token=a+b",
  webhookSecret: "webhook/secret+value=9",
  awsAccessKey: "AKIA/SECRET+ACCESS10",
  awsSecretKey: "aws/secret+key=11",
  password: "metadata-password-12",
  clientSecret: "oidc/client+secret=13",
  memberToken: "xoxb member&token/14",
};

/** The secrets that are set by hand or by a later program. */
const CHANGED = ["pager/duty+by=hand?", "aws/secret+by=hand", "xoxb another&token/2", "aws/another+key=11"];

const ALERT = alert(
  "alert",
  `notifications: [
    { typeName: "PAGER_DUTY", serviceKey: s.serviceKey, delayMin: 0 },
    { typeName: "SLACK", channelName: "#a", apiToken: s.apiToken, intervalMin: 15 },
    { typeName: "DATADOG", datadogApiKey: s.datadogApiKey, intervalMin: 15 },
    { typeName: "OPS_GENIE", opsGenieApiKey: s.opsGenieApiKey, opsGenieRegion: "EU", intervalMin: 15 },
    { typeName: "VICTOR_OPS", victorOpsApiKey: s.victorOpsApiKey, victorOpsRoutingKey: "db", intervalMin: 15 },
    { typeName: "HIP_CHAT", roomName: "db", notificationToken: s.notificationToken, intervalMin: 15 },
    { typeName: "MICROSOFT_TEAMS", microsoftTeamsWebhookUrl: s.microsoftTeamsWebhookUrl, intervalMin: 15 },
    { typeName: "WEBHOOK", webhookUrl: s.webhookUrl, webhookSecret: s.webhookSecret, intervalMin: 15 },
  ],`,
);
const STORE = store(
  "store",
  `awsAccessKey: s.awsAccessKey, awsSecretKey: pulumi.secret(s.awsSecretKey),
  oidc: { enabled: true, method: "azure", clientId: "opsmanager", clientSecret: s.clientSecret },
  uri: "mongodb://backup:" + s.password + "@metadata.example.com/",`,
);
const SET = `new opsmanager.AlertConfigSet("set", { projectId: "${PROJECT}", alertConfigs: {
  member: { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "SLACK", channelName: "#set", apiToken: s.memberToken }] },
} });
`;
const START = `const s = ${JSON.stringify(SECRETS)};`;
const PROGRAM = START + ALERT + STORE + SET;

describe("secrets", function () {
  const playground = usePlayground(this, { program: PROGRAM, env: { OPSMANAGER_LOG: "trace" } });

  afterEach(async () => nothingLeaked(playground, [...Object.values(SECRETS), ...CHANGED]));

  it("do not appear when they are created", async () => {
    did(await playground.run("preview", "--diff"), ["alert", "set", "store"].map(created));
    const run = await playground.run("up", "--diff");
    did(run, ["alert", "set", "store"].map(created));
    assert.match(run.output, /"method":"POST"/, "our own log is not there");
    const [sent] = playground.emulator
      .alertConfigs()
      .list()
      .filter(({ eventTypeName }) => eventTypeName === "HOST_DOWN");
    assert.deepEqual(
      sent?.notifications.map((notification) => Object.keys(SECRETS).filter((name) => name in notification)),
      [
        ["serviceKey"],
        ["apiToken"],
        ["datadogApiKey"],
        ["opsGenieApiKey"],
        ["victorOpsApiKey"],
        ["notificationToken"],
        ["microsoftTeamsWebhookUrl"],
        ["webhookUrl", "webhookSecret"],
      ],
    );
  });

  it("do not appear in a refresh, in whatever form the service returns them", async () => {
    const { emulator } = playground;
    for (const redact of ["old", "off", "new"] as const) {
      emulator.settings.redact = redact;
      did(await playground.run("refresh", "--diff"), []);
    }
  });

  it("do not appear when notifications are deleted, changed and added by hand", async () => {
    const { emulator } = playground;
    const [live] = emulator
      .alertConfigs()
      .list()
      .filter(({ eventTypeName }) => eventTypeName === "HOST_DOWN");
    assert.ok(live);
    emulator.settings.redact = "off";
    const [, slack, ...rest] = live.notifications;
    emulator.alertConfigs().update(live.id, {
      notifications: [
        ...rest,
        { ...slack, channelName: "#b" },
        { id: "1", typeName: "PAGER_DUTY", serviceKey: "pager/duty+by=hand?", delayMin: 3 },
      ],
    });
    emulator.oplogS3Configs.update("store", { awsSecretKey: "aws/secret+by=hand", s3BucketName: "by-hand" });
    succeeded(await playground.run("refresh", "--diff"));
    succeeded(await playground.run("up", "--diff"));
  });

  it("do not appear when they change", async () => {
    await playground.rewrite(
      PROGRAM.replaceAll(SECRETS.apiToken, "xoxb another&token/2").replaceAll(
        SECRETS.awsSecretKey,
        "aws/another+key=11",
      ),
    );
    const preview = await playground.run("preview", "--diff");
    did(preview, [updated("alert", "notificationSecrets"), updated("store", "awsSecretKey")]);
    // The engine shows `~ notificationSecrets: [secret] => [secret]`.
    assert.match(
      messagesAt(preview, "alert"),
      /^Writes the secrets notifications\[1\]\.apiToken \(SLACK\)\.$/m,
    );
    succeeded(await playground.run("up", "--diff"));
    assert.equal(playground.emulator.oplogS3Configs.get("store")?.awsSecretKey, "aws/another+key=11");
  });

  it("do not appear when the service echoes them in an error, in every encoding", async () => {
    const { faults, privateKey } = playground.emulator;
    const {
      memberToken: _,
      awsAccessKey,
      awsSecretKey,
      password,
      clientSecret,
      ...ofNotifications
    } = SECRETS;
    const ofStores = { awsAccessKey, awsSecretKey, password, clientSecret };
    for (const [path, secrets] of Object.entries({
      "/alertConfigs/": ofNotifications,
      "/s3Configs/": ofStores,
    })) {
      const sent = [...Object.values(secrets), privateKey, JSON.stringify(secrets)];
      const parameters = sent.flatMap((text) => Object.values(ENCODINGS).map((encode) => encode(text)));
      const body = {
        detail: `Refused: ${sent.join(" | ")}`,
        error: 400,
        errorCode: "INVALID_ATTRIBUTE",
        parameters,
      };
      faults.add({ match: { method: "PUT", path, times: "always" }, action: { status: 400, body } });
    }
    const changed = PROGRAM.replace('"s3MaxConnections":50', '"s3MaxConnections":6').replace('"#a"', '"#c"');
    await playground.rewrite(changed);
    failedWith(await playground.run("up", "--diff"), "INVALID_ATTRIBUTE");
    faults.clear();
  });

  it("do not appear when they are deleted", async () => {
    succeeded(await playground.run("destroy", "--diff"));
  });

  /** What is wrong with resources that have secrets. */
  const REFUSED: Readonly<Record<string, readonly [program: string, message: string]>> = {
    "a field next to one has the wrong type": [
      ALERT.replace("s.apiToken, intervalMin: 15", 's.apiToken, intervalMin: "x"'),
      "notifications[1].intervalMin: must be a number",
    ],
    "one has the wrong type": [
      STORE.replace("awsAccessKey: s.awsAccessKey", "awsAccessKey: [s.awsAccessKey]"),
      "awsAccessKey: must be a string, not an array",
    ],
  };

  for (const [what, [program, message]] of Object.entries(REFUSED)) {
    it(`do not appear when ${what}`, async () => {
      await playground.rewrite(START + program);
      failedWith(await playground.run("preview"), message);
    });
  }

  it("of functions do not appear: arguments that the program marks as secret", async () => {
    await playground.rewrite(`
      const clusterId = pulumi.secret("marked-cluster-id");
      export const cluster = opsmanager.getClusterOutput({ projectId: "${PROJECT}", clusterId });
    `);
    failedWith(
      await playground.run("preview"),
      `The cluster [secret] of the project ${PROJECT} does not exist.`,
    );
    await nothingLeaked(playground, ["marked-cluster-id"]);
  });
});

const MARKED = "marked+14@example.com";

const markedMail = (intervalMin: number): string =>
  `notifications: [{ typeName: "EMAIL", emailAddress: pulumi.secret("${MARKED}"), intervalMin: ${intervalMin} }],`;

/** A field that is not secret by itself. */
describe("an ordinary field that the program marks as secret", function () {
  const playground = usePlayground(this, { program: alert("marked", markedMail(15)) });

  afterEach(async () => nothingLeaked(playground, [MARKED]));

  it("does not appear when it is created", async () => {
    did(await playground.run("up", "--diff"), [created("marked")]);
    assert.equal(playground.emulator.alertConfigs().list().at(-1)?.notifications[0]?.emailAddress, MARKED);
  });

  it("does not appear when the service rejects it and echoes it", async () => {
    const { emulator } = playground;
    const body = { detail: `Refused: ${MARKED}`, error: 400, errorCode: "INVALID_ATTRIBUTE" };
    emulator.faults.add({ match: { method: "PUT" }, action: { status: 400, body } });
    await playground.rewrite(alert("marked", markedMail(20)));
    failedWith(await playground.run("up", "--diff"), /Refused: \[secret\]/);
    await playground.rewrite(alert("marked", markedMail(15)));
  });

  it("does not appear when another field is changed by hand, detected and restored", async () => {
    const { emulator } = playground;
    const [live] = emulator
      .alertConfigs()
      .list()
      .filter(({ eventTypeName }) => eventTypeName === "HOST_DOWN");
    const notifications = live?.notifications.map((each) => ({ ...each, intervalMin: 30 }));
    emulator.alertConfigs().update(live?.id ?? "", { notifications });
    did(await playground.run("refresh", "--diff"), [updated("marked", "notifications")]);
    did(await playground.run("up", "--diff"), [updated("marked", "notifications")]);
    did(await playground.run("refresh", "--diff"), []);
  });
});
