/** `Authentication-Info` (RFC 7616, section 3.5): a list of parameters without a scheme. */

import { ChallengeSyntaxError, parseChallenges } from "./challenge";

const NONE: ReadonlyMap<string, string> = new Map();

/** The parameters of the header; empty when it is absent or cannot be read, since nothing depends on it. */
export function parseAuthenticationInfo(header: string | undefined): ReadonlyMap<string, string> {
  if (header === undefined) return NONE;
  try {
    // The same grammar as a challenge, once a scheme stands before it.
    return parseChallenges(`Digest ${header}`)[0]?.params ?? NONE;
  } catch (error) {
    if (error instanceof ChallengeSyntaxError) return NONE;
    throw error;
  }
}
