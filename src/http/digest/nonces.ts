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
  /** How it was chosen, where the ways of choosing differed. */
  readonly way?: "latest" | "turn" | "fresh";
}

export interface Nonces {
  /** A use of a nonce, if there is one that is fit; a large body is not spent on one that may end on the way. */
  take(isLarge: boolean): Ticket | undefined;
  /**
   * What a refused request is signed with next: the `fresh` nonce of its refusal, unless that was of no use before,
   * since its next try may meet another node.
   */
  takeAfterRefusal(fresh: Nonce, wasUseless: boolean, tries: number): Ticket;
  /** The nonce of a challenge. It becomes the current one, unless another request has replaced `replaced` meanwhile. */
  adopt(challenge: DigestChallenge, sentAt: number, replaced: Nonce | undefined): Nonce;
  /** The one that a new nonce may replace. */
  current(): Nonce | undefined;
  accepted(ticket: Ticket): void;
  refused(ticket: Ticket): void;
  /** Whether each nonce is good for one request only, so that each request needs a challenge of its own. */
  singleUse(): boolean;
  /** Whether a nonce was accepted after it had been refused: proof of nodes that do not know each other's nonces. */
  severalNodes(): boolean;
}

/** Servers of the field (Jetty) refuse a count of 1024 and a nonce older than 60 s; both are left a margin. */
const MAX_NONCE_COUNT = 1000;
const MAX_NONCE_AGE_MS = 50_000;
const LARGE_BODY_NONCE_AGE_MS = 20_000;
/** How many nonces are kept beside the current one, for other nodes behind the same address. */
const MOST_SPARES = 4;
/** So many nonces in a row whose reuse was refused mean that none can be reused ... */
const SPENT_BEFORE_SINGLE_USE = 3;
/** ... and so many, if this server has ever let one be reused. */
const SPENT_BEFORE_SINGLE_USE_AGAIN = 12;
/** One request in so many tries a reuse all the same, since a server may change its mind. */
const SINGLE_USE_TRIAL = 32;
/** From then on a request that is refused again and again draws lots. */
const TRIES_IN_TURN = 5;
/** How far one way of choosing may run ahead of the other. */
const MOST_SCORE = 4;

export function take(nonce: Nonce): Ticket {
  return { nonce, nc: ++nonce.nc };
}

export function createNonces(now: () => number, random: () => number): Nonces {
  let current: Nonce | undefined;
  let spares: Nonce[] = [];
  let events = 0;
  let spent = 0;
  let everReused = false;
  let isSingleUse = false;
  let untilTrial = SINGLE_USE_TRIAL;
  let several = false;
  /** Above 0 the nonces are used in turn, as a balancer wants it that deals requests out in turn. */
  let turns = 0;
  /** Below 0 the nonce of a refusal is of no use for the next try: each request meets another node. */
  let freshness = 0;

  const isFit = (nonce: Nonce, maxAgeMs: number): boolean =>
    nonce.nc < MAX_NONCE_COUNT && now() - nonce.bornAt < maxAgeMs;
  const all = (): Nonce[] => (current === undefined ? spares : [current, ...spares]);
  const oldest = (nonces: readonly Nonce[]): Nonce | undefined =>
    nonces.reduce<Nonce | undefined>(
      (found, nonce) => (found === undefined || nonce.heardAt < found.heardAt ? nonce : found),
      undefined,
    );
  const bounded = (points: number): number => Math.max(-MOST_SCORE, Math.min(MOST_SCORE, points));
  /** What a request that was signed in one way says of it. */
  const score = (way: Ticket["way"], points: number): void => {
    if (!several || way === undefined) return;
    if (way === "fresh") freshness = bounded(freshness + points);
    else turns = bounded(turns + (way === "turn" ? points : -points));
  };

  return {
    take(isLarge) {
      const maxAgeMs = isLarge ? LARGE_BODY_NONCE_AGE_MS : MAX_NONCE_AGE_MS;
      // With one nonce, as mostly, there is nothing to choose.
      if (spares.length === 0 && !isSingleUse)
        return current !== undefined && isFit(current, maxAgeMs) ? take(current) : undefined;
      const fit = all().filter((nonce) => isFit(nonce, maxAgeMs));
      if (isSingleUse) {
        const fresh = fit.find(({ nc }) => nc === 0);
        if (fresh !== undefined) return take(fresh);
        if (isLarge || --untilTrial > 0) return undefined;
        untilTrial = SINGLE_USE_TRIAL;
      }
      const latest = current !== undefined && fit.includes(current) ? current : undefined;
      const next = oldest(fit);
      const nonce = turns > 0 ? next : latest;
      if (nonce === undefined) return undefined;
      return latest === next ? take(nonce) : { ...take(nonce), way: turns > 0 ? "turn" : "latest" };
    },

    takeAfterRefusal(fresh, wasUseless, tries) {
      if (!wasUseless && freshness >= 0) return { ...take(fresh), way: "fresh" };
      const fit = all().filter((nonce) => nonce !== fresh && isFit(nonce, MAX_NONCE_AGE_MS));
      const candidates = [fresh, ...fit];
      // Requests that run side by side could take the wrong turns for ever; chance ends that.
      const lucky = candidates[Math.floor(random() * candidates.length)];
      return take((tries > TRIES_IN_TURN ? lucky : oldest(candidates)) ?? fresh);
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

    accepted({ nonce, nc, way }) {
      nonce.heardAt = ++events;
      if (nonce.refused && !several) {
        several = true;
        turns = 1;
      }
      score(way, 1);
      if (nc === 1) return;
      nonce.reused = true;
      everReused = true;
      isSingleUse = false;
      spent = 0;
    },

    refused({ nonce, nc, way }) {
      const isFirstRefusal = !nonce.refused;
      nonce.refused = true;
      score(way, -1);
      if (nc === 1 || nonce.reused || !isFirstRefusal) return;
      spent++;
      if (spent >= (everReused ? SPENT_BEFORE_SINGLE_USE_AGAIN : SPENT_BEFORE_SINGLE_USE)) isSingleUse = true;
    },

    current: () => current,
    singleUse: () => isSingleUse,
    severalNodes: () => several,
  };
}
