import assert from "node:assert/strict";
import type { PlainObject } from "../../../../src/json";
import { sameAlert } from "../../../../src/resources/alert-config/meaning";
import { GROUP, HOOK, inputsOf, MATCHERS, METRIC, PAGER, PROGRAM, SLACK } from "./alerts";

describe("sameAlert", () => {
  const base = inputsOf(PROGRAM);
  const equal: [what: string, other: PlainObject][] = [
    ["itself", base],
    [
      "another order",
      inputsOf({
        ...PROGRAM,
        notifications: PROGRAM.notifications.toReversed(),
        matchers: MATCHERS.toReversed(),
      }),
    ],
    [
      "roles in place of role",
      inputsOf({
        ...PROGRAM,
        notifications: [SLACK, PAGER, HOOK, { ...GROUP, role: undefined, roles: ["GROUP_OWNER"] }],
      }),
    ],
    ["an id to adopt", { ...base, adoptId: "x" }],
    ["no changed secrets", { ...base, changedSecrets: [] }],
  ];
  for (const [what, other] of equal) {
    it(`takes ${what} for the same`, () => {
      assert.ok(sameAlert(base, other));
      assert.ok(sameAlert(other, base));
    });
  }
  const different: [what: string, other: PlainObject][] = [
    [
      "another secret",
      inputsOf({ ...PROGRAM, notifications: [{ ...SLACK, apiToken: "x" }, PAGER, HOOK, GROUP] }),
    ],
    [
      "secrets that changed places",
      inputsOf({
        ...PROGRAM,
        notifications: [
          { ...SLACK, channelName: "#ops" },
          PAGER,
          { ...HOOK, webhookUrl: HOOK.webhookSecret, webhookSecret: HOOK.webhookUrl },
          GROUP,
        ],
      }),
    ],
    ["another project", { ...base, projectId: "q" }],
    ["off", { ...base, enabled: undefined }],
    ["a secret that was changed outside", { ...base, changedSecrets: ["notifications[0].apiToken"] }],
    ["one notification less", inputsOf({ ...PROGRAM, notifications: [SLACK, PAGER, HOOK] })],
    [
      "the same notification twice",
      inputsOf({ ...PROGRAM, notifications: [...PROGRAM.notifications, PAGER] }),
    ],
    ["another size", { ...base, metricThreshold: { ...METRIC, threshold: 3 } }],
  ];
  for (const [what, other] of different) {
    it(`takes ${what} for different`, () => {
      assert.ok(!sameAlert(base, other));
      assert.ok(!sameAlert(other, base));
    });
  }
  it("takes disabled and nothing for the same, and no matchers and none", () => {
    const plain = { eventTypeName: "NO_PRIMARY", notifications: [GROUP] };
    assert.ok(sameAlert(inputsOf(plain), inputsOf({ ...plain, enabled: false, matchers: [] })));
  });
  it("leaves out what it is told to", () => {
    assert.ok(sameAlert(base, { ...base, enabled: false }, ["enabled"]));
    assert.ok(!sameAlert(base, { ...base, enabled: false, eventTypeName: "X" }, ["enabled"]));
  });
});
