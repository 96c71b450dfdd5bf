import assert from "node:assert/strict";
import { UNKNOWN } from "../../../src/unknowns";
import type { Emulator, EmulatorOptions } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { canonicalJson } from "../../../src/json";
import type { AlertArgs } from "../../../src/resources/alert-config/encoding";
import { toInputs } from "../../../src/resources/alert-config/encoding";
import type { Args } from "../../fixtures/alerts/good";
import { GOOD, NOTIFICATIONS } from "../../fixtures/alerts/good";
import { sample } from "../../support/runs";
import type { Managed } from "./managed";
import { createOwnership } from "../../../src/core/ownership";
import { configOf, connectionsTo, managed } from "./managed";

const WEBHOOK = { ...NOTIFICATIONS.WEBHOOK, delayMin: 2, intervalMin: 15 };
const SLACK = { ...NOTIFICATIONS.SLACK, delayMin: 0, intervalMin: 10 };
const PAGER = { ...NOTIFICATIONS.PAGER_DUTY, delayMin: 7 };

const ALERT: Args = {
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  matchers: [
    { fieldName: "HOSTNAME", operator: "STARTS_WITH", value: "db-" },
    { fieldName: "PORT", operator: "EQUALS", value: "27017" },
  ],
  metricThreshold: {
    metricName: "MEMORY_RESIDENT",
    mode: "AVERAGE",
    operator: "GREATER_THAN",
    threshold: 2048,
    units: "MEGABYTES",
  },
  notifications: [SLACK, PAGER, WEBHOOK, { ...NOTIFICATIONS.GROUP, delayMin: 0, intervalMin: 60 }],
};

describe("AlertConfig against the emulator", () => {
  let emulator: Emulator;
  const restart = async (options: EmulatorOptions = {}): Promise<void> => {
    await emulator?.close();
    emulator = await startEmulator(options);
  };
  beforeEach(async () => restart());
  afterEach(async () => emulator.close());

  /** The inputs that the class passes to the provider for these arguments. */
  function inputs(args: Args = ALERT): PlainObject {
    return toInputs({ projectId: emulator.projectId, ...args } as unknown as AlertArgs);
  }
  const idOf = (alert: Managed): string => String(alert.state?.outputs["alertConfigId"]);
  const live = (alert: Managed) =>
    emulator.alertConfigs().get(idOf(alert)) ?? assert.fail("the alert configuration no longer exists");
  const change = (alert: Managed, patch: object) => emulator.alertConfigs().update(idOf(alert), patch);
  const methods = () =>
    emulator
      .requests()
      .flatMap(({ method, authenticated }) => (authenticated && method !== "GET" ? [method] : []));

  /** The live configuration without the fields that the service generates. */
  function content(alert: Managed): unknown {
    const { updated: _u, notifications, ...rest } = live(alert);
    const set = notifications.map(({ id: _, ...notification }) => canonicalJson(notification)).sort();
    return { ...rest, notifications: set };
  }

  describe("writes nothing in a refresh and a second up", () => {
    const noise: [title: string, options: EmulatorOptions][] = [
      ["a service with default settings", {}],
      ["a service that reorders", { shuffle: true }],
      ["a service that masks secrets as old versions do", { redact: "old" }],
      ["a service that returns secrets in clear", { redact: "off" }],
      [
        "a service that converts units, reorders and returns 201",
        { convertUnits: true, shuffle: true, createdStatus: 201 },
      ],
    ];
    for (const [turn, [title, options]] of noise.entries()) {
      it(`with ${title}`, async () => {
        await restart(options);
        const programs = turn === 0 ? GOOD : sample(GOOD, turn);
        for (const [what, args] of [...programs, ["all fields", ALERT] as const]) {
          const alert = managed("AlertConfig", emulator);
          assert.equal(await alert.up(inputs(args)), "create", what);
          const before = emulator.counters.writes;
          assert.equal(await alert.refresh(), "same", `${what}: ${JSON.stringify(alert.state?.inputs)}`);
          assert.equal(await alert.up(inputs(args)), "same", what);
          assert.equal(emulator.counters.writes, before);
        }
      });
    }

    it("with a service that starts to mask, reorder and convert after the create", async () => {
      await restart({ redact: "off" });
      const alert = managed("AlertConfig", emulator);
      await alert.up(inputs());
      Object.assign(emulator.settings, { redact: "new", shuffle: true });
      change(alert, {
        metricThreshold: { ...live(alert).metricThreshold, threshold: 2, units: "GIGABYTES" },
        updated: "2027-01-01T00:00:00Z",
        somethingNew: { any: "thing" },
      });
      assert.equal(await alert.refresh(), "same", JSON.stringify(alert.state?.inputs));
    });
  });

  describe("secrets", () => {
    const texts = [SLACK, PAGER, WEBHOOK].flatMap(
      ({ apiToken, serviceKey, webhookUrl, webhookSecret }: PlainObject) =>
        [apiToken, serviceKey, webhookUrl, webhookSecret].filter((text) => typeof text === "string"),
    );
    const shown = (alert: Managed): string => {
      const { notificationSecrets: _i, ...open } = alert.state?.inputs ?? {};
      const { notificationSecrets: _o, ...outputs } = alert.state?.outputs ?? {};
      return JSON.stringify([open, outputs, alert.said]);
    };

    for (const [redact, field, index, value] of [
      ["new", "apiToken", 0, "xoxb-9999-other-bot"],
      ["old", "serviceKey", 1, "99999999999999999999999999999999"],
      ["off", "webhookSecret", 2, "another-secret"],
      ["off", "webhookUrl", 2, "https://hooks.example.com/elsewhere"],
    ] as const) {
      it(`lists a changed ${field} in changedSecrets without its value, and corrects it (redact ${redact})`, async () => {
        await restart({ redact });
        const alert = managed("AlertConfig", emulator);
        await alert.up(inputs());
        const before = content(alert);
        change(alert, {
          notifications: live(alert).notifications.map((item, at) =>
            at === index ? { ...item, [field]: value } : item,
          ),
        });
        assert.equal(await alert.refresh(), "changed");
        const [name, ...more] = (alert.state?.inputs["changedSecrets"] ?? []) as string[];
        assert.match(name ?? "", new RegExp(`^notifications\\[${index}\\]\\.${field} \\(`));
        assert.deepEqual(more, []);
        assert.equal(shown(alert).includes(value), false);
        assert.equal(await alert.up(inputs()), "update");
        assert.deepEqual(content(alert), before);
        assert.equal(await alert.refresh(), "same");
      });
    }

    it("names a changed secret in a preview, and the configuration key of the declared value", async () => {
      const alert = managed("AlertConfig", emulator, {
        config: { "shop:slack": String((SLACK as PlainObject)["apiToken"]) },
      });
      await alert.up(inputs());
      const [slack, ...others] = live(alert).notifications;
      change(alert, { notifications: [{ ...slack, apiToken: "xoxb-9999-other-bot" }, ...others] });
      await alert.refresh();
      assert.match(
        (await alert.preview(inputs())).join("\n"),
        /has other values of these secrets .*:\n {2}notifications\[0\]\.apiToken \(SLACK\), from the configuration key shop:slack$/,
      );
    });

    it("stay with their notification when others are deleted, added and reordered, and are never exposed", async () => {
      const alert = managed("AlertConfig", emulator);
      await alert.up(inputs());
      const before = content(alert);
      const [slack, pager, webhook, group] = live(alert).notifications;
      for (const notifications of [
        [pager, webhook, group],
        [group, webhook, pager, slack],
        [webhook],
        [{ id: "x", typeName: "EMAIL", emailAddress: "a@b.c" }, slack, pager],
      ]) {
        change(alert, { notifications });
        await alert.refresh();
        for (const text of texts) assert.equal(shown(alert).includes(text), false);
        await alert.up(inputs());
        assert.deepEqual(content(alert), before);
      }
    });

    it("do not prevent the deletion after a refresh that found one of them changed", async () => {
      const alert = managed("AlertConfig", emulator);
      await alert.up(inputs());
      change(alert, {
        notifications: live(alert).notifications.map((item) => ({ ...item, apiToken: "changed-by-hand" })),
      });
      const id = idOf(alert);
      await alert.refresh();
      await alert.destroy();
      assert.equal(emulator.alertConfigs().get(id), undefined);
    });
  });

  it("stores only enabled from the response to a PATCH", async () => {
    const alert = managed("AlertConfig", emulator);
    await alert.up(inputs());
    const before = content(alert);
    change(alert, { matchers: [] });
    await alert.up(inputs({ ...ALERT, enabled: false }));
    assert.equal(await alert.refresh(), "changed", "the manual change is still reported");
    await alert.up(inputs());
    assert.deepEqual(content(alert), before);
  });

  it("suggests a refresh when an update finds that the alert configuration was deleted", async () => {
    const alert = managed("AlertConfig", emulator);
    await alert.up(inputs());
    emulator.alertConfigs().delete(idOf(alert));
    await assert.rejects(
      alert.up(inputs({ ...ALERT, matchers: [] })),
      /no longer exists\. Run `pulumi refresh`/,
    );
    assert.equal(await alert.refresh(), "gone");
  });

  describe("adoption", () => {
    const id = () => emulator.alertConfigs().add({ ...ALERT, groupId: emulator.projectId }).id;

    it("writes nothing if the configuration matches, and names the secret that cannot be verified", async () => {
      await restart({ redact: "old" });
      const adoptId = id();
      const alert = managed("AlertConfig", emulator);
      await alert.up({ ...inputs(), __adoptId: adoptId });
      assert.equal(emulator.counters.writes, 0);
      assert.equal(alert.said.length, 2);
      assert.match(alert.said[0] ?? "", /exists and is adopted as it is\.$/);
      assert.match(
        alert.said[1] ?? "",
        /^The service does not show whether the alert configuration .* has the declared notifications\[2\]\.webhookSecret/,
      );
      assert.equal(await alert.up(inputs()), "same", "removing adoptId is not a change");
    });

    it("shows old and new values in a preview, without secrets", async () => {
      const adoptId = emulator.alertConfigs().add({
        ...ALERT,
        groupId: emulator.projectId,
        enabled: false,
        notifications: [{ ...SLACK, delayMin: 3 }, PAGER] as never,
      }).id;
      const alert = managed("AlertConfig", emulator);
      const slack = { ...SLACK, apiToken: "xoxb-another-token-0123456789" };
      const declared = {
        ...inputs({ ...ALERT, matchers: [], notifications: [slack, PAGER, WEBHOOK] }),
        __adoptId: adoptId,
      };
      const [note, ...rest] = await alert.preview(declared);
      assert.deepEqual(rest, []);
      assert.deepEqual(note?.split("\n"), [
        `The alert configuration "resource" (${emulator.projectId}/${adoptId}) exists and is adopted; this changes it:`,
        "  enabled: false => true",
        '  matchers[0]: {"fieldName":"HOSTNAME","operator":"STARTS_WITH","value":"db-"} => (unset)',
        '  matchers[1]: {"fieldName":"PORT","operator":"EQUALS","value":"27017"} => (unset)',
        "  notifications[0].delayMin: 3 => 0",
        '  notifications[2]: (unset) => {"typeName":"WEBHOOK","delayMin":2,"intervalMin":15}',
        "  notifications[0].apiToken (SLACK): another value",
      ]);
      assert.equal(emulator.counters.writes, 0);
      await alert.up(declared);
      assert.ok(alert.said.includes(note ?? ""), "the up logs the same");
    });

    it("names the values that a preview does not know yet", async () => {
      const [slack, pager, webhook, group] = ALERT["notifications"] as Args[];
      const { role: _, ...rest } = group as Record<string, unknown>;
      for (const [roles, text] of [
        [UNKNOWN, "(not known yet)"],
        [[UNKNOWN], '["(not known yet)"]'],
      ]) {
        const notifications = [slack, pager, webhook, { ...rest, roles }];
        const unknown = inputs({ ...ALERT, enabled: UNKNOWN, notifications });
        const [note] = await managed("AlertConfig", emulator).preview({ ...unknown, __adoptId: id() });
        assert.deepEqual(note?.split("\n").slice(1), [
          "  enabled: true => (not known yet)",
          `  notifications[3].roles: ["GROUP_OWNER"] => ${String(text)}`,
        ]);
      }
    });

    it("names the undeclared secrets that a write removes", async () => {
      const { webhookSecret: _, ...open } = WEBHOOK as Record<string, unknown>;
      const adoptId = id();
      const alert = managed("AlertConfig", emulator);
      const [note] = await alert.preview({
        ...inputs({
          ...ALERT,
          notifications: [SLACK, { ...PAGER, delayMin: 9 }, open, (ALERT["notifications"] as Args[])[3]],
        }),
        __adoptId: adoptId,
      });
      assert.match(
        note ?? "",
        /\n {2}notifications\[2\]\.webhookSecret \(WEBHOOK\): is not declared and will be removed/,
      );
    });

    it("fails at preview and at up if the alert configuration does not exist, and creates nothing", async () => {
      const alert = managed("AlertConfig", emulator);
      for (const run of ["preview", "up"] as const)
        await assert.rejects(
          alert[run]({ ...inputs(), __adoptId: "6b0000000000000000000000" }),
          /adoptId: there is no alert configuration .*6b0000000000000000000000/,
        );
      assert.equal(emulator.counters.writes, 0);
    });

    it("sends no request in a preview of a resource in the state, nor with onlineChecks false", async () => {
      const alert = managed("AlertConfig", emulator);
      await alert.up({ ...inputs(), __adoptId: id() });
      emulator.clearRequests();
      assert.deepEqual(await alert.preview({ ...inputs(), __adoptId: idOf(alert) }), []);
      const offline = managed("AlertConfig", emulator, { config: { "opsmanager:onlineChecks": "false" } });
      assert.deepEqual(await offline.preview({ ...inputs(), __adoptId: "6b0000000000000000000000" }), []);
      assert.equal(emulator.counters.requests, 0);
    });

    it("reads the object when the response to the write is empty", async () => {
      const adoptId = id();
      emulator.faults.add({ match: { method: "PUT" }, action: { status: 200, body: "", afterWork: true } });
      const alert = managed("AlertConfig", emulator);
      await alert.up({ ...inputs({ ...ALERT, enabled: false }), __adoptId: adoptId });
      assert.equal(live(alert).enabled, false);
      assert.equal(alert.state?.outputs["alertConfigId"], adoptId);
      assert.equal(await alert.refresh(), "same");
    });

    it("creates the alert configuration again if the engine deleted it earlier in the same run", async () => {
      let process = createOwnership();
      const connections = connectionsTo(emulator);
      const options = { connections, ownership: () => process };
      const old = managed("AlertConfig", emulator, options);
      await old.up(inputs());
      const adoptId = idOf(old);
      process = createOwnership();
      await old.destroy();
      const replacement = managed("AlertConfig", emulator, options);
      assert.equal(await replacement.up({ ...inputs(), __adoptId: adoptId }), "create");
      assert.notEqual(idOf(replacement), adoptId);
      assert.equal(live(replacement).eventTypeName, ALERT["eventTypeName"]);
    });
  });

  describe("secretsVersion", () => {
    it("writes all declared secrets again only when its value changes", async () => {
      const alert = managed("AlertConfig", emulator);
      await alert.up({ ...inputs(), secretsVersion: 1 });
      const before = content(alert);
      change(alert, {
        notifications: live(alert).notifications.map((item) => ({
          ...item,
          ...(item["apiToken"] !== undefined && { apiToken: "xoxb-rotated" }),
          ...(item["webhookSecret"] !== undefined && { webhookSecret: "rotated" }),
        })),
      });
      assert.notDeepEqual(content(alert), before);
      assert.equal(await alert.up({ ...inputs(), secretsVersion: 1 }), "same");
      assert.equal(await alert.up({ ...inputs(), secretsVersion: 2 }), "update");
      assert.deepEqual(methods(), ["POST", "PUT"]);
      assert.deepEqual(content(alert), before);
      assert.equal(await alert.refresh(), "same");
      assert.equal(alert.state?.outputs["secretsVersion"], 2);
    });
  });

  describe("import", () => {
    it("adopts a matching alert configuration without a write", async () => {
      const { id } = emulator.alertConfigs().add({ ...ALERT, groupId: emulator.projectId });
      const alert = managed("AlertConfig", emulator);
      const declared = { ...inputs(), __import: `${emulator.projectId}/${id}` };
      assert.match((await alert.preview(declared)).join(), /is adopted as it is/);
      await alert.up(declared);
      assert.equal(emulator.counters.writes, 0);
      assert.equal(alert.state?.id, `${emulator.projectId}/${id}`);
      assert.equal(await alert.up(inputs()), "same", "removing the option is not a change");
    });

    it("is not refused by a preview that does not know a value yet", async () => {
      const { id } = emulator.alertConfigs().add({ ...ALERT, groupId: emulator.projectId });
      const metricThreshold = { ...(ALERT["metricThreshold"] as object), threshold: UNKNOWN };
      const alert = managed("AlertConfig", emulator);
      const [note] = await alert.preview({
        ...inputs({ ...ALERT, metricThreshold }),
        __import: `${emulator.projectId}/${id}`,
      });
      assert.match(
        note ?? "",
        /so far this differs:\n {2}metricThreshold.threshold: 2048 => \(not known yet\)$/,
      );
    });

    for (const [what, id, text] of [
      [
        "an id in another format",
        "65c49a21c2a94e1786e71f38",
        /import: The id .* is not of the form <projectId>\/<alertConfigId>/,
      ],
      [
        "an id of another project",
        "60b9d1f2e4b0c5571d47a90b/65c49a21c2a94e1786e71f38",
        /import: must begin with the projectId/,
      ],
      ["a number", 65, /import: must be a string$/],
    ] as const) {
      it(`refuses ${what} without a request`, async () => {
        await assert.rejects(managed("AlertConfig", emulator).up({ ...inputs(), __import: id }), text);
        assert.equal(emulator.counters.requests, 0);
      });
    }
  });

  it("is not compared by its import with a projectId that is missing", async () => {
    const { projectId: _, ...rest } = inputs();
    await assert.rejects(
      managed("AlertConfig", emulator).up({ ...rest, __import: "p/a" }),
      /^Error: projectId: is missing; it is a string$/,
    );
  });

  it("moves to another connection of the same service without a write, and to no service that lacks it", async () => {
    const other = await startEmulator();
    try {
      const config = { ...configOf("same", emulator), ...configOf("eu", other) };
      const alert = managed("AlertConfig", emulator, { config });
      await alert.up(inputs());
      assert.equal(await alert.up({ ...inputs(), connection: "same" }), "update");
      assert.deepEqual(methods(), ["POST"]);
      assert.equal(alert.state?.outputs["connection"], "same");
      const text = /^(Error: )?connection: its service has no alert configuration .*/;
      await assert.rejects(alert.preview({ ...inputs(), connection: "eu" }), text);
      await assert.rejects(alert.up({ ...inputs(), connection: "eu" }), text);
      assert.equal(other.counters.writes, 0);
      assert.equal(await alert.up({ ...inputs(), connection: "same" }), "same");
    } finally {
      await other.close();
    }
  });

  describe("creates one alert configuration whatever happens to the connection:", () => {
    const count = () => emulator.alertConfigs().list().length;
    const lostResponses = [
      ["a lost response", "resetAfter"],
      ["a truncated response", "truncate"],
    ] as const;
    for (const [what, action] of lostResponses) {
      it(`finds it in a new list after ${what}`, async () => {
        const before = count();
        emulator.faults.add({ match: { method: "POST" }, action });
        const alert = managed("AlertConfig", emulator);
        assert.equal(await alert.up(inputs()), "create");
        assert.equal(count(), before + 1);
        assert.deepEqual(methods(), ["POST"]);
        assert.match(
          alert.said.join(),
          new RegExp(`was lost .* The alert configuration "resource" \\(.*/${idOf(alert)}\\) is as declared`),
        );
        assert.equal(await alert.refresh(), "same");
      });
    }

    for (const [what, action] of [
      ["the connection breaks before the service creates it", "resetBefore"],
      ["a proxy returns 502", { status: 502, body: "<html>Bad Gateway</html>" }],
    ] as const) {
      it(`reports that it was probably not created if ${what}, and the next up creates it`, async () => {
        const before = count();
        emulator.faults.add({ match: { method: "POST" }, action });
        const alert = managed("AlertConfig", emulator);
        await assert.rejects(
          alert.up(inputs()),
          /has no such alert configuration, so it was probably not created: run `pulumi up` again/,
        );
        assert.equal(count(), before);
        assert.equal(await alert.up(inputs()), "create");
        assert.equal(count(), before + 1);
      });
    }

    it("does not take over an equal alert configuration that existed before", async () => {
      emulator
        .alertConfigs()
        .add({ ...ALERT, created: "2020-01-01T00:00:00Z", updated: "2020-01-01T00:00:00Z" });
      emulator.faults.add({ match: { method: "POST" }, action: "resetBefore" });
      const alert = managed("AlertConfig", emulator);
      await assert.rejects(alert.up(inputs()), /has no such alert configuration/);
      assert.equal(alert.state, undefined);
    });

    it("does not repeat the POST after a 503 with Retry-After from a gateway", async () => {
      const before = count();
      emulator.faults.add({
        match: { method: "POST" },
        action: { status: 503, headers: { "Retry-After": "0" }, body: "<html>503</html>", afterWork: true },
      });
      const alert = managed("AlertConfig", emulator, { config: { "opsmanager:maxRetries": "3" } });
      assert.equal(await alert.up(inputs()), "create");
      assert.deepEqual([count(), methods()], [before + 1, ["POST"]]);
    });

    it("does not take over an equal alert configuration of another resource of the stack", async () => {
      const shared = createOwnership();
      const ownership = () => shared;
      const connections = connectionsTo(emulator);
      const first = managed("AlertConfig", emulator, { ownership, connections });
      await first.up(inputs());
      emulator.faults.add({ match: { method: "POST" }, action: "resetBefore" });
      const second = managed("AlertConfig", emulator, { ownership, connections });
      await assert.rejects(second.up(inputs()), /has no such alert configuration/);
      assert.equal(second.state, undefined);
    });

    const alike: [what: string, contents: [Args, Args]][] = [
      [
        "in what a mask hides",
        [
          { notifications: [{ ...SLACK, apiToken: "xoxb-alpha-0000" }] },
          { notifications: [{ ...SLACK, apiToken: "xoxb-beta-0000" }] },
        ],
      ],
      [
        "in a field that one of them leaves out",
        [
          { notifications: [{ ...SLACK, intervalMin: undefined, apiToken: "xoxb-alpha-0000" }] },
          { notifications: [{ ...SLACK, apiToken: "xoxb-beta-0000" }] },
        ],
      ],
    ];
    for (const [what, contents] of alike) {
      for (const actions of [
        ["resetAfter", "resetBefore"] as const,
        ["resetBefore", "resetAfter"] as const,
      ]) {
        it(`does not mix up two that differ ${what} (${actions.join(", ")})`, async () => {
          const shared = createOwnership();
          const connections = connectionsTo(emulator);
          actions.forEach((action, index) =>
            emulator.faults.add({ match: { method: "POST", nth: index + 1 }, action }),
          );
          const alerts = contents.map((differing) => ({
            args: { ...ALERT, ...differing },
            alert: managed("AlertConfig", emulator, { ownership: () => shared, connections }),
          }));
          await Promise.allSettled(alerts.map(async ({ alert, args }) => alert.up(inputs(args))));
          for (const { alert, args } of alerts) {
            if (alert.state === undefined) continue;
            const [{ apiToken }] = args["notifications"] as [{ apiToken: string }];
            assert.equal(live(alert).notifications[0]?.apiToken, apiToken);
          }
        });
      }
    }

    it("reports that it may exist, and where to look, if the list fails as well", async () => {
      emulator.faults.add({ match: { method: "POST" }, action: "resetAfter" });
      emulator.faults.add({ match: { method: "GET", path: "/alertConfigs?" }, action: { status: 500 } });
      await assert.rejects(
        managed("AlertConfig", emulator).up(inputs()),
        new RegExp(
          `may have been created all the same: its project could not be listed .*alert settings of the project ${emulator.projectId} ` +
            "for an alert on OUTSIDE_METRIC_THRESHOLD; if it is there, set adoptId",
        ),
      );
    });

    it("keeps the alert configuration in the state if only the id of the response is readable", async () => {
      const before = count();
      const body = { id: "6b00000000000000000000aa", enabled: "yes" };
      emulator.faults.add({ match: { method: "POST" }, action: { status: 200, body } });
      const alert = managed("AlertConfig", emulator);
      await assert.rejects(
        alert.up(inputs()),
        /The alert configuration 6b00000000000000000000aa was created in the project/,
      );
      assert.equal(alert.state?.id, `${emulator.projectId}/6b00000000000000000000aa`);
      emulator.alertConfigs().add({ ...ALERT, id: "6b00000000000000000000aa", enabled: false });
      assert.equal(await alert.up(inputs()), "update", "the next up writes all fields");
      assert.deepEqual(methods(), ["POST", "PUT"]);
      assert.equal(count(), before + 1);
    });

    it("accepts a matcher value that the service returns as a number", async () => {
      const alert = managed("AlertConfig", emulator);
      await alert.up(inputs());
      const matchers = [
        (ALERT["matchers"] as object[])[0],
        { fieldName: "PORT", operator: "EQUALS", value: 27017 },
      ];
      change(alert, { matchers: matchers as never });
      assert.equal(await alert.refresh(), "same");
    });

    it("accepts an empty response to an update, and reports no drift afterwards", async () => {
      const alert = managed("AlertConfig", emulator);
      await alert.up(inputs());
      emulator.faults.add({ match: { method: "PUT" }, action: { status: 200, body: "", afterWork: true } });
      assert.equal(await alert.up(inputs({ ...ALERT, matchers: [] })), "update");
      assert.equal(await alert.refresh(), "same");
      assert.equal(await alert.up(inputs({ ...ALERT, matchers: [] })), "same");
    });

    it("fails on a login page instead of a response, and the next up writes again", async () => {
      const alert = managed("AlertConfig", emulator);
      await alert.up(inputs());
      const body = "<html><title>Sign in</title></html>";
      emulator.faults.add({ match: { method: "PUT" }, action: { status: 200, body } });
      await assert.rejects(alert.up(inputs({ ...ALERT, matchers: [] })), /Sign in/);
      assert.equal(await alert.up(inputs({ ...ALERT, matchers: [] })), "update");
      assert.deepEqual(live(alert).matchers, []);
    });

    it("does not take a login page for a write, even if only a secret was written, which a mask hides", async () => {
      const token = (apiToken: string): Args => ({ ...ALERT, notifications: [{ ...SLACK, apiToken }] });
      const alert = managed("AlertConfig", emulator);
      await alert.up(inputs(token("xoxb-first-0000")));
      const body = "<html><title>Sign in</title></html>";
      emulator.faults.add({ match: { method: "PUT" }, action: { status: 200, body } });
      await assert.rejects(alert.up(inputs(token("xoxb-other-0000"))), /Sign in/);
      assert.equal(await alert.up(inputs(token("xoxb-other-0000"))), "update");
      assert.equal(live(alert).notifications[0]?.apiToken, "xoxb-other-0000");
    });

    it("lists two candidates and takes over neither", async () => {
      emulator.faults.add({ match: { method: "POST" }, action: "resetAfter" });
      emulator.alertConfigs().add(ALERT);
      const alert = managed("AlertConfig", emulator);
      await assert.rejects(
        alert.up(inputs()),
        /has 2 alert configurations that may be the one that was created: \w{24}, \w{24}\. .*adoptId/,
      );
      assert.equal(alert.state, undefined);
      assert.deepEqual(methods(), ["POST"]);
    });
  });

  describe("names the argument that the service refuses:", () => {
    it("UNEXPECTED_ERROR, after a list has shown that nothing was created", async () => {
      const body = { error: 500, errorCode: "UNEXPECTED_ERROR", detail: "Refused." };
      emulator.faults.add({ match: { method: "POST" }, action: { status: 500, body } });
      await assert.rejects(managed("AlertConfig", emulator).up(inputs()), ({ message }: Error) => {
        assert.match(message, /^eventTypeName \("OUTSIDE_METRIC_THRESHOLD"\) or metricThreshold\.metricName/);
        assert.match(message, /500 UNEXPECTED_ERROR - Refused/);
        return true;
      });
    });

    it("INVALID_ENUM_VALUE, by its parameters", async () => {
      await restart({ catalogue: "strict" });
      const args = {
        ...ALERT,
        metricThreshold: { ...(ALERT["metricThreshold"] as object), metricName: "MEMORY_OF_MINE" },
      };
      await assert.rejects(
        managed("AlertConfig", emulator).up(inputs(args)),
        /^metricThreshold\.metricName: "MEMORY_OF_MINE" was sent; the service does not take it/,
      );
    });

    it("INTEGRATION_FIELDS_INVALID, without the secret that the service repeats", async () => {
      const token = String(NOTIFICATIONS.SLACK["apiToken"]);
      const body = {
        error: 400,
        errorCode: "INTEGRATION_FIELDS_INVALID",
        detail: `The apiToken ${token} is not valid.`,
        reason: "x",
        parameters: ["apiToken"],
      };
      emulator.faults.add({ match: { method: "POST" }, action: { status: 400, body } });
      await assert.rejects(managed("AlertConfig", emulator).up(inputs()), (error: Error) => {
        assert.match(
          error.message,
          /^notifications\[0\]\.apiToken: a string \(secret\) was sent; the service does not take it/,
        );
        assert.equal(error.message.includes(token), false);
        return true;
      });
    });
  });
});
