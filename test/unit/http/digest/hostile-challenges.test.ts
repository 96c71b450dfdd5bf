import assert from "node:assert/strict";
import * as fc from "fast-check";
import { parseDigestHeader } from "../../../../src/emulator/digest-auth";
import { isAuthError } from "../../../../src/errors";
import { createDigestSession } from "../../../../src/http/digest/session";
import { withDigest } from "../../../../src/http/digest/with-digest";
import { respond, fakeTransport, request } from "../fakes";
import { runs } from "../../../support/runs";

/** The `Authorization` header for a 401 with this header; `undefined` if the client refuses the challenge. */
async function respondTo(header: string | string[]): Promise<string | undefined> {
  const { send, sent } = fakeTransport(({ headers }) =>
    headers["authorization"] === undefined ? respond(401, { "www-authenticate": header }) : respond(200),
  );
  const credentials = { username: 'us"er\\', password: "pass" };
  const signed = withDigest(send, createDigestSession({ credentials }));
  try {
    await signed(request("GET", { path: "/a%2Fb?c=%20d" }));
  } catch (error) {
    assert.ok(isAuthError(error), String(error));
    assert.equal(sent.length, 1);
    return undefined;
  }
  return sent[1]?.headers["authorization"];
}

/** The header cannot be split, and another parser reads the intended values. */
function checkHeader(header: string): void {
  // eslint-disable-next-line no-control-regex -- control characters must not occur
  assert.doesNotMatch(header, /[\u0000-\u0008\u000a-\u001f\u007f]/);
  const read = parseDigestHeader(header);
  assert.ok(typeof read === "object", header);
  assert.equal(read["username"], 'us"er\\');
  assert.equal(read["uri"], "/a%2Fb?c=%20d");
  assert.match(read["response"] ?? "", /^[0-9a-f]{32,64}$/);
}

describe("a hostile challenge", () => {
  it("with any realm, nonce and opaque is accepted with exactly these, or refused", async () => {
    const text = fc.string({ unit: "binary-ascii", maxLength: 40 });
    const quoted = (value: string): string => `"${value.replace(/[\\"]/g, "\\$&")}"`;
    await fc.assert(
      fc.asyncProperty(text, text, text, async (realm, nonce, opaque) => {
        const names = `realm=${quoted(realm)}, nonce=${quoted(nonce)}, opaque=${quoted(opaque)}`;
        const sent = await respondTo(`Digest ${names}, qop="auth"`);
        // eslint-disable-next-line no-control-regex -- as above
        const hasControl = /[\u0000-\u0008\u000a-\u001f\u007f]/.test(realm + nonce + opaque);
        assert.equal(sent === undefined, hasControl || nonce === "");
        if (sent === undefined) return;
        checkHeader(sent);
        const read = parseDigestHeader(sent) as Record<string, string>;
        assert.deepEqual([read["realm"], read["nonce"], read["opaque"]], [realm, nonce, opaque]);
      }),
      { numRuns: runs(500) },
    );
  });

  it("of any pieces is accepted safely or refused, and never breaks the client", async () => {
    const parts = ['realm="r"', 'nonce="n"', 'qop="auth"', "algorithm=SHA-256", "stale=true", "domain="];
    const flags = ["charset=UTF-8", "\u00e9"];
    const marks = ["Digest ", "Basic ", ", ", " = ", '"', "\\", "\r\n", "\u0000", ...flags];
    const piece = fc.oneof(fc.constantFrom(...parts), fc.constantFrom(...marks), fc.string({ maxLength: 8 }));
    const header = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(""));
    await fc.assert(
      fc.asyncProperty(fc.oneof(header, fc.array(header, { maxLength: 3 })), async (given) => {
        const sent = await respondTo(given);
        // eslint-disable-next-line no-control-regex -- as above
        if (sent !== undefined) assert.doesNotMatch(sent, /[\u0000-\u0008\u000a-\u001f\u007f]/);
      }),
      { numRuns: runs(1000) },
    );
  });
});
