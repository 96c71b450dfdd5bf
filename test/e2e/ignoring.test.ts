import assert from "node:assert/strict";
import { did, succeeded, updated } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { alert, PROJECT } from "./support/resources";

const KEYS = ["1".repeat(32), "2".repeat(32), "9".repeat(32)] as const;
const program = (enabled: boolean, ignored: string): string =>
  alert(
    "alert",
    `eventTypeName: "NO_PRIMARY", enabled: ${enabled}, notifications: [
      { typeName: "SLACK", channelName: "#a", apiToken: "xoxb-ignoring-token-1", delayMin: 0, intervalMin: 15 },
      { typeName: "PAGER_DUTY", serviceKey: "${KEYS[0]}", delayMin: 0 },
      { typeName: "PAGER_DUTY", serviceKey: "${KEYS[1]}", delayMin: 60 },
    ],`,
    `ignoreChanges: ["${ignored}"]`,
  );
const FIRST = program(true, "notifications[0].channelName");

describe("ignoreChanges", function () {
  const playground = usePlayground(this, { program: FIRST, emulator: { defaultWebhook: true } });
  const live = () => playground.emulator.alertConfigs().list().at(-1) ?? assert.fail("it is gone");
  const byHand = (notifications: object[]) =>
    playground.emulator.alertConfigs().update(live().id, { notifications });
  const change = (index: number, patch: object) =>
    byHand(live().notifications.map((item, at) => (at === index ? { ...item, ...patch } : item)));
  const keys = (): string[] =>
    live().notifications.map(({ channelName, delayMin, apiToken, serviceKey }) =>
      [channelName ?? delayMin, apiToken ?? serviceKey].join(" "),
    );
  const KEPT = ["#by-hand xoxb-ignoring-token-1", `0 ${KEYS[0]}`, `60 ${KEYS[1]}`];

  it("keeps an outside change of one notification field, and still sends the secret of that notification", async () => {
    await playground.run("up");
    change(0, { channelName: "#by-hand" });
    // The engine does not report an ignored field in a refresh either.
    did(await playground.run("refresh"), []);
    change(1, { delayMin: 5 });
    did(await playground.run("refresh"), [updated("alert", "notifications[1].delayMin")]);
    did(await playground.run("up"), [updated("alert", "notifications[1].delayMin")]);
    assert.deepEqual(keys(), KEPT);
  });

  it("of all notifications restores a secret changed by hand at the next change, and keeps secrets apart", async () => {
    await playground.rewrite(program(true, "notifications"));
    await playground.run("up");
    const [slack = {}, first, second = {}] = live().notifications;
    byHand([second, slack, { ...first, serviceKey: KEYS[2] }]);
    await playground.rewrite(program(false, "notifications"));
    await playground.run("up", "--refresh");
    assert.deepEqual(keys().sort(), KEPT);
    assert.equal(live().enabled, false);
  });

  it("keeps each URL of webhooks with delays that were changed outside, if the project has a default webhook", async () => {
    const hook = (host: string): string =>
      `{ typeName: "WEBHOOK", webhookUrl: "https://${host}.example.com/x", delayMin: 0 }`;
    const webhooks = (args: string): string =>
      ["HOST_DOWN", "HOST_RECOVERING"]
        .map((event, index) => {
          const ignored = [["notifications[0].delayMin", "notifications[1].delayMin"], ["notifications"]][
            index
          ];
          const own = `eventTypeName: "${event}", notifications: [${hook("one")}, ${hook("two")}], ${args}`;
          return alert(event, own, `ignoreChanges: ${JSON.stringify(ignored)}`);
        })
        .join("");
    await playground.rewrite(webhooks(""));
    succeeded(await playground.run("up"));
    const alerts = playground.emulator.alertConfigs();
    const both = () => alerts.list().slice(-2);
    for (const { id, notifications } of both())
      alerts.update(id, { notifications: notifications.map((item, at) => ({ ...item, delayMin: 20 + at })) });
    await playground.rewrite(
      webhooks('matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "1" }],'),
    );
    succeeded(await playground.run("up", "--refresh"));
    for (const { notifications, matchers } of both()) {
      const found = notifications.map(({ webhookUrl, delayMin }) => `${String(webhookUrl)} ${delayMin}`);
      assert.deepEqual(found, ["https://one.example.com/x 20", "https://two.example.com/x 21"]);
      assert.equal(matchers.length, 1);
    }
  });

  it("keeps a member of a set, and its secret, that the program has dropped", async () => {
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
    await playground.rewrite(set("one", "two"));
    await playground.run("up");
    await playground.rewrite(set("one", "three"));
    did(await playground.run("up"), []);
    const kept = playground.emulator.alertConfigs().list().slice(-2);
    const tokens = kept.map(({ notifications }) => String(notifications[0]?.apiToken));
    assert.deepEqual(tokens.sort(), ["xoxb-ignored-one", "xoxb-ignored-two"]);
  });
});
