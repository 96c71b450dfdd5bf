import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { dynamicProvider } from "../../../src/dynamic/provider";
import { AlertConfig } from "../../../src/resources/alert-config";
import { alertConfig } from "../../../src/resources/alert-config/definition";
import { surroundings } from "../dynamic/surroundings";
import { connectionTo } from "./connection";
import { arrived, mockEngine, secret, valueOf } from "./registered";

const SLACK = { typeName: "SLACK", channelName: "#ops", apiToken: "token" };
const EMAIL = { typeName: "EMAIL", emailAddress: "a@example.com" };
const OPEN = [{ typeName: "SLACK", channelName: "#ops" }, EMAIL];
const SECRETS = { 'SLACK {"channelName":"#ops"}': { apiToken: "token" } };

describe("AlertConfig", () => {
  before(mockEngine);

  const forms: [what: string, notifications: pulumi.Input<pulumi.Input<typeof SLACK | typeof EMAIL>[]>][] = [
    ["plain values", [SLACK, EMAIL]],
    ["outputs and promises", Promise.resolve([pulumi.output(SLACK), EMAIL])],
  ];
  for (const [what, notifications] of forms) {
    it(`passes secrets apart from the fields that a preview shows, and joins them in its output: ${what}`, async () => {
      const alert = new AlertConfig(`alert of ${what}`, {
        projectId: "p",
        eventTypeName: "NO_PRIMARY",
        notifications,
      });
      assert.deepEqual(await arrived(alert), {
        projectId: "p",
        eventTypeName: "NO_PRIMARY",
        notifications: OPEN,
        notificationSecrets: secret(SECRETS),
      });
      assert.deepEqual(await valueOf(alert.notifications), [SLACK, EMAIL]);
    });
  }

  it("passes the texts that the program marks as secret", async () => {
    const notifications = [{ ...EMAIL, emailAddress: pulumi.secret("hidden@example.com") }];
    const alert = new AlertConfig("marked", { projectId: "p", eventTypeName: "NO_PRIMARY", notifications });
    assert.deepEqual((await arrived(alert))["marked"], ["hidden@example.com"]);
  });

  it("passes adoptId under a name that the engine does not show, and has it as an output", async () => {
    const args = { projectId: "p", eventTypeName: "NO_PRIMARY", notifications: [EMAIL], adoptId: "a1" };
    const alert = new AlertConfig("adopting", args);
    const { adoptId, __adoptId } = await arrived(alert);
    assert.deepEqual([adoptId, __adoptId], [undefined, "a1"]);
    assert.equal(await valueOf(alert.adoptId), "a1");
  });

  it("refuses an adoptId that is not known while the program runs", () => {
    const adoptId = pulumi.output("a1") as never;
    const args = { projectId: "p", eventTypeName: "NO_PRIMARY", notifications: [EMAIL], adoptId };
    assert.throws(
      () => new AlertConfig("late", args),
      /AlertConfig "late": adoptId must be a plain string, not an Output or a promise\. Write the id itself .* or read it from the configuration/,
    );
  });

  it("refuses both of two resources that adopt the same alert configuration, before either is registered", async () => {
    const args = { projectId: "p", eventTypeName: "NO_PRIMARY", notifications: [EMAIL], adoptId: "a2" };
    const both = ["first", "second"].map((name) => new AlertConfig(name, args));
    const conflicts = await Promise.all(both.map(async (alert) => (await arrived(alert))["conflict"]));
    const text =
      'The resources "first" and "second" both manage the alert configuration p/a2: keep one of them. Nothing was written.';
    assert.deepEqual(conflicts, [text, text]);
  });

  it("passes the id of an import under a name that the engine does not show", async () => {
    const args = { projectId: "p", eventTypeName: "NO_PRIMARY", notifications: [EMAIL] };
    const alert = new AlertConfig("imported", args, { import: "p/a3" });
    const { __import, id } = await arrived(alert);
    assert.deepEqual([__import, id], ["p/a3", undefined]);
  });

  it("does not change Error.stackTraceLimit, whether or not it can be created", () => {
    const args = { projectId: "p", eventTypeName: "NO_PRIMARY", notifications: [EMAIL] };
    const frames = Error.stackTraceLimit;
    Error.stackTraceLimit = 25;
    try {
      void new AlertConfig("with stacks", args);
      assert.equal(Error.stackTraceLimit, 25);
      assert.throws(() => new AlertConfig("", args), /Missing resource name/);
      assert.equal(Error.stackTraceLimit, 25);
    } finally {
      Error.stackTraceLimit = frames;
    }
  });

  it("names the line of the program in an error of the SDK", () => {
    const args = { projectId: "p", eventTypeName: "NO_PRIMARY", notifications: [EMAIL] };
    const failing = (): unknown => new AlertConfig("", args);
    assert.throws(failing, ({ stack }: Error) => stack?.includes(__filename) === true);
  });

  it("passes on what a check needs to warn about an unlisted name, without a secret", async () => {
    const args = { projectId: "60a2b7c9e4b0c5571d3f8e12", notifications: [EMAIL] };
    const alert = new AlertConfig("odd", { ...args, eventTypeName: pulumi.secret("NO_PRIMARI") });
    const { marked, ...inputs } = await arrived(alert);
    const around = surroundings();
    const connection = connectionTo(() => assert.fail("a check sent a request"));
    const provider = dynamicProvider(alertConfig, () => connection, around);
    const { failures } = await provider.check(
      {},
      {
        ...inputs,
        eventTypeName: "NO_PRIMARI",
        __secrets: marked,
        __run: { urn: "urn:odd", preview: false },
      },
    );
    assert.deepEqual(failures, []);
    assert.deepEqual(around.logged, [
      [
        "urn:odd",
        "warn",
        'eventTypeName: "[secret]" is not a documented event type (did you mean NO_PRIMARY?)',
      ],
    ]);
  });

  it("passes only an id and a connection for a look-up", async () => {
    const found = AlertConfig.get("found", "p/a1", { connection: "eu" });
    assert.deepEqual(await arrived(found), { id: "p/a1", connection: "eu" });
    assert.deepEqual(await valueOf(found.notifications), []);
  });
});
