import assert from "node:assert/strict";
import { idsIn, type Managed, managed, writesTo } from "./managed";
import { metric, useSet } from "./sets";

/** As in a run without a preview, or with targets: the provider does not know the other resources of the program. */
const UNSURE = { run: { neighbours: undefined } } as unknown as Parameters<typeof managed>[2];

describe("an AlertConfigSet that adopts without knowing the other resources of its program", () => {
  const { emulator, inputs, addByHand, liveIds } = useSet();
  let unsure: Managed;
  let sure: Managed;
  let id: string;
  beforeEach(async () => {
    id = addByHand(metric(1));
    unsure = managed("AlertConfigSet", emulator, UNSURE);
    sure = managed("AlertConfigSet", emulator);
    await unsure.up(inputs({ one: metric(1), two: metric(2) }));
    assert.equal(idsIn(unsure)["one"], id);
    emulator.clearRequests();
  });
  const continued = async (from: Managed, to: Managed): Promise<void> =>
    to.import(from.state ?? assert.fail());
  const KEPT =
    /^one: the alert configuration .* another resource of the program may have it.*it was not deleted/m;

  it("leaves it in place when it drops the member, and deletes what it has created", async () => {
    const { two = "" } = idsIn(unsure);
    assert.equal(await unsure.up(inputs({})), "update");
    assert.match(unsure.said.join("\n"), KEPT);
    assert.ok(liveIds().includes(id));
    assert.ok(!liveIds().includes(two));
    assert.deepEqual(idsIn(unsure), {});
  });

  it("leaves it in place when it is destroyed", async () => {
    await unsure.destroy();
    assert.match(unsure.said.join("\n"), KEPT);
    assert.ok(liveIds().includes(id));
    assert.deepEqual(writesTo(emulator), ["DELETE"]);
  });

  it("keeps in mind that it may be of another resource, through a refresh and a change", async () => {
    assert.equal(await unsure.refresh(), "same");
    await unsure.up(inputs({ one: metric(1, { enabled: false }), two: metric(2) }));
    await unsure.up(inputs({ two: metric(2) }));
    assert.match(unsure.said.join("\n"), KEPT);
    assert.ok(liveIds().includes(id));
  });

  it("is certain after a run that knows them has written something, and then deletes it", async () => {
    await continued(unsure, sure);
    await sure.up(inputs({ one: metric(1), two: metric(2, { enabled: false }) }));
    await continued(sure, unsure);
    await unsure.up(inputs({ two: metric(2, { enabled: false }) }));
    assert.ok(!liveIds().includes(id), unsure.said.join("\n"));
  });

  it("is deleted by a run that knows the others", async () => {
    await continued(unsure, sure);
    await sure.up(inputs({ two: metric(2) }));
    assert.ok(!liveIds().includes(id));
    assert.doesNotMatch(sure.said.join("\n"), KEPT);
  });

  it("is deleted, with unmanaged delete, only by a run that knows the others", async () => {
    const theirs = addByHand(metric(3));
    const declared = (further: object) =>
      inputs({ one: metric(1), two: metric(2) }, { unmanaged: "delete", ...further });
    await continued(unsure, sure);
    await sure.up(inputs({ one: metric(1), two: metric(2) }, { unmanaged: "report" }));
    await continued(sure, unsure);
    await unsure.up(declared({}));
    assert.ok(liveIds().includes(theirs));
    assert.match(
      unsure.said.join("\n"),
      /were not deleted, since they may belong to other resources of the program/,
    );
    await continued(unsure, sure);
    await sure.up(declared({}));
    assert.ok(!liveIds().includes(theirs));
  });
});
