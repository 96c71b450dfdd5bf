import assert from "node:assert/strict";
import type { PlainObject } from "../../../src/json";
import { PAGER_DUTY_KEY } from "./inputs";
import { bodiesOf, failOn, type Managed, managed, useEmulator, writesTo } from "./managed";

const OTHER_KEY = "fedcba9876543210fedcba9876543210";
/** Arguments of each type, with a secret that no message may hold. */
const TYPES: Readonly<Record<string, PlainObject>> = {
  DATADOG: { apiKey: PAGER_DUTY_KEY },
  MICROSOFT_TEAMS: { microsoftTeamsWebhookUrl: "https://teams.example.com/hook/secret-of-the-url" },
  OPS_GENIE: { apiKey: "ops-genie-key-of-the-program", region: "EU" },
  PAGER_DUTY: { serviceKey: PAGER_DUTY_KEY },
  PROMETHEUS: {
    username: "scraper",
    password: "password-of-the-program",
    listenAddress: "0.0.0.0:9216",
    serviceDiscovery: "file",
    scheme: "http",
    enabled: true,
  },
  SLACK: { apiToken: "xoxb-token-of-the-program", teamName: "acme", channelName: "dba" },
  VICTOR_OPS: { apiKey: "victor-ops-key-of-the-program", routingKey: "dba" },
  WEBHOOK: { url: "https://hooks.example.com/secret-of-the-url", secret: "secret-of-the-program" },
};

describe("Integration against the emulator", () => {
  const emulator = useEmulator();
  let integration: Managed;
  beforeEach(() => void (integration = managed("Integration", emulator)));

  const inputs = (type: string, rest: PlainObject = {}): PlainObject => ({
    projectId: emulator.projectId,
    type,
    ...TYPES[type],
    ...rest,
  });
  const live = (type: string): PlainObject => ({ ...emulator.integrations().get(type) });
  const hide = /of-the-program|secret-of-the-url|0123456789abcdef/;

  for (const type of Object.keys(TYPES))
    it(`of type ${type} is set, quiet, and has no mask in its state or in a request`, async () => {
      await integration.up(inputs(type));
      assert.equal(await integration.refresh(), "same");
      assert.equal(await integration.up(inputs(type)), "same");
      assert.equal(await integration.up(inputs(type, { secretsVersion: 2 })), "update");
      for (const [name, value] of Object.entries(TYPES[type] ?? {})) assert.equal(live(type)[name], value);
      assert.doesNotMatch(JSON.stringify(integration.state), /\*\*/);
      assert.doesNotMatch(JSON.stringify(bodiesOf(emulator, "PUT")), /\*\*/);
      assert.doesNotMatch(integration.said.join(), hide);
    });

  it("gets back a key that was changed by hand, as far as a mask shows it", async () => {
    await integration.up(inputs("PAGER_DUTY"));
    emulator.integrations().update("PAGER_DUTY", { serviceKey: OTHER_KEY });
    assert.equal(await integration.refresh(), "changed");
    assert.deepEqual(integration.state?.outputs["changedSecrets"], ["serviceKey"]);
    const said = (await integration.preview(inputs("PAGER_DUTY"))).join();
    assert.match(said, /other values of these secrets/);
    assert.doesNotMatch(said, hide);
    assert.equal(await integration.up(inputs("PAGER_DUTY")), "update");
    assert.equal(live("PAGER_DUTY")["serviceKey"], PAGER_DUTY_KEY);
    assert.equal(await integration.refresh(), "same");
  });

  it("writes a changed secret that the service never shows", async () => {
    await integration.up(inputs("PROMETHEUS"));
    await integration.up(inputs("PROMETHEUS", { password: "another-password-of-the-program" }));
    assert.equal(live("PROMETHEUS")["password"], "another-password-of-the-program");
    assert.equal(await integration.refresh(), "same");
  });

  it("keeps the value of an argument that is removed, as the preview says, without its value", async () => {
    await integration.up(inputs("WEBHOOK"));
    emulator.clearRequests();
    const without = inputs("WEBHOOK", { secret: undefined });
    const said = (await integration.preview(without)).join();
    assert.match(said, /^secret: the program no longer declares it, and the service keeps it as before/);
    await integration.up(without);
    assert.equal(live("WEBHOOK")["secret"], "secret-of-the-program");
    assert.equal(await integration.refresh(), "same");
  });

  it("that exists is refused without adopt, and taken over with it", async () => {
    emulator
      .integrations()
      .set("SLACK", { apiToken: "xoxb-token-of-theirs", teamName: "acme", channelName: "ops" });
    await assert.rejects(
      integration.up(inputs("SLACK")),
      /type: the integration ".*\/SLACK" exists already\. Set `adopt: true`/,
    );
    const adopting = inputs("SLACK", { __adopt: true });
    const said = (await integration.preview(adopting)).join();
    assert.match(said, /this changes it:\n {2}channelName: "ops" => "dba"\n {2}apiToken: another value/);
    assert.doesNotMatch(said, /token-of/);
    await integration.up(adopting);
    assert.deepEqual(live("SLACK")["channelName"], "dba");
    assert.deepEqual(writesTo(emulator), ["PUT"]);
  });

  it("of type WEBHOOK is not deleted while alert configurations use it, as the message explains", async () => {
    await integration.up(inputs("WEBHOOK"));
    const { id } = emulator.alertConfigs().add({
      eventTypeName: "HOST_DOWN",
      enabled: true,
      notifications: [{ id: "1", typeName: "WEBHOOK" }],
    } as object);
    await assert.rejects(
      integration.destroy(),
      /400 WEBHOOK_NOTIFICATIONS_PRESENT.*Alert configurations use this webhook/,
    );
    emulator.alertConfigs().delete(id);
    await integration.destroy();
    assert.deepEqual(emulator.integrations().list(), []);
  });

  it("is written again after an unknown outcome, although the mask of the former key fits", async () => {
    const patient = managed("Integration", emulator, { pause: async () => undefined });
    await patient.up(inputs("PAGER_DUTY"));
    emulator.integrations().update("PAGER_DUTY", { serviceKey: `ffff${PAGER_DUTY_KEY.slice(4)}` });
    failOn(emulator)("PUT", "resetBefore");
    await patient.up(inputs("PAGER_DUTY", { secretsVersion: 2 }));
    assert.equal(live("PAGER_DUTY")["serviceKey"], PAGER_DUTY_KEY);
  });

  it("is not read from a response about another one", async () => {
    await integration.up(inputs("PAGER_DUTY"));
    failOn(emulator)("GET", { status: 200, body: { type: "DATADOG", apiKey: "****cdef" } });
    await assert.rejects(integration.refresh(), /the response is about another integration, DATADOG/);
  });

  it("of which the service hides the key as a word is not changed", async () => {
    await integration.up(inputs("PAGER_DUTY"));
    failOn(emulator)("GET", { status: 200, body: { type: "PAGER_DUTY", serviceKey: "[REDACTED]" } });
    assert.equal(await integration.refresh(), "same");
  });

  it("ends right if the response to a write or to the deletion is lost", async () => {
    const patient = managed("Integration", emulator, { pause: async () => undefined });
    failOn(emulator)("PUT", "resetBefore");
    await patient.up(inputs("DATADOG"));
    failOn(emulator)("DELETE", "resetAfter");
    await assert.rejects(patient.destroy(), /the connection broke/);
    await patient.destroy();
    assert.deepEqual(emulator.integrations().list(), []);
  });

  for (const [type, change, problem] of [
    ["PAGER_DUTY", { serviceKey: undefined }, "serviceKey: is missing; PAGER_DUTY requires it"],
    ["PAGER_DUTY", { apiKey: "x" }, "apiKey: does not belong to type PAGER_DUTY, which has serviceKey"],
    ["PAGER_DUTY", { serviceKey: "****cdef" }, "serviceKey: looks like the masked form"],
    ["PAGERDUTY", {}, "type: must be one of DATADOG, MICROSOFT_TEAMS, OPS_GENIE, PAGER_DUTY"],
    ["WEBHOOK", { url: 4711 }, "url: must be a string, not a number (secret)"],
    ["PROMETHEUS", { scheme: "https" }, "tlsPemPath: is missing; scheme https requires it"],
    ["OPS_GENIE", { region: "AP" }, "region: must be US or EU"],
  ] as const)
    it(`is refused before a request: ${problem}`, async () => {
      await assert.rejects(integration.preview(inputs(type, change)), ({ message }: Error) => {
        assert.ok(message.startsWith(problem), message);
        return !hide.test(message);
      });
      assert.equal(emulator.counters.requests, 0);
    });
});
