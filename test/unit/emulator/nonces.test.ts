import assert from "node:assert/strict";
import { createNonces } from "../../../src/emulator/nonces";

describe("nonces", () => {
  let time = 0;
  const nonces = () => createNonces({ maxAgeMs: 60_000, maxCount: 1024 }, () => time);

  it("are 24 random bytes in base64", () => {
    const all = nonces();
    const issued = Array.from({ length: 50 }, () => all.issue());
    assert.equal(new Set(issued).size, 50);
    for (const nonce of issued) assert.equal(Buffer.from(nonce, "base64").toString("base64"), nonce);
    assert.equal(Buffer.from(issued[0] ?? "", "base64").length, 24);
  });

  it("accept each counter once, in any order and with gaps", () => {
    const all = nonces();
    const nonce = all.issue();
    for (const nc of ["000003e8", "00000005", "000003e7", "6", "00000000", "000003ff"])
      assert.equal(all.spend(nonce, nc), "ok", nc);
    assert.equal(all.spend(nonce, "00000005"), "used");
    assert.equal(all.spend(nonce, "5"), "used", "the same number in fewer digits");
    assert.equal(all.spend(nonce, "3E7"), "used", "and in capitals");
  });

  it("are used up at the maximum counter", () => {
    const all = nonces();
    const nonce = all.issue();
    assert.equal(all.spend(nonce, "00000400"), "stale");
    assert.equal(all.spend(nonce, "000003ff"), "ok");
  });

  it("refuse a counter that is missing or not a number", () => {
    const all = nonces();
    const nonce = all.issue();
    for (const nc of [undefined, "", "0000000g", "-1", "000000001"])
      assert.equal(all.spend(nonce, nc), "used");
  });

  it("expire relative to their issue, not to their last use", () => {
    const all = nonces();
    time = 0;
    const nonce = all.issue();
    time = 59_999;
    assert.equal(all.spend(nonce, "1"), "ok");
    time = 60_000;
    assert.equal(all.spend(nonce, "2"), "ok");
    time = 60_001;
    assert.equal(all.spend(nonce, "3"), "stale");
    assert.equal(all.check(nonce), "stale");
  });

  it("are unknown before their issue and after a restart", () => {
    const all = nonces();
    assert.equal(all.spend("never", "1"), "stale");
    const nonce = all.issue();
    all.clear();
    assert.equal(all.spend(nonce, "1"), "stale");
  });
});
