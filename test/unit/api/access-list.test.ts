import assert from "node:assert/strict";
import { canonicalEntry, entryOf } from "../../../src/api/access-list";
import { readAddresses } from "../../../src/emulator/access-list-validation";
import { refusalOf } from "../emulator/client";

const ENTRIES: readonly (readonly [entry: string, canonical: string | undefined])[] = [
  ["203.0.113.9", "203.0.113.9"],
  ["203.0.113.9/32", "203.0.113.9"],
  ["203.0.113.9/024", "203.0.113.9/24"],
  ["198.51.100.7/24", "198.51.100.7/24"],
  ["0.0.0.0/0", "0.0.0.0/0"],
  ["2001:DB8:0:0:0:0:0:9", "2001:db8::9"],
  ["2001:db8::0009/128", "2001:db8::9"],
  ["2001:db8:0:0:1:0:0:1/64", "2001:db8::1:0:0:1/64"],
  ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
  ["::/0", "::/0"],
  ["::ffff:203.0.113.9", "::ffff:203.0.113.9"],
  ["::FFFF:cb00:7109", "::ffff:203.0.113.9"],
  ["203.0.113.9/33", undefined],
  ["2001:db8::/129", undefined],
  ["203.0.113.9/", undefined],
  ["203.0.113.9/-1", undefined],
  ["203.0.113.9/8/8", undefined],
  ["203.0.113.09", undefined],
  ["203.0.113", undefined],
  ["fe80::1%eth0", undefined],
  [" 203.0.113.9", undefined],
  ["example.com", undefined],
  ["", undefined],
];

describe("an access list entry", () => {
  for (const [entry, canonical] of ENTRIES) {
    it(`${JSON.stringify(entry)} is ${canonical ?? "refused"}, also by the emulator`, () => {
      assert.equal(canonicalEntry(entry), canonical);
      const isBlock = entry.includes("/");
      const refusal = refusalOf(() => readAddresses([isBlock ? { cidrBlock: entry } : { ipAddress: entry }]));
      assert.equal(refusal === undefined, canonical !== undefined, refusal);
      if (canonical === undefined) return;
      // The canonical form of a canonical form, and of what the emulator makes of it.
      assert.equal(canonicalEntry(canonical), canonical);
      const sent = canonical.includes("/") ? { cidrBlock: canonical } : { ipAddress: canonical };
      const [{ cidrBlock, ipAddress } = { cidrBlock: "", ipAddress: null }] = readAddresses([sent]);
      assert.equal(entryOf({ cidrBlock, ...(ipAddress !== null && { ipAddress }) }), canonical);
    });
  }

  it("is found by its block if the service returns no address, and keeps a text that it does not know", () => {
    assert.equal(entryOf({ cidrBlock: "203.0.113.9/32" }), "203.0.113.9");
    assert.equal(entryOf({ cidrBlock: "10.0.0.0-10.0.0.9" }), "10.0.0.0-10.0.0.9");
  });
});
