import assert from "node:assert/strict";
import { did, succeeded, updated } from "./support/assertions";
import { usePlayground } from "./support/playground";

const program = (threshold: string, ignored: string): string => `
new opsmanager.AlertConfig("alert", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  eventTypeName: "NO_PRIMARY",
  enabled: ${threshold},
  notifications: [
    { typeName: "SLACK", channelName: "#a", apiToken: "xoxb-ignoring-token-1", delayMin: 0, intervalMin: 15 },
    { typeName: "PAGER_DUTY", serviceKey: "11111111111111111111111111111111", delayMin: 0 },
    { typeName: "PAGER_DUTY", serviceKey: "22222222222222222222222222222222", delayMin: 60 },
  ],
}, { ignoreChanges: ["${ignored}"] });
`;

describe("ignoreChanges", function () {
  const playground = usePlayground(this, { program: program("true", "notifications[0].channelName") });
  const live = () => playground.emulator.alertConfigs().list().at(-1) ?? assert.fail("it is gone");
  const byHand = (index: number, patch: object) =>
    playground.emulator.alertConfigs().update(live().id, {
      notifications: live().notifications.map((item, at) => (at === index ? { ...item, ...patch } : item)),
    });

  it("keeps an outside change of one notification field, and still sends the secret of that notification", async () => {
    await playground.run("up");
    byHand(0, { channelName: "#by-hand" });
    // The engine does not report an ignored field in a refresh either.
    did(await playground.run("refresh"), []);
    byHand(1, { delayMin: 5 });
    did(await playground.run("refresh"), [updated("alert", "notifications[1].delayMin")]);
    did(await playground.run("up"), [updated("alert", "notifications[1].delayMin")]);
    assert.deepEqual(
      live().notifications.map(({ channelName, delayMin, apiToken, serviceKey }) => [
        channelName ?? delayMin,
        apiToken ?? serviceKey,
      ]),
      [
        ["#by-hand", "xoxb-ignoring-token-1"],
        [0, "11111111111111111111111111111111"],
        [60, "22222222222222222222222222222222"],
      ],
    );
  });

  it("of all notifications restores a secret changed by hand at the next change, and keeps secrets apart", async () => {
    await playground.rewrite(program("true", "notifications"));
    await playground.run("up");
    const [slack, first, second] = live().notifications;
    playground.emulator.alertConfigs().update(live().id, {
      notifications: [second, slack, { ...first, serviceKey: "99999999999999999999999999999999" }],
    });
    await playground.rewrite(program("false", "notifications"));
    await playground.run("up", "--refresh");
    const keys = live().notifications.map(({ channelName, delayMin, apiToken, serviceKey }) =>
      [channelName ?? delayMin, apiToken ?? serviceKey].join(" "),
    );
    assert.deepEqual(keys.sort(), [
      "#by-hand xoxb-ignoring-token-1",
      "0 11111111111111111111111111111111",
      "60 22222222222222222222222222222222",
    ]);
    assert.equal(live().enabled, false);
  });
});

/** What each resource ignores. */
const IGNORED: Readonly<Record<string, readonly string[]>> = {
  delays: ["notifications[0].delayMin", "notifications[1].delayMin"],
  all: ["notifications"],
};
const EVENTS: Readonly<Record<string, string>> = { delays: "HOST_DOWN", all: "HOST_RECOVERING" };
const matcher = (fieldName: string): string =>
  `matchers: [{ fieldName: "${fieldName}", operator: "EQUALS", value: "1" }],`;

const webhooks = (rest = ""): string =>
  Object.entries(IGNORED)
    .map(
      ([name, ignored]) => `
new opsmanager.AlertConfig("${name}", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  eventTypeName: "${EVENTS[name]}",
  enabled: true,
  notifications: [
    { typeName: "WEBHOOK", webhookUrl: "https://one.example.com/x", delayMin: 0 },
    { typeName: "WEBHOOK", webhookUrl: "https://two.example.com/y", delayMin: 5 },
  ],
  ${rest}
}, { ignoreChanges: ${JSON.stringify(ignored)} });
`,
    )
    .join("");

describe("ignoreChanges on webhooks in a project with a default webhook", function () {
  const playground = usePlayground(this, { program: webhooks(), emulator: { defaultWebhook: true } });
  const live = () =>
    playground.emulator
      .alertConfigs()
      .list()
      .filter(({ eventTypeName }) => Object.values(EVENTS).includes(eventTypeName));
  const urls = () =>
    live().map(({ notifications }) =>
      notifications.map(({ webhookUrl, delayMin }) => [webhookUrl, delayMin]),
    );
  const both = (...delays: number[]) =>
    live().map(() => [
      ["https://one.example.com/x", delays[0]],
      ["https://two.example.com/y", delays[1]],
    ]);
  const delay = (...delays: number[]): void => {
    for (const { id, notifications } of live()) {
      playground.emulator
        .alertConfigs()
        .update(id, { notifications: notifications.map((item, at) => ({ ...item, delayMin: delays[at] })) });
    }
  };

  it("keeps each URL with delays that were changed outside", async () => {
    succeeded(await playground.run("up"));
    assert.equal(live().length, 2);
    delay(20, 21);
    await playground.rewrite(webhooks(matcher("HOSTNAME")));
    succeeded(await playground.run("up", "--refresh"));
    assert.deepEqual(urls(), both(20, 21));
  });
});

const tokens = (names: readonly string[]): string => `
const member = (name: string) => ({
  eventTypeName: "NO_PRIMARY",
  enabled: true,
  notifications: [{ typeName: "SLACK", channelName: "#" + name, apiToken: "xoxb-ignored-" + name }],
});
new opsmanager.AlertConfigSet("set", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  alertConfigs: Object.fromEntries(${JSON.stringify(names)}.map((name: string) => [name, member(name)])),
}, { ignoreChanges: ["alertConfigs"] });
`;

describe("ignoreChanges on the alert configurations of a set", function () {
  const playground = usePlayground(this, { program: tokens(["one", "two"]) });

  it("keeps a member and its secret that the program has dropped", async () => {
    await playground.run("up");
    await playground.rewrite(tokens(["one", "three"]));
    did(await playground.run("up"), []);
    const kept = playground.emulator.alertConfigs().list().slice(-2);
    assert.deepEqual(kept.map(({ notifications }) => String(notifications[0]?.apiToken)).sort(), [
      "xoxb-ignored-one",
      "xoxb-ignored-two",
    ]);
  });
});
