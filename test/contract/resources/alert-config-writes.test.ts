import assert from "node:assert/strict";
import { createOwnership } from "../../../src/core/ownership";
import { canonicalJson, type PlainObject } from "../../../src/json";
import { type Args, NOTIFICATIONS } from "../../fixtures/alerts/good";
import { ALERT, GROUP, idOf, METRIC, NOWHERE, PAGER, SLACK, useAlerts, WEBHOOK } from "./alerts";
import {
  bodiesOf,
  connectionsTo,
  type Managed,
  itInHost,
  managed,
  type ManagedOptions,
  writesTo,
} from "./managed";

const token = (apiToken: string): Args => ({ ...ALERT, notifications: [{ ...SLACK, apiToken }] });

describe("a write of an AlertConfig", () => {
  const { emulator, inputs, liveOf, add, fail } = useAlerts();
  let alert: Managed;
  beforeEach(() => void (alert = managed("AlertConfig", emulator)));
  const up = async (args?: Args, rest?: PlainObject) => alert.up(inputs(args, rest));
  const live = (resource = alert) => liveOf(resource);
  const count = () => emulator.alertConfigs().list().length;

  describe("creates one alert configuration whatever happens to the connection:", () => {
    it("finds it in a new list after a 503 with Retry-After from a gateway, and says so", async () => {
      const before = count();
      const headers = { "Retry-After": "0" };
      fail("POST", { status: 503, headers, body: "<html>503</html>", afterWork: true });
      alert = managed("AlertConfig", emulator, { config: { "opsmanager:maxRetries": "3" } });
      assert.equal(await up(), "create");
      assert.deepEqual([count(), writesTo(emulator)], [before + 1, ["POST"]]);
      const found = `was lost .* The alert configuration "resource" \\(.*/${idOf(alert)}\\) is as declared`;
      assert.match(alert.said.join(), new RegExp(found));
    });

    it("reports that it was probably not created if a proxy returns 502, and the next up creates it", async () => {
      const before = count();
      fail("POST", { status: 502, body: "<html>Bad Gateway</html>" });
      const text = /has no such alert configuration, so it was probably not created: run `pulumi up` again/;
      await assert.rejects(up(), text);
      assert.equal(count(), before);
      assert.equal(await up(), "create");
      assert.equal(count(), before + 1);
    });

    it("does not take over an equal alert configuration that existed before", async () => {
      add({ ...ALERT, created: "2020-01-01T00:00:00Z", updated: "2020-01-01T00:00:00Z" });
      fail("POST", "resetBefore");
      await assert.rejects(up(), /has no such alert configuration/);
      assert.equal(alert.state, undefined);
    });

    /** The options of resources of one process. */
    const together = (): ManagedOptions => {
      const shared = createOwnership();
      return { ownership: () => shared, connections: connectionsTo(emulator) };
    };

    it("does not take over an equal alert configuration of another resource of the stack", async () => {
      const options = together();
      await managed("AlertConfig", emulator, options).up(inputs());
      fail("POST", "resetBefore");
      alert = managed("AlertConfig", emulator, options);
      await assert.rejects(up(), /has no such alert configuration/);
      assert.equal(alert.state, undefined);
    });

    for (const [what, first] of [
      ["in what a mask hides", SLACK],
      ["in a field that one of them leaves out", { ...SLACK, intervalMin: undefined }],
    ] as const) {
      for (const actions of [
        ["resetAfter", "resetBefore"] as const,
        ["resetBefore", "resetAfter"] as const,
      ]) {
        it(`does not mix up two that differ ${what} (${actions.join(", ")})`, async () => {
          actions.forEach((action, index) => fail("POST", action, { nth: index + 1 }));
          const options = together();
          const alerts = [
            { ...first, apiToken: "xoxb-alpha-0000" },
            { ...SLACK, apiToken: "xoxb-beta-0000" },
          ].map((slack) => ({ slack, resource: managed("AlertConfig", emulator, options) }));
          await Promise.allSettled(
            alerts.map(async ({ slack, resource }) =>
              resource.up(inputs({ ...ALERT, notifications: [slack] })),
            ),
          );
          for (const { slack, resource } of alerts)
            if (resource.state !== undefined)
              assert.equal(live(resource).notifications[0]?.apiToken, slack.apiToken);
        });
      }
    }

    it("looks for it only after other creations have ended, so that it is known what they have created", async () => {
      const options = together();
      await managed("AlertConfig", emulator, options).up(inputs({ ...ALERT, notifications: [PAGER] }));
      emulator.clearRequests();
      fail("POST", "resetAfter");
      fail("POST", { delayMs: 500 }, { nth: 2 });
      const ups = [undefined, 10].map(async (intervalMin) => {
        const resource = managed("AlertConfig", emulator, options);
        await resource.up(inputs({ ...ALERT, notifications: [{ ...SLACK, intervalMin }] }));
        return idOf(resource);
      });
      assert.equal(new Set(await Promise.all(ups)).size, 2);
      const ended = emulator.requests().filter(({ authenticated }) => authenticated);
      assert.deepEqual(
        ended.map(({ method }) => method),
        ["POST", "POST", "GET"],
      );
    });

    itInHost("does not take over what another creation may have made that has failed by then", async () => {
      fail("POST", "resetBefore");
      fail("POST", "resetAfter", { nth: 2 });
      const options = together();
      const tokens = ["xoxb-alpha-0000", "xoxb-beta-0000"];
      const later: Promise<unknown>[] = [];
      const resources = tokens.map((_, index) =>
        managed("AlertConfig", emulator, {
          ...options,
          // The first one waits for the end of the second.
          pause: async () => (index === 0 ? void (await Promise.allSettled(later)) : undefined),
        }),
      );
      const ups = resources.map(async (resource, index) => {
        const slack = { ...SLACK, intervalMin: index === 0 ? undefined : 10, apiToken: tokens[index] };
        return resource.up(inputs({ ...ALERT, notifications: [slack] }));
      });
      later.push(...ups.slice(1));
      for (const each of ups) await assert.rejects(each, /1 alert configurations that may be the one/);
    });

    it("reports that it may exist, and where to look, if the list fails as well", async () => {
      fail("POST", "resetAfter");
      fail("GET", { status: 500 }, { path: "/alertConfigs?" });
      await assert.rejects(
        up(),
        new RegExp(
          `may have been created all the same: the project ${emulator.projectId} could not be listed .*look in its alert settings ` +
            "for an alert on OUTSIDE_METRIC_THRESHOLD; if it is there, set adoptId",
        ),
      );
    });

    it("keeps the alert configuration in the state if only the id of the response is readable", async () => {
      const before = count();
      fail("POST", { status: 200, body: { id: NOWHERE, enabled: "yes" } });
      const created = /The alert configuration 6b0000000000000000000000 was created in the project/;
      await assert.rejects(up(), created);
      assert.equal(alert.state?.id, `${emulator.projectId}/${NOWHERE}`);
      add({ ...ALERT, id: NOWHERE, enabled: false });
      assert.equal(await up(), "update", "the next up writes all fields");
      assert.deepEqual([writesTo(emulator), count()], [["POST", "PUT"], before + 1]);
    });

    it("shows in a refresh only what differs from what was declared if only the id was readable", async () => {
      fail("POST", { status: 200, body: { id: NOWHERE, enabled: "yes" } });
      await assert.rejects(up(), /was created in the project/);
      const metricThreshold = { ...METRIC, threshold: 2, units: "GIGABYTES" };
      const notifications = [PAGER, WEBHOOK, GROUP, { ...SLACK, intervalMin: 60 }];
      add({ ...ALERT, id: NOWHERE, metricThreshold, notifications });
      const declared = inputs();
      assert.equal(await alert.refresh(), "changed");
      const found = alert.state?.inputs ?? {};
      const changed = Object.keys(found).filter(
        (name) => canonicalJson(found[name]) !== canonicalJson(declared[name] ?? []),
      );
      assert.deepEqual(changed, ["notifications"]);
      assert.deepEqual(alert.state?.outputs["notificationSecrets"], declared["notificationSecrets"]);
    });

    it("accepts an empty response to an update, and reports no drift afterwards", async () => {
      await up();
      fail("PUT", { status: 200, body: "", afterWork: true });
      assert.equal(await up({ ...ALERT, matchers: [] }), "update");
      assert.equal(await alert.refresh(), "same");
      assert.equal(await up({ ...ALERT, matchers: [] }), "same");
    });

    const writes: [what: string, olds: Args, news: Args][] = [
      ["a field", token("xoxb-first-0000"), { ...token("xoxb-first-0000"), matchers: [] }],
      ["only a secret, which a mask hides", token("xoxb-first-0000"), token("xoxb-other-0000")],
    ];
    for (const [what, olds, news] of writes) {
      it(`does not take a login page for the write of ${what}, and the next up writes again`, async () => {
        await up(olds);
        fail("PUT", { status: 200, body: "<html><title>Sign in</title></html>" });
        await assert.rejects(up(news), /Sign in/);
        assert.equal(await up(news), "update");
        const { matchers, notifications } = live();
        const [{ apiToken }] = news["notifications"] as [{ apiToken: string }];
        assert.deepEqual([matchers, notifications[0]?.apiToken], [news["matchers"], apiToken]);
      });
    }

    it("lists two candidates and takes over neither", async () => {
      fail("POST", "resetAfter");
      emulator.alertConfigs().add(ALERT);
      const two =
        /has 2 alert configurations that may be the one that was created: \w{24}, \w{24}\. .*adoptId/;
      await assert.rejects(up(), two);
      assert.equal(alert.state, undefined);
      assert.deepEqual(writesTo(emulator), ["POST"]);
    });
  });

  it("keeps unknown fields, and what the service returned for fields that were never declared", async () => {
    const [host = {}, port = {}] = ALERT["matchers"] as object[];
    const { mode, ...metric } = { ...METRIC, threshold: 2048 };
    const declared = { ...ALERT, matchers: [host, port], metricThreshold: metric, notifications: [SLACK] };
    /** What an administrator made of it with a newer version. */
    const newer = {
      ...declared,
      severityOverride: "WARNING",
      matchers: [{ ...host, negate: false }, port],
      metricThreshold: { ...metric, mode, window: "5m" },
      notifications: [{ ...SLACK, template: "short" }],
    };
    const __adoptId = add(newer);
    await up(declared, { __adoptId });
    assert.deepEqual(writesTo(emulator), [], "what is as declared is adopted without a write");
    const metricThreshold = { ...newer.metricThreshold, threshold: 4096 };
    const expected = { ...newer, metricThreshold };
    fail("PUT", { status: 200, body: { id: __adoptId, ...expected } });
    emulator.clearRequests();
    await up({ ...declared, metricThreshold: { ...metric, threshold: 4096 } });
    assert.deepEqual(bodiesOf(emulator, "PUT"), [expected]);
    assert.deepEqual(emulator.counters.byEndpoint, {
      "GET /groups/{projectId}/alertConfigs": 1,
      "PUT /groups/{projectId}/alertConfigs/{alertConfigId}": 1,
    });
  });

  describe("names the argument that the service refuses:", () => {
    it("UNEXPECTED_ERROR, after a list has shown that nothing was created", async () => {
      fail("POST", { status: 500, body: { error: 500, errorCode: "UNEXPECTED_ERROR", detail: "Refused." } });
      const named =
        /^eventTypeName \("OUTSIDE_METRIC_THRESHOLD"\) or metricThreshold\.metricName.*500 UNEXPECTED_ERROR - Refused/s;
      await assert.rejects(up(), ({ message }: Error) => named.test(message));
    });

    it("INVALID_ENUM_VALUE, by its parameters", async () => {
      emulator.settings.catalogue = "strict";
      const metricThreshold = { ...METRIC, threshold: 2048, metricName: "MEMORY_OF_MINE" };
      await assert.rejects(
        up({ ...ALERT, metricThreshold }),
        /^metricThreshold\.metricName: "MEMORY_OF_MINE" was sent; the service does not take it/,
      );
    });

    it("INTEGRATION_FIELDS_INVALID, without the secret that the service repeats", async () => {
      const secret = String(NOTIFICATIONS.SLACK["apiToken"]);
      const [errorCode, detail] = ["INTEGRATION_FIELDS_INVALID", `The apiToken ${secret} is not valid.`];
      const body = { error: 400, errorCode, detail, reason: "x", parameters: ["apiToken"] };
      fail("POST", { status: 400, body });
      await assert.rejects(up(), ({ message }: Error) => {
        const named =
          /^notifications\[0\]\.apiToken: a string \(secret\) was sent; the service does not take it/;
        assert.match(message, named);
        return !message.includes(secret);
      });
    });
  });
});
