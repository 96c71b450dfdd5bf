import assert from "node:assert/strict";
import { isAuthError } from "../../../../src/errors";
import { chooseChallenge, formatRealm } from "../../../../src/http/digest/choose-challenge";
import { errorLike, respond } from "../fakes";

const choose = (header?: string | string[]) =>
  chooseChallenge(respond(401, header === undefined ? {} : { "www-authenticate": header }));

describe("chooseChallenge", () => {
  /** Digest challenges with these further parameters. */
  const offer = (...params: string[]): string =>
    params.map((each) => `Digest realm=r, nonce=n, ${each}`).join(", ");
  const two = [offer("algorithm=SHA-512-256"), offer("algorithm=MD5")];
  const strongest: [offered: string | string[], chosen: string][] = [
    ["Digest realm=r, nonce=n", "MD5"],
    [offer("algorithm=MD5", "algorithm=SHA-256"), "SHA-256"],
    [two, "SHA-512-256"],
    [`Basic realm=r, ${offer("algorithm=SHA-256-sess, qop=auth")}, Negotiate`, "SHA-256-sess"],
    [offer("algorithm=SHA-512-256-SESS, qop=auth", "algorithm=sha-256"), "SHA-512-256-sess"],
    [offer("algorithm=SHA-3", "algorithm=MD5"), "MD5"],
    [offer("algorithm=SHA-256, qop=auth-int", "qop=auth"), "MD5"],
    [`Digest realm=r, algorithm=SHA-256, ${offer("algorithm=MD5")}`, "MD5"],
    // -sess needs a cnonce, which a response without qop does not have.
    [offer("algorithm=SHA-256-sess", "algorithm=MD5"), "MD5"],
  ];
  for (const [offered, chosen] of strongest)
    it(`chooses ${chosen} from ${String(offered)}`, () =>
      assert.equal(choose(offered).algorithm.name, chosen));

  const protections: [params: string, protection: string][] = [
    ["qop=auth", "auth"],
    ['qop="auth-int, AUTH"', "auth"],
    ['op="auth"', "op"],
    ['qop="auth", op="other"', "auth"],
    ["domain=x", "none"],
    ['op="delete"', "none"],
  ];
  for (const [params, protection] of protections)
    it(`reads ${params} as ${protection}`, () =>
      assert.equal(choose(`Digest realm=r, nonce=n, ${params}`).protection, protection));

  it("reads all parameters, of which only realm and nonce are required", () => {
    const header =
      'Digest realm="MMS Public API", nonce="n+/=", opaque="", algorithm=MD5, qop="auth", stale=TRUE, charset=utf-8';
    const { algorithm, ...all } = choose(header);
    assert.equal(algorithm.name, "MD5");
    const texts = { realm: "MMS Public API", nonce: "n+/=", opaque: "", algorithmToken: "MD5" };
    assert.deepEqual(all, { ...texts, protection: "auth", stale: true, utf8: true });
    const { algorithm: _, ...required } = choose("Digest realm=r, nonce=n");
    const none = { opaque: undefined, algorithmToken: undefined, protection: "none" };
    const flags = { stale: false, utf8: false };
    assert.deepEqual(required, { realm: "r", nonce: "n", ...none, ...flags });
  });

  const NO_HEADER =
    /without a WWW-Authenticate header.* is the URL of the service itself, not of a proxy or a login page\.$/;
  const REQUIRED = /not supported \(.+\): required are realm and nonce/;
  const NO_QOP = /algorithm=MD5-sess.*; the -sess forms require qop auth\.$/;
  const refused: [what: string, header: string | undefined, message: RegExp][] = [
    ["no header", undefined, NO_HEADER],
    ["Basic only", 'Basic realm="x"', /Digest authentication \(it offers basic\); the keys were not sent/],
    ["an empty header", "", /it offers nothing/],
    ["auth-int only", offer("qop=auth-int"), /is not supported \(realm=r, nonce=n, qop=auth-int\)/],
    ["an unknown algorithm", offer("algorithm=SHA-1"), /algorithm=SHA-1\): .* supported are MD5, SHA-256/],
    ["-sess without qop", offer("algorithm=MD5-sess"), NO_QOP],
    ["a challenge without a nonce", "Digest realm=r", REQUIRED],
    ["an empty nonce", 'Digest realm=r, nonce=""', REQUIRED],
    ["a challenge without a realm", "Digest nonce=n", REQUIRED],
    ["a very long algorithm", offer(`algorithm=${"x".repeat(4000)}`), /^.{0,500}$/],
    ["very many schemes", Array.from({ length: 2000 }, (_, i) => `S${i}`).join(", "), /^.{0,500}$/],
    ["a very long parameter, twice", `Digest ${"x".repeat(4000)}=1, ${"x".repeat(4000)}=1`, /^.{0,300}$/],
    ["an invalid header", 'Digest realm="r', /cannot be read: unexpected text/],
    ["a header that splits a line", 'Digest realm="r\u0000", nonce=n', /control character/],
  ];
  it("names the web page that has no challenge", () =>
    assert.throws(
      () => chooseChallenge(respond(401, {}, "<html><title>Sign in</title>")),
      errorLike(isAuthError, /without a WWW-Authenticate header.*titled "Sign in"/),
    ));

  for (const [what, header, message] of refused)
    it(`refuses ${what}`, () => assert.throws(() => choose(header), errorLike(isAuthError, message)));

  const shown: [realm: Buffer, text: string][] = [
    [Buffer.from('Zürich „Ops" – 運用'), String.raw`"Zürich „Ops\" – 運用"`],
    [Buffer.from("Zürich", "latin1"), '"Zürich"'],
    [Buffer.from("a\u202eb"), '"a b"'],
  ];
  for (const [realm, text] of shown)
    it(`is shown with the realm ${text}`, () =>
      assert.equal(formatRealm({ ...choose(offer("qop=auth")), realm: realm.toString("latin1") }), text));
});
