/** The nonces of one key at one server: which of them a request is signed with, and what their fate teaches. */

import type { DigestChallenge } from "./authorization";

/** A nonce in use. */
export interface Nonce {
  readonly challenge: DigestChallenge;
  readonly bornAt: number;
  /** The count of the last request that was signed with it. */
  nc: number;
  /** When its server was last heard of, in order of events: it issued the nonce, or accepted it. */
  heardAt: number;
  /** A count above 1 was accepted. */
  reused: boolean;
  refused: boolean;
}

/** One use of a nonce: its count is taken in the moment in which the nonce is found fit for use. */
export interface Ticket {
  readonly nonce: Nonce;
  readonly nc: number;
}

export interface Nonces {
  /** A use of a nonce that is younger than `maxAgeMs`, if there is one. */
  take(maxAgeMs: number): Ticket | undefined;
  /** A use of the nonce whose server was heard of longest ago; `own` is among the candidates. */
  takeOldest(own: Nonce): Ticket;
  /** The nonce of a challenge. It becomes the current one, unless another request has replaced `replaced` meanwhile. */
  adopt(challenge: DigestChallenge, sentAt: number, replaced: Nonce | undefined): Nonce;
  accepted(ticket: Ticket): void;
  refused(ticket: Ticket): void;
  /** Whether each nonce is good for one request only, so that each request needs a challenge of its own. */
  singleUse(): boolean;
  /** Whether a nonce was accepted after it had been refused: proof of nodes that do not know each other's nonces. */
  severalNodes(): boolean;
}

/** Servers of the field (Jetty) refuse a count of 1024 and a nonce older than 60 s; both are left a margin. */
const MAX_NONCE_COUNT = 1000;
export const MAX_NONCE_AGE_MS = 50_000;
/** How many nonces are kept beside the current one, for other nodes behind the same address. */
const MOST_SPARES = 4;
/** So many nonces in a row whose reuse was refused mean that none can be reused ... */
const SPENT_BEFORE_SINGLE_USE = 3;
/** ... and so many, if this server has ever let one be reused. */
const SPENT_BEFORE_SINGLE_USE_AGAIN = 12;
/** One request in so many tries a reuse all the same, since a server may change its mind. */
const SINGLE_USE_TRIAL = 32;
/** How far one way of choosing may run ahead of the other. */
const MOST_SCORE = 4;

export function take(nonce: Nonce): Ticket {
  return { nonce, nc: ++nonce.nc };
}

export function createNonces(now: () => number): Nonces {
  let current: Nonce | undefined;
  let spares: Nonce[] = [];
  let events = 0;
  let spent = 0;
  let everReused = false;
  let isSingleUse = false;
  let untilTrial = SINGLE_USE_TRIAL;
  let several = false;
  /** Above 0 the nonces are used in turn, as a balancer that deals out single requests wants it. */
  let turns = 0;

  const isFit = (nonce: Nonce, maxAgeMs: number): boolean =>
    nonce.nc < MAX_NONCE_COUNT && now() - nonce.bornAt < maxAgeMs;
  const all = (): Nonce[] => (current === undefined ? spares : [current, ...spares]);
  const oldest = (nonces: readonly Nonce[]): Nonce | undefined =>
    nonces.reduce<Nonce | undefined>(
      (found, nonce) => (found === undefined || nonce.heardAt < found.heardAt ? nonce : found),
      undefined,
    );
  const score = (change: number): void => {
    turns = Math.max(-MOST_SCORE, Math.min(MOST_SCORE, turns + change));
  };

  function pick(maxAgeMs: number): Nonce | undefined {
    const fit = all().filter((nonce) => isFit(nonce, maxAgeMs));
    if (isSingleUse) {
      const fresh = fit.find(({ nc }) => nc === 0);
      if (fresh !== undefined || --untilTrial > 0) return fresh;
      untilTrial = SINGLE_USE_TRIAL;
    }
    if (turns > 0) return oldest(fit);
    return current !== undefined && isFit(current, maxAgeMs) ? current : undefined;
  }

  return {
    take(maxAgeMs) {
      const nonce = pick(maxAgeMs);
      return nonce && take(nonce);
    },

    takeOldest(own) {
      const fit = all().filter((nonce) => nonce !== own && isFit(nonce, MAX_NONCE_AGE_MS));
      return take(oldest([...fit, own]) ?? own);
    },

    adopt(challenge, sentAt, replaced) {
      // A server may issue the same nonce again: then its count goes on, since each may be used once only.
      const known = [replaced, ...all()].find((nonce) => nonce?.challenge.nonce === challenge.nonce);
      if (known !== undefined) return known;
      const nonce: Nonce = {
        challenge,
        bornAt: sentAt,
        nc: 0,
        heardAt: ++events,
        reused: false,
        refused: false,
      };
      const isNext = current === undefined || current === replaced;
      const spare = isNext ? current : nonce;
      if (isNext) current = nonce;
      if (spare !== undefined) {
        spares = [spare, ...spares].filter((each) => isFit(each, MAX_NONCE_AGE_MS)).slice(0, MOST_SPARES);
      }
      return nonce;
    },

    accepted({ nonce, nc }) {
      nonce.heardAt = ++events;
      if (nonce.refused) several = true;
      if (nc > 1) {
        nonce.reused = true;
        everReused = true;
        isSingleUse = false;
        spent = 0;
      }
      if (all().length > 1 && several) score(nonce === current ? -1 : 1);
    },

    refused({ nonce, nc }) {
      const isFirstRefusal = !nonce.refused;
      nonce.refused = true;
      if (all().length > 1) score(nonce === current ? 1 : -1);
      if (nc === 1 || nonce.reused || !isFirstRefusal) return;
      spent++;
      if (spent >= (everReused ? SPENT_BEFORE_SINGLE_USE_AGAIN : SPENT_BEFORE_SINGLE_USE)) isSingleUse = true;
    },

    singleUse: () => isSingleUse,
    severalNodes: () => several,
  };
}
