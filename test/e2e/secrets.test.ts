import assert from "node:assert/strict";
import { created, did, failedWith, messagesAt, succeeded, updated } from "./support/assertions";
import { nothingLeaked } from "./support/leaks";
import { usePlayground } from "./support/playground";

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
};

/** The secrets that are set by hand or by a later program. */
const CHANGED = ["pager/duty+by=hand?", "aws/secret+by=hand", "xoxb another&token/2", "aws/another+key=11"];

const START = `
const s = ${JSON.stringify(SECRETS)};
const projectId = "60a2b7c9e4b0c5571d3f8e12";
`;
const ALERT = `
new opsmanager.AlertConfig("alert", {
  projectId,
  eventTypeName: "HOST_DOWN",
  notifications: [
    { typeName: "PAGER_DUTY", serviceKey: s.serviceKey, delayMin: 0 },
    { typeName: "SLACK", channelName: "#a", apiToken: s.apiToken, intervalMin: 15 },
    { typeName: "DATADOG", datadogApiKey: s.datadogApiKey, intervalMin: 15 },
    { typeName: "OPS_GENIE", opsGenieApiKey: s.opsGenieApiKey, opsGenieRegion: "EU", intervalMin: 15 },
    { typeName: "VICTOR_OPS", victorOpsApiKey: s.victorOpsApiKey, victorOpsRoutingKey: "db", intervalMin: 15 },
    { typeName: "HIP_CHAT", roomName: "db", notificationToken: s.notificationToken, intervalMin: 15 },
    { typeName: "MICROSOFT_TEAMS", microsoftTeamsWebhookUrl: s.microsoftTeamsWebhookUrl, intervalMin: 15 },
    { typeName: "WEBHOOK", webhookUrl: s.webhookUrl, webhookSecret: s.webhookSecret, intervalMin: 15 },
  ],
});
`;
const STORE = `
new opsmanager.OplogS3Config("store", {
  acceptedTos: true,
  assignmentEnabled: true,
  awsAccessKey: s.awsAccessKey,
  awsSecretKey: pulumi.secret(s.awsSecretKey),
  oidc: { enabled: true, method: "azure", clientId: "opsmanager", clientSecret: s.clientSecret },
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog",
  s3MaxConnections: 5,
  sseEnabled: true,
  uri: "mongodb://backup:" + s.password + "@metadata.example.com/",
});
`;
const PROGRAM = START + ALERT + STORE;

describe("secrets", function () {
  const playground = usePlayground(this, { program: PROGRAM, env: { OPSMANAGER_LOG: "trace" } });

  afterEach(async () => nothingLeaked(playground, [...Object.values(SECRETS), ...CHANGED]));

  it("do not appear when they are created", async () => {
    did(await playground.run("preview", "--diff"), ["alert", "store"].map(created));
    const run = await playground.run("up", "--diff");
    did(run, ["alert", "store"].map(created));
    assert.match(run.output, /"method":"POST"/, "our own log is not there");
    const [sent] = playground.emulator.alertConfigs().list().slice(-1);
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
    const [alert] = emulator.alertConfigs().list().slice(-1);
    assert.ok(alert);
    emulator.settings.redact = "off";
    const [, slack, ...rest] = alert.notifications;
    emulator.alertConfigs().update(alert.id, {
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

  it("do not appear when the service echoes them in an error", async () => {
    const { emulator } = playground;
    const { awsAccessKey, awsSecretKey, password, clientSecret, ...ofNotifications } = SECRETS;
    const ofStores = { awsAccessKey, awsSecretKey, password, clientSecret };
    for (const [path, secrets] of [
      ["/alertConfigs/", ofNotifications],
      ["/s3Configs/", ofStores],
    ] as const) {
      const echo = [...Object.values(secrets), emulator.privateKey].flatMap((secret) => [
        secret,
        encodeURIComponent(secret),
        base64(secret),
      ]);
      emulator.faults.add({
        match: { method: "PUT", path, times: "always" },
        action: {
          status: 400,
          body: {
            detail: `Refused: ${echo.join(" | ")}`,
            error: 400,
            errorCode: "INVALID_ATTRIBUTE",
            parameters: echo,
          },
        },
      });
    }
    await playground.rewrite(
      PROGRAM.replace("s3MaxConnections: 5", "s3MaxConnections: 6").replace('"#a"', '"#c"'),
    );
    failedWith(await playground.run("up"), "INVALID_ATTRIBUTE");
    emulator.faults.clear();
  });

  it("do not appear when they are deleted", async () => {
    succeeded(await playground.run("destroy", "--diff"));
  });

  /** What is wrong with resources that have secrets. */
  const REFUSED: Readonly<Record<string, { program: string; says: string }>> = {
    "a field next to one has the wrong type": {
      program: ALERT.replace(
        'intervalMin: 15 },\n    { typeName: "DATADOG"',
        'intervalMin: "x" as never },\n    { typeName: "DATADOG"',
      ),
      says: "notifications[1].intervalMin: must be a number",
    },
    "notifications are not a list": {
      program: ALERT.replace("notifications: [", "notifications: { 0: [").replace(
        "  ],\n});",
        "  ] } as never,\n});",
      ),
      says: "notifications: must be an array",
    },
    "one has the wrong type": {
      program: STORE.replace("awsAccessKey: s.awsAccessKey", "awsAccessKey: [s.awsAccessKey] as never"),
      says: "awsAccessKey: must be a string, not an array",
    },
  };

  for (const [what, { program, says }] of Object.entries(REFUSED)) {
    it(`do not appear when ${what}`, async () => {
      await playground.rewrite(START + program);
      failedWith(await playground.run("preview"), says);
    });
  }
});

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

const MARKED = "marked+14@example.com";

const PROGRAM_OF_MARKED = `
new opsmanager.AlertConfig("marked", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  eventTypeName: "HOST_DOWN",
  notifications: [{ typeName: "EMAIL", emailAddress: pulumi.secret(${JSON.stringify(MARKED)}), intervalMin: 15 }],
});
`;

/** A field that is not secret by itself. */
describe("an ordinary field that the program marks as secret", function () {
  const playground = usePlayground(this, { program: PROGRAM_OF_MARKED });

  afterEach(async () => nothingLeaked(playground, [MARKED]));

  it("does not appear when it is created", async () => {
    did(await playground.run("up", "--diff"), [created("marked")]);
    assert.equal(playground.emulator.alertConfigs().list().at(-1)?.notifications[0]?.emailAddress, MARKED);
  });

  it("does not appear when the service rejects it and echoes it", async () => {
    const { emulator } = playground;
    emulator.faults.add({
      match: { method: "PUT" },
      action: {
        status: 400,
        body: { detail: `Refused: ${MARKED}`, error: 400, errorCode: "INVALID_ATTRIBUTE" },
      },
    });
    await playground.rewrite(PROGRAM_OF_MARKED.replace("intervalMin: 15", "intervalMin: 20"));
    failedWith(await playground.run("up", "--diff"), /Refused: \[secret\]/);
    await playground.rewrite(PROGRAM_OF_MARKED);
  });

  it("does not appear when another field is changed by hand, detected and restored", async () => {
    const { emulator } = playground;
    const [alert] = emulator.alertConfigs().list().slice(-1);
    const notifications = alert?.notifications.map((each) => ({ ...each, intervalMin: 30 }));
    emulator.alertConfigs().update(alert?.id ?? "", { notifications });
    did(await playground.run("refresh", "--diff"), [updated("marked", "notifications")]);
    did(await playground.run("up", "--diff"), [updated("marked", "notifications")]);
    did(await playground.run("refresh", "--diff"), []);
  });
});
