import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import type { AlertConfigSetArgs } from "../../../src/resources/alert-config-set";
import { AlertConfigSet } from "../../../src/resources/alert-config-set";
import { arrived, mockEngine, secret, valueOf } from "./registered";

const SLACK = { typeName: "SLACK", channelName: "#ops", apiToken: "token" };
const EMAIL = { typeName: "EMAIL", emailAddress: "a@example.com" };
const KEY = 'SLACK {"channelName":"#ops"}';
const withSecret = { eventTypeName: "NO_PRIMARY", notifications: [SLACK, EMAIL] };
const without = { eventTypeName: "HOST_DOWN", enabled: true, notifications: [EMAIL] };
const OPEN = {
  lag: { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "SLACK", channelName: "#ops" }, EMAIL] },
  down: without,
};

describe("AlertConfigSet", () => {
  before(mockEngine);

  const forms: [what: string, alertConfigs: AlertConfigSetArgs["alertConfigs"]][] = [
    ["plain values", { lag: withSecret, down: without }],
    [
      "outputs and promises",
      pulumi.output({
        lag: { ...withSecret, notifications: [{ ...SLACK, apiToken: pulumi.output("token") }, EMAIL] },
        down: Promise.resolve(without),
      }),
    ],
  ];
  for (const [what, alertConfigs] of forms) {
    it(`passes the secrets of all members apart, and joins them in its output: ${what}`, async () => {
      const set = new AlertConfigSet(`set of ${what}`, { projectId: "p", alertConfigs });
      assert.deepEqual(await arrived(set), {
        projectId: "p",
        __resourceName: `set of ${what}`,
        alertConfigs: OPEN,
        alertConfigSecrets: secret({ lag: { [KEY]: { apiToken: "token" } } }),
      });
      assert.deepEqual(await valueOf(set.alertConfigs), { lag: withSecret, down: without });
      assert.ok(await pulumi.isSecret(set.alertConfigs));
    });
  }

  it("passes no secrets if there are none, and its output is as declared", async () => {
    const set = new AlertConfigSet("plain", { projectId: "p", alertConfigs: { down: without } });
    const alertConfigs = { down: without };
    assert.deepEqual(await arrived(set), { projectId: "p", __resourceName: "plain", alertConfigs });
    assert.deepEqual(await valueOf(set.alertConfigs), { down: without });
  });

  it("passes the texts that the program marks as secret, wherever they are", async () => {
    const notifications = [{ ...EMAIL, emailAddress: pulumi.secret("hidden@example.com") }];
    const alertConfigs = { down: { ...without, notifications } };
    const set = new AlertConfigSet("marked", { projectId: "p", alertConfigs });
    assert.deepEqual((await arrived(set))["marked"], ["hidden@example.com"]);
  });

  it("accepts a name that every object has", async () => {
    const set = new AlertConfigSet("inherited", { projectId: "p", alertConfigs: { constructor: without } });
    assert.deepEqual(await valueOf(set.alertConfigs), { constructor: without });
  });

  it("refuses a name that a program cannot carry", () => {
    const name = "__proto__";
    assert.throws(
      () => new AlertConfigSet("hidden", { projectId: "p", alertConfigs: { [name]: without } }),
      /AlertConfigSet "hidden": alertConfigs: "__proto__" cannot be the name of an alert configuration/,
    );
  });

  it("passes on what a program without types gives, so that the check can name it", async () => {
    const alertConfigs = { a: "none", b: { notifications: 5 } };
    const wrong: unknown[] = [undefined, { projectId: "p" }, { projectId: "p", alertConfigs }];
    for (const [index, args] of wrong.entries()) {
      const set = new AlertConfigSet(`wrong ${index}`, args as never);
      assert.deepEqual(
        (await arrived(set))["alertConfigs"],
        (args as { alertConfigs?: unknown } | undefined)?.alertConfigs,
      );
    }
  });
});
