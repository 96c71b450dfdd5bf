import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { dynamicProvider } from "../../../src/dynamic/provider";
import { AlertConfig } from "../../../src/resources/alert-config";
import { alertConfig } from "../../../src/resources/alert-config/definition";
import { surroundings } from "../dynamic/surroundings";
import { offline } from "./connection";
import { arrived, mockEngine, secret, valueOf } from "./registered";

const SLACK = { typeName: "SLACK", channelName: "#ops", apiToken: "token" };
const EMAIL = { typeName: "EMAIL", emailAddress: "a@example.com" };
const OPEN = [{ typeName: "SLACK", channelName: "#ops" }, EMAIL];
const SECRETS = { 'SLACK {"channelName":"#ops"}': { apiToken: "token" } };

const ARGS = { projectId: "p", eventTypeName: "NO_PRIMARY", notifications: [EMAIL] };

describe("AlertConfig", () => {
  before(mockEngine);

  for (const [what, notifications] of Object.entries({
    "plain values": [SLACK, EMAIL],
    "outputs and promises": Promise.resolve([pulumi.output(SLACK), EMAIL]),
  })) {
    it(`passes secrets apart from the fields that a preview shows, and joins them in its output: ${what}`, async () => {
      const alert = new AlertConfig(`alert of ${what}`, { ...ARGS, notifications });
      const notificationSecrets = secret(SECRETS);
      assert.deepEqual(await arrived(alert), { ...ARGS, notifications: OPEN, notificationSecrets });
      assert.deepEqual(await valueOf(alert.notifications), [SLACK, EMAIL]);
    });
  }

  it("passes the texts that the program marks as secret", async () => {
    const notifications = [{ ...EMAIL, emailAddress: pulumi.secret("hidden@example.com") }];
    const alert = new AlertConfig("marked", { ...ARGS, notifications });
    assert.deepEqual((await arrived(alert))["marked"], ["hidden@example.com"]);
  });

  it("passes adoptId under a name that the engine does not show, and has it as an output", async () => {
    const alert = new AlertConfig("adopting", { ...ARGS, adoptId: "a1" });
    const { adoptId, __adoptId } = await arrived(alert);
    assert.deepEqual([adoptId, __adoptId], [undefined, "a1"]);
    assert.equal(await valueOf(alert.adoptId), "a1");
  });

  it("refuses an adoptId that is not known while the program runs", () =>
    assert.throws(
      () => new AlertConfig("late", { ...ARGS, adoptId: pulumi.output("a1") as never }),
      /AlertConfig "late": adoptId must be a plain string, not an Output or a promise\. Write the id itself .* or read it from the configuration/,
    ));

  it("does not change Error.stackTraceLimit, whether or not it can be created", () => {
    const frames = Error.stackTraceLimit;
    Error.stackTraceLimit = 25;
    try {
      void new AlertConfig("with stacks", ARGS);
      assert.equal(Error.stackTraceLimit, 25);
      assert.throws(() => new AlertConfig("", ARGS), /Missing resource name/);
      assert.equal(Error.stackTraceLimit, 25);
    } finally {
      Error.stackTraceLimit = frames;
    }
  });

  it("names the line of the program in an error of the SDK", () => {
    const failing = (): unknown => new AlertConfig("", ARGS);
    assert.throws(failing, ({ stack }: Error) => stack?.includes(__filename) === true);
  });

  it("passes on what a check needs to warn about an unlisted name, without a secret", async () => {
    const args = { ...ARGS, projectId: "60a2b7c9e4b0c5571d3f8e12" };
    const alert = new AlertConfig("odd", { ...args, eventTypeName: pulumi.secret("NO_PRIMARI") });
    const { marked, ...inputs } = await arrived(alert);
    const around = surroundings();
    const provider = dynamicProvider(alertConfig, () => offline(), around);
    const news = { ...inputs, eventTypeName: "NO_PRIMARI", __secrets: marked };
    const { failures } = await provider.check({}, { ...news, __run: { urn: "urn:odd", preview: false } });
    assert.deepEqual(failures, []);
    const text = 'eventTypeName: "[secret]" is not a documented event type (did you mean NO_PRIMARY?)';
    assert.deepEqual(around.logged, [["urn:odd", "warn", text]]);
  });

  it("has no notifications if it is looked up", async () => {
    const found = AlertConfig.get("found", "p/a1", { connection: "eu" });
    assert.deepEqual(await valueOf(found.notifications), []);
  });
});
