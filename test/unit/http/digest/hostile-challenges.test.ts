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
  const signed = withDigest(
    send,
    createDigestSession({ credentials: { username: 'us"er\\', password: "pass" } }),
  );
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
  const corpus: [what: string, header: string | string[], isAccepted: boolean][] = [
    ["plain", 'Digest realm="r", nonce="n", qop="auth"', true],
    [
      "after Basic and Negotiate",
      ["Negotiate", 'Basic realm="x"', 'Digest realm="r", nonce="n", qop="auth"'],
      true,
    ],
    ["with unknown parameters", 'Digest realm="r", nonce="n", qop="auth", x="y", z=1, op="auth"', true],
    ["with white space everywhere", ' ,, Digest  realm = "r" ,\tnonce\t=\t"n" ,, qop="auth" , ', true],
    ["with quotes in the realm", 'Digest realm="a \\"b\\" \\\\ c", nonce="n", qop="auth"', true],
    ["that injects a parameter", 'Digest realm="r\\", uri=\\"/evil", nonce="n", qop="auth"', true],
    ["that splits the header", 'Digest realm="r\r\nX-Evil: 1", nonce="n", qop="auth"', false],
    [
      "that splits the header in an escape",
      'Digest realm="r\\\r\\\nX-Evil: 1", nonce="n", qop="auth"',
      false,
    ],
    ["with tabs", 'Digest realm="\ta\tb", nonce="n\t", opaque="\\\t", qop="auth"', true],
    ["with a NUL", 'Digest realm="r", nonce="n\u0000", qop="auth"', false],
    ["that repeats the nonce", 'Digest realm="r", nonce="n", nonce="m", qop="auth"', false],
    ["with a very long nonce", `Digest realm="r", nonce="${"n".repeat(5000)}", qop="auth"`, false],
    ["with a very long header", `Digest realm="r", nonce="n", qop="auth", x="${"y".repeat(20_000)}"`, false],
    ["with an open quote", 'Digest realm="r", nonce="n', false],
    ["with commas only", ",".repeat(16_000), false],
    ["with auth-int only", 'Digest realm="r", nonce="n", qop="auth-int"', false],
    ["with an unknown algorithm", 'Digest realm="r", nonce="n", qop="auth", algorithm=ROT13', false],
    ["without a nonce", 'Digest realm="r", qop="auth"', false],
    ["of Basic", 'Basic realm="r"', false],
    ["that is empty", "", false],
  ];
  for (const [what, header, isAccepted] of corpus) {
    it(`${what} is ${isAccepted ? "accepted safely" : "refused"}`, async () => {
      const sent = await respondTo(header);
      assert.equal(sent !== undefined, isAccepted, sent);
      if (sent !== undefined) checkHeader(sent);
    });
  }

  it("with any realm, nonce and opaque is accepted with exactly these, or refused", async () => {
    const text = fc.string({ unit: "binary-ascii", maxLength: 40 });
    const quoted = (value: string): string => `"${value.replace(/[\\"]/g, "\\$&")}"`;
    await fc.assert(
      fc.asyncProperty(text, text, text, async (realm, nonce, opaque) => {
        const sent = await respondTo(
          `Digest realm=${quoted(realm)}, nonce=${quoted(nonce)}, opaque=${quoted(opaque)}, qop="auth"`,
        );
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
    const piece = fc.oneof(
      fc.constantFrom(
        "Digest ",
        "Basic ",
        'realm="r"',
        'nonce="n"',
        'qop="auth"',
        "algorithm=SHA-256",
        ", ",
        " = ",
      ),
      fc.constantFrom(
        '"',
        "\\",
        "\r\n",
        "\u0000",
        "stale=true",
        "userhash=true",
        "charset=UTF-8",
        "domain=",
        "\u00e9",
      ),
      fc.string({ maxLength: 8 }),
    );
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
