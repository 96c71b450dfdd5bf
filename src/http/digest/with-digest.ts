/** HTTP Digest (RFC 7616) as a layer: one nonce shared by all requests, renewed before it ends. */

import { randomBytes } from "node:crypto";
import { AuthError, isTransportError, TransportError } from "../../errors";
import { jsonObjectOf } from "../body";
import type { HttpRequest, HttpResponse, Send } from "../message";
import { headerOf } from "../message";
import type { Credentials, DigestChallenge } from "./authorization";
import { authorization } from "./authorization";
import { parseAuthenticationInfo } from "./authentication-info";
import { digestChallengeOf } from "./offer";

export interface DigestOptions {
  readonly credentials: Credentials;
  /** Milliseconds on a clock that never jumps. */
  readonly now?: () => number;
  readonly newCnonce?: () => string;
  /** Called with the name of the weaker form, once, when the challenge has no qop. */
  readonly onWeakChallenge?: () => void;
}

/** Servers of the field (Jetty) refuse a count of 1024 and a nonce older than 60 s; both are left a margin. */
const MAX_NONCE_COUNT = 1000;
const MAX_NONCE_AGE_MS = 50_000;
/** A large body is not spent on a nonce that may end on the way. */
const LARGE_BODY_BYTES = 65_536;
const LARGE_BODY_NONCE_AGE_MS = 20_000;

const MAX_TRIES = 3;
const MAX_TRIES_WHILE_STALE = 6;
/** A key is given up for the process after this many refusals, each of an answer to a challenge of its own. */
const REFUSALS_BEFORE_LATCH = 2;

/** `op` may end in RFC 2069, so it is weaker than `qop`. */
const PROTECTION_STRENGTH: Readonly<Record<DigestChallenge["protection"], number>> = {
  none: 0,
  op: 1,
  auth: 2,
};

/** A nonce in use. `nc` is the count of the last request signed with it. */
interface Nonce {
  readonly challenge: DigestChallenge;
  readonly bornAt: number;
  nc: number;
}

/** One use of a nonce: its count is taken in the moment in which the nonce is found fit for use. */
interface Ticket {
  readonly nonce: Nonce;
  readonly nc: number;
}

function take(nonce: Nonce): Ticket {
  return { nonce, nc: ++nonce.nc };
}

/**
 * How a request begins: with a ticket to sign with, unsigned where the server asks for nothing, or answered already.
 * `own` says that its nonce was issued to this very request, so that a refusal speaks of the key.
 */
type Start = { ticket: Ticket | undefined; own: boolean } | { response: HttpResponse };

/**
 * Adds Digest authentication to `next`.
 *
 * A nonce is used for many requests at once, each with a count of its own, and is replaced before it ends. A 401 to a
 * reused nonce says nothing of the key: the request is signed again with the challenge of that very 401. A key is
 * wrong when the answer to a challenge that the request itself just received is refused; such a verdict is latched
 * after two of them, so that waiting requests do not lock the key out.
 *
 * @throws AuthError for a wrong key, or when the server offers no Digest challenge that can be answered.
 */
export function withDigest(next: Send, options: DigestOptions): Send {
  const now = options.now ?? (() => performance.now());
  const newCnonce = options.newCnonce ?? (() => randomBytes(16).toString("hex"));

  let current: Nonce | undefined;
  let renewal: Promise<void> | undefined;
  /** The request that proves the key; all others wait for it. */
  let proof: Promise<void> | undefined;
  let proven = false;
  let refusals = 0;
  let latched: AuthError | undefined;
  /** What the strongest challenge of this process was: a weaker one later is refused. */
  let strongest: DigestChallenge | undefined;
  /** Whether a server that writes `op` for `qop` turned out to want RFC 2069. */
  let opMeansRfc2069 = false;

  return async function sendSigned(request) {
    while (!proven && proof !== undefined) await proof;
    if (latched !== undefined) throw latched;
    if (proven) return exchange(request);
    let done!: () => void;
    proof = new Promise((resolve) => (done = resolve));
    try {
      return await exchange(request);
    } finally {
      proof = undefined;
      done();
    }
  };

  async function exchange(request: HttpRequest): Promise<HttpResponse> {
    const start = await usableNonce(request);
    if ("response" in start) return start.response;
    let { ticket, own } = start;
    let stales = 0;
    for (let tries = 1; ; tries++) {
      const sentAt = now();
      const response: HttpResponse = await next(ticket === undefined ? request : signed(request, ticket));
      if (response.status !== 401 || (ticket !== undefined && tellsMissingRights(response))) {
        if (ticket !== undefined) accepted(ticket.nonce, response, sentAt);
        return response;
      }
      const challenge: DigestChallenge = offerOf(response);
      if (challenge.stale) stales++;
      const refused = own && !challenge.stale;
      if (refused && challenge.protection === "op" && !opMeansRfc2069 && !proven) {
        opMeansRfc2069 = true;
      } else if (refused && !proven) {
        throw wrongKey(challenge);
      }
      if (tries >= (stales === tries ? MAX_TRIES_WHILE_STALE : MAX_TRIES)) {
        if (refused) throw wrongKey(challenge);
        throw new AuthError(
          `The server refused ${tries} nonces in a row that it had issued itself (realm ${JSON.stringify(challenge.realm)}). ` +
            "Do several nodes behind one address not know each other's nonces?",
        );
      }
      ticket = take(adopt(challenge, sentAt, ticket?.nonce));
      own = true;
    }
  }

  /**
   * The nonce to sign with. Without one, a body-less GET of the same path asks for a challenge: neither is a body sent
   * in vain, nor an empty one written. A GET that is not challenged is answered already.
   */
  async function usableNonce(request: HttpRequest): Promise<Start> {
    const maxAge =
      (request.body?.length ?? 0) > LARGE_BODY_BYTES ? LARGE_BODY_NONCE_AGE_MS : MAX_NONCE_AGE_MS;
    for (;;) {
      if (current !== undefined && current.nc < MAX_NONCE_COUNT && now() - current.bornAt < maxAge) {
        return { ticket: take(current), own: false };
      }
      if (renewal === undefined) {
        let done!: () => void;
        renewal = new Promise((resolve) => (done = resolve));
        try {
          return await probe(request);
        } finally {
          renewal = undefined;
          done();
        }
      }
      await renewal;
    }
  }

  async function probe(request: HttpRequest): Promise<Start> {
    const { "content-type": _, ...headers } = request.headers;
    const sentAt = now();
    let response: HttpResponse;
    try {
      response = await next({ ...request, method: "GET", headers, body: undefined });
    } catch (error) {
      if (!isTransportError(error)) throw error;
      throw new TransportError(error.message, error.failure, false, { cause: error.cause });
    }
    if (response.status === 401)
      return { ticket: take(adopt(offerOf(response), sentAt, current)), own: true };
    // A server that is broken or busy, or something in between, asks for nothing either: no write goes there unsigned.
    const isOpen = response.status < 300 || response.status === 404 || response.status === 405;
    return request.method === "GET" || !isOpen ? { response } : { ticket: undefined, own: false };
  }

  /** Publishes a nonce, unless another request has brought a newer one meanwhile. */
  function adopt(challenge: DigestChallenge, sentAt: number, replaced: Nonce | undefined): Nonce {
    // A server may issue the same nonce again: then its count goes on, since each may be used once only.
    if (replaced?.challenge.nonce === challenge.nonce) return replaced;
    if (current?.challenge.nonce === challenge.nonce) return current;
    const nonce = { challenge, bornAt: sentAt, nc: 0 };
    if (current === undefined || current === replaced) current = nonce;
    return nonce;
  }

  function signed(request: HttpRequest, { nonce: { challenge }, nc }: Ticket): HttpRequest {
    const rfc2069 = challenge.protection === "none" || (challenge.protection === "op" && opMeansRfc2069);
    const header = authorization(challenge, options.credentials, {
      method: request.method,
      uri: request.path,
      nc,
      cnonce: newCnonce(),
      rfc2069,
    });
    const note = request.note && { ...request.note, nonce: challenge.nonce.slice(0, 6), nc };
    return { ...request, headers: { ...request.headers, authorization: header }, note };
  }

  function accepted(nonce: Nonce, response: HttpResponse, sentAt: number): void {
    if (response.status < 500 && response.status !== 407 && response.status !== 429) {
      proven = true;
      refusals = 0;
    }
    const nextNonce = parseAuthenticationInfo(headerOf(response, "authentication-info")).get("nextnonce");
    if (nextNonce !== undefined && nextNonce !== nonce.challenge.nonce) {
      adopt({ ...nonce.challenge, nonce: nextNonce, stale: false }, sentAt, nonce);
    }
  }

  function offerOf(response: HttpResponse): DigestChallenge {
    const challenge = digestChallengeOf(response);
    if (strongest === undefined) {
      if (challenge.protection === "none") options.onWeakChallenge?.();
      strongest = challenge;
      return challenge;
    }
    const weaker =
      challenge.algorithm.strength < strongest.algorithm.strength ||
      PROTECTION_STRENGTH[challenge.protection] < PROTECTION_STRENGTH[strongest.protection];
    if (weaker) {
      throw new AuthError(
        `The server offers a weaker Digest challenge (${challenge.algorithm.name}, qop ${challenge.protection}) than before ` +
          `(${strongest.algorithm.name}, qop ${strongest.protection}); it was not answered.`,
      );
    }
    if (challenge.realm !== strongest.realm) {
      throw new AuthError(
        `The realm of the server changed from ${JSON.stringify(strongest.realm)} to ${JSON.stringify(challenge.realm)}; ` +
          "the key was not sent to it.",
      );
    }
    strongest = challenge;
    return challenge;
  }

  function wrongKey(challenge: DigestChallenge): AuthError {
    const error = new AuthError(
      `The service refused the API key ${JSON.stringify(options.credentials.username)} (realm ${JSON.stringify(challenge.realm)}). ` +
        "Check the public key and the private key of the connection.",
    );
    refusals++;
    if (refusals >= REFUSALS_BEFORE_LATCH && !proven) latched = error;
    return error;
  }
}

/** A service tells missing rights by a 401 as well, but with an error code; a refused key has none. */
function tellsMissingRights(response: HttpResponse): boolean {
  const stale = /\bstale\s*=\s*"?true/i.test(headerOf(response, "www-authenticate") ?? "");
  return !stale && typeof jsonObjectOf(response)?.["errorCode"] === "string";
}
