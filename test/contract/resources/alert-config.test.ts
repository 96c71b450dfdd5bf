import assert from "node:assert/strict";
import { UNKNOWN } from "../../../src/unknowns";
import type { Settings } from "../../../src/emulator";
import { type PlainObject, canonicalJson, omit, pick } from "../../../src/json";
import { type Args, GOOD } from "../../fixtures/alerts/good";
import { sample } from "../../support/runs";
import { documentOf, driftIn, MODES } from "../cli/stacks";
import { ALERT, GROUP, idOf, METRIC, PAGER, SLACK, useAlerts, WEBHOOK } from "./alerts";
import { connectionsTo, definitionOf, type Managed, itInHost, managed, writesTo } from "./managed";

describe("AlertConfig against the emulator", () => {
  const { emulator, inputs, liveOf, add } = useAlerts();
  let alert: Managed;
  beforeEach(() => void (alert = managed("AlertConfig", emulator)));
  const adjust = (settings: Partial<Settings>): void => void Object.assign(emulator.settings, settings);
  const up = async (args?: Args, rest?: PlainObject) => alert.up(inputs(args, rest));
  const live = (resource = alert) => liveOf(resource);
  const change = (patch: object) => emulator.alertConfigs().update(idOf(alert), patch);
  /** Changes each notification by hand. */
  const changeNotifications = (to: (item: PlainObject, index: number) => object) =>
    change({ notifications: live().notifications.map((item, index) => to({ ...item }, index)) });
  /** The live configuration without the fields that the service generates. */
  function content(): unknown {
    const { updated: _u, notifications, ...rest } = live();
    const set = notifications.map(({ id: _, ...notification }) => canonicalJson(notification)).sort();
    return { ...rest, notifications: set };
  }

  describe("writes nothing in a refresh and a second up, and is no drift in a report", () => {
    const noise: [title: string, options: Partial<Settings>][] = [
      ["a service with default settings", {}],
      ["a service that reorders", { shuffle: true }],
      ["a service that masks secrets as old versions do", { redact: "old" }],
      ["a service that returns secrets in clear", { redact: "off" }],
      [
        "a service that converts, reorders and returns 201",
        { convertUnits: true, shuffle: true, createdStatus: 201 },
      ],
    ];
    for (const [turn, [title, options]] of noise.entries()) {
      it(`with ${title}`, async () => {
        adjust(options);
        const programs = turn === 0 ? GOOD : sample(GOOD, turn);
        let total = 0;
        for (const [what, args] of [...programs, ["all fields", ALERT] as const]) {
          alert = managed("AlertConfig", emulator);
          assert.equal(await up(args), "create", what);
          const before = emulator.counters.writes;
          const size = JSON.stringify(alert.state).length;
          total += size;
          assert.equal(await alert.refresh(), "same", `${what}: ${JSON.stringify(alert.state?.inputs)}`);
          assert.equal(await up(args), "same", what);
          assert.equal(JSON.stringify(alert.state).length, size, what);
          assert.equal(emulator.counters.writes, before);
          for (const mode of MODES) {
            const document = documentOf([{ kind: "AlertConfig", state: alert.state }], mode);
            const { changed } = await driftIn(document, connectionsTo(emulator), mode);
            assert.deepEqual(changed, [], `${what}, ${mode.title}`);
          }
          emulator.alertConfigs().delete(idOf(alert));
        }
        const average = total / (programs.length + 1);
        assert.ok(average < 1_600, `${average} characters of state each`);
      });
    }

    it("with a service that returns the value of a matcher as a number", async () => {
      await up();
      const [first, port] = ALERT["matchers"] as object[];
      change({ matchers: [first, { ...port, value: 27017 }] });
      assert.equal(await alert.refresh(), "same");
    });
  });

  describe("secrets", () => {
    const texts = [SLACK, PAGER, WEBHOOK].flatMap(
      ({ apiToken, serviceKey, webhookUrl, webhookSecret }: PlainObject) =>
        [apiToken, serviceKey, webhookUrl, webhookSecret].filter((text) => typeof text === "string"),
    );
    /** What the engine does not encrypt, and all messages. */
    const shown = (): string => {
      const { encrypted = [] } = definitionOf("AlertConfig");
      const stored = [alert.state?.inputs ?? {}, alert.state?.outputs ?? {}];
      return JSON.stringify([...stored.map((props) => omit(props, encrypted)), alert.said]);
    };

    itInHost(
      "names a changed secret in a preview, and the configuration keys with the declared value",
      async () => {
        const value = String((SLACK as PlainObject)["apiToken"]);
        const config = { "shop:slack": value, "shop:other": "other", "shop:slack2": value };
        alert = managed("AlertConfig", emulator, { config });
        await up();
        changeNotifications((item, at) => (at === 0 ? { ...item, apiToken: "xoxb-9999-other-bot" } : item));
        await alert.refresh();
        assert.match(
          (await alert.preview(inputs())).join("\n"),
          /has other values of these secrets .*:\n {2}notifications\[0\]\.apiToken \(SLACK\), from the configuration key shop:slack or shop:slack2$/,
        );
      },
    );

    it("stay with their notification when others are deleted, added and reordered, and are never exposed", async () => {
      await up();
      const before = content();
      const [slack, pager, webhook, group] = live().notifications;
      for (const notifications of [
        [pager, webhook, group],
        [group, webhook, pager, slack],
        [webhook],
        [{ id: "x", typeName: "EMAIL", emailAddress: "a@b.c" }, slack, pager],
      ]) {
        change({ notifications });
        await alert.refresh();
        for (const text of texts) assert.equal(shown().includes(text), false);
        await up();
        assert.deepEqual(content(), before);
      }
    });

    it("are all written again only when the value of secretsVersion changes", async () => {
      await up(ALERT, { secretsVersion: 1 });
      const before = content();
      const ofSecrets = { apiToken: "xoxb-rotated", webhookSecret: "rotated" };
      changeNotifications((item) => {
        const secrets = Object.entries(ofSecrets).filter(([name]) => item[name] !== undefined);
        return { ...item, ...Object.fromEntries(secrets) };
      });
      assert.notDeepEqual(content(), before);
      assert.equal(await up(ALERT, { secretsVersion: 1 }), "same");
      assert.equal(await up(ALERT, { secretsVersion: 2 }), "update");
      assert.deepEqual(writesTo(emulator), ["POST", "PUT"]);
      assert.deepEqual(content(), before);
      assert.equal(await alert.refresh(), "same");
      assert.equal(alert.state?.outputs["secretsVersion"], 2);
    });
  });

  it("stores only enabled from the response to a PATCH", async () => {
    await up();
    const before = content();
    change({ matchers: [] });
    await up({ ...ALERT, enabled: false });
    assert.equal(await alert.refresh(), "changed", "the manual change is still reported");
    await up();
    assert.deepEqual(content(), before);
  });

  it("keeps secrets with equal masks apart when the order changes along with enabled", async () => {
    const [first, second] = ["hush-1", "hush-2"].map((webhookSecret, index) => ({
      ...WEBHOOK,
      webhookSecret,
      delayMin: 5 * index,
    }));
    await up({ ...ALERT, notifications: [first, second, SLACK] });
    await up({ ...ALERT, notifications: [second, first, SLACK], enabled: false });
    assert.deepEqual(writesTo(emulator), ["POST", "PUT"]);
    const hooks = live().notifications.filter(({ typeName }) => typeName === "WEBHOOK");
    const secrets = hooks.map(({ webhookSecret, delayMin }) => `${String(webhookSecret)} ${delayMin}`);
    assert.deepEqual(secrets.sort(), ["hush-1 0", "hush-2 5"]);
    assert.equal(await alert.refresh(), "same");
  });

  describe("adoption", () => {
    it("writes nothing if the configuration matches, and names the secret that cannot be verified", async () => {
      adjust({ redact: "old" });
      await up(ALERT, { __adoptId: add() });
      assert.equal(emulator.counters.writes, 0);
      const [adopted = "", unverified = "", ...more] = alert.said;
      assert.match(adopted, /exists and is adopted as it is\.$/);
      assert.match(
        unverified,
        /^The service does not show whether the alert configuration .* has the declared notifications\[2\]\.webhookSecret/,
      );
      assert.deepEqual(more, []);
      assert.equal(await up(), "same", "removing adoptId is not a change");
    });

    itInHost("names in a preview what it would write unverified, until it has written it", async () => {
      adjust({ redact: "old" });
      const config = { "shop:hook": String((WEBHOOK as PlainObject)["webhookSecret"]) };
      alert = managed("AlertConfig", emulator, { config });
      await up(ALERT, { __adoptId: add() });
      await alert.refresh();
      const warnings = async (args: PlainObject) =>
        (await alert.preview(inputs(args))).filter((text) => text.includes("for the first time"));
      const changed = { ...ALERT, matchers: [] };
      const [warning = "", ...more] = await warnings(changed);
      assert.match(
        warning,
        /:\n {2}notifications\[2\]\.webhookSecret \(WEBHOOK\), from the configuration key shop:hook$/,
      );
      assert.deepEqual(more, []);
      // Neither of these writes it.
      const rotated = [SLACK, PAGER, { ...WEBHOOK, webhookSecret: "rotated" }];
      for (const args of [ALERT, { ...ALERT, enabled: false }, { ...changed, notifications: rotated }])
        assert.deepEqual(await warnings(args), []);
      await up({ ...ALERT, enabled: false });
      assert.equal((await warnings(changed)).length, 1);
      await up(changed);
      assert.deepEqual(await warnings(ALERT), []);
    });

    it("shows old and new values in a preview, without secrets", async () => {
      const adoptId = add({ ...ALERT, enabled: false, notifications: [{ ...SLACK, delayMin: 3 }, PAGER] });
      const slack = { ...SLACK, apiToken: "xoxb-another-token-0123456789" };
      const args = { ...ALERT, matchers: [], notifications: [slack, PAGER, WEBHOOK] };
      const [note, ...rest] = await alert.preview(inputs(args, { __adoptId: adoptId }));
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
      await up(args, { __adoptId: adoptId });
      assert.ok(alert.said.includes(note ?? ""), "the up logs the same");
    });

    it("names the values that a preview does not know yet", async () => {
      const { role: _, ...group } = GROUP as Record<string, unknown>;
      for (const [roles, text] of [
        [UNKNOWN, "(not known yet)"],
        [[UNKNOWN], '["(not known yet)"]'],
      ]) {
        const notifications = [SLACK, PAGER, WEBHOOK, { ...group, roles }];
        const args = { ...ALERT, enabled: UNKNOWN, notifications };
        const [note] = await managed("AlertConfig", emulator).preview(inputs(args, { __adoptId: add() }));
        assert.deepEqual(note?.split("\n").slice(1), [
          "  enabled: true => (not known yet)",
          `  notifications[3].roles: ["GROUP_OWNER"] => ${String(text)}`,
        ]);
      }
    });

    it("refuses a write that would remove secrets which the program does not declare, unless secretsVersion lets them go", async () => {
      const { webhookSecret: _, ...open } = WEBHOOK as Record<string, unknown>;
      const args = { ...ALERT, notifications: [SLACK, { ...PAGER, delayMin: 9 }, open, GROUP] };
      const adoptId = add();
      const lost =
        /notifications\[2\]\.webhookSecret \(WEBHOOK\): the service has it, .* Nothing was written\./;
      await assert.rejects(alert.preview(inputs(args, { __adoptId: adoptId })), lost);
      await assert.rejects(alert.up(inputs(args, { __adoptId: adoptId })), lost);
      assert.equal(emulator.counters.writes, 0);
      const released = { __adoptId: adoptId, secretsVersion: 1 };
      const said = (await alert.preview(inputs(args, released))).join("\n");
      assert.match(
        said,
        /\n {2}notifications\[2\]\.webhookSecret \(WEBHOOK\): is not declared and will be removed/,
      );
      await alert.up(inputs(args, released));
      assert.equal(liveOf(alert).notifications[2]?.webhookSecret, undefined);
    });
  });

  describe("secrets that the program never declared", () => {
    const { webhookSecret: _, webhookUrl: __, ...open } = WEBHOOK as Record<string, unknown>;
    const declaring = (webhook: object, enabled = true) => ({
      ...ALERT,
      enabled,
      notifications: [{ ...SLACK, delayMin: enabled ? 0 : 3 }, PAGER, webhook, GROUP],
    });
    const least = declaring(open);

    it("are named at preview and at the update that would remove them, and nothing is written", async () => {
      await alert.up(inputs(least, { __adoptId: add() }));
      assert.equal(emulator.counters.writes, 0);
      const lost =
        /notifications\[2\]\.webhookSecret \(WEBHOOK\), notifications\[2\]\.webhookUrl \(WEBHOOK\): the service has them, the program/;
      const changed = inputs(declaring(open, false));
      await assert.rejects(alert.preview(changed), lost);
      await assert.rejects(alert.up(changed), lost);
      assert.equal(emulator.counters.writes, 0);
      assert.equal(await alert.up(inputs(declaring(WEBHOOK, false))), "update");
      const { webhookUrl, webhookSecret } = WEBHOOK as Record<string, unknown>;
      assert.deepEqual(
        pick<PlainObject, string>({ ...liveOf(alert).notifications[2] }, ["webhookUrl", "webhookSecret"]),
        {
          webhookUrl,
          webhookSecret,
        },
      );
    });

    it("may go if secretsVersion changes, or after a refresh has shown that others added them", async () => {
      const unsigned = { ...open, webhookUrl: (WEBHOOK as Record<string, unknown>)["webhookUrl"] };
      const secretOf = () => liveOf(alert).notifications[2]?.webhookSecret;
      await alert.up(inputs(declaring(unsigned), { __adoptId: add() }));
      await alert.up(inputs(declaring(unsigned, false), { secretsVersion: 1 }));
      assert.equal(secretOf(), undefined);
      changeNotifications((each) =>
        each.typeName === "WEBHOOK" ? { ...each, webhookSecret: "by-hand" } : each,
      );
      const changed = inputs(declaring(unsigned), { secretsVersion: 1 });
      await assert.rejects(
        alert.up(changed),
        /notifications\[2\]\.webhookSecret \(WEBHOOK\): the service has it/,
      );
      assert.equal(secretOf(), "by-hand");
      assert.equal(await alert.refresh(), "changed");
      await alert.up(changed);
      assert.equal(secretOf(), undefined);
    });

    it("are kept if the service shows them", async () => {
      emulator.settings.redact = "off";
      await alert.up(inputs(least, { __adoptId: add() }));
      await alert.up(inputs(declaring(open, false)));
      const { webhookUrl, webhookSecret } = WEBHOOK as Record<string, unknown>;
      assert.deepEqual(
        pick<PlainObject, string>({ ...liveOf(alert).notifications[2] }, ["webhookUrl", "webhookSecret"]),
        {
          webhookUrl,
          webhookSecret,
        },
      );
    });
  });

  it("warns in previews of ten new resources with the id of what they equal, and sums up the rest, with one list", async () => {
    const options = { connections: connectionsTo(emulator), run: { neighbours: ["AlertConfig::later"] } };
    const declared = (threshold: number) => ({ ...ALERT, metricThreshold: { ...METRIC, threshold } });
    const preview = async (threshold: number, rest: PlainObject = {}): Promise<string> =>
      (await managed("AlertConfig", emulator, options).preview(inputs(declared(threshold), rest))).join();
    const ids = Array.from({ length: 13 }, (_, index) => add(declared(index)));
    const adopted = add(declared(99));
    emulator.clearRequests();
    const texts: string[] = [];
    for (const index of ids.keys()) texts.push(await preview(index));
    const unless = "makes a second one, unless another resource of this program keeps it";
    for (const [index, text] of texts.slice(0, 10).entries())
      for (const part of [
        `an equal alert configuration, ${ids[index]}, and the create ${unless}.`,
        `run \`pulumi import\` with the file of an export, or set adoptId: "${ids[index]}"`,
      ])
        assert.ok(text.includes(part), text);
    assert.match(texts[10] ?? "", /^This and other new resources also equal existing/);
    assert.deepEqual(texts.slice(11), ["", ""]);
    assert.equal(await preview(13), "", "it is not on the service");
    assert.doesNotMatch(await preview(99, { __adoptId: adopted }), /an equal alert configuration/);
    const list = "GET /groups/{projectId}/alertConfigs";
    assert.deepEqual(emulator.counters.byEndpoint, { [list]: 1, [`${list}/{alertConfigId}`]: 1 });
  });

  describe("import", () => {
    it("is not refused by a preview that does not know a value yet", async () => {
      const __import = `${emulator.projectId}/${add()}`;
      const later = inputs(ALERT, { __import, notifications: UNKNOWN, notificationSecrets: UNKNOWN });
      assert.match((await alert.preview(later)).join(), /exists and is adopted as it is\.$/);
      const args = { ...ALERT, metricThreshold: { ...METRIC, threshold: UNKNOWN } };
      assert.match(
        (await alert.preview(inputs(args, { __import: `${emulator.projectId}/${add()}` }))).join(),
        /so far this differs:\n {2}metricThreshold.threshold: 2048 => \(not known yet\)$/,
      );
    });

    it("is not compared with a projectId that is missing", async () => {
      const { projectId: _, ...rest } = inputs(ALERT, { __import: "p/a" });
      await assert.rejects(alert.up(rest), /^Error: projectId: is missing; it is a string$/);
    });
  });

  for (const redact of ["new", "old"] as const)
    itInHost(
      `reports a notification that was added after a look-up, but not the secrets that it found (redact ${redact})`,
      async () => {
        adjust({ redact });
        const { eventTypeName, enabled, metricThreshold } = ALERT;
        const open = { eventTypeName, enabled, metricThreshold, matchers: [] };
        // The event does not use it.
        const threshold = { operator: "LESS_THAN", threshold: 1 };
        const alertConfigId = add({ ...open, threshold, notifications: [PAGER] });
        const id = `${emulator.projectId}/${alertConfigId}`;
        await alert.import({ id, inputs: inputs(), outputs: {} });
        await alert.refresh();
        const { serviceKey: _, ...openPager } = PAGER as Args;
        const found = { ...open, projectId: emulator.projectId, notifications: [openPager] };
        assert.deepEqual(alert.state?.inputs, found);
        assert.equal(await alert.refresh(), "same");
        change({ notifications: [PAGER, SLACK] });
        assert.equal(await alert.refresh(), "changed");
        const { apiToken: __, ...openSlack } = SLACK as Args;
        assert.deepEqual(alert.state?.inputs["notifications"], [openPager, openSlack]);
      },
    );
});
