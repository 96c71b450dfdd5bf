/**
 * Keeps the newest nonces of one key at one server, and chooses one for each request.
 *
 * - Reused: the newest, up to 1000 times and 50 s (20 s for a large body). With several nodes that do not share their nonces, one of
 *   those at random. With single-use nonces, only one that was not used.
 *   `http/shared.ts` keeps one store for each key and server, until its last client is closed.
 * - Counted: each request that is signed, also one that is signed again, takes the nonce and its next count in one step, from 1. Requests
 *   in progress at the same time share the nonce and never a count. A count that was refused or had no response is not used again.
 * - Renewed: by the challenge of a 401, with which `with-digest.ts` then signs that request again, by `nextnonce`, or, if none can be
 *   used, by a request without a body. A refused nonce stays, and the new one takes its place at the front. One that the server issues
 *   again keeps its place and its count, and its age starts again.
 * - Dropped: when eight newer ones exist, for no other reason. Only a key is given up (`session.ts`).
 */

import type { Credentials } from "./authorization";
import { createSigner } from "./authorization";
import type { DigestChallenge } from "./choose-challenge";

export type Nonce = ReturnType<typeof createNonce>;

function createNonce(challenge: DigestChallenge, { credentials, newCnonce }: NonceOptions, bornAt: number) {
  return {
    challenge,
    sign: createSigner(challenge, credentials),
    /** With `-sess` all requests of a nonce use the cnonce of the first (RFC 7616, section 3.4.2). */
    sessionCnonce: challenge.algorithm.session ? newCnonce() : undefined,
    bornAt,
    /** The count of the last request that was signed with it. */
    nc: 0,
    /** The lowest count that was refused, the lowest that was refused without `stale`, and the highest that was accepted. */
    lowestRefused: Infinity,
    lowestRefusedSilently: Infinity,
    highestAccepted: 0,
  };
}

/** One use of a nonce. Its count is taken together with the nonce, so that no two requests share one. */
export type Ticket = ReturnType<typeof nextTicket>;

export interface NonceOptions {
  readonly credentials: Credentials;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  readonly newCnonce: () => string;
}

/** Jetty refuses a count of 1024 and a nonce of 60 s; both limits keep a margin. */
const MAX_COUNT = 1000;
const MAX_AGE_MS = 50_000;
const MAX_AGE_FOR_LARGE_BODY_MS = 20_000;
/** Enough to hold, with high probability, a nonce of each of three nodes. */
const MAX_KEPT = 8;
/** Single use is assumed after this many nonces were refused at their second use, if none was ever reused. */
const REFUSALS_BEFORE_SINGLE_USE = 3;

export function nextTicket(nonce: Nonce) {
  return { nonce, nc: ++nonce.nc };
}

export function createNonces(options: NonceOptions) {
  const { now, random } = options;
  /** Newest first. */
  let kept: Nonce[] = [];
  let wasReused = false;
  let refusedReuses = 0;
  let severalNodes = false;
  let silentNodes = false;

  const areSingleUse = (): boolean => !wasReused && refusedReuses >= REFUSALS_BEFORE_SINGLE_USE;
  const isUsable = (nonce: Nonce, maxAgeMs: number): boolean =>
    nonce.nc < MAX_COUNT && now() - nonce.bornAt < maxAgeMs;

  const pickRandom = (maxAgeMs: number): Ticket | undefined => {
    const usable = kept.filter((nonce) => isUsable(nonce, maxAgeMs));
    const nonce = usable[Math.floor(random() * usable.length)];
    return nonce && nextTicket(nonce);
  };

  const compareUses = ({ highestAccepted, lowestRefused, lowestRefusedSilently }: Nonce): void => {
    severalNodes ||= highestAccepted > lowestRefused;
    silentNodes ||= highestAccepted > lowestRefusedSilently;
  };

  return {
    /**
     * Takes the newest nonce, or one at random if there are several nodes; `undefined` if the request needs a new
     * challenge. A large body needs a young nonce.
     */
    take(isLarge: boolean): Ticket | undefined {
      const maxAgeMs = isLarge ? MAX_AGE_FOR_LARGE_BODY_MS : MAX_AGE_MS;
      if (severalNodes) return pickRandom(maxAgeMs);
      const nonce = areSingleUse() ? kept.find(({ nc }) => nc === 0) : kept[0];
      return nonce !== undefined && isUsable(nonce, maxAgeMs) ? nextTicket(nonce) : undefined;
    },

    /** Keeps the nonce of a challenge as the newest. A nonce that the server issues again stays where it is. */
    add(challenge: DigestChallenge, sentAt: number): Nonce {
      const known = kept.find((nonce) => nonce.challenge.nonce === challenge.nonce);
      if (known !== undefined) {
        // A server may issue a nonce again; its count continues, since each count is accepted once.
        known.bornAt = sentAt;
        return known;
      }
      const nonce = createNonce(challenge, options, sentAt);
      kept = [nonce, ...kept].slice(0, MAX_KEPT);
      return nonce;
    },

    reportAccepted({ nonce, nc }: Ticket): void {
      wasReused ||= nc > 1;
      nonce.highestAccepted = Math.max(nonce.highestAccepted, nc);
      compareUses(nonce);
    },

    reportRefused({ nonce, nc }: Ticket, isStale: boolean): void {
      if (nc > 1 && nonce.lowestRefused === Infinity) refusedReuses++;
      nonce.lowestRefused = Math.min(nonce.lowestRefused, nc);
      if (!isStale) nonce.lowestRefusedSilently = Math.min(nonce.lowestRefusedSilently, nc);
      compareUses(nonce);
    },

    /** Whether the server accepts each nonce for one request only. */
    areSingleUse,
    /** Whether a nonce was accepted after an earlier use of it was refused: several nodes do not share their nonces. */
    haveSeveralNodes: () => severalNodes,
    /** Whether such nodes refuse each other's nonces without `stale`, as they refuse a wrong key. */
    haveSilentNodes: () => silentNodes,
  };
}
