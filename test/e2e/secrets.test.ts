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

/** The secrets that a later program sets. */
const CHANGED = ["xoxb another&token/2", "aws/another+key=11"];

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
const NAMES = ["alert", "set", "store"];

describe("secrets", function () {
  const playground = usePlayground(this, { program: PROGRAM, env: { OPSMANAGER_LOG: "trace" } });

  const liveAlert = () =>
    playground.alerts().find(({ eventTypeName }) => eventTypeName === "HOST_DOWN") ?? assert.fail("none");

  afterEach(async () => nothingLeaked(playground, [...Object.values(SECRETS), ...CHANGED]));

  it("do not appear when they are created", async () => {
    did(await playground.run("preview", "--diff"), NAMES.map(created));
    const run = await playground.run("up", "--diff");
    did(run, NAMES.map(created));
    assert.match(run.output, /"method":"POST"/, "our own log is not there");
    const sent = JSON.stringify(liveAlert());
    for (const secret of Object.values(SECRETS).slice(0, 9)) assert.ok(sent.includes(secret), secret);
  });

  it("do not appear in a refresh, in whatever form the service returns them", async () => {
    const { emulator } = playground;
    for (const redact of ["old", "off", "new"] as const) {
      emulator.settings.redact = redact;
      did(await playground.run("refresh", "--diff"), []);
    }
  });

  it("do not appear when notifications are changed and deleted by hand, found and restored", async () => {
    const alerts = playground.emulator.alertConfigs();
    const [slack, ...others] = liveAlert().notifications.slice(1);
    const changed = [{ ...slack, channelName: "#by-hand" }, ...others.slice(0, 3)];
    alerts.update(liveAlert().id, { notifications: changed });
    const member = playground.alerts().find((each) => JSON.stringify(each).includes(SECRETS.memberToken));
    alerts.update(member?.id ?? "", { notifications: [] });
    const found = await playground.run("refresh", "--diff");
    succeeded(found);
    assert.match(found.output, /2 updated/);
    succeeded(await playground.run("up", "--diff"));
    const sent = JSON.stringify(playground.alerts());
    for (const secret of [...Object.values(SECRETS).slice(0, 9), SECRETS.memberToken])
      assert.ok(sent.includes(secret), secret);
  });

  it("do not appear when they change", async () => {
    const [token = "", key = ""] = CHANGED;
    const { apiToken, awsSecretKey } = SECRETS;
    await playground.rewrite(PROGRAM.replaceAll(apiToken, token).replaceAll(awsSecretKey, key));
    const preview = await playground.run("preview", "--diff");
    did(preview, [updated("alert", "notificationSecrets"), updated("store", "awsSecretKey")]);
    // The engine shows `~ notificationSecrets: [secret] => [secret]`.
    assert.match(
      messagesAt(preview, "alert"),
      /^Writes the secrets notifications\[1\]\.apiToken \(SLACK\)\.$/m,
    );
    succeeded(await playground.run("up", "--diff"));
    assert.equal(playground.emulator.oplogS3Configs.get("store")?.awsSecretKey, key);
  });

  it("do not appear when the service echoes them in an error, in every encoding", async () => {
    const { faults, privateKey } = playground.emulator;
    const { memberToken: _, awsAccessKey, awsSecretKey, password, clientSecret, ...inAlerts } = SECRETS;
    const sentTo = {
      "/alertConfigs/": inAlerts,
      "/s3Configs/": { awsAccessKey, awsSecretKey, password, clientSecret },
    };
    for (const [path, secrets] of Object.entries(sentTo)) {
      const sent = [...Object.values(secrets), privateKey, JSON.stringify(secrets)];
      const parameters = sent.flatMap((text) => Object.values(ENCODINGS).map((encode) => encode(text)));
      const detail = `Refused: ${sent.join(" | ")}`;
      const body = { detail, error: 400, errorCode: "INVALID_ATTRIBUTE", parameters };
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
});

const MARKED = "marked+14@example.com";
const MAIL = `{ typeName: "EMAIL", emailAddress: pulumi.secret("${MARKED}"), intervalMin: 15 }`;

/** A field that is not secret by itself. */
describe("an ordinary field that the program marks as secret", function () {
  const playground = usePlayground(this, { program: alert("marked", `notifications: [${MAIL}],`) });
  afterEach(async () => nothingLeaked(playground, [MARKED]));

  it("does not appear when it is created, changed by hand, detected and restored", async () => {
    did(await playground.run("up", "--diff"), [created("marked")]);
    const alerts = playground.emulator.alertConfigs();
    const { id = "", notifications = [] } = playground.alerts().at(-1) ?? {};
    assert.equal(notifications[0]?.emailAddress, MARKED);
    alerts.update(id, { notifications: [{ ...notifications[0], intervalMin: 30 }] });
    did(await playground.run("refresh", "--diff"), [updated("marked", "notifications")]);
    did(await playground.run("up", "--diff"), [updated("marked", "notifications")]);
  });
});
