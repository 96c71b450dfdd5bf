import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { omit } from "../../../src/json";
import type { AlertConfigArgs } from "../../../src/classes/alert-config";
import { AlertConfig } from "../../../src/classes/alert-config";
import type { AlertConfigSetArgs } from "../../../src/classes/alert-config-set";
import { AlertConfigSet } from "../../../src/classes/alert-config-set";
import { arrived, mockEngine, secret, valueOf } from "./registered";

const SLACK = { typeName: "SLACK", channelName: "#ops", apiToken: "token" };
const EMAIL = { typeName: "EMAIL", emailAddress: "a@example.com" };
const SECRETS = { 'SLACK {"channelName":"#ops"}': { apiToken: "token" } };
const LAG = { eventTypeName: "NO_PRIMARY", notifications: [SLACK, EMAIL] };
const OPEN = { ...LAG, notifications: [omit(SLACK, ["apiToken"]), EMAIL] };
const DOWN = { eventTypeName: "HOST_DOWN", enabled: true, notifications: [EMAIL] };
const HIDDEN = [{ ...EMAIL, emailAddress: pulumi.secret("hidden@example.com") }];

describe("AlertConfig and AlertConfigSet", () => {
  before(mockEngine);

  type Form = [what: string, AlertConfigArgs["notifications"], AlertConfigSetArgs["alertConfigs"]];
  const later = {
    lag: { ...LAG, notifications: [{ ...SLACK, apiToken: pulumi.output("token") }, EMAIL] },
    down: Promise.resolve(DOWN),
  };
  const forms: Form[] = [
    ["plain values", LAG.notifications, { lag: LAG, down: DOWN }],
    ["outputs and promises", Promise.resolve([pulumi.output(SLACK), EMAIL]), pulumi.output(later)],
  ];
  for (const [what, notifications, alertConfigs] of forms)
    it(`pass secrets apart from the fields that a preview shows, and join them in their outputs: ${what}`, async () => {
      const alert = new AlertConfig(`alert of ${what}`, { ...LAG, projectId: "p", notifications });
      const notificationSecrets = secret(SECRETS);
      assert.deepEqual(await arrived(alert), { projectId: "p", ...OPEN, notificationSecrets });
      assert.deepEqual(await valueOf(alert.notifications), LAG.notifications);
      const set = new AlertConfigSet(`set of ${what}`, { projectId: "p", alertConfigs });
      assert.deepEqual(await arrived(set), {
        projectId: "p",
        __resourceName: `set of ${what}`,
        alertConfigs: { lag: OPEN, down: DOWN },
        alertConfigSecrets: secret({ lag: SECRETS }),
      });
      assert.deepEqual(await valueOf(set.alertConfigs), { lag: LAG, down: DOWN });
      assert.ok(await pulumi.isSecret(set.alertConfigs));
    });

  it("pass no secrets if there are none, also of a member with a name that every object has", async () => {
    const set = { projectId: "p", alertConfigs: { constructor: DOWN } };
    const plain = new AlertConfigSet("plain", set);
    assert.deepEqual(await arrived(plain), { __resourceName: "plain", ...set });
    assert.deepEqual(await valueOf(plain.alertConfigs), set.alertConfigs);
  });

  it("pass the texts that the program marks as secret, wherever they are", async () => {
    const hidden = { ...DOWN, notifications: HIDDEN };
    const alert = new AlertConfig("marked", { projectId: "p", ...hidden });
    const set = new AlertConfigSet("marked set", { projectId: "p", alertConfigs: { down: hidden } });
    for (const one of [alert, set]) assert.deepEqual((await arrived(one))["marked"], ["hidden@example.com"]);
  });

  it("pass on what a program without types gives for members, so that the check can name it", async () => {
    const alertConfigs = { a: "none", b: { notifications: 5 } };
    const set = new AlertConfigSet("wrong", { projectId: "p", alertConfigs } as never);
    assert.deepEqual((await arrived(set))["alertConfigs"], alertConfigs);
  });

  it("pass adoptId under a name that the engine does not show, and have it as an output", async () => {
    const alert = new AlertConfig("adopting", { projectId: "p", ...DOWN, adoptId: "a1" });
    const { adoptId, __adoptId } = await arrived(alert);
    assert.deepEqual([adoptId, __adoptId], [undefined, "a1"]);
    assert.equal(await valueOf(alert.adoptId), "a1");
  });

  it("refuse an adoptId that is not known while the program runs, and a name that it cannot carry", () => {
    const adoptId = pulumi.output("a1") as never;
    assert.throws(
      () => new AlertConfig("late", { projectId: "p", ...DOWN, adoptId }),
      /AlertConfig "late": adoptId must be a plain string, not an Output or a promise\. Write the id itself .* or read it from the configuration/,
    );
    const name = "__proto__";
    assert.throws(
      () => new AlertConfigSet("hidden", { projectId: "p", alertConfigs: { [name]: DOWN } }),
      /AlertConfigSet "hidden": alertConfigs: "__proto__" cannot be the name of an alert configuration/,
    );
  });

  it("do not change Error.stackTraceLimit, and name the line of the program in an error of the SDK", () => {
    const frames = Error.stackTraceLimit;
    Error.stackTraceLimit = 25;
    try {
      void new AlertConfig("with stacks", { projectId: "p", ...DOWN });
      assert.equal(Error.stackTraceLimit, 25);
      const failing = (): unknown => new AlertConfig("", { projectId: "p", ...DOWN });
      assert.throws(failing, ({ message, stack = "" }: Error) => {
        assert.match(message, /Missing resource name/);
        return stack.includes(__filename);
      });
      assert.equal(Error.stackTraceLimit, 25);
    } finally {
      Error.stackTraceLimit = frames;
    }
  });

  it("have no notifications if they are looked up", async () => {
    const found = AlertConfig.get("found", "p/a1", { connection: "eu" });
    assert.deepEqual(await valueOf(found.notifications), []);
  });
});
