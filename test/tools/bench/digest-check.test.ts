import assert from "node:assert/strict";
import type { Algorithm } from "../../../bench/client/digest-check";
import {
  createDigestCheck,
  fieldsOf,
  hasher,
  PASSWORD,
  REALM,
  USER,
} from "../../../bench/client/digest-check";

describe("bench: Digest on the server", () => {
  for (const algorithm of ["MD5", "SHA-256"] as const) {
    const signed = (challenge: string, nc: string, password = PASSWORD): string =>
      signature(algorithm, challenge, nc, password);

    it(`accepts a signature once (${algorithm})`, () => {
      const check = createDigestCheck(algorithm);
      const challenge = check.challenge(false);
      assert.equal(check.accepts("GET", signed(challenge, "00000001")), true);
      assert.equal(check.accepts("GET", signed(challenge, "00000002")), true);
      assert.equal(check.accepts("GET", signed(challenge, "00000002")), false);
    });

    it(`refuses another password, method and nonce (${algorithm})`, () => {
      const check = createDigestCheck(algorithm);
      const challenge = check.challenge(false);
      assert.equal(check.accepts("GET", signed(challenge, "00000001", "wrong")), false);
      assert.equal(check.accepts("PUT", signed(challenge, "00000001")), false);
      assert.equal(check.accepts("GET", signed('Digest nonce="made up"', "00000001")), false);
      assert.equal(check.accepts("GET", signed(challenge, "00000001")), true);
    });
  }
});

function signature(algorithm: Algorithm, challenge: string, nc: string, password: string): string {
  const hash = hasher(algorithm);
  const { nonce = "" } = fieldsOf(challenge);
  const response = hash(`${hash(`${USER}:${REALM}:${password}`)}:${nonce}:${nc}:c:auth:${hash("GET:/a")}`);
  return `Digest username="${USER}", nonce="${nonce}", uri="/a", nc=${nc}, cnonce="c", qop=auth, response="${response}"`;
}
