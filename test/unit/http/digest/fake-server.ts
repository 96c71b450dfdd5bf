import { createHash } from "node:crypto";
import { parseChallenges } from "../../../../src/http/digest/challenge";
import type { HttpRequest, HttpResponse } from "../../../../src/http/message";
import { respond } from "../fakes";

/** An exchange as the server saw it. */
export interface Seen {
  readonly method: string;
  readonly bodyBytes: number;
  /** The parameters of its `Authorization` header, if it had one. */
  readonly auth: ReadonlyMap<string, string> | undefined;
  readonly status: number;
}

export type FakeServer = ReturnType<typeof fakeServer>;

export interface Policy {
  realm: string;
  password: string;
  algorithm: "MD5" | "SHA-256";
  /** The parameter that names the quality of protection. */
  protection: "qop" | "op" | "none";
  /** The accepted form of signed requests. */
  accepts: "qop" | "rfc2069";
  /** Whether the refusal of an unknown nonce says `stale=true`. */
  saysStale: boolean;
  /** Accepts each nonce for one request only. */
  singleUse: boolean;
  /** Sends a `nextnonce` with each response. */
  sendsNextNonce: boolean;
  /** The life of a nonce, on `clock`. */
  lifeMs: number;
  clock: { ms: number };
  /** The response to an accepted request. */
  accepted: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;
  /** Called before the authentication is checked; may respond. */
  before: (request: HttpRequest) => HttpResponse | undefined | Promise<HttpResponse | undefined>;
}

/** A Digest server with the rules of Jetty: each count of a nonce once, and counts below 1024. */
export function fakeServer(policy: Partial<Policy> & { prefix?: string } = {}) {
  const now: Policy = {
    realm: "MMS Public API",
    password: "right",
    algorithm: "MD5",
    protection: "qop",
    accepts: "qop",
    saysStale: true,
    singleUse: false,
    sendsNextNonce: false,
    lifeMs: Number.POSITIVE_INFINITY,
    clock: { ms: 0 },
    accepted: () => respond(200, {}, "ok"),
    before: () => undefined,
    ...policy,
  };
  const seen: Seen[] = [];
  const nonces = new Map<string, { used: Set<number>; issuedAt: number }>();
  let issued = 0;
  const prefix = policy.prefix ?? "nonce";

  const issue = (): string => {
    const nonce = `${prefix}${++issued}`;
    nonces.set(nonce, { used: new Set(), issuedAt: now.clock.ms });
    return nonce;
  };

  const challenge = (stale: boolean): HttpResponse => {
    const nonce = issue();
    const protection = now.protection === "none" ? "" : `, ${now.protection}="auth"`;
    const header = `Digest realm="${now.realm}", domain="", nonce="${nonce}", algorithm=${now.algorithm}${protection}, stale=${stale}`;
    return respond(401, { "www-authenticate": header }, { error: 401, reason: "Unauthorized" });
  };

  const check = (
    request: HttpRequest,
    auth: ReadonlyMap<string, string> | undefined,
  ): HttpResponse | undefined => {
    if (auth === undefined) return challenge(false);
    const field = (key: string): string => auth.get(key) ?? "";
    const known = nonces.get(field("nonce"));
    const used = known !== undefined && now.clock.ms - known.issuedAt < now.lifeMs ? known.used : undefined;
    const isQop = auth.has("qop");
    if (isQop !== (now.accepts === "qop")) return challenge(false);
    if (used === undefined) return challenge(now.saysStale);
    if (isQop) {
      const count = Number.parseInt(field("nc"), 16);
      if (count >= 1024) return challenge(true);
      if (used.has(count)) return challenge(false);
      used.add(count);
    }
    const name = now.algorithm === "MD5" ? "md5" : "sha256";
    const hash = (text: string): string => createHash(name).update(text).digest("hex");
    const ha1 = hash(`${field("username")}:${field("realm")}:${now.password}`);
    const ha2 = hash(`${request.method}:${request.path}`);
    const middle = isQop ? `${field("nonce")}:${field("nc")}:${field("cnonce")}:auth` : field("nonce");
    if (field("realm") !== now.realm || field("response") !== hash(`${ha1}:${middle}:${ha2}`))
      return challenge(false);
    if (now.singleUse) nonces.delete(field("nonce"));
    return undefined;
  };

  return {
    seen,
    /** The behaviour, which a test may change while the server runs. */
    now,
    forgetNonces: () => nonces.clear(),
    send: async (request: HttpRequest) => {
      const header = request.headers["authorization"];
      const auth = header === undefined ? undefined : parseChallenges(header)[0]?.params;
      const checked = (await now.before(request)) ?? check(request, auth) ?? (await now.accepted(request));
      const response =
        now.sendsNextNonce && checked.status !== 401
          ? { ...checked, headers: { ...checked.headers, "authentication-info": `nextnonce="${issue()}"` } }
          : checked;
      const { method, body } = request;
      seen.push({ method, bodyBytes: body?.length ?? 0, auth, status: response.status });
      return response;
    },
  };
}
