/** HTTP Digest (RFC 7616) as a layer: one nonce shared by all requests, renewed before it ends. */

import { AuthError, isTransportError, TransportError } from "../../errors";
import { jsonObjectOf } from "../body";
import { isWebPage, titleOf } from "../foreign";
import type { HttpRequest, HttpResponse, Send } from "../message";
import { headerOf, withHeaders } from "../message";
import { deferred, unlessAborted } from "../waiting";
import { parseAuthenticationInfo } from "./authentication-info";
import type { Credentials, DigestChallenge, Signer } from "./authorization";
import { signer } from "./authorization";
import * as cnonce from "./cnonce";
import type { Nonce, Ticket } from "./nonces";
import { take } from "./nonces";
import { digestChallengeOf } from "./offer";
import { realmText } from "./realm-text";
import type { DigestSession, SessionOptions } from "./session";
import { createDigestSession } from "./session";

export interface DigestOptions extends SessionOptions {
  readonly credentials: Credentials;
  readonly newCnonce?: () => string;
  /** Shared by all layers for the same key at the same server. @default one of its own */
  readonly session?: DigestSession;
}

/** A larger body wants a nonce that does not end on the way. */
const LARGE_BODY_BYTES = 65_536;

/**
 * How often one request is signed at most. Nodes behind a balancer that do not know each other's nonces refuse many:
 * with four of them, chance makes one try in four a hit.
 */
const MAX_TRIES = 64;
/** Refusals of a request's own fresh nonce that make a key wrong which was right before ... */
const REFUSALS_OF_A_PROVEN_KEY = 2;
/** ... and where nodes refuse the nonces of each other without saying `stale`. */
const REFUSALS_AMONG_NODES = 12;

/**
 * How a request begins: with a ticket to sign with, unsigned where the server asks for nothing, or answered already.
 * `own` says that its nonce was issued to this very request, so that a refusal speaks of the key.
 */
type Start = { ticket: Ticket | undefined; own: boolean } | { response: HttpResponse };

interface SignerOfNonce {
  readonly sign: Signer;
  /** With `-sess` the key of all requests is made of the cnonce of the first one (RFC 7616, section 3.4.2). */
  readonly sessionCnonce: string | undefined;
}

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
  const session = options.session ?? createDigestSession(options);
  const { now, nonces, key } = session;
  const newCnonce = options.newCnonce ?? cnonce.newCnonce;
  const signers = new WeakMap<DigestChallenge, SignerOfNonce>();

  return function send(request) {
    return key.isProven() ? exchange(request) : inTurn(request);
  };

  async function inTurn(request: HttpRequest): Promise<HttpResponse> {
    const leave = await key.enter(request.signal);
    try {
      return await exchange(request);
    } finally {
      leave();
    }
  }

  async function exchange(request: HttpRequest): Promise<HttpResponse> {
    const begun = begin(request);
    const start = begun instanceof Promise ? await begun : begun;
    if ("response" in start) return start.response;
    let { ticket, own } = start;
    let refusals = 0;
    let wasUseless = false;
    for (let tries = 1; ; tries++) {
      const sentAt = now();
      const response: HttpResponse = await next(ticket === undefined ? request : signed(request, ticket));
      if (response.status !== 401 || (ticket !== undefined && tellsMissingRights(response))) {
        if (ticket !== undefined) accepted(ticket, response, sentAt);
        return response;
      }
      if (ticket !== undefined && response.headers["www-authenticate"] === undefined) {
        // Without a challenge the nonce may have ended as well, so a fresh one is asked for; unless it was fresh.
        if (own) refusals++;
        if (refusals >= refusalsOfWrongKey() || tries >= MAX_TRIES) {
          throw key.refuse(wrongKey(ticket.nonce.challenge, response));
        }
        nonces.refused(ticket);
        const again = await probe(request, ticket.nonce);
        if ("response" in again) return again.response;
        ({ ticket, own } = again);
        continue;
      }
      const challenge: DigestChallenge = offerOf(response);
      if (own && !challenge.stale) refusals++;
      if (own && challenge.protection === "op" && !challenge.stale && canMeanRfc2069()) {
        session.opMeansRfc2069 = true;
      } else if (refusals >= refusalsOfWrongKey()) {
        throw key.refuse(wrongKey(challenge, response));
      } else if (tries >= MAX_TRIES) {
        throw key.refuse(noNonceHolds(challenge, tries));
      }
      if (ticket !== undefined) nonces.refused(ticket);
      const fresh = nonces.adopt(challenge, sentAt, ticket?.nonce);
      // Whose own fresh nonce is unknown met another node than the one that issued it.
      wasUseless ||= own && challenge.stale;
      ticket = nonces.takeAfterRefusal(fresh, wasUseless, tries);
      own = ticket.nonce === fresh;
    }
  }

  /**
   * A nonce to sign with. Without one, a body-less GET of the same path asks for a challenge: neither is a body sent
   * in vain, nor an empty one written. A GET that is not challenged is answered already.
   */
  function begin(request: HttpRequest): Start | Promise<Start> {
    const ticket = nonces.take((request.body?.length ?? 0) > LARGE_BODY_BYTES);
    return ticket === undefined ? beginWithout(request) : { ticket, own: false };
  }

  async function beginWithout(request: HttpRequest): Promise<Start> {
    if (nonces.singleUse()) return probe(request, nonces.current());
    if (session.renewal !== undefined) {
      await unlessAborted(session.renewal, request.signal);
      return begin(request);
    }
    const { promise, resolve } = deferred();
    session.renewal = promise;
    try {
      return await probe(request, nonces.current());
    } finally {
      session.renewal = undefined;
      resolve();
    }
  }

  /** @param replaced the nonce in whose place the new one comes */
  async function probe(request: HttpRequest, replaced: Nonce | undefined): Promise<Start> {
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
      return { ticket: take(nonces.adopt(offerOf(response), sentAt, replaced)), own: true };
    // A server that is broken or busy, or something in between, asks for nothing either: no write goes there unsigned.
    const isOpen =
      (response.status < 300 && !isWebPage(response)) || response.status === 404 || response.status === 405;
    if (request.method === "GET") return { response };
    return isOpen ? { ticket: undefined, own: false } : { response: { ...response, isProbe: true } };
  }

  function signed(request: HttpRequest, { nonce: { challenge }, nc }: Ticket): HttpRequest {
    const rfc2069 =
      challenge.protection === "none" || (challenge.protection === "op" && session.opMeansRfc2069);
    const { sign, sessionCnonce } = signerOf(challenge);
    const header = sign({
      method: request.method,
      uri: request.path,
      nc,
      cnonce: sessionCnonce ?? newCnonce(),
      rfc2069,
    });
    const note = request.note && { ...request.note, nonce: challenge.nonce.slice(0, 6), nc };
    return withHeaders(request, { ...request.headers, authorization: header }, note);
  }

  function signerOf(challenge: DigestChallenge): SignerOfNonce {
    const known = signers.get(challenge);
    if (known !== undefined) return known;
    const made = {
      sign: signer(challenge, options.credentials),
      sessionCnonce: challenge.algorithm.session ? newCnonce() : undefined,
    };
    signers.set(challenge, made);
    return made;
  }

  function accepted(ticket: Ticket, response: HttpResponse, sentAt: number): void {
    if (response.status < 500 && response.status !== 407 && response.status !== 429) {
      key.prove();
      nonces.accepted(ticket);
    }
    const { nonce } = ticket;
    const nextNonce = parseAuthenticationInfo(headerOf(response, "authentication-info")).get("nextnonce");
    if (nextNonce !== undefined && nextNonce !== "" && nextNonce !== nonce.challenge.nonce) {
      nonces.adopt({ ...nonce.challenge, nonce: nextNonce, stale: false }, sentAt, nonce);
    }
  }

  function offerOf(response: HttpResponse): DigestChallenge {
    const challenge = digestChallengeOf(response);
    session.guard(challenge);
    return challenge;
  }

  function canMeanRfc2069(): boolean {
    return !session.opMeansRfc2069 && !key.isProven();
  }

  function refusalsOfWrongKey(): number {
    if (nonces.severalNodes()) return REFUSALS_AMONG_NODES;
    return key.isProven() ? REFUSALS_OF_A_PROVEN_KEY : 1;
  }

  function wrongKey(challenge: DigestChallenge, response: HttpResponse): AuthError {
    const title = titleOf(response, String);
    return new AuthError(
      `The service refused the API key ${JSON.stringify(options.credentials.username)} (realm ${realmText(challenge)}). ` +
        "Check the public key and the private key of the connection." +
        (title === ""
          ? ""
          : ` The response is a web page titled ${JSON.stringify(title)}, maybe of a proxy or a login page.`),
    );
  }
}

function noNonceHolds(challenge: DigestChallenge, tries: number): AuthError {
  return new AuthError(
    `The server refused ${tries} nonces in a row that it had issued itself (realm ${realmText(challenge)}). ` +
      "Do several nodes behind one address not know each other's nonces?",
  );
}

/** A service tells missing rights by a 401 as well, but with an error code; a refused key has none. */
function tellsMissingRights(response: HttpResponse): boolean {
  const stale = /\bstale\s*=\s*"?true/i.test(headerOf(response, "www-authenticate") ?? "");
  return !stale && typeof jsonObjectOf(response)?.["errorCode"] === "string";
}
