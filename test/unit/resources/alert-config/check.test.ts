import assert from "node:assert/strict";
import { BAD } from "../../../fixtures/alerts/bad";
import { GOOD } from "../../../fixtures/alerts/good";
import { check } from "./checking";

describe("the check of an alert configuration", () => {
  it("knows at least 120 bad and 60 good ones", () => {
    assert.ok(BAD.length >= 120, `${BAD.length} bad`);
    assert.ok(GOOD.length >= 60, `${GOOD.length} good`);
  });

  describe("stops", () => {
    for (const [args, path, message] of BAD) {
      it(`${path} of ${JSON.stringify(args)}`, async () => {
        const { failures } = await check(args);
        const reasons = failures.map(({ reason }) => reason);
        assert.ok(
          reasons.some((reason) => reason.startsWith(`${path}: `) && message.test(reason)),
          reasons.join("\n") || "nothing was refused",
        );
        assert.ok(failures.every(({ property }) => property === ""));
      });
    }
  });

  describe("takes", () => {
    for (const [title, args] of GOOD) {
      it(title, async () => {
        assert.deepEqual((await check(args)).failures, []);
      });
    }
  });

  it("refuses arguments of names that every object inherits", async () => {
    for (const name of ["constructor", "toString", "__proto__"]) {
      const foreign = JSON.parse(`{ "${name}": { "a": 1 } }`) as object;
      const email = { typeName: "EMAIL", emailAddress: "a@b.c" };
      const places: [args: Record<string, unknown>, path: string][] = [
        [{ eventTypeName: "NO_PRIMARY", notifications: [email], ...foreign }, name],
        [
          { eventTypeName: "NO_PRIMARY", notifications: [{ ...email, ...foreign }] },
          `notifications[0].${name}`,
        ],
      ];
      for (const [args, path] of places) {
        const { failures } = await check(args);
        const reasons = failures.map(({ reason }) => reason).join("\n");
        assert.ok(reasons.startsWith(`${path}: `), `${path}: ${reasons || "nothing was refused"}`);
      }
    }
  });

  it("repeats no value that the program marked secret, however long, in whatever argument", async () => {
    const secret = `not-an-address-${"0123456789".repeat(12)}`;
    const marked = { typeName: "EMAIL", emailAddress: secret, delayMin: secret };
    const { failures } = await check({
      eventTypeName: "NO_PRIMARY",
      enabled: secret,
      notifications: [marked],
      __secrets: [secret],
    });
    assert.ok(failures.length >= 3);
    for (const { reason } of failures) assert.equal(reason.includes(secret.slice(0, 30)), false, reason);
  });
});
