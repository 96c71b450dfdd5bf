import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { parseDigestHeader } from "../../../../src/emulator/digest-auth";
import { isAuthError } from "../../../../src/errors";
import type { Credentials, SignedRequest } from "../../../../src/http/digest/authorization";
import { createSigner } from "../../../../src/http/digest/authorization";
import type { DigestChallenge } from "../../../../src/http/digest/choose-challenge";
import { chooseChallenge, findAlgorithm } from "../../../../src/http/digest/choose-challenge";
import { CONTROL, parseChallenges } from "../../../../src/http/digest/challenge";
import { runs } from "../../../support/runs";
import { errorLike, respond } from "../fakes";

function challenge(algorithmToken: string, rest: Partial<DigestChallenge> = {}): DigestChallenge {
  const algorithm = findAlgorithm(algorithmToken);
  assert.ok(algorithm);
  const flags = { protection: "auth", stale: false, utf8: false } as const;
  return { realm: "r", nonce: "n", opaque: undefined, algorithm, algorithmToken, ...flags, ...rest };
}

function authorization(offered: DigestChallenge, credentials: Credentials, request: SignedRequest): string {
  return createSigner(offered, credentials)(request);
}

/** The parameters of the header, which has the grammar of a challenge. */
function fieldsOf(header: string): Map<string, string> {
  const parsed = parseChallenges(header);
  assert.equal(parsed.length, 1);
  assert.equal(parsed[0]?.scheme, "digest");
  return new Map(parsed[0].params);
}

const md5 = (data: string | Buffer): string => createHash("md5").update(data).digest("hex");

const RFC2617 = { realm: "testrealm@host.com", nonce: "dcd98b7102dd2f0e8b11d0f600bfb0c093" };
const MUFASA = { username: "Mufasa", password: "Circle Of Life" };
const INDEX = { method: "GET", uri: "/dir/index.html", nc: 1, cnonce: "0a4f113b", rfc2069: false };
const RFC7616 = { realm: "http-auth@example.org", nonce: "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v" };
const RFC7616_INDEX = { ...INDEX, cnonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ" };
const SERVICE = { realm: "MMS Public API", nonce: "kWVA9Ciu7lNaN5QdjPe8kxPMReVjbt+B" };
const KEY = { username: "ABCDEFGH", password: "11111111-2222-3333-4444-555555555555" };
const AUTOMATION = {
  method: "PUT",
  uri: "/api/public/v1.0/groups/5c8100bcf2a30b12ff88258f/automationConfig?pretty=true&envelope=false",
  nc: 10,
  cnonce: "0123456789abcdef",
  rfc2069: false,
};

describe("createSigner", () => {
  const CIRCLE = { ...MUFASA, password: "Circle of Life" };
  const CIRCLE2069 = { username: "Mufasa", password: "CircleOfLife" };
  const SHA256 = "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1";
  const DOE = { username: "Jäsøn Doe", password: "Secret, or not?" };
  const DOE_NONCE = "5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK";
  const DOE_OFFER = { realm: "api@example.org", nonce: DOE_NONCE, utf8: true };
  const DOE_JSON = { ...INDEX, uri: "/doe.json", cnonce: "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v" };
  const DOE_RESPONSE = "3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5";
  const ESCAPED = { ...AUTOMATION, method: "GET", uri: "/a%2Fb?c=%20d", nc: 1024 };
  type Vector = [what: string, string, Partial<DigestChallenge>, Credentials, SignedRequest, hash: string];
  const vectors: Vector[] = [
    ["RFC 2617", "MD5", RFC2617, MUFASA, INDEX, "6629fae49393a05397450978507c4ef1"],
    ["RFC 2617 with -sess", "MD5-sess", RFC2617, MUFASA, INDEX, "8e3825c57e897f5a0dec6c2d4e5059d0"],
    [
      "RFC 2069, erratum",
      "MD5",
      RFC2617,
      CIRCLE2069,
      { ...INDEX, rfc2069: true },
      "1949323746fe6a43ef61f9606e7febea",
    ],
    ["RFC 7616 with SHA-256", "SHA-256", RFC7616, CIRCLE, RFC7616_INDEX, SHA256],
    ["RFC 7616 with SHA-512/256 (erratum 4897)", "SHA-512-256", DOE_OFFER, DOE, DOE_JSON, DOE_RESPONSE],
    ["the service, nc 1024 and escapes", "MD5", SERVICE, KEY, ESCAPED, "530cda5976015652db46e9bc6445d67b"],
  ];
  for (const [what, algorithm, offer, credentials, request, response] of vectors)
    it(`computes the response of ${what}`, () => {
      const header = authorization(challenge(algorithm, offer), credentials, request);
      assert.equal(fieldsOf(header).get("response"), response);
    });

  it("produces the exact header for the service", () =>
    assert.equal(
      authorization(challenge("MD5", SERVICE), KEY, AUTOMATION),
      'Digest username="ABCDEFGH", realm="MMS Public API", nonce="kWVA9Ciu7lNaN5QdjPe8kxPMReVjbt+B", ' +
        `uri="${AUTOMATION.uri}", response="9402a6c51c07246c7a7070b5600f25dd", algorithm=MD5, ` +
        'qop=auth, nc=0000000a, cnonce="0123456789abcdef"',
    ));

  it("repeats the algorithm as the challenge spells it, and only if it names one", () => {
    const header = (algorithmToken?: string): string =>
      authorization(challenge("MD5", { algorithmToken }), KEY, INDEX);
    for (const token of ["MD5", "md5"]) assert.match(header(token), new RegExp(`, algorithm=${token},`));
    assert.doesNotMatch(header(), /algorithm/);
  });

  it("hashes names unescaped and escapes them in the header", () => {
    const realm = 'a "b" \\ c';
    const header = authorization(challenge("MD5", { realm }), { username: 'q"u\\o', password: "p" }, INDEX);
    assert.ok(header.startsWith(String.raw`Digest username="q\"u\\o", realm="a \"b\" \\ c", `));
    const ha1 = md5(`q"u\\o:${realm}:p`);
    const ha2 = md5("GET:/dir/index.html");
    assert.equal(fieldsOf(header).get("response"), md5(`${ha1}:n:00000001:0a4f113b:auth:${ha2}`));
  });

  it("encodes a user name beyond Latin-1 as RFC 8187 requires", () =>
    assert.ok(
      authorization(challenge("MD5"), { username: "Zoë’s '(*)", password: "p" }, INDEX).startsWith(
        "Digest username*=UTF-8''Zo%C3%AB%E2%80%99s%20%27%28%2A%29, realm=",
      ),
    ));

  it("explains a hash that this Node.js cannot compute", () => {
    const crypto = require("node:crypto") as { hash: unknown };
    const { hash } = crypto;
    crypto.hash = () => {
      throw new Error("unsupported");
    };
    try {
      const sign = () => authorization(challenge("MD5"), KEY, INDEX);
      assert.throws(sign, errorLike(isAuthError, /cannot compute md5 .*offer SHA-256/));
    } finally {
      crypto.hash = hash;
    }
  });

  it("never contains the password", () => {
    for (const name of ["MD5", "SHA-256-sess"])
      assert.ok(!authorization(challenge(name), MUFASA, INDEX).includes(MUFASA.password));
  });

  for (const [what, run] of [
    ["the user name", () => authorization(challenge("MD5"), { ...KEY, username: "a\r\nX-Evil: 1" }, INDEX)],
    ["the target", () => authorization(challenge("MD5"), KEY, { ...INDEX, uri: "/a\nb" })],
    ["the opaque", () => authorization(challenge("MD5", { opaque: "\u0000" }), KEY, INDEX)],
  ] as [string, () => string][])
    it(`refuses a control character in ${what}`, () =>
      assert.throws(run, errorLike(isAuthError, /control character; nothing was sent/)));

  /** What another parser reads in the header for a challenge; `undefined` if the challenge is refused. */
  function readBack(challenges: string | string[]) {
    let header: string;
    try {
      const chosen = chooseChallenge(respond(401, { "www-authenticate": challenges }));
      header = authorization(chosen, { username: 'us"er\\', password: "p" }, INDEX);
    } catch (error) {
      assert.ok(isAuthError(error), String(error));
      return undefined;
    }
    assert.doesNotMatch(header, CONTROL);
    const read = parseDigestHeader(header);
    assert.ok(typeof read === "object", header);
    assert.deepEqual([read["username"], read["uri"]], ['us"er\\', INDEX.uri]);
    return read;
  }

  it("repeats any realm, nonce and opaque exactly, or refuses them", () => {
    const text = fc.string({ unit: "binary-ascii", maxLength: 40 });
    const quoted = (value: string): string => `"${value.replace(/[\\"]/g, "\\$&")}"`;
    fc.assert(
      fc.property(text, text, text, (realm, nonce, opaque) => {
        const names = `realm=${quoted(realm)}, nonce=${quoted(nonce)}, opaque=${quoted(opaque)}`;
        const read = readBack(`Digest ${names}, qop="auth"`);
        assert.equal(read === undefined, CONTROL.test(realm + nonce + opaque) || nonce === "");
        if (read) assert.deepEqual([read["realm"], read["nonce"], read["opaque"]], [realm, nonce, opaque]);
      }),
      { numRuns: runs(500) },
    );
  });

  it("signs a challenge of any pieces safely, or refuses it", () => {
    const parts = ['realm="r"', 'nonce="n"', 'qop="auth"', "algorithm=SHA-256", "stale=true", "domain="];
    const marks = ["Digest ", "Basic ", ", ", " = ", '"', "\\", "\r\n", "\u0000", "charset=UTF-8", "\u00e9"];
    const piece = fc.oneof(fc.constantFrom(...parts), fc.constantFrom(...marks), fc.string({ maxLength: 8 }));
    const header = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(""));
    const headers = fc.oneof(header, fc.array(header, { maxLength: 3 }));
    fc.assert(
      fc.property(headers, (given) => void readBack(given)),
      { numRuns: runs(1000) },
    );
  });
});
