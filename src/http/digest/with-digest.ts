/** Adds HTTP Digest authentication (RFC 7616) to requests. */

import { AuthError, isTransportError, TransportError } from "../../errors";
import { describeTitle, isWebPage } from "../foreign-response";
import type { HttpRequest, HttpResponse, Send } from "../message";
import { headerOf } from "../message";
import { parseJsonObject } from "../text";
import { parseNextNonce } from "./challenge";
import type { DigestChallenge } from "./choose-challenge";
import { chooseChallenge, formatRealm } from "./choose-challenge";
import type { Ticket } from "./nonces";
import { nextTicket } from "./nonces";
import type { DigestSession } from "./session";

/** A larger body is sent with a young nonce only, so that it is not sent twice. */
const LARGE_BODY_BYTES = 65_536;
/** With four nodes behind a balancer, one try in four reaches the node of a nonce; 64 practically always suffice. */
const MAX_TRIES = 64;
/** A request keeps a nonce until it reaches the node that issued it, but no longer than this: the node may be gone. */
const TRIES_WITH_ONE_NONCE = 8;
/** A key that was right before is wrong after this many refusals without `stale` of nonces issued to the request ... */
const REFUSALS_OF_PROVEN_KEY = 2;
/** ... or this many if nodes refuse each other's nonces without `stale`: two nodes rarely do so 16 times by chance. */
const REFUSALS_AMONG_SILENT_NODES = 16;

/**
 * How a request is sent next: signed with a ticket, unsigned where the server requires nothing, or already responded to.
 * `isOwn` means that the nonce was issued to this request, so that a refusal concerns the key.
 */
type Start =
  | { readonly ticket: Ticket | undefined; readonly isOwn: boolean }
  | { readonly response: HttpResponse };

/**
 * Adds Digest authentication to `next`.
 *
 * Requests share the newest nonce, each with its own count. A refused request is signed with the nonce of its 401; if
 * another node refuses that one as well, with the same nonce again, so that requests cannot ping-pong between the nodes.
 * A 401 to a shared nonce does not prove a wrong key; a 401 without `stale` to a nonce that was issued to the same
 * request does.
 *
 * Before the key has proven right, one request is sent at a time (`proving`). If no nonce can be used, one request asks for all, and
 * the others wait (`renewing`), except where a nonce serves once only. After a 401 each request renews for itself, so that none waits
 * for another.
 *
 * @throws AuthError for a wrong key, or if the server offers no supported Digest challenge
 */
export function withDigest(next: Send, session: DigestSession): Send {
  const { key } = session;
  return async function sendSigned(request) {
    if (key.isProven()) return exchange(next, session, request);
    const response = await session.proving(1, request.signal, async () => {
      key.throwIfGivenUp();
      return key.isProven() ? undefined : exchange(next, session, request);
    });
    return response ?? exchange(next, session, request);
  };
}

async function exchange(next: Send, session: DigestSession, request: HttpRequest): Promise<HttpResponse> {
  const { now, nonces, key } = session;
  let start = await prepare(next, session, request);
  let refusals = 0;
  for (let tries = 1; ; tries++) {
    if ("response" in start) return start.response;
    const { ticket, isOwn } = start;
    const sentAt = now();
    const response = await next(ticket === undefined ? request : sign(session, request, ticket));
    if (response.status !== 401 || (ticket !== undefined && reportsMissingRole(response))) {
      if (ticket !== undefined) learn(session, ticket, response, sentAt);
      return response;
    }
    const isBare = response.headers["www-authenticate"] === undefined;
    const challenge =
      isBare && ticket !== undefined ? ticket.nonce.challenge : readChallenge(session, response);
    // A nonce may have expired, even if the 401 has no challenge; one that was just issued has not.
    const isRefusal = isOwn && (isBare || !challenge.stale);
    if (isRefusal) refusals++;
    const canFallBack = challenge.protection === "op" && !session.opMeansRfc2069 && !key.isProven();
    if (isRefusal && canFallBack) {
      session.opMeansRfc2069 = true;
    } else if (refusals >= maxRefusals(session)) {
      throw key.refuse(wrongKey(session, challenge, response));
    } else if (tries >= MAX_TRIES) {
      throw key.refuse(noNonceAccepted(challenge, tries));
    }
    if (ticket !== undefined) nonces.reportRefused(ticket, !isBare && challenge.stale);
    if (isBare) {
      start = await probe(next, session, request);
      continue;
    }
    const fresh = nonces.add(challenge, sentAt);
    // If a nonce that was just issued is refused as stale, another node answered.
    const isOfAnotherNode = isOwn && (challenge.stale || nonces.haveSeveralNodes());
    const staysWithNonce = isOfAnotherNode && tries % TRIES_WITH_ONE_NONCE !== 0;
    start = { ticket: nextTicket(staysWithNonce && ticket ? ticket.nonce : fresh), isOwn: true };
  }
}

async function prepare(next: Send, session: DigestSession, request: HttpRequest): Promise<Start> {
  const { nonces, renewing } = session;
  const isLarge = (request.body?.length ?? 0) > LARGE_BODY_BYTES;
  const ticket = nonces.take(isLarge);
  if (ticket !== undefined) return { ticket, isOwn: false };
  if (nonces.areSingleUse()) return probe(next, session, request);
  return renewing(1, request.signal, async () => {
    const renewed = nonces.take(isLarge);
    return renewed === undefined ? probe(next, session, request) : { ticket: renewed, isOwn: false };
  });
}

/**
 * Asks for a challenge with a GET of the same path, so that no body is sent in vain and no empty one is written.
 * A GET that is not challenged is complete.
 */
async function probe(next: Send, session: DigestSession, request: HttpRequest): Promise<Start> {
  const { "content-type": _, ...headers } = request.headers;
  const sentAt = session.now();
  let response: HttpResponse;
  try {
    response = await next({ ...request, method: "GET", headers, body: undefined });
  } catch (error) {
    if (!isTransportError(error)) throw error;
    throw new TransportError(error.message, error.failure, false, { cause: error.cause });
  }
  if (response.status === 401) {
    const fresh = session.nonces.add(readChallenge(session, response), sentAt);
    return { ticket: nextTicket(fresh), isOwn: true };
  }
  if (request.method === "GET") return { response };
  // A broken or busy server or a proxy sends no challenge either; no write is sent there unsigned.
  const isOpen =
    (response.status < 300 && !isWebPage(response)) || response.status === 404 || response.status === 405;
  return isOpen ? { ticket: undefined, isOwn: false } : { response: { ...response, isProbe: true } };
}

function sign(session: DigestSession, request: HttpRequest, { nonce, nc }: Ticket): HttpRequest {
  const { challenge } = nonce;
  const authorization = nonce.sign({
    method: request.method,
    uri: request.path,
    nc,
    cnonce: nonce.sessionCnonce ?? session.newCnonce(),
    rfc2069: challenge.protection === "none" || (challenge.protection === "op" && session.opMeansRfc2069),
  });
  const headers = { ...request.headers, authorization };
  return { ...request, headers, nonce: challenge.nonce.slice(0, 6), nc };
}

/** Learns from the response to an accepted request. */
function learn({ key, nonces }: DigestSession, ticket: Ticket, response: HttpResponse, sentAt: number): void {
  // Other statuses may come from a proxy.
  if (response.status < 500 && response.status !== 407 && response.status !== 429) {
    key.prove();
    nonces.reportAccepted(ticket);
  }
  const { challenge } = ticket.nonce;
  const nextNonce = parseNextNonce(headerOf(response, "authentication-info"));
  if (nextNonce !== undefined && nextNonce !== "") {
    nonces.add({ ...challenge, nonce: nextNonce }, sentAt);
  }
}

function readChallenge(session: DigestSession, response: HttpResponse): DigestChallenge {
  const challenge = chooseChallenge(response);
  session.refuseDowngrade(challenge);
  return challenge;
}

function maxRefusals({ key, nonces }: DigestSession): number {
  if (nonces.haveSilentNodes()) return REFUSALS_AMONG_SILENT_NODES;
  return key.isProven() ? REFUSALS_OF_PROVEN_KEY : 1;
}

function wrongKey(
  { username }: DigestSession,
  challenge: DigestChallenge,
  response: HttpResponse,
): AuthError {
  return new AuthError(
    `The service refused the API key ${JSON.stringify(username)} (realm ${formatRealm(challenge)}). ` +
      `Check the public key and the private key of the connection.${describeTitle(response, String)}`,
  );
}

function noNonceAccepted(challenge: DigestChallenge, tries: number): AuthError {
  return new AuthError(
    `The server refused ${tries} of its own nonces in a row (realm ${formatRealm(challenge)}). ` +
      "Check that the nodes behind this address share their nonces.",
  );
}

/** A service reports a missing role with a 401 as well, but with an error code; a refused key has none. */
function reportsMissingRole(response: HttpResponse): boolean {
  const stale = /\bstale\s*=\s*"?true/i.test(headerOf(response, "www-authenticate") ?? "");
  return !stale && typeof parseJsonObject(response)?.["errorCode"] === "string";
}
