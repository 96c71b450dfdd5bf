import assert from "node:assert/strict";
import { chooseChallenge } from "../../../../src/http/digest/choose-challenge";
import type { Nonce } from "../../../../src/http/digest/nonces";
import { createNonces } from "../../../../src/http/digest/nonces";
import { respond } from "../fakes";

const HOUR = 3_600_000;

/** Nonces with a clock, of which `random` chooses by its place among those that can be used. */
function nonces() {
  const clock = { ms: 0 };
  const random = { value: 0 };
  const made = createNonces({
    credentials: { username: "user", password: "right" },
    now: () => clock.ms,
    random: () => random.value,
    newCnonce: () => "c",
  });
  const add = (nonce: string) =>
    made.add(
      chooseChallenge(respond(401, { "www-authenticate": `Digest realm=r, nonce=${nonce}, qop=auth` })),
      clock.ms,
    );
  const take = (isLarge = false): string | undefined => {
    const ticket = made.take(isLarge);
    return ticket && `${ticket.nonce.challenge.nonce} ${ticket.nc}`;
  };
  /** The nonces that can be chosen at random, of several nodes. */
  const choices = (): Set<string | undefined> =>
    new Set(
      Array.from({ length: 100 }, (_, index) => {
        random.value = index / 100;
        return made.take(false)?.nonce.challenge.nonce;
      }),
    );
  const meetNodes = (nonce: Nonce): void => {
    made.reportRefused({ nonce, nc: 1 }, true);
    made.reportAccepted({ nonce, nc: 2 });
  };
  return { ...made, clock, add, take, choices, meetNodes };
}

describe("createNonces", () => {
  it("takes the newest nonce, and an issued one again with its next count", () => {
    const { add, take } = nonces();
    assert.equal(take(), undefined);
    add("a");
    add("b");
    add("a");
    assert.deepEqual([take(), take()], ["b 1", "b 2"]);
  });

  it("renews the age of a nonce that is issued again, whose count continues", () => {
    const { add, take, clock } = nonces();
    add("a");
    assert.equal(take(), "a 1");
    clock.ms = 49_000;
    add("a");
    clock.ms = 90_000;
    assert.equal(take(), "a 2");
  });

  it("keeps the eight newest, of which it chooses those that are not too old or used up", () => {
    const { add, choices, clock, meetNodes } = nonces();
    meetNodes(add("old"));
    clock.ms = HOUR;
    for (const name of "abcdefgh") add(name).nc = name === "c" ? 1000 : 0;
    assert.equal([...choices()].join(""), "hgfedba");
    clock.ms = 2 * HOUR;
    assert.deepEqual([...choices()], [undefined]);
    add("i");
    assert.deepEqual([...choices()], ["i"]);
  });

  describe("single use", () => {
    /** Refuses the second use of three nonces. */
    const refuseThree = (given: ReturnType<typeof nonces>): void => {
      for (const name of "abc") {
        const nonce = given.add(name);
        given.reportAccepted({ nonce, nc: 1 });
        given.reportRefused({ nonce, nc: 2 }, true);
        // Further uses of the same nonce prove nothing more.
        given.reportRefused({ nonce, nc: 3 }, true);
      }
    };

    it("is assumed after three nonces; then an unused one is taken, once", () => {
      const given = nonces();
      refuseThree(given);
      assert.ok(given.areSingleUse());
      given.add("d");
      given.add("e");
      assert.deepEqual([given.take(), given.take()], ["e 1", "d 1"]);
    });

    it("is not assumed after two nonces, after refusals of a first use, or if a second use was ever accepted", () => {
      const two = nonces();
      for (const name of "ab") {
        const nonce = two.add(name);
        for (const nc of [2, 3]) two.reportRefused({ nonce, nc }, true);
      }
      assert.ok(!two.areSingleUse());
      const first = nonces();
      for (const name of "abc") first.reportRefused({ nonce: first.add(name), nc: 1 }, true);
      assert.ok(!first.areSingleUse());
      const reused = nonces();
      reused.reportAccepted({ nonce: reused.add("x"), nc: 2 });
      refuseThree(reused);
      assert.ok(!reused.areSingleUse());
    });
  });

  describe("several nodes", () => {
    const cases: [reports: string, areSeveral: boolean][] = [
      ["refused 1, accepted 2", true],
      ["accepted 2, refused 1", true],
      ["accepted 1, refused 2", false],
      ["accepted 1, accepted 2, refused 3, refused 4", false],
      ["refused 1, accepted 1", false],
    ];
    for (const [reports, areSeveral] of cases)
      it(`are ${areSeveral ? "" : "not "}assumed after the counts of a nonce were ${reports}`, () => {
        const given = nonces();
        const nonce = given.add("a");
        for (const report of reports.split(", ")) {
          const [kind, nc] = report.split(" ");
          if (kind === "accepted") given.reportAccepted({ nonce, nc: Number(nc) });
          else given.reportRefused({ nonce, nc: Number(nc) }, true);
        }
        assert.equal(given.haveSeveralNodes(), areSeveral);
      });

    for (const [saysStale, text] of [
      [true, "are not silent if they refuse with stale"],
      [false, "are silent if a nonce is accepted that was refused without stale"],
    ] as const)
      it(text, () => {
        const given = nonces();
        const nonce = given.add("a");
        given.reportAccepted({ nonce, nc: 1 });
        given.reportRefused({ nonce, nc: 2 }, saysStale);
        assert.ok(!given.haveSilentNodes());
        given.reportAccepted({ nonce, nc: 3 });
        assert.equal(given.haveSilentNodes(), !saysStale);
      });

    it("mean that every request takes a nonce at random, and a large body one that is not 20 s old", () => {
      const { add, take, clock, meetNodes } = nonces();
      meetNodes(add("a"));
      clock.ms = 20_000;
      assert.equal(take(true), undefined);
      assert.equal(take(), "a 1");
      add("b");
      assert.deepEqual([take(true), take()], ["b 1", "b 2"]);
    });
  });
});
