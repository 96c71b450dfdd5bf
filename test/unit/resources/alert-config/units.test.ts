import assert from "node:assert/strict";
import { sameQuantity } from "../../../../src/resources/alert-config/units";

type Q = [threshold: number, units?: string];

describe("sameQuantity", () => {
  it("converts no units that every object inherits", () => {
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
