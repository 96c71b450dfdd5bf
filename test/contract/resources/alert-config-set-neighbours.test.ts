import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { setImmediate } from "node:timers/promises";
import type { Connections } from "../../../src/core/connections";
import type { AlertConfigBody } from "../../../src/fields/alert-config";
import type { ApiClient } from "../../../src/http/api-client";
import { omit } from "../../../src/json";
import { connectionsTo, idsIn, type Managed, programOn } from "./managed";
import { metric, useSet } from "./sets";

/** An existing one with the same threshold is as declared, although the two do not declare the same. */
function unitless(threshold: number): AlertConfigBody {
  const { metricThreshold } = metric(threshold);
  return metric(threshold, { metricThreshold: metricThreshold && omit(metricThreshold, ["units"]) });
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
  const request: ApiClient["request"] = async (each) => (await send(each)).value;
  return () => ({ ...connection, api: { ...api, send, request } });
}

describe("an AlertConfigSet beside other resources of its program", () => {
  const { emulator, inputs, single, liveIds, addByHand, fail } = useSet();
  /** Two sets of one program. */
  function twoSets(): [first: Managed, second: Managed] {
    const { resource } = programOn(emulator);
    return [resource("AlertConfigSet", "first"), resource("AlertConfigSet", "second")];
  }

  it("does not adopt what another resource of the program has", async () => {
    const [first, second] = twoSets();
    await first.up(inputs({ one: metric(1) }, { resourceName: "first" }));
    await second.up(inputs({ one: unitless(1) }, { resourceName: "second" }));
    assert.notDeepEqual(idsIn(first), idsIn(second));
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
      assert.equal(pauses, 3 * each, "it goes on as soon as the last one has shown it");
    });

    it("waits for none of them if it neither adopts nor deletes", async () => {
      const waiting = beside("AlertConfig::a");
      await waiting.up(inputs({ one: metric(1), two: metric(2) }));
      program.nextRun();
      await waiting.up(inputs({ one: metric(10), two: metric(2) }));
      program.nextRun();
      fail("POST", { status: 400 });
      await assert.rejects(waiting.up(inputs({ one: metric(10), three: metric(3) })));
      assert.equal(pauses, 0);
    });

    it("neither adopts nor creates what one of them may have, also if that has the name of the set", async () => {
      const id = addByHand(metric(1));
      const before = liveIds();
      const waiting = beside("AlertConfigSet::set");
      const previewed = await waiting.preview(inputs({ one: metric(1) }));
      assert.match(previewed.join(), /are adopted, unless another resource of this program has them:/);
      await assert.rejects(
        waiting.up(inputs({ one: metric(1) })),
        new RegExp(`the equal alert configuration ${id}, which may belong to "set"`),
      );
      assert.deepEqual(liveIds(), before);
      assert.equal(waiting.state, undefined);
    });

    it("keeps what it has adopted from one of them that shows afterwards that it has the same", async () => {
      const other = await created("a", 1);
      const adopting = beside();
      await adopting.up(inputs({ one: metric(1) }));
      assert.equal(idsIn(adopting)["one"], other.state?.outputs["alertConfigId"], "both have it");
      await assert.rejects(
        other.up(single(metric(1, { enabled: false }))),
        /the resource "set" of the same program adopts it: keep one of them/,
      );
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
