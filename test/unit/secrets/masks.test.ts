import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { MaskVerdict } from "../../../src/secrets/masks";
import { compareMasked, compareUri, looksMasked } from "../../../src/secrets/masks";
import { maskAccessKey, maskKey, maskUrl, maskUserInfo } from "../../../src/emulator/redaction";
import { runs } from "../../support/runs";

describe("compareMasked", () => {
  const cases: [secret: string, returned: string, verdict: MaskVerdict][] = [
    ["secret-1234", "secret-1234", "same"],
    ["secret-1234", "*******1234", "same"],
    ["a-very-long-secret-1234", "****1234", "same"],
    ["secret-1234", "*******9999", "changed"],
    ["secret-1234", "secret-9999", "changed"],
    ["secret-1234", "", "changed"],
    ["secret-1234", "***", "cannotTell"],
    ["secret-1234", "[REDACTED]", "cannotTell"],
    ["secret-1234", "****************", "cannotTell"],
    ["AKIAIOSFODNN7EXAMPLE", "AKIA********MPLE", "same"],
    ["AKIAIOSFODNN7EXAMPLE", "AKIA********MPLX", "changed"],
    ["AKIAIOSFODNN7EXAMPLE", "BKIA********MPLE", "changed"],
    ["https://hooks.example.com/T0/B1/x", "https://hooks.example.com/****", "cannotTell"],
    ["https://hooks.example.com/T0/B1/x", "https://other.example.com/****", "changed"],
    ["mongodb://u:p@h1,h2/?a=b", "mongodb://REDACTED:REDACTED@h1,h2/?a=b", "same"],
    ["mongodb://u:p@h1,h2/?a=b", "mongodb://REDACTED:REDACTED@h1,h3/?a=b", "changed"],
    ["1234", "12****34", "same"],
    ["abcde", "*bcde", "same"],
    ["xbcdf", "*bcde", "changed"],
    ["a", "*", "cannotTell"],
    ["123", "12****34", "changed"],
    ["abcdefgh", "ab**ef**gh", "same"],
  ];
  for (const [secret, returned, verdict] of cases)
    it(`returns ${verdict} for ${secret} and ${returned}`, () =>
      assert.equal(compareMasked(secret, returned), verdict));

  const keys = fc.stringMatching(/^[\w:/.-]{1,40}$/);
  for (const [what, secrets, mask] of [
    ["a key", keys, maskKey],
    ["an access key", keys, maskAccessKey],
    ["a URL", fc.webUrl({ withQueryParameters: true, validSchemes: ["http", "https"] }), maskUrl],
  ] as const)
    it(`never reports the mask of ${what} as a change`, () => {
      const unchanged = (secret: string) => assert.notEqual(compareMasked(secret, mask(secret)), "changed");
      fc.assert(fc.property(secrets, unchanged), { numRuns: runs(1000) });
    });
  it("never reports the mask of a connection string as a change", () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[\w%]{1,9}$/), fc.stringMatching(/^[\w%]{1,9}$/), (user, password) => {
        const uri = `mongodb://${user}:${password}@db.example.com:27017/?ssl=true`;
        assert.equal(compareMasked(uri, maskUserInfo(uri)), "same");
      }),
    ));
});

describe("compareUri", () => {
  const cases: [known: string, returned: string, verdict: MaskVerdict][] = [
    ["mongodb://u:p@h/", "mongodb://u:p@h/", "same"],
    ["mongodb://u:p@h/", "mongodb://u:q@h/", "changed"],
    ["mongodb://u:p@h/", "mongodb://h/", "changed"],
    ["mongodb://u:p@h/", "mongodb://REDACTED:REDACTED@h/", "cannotTell"],
    ["mongodb://u:p@h/", "mongodb://REDACTED:REDACTED@other/", "changed"],
    ["mongodb://u:p@h/", "mongodb://u:****@h/", "cannotTell"],
    ["mongodb://u:p@h/", "mongodb://other:****@h/", "changed"],
    ["mongodb://u:p@h/", "****", "cannotTell"],
    ["mongodb://h/", "mongodb://h/", "same"],
    ["mongodb://h/", "mongodb://other/", "changed"],
    ["mongodb://h/", "mongodb://u:p@h/", "changed"],
    ["mongodb://h/", "mongodb://REDACTED:REDACTED@h/", "changed"],
    ["mongodb://h/", "mongodb://****:****@h/", "changed"],
    ["mongodb://h/", "mongodb://*:*@h/", "changed"],
    ["mongodb://h/", "****", "cannotTell"],
    ["h:27017", "h:27017", "same"],
    ["h:27017", "REDACTED:REDACTED@h:27017", "changed"],
    ["u:p@h:27017", "REDACTED:REDACTED@h:27017", "cannotTell"],
    ["u:p@h:27017", "h:27017", "changed"],
  ];
  for (const [known, returned, verdict] of cases)
    it(`returns ${verdict} for ${known} and ${returned}`, () =>
      assert.equal(compareUri(known, returned), verdict));
});

describe("looksMasked", () => {
  const uri = "mongodb://REDACTED:REDACTED@h/";
  const masks = ["***", "*", "**", "******1234", "AKIA********MPLE", "https://h/****", uri];
  const values = ["", "secret", "a*b", "a**b", "https://h/path?x=*", "REDACTED", "mongodb://u:p@h/"];
  for (const value of masks) it(`returns true for ${value}`, () => assert.equal(looksMasked(value), true));
  for (const value of values)
    it(`returns false for ${JSON.stringify(value)}`, () => assert.equal(looksMasked(value), false));
});
