import assert from "node:assert/strict";
import { algorithmOf, digestHex } from "../../../../src/http/digest/algorithm";

describe("algorithmOf", () => {
  const names: [parameter: string | undefined, name: string | undefined][] = [
    [undefined, "MD5"],
    ["md5", "MD5"],
    ["MD5-SESS", "MD5-sess"],
    ["sha-256", "SHA-256"],
    ["SHA-512-256-sess", "SHA-512-256-sess"],
    ["SHA-512", undefined],
    ["", undefined],
  ];
  for (const [parameter, name] of names) {
    it(`knows ${String(parameter)} as ${String(name)}`, () =>
      assert.equal(algorithmOf(parameter)?.name, name));
  }
});

describe("digestHex", () => {
  const digests: [name: string, hex: string][] = [
    ["MD5", "900150983cd24fb0d6963f7d28e17f72"],
    ["SHA-256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["SHA-512-256", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"],
  ];
  for (const [name, hex] of digests) {
    it(`computes ${name} of "abc" (FIPS 180-4, RFC 1321)`, () => {
      const algorithm = algorithmOf(name);
      assert.ok(algorithm);
      assert.equal(digestHex(algorithm, Buffer.from("abc")), hex);
    });
  }
});
