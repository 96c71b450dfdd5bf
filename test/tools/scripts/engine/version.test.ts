import assert from "node:assert/strict";
import { isAtLeast, parseVersion } from "../../../../scripts/engine/version";

describe("engine: version", () => {
  for (const [text, parsed] of [
    ["v3.259.0\n", { text: "3.259.0", numbers: [3, 259, 0], prerelease: false }],
    ["3.216.12", { text: "3.216.12", numbers: [3, 216, 12], prerelease: false }],
    ["v3.260.0-alpha.17+dirty", { text: "3.260.0-alpha.17", numbers: [3, 260, 0], prerelease: true }],
    ["v3.260.0+dirty", { text: "3.260.0", numbers: [3, 260, 0], prerelease: false }],
    ["go1.26.8", { text: "1.26.8", numbers: [1, 26, 8], prerelease: false }],
    ["go1.26", { text: "1.26", numbers: [1, 26, 0], prerelease: false }],
    ["go1.27rc1", { text: "1.27rc1", numbers: [1, 27, 0], prerelease: true }],
    ["go1.26.8 X:nogreenteagc", { text: "1.26.8", numbers: [1, 26, 8], prerelease: false }],
  ] as const) {
    it(`parses ${text.trim()}`, () => assert.deepEqual(parseVersion(text), parsed));
  }

  for (const text of ["", "pulumi", "devel go1.26", "usage: 3.259.0"]) {
    it(`finds no version in "${text}"`, () => assert.equal(parseVersion(text), undefined));
  }

  for (const [text, expected] of [
    ["3.216.0", true],
    ["3.216.1", true],
    ["3.1000.0", true],
    ["4.0.0", true],
    ["3.215.9", false],
    ["2.999.0", false],
    ["3.216.0-alpha.1", false],
    ["3.217.0-alpha.1", true],
  ] as const) {
    it(`${text} is ${expected ? "" : "not "}at least 3.216.0`, () => {
      const version = parseVersion(text);
      assert.ok(version);
      assert.equal(isAtLeast(version, "3.216.0"), expected);
    });
  }
});
