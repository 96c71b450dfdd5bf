import assert from "node:assert/strict";
import type { AlertConfigBody } from "../../../src/fields/alert-config";
import { omit } from "../../../src/json";
import { UNKNOWN } from "../../../src/unknowns";
import type { Bodies, SetOptions } from "../../unit/resources/alert-config-set/sets";
import { idsIn, managed } from "./managed";
import { metric, slack, useSet } from "./sets";

describe("AlertConfigSet against the emulator", () => {
  const { emulator, set, inputs, up, addByHand, fail, sends, isSettled, ...found } = useSet();
  const { live, liveIds, thresholdOf, tokenOf, unmanaged } = found;

  describe("sends", () => {
    const two = { one: metric(1), two: metric(2) };
    beforeEach(async () => void (await up(two)));

    it("one list and a POST for each member to create it", async () => {
      const other = managed("AlertConfigSet", emulator);
      const four = { a: metric(11), b: metric(12), c: metric(13), d: metric(14) };
      const run = async () => other.up(inputs(four, { resourceName: "other" }));
      assert.equal(await sends({ LIST: 1, POST: 4 }, run), "create");
      assert.equal(other.state?.id, `${emulator.projectId}/other`);
      assert.deepEqual(Object.keys(idsIn(other)).sort(), ["a", "b", "c", "d"]);
    });

    it("one list and a PUT for a changed member, a PATCH for a switched one", async () => {
      const next = { one: metric(10), two: metric(2, { enabled: false }) };
      const ids = idsIn(set);
      await sends({ LIST: 1, PUT: 1, PATCH: 1 }, async () => up(next));
      assert.deepEqual([thresholdOf("one"), live("two").enabled], [10, false]);
      assert.deepEqual(idsIn(set), ids);
      await isSettled(next);
    });

    it("nothing for new names, another order or another spelling", async () => {
      const { one: id, two: other } = idsIn(set);
      const next = { second: metric(2, { matchers: [] }), first: metric(1) };
      assert.deepEqual(await sends({}, async () => set.preview(inputs(next))), []);
      await sends({}, async () => up(next));
      assert.deepEqual(idsIn(set), { first: id, second: other });
      await isSettled(next);
    });

    it("nothing for the same in another order, or with what options are by default, which is no change", async () => {
      const respelled: [bodies: Bodies, options?: SetOptions][] = [
        [{ two: metric(2, { matchers: [] }), one: metric(1) }],
        [two, { unmanaged: "ignore" }],
        [two, { unmanagedExcept: [] }],
      ];
      for (const args of respelled) assert.equal(await sends({}, async () => up(...args)), "same");
    });

    it("one list and a POST for another member, a DELETE for a removed one", async () => {
      const { one: id = "" } = idsIn(set);
      await sends({ LIST: 1, POST: 1, DELETE: 1 }, async () => up({ two: metric(2), three: metric(3) }));
      assert.ok(!liveIds().includes(id));
      await isSettled({ two: metric(2), three: metric(3) });
    });

    it("a DELETE for each member to destroy it, and leaves the rest", async () => {
      const others = liveIds().filter((id) => !Object.values(idsIn(set)).includes(id));
      await sends({ DELETE: 2 }, async () => set.destroy());
      assert.deepEqual(liveIds(), others);
    });

    it("a read of what the list lacks, and creates again what is gone", async () => {
      const { one: id = "" } = idsIn(set);
      emulator.alertConfigs().delete(id);
      assert.equal(await sends({ LIST: 1, GET: 1 }, async () => set.refresh()), "changed");
      assert.deepEqual(Object.keys(idsIn(set)), ["two"]);
      await sends({ LIST: 1, POST: 1 }, async () => up(two));
      await isSettled(two);
    });

    it("nothing in a preview with unknown parts", async () => {
      const unknown: unknown[] = [
        { one: UNKNOWN, two: metric(2) },
        { one: metric(1), two: { ...metric(2), notifications: UNKNOWN } },
        { one: metric(1), two: { ...metric(2), notifications: [UNKNOWN] } },
        { one: metric(1), two: { ...metric(2), matchers: UNKNOWN } },
        { one: metric(1), two: { ...metric(2), metricThreshold: UNKNOWN } },
        { one: metric(1), two: metric(2), three: { ...metric(3), eventTypeName: UNKNOWN } },
      ];
      for (const alertConfigs of unknown) {
        const run = async () => set.preview({ ...inputs({}), alertConfigs });
        assert.deepEqual(await sends({}, run), [], JSON.stringify(alertConfigs));
      }
    });

    it("nothing in a preview that does not know the members, which names all that may be deleted", async () => {
      const said = await sends({}, async () => set.preview({ ...inputs({}), alertConfigs: UNKNOWN }));
      const named = Object.entries(idsIn(set)).map(([key, id]) => `\n  ${key}: ${id}`);
      assert.deepEqual(said, [
        `These members are deleted on the service unless alertConfigs, which is not known yet, declares them:${named.sort().join("")}`,
      ]);
    });

    it("nothing in a preview with unknown parts, which names a removed member although another has its name now", async () => {
      const alertConfigs = { two: metric(1), three: { ...metric(3), eventTypeName: UNKNOWN } };
      const said = await sends({}, async () => set.preview({ ...inputs({}), alertConfigs }));
      const unless = "unless alertConfigs, which is not known yet, declares them";
      assert.deepEqual(said, [
        `These members are deleted on the service ${unless}:\n  two: ${idsIn(set)["two"]}`,
      ]);
    });

    it("one list in a preview with another member, whatever is unknown in the others", async () => {
      const id = addByHand(metric(3));
      const alertConfigs = { one: UNKNOWN, two: { ...metric(2), eventTypeName: UNKNOWN }, three: metric(3) };
      const said = await sends({ LIST: 1 }, async () => set.preview({ ...inputs({}), alertConfigs }));
      assert.match(said.join(), new RegExp(`are adopted:\\n  three: ${id}\\n`));
    });

    const DELETING = { unmanaged: "delete" };
    const EXCEPTIONS = /are deleted, unless unmanagedExcept, which is not known yet, contains their ids/;
    const previews: [what: string, rest: (first: string) => object, said: RegExp, keepsFirst?: boolean][] = [
      ["what is excepted", () => ({ ...DELETING, unmanagedExcept: UNKNOWN }), EXCEPTIONS],
      ["the only exception", () => ({ ...DELETING, unmanagedExcept: [UNKNOWN] }), EXCEPTIONS],
      ["one exception", (first) => ({ ...DELETING, unmanagedExcept: [first, UNKNOWN] }), EXCEPTIONS, true],
      ["unmanaged", () => ({ unmanaged: UNKNOWN }), /are deleted if unmanaged, .* known yet, is "delete"/],
      [
        "the project",
        () => ({ ...DELETING, projectId: UNKNOWN }),
        /^Is replaced only if projectId changes, which is not known yet\.,If it is not replaced:\n.* are deleted/,
      ],
    ];
    for (const [what, rest, expected, keepsFirst = false] of previews) {
      it(`nothing in a preview that does not know ${what}, which names all that may be deleted besides`, async () => {
        await up(two, { unmanaged: "report" });
        const [first = "", ...others] = unmanaged();
        assert.ok(others.length > 0);
        const said = await sends({}, async () => set.preview({ ...inputs(two), ...rest(first) }));
        assert.match(said.join(), expected);
        for (const id of others) assert.ok(said.join().includes(id), id);
        assert.equal(said.join().includes(first), !keepsFirst);
      });
    }
  });

  describe("adopts what exists", () => {
    it("without a write, and says which", async () => {
      const id = addByHand(metric(1));
      const both = { one: metric(1), two: metric(2) };
      const shown = (await set.preview(inputs(both))).join();
      assert.match(
        shown,
        new RegExp(`are adopted:\\n  one: ${id}\\n.* no longer declared loses it; nothing is`),
      );
      await sends({ LIST: 1, POST: 1 }, async () => up(both));
      assert.equal(idsIn(set)["one"], id);
      await isSettled(both);
    });

    it("and writes the secrets where a mask hides which of several it is", async () => {
      const ids = [addByHand(slack("beta-0000")), addByHand(slack("alpha-0000"))];
      const both = { a: slack("alpha-0000"), b: slack("beta-0000") };
      await sends({ LIST: 1, PUT: 2 }, async () => up(both));
      assert.deepEqual(Object.values(idsIn(set)).sort(), ids.sort());
      assert.deepEqual([tokenOf("a"), tokenOf("b")], ["xoxb-alpha-0000", "xoxb-beta-0000"]);
      await isSettled(both);
    });

    it("beside a member that differs in its secret alone, and a preview says so", async () => {
      await up({ a: slack("alpha-0001") });
      const id = addByHand(slack("beta-0002"));
      const both = { a: slack("alpha-0001"), b: slack("beta-0002") };
      assert.match((await set.preview(inputs(both))).join(), new RegExp(`are adopted:\\n  b: ${id}`));
      await up(both);
      assert.equal(idsIn(set)["b"], id);
    });
  });

  describe("leaves alone, lists or deletes what is not declared:", () => {
    const one = { one: metric(1) };
    let seeded: string[];
    beforeEach(() => void (seeded = liveIds().sort()));

    it("ignores it by default, with one list to create the set", async () => {
      await up(one);
      assert.deepEqual(set.state?.outputs["unmanagedAlertConfigs"], []);
      addByHand(metric(99));
      await isSettled(one);
      await sends({ LIST: 1, PUT: 1 }, async () => up({ one: metric(2) }));
      assert.deepEqual(set.state?.outputs["unmanagedAlertConfigs"], []);
    });

    for (const watching of ["report", "delete"]) {
      it(`lists it when a set with ${watching} is created without a member, and deletes nothing`, async () => {
        await sends({ LIST: 1 }, async () => up({}, { unmanaged: watching }));
        assert.deepEqual(unmanaged(), seeded);
      });
    }

    it("lists it with report, and a refresh finds new ones once", async () => {
      await up(one, { unmanaged: "report" });
      assert.deepEqual(unmanaged(), seeded);
      await isSettled(one, { unmanaged: "report" });
      const id = addByHand(metric(99));
      assert.equal(await set.refresh(), "changed");
      assert.ok(unmanaged().includes(id));
      await isSettled(one, { unmanaged: "report" });
      await up({ one: metric(2) }, { unmanaged: "report" });
      assert.ok(unmanaged().includes(id));
      await isSettled({ one: metric(2) }, { unmanaged: "report" });
    });

    it("lists nothing that the same update deletes", async () => {
      await up({ one: metric(1), two: metric(2) });
      await up(one, { unmanaged: "report" });
      assert.deepEqual(unmanaged(), seeded);
      await isSettled(one, { unmanaged: "report" });
    });

    it("deletes with delete exactly what the state lists, without exceptions, which a preview shows without a request", async () => {
      await up(one, { unmanaged: "report" });
      const [kept = "", ...listed] = unmanaged();
      assert.ok(listed.length > 0);
      const late = addByHand(metric(99));
      const deleting = { unmanaged: "delete", unmanagedExcept: [kept] };
      const shown = (await sends({}, async () => set.preview(inputs(one, deleting)))).join();
      set.said.length = 0;
      await sends({ LIST: 1, DELETE: listed.length }, async () => up(one, deleting));
      const said = set.said.join("\n");
      assert.match(said, /^Deleted alert configurations of the project .* that were not declared: /m);
      for (const id of listed) assert.ok(shown.includes(id) && said.includes(id), id);
      for (const id of [kept, late]) assert.ok(!shown.includes(id) && !said.includes(id), id);
      const members = Object.values(idsIn(set));
      assert.deepEqual(liveIds().sort(), [kept, late, ...members].sort());
      assert.deepEqual(unmanaged(), [late]);
      assert.equal(await set.refresh(), "changed");
      assert.match((await set.preview(inputs(one, deleting))).join(), new RegExp(`are deleted: ${late} `));
      await sends({ DELETE: 1 }, async () => up(one, deleting));
      assert.deepEqual(liveIds().sort(), [kept, ...members].sort());
      await isSettled(one, deleting);
      await sends({ LIST: 1, PUT: 1 }, async () => up({ one: metric(2) }, deleting));
      assert.deepEqual(unmanaged(), []);
    });

    it("shows the difference of the inputs that leads to a deletion, or says that there is more to do", async () => {
      const deleting = { unmanaged: "delete" };
      const both = { ...one, two: metric(2) };
      await up(both, deleting);
      assert.equal(await set.changes(inputs(both, deleting)), true, "what the create found");
      await set.refresh();
      assert.equal(await set.changes(inputs(both, deleting)), undefined, "the list in the inputs");
      await up(both, deleting);
      assert.equal(await set.changes(inputs(both, deleting)), false);
      assert.equal(await set.changes(inputs(one, deleting)), undefined, "a member that is dropped");
    });

    it("creates an equal member and does not adopt its own, also with delete after a refresh", async () => {
      await up(one, { unmanaged: "delete" });
      await set.refresh();
      const before = { LIST: 1, POST: 1, DELETE: unmanaged().length };
      const twin = Object.fromEntries(Object.values(one).map((body) => ["twin", body]));
      await sends(before, async () => up({ ...one, ...twin }, { unmanaged: "delete" }));
      assert.equal(new Set(Object.values(idsIn(set))).size, 2);
    });

    it("excepts ids in upper case, and those of Pulumi resources", async () => {
      const [first = "", second = "", ...others] = seeded;
      const unmanagedExcept = [first.toUpperCase(), `${emulator.projectId}/${second}`];
      await up(one, { unmanaged: "report", unmanagedExcept });
      assert.deepEqual(unmanaged(), others);
    });

    it("adopts rather than deletes what becomes a member", async () => {
      const id = addByHand(metric(7));
      await up(one, { unmanaged: "delete" });
      assert.ok(unmanaged().includes(id));
      await up({ ...one, seven: metric(7) }, { unmanaged: "delete" });
      assert.equal(idsIn(set)["seven"], id);
      assert.equal(thresholdOf("seven"), 7);
    });

    it("lists again what is no longer deleted because a deletion failed, and names as deleted only what is", async () => {
      await up(one, { unmanaged: "delete" });
      emulator.faults.add({ match: { method: "DELETE", times: "always" }, action: { status: 500 } });
      await assert.rejects(up(one, { unmanaged: "delete" }), /[2-9] requests failed/);
      assert.deepEqual(set.said, []);
      emulator.faults.clear();
      fail("DELETE", { status: 500 });
      await assert.rejects(up(one, { unmanaged: "delete" }), /unmanagedAlertConfigs [0-9a-f]{24}: /);
      assert.equal(unmanaged().length, 1);
      for (const id of seeded) assert.equal(set.said.join().includes(id), !unmanaged().includes(id), id);
      await up(one, { unmanaged: "delete" });
      assert.deepEqual(liveIds(), Object.values(idsIn(set)));
    });
  });

  describe("with secrets", () => {
    const WRITTEN = ["Writes the secrets alertConfigs.slack.notifications[0].apiToken (SLACK)."];
    const both = (token: string): Bodies => ({ slack: slack(token), plain: metric(1) });
    const preview = async (token: string, secretsVersion?: number) =>
      set.preview(inputs(both(token), { secretsVersion }));

    async function importSet(): Promise<void> {
      const alertConfigIds = { slack: addByHand(slack("live-1111")), plain: addByHand(metric(1)) };
      const { notifications, ...alert } = slack("");
      const open = { ...alert, notifications: notifications.map((each) => omit(each, ["apiToken"])) };
      const entry = { ...inputs({ ...both(""), slack: open }), __imported: true };
      const id = `${emulator.projectId}/alerts`;
      await set.import({ id, inputs: entry, outputs: { ...entry, alertConfigIds } });
      emulator.clearRequests();
    }

    it("names in a preview those that an update writes", async () => {
      await up(both("first-0001"));
      assert.deepEqual(await preview("other-0002"), WRITTEN);
      assert.deepEqual(await preview("first-0001", 2), WRITTEN);
      assert.deepEqual(await preview("first-0001"), []);
    });

    it("names in a preview and in the update those that differ after an import", async () => {
      await importSet();
      const wrong =
        /^The alert configuration alertConfigs\.slack \(.*\) was imported and is not as declared\. The update changes it:\n {2}notifications\[0\]\.apiToken \(SLACK\): the service has another value/;
      const previewed = await set.preview(inputs({ ...both("mine-2222"), further: metric(5) }));
      assert.equal(previewed.length, 1);
      assert.match(previewed[0] ?? "", wrong);
      assert.deepEqual(await preview("live-1111"), []);
      const renamed = { another: slack("live-1111"), plain: metric(1) };
      assert.deepEqual(await set.preview(inputs(renamed)), []);
      await up(both("mine-2222"));
      assert.match(set.said.at(-1) ?? "", wrong);
      assert.equal(tokenOf("slack"), "xoxb-mine-2222");
    });

    it("names in a preview those that an update writes unverified, until it has written them", async () => {
      Object.assign(emulator.settings, { redact: "old" });
      const webhook = {
        typeName: "WEBHOOK",
        webhookUrl: "https://hooks.example.com/a",
        webhookSecret: "hush",
      };
      const hook = (enabled: boolean, delayMin = 0): AlertConfigBody => ({
        eventTypeName: "HOST_DOWN",
        enabled,
        notifications: [{ ...webhook, delayMin }],
      });
      addByHand(hook(true));
      await up({ hook: hook(true), plain: metric(1) });
      const warnings = async (bodies: Bodies) =>
        (await set.preview(inputs(bodies))).filter((text) => text.includes("for the first time"));
      assert.deepEqual(await warnings({ hook: hook(true), plain: metric(2) }), []);
      assert.deepEqual(await warnings({ hook: hook(false), plain: metric(1) }), []);
      const [warning = ""] = await warnings({ hook: hook(true, 5), plain: metric(1) });
      assert.match(warning, /\n {2}alertConfigs\.hook\.notifications\[0\]\.webhookSecret \(WEBHOOK\)$/);
      await up({ hook: hook(true, 5), plain: metric(1) });
      assert.deepEqual(await warnings({ hook: hook(true, 10), plain: metric(1) }), []);
    });

    it("does not write those that it has after an import", async () => {
      await importSet();
      await up(both("live-1111"));
      assert.equal(emulator.counters.writes, 0);
      assert.equal(await up(both("live-1111")), "same");
    });
  });
});
