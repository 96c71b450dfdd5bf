import assert from "node:assert/strict";
import { createOwnership } from "../../../src/core/ownership";
import type { PlainObject } from "../../../src/json";
import { alertObject } from "../../../src/resources/alert-config/scope";
import { itInHost, idsIn, managed } from "./managed";
import { metric, slack, useSet } from "./sets";

describe("the state of an AlertConfigSet", () => {
  const { emulator, set, inputs, up, addByHand, sends, isSettled, ...found } = useSet();
  const { live, unmanaged } = found;
  const two = { one: metric(1), two: metric(2) };
  const LIST = /\/alertConfigs(\?|$)/;

  it("has after a refresh each member as it is now, under its id", async () => {
    await up(two);
    const ids = idsIn(set);
    emulator.alertConfigs().update(ids["two"] ?? "", { enabled: false });
    assert.equal(await set.refresh(), "changed");
    assert.deepEqual(idsIn(set), ids);
    const members = set.state?.inputs["alertConfigs"] as Record<string, PlainObject>;
    assert.deepEqual([members["one"]?.["enabled"], members["two"]?.["enabled"]], [true, false]);
    assert.ok(!Object.hasOwn(members["two"] ?? {}, "projectId"));
    await sends({ PATCH: 1 }, async () => up(two));
    await isSettled(two);
  });

  it("keeps a member that a list lacks, if a read of it finds it", async () => {
    await up(two);
    const ids = idsIn(set);
    const rest = emulator
      .alertConfigs()
      .list()
      .filter(({ id }) => id !== ids["one"]);
    const body = { results: rest, totalCount: rest.length };
    emulator.faults.add({ match: { method: "GET", path: LIST }, action: { status: 200, body } });
    assert.equal(await sends({ LIST: 1, GET: 1 }, async () => set.refresh()), "same");
    assert.deepEqual(idsIn(set), ids);
  });

  it("is gone with its project", async () => {
    await up(two);
    emulator.entities("projects").delete(emulator.projectId);
    assert.equal(await set.refresh(), "gone");
  });

  it("lists what nobody declares in one order, in whatever order the service has it", async () => {
    emulator.settings.shuffle = true;
    for (const threshold of [90, 91, 92, 93, 94]) addByHand(metric(threshold));
    await up(two, { unmanaged: "report" });
    assert.deepEqual(unmanaged(), unmanaged().toSorted());
    await isSettled(two, { unmanaged: "report" });
  });

  it("has a member of whose response only the id can be read", async () => {
    const body = { id: "60a2b7c9e4b0c5571d3f8abc", eventTypeName: 1 };
    emulator.faults.add({ match: { method: "POST" }, action: { status: 201, body } });
    await assert.rejects(
      up({ one: metric(1) }),
      /The alert configuration 60a2b7c9e4b0c5571d3f8abc was created/,
    );
    assert.deepEqual(idsIn(set), { one: "60a2b7c9e4b0c5571d3f8abc" });
  });

  it("says in an update what is adopted, and of which secrets the service shows too little", async () => {
    const hook = { typeName: "WEBHOOK", webhookUrl: "https://hooks.example.com/a-long-path" };
    const body = { ...metric(1), notifications: [hook] };
    const id = addByHand(body);
    await up({ one: body, two: metric(2) });
    const text = `exist as declared and are adopted:\n  one: ${id}; the service does not show whether it has the declared notifications[0].webhookUrl (WEBHOOK)\n`;
    assert.ok(set.said.join("\n").includes(text), set.said.join("\n"));
    await set.destroy();
    set.said.length = 0;
    await up(two);
    assert.deepEqual(set.said, []);
    assert.deepEqual(await set.preview(inputs({ ...two, three: metric(3) })), []);
  });

  it("writes no member again for a change of another, and with another secretsVersion each that has a secret", async () => {
    const mail = { typeName: "EMAIL", emailAddress: "a@example.com" };
    const secret = { ...slack("alpha-0000"), notifications: [mail, ...slack("alpha-0000").notifications] };
    await up({ one: metric(1), secret });
    await sends({ LIST: 1, PUT: 1 }, async () => up({ one: metric(2), secret }));
    await sends({ LIST: 1, PUT: 1 }, async () => up({ one: metric(2), secret }, { secretsVersion: 2 }));
    assert.equal(live("secret").notifications.length, 2);
  });

  it("deletes nothing if a member gets the content that another one had, and that one gets a new content", async () => {
    await up({ one: metric(1), two: metric(2), three: metric(3) });
    const ids = Object.values(idsIn(set)).sort();
    assert.deepEqual(await set.preview(inputs({ one: metric(2), two: metric(3), three: metric(4) })), []);
    await sends({ LIST: 1, PUT: 1 }, async () => up({ one: metric(2), two: metric(3), three: metric(4) }));
    assert.deepEqual(Object.values(idsIn(set)).sort(), ids);
    assert.equal(live("three").metricThreshold?.threshold, 4);
  });

  itInHost("cannot be looked up", async () => {
    await set.import({ id: `${emulator.projectId}/alerts`, inputs: { __imported: true }, outputs: {} });
    await assert.rejects(set.refresh(), /A set of alert configurations cannot be looked up\./);
  });

  it("is left alone while `ignoreChanges` keeps a notification that was added by hand", async () => {
    const hook = { typeName: "WEBHOOK", webhookUrl: "https://hooks.example.com/a-long-path" };
    await up({ hooked: metric(1, { notifications: [hook] }) });
    const { id, notifications } = live("hooked");
    emulator.alertConfigs().update(id, { notifications: [...notifications, hook] });
    assert.equal(await set.refresh(), "changed");
    assert.equal(await sends({}, async () => set.up(set.state?.inputs ?? {})), "same");
  });

  describe("in a process", () => {
    itInHost("holds from the comparison on what it keeps, and not what it drops", async () => {
      const ownership = createOwnership();
      await up(two);
      const shared = managed("AlertConfigSet", emulator, { ownership: () => ownership });
      await shared.import(set.state ?? assert.fail());
      await shared.preview(inputs({ two: metric(2) }));
      const [one, other] = [idsIn(set)["one"] ?? "", idsIn(set)["two"] ?? ""].map((id) =>
        alertObject(emulator.projectId, id),
      );
      assert.deepEqual(
        [one, other].map((object) => ownership.isHeld(object ?? "")),
        [false, true],
      );
      assert.ok(!ownership.isFree(one ?? ""), "it is about to delete it");
    });

    itInHost("deletes nothing that a resource has which is as unknown as itself", async () => {
      const ownership = createOwnership();
      await up(two);
      const urn = undefined as unknown as string;
      const shared = managed("AlertConfigSet", emulator, { ownership: () => ownership, run: { urn } });
      await shared.import(set.state ?? assert.fail());
      const id = idsIn(set)["one"] ?? "";
      ownership.hold([alertObject(emulator.projectId, id)]);
      await shared.up(inputs({ two: metric(2) }));
      assert.ok(emulator.alertConfigs().get(id));
      assert.match(
        shared.said.join(),
        /is managed by another resource of this program now: it was not deleted/,
      );
    });
  });
});
