import assert from "node:assert/strict";
import { parseAuthenticationInfo } from "../../../../src/http/digest/authentication-info";

describe("parseAuthenticationInfo", () => {
  const cases: [header: string | undefined, expected: Record<string, string>][] = [
    [
      'rspauth="abc", cnonce="c", nc=00000001, qop=auth',
      { rspauth: "abc", cnonce: "c", nc: "00000001", qop: "auth" },
    ],
    ['NextNonce="a+b=="', { nextnonce: "a+b==" }],
    [undefined, {}],
    ["", {}],
    ['nextnonce="open', {}],
    ["nextnonce=a, nextnonce=b", {}],
  ];
  for (const [header, expected] of cases) {
    it(`reads ${String(header)}`, () =>
      assert.deepEqual(Object.fromEntries(parseAuthenticationInfo(header)), expected));
  }
});
