import assert from "node:assert/strict";
import {
  createDigestAuth,
  type ChallengeForm,
  type DigestAlgorithm,
  type ResponseForm,
} from "../../../../src/emulator/digest-auth";
import { createNonces, type Nonces } from "../../../../src/emulator/nonces";
import { isAuthError } from "../../../../src/errors";
import { parseChallenges } from "../../../../src/http/digest/challenge";
import type { NonceOptions } from "../../../../src/http/digest/nonces";
import { createDigestSession } from "../../../../src/http/digest/session";
import { withDigest } from "../../../../src/http/digest/with-digest";
import type { HttpRequest, HttpResponse, Send } from "../../../../src/http/message";
import { errorLike, request as plainRequest, respond } from "../fakes";

/** An exchange as the server saw it. */
export interface Seen {
  readonly method: string;
  readonly bodyBytes: number;
  /** The parameters of its `Authorization` header, if it had one. */
  readonly auth: ReadonlyMap<string, string> | undefined;
  readonly status: number;
}

export type FakeServer = ReturnType<typeof fakeServer>;

/** The behaviour of a server, which a test may change while it runs. */
const usual = () => ({
  realm: "MMS Public API",
  password: "right",
  algorithm: "MD5" as DigestAlgorithm,
  /** The parameter that names the quality of protection. */
  protection: "qop" as ChallengeForm,
  accepts: "qop" as ResponseForm,
  /** Whether the refusal of an unknown nonce says `stale=true`. */
  saysStale: true,
  /** Accepts each nonce for one request only. */
  singleUse: false,
  /** The life of a nonce, on `clock`. */
  lifeMs: Number.POSITIVE_INFINITY,
  clock: { ms: 0 },
  /** The response to an accepted request. */
  accepted: (_: HttpRequest): HttpResponse | Promise<HttpResponse> => respond(200, {}, "ok"),
  /** Called before the authentication is checked; may respond. */
  before: (_: HttpRequest): HttpResponse | undefined | Promise<HttpResponse | undefined> => undefined,
});

/** The Digest server of the emulator, with behaviour that other servers have. */
export function fakeServer(policy: Partial<ReturnType<typeof usual>> = {}) {
  const now = { ...usual(), ...policy };
  const seen: Seen[] = [];
  const nonces = createNonces({ maxAgeMs: now.lifeMs, maxCount: 1024 }, () => now.clock.ms);
  const gone = new Set<string>();
  const limited: Nonces = {
    ...nonces,
    spend: (nonce, nc) => {
      if (gone.has(nonce)) return "stale";
      if (now.singleUse) gone.add(nonce);
      return nonces.spend(nonce, nc);
    },
  };
  const check = ({ method, path, headers }: HttpRequest): HttpResponse | undefined => {
    const { protection, algorithm, accepts, password, realm, saysStale } = now;
    const offered = { challenge: protection, algorithm, accept: [accepts] };
    const judge = createDigestAuth(offered, limited, () => ({ password, identity: "" }));
    const result = judge(method, path, headers["authorization"]);
    if (result.verdict === "granted") return undefined;
    assert.equal(result.verdict, "challenged");
    const challenge = result.challenge.replace("MMS Public API", realm);
    const header = saysStale ? challenge : challenge.replace("stale=true", "stale=false");
    return respond(401, { "www-authenticate": header }, { error: 401, reason: "Unauthorized" });
  };

  return {
    seen,
    now,
    forgetNonces: () => nonces.clear(),
    send: async (request: HttpRequest) => {
      const header = request.headers["authorization"];
      const auth = header === undefined ? undefined : parseChallenges(header)[0]?.params;
      const response = (await now.before(request)) ?? check(request) ?? (await now.accepted(request));
      const { method, body } = request;
      seen.push({ method, bodyBytes: body?.length ?? 0, auth, status: response.status });
      return response;
    },
  };
}

/** Random, but the same in every run. */
export function seededRandom(): () => number {
  let state = 7;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** Which server a request reaches. `attempt` is the number of its connection. */
export type Balancer = "in turn" | "by chance" | "by connection";

/** Servers behind a balancer, with how many requests it has passed on. */
export function balanced(count: number, balancer: Balancer, policy?: Parameters<typeof fakeServer>[0]) {
  const nodes = Array.from({ length: count }, () => fakeServer(policy));
  const chance = seededRandom();
  let sent = 0;
  const place = ({ attempt = 0 }: HttpRequest): number => {
    if (balancer === "by chance") return Math.floor(chance() * count);
    return (balancer === "in turn" ? sent : attempt) % count;
  };
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const node = nodes[place(request)] ?? assert.fail();
    sent++;
    return node.send(request);
  };
  return { nodes, send, sent: () => sent };
}

/** A client of one key at a server. */
export function client(server: { send: Send }, rest: Partial<NonceOptions> = {}, clock = { ms: 0 }): Send {
  const credentials = { username: "user", password: "right" };
  return withDigest(server.send, createDigestSession({ credentials, now: () => clock.ms, ...rest }));
}

/** A server and its client. */
export function pair(policy?: Parameters<typeof fakeServer>[0], rest?: Partial<NonceOptions>) {
  const server = fakeServer(policy);
  const clock = { ms: 0 };
  return { server, clock, send: client(server, rest, clock) };
}

/** A server and its client, which has sent a request. */
export async function used(policy?: Parameters<typeof fakeServer>[0]) {
  const made = pair(policy);
  await made.send(plainRequest());
  return made;
}

export const json = (): { body: Buffer } => ({ body: Buffer.from("{}") });

export const many = <T>(count: number, run: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, run));

/** Of each request whether it is signed with a qop; `undefined` for an unsigned one. */
export const signedQops = ({ seen }: FakeServer): unknown[] => seen.map(({ auth }) => auth?.has("qop"));

export const authError = (message: RegExp) => errorLike(isAuthError, message);
export const refusedKey = authError(
  /refused the API key "user" \(realm "MMS Public API"\)\. Check the public key and the private key of the connection\.$/,
);
