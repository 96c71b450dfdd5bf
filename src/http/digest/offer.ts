/** From the challenges of a 401 to the one that is answered. */

import { AuthError } from "../../errors";
import { titleOf } from "../foreign";
import type { HttpResponse } from "../message";
import { printable } from "../printable";
import { algorithmOf } from "./algorithm";
import type { DigestChallenge } from "./authorization";
import type { Challenge } from "./challenge";
import { ChallengeSyntaxError, parseChallenges } from "./challenge";

/** How much of a header is shown in a message. */
const MOST_SHOWN = 200;

/**
 * The strongest Digest challenge of a 401 that can be answered.
 * @throws AuthError when there is none: no header, another scheme only, unknown algorithms, `auth-int` only.
 */
export function digestChallengeOf(response: HttpResponse): DigestChallenge {
  const header = response.headers["www-authenticate"];
  if (header === undefined) {
    const title = titleOf(response, String);
    throw new AuthError(
      "The server answered 401 without a WWW-Authenticate header, so there is nothing to sign. " +
        "Is opsmanager:baseUrl that of the service itself, and not of a proxy or a login page?" +
        (title === "" ? "" : ` The page is titled ${JSON.stringify(title)}.`),
    );
  }
  const challenges = parse(header);
  const digest = challenges.filter(({ scheme }) => scheme === "digest");
  if (digest.length === 0) {
    const offered = [...new Set(challenges.map(({ scheme }) => scheme))].join(", ") || "nothing";
    throw new AuthError(
      `The server does not offer HTTP Digest authentication (it offers ${printable(offered, MOST_SHOWN)}); the keys were not sent.`,
    );
  }
  const usable = digest.map(toDigest).filter((challenge) => challenge !== undefined);
  const strongest = usable.sort((a, b) => b.algorithm.strength - a.algorithm.strength)[0];
  if (strongest === undefined) {
    const offered = digest.map(describeOffer).join("; ");
    throw new AuthError(
      `The server's Digest challenge cannot be answered (${printable(offered, MOST_SHOWN)}): ` +
        "supported are MD5, SHA-256 and SHA-512-256, also with -sess, and qop auth or none.",
    );
  }
  return strongest;
}

function describeOffer({ params }: Challenge): string {
  const missing = ["realm", "nonce"].filter(
    (name) => !params.has(name) || (name === "nonce" && params.get(name) === ""),
  );
  const form = `${params.get("algorithm") ?? "MD5"} with qop ${params.get("qop") ?? "none"}`;
  return [form, ...missing.map((name) => `without a ${name}`)].join(", ");
}

function parse(header: string | string[]): Challenge[] {
  try {
    return parseChallenges(header);
  } catch (error) {
    if (!(error instanceof ChallengeSyntaxError)) throw error;
    throw new AuthError(
      `The WWW-Authenticate header of the server cannot be read: ${printable(error.message, MOST_SHOWN)}.`,
    );
  }
}

function toDigest({ params }: Challenge): DigestChallenge | undefined {
  const realm = params.get("realm");
  const nonce = params.get("nonce");
  const algorithm = algorithmOf(params.get("algorithm"));
  const protection = protectionOf(params);
  // An empty nonce is as good as none: it cannot be renewed, and nothing in the hash is the server's own.
  if (realm === undefined || nonce === undefined || nonce === "") return undefined;
  if (algorithm === undefined || protection === undefined) return undefined;
  return {
    realm,
    nonce,
    opaque: params.get("opaque"),
    algorithm,
    algorithmToken: params.get("algorithm"),
    protection,
    stale: params.get("stale")?.toLowerCase() === "true",
    utf8: params.get("charset")?.toUpperCase() === "UTF-8",
    userhash: params.get("userhash")?.toLowerCase() === "true",
  };
}

// The documentation of the service prints `op="auth"` where its server says `qop="auth"`; both mean the same here.
function protectionOf(params: ReadonlyMap<string, string>): DigestChallenge["protection"] | undefined {
  const qop = params.get("qop");
  if (qop !== undefined) return offersAuth(qop) ? "auth" : undefined;
  const op = params.get("op");
  return op !== undefined && offersAuth(op) ? "op" : "none";
}

function offersAuth(list: string): boolean {
  return list.split(",").some((item) => item.trim().toLowerCase() === "auth");
}
