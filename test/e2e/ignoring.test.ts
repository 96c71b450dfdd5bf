import assert from "node:assert/strict";
import { did, succeeded, updated } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { alert, PROJECT } from "./support/resources";

const KEYS = ["1".repeat(32), "2".repeat(32), "9".repeat(32)] as const;
const several = (name: string, args: string, ignored: string): string =>
  alert(
    name,
    `eventTypeName: "${name}", notifications: [
      { typeName: "SLACK", channelName: "#a", apiToken: "xoxb-ignoring-token-1", delayMin: 0, intervalMin: 15 },
      { typeName: "PAGER_DUTY", serviceKey: "${KEYS[0]}", delayMin: 0 },
      { typeName: "PAGER_DUTY", serviceKey: "${KEYS[1]}", delayMin: 60 },
    ], ${args}`,
    `ignoreChanges: ["${ignored}"]`,
  );
const hook = (host: string): string =>
  `{ typeName: "WEBHOOK", webhookUrl: "https://${host}.example.com/x", delayMin: 0 }`;
const webhooks = (name: string, args: string, ...ignored: readonly string[]): string =>
  alert(
    name,
    `eventTypeName: "${name}", notifications: [${hook("one")}, ${hook("two")}], ${args}`,
    `ignoreChanges: ${JSON.stringify(ignored)}`,
  );
const set = (...names: readonly string[]): string => `
const member = (name: string) => ({
  eventTypeName: "NO_PRIMARY",
  notifications: [{ typeName: "SLACK", channelName: "#" + name, apiToken: "xoxb-ignored-" + name }],
});
new opsmanager.AlertConfigSet("set", {
  projectId: "${PROJECT}",
  alertConfigs: Object.fromEntries(${JSON.stringify(names)}.map((name: string) => [name, member(name)])),
}, { ignoreChanges: ["alertConfigs"] });
`;
const FIELD = "HOST_DOWN";
const ALL = "HOST_UP";
const HOOK_FIELDS = "HOST_RECOVERING";
const HOOKS = "HOST_ROLLBACK";
const program = (args: string, ...members: readonly string[]): string =>
  several(FIELD, "", "notifications[0].channelName") +
  several(ALL, args, "notifications") +
  webhooks(HOOK_FIELDS, args, "notifications[0].delayMin", "notifications[1].delayMin") +
  webhooks(HOOKS, args, "notifications") +
  set(...members);

describe("ignoreChanges", function () {
  const playground = usePlayground(this, {
    program: program("", "one", "two"),
    emulator: { defaultWebhook: true },
  });
  const alerts = () => playground.emulator.alertConfigs();
  const live = (event: string) =>
    playground.alerts().findLast(({ eventTypeName }) => eventTypeName === event) ?? assert.fail(event);
  const byHand = (event: string, change: (index: number) => object) => {
    const { id, notifications } = live(event);
    alerts().update(id, { notifications: notifications.map((each, at) => ({ ...each, ...change(at) })) });
  };
  const keys = (event: string): string[] =>
    live(event).notifications.map(({ channelName, delayMin, apiToken, serviceKey }) =>
      [channelName ?? delayMin, apiToken ?? serviceKey].join(" "),
    );
  const kept = (channel: string) => [`${channel} xoxb-ignoring-token-1`, `0 ${KEYS[0]}`, `60 ${KEYS[1]}`];

  before(async () => succeeded(await playground.run("up")));

  it("keeps an outside change of one notification field, and still sends the secret of that notification", async () => {
    byHand(FIELD, (index) => (index === 0 ? { channelName: "#by-hand" } : { delayMin: index * 60 - 55 }));
    // The engine does not report an ignored field in a refresh either.
    const change = [updated(FIELD, "notifications[1].delayMin", "notifications[2].delayMin")];
    did(await playground.run("refresh"), change);
    did(await playground.run("up"), change);
    assert.deepEqual(keys(FIELD), kept("#by-hand"));
  });

  describe("of all notifications, or of members of a set, at the next change", () => {
    before(async () => {
      const { id, notifications } = live(ALL);
      const [slack = {}, first, second = {}] = notifications;
      alerts().update(id, { notifications: [second, slack, { ...first, serviceKey: KEYS[2] }] });
      for (const event of [HOOK_FIELDS, HOOKS]) byHand(event, (index) => ({ delayMin: 20 + index }));
      const matchers = 'matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "1" }],';
      await playground.rewrite(program(matchers, "one", "three"));
      succeeded(await playground.run("up", "--refresh"));
      for (const event of [ALL, HOOK_FIELDS, HOOKS]) assert.equal(live(event).matchers.length, 1);
    });

    it("restores a secret changed by hand, and keeps secrets apart", () =>
      assert.deepEqual(keys(ALL).sort(), kept("#a")));

    it("keeps each URL of webhooks with delays that were changed outside, if the project has a default webhook", () => {
      for (const event of [HOOK_FIELDS, HOOKS]) {
        const found = live(event).notifications.map(({ webhookUrl, delayMin }) => [webhookUrl, delayMin]);
        assert.deepEqual(found, [
          ["https://one.example.com/x", 20],
          ["https://two.example.com/x", 21],
        ]);
      }
    });

    it("keeps a member that the program has dropped, and its secret", () => {
      const tokens = playground.alerts().map(({ notifications }) => String(notifications[0]?.apiToken));
      const inSet = tokens.filter((token) => token.startsWith("xoxb-ignored"));
      assert.deepEqual(inSet.toSorted(), ["xoxb-ignored-one", "xoxb-ignored-two"]);
    });
  });
});
