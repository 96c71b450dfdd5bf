import { createHash } from "node:crypto";
import type { Nonces } from "./nonces";

/** The realm of the service (Ops Manager documentation). */
const REALM = "MMS Public API";

/** The challenge parameter with the quality of protection. RFC 7616 calls it `qop`; some servers document `op`. */
export type ChallengeForm = "qop" | "op" | "none";

/** A hash algorithm of the challenge. */
export type DigestAlgorithm = "MD5" | "SHA-256";

/** A form of the Digest response: with `qop=auth` and a counter, or the older one of RFC 2069 with neither. */
export type ResponseForm = "qop" | "rfc2069";

/** How the server authenticates. */
export interface DigestPolicy {
  readonly challenge: ChallengeForm;
  readonly algorithm: DigestAlgorithm;
  readonly accept: readonly ResponseForm[];
}

/** The password of a user, and the identity that it proves. */
export interface Credential<Identity> {
  readonly password: string;
  readonly identity: Identity;
}

/** The result of authenticating a request. */
export type Authentication<Identity> =
  | { readonly verdict: "granted"; readonly identity: Identity; readonly nc: string | undefined }
  | {
      readonly verdict: "challenged";
      readonly challenge: string;
      readonly stale: boolean;
      readonly nc: string | undefined;
    }
  | { readonly verdict: "malformed"; readonly detail: string };

/** The response forms that are accepted by default for a form of the challenge. */
export function defaultResponseForms(challenge: ChallengeForm): readonly ResponseForm[] {
  if (challenge === "qop") return ["qop"];
  return challenge === "op" ? ["qop", "rfc2069"] : ["rfc2069"];
}

/** Creates HTTP Digest authentication with the nonce rules of Jetty and the `uri` check of Apache httpd. */
export function createDigestAuth<Identity>(
  policy: DigestPolicy,
  nonces: Nonces,
  credential: (username: string) => Credential<Identity> | undefined,
): (method: string, target: string, header: string | undefined) => Authentication<Identity> {
  const hash = policy.algorithm === "MD5" ? md5 : sha256;

  const createChallenge = (stale: boolean, nc?: string): Authentication<Identity> => ({
    verdict: "challenged",
    challenge: formatChallenge(policy, nonces.issue(), stale),
    stale,
    nc,
  });

  return (method, target, header) => {
    const given = header === undefined ? undefined : parseDigestHeader(header);
    if (given === undefined) return createChallenge(false);
    if (given === "malformed") return rejectMalformed("The Authorization header is malformed.");
    const { username, realm, nonce, uri, response, nc } = given;
    if (username === undefined || nonce === undefined || uri === undefined || response === undefined)
      return rejectMalformed("The Authorization header lacks username, nonce, uri or response.");
    if (uri !== target)
      return rejectMalformed("The uri of the Authorization header is not the request target.");
    const form: ResponseForm = given["qop"] === undefined ? "rfc2069" : "qop";
    if (!policy.accept.includes(form)) return createChallenge(false, nc);

    const state = form === "qop" ? nonces.spend(nonce, nc) : nonces.check(nonce);
    if (state !== "ok") return createChallenge(state === "stale", nc);
    if (realm !== REALM || !hasAlgorithm(given, policy.algorithm)) return createChallenge(false, nc);
    if (form === "qop" && (given["qop"] !== "auth" || given["cnonce"] === undefined))
      return createChallenge(false, nc);
    const known = credential(username);
    if (known === undefined) return createChallenge(false, nc);
    const expected = computeResponse(hash, method, given, known.password);
    if (response.toLowerCase() !== expected) return createChallenge(false, nc);
    return { verdict: "granted", identity: known.identity, nc };
  };
}

/** Formats the `WWW-Authenticate` header in the layout of the service. */
function formatChallenge(policy: DigestPolicy, nonce: string, stale: boolean): string {
  const protection = policy.challenge === "none" ? "" : ` ${policy.challenge}="auth",`;
  return `Digest realm="${REALM}", domain="", nonce="${nonce}", algorithm=${policy.algorithm},${protection} stale=${stale}`;
}

/** Computes the expected `response` (RFC 7616, or RFC 2069 without `qop`). */
export function computeResponse(
  hash: (text: string) => string,
  method: string,
  given: DigestParameters,
  password: string,
): string {
  const { username = "", realm = "", nonce = "", uri = "", nc = "", cnonce = "", qop } = given;
  const ha1 = hash(`${username}:${realm}:${password}`);
  const ha2 = hash(`${method}:${uri}`);
  return hash(qop === undefined ? `${ha1}:${nonce}:${ha2}` : `${ha1}:${nonce}:${nc}:${cnonce}:${qop}:${ha2}`);
}

/** MD5 of a text in ISO-8859-1, the encoding that Jetty uses. */
export function md5(text: string): string {
  return createHash("md5").update(text, "latin1").digest("hex");
}

/** SHA-256 of a text in ISO-8859-1. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "latin1").digest("hex");
}

function hasAlgorithm(given: DigestParameters, algorithm: DigestAlgorithm): boolean {
  return given["algorithm"] === undefined || given["algorithm"].toUpperCase() === algorithm;
}

function rejectMalformed(detail: string): { verdict: "malformed"; detail: string } {
  return { verdict: "malformed", detail };
}

/** The parameters of an `Authorization: Digest` header, unescaped, by lower-case name. */
export type DigestParameters = Readonly<Partial<Record<string, string>>>;

const PARAMETER =
  /[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))[ \t]*(?:,|$)/y;

/**
 * Parses an `Authorization` header. Returns `undefined` for another scheme, and `"malformed"` for a Digest header that
 * violates the grammar of RFC 9110 or repeats a parameter.
 */
export function parseDigestHeader(header: string): DigestParameters | "malformed" | undefined {
  const scheme = /^digest[ \t]+/i.exec(header);
  if (scheme === null) return undefined;
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = scheme[0].length;
  while (PARAMETER.lastIndex < header.length) {
    const match = PARAMETER.exec(header);
    if (match === null) return "malformed";
    const name = (match[1] ?? "").toLowerCase();
    if (parameters.has(name)) return "malformed";
    parameters.set(name, match[3] ?? (match[2] ?? "").replaceAll(/\\(.)/g, "$1"));
    if (match[0].endsWith(",") && PARAMETER.lastIndex === header.length) return "malformed";
  }
  return Object.fromEntries(parameters);
}
