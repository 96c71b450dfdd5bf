import assert from "node:assert/strict";
import type { AlertConfigBody } from "../../../../src/fields/alert-config";
import { sameQuantity } from "../../../../src/fields/quantity";
import { sameAlert } from "../../../../src/resources/alert-config/compare";
import type { AlertArgs } from "../../../../src/resources/alert-config/encoding";
import { SECRETS_APART } from "../../../../src/resources/alert-config/encoding";
import { argsOf, GROUP, HOOK, inputsOf, PAGER, PROGRAM, simple, SLACK } from "./alerts";

const argsFrom = (inputs: object) => SECRETS_APART.join({ ...inputs }) as unknown as AlertArgs;

describe("sameAlert", () => {
  const base = argsOf(PROGRAM);
  const notifying = (...notifications: AlertConfigBody["notifications"]) =>
    argsOf({ ...PROGRAM, notifications });

  it("accepts an id to adopt, and an empty list of changed secrets", () => {
    for (const rest of [{ adoptId: "x" }, { changedSecrets: [] }])
      assert.ok(sameAlert(base, { ...base, ...rest }) && sameAlert({ ...base, ...rest }, base));
  });

  const swapped = { ...HOOK, webhookUrl: HOOK.webhookSecret, webhookSecret: HOOK.webhookUrl };
  const different: [what: string, other: AlertArgs][] = [
    ["another secret", notifying({ ...SLACK, apiToken: "x" }, PAGER, HOOK, GROUP)],
    ["swapped secrets", notifying(SLACK, PAGER, swapped, GROUP)],
    ["a missing notification", notifying(SLACK, PAGER, HOOK)],
    ["the same notification twice", notifying(...PROGRAM.notifications, PAGER)],
  ];
  for (const [what, other] of different)
    it(`rejects ${what}`, () => assert.ok(!sameAlert(base, other) && !sameAlert(other, base)));
  it("ignores the excepted arguments", () => {
    assert.ok(sameAlert(base, { ...base, enabled: false }, ["enabled"]));
    assert.ok(!sameAlert(base, { ...base, enabled: false, eventTypeName: "X" }, ["enabled"]));
  });

  describe("when it is unclear which secret belongs to a notification", () => {
    const two = inputsOf(simple(HOOK, { ...HOOK, webhookSecret: "other" }));
    const [one] = two["notifications"] as [object];
    const deleted = { ...two, notifications: [one] };

    it("accepts equal secrets", () => assert.ok(sameAlert(argsFrom(deleted), argsFrom({ ...deleted }))));

    it("rejects other secrets", () => {
      const others = inputsOf(simple(HOOK, { ...HOOK, webhookSecret: "new" }));
      const changed = { ...others, notifications: [one] };
      assert.ok(!sameAlert(argsFrom(deleted), argsFrom(changed)));
      assert.ok(!sameAlert(argsFrom(changed), argsFrom(deleted)));
    });

    it("rejects arguments whose secrets are clear", () => {
      assert.ok(!sameAlert(argsFrom(deleted), argsFrom(two)));
      assert.ok(!sameAlert(argsFrom(deleted), argsOf(simple({ typeName: "WEBHOOK" }))));
    });
  });
});

type Q = [threshold: number, units?: string];

describe("sameQuantity", () => {
  it("converts no unit that is named like an inherited property", () => {
    for (const units of ["constructor", "toString", "__proto__"]) {
      assert.ok(!sameQuantity({ threshold: 1, units }, { threshold: 1, units: "BYTES" }));
      assert.ok(!sameQuantity({ threshold: 0, units }, { threshold: 0, units: "BYTES" }));
    }
  });

  const cases: [a: Q, b: Q, same: boolean][] = [
    [[5, "RAW"], [5, "RAW"], true],
    [[5], [5], true],
    [[5], [6], false],
    [[5], [5, "RAW"], false],
    [[1, "GIGABYTES"], [1024, "MEGABYTES"], true],
    [[1, "GIGABYTES"], [1000, "MEGABYTES"], true],
    [[1, "GIGABYTES"], [1023, "MEGABYTES"], false],
    [[1, "GIGABYTES"], [1_073_741_824, "BYTES"], true],
    [[8, "BITS"], [1, "BYTES"], true],
    [[1, "KILOBITS"], [128, "BYTES"], true],
    [[2.5, "PETABYTES"], [2560, "TERABYTES"], true],
    [[2, "HOURS"], [120, "MINUTES"], true],
    [[1, "DAYS"], [86_400_000, "MILLISECONDS"], true],
    [[90, "SECONDS"], [1.5, "MINUTES"], true],
    [[90, "SECONDS"], [1.6, "MINUTES"], false],
    [[0, "SECONDS"], [0, "DAYS"], true],
    [[1, "SECONDS"], [1, "BYTES"], false],
    [[1, "FURLONGS"], [1, "BYTES"], false],
    [[1 / 3, "HOURS"], [20, "MINUTES"], true],
    [[1, "BYTES"], [1.0001, "BYTES"], false],
  ];
  for (const [a, b, same] of cases) {
    it(`${a.join(" ")} ${same ? "is" : "is not"} ${b.join(" ")}`, () => {
      const quantity = ([threshold, units]: Q) => ({ threshold, units });
      assert.equal(sameQuantity(quantity(a), quantity(b)), same);
      assert.equal(sameQuantity(quantity(b), quantity(a)), same);
    });
  }
});
