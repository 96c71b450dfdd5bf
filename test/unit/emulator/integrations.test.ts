import assert from "node:assert/strict";
import { ALERT, sharedEmulator, signed } from "./client";

type Body = { readonly type: string; readonly [field: string]: unknown };

const KEY = "0123456789abcdef0123456789abcdef";
const SLACK = { type: "SLACK", apiToken: "xoxb-9876543210", teamName: "ops" };
const PROMETHEUS = {
  type: "PROMETHEUS",
  enabled: true,
  listenAddress: "0.0.0.0:9216",
  password: "pr0metheus",
  scheme: "http",
  serviceDiscovery: "http",
  username: "prom_user",
};
const WEBHOOK = { type: "WEBHOOK", url: "https://hooks.example.com/a/b", secret: "wh1sper-wh1sper" };

/** A body of each type, with what the service returns for it. */
const SHOWN: [body: Body, shown: object][] = [
  [{ type: "PAGER_DUTY", serviceKey: KEY }, { serviceKey: `${"*".repeat(28)}cdef` }],
  [{ type: "DATADOG", apiKey: KEY }, { apiKey: `${"*".repeat(28)}cdef` }],
  [
    { type: "OPS_GENIE", apiKey: "genie-key" },
    { apiKey: "*****-key", region: "US" },
  ],
  [{ type: "VICTOR_OPS", apiKey: "victor-key" }, { apiKey: "******-key" }],
  [SLACK, { apiToken: "***********3210", channelName: "", teamName: "ops" }],
  [WEBHOOK, { secret: "***********sper", url: "https://hooks.example.com/****" }],
  [
    { type: "MICROSOFT_TEAMS", microsoftTeamsWebhookUrl: "https://teams.example.com/x" },
    { microsoftTeamsWebhookUrl: "https://teams.example.com/****" },
  ],
  [
    { type: "HIP_CHAT", notificationToken: "hip-token", roomName: "ops" },
    { notificationToken: "*****oken", roomName: "ops" },
  ],
];

describe("integrations of projects", () => {
  const emulator = sharedEmulator();
  const path = (type = ""): string => `/groups/${emulator.projectId}/integrations${type && `/${type}`}`;
  const send = (line: string, body?: unknown) => signed(emulator, line, { body });
  const write = (method: "POST" | "PUT", body: Body) => send(`${method} ${path(body.type)}`, body);
  const outcome = async (...request: Parameters<typeof send>) => (await send(...request)).outcome;

  for (const [body, shown] of SHOWN)
    it(`show ${body.type} with redacted secrets, alone and in lists`, async () => {
      const { status, body: list } = await write("POST", body);
      const expected = { type: body.type, ...shown };
      assert.deepEqual([status, list.results, list.totalCount], [200, [expected], 1]);
      assert.deepEqual((await send(`GET ${path(body.type)}`)).body, expected);
      assert.deepEqual((await send(`GET ${path()}`)).body.results, [expected]);
    });

  it("never show the passwords of PROMETHEUS", async () => {
    const { password: _, ...shown } = PROMETHEUS;
    const https = { scheme: "https", tlsPemPath: "/prom.pem" };
    const { body } = await write("PUT", { ...PROMETHEUS, ...https, tlsPemPassword: "p3m" });
    assert.deepEqual(body.results, [{ ...shown, ...https }]);
    emulator.settings.redact = "off";
    assert.deepEqual((await send(`GET ${path("PROMETHEUS")}`)).body, { ...shown, ...https });
  });

  it("show URLs and fewer stars in older versions", async () => {
    emulator.settings.redact = "old";
    const { results } = (await write("POST", WEBHOOK)).body;
    assert.deepEqual(results, [{ ...WEBHOOK, secret: "******sper" }]);
  });

  it("are added by POST once, and by PUT, which changes only the sent fields", async () => {
    assert.equal((await write("POST", SLACK)).outcome, "200");
    assert.equal((await write("POST", SLACK)).outcome, "409 INTEGRATION_ALREADY_CONFIGURED");
    await write("PUT", WEBHOOK);
    const { body } = await write("PUT", { type: "SLACK", channelName: "alerts" });
    const types = body.results.map(({ type }: { type: string }) => type);
    assert.deepEqual(types, ["SLACK", "WEBHOOK"]);
    const expected = { ...SLACK, channelName: "alerts", groupId: emulator.projectId };
    assert.deepEqual(emulator.integrations().get("SLACK"), expected);
  });

  const REFUSED: [outcome: string, body: Body][] = [
    ["400 MISSING_ATTRIBUTE", { type: "PAGER_DUTY" }],
    ["400 INVALID_PAGER_DUTY_SERVICE_KEY", { type: "PAGER_DUTY", serviceKey: "x" }],
    ["400 INVALID_DATADOG_API_KEY", { type: "DATADOG", apiKey: `${KEY}0` }],
    ["400 INVALID_ENUM_VALUE", { type: "OPS_GENIE", apiKey: "x", region: "AP" }],
    ["400 INVALID_URL", { ...WEBHOOK, url: "hooks.example.com" }],
    ["400 INVALID_ATTRIBUTE", { ...WEBHOOK, serviceKey: KEY }],
    ["400 INVALID_JSON_ATTRIBUTE", { ...PROMETHEUS, enabled: "true" }],
    ["400 MISSING_ATTRIBUTE", { ...PROMETHEUS, scheme: "https" }],
    ["400 MISSING_ATTRIBUTE", { ...SLACK, teamName: "" }],
    ["400 INVALID_ENUM_VALUE", { type: "NEW_RELIC" }],
    ...SHOWN.map(([body, shown]): [string, Body] => [
      "400 INVALID_INTEGRATION_SETTINGS",
      { ...body, ...shown },
    ]),
  ];
  for (const [expected, body] of REFUSED)
    it(`are not written from ${JSON.stringify(body)}: ${expected}`, async () => {
      for (const method of ["POST", "PUT"] as const)
        assert.equal((await write(method, body)).outcome, expected, method);
      assert.deepEqual(emulator.integrations().list(), []);
    });

  it("have the type of their path", async () => {
    const { type: _, ...rest } = SLACK;
    assert.equal(await outcome(`PUT ${path("SLACK")}`, rest), "400 MISSING_ATTRIBUTE");
    assert.equal(await outcome(`PUT ${path("WEBHOOK")}`, SLACK), "400 INVALID_ENUM_VALUE");
  });

  it("with SLACK are refused until OAuth is configured", async () => {
    emulator.settings.slackConfigured = false;
    assert.equal((await write("POST", SLACK)).outcome, "400 SLACK_OAUTH2_NOT_CONFIGURED");
  });

  it("are deleted", async () => {
    await write("POST", SLACK);
    assert.equal(await outcome(`DELETE ${path("SLACK")}`), "204");
    for (const method of ["GET", "DELETE"])
      assert.equal(await outcome(`${method} ${path("SLACK")}`), "404 INTEGRATION_NOT_CONFIGURED");
    assert.equal((await write("PUT", SLACK)).outcome, "200");
  });

  it("with WEBHOOK allow notifications without a URL, which keep it from being deleted", async () => {
    const alerts = `/groups/${emulator.projectId}/alertConfigs`;
    const body = { ...ALERT, notifications: [{ typeName: "WEBHOOK" }] };
    assert.equal(await outcome(`POST ${alerts}`, body), "400 WEBHOOK_URL_NOT_SET");
    await write("POST", WEBHOOK);
    const { body: alert } = await send(`POST ${alerts}`, body);
    const line = `DELETE ${path("WEBHOOK")}`;
    assert.equal(await outcome(line), "400 WEBHOOK_NOTIFICATIONS_PRESENT");
    const url = { typeName: "WEBHOOK", webhookUrl: "https://example.com/own" };
    await send(`PUT ${alerts}/${alert.id}`, { ...ALERT, notifications: [url] });
    assert.equal(await outcome(line), "204");
  });
});
