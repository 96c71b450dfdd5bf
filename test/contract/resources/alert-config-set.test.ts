import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { setImmediate } from "node:timers/promises";
import type { Connections } from "../../../src/core/connections";
import { UNKNOWN } from "../../../src/unknowns";
import { startEmulator } from "../../../src/emulator";
import type { AlertConfigBody } from "../../../src/fields/alert-config";
import type { ApiClient } from "../../../src/http/api-client";
import { type PlainObject, omit } from "../../../src/json";
import { type Bodies, type SetOptions, setInputs } from "../../unit/resources/alert-config-set/sets";
import { type Managed, configOf, connectionsTo, idsIn, managed, programOn, useEmulator } from "./managed";

/** The names of the endpoints in the tests; the list is `LIST`. */
const COLLECTION = "/groups/{projectId}/alertConfigs";
const nameOf = (endpoint: string): string =>
  endpoint === `GET ${COLLECTION}`
    ? "LIST"
    : endpoint.replace(` ${COLLECTION}`, "").replace("/{alertConfigId}", "");

/** One with a threshold of its own. */
function metric(threshold: number, rest: Partial<AlertConfigBody> = {}): AlertConfigBody {
  return {
    eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
    enabled: true,
    metricThreshold: { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold, units: "RAW" },
    notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 15, delayMin: 0 }],
    ...rest,
  };
}

/** An existing one with the same threshold is as declared, although the two do not declare the same. */
function unitless(threshold: number): AlertConfigBody {
  const { metricThreshold } = metric(threshold);
  return metric(threshold, { metricThreshold: metricThreshold && omit(metricThreshold, ["units"]) });
}

/** One with a secret, of which the service shows the last four characters. */
function slack(hidden: string): AlertConfigBody {
  const notification = { typeName: "SLACK", channelName: "#dba", apiToken: `xoxb-${hidden}` };
  return { eventTypeName: "NO_PRIMARY", enabled: true, notifications: [notification] };
}

/** A service that serves a list, which then is processed, between the first creation and its response. */
function listingBetween(connections: Connections): Connections {
  const { api, ...connection } = connections(undefined);
  const [created, listed] = [new EventEmitter(), new EventEmitter()];
  const [isCreated, isListed] = [once(created, "end"), once(listed, "end")];
  const send: ApiClient["send"] = async (request) => {
    if (request.method === "GET") await isCreated;
    const response = await api.send(request);
    (request.method === "GET" ? listed : created).emit("end");
    if (request.method === "POST") await isListed.then(async () => setImmediate());
    return response;
  };
  return () => ({ ...connection, api: { ...api, send } });
}

describe("AlertConfigSet against the emulator", () => {
  const emulator = useEmulator();
  let set: Managed;
  beforeEach(() => void (set = managed("AlertConfigSet", emulator)));

  const inputs = (bodies: Bodies, options: SetOptions = {}): PlainObject =>
    setInputs(bodies, { projectId: emulator.projectId, ...options });
  const up = async (bodies: Bodies, options?: SetOptions) => set.up(inputs(bodies, options));
  /** The inputs of an AlertConfig. */
  const single = (body: AlertConfigBody): PlainObject => ({ projectId: emulator.projectId, ...body });
  const unmanaged = () =>
    ((set.state?.outputs["unmanagedAlertConfigs"] ?? []) as { id: string }[]).map(({ id }) => id);
  const liveIds = () => emulator.snapshot().alertConfigs.map(({ id }) => id);
  const live = (name: string) =>
    emulator.alertConfigs().get(idsIn(set)[name] ?? "") ?? assert.fail(`${name} does not exist`);
  const thresholdOf = (name: string): unknown => live(name).metricThreshold?.threshold;
  const tokenOf = (name: string): unknown => live(name).notifications[0]?.apiToken;
  const addByHand = (body: AlertConfigBody, rest: object = {}): string =>
    emulator.alertConfigs().add({ ...body, ...rest } as object).id;
  const fail = (method: string, action: "resetBefore" | "resetAfter" | { status: number }, nth = 1): void =>
    emulator.faults.add({ match: { method, nth }, action });

  /** A run sends exactly these requests. */
  async function sends<T>(expected: Readonly<Record<string, number>>, run: () => Promise<T>): Promise<T> {
    emulator.clearRequests();
    const result = await run();
    const counts = Object.entries(emulator.counters.byEndpoint);
    const sent = counts.map(([endpoint, count]) => [nameOf(endpoint), count]);
    assert.deepEqual(Object.fromEntries(sent), expected);
    return result;
  }

  /** A refresh finds nothing, and a further up sends nothing. */
  async function isSettled(bodies: Bodies, options?: SetOptions): Promise<void> {
    assert.equal(await set.refresh(), "same");
    assert.equal(await sends({}, async () => up(bodies, options)), "same");
  }

  /** Two sets of one program. */
  function twoSets(): [first: Managed, second: Managed] {
    const { resource } = programOn(emulator);
    return [resource("AlertConfigSet", "first"), resource("AlertConfigSet", "second")];
  }

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

    it("nothing in an up without changes, and one list in a refresh", async () => {
      await isSettled(two);
      await sends({ LIST: 1 }, async () => set.refresh());
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
      await sends({}, async () => up(next));
      assert.deepEqual(idsIn(set), { first: id, second: other });
      await isSettled(next);
    });

    it("one list and a POST for a further member, a DELETE for a removed one", async () => {
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

    it("one list and a PUT for each member with secrets after another secretsVersion", async () => {
      const three = { ...two, secret: slack("alpha-0000") };
      await up(three);
      await sends({ LIST: 1, PUT: 1 }, async () => up(three, { secretsVersion: 2 }));
      await isSettled(three, { secretsVersion: 2 });
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

    it("one list in a preview with a further member, whatever is unknown in the others", async () => {
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
      ["the project", () => ({ ...DELETING, projectId: UNKNOWN }), /^If it is not replaced:\n.* are deleted/],
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

    it("and writes the secret if two members want the only one", async () => {
      addByHand(slack("beta-0000"));
      const both = { a: slack("alpha-0000"), b: slack("beta-0000") };
      await sends({ LIST: 1, POST: 1, PUT: 1 }, async () => up(both));
      assert.deepEqual([tokenOf("a"), tokenOf("b")], ["xoxb-alpha-0000", "xoxb-beta-0000"]);
    });

    it("but not what another resource of the program has", async () => {
      const [first, second] = twoSets();
      await first.up(inputs({ one: metric(1) }, { resourceName: "first" }));
      await second.up(inputs({ one: unitless(1) }, { resourceName: "second" }));
      assert.notDeepEqual(idsIn(first), idsIn(second));
    });
  });

  describe("after a failure in part", () => {
    const four = { a: metric(1), b: metric(2), c: metric(3), d: metric(4) };

    it("has in the state what succeeded, names each member that failed, and does the rest", async () => {
      fail("POST", { status: 400 }, 2);
      await assert.rejects(up(four), {
        message: /^One request failed; .*\n {2}alertConfigs\.[abcd]: POST .*400/s,
      });
      assert.equal(Object.keys(idsIn(set)).length, 3);
      await sends({ LIST: 1, POST: 1 }, async () => up(four));
      await isSettled(four);
    });

    it("has no state if nothing was created", async () => {
      emulator.faults.add({ match: { method: "POST", times: "always" }, action: { status: 400 } });
      await assert.rejects(up(four), /4 requests failed.*alertConfigs\.a, alertConfigs\.b, alertConfigs\.c/s);
      assert.equal(set.state, undefined);
      emulator.faults.clear();
      assert.equal(await up(four), "create");
    });

    it("writes a member whole after its write failed, whatever became of it", async () => {
      await up(four);
      fail("PATCH", "resetAfter");
      const next = { ...four, a: metric(10), b: metric(2, { enabled: false }) };
      await assert.rejects(up(next), /alertConfigs\.b: /);
      const members = set.state?.outputs["alertConfigs"] as object;
      assert.deepEqual(Object.keys(members).sort(), ["a", "c", "d"]);
      assert.deepEqual(Object.keys(idsIn(set)).sort(), ["a", "b", "c", "d"]);
      await sends({ LIST: 1, PUT: 1 }, async () => up(next));
      await isSettled(next);
    });

    it("does the rest also after a refresh", async () => {
      await up(four);
      fail("PUT", { status: 500 });
      const next = { ...four, a: metric(10), b: metric(20) };
      await assert.rejects(up(next));
      assert.equal(await set.refresh(), "changed");
      assert.equal(await up(next), "update");
      assert.deepEqual([thresholdOf("a"), thresholdOf("b")], [10, 20]);
      await isSettled(next);
    });

    it("has deleted nothing, and deletes when the rest succeeds", async () => {
      const id = addByHand(metric(99));
      await up(four, { unmanaged: "delete" });
      assert.ok(unmanaged().includes(id));
      const before = liveIds().length;
      fail("POST", { status: 400 });
      const next = { a: metric(1), e: metric(5) };
      await assert.rejects(up(next, { unmanaged: "delete" }), /alertConfigs\.e/);
      assert.equal(liveIds().length, before);
      await up(next, { unmanaged: "delete" });
      assert.deepEqual(liveIds().sort(), Object.values(idsIn(set)).sort());
      await isSettled(next, { unmanaged: "delete" });
    });

    it("keeps a member whose deletion failed, and deletes it later", async () => {
      await up(four);
      fail("DELETE", { status: 500 });
      await assert.rejects(up({ a: metric(1) }), /One request failed/);
      assert.equal(Object.keys(idsIn(set)).length, 2);
      await up({ a: metric(1) });
      assert.deepEqual(Object.keys(idsIn(set)), ["a"]);
      await isSettled({ a: metric(1) });
    });

    it("deletes a member whose write failed when the program drops it", async () => {
      await up(four);
      const path = idsIn(set)["a"] ?? "";
      emulator.faults.add({ match: { method: "PUT", path }, action: { status: 400 } });
      await assert.rejects(up({ ...four, a: metric(10), b: metric(20) }));
      await set.refresh();
      const { a: _, ...rest } = four;
      const previewed = (await set.preview(inputs(rest))).join();
      assert.match(previewed, /deleted if they are not declared any more: a\./);
      await up(rest);
      assert.equal(Object.keys(idsIn(set)).length, 3);
      await isSettled(rest);
    });

    it("creates a member that was deleted by hand and not refreshed", async () => {
      await up(four);
      emulator.alertConfigs().delete(idsIn(set)["a"] ?? "");
      await up({ ...four, a: metric(10) });
      assert.equal(thresholdOf("a"), 10);
      await isSettled({ ...four, a: metric(10) });
    });

    it("finds what was created although the process ended before anything was stored", async () => {
      const before = liveIds().length;
      await set.upWithoutState(inputs(four));
      assert.equal(set.state, undefined);
      await sends({ LIST: 1 }, async () => up(four));
      assert.equal(liveIds().length, before + 4);
      await isSettled(four);
    });

    it("does not take what it is about to delete for what it has created", async () => {
      await up({ a: slack("alpha-0000") });
      fail("POST", "resetBefore");
      await assert.rejects(up({ b: slack("beta-0000") }), /probably not created/);
      await up({ b: slack("beta-0000") });
      assert.equal(tokenOf("b"), "xoxb-beta-0000");
      await isSettled({ b: slack("beta-0000") });
    });

    it("destroys what is left, and only that", async () => {
      await up(four);
      const others = liveIds().filter((id) => !Object.values(idsIn(set)).includes(id));
      fail("DELETE", "resetAfter");
      fail("DELETE", { status: 500 }, 3);
      await assert.rejects(set.destroy(), /2 requests failed/);
      await set.destroy();
      assert.deepEqual(liveIds(), others);
    });
  });

  describe("leaves alone, lists or deletes what is not declared:", () => {
    const one = { one: metric(1) };
    let seeded: string[];
    beforeEach(() => void (seeded = liveIds().sort()));

    it("ignores it by default, with one list to create the set", async () => {
      await up(one);
      assert.deepEqual(unmanaged(), []);
      addByHand(metric(99));
      await isSettled(one);
    });

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
      await sends({ DELETE: 1 }, async () => up(one, deleting));
      assert.deepEqual(liveIds().sort(), [kept, ...members].sort());
      await isSettled(one, deleting);
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

    it("lists nothing once it is ignored again", async () => {
      await up(one, { unmanaged: "report" });
      await up(one, { unmanaged: "ignore" });
      assert.deepEqual(unmanaged(), []);
      assert.deepEqual(liveIds().sort(), [...seeded, ...Object.values(idsIn(set))].sort());
      await isSettled(one, { unmanaged: "ignore" });
    });

    it("lists again what is no longer deleted because a deletion failed", async () => {
      await up(one, { unmanaged: "delete" });
      fail("DELETE", { status: 500 });
      await assert.rejects(up(one, { unmanaged: "delete" }), /unmanagedAlertConfigs [0-9a-f]{24}: /);
      assert.equal(unmanaged().length, 1);
      await up(one, { unmanaged: "delete" });
      assert.deepEqual(liveIds(), Object.values(idsIn(set)));
    });
  });

  it("does not adopt what another resource of the program is creating", async () => {
    const program = programOn(emulator, { connections: listingBetween(connectionsTo(emulator)) });
    const [alone, other] = [
      program.resource("AlertConfig", "single"),
      program.resource("AlertConfigSet", "set"),
    ];
    await Promise.all([alone.up(single(unitless(1))), other.up(inputs({ one: metric(1) }))]);
    assert.notEqual(idsIn(other)["one"], alone.state?.outputs["alertConfigId"]);
  });

  describe("beside resources that have not shown what they have", () => {
    let program: ReturnType<typeof programOn>;
    /** Resources that are compared with their state while a set waits: the next one after so many pauses. */
    let [later, each, pauses]: [Managed[], number, number] = [[], 150, 0];
    beforeEach(() => {
      [later, each, pauses] = [[], 150, 0];
      const pause = async (): Promise<void> => {
        const other = ++pauses % each === 0 ? later.shift() : undefined;
        if (other !== undefined) await other.up(other.state?.inputs ?? {});
      };
      program = programOn(emulator, { pause });
    });
    const beside = (...neighbours: string[]) => program.resource("AlertConfigSet", "set", { neighbours });

    async function created(name: string, threshold: number): Promise<Managed> {
      const made = program.resource("AlertConfig", name);
      await made.up(single(metric(threshold)));
      program.nextRun();
      return made;
    }

    it("waits as long as one after the other shows it", async () => {
      later = [await created("a", 11), await created("b", 12), await created("c", 13)];
      const id = addByHand(metric(1));
      const waiting = beside("AlertConfig::a", "AlertConfig::b", "AlertConfig::c");
      await waiting.up(inputs({ one: metric(1) }));
      assert.deepEqual(idsIn(waiting), { one: id });
    });

    it("neither adopts nor creates what one of them may have, also if that has the name of the set", async () => {
      const id = addByHand(metric(1));
      const before = liveIds();
      const waiting = beside("AlertConfigSet::set");
      await assert.rejects(
        waiting.up(inputs({ one: metric(1) })),
        new RegExp(`the equal alert configuration ${id}, which may belong to "set"`),
      );
      assert.deepEqual(liveIds(), before);
    });

    it("does not delete a member that one of them turns out to have", async () => {
      const other = await created("a", 1);
      const id = String(other.state?.outputs["alertConfigId"]);
      const waiting = beside();
      await waiting.up(inputs({ one: metric(1), two: metric(2) }));
      assert.equal(idsIn(waiting)["one"], id, "both have it");
      program.nextRun();
      [later, each] = [[other], 30];
      const next = beside("AlertConfig::a");
      await next.import({ ...(waiting.state ?? assert.fail()) });
      await next.up(inputs({ two: metric(2) }));
      assert.ok(liveIds().includes(id));
    });
  });

  describe("with secrets", () => {
    const WRITTEN = ["Writes the secrets alertConfigs.slack.notifications[0].apiToken (SLACK)."];
    const both = (token: string): Bodies => ({ slack: slack(token), plain: metric(1) });
    const preview = async (token: string, secretsVersion?: number) =>
      set.preview(inputs(both(token), { secretsVersion }));

    async function importSet(): Promise<void> {
      const alertConfigIds = { slack: addByHand(slack("live-1111")), plain: addByHand(metric(1)) };
      const { alertConfigSecrets: _, ...open } = inputs(both(""));
      const entry = { ...open, __imported: true };
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
      const previewed = await preview("mine-2222");
      assert.equal(previewed.length, 1);
      assert.match(previewed[0] ?? "", wrong);
      assert.deepEqual(await preview("live-1111"), []);
      await up(both("mine-2222"));
      assert.match(set.said.at(-1) ?? "", wrong);
      assert.equal(tokenOf("slack"), "xoxb-mine-2222");
    });

    it("does not write those that it has after an import", async () => {
      await importSet();
      await up(both("live-1111"));
      assert.equal(emulator.counters.writes, 0);
      assert.equal(await up(both("live-1111")), "same");
    });
  });

  it("needs all its members at another connection", async () => {
    const elsewhere = await startEmulator();
    try {
      const config = { ...configOf("eu", elsewhere), ...configOf("same", emulator) };
      set = managed("AlertConfigSet", emulator, { config });
      const two = { one: metric(1), two: metric(2) };
      await up(two);
      await assert.rejects(
        up(two, { connection: "eu" }),
        /lacks 2 of the 2 alert configurations .*\(one, two\).* Nothing was written/,
      );
      assert.equal(elsewhere.counters.writes, 0);
      await sends({ LIST: 1 }, async () => up(two, { connection: "same" }));
      assert.equal(set.state?.outputs["connection"], "same");
    } finally {
      await elsewhere.close();
    }
  });

  it("is refused with delete beside another resource of the project, whatever is excepted", async () => {
    const [first, second] = twoSets();
    await first.up(inputs({ one: metric(1) }));
    for (const unmanagedExcept of [[], Object.values(idsIn(first))]) {
      await assert.rejects(
        second.up(inputs({ two: metric(2) }, { unmanaged: "delete", unmanagedExcept })),
        /unmanaged: "delete" requires that no other resource of this program .* but "first" has: declare them in this set/,
      );
    }
  });
});
