import { createHash } from "node:crypto";
import { parseChallenges } from "../../../../src/http/digest/challenge";
import type { HttpRequest, HttpResponse, Send } from "../../../../src/http/message";
import { respond } from "../fakes";

/** One exchange as the server saw it. */
export interface Seen {
  readonly method: string;
  readonly bodyBytes: number;
  /** The parameters of its `Authorization` header, if it had one. */
  readonly auth: ReadonlyMap<string, string> | undefined;
  readonly status: number;
}

export interface FakeServer {
  send: Send;
  readonly seen: Seen[];
  /** What may be changed while it runs. */
  readonly now: Policy;
  /** Makes every nonce unknown. */
  forgetNonces(): void;
}

export interface Policy {
  realm: string;
  password: string;
  algorithm: "MD5" | "SHA-256";
  /** The parameter that names the quality of protection. */
  protection: "qop" | "op" | "none";
  /** Which form of an answer is taken. */
  accepts: "qop" | "rfc2069";
  /** Whether a refused nonce is called stale. */
  tellsStale: boolean;
  /** Each nonce is good for one request. */
  singleUse: boolean;
  /** Each answer brings a `nextnonce`. */
  handsOutNext: boolean;
  /** How long a nonce lives from its issue, on `clock`. */
  lifeMs: number;
  clock: { ms: number };
  /** What a granted request is answered. */
  granted: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;
  /** What happens before anything is looked at. */
  before: (request: HttpRequest) => HttpResponse | undefined | Promise<HttpResponse | undefined>;
}

/** A Digest server with the rules of Jetty: each count of a nonce once, counts below 1024. */
export function fakeServer(policy: Partial<Policy> & { prefix?: string } = {}): FakeServer {
  const now: Policy = {
    realm: "MMS Public API",
    password: "right",
    algorithm: "MD5",
    protection: "qop",
    accepts: "qop",
    tellsStale: true,
    singleUse: false,
    handsOutNext: false,
    lifeMs: Number.POSITIVE_INFINITY,
    clock: { ms: 0 },
    granted: () => respond(200, {}, "ok"),
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

  const challenged = (stale: boolean): HttpResponse => {
    const nonce = issue();
    const protection = now.protection === "none" ? "" : `, ${now.protection}="auth"`;
    const header = `Digest realm="${now.realm}", domain="", nonce="${nonce}", algorithm=${now.algorithm}${protection}, stale=${stale}`;
    return respond(401, { "www-authenticate": header }, { error: 401, reason: "Unauthorized" });
  };

  const judge = (
    request: HttpRequest,
    auth: ReadonlyMap<string, string> | undefined,
  ): HttpResponse | undefined => {
    if (auth === undefined) return challenged(false);
    const field = (name: string): string => auth.get(name) ?? "";
    const known = nonces.get(field("nonce"));
    const used = known !== undefined && now.clock.ms - known.issuedAt < now.lifeMs ? known.used : undefined;
    const isQop = auth.has("qop");
    if (isQop !== (now.accepts === "qop")) return challenged(false);
    if (used === undefined) return challenged(now.tellsStale);
    if (isQop) {
      const count = Number.parseInt(field("nc"), 16);
      if (count >= 1024) return challenged(true);
      if (used.has(count)) return challenged(false);
      used.add(count);
    }
    const hash = (text: string): string =>
      createHash(now.algorithm === "MD5" ? "md5" : "sha256")
        .update(text)
        .digest("hex");
    const ha1 = hash(`${field("username")}:${field("realm")}:${now.password}`);
    const ha2 = hash(`${request.method}:${request.path}`);
    const middle = isQop ? `${field("nonce")}:${field("nc")}:${field("cnonce")}:auth` : field("nonce");
    if (field("realm") !== now.realm || field("response") !== hash(`${ha1}:${middle}:${ha2}`))
      return challenged(false);
    if (now.singleUse) nonces.delete(field("nonce"));
    return undefined;
  };

  return {
    seen,
    now,
    forgetNonces: () => nonces.clear(),
    send: async (request) => {
      const header = request.headers["authorization"];
      const auth = header === undefined ? undefined : parseChallenges(header)[0]?.params;
      const answered = (await now.before(request)) ?? judge(request, auth) ?? (await now.granted(request));
      const response =
        now.handsOutNext && answered.status !== 401
          ? { ...answered, headers: { ...answered.headers, "authentication-info": `nextnonce="${issue()}"` } }
          : answered;
      seen.push({
        method: request.method,
        bodyBytes: request.body?.length ?? 0,
        auth,
        status: response.status,
      });
      return response;
    },
  };
}
