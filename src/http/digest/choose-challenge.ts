/** Chooses the Digest challenge of a 401 that the client responds to, and refuses downgrades. */

import { isUtf8 } from "node:buffer";
import { AuthError, messageOf } from "../../errors";
import { describeTitle } from "../foreign-response";
import type { HttpResponse } from "../message";
import { printable } from "../text";
import type { Challenge } from "./challenge";
import { parseChallenges } from "./challenge";

const MAX_SHOWN_LENGTH = 200;

/** The digest algorithms of RFC 7616, section 6.1, from weak to strong. `-sess` is the session variant. */
const ALGORITHMS = ["MD5", "MD5-sess", "SHA-256", "SHA-256-sess", "SHA-512-256", "SHA-512-256-sess"].map(
  (name, strength) => ({
    name,
    /** The name of the hash in Node.js. */
    hash: name.replace("-sess", "").replace("SHA-", "sha").toLowerCase(),
    session: name.endsWith("-sess"),
    strength,
  }),
);

/** Finds the algorithm of a challenge (MD5 by default); `undefined` for an unknown one. */
export function findAlgorithm(parameter = "MD5") {
  return ALGORITHMS.find(({ name }) => name.toLowerCase() === parameter.toLowerCase());
}

/** A Digest challenge that the client supports. Its texts have one character for each byte of the header. */
export type DigestChallenge = NonNullable<ReturnType<typeof toDigestChallenge>>;

/**
 * Chooses the strongest Digest challenge of a 401 that the client supports.
 * @throws AuthError if there is none: no header, another scheme only, unknown algorithms, `auth-int` only.
 */
export function chooseChallenge(response: HttpResponse): DigestChallenge {
  const header = response.headers["www-authenticate"];
  if (header === undefined) {
    throw new AuthError(
      "The server returned 401 without a WWW-Authenticate header, so there is nothing to sign. " +
        `Check that opsmanager:baseUrl is the URL of the service itself, not of a proxy or a login page.${describeTitle(response, String)}`,
    );
  }
  let challenges: Challenge[];
  try {
    challenges = parseChallenges(header);
  } catch (error) {
    const reason = printable(messageOf(error), MAX_SHOWN_LENGTH);
    throw new AuthError(`The WWW-Authenticate header of the server cannot be read: ${reason}.`);
  }
  const digest = challenges.filter(({ scheme }) => scheme === "digest");
  if (digest.length === 0) {
    const offered = [...new Set(challenges.map(({ scheme }) => scheme))].join(", ") || "nothing";
    throw new AuthError(
      `The server does not offer HTTP Digest authentication (it offers ${printable(offered, MAX_SHOWN_LENGTH)}); the keys were not sent.`,
    );
  }
  const usable = digest.map(toDigestChallenge).filter((challenge) => challenge !== undefined);
  const strongest = usable.sort((a, b) => b.algorithm.strength - a.algorithm.strength)[0];
  if (strongest === undefined) {
    const offered = digest
      .map(({ params }) => [...params].map(([name, value]) => `${name}=${value}`).join(", "))
      .join("; ");
    throw new AuthError(
      `The server's Digest challenge is not supported (${printable(offered, MAX_SHOWN_LENGTH)}): ` +
        "required are realm and nonce; supported are MD5, SHA-256 and SHA-512-256, each also with -sess, and qop auth or none; the -sess forms require qop auth.",
    );
  }
  return strongest;
}

function toDigestChallenge({ params }: Challenge) {
  const realm = params.get("realm");
  const nonce = params.get("nonce");
  const algorithm = findAlgorithm(params.get("algorithm"));
  const protection = protectionOf(params);
  // An empty nonce cannot be renewed and does not protect against replay.
  if (realm === undefined || nonce === undefined || nonce === "") return undefined;
  if (algorithm === undefined || protection === undefined) return undefined;
  // -sess hashes a cnonce, which a response without qop does not contain.
  if (algorithm.session && protection !== "auth") return undefined;
  return {
    realm,
    nonce,
    opaque: params.get("opaque"),
    algorithm,
    /** The algorithm as the challenge spells it, to be repeated; `undefined` if it names none. */
    algorithmToken: params.get("algorithm"),
    /** `auth`: the challenge offers qop. `op`: it writes `op` for `qop`, or means RFC 2069. `none`: RFC 2069. */
    protection,
    stale: params.get("stale")?.toLowerCase() === "true",
    utf8: params.get("charset")?.toUpperCase() === "UTF-8",
  };
}

// The documentation of Ops Manager shows `op="auth"` where its server sends `qop="auth"`.
function protectionOf(params: ReadonlyMap<string, string>): Protection | undefined {
  const qop = params.get("qop");
  if (qop !== undefined) return offersAuth(qop) ? "auth" : undefined;
  const op = params.get("op");
  return op !== undefined && offersAuth(op) ? "op" : "none";
}

function offersAuth(list: string): boolean {
  return list.split(",").some((item) => item.trim().toLowerCase() === "auth");
}

/** From weak to strong: `op` may turn out to mean RFC 2069, so it is weaker than `qop`. */
const PROTECTIONS = ["none", "op", "auth"] as const;
type Protection = (typeof PROTECTIONS)[number];

/** Returns a function that throws an AuthError for a challenge with another realm, or weaker than the strongest one so far. */
export function createDowngradeGuard(): (challenge: DigestChallenge) => void {
  let strongest: DigestChallenge | undefined;
  const describe = (challenge: DigestChallenge): string =>
    `${challenge.algorithm.name}, qop ${challenge.protection}, realm ${formatRealm(challenge)}`;
  return (challenge) => {
    const before = strongest ?? challenge;
    const isWeaker =
      challenge.algorithm.strength < before.algorithm.strength ||
      PROTECTIONS.indexOf(challenge.protection) < PROTECTIONS.indexOf(before.protection);
    if (isWeaker || challenge.realm !== before.realm) {
      throw new AuthError(
        `The server offers a ${isWeaker ? "weaker Digest challenge" : "Digest challenge for another realm"} (${describe(challenge)}) ` +
          `than before (${describe(before)}); the request was not sent again.`,
      );
    }
    strongest = challenge;
  };
}

/** The realm of a challenge for a message; in UTF-8 if its bytes are, else in Latin-1. */
export function formatRealm({ realm }: DigestChallenge): string {
  const bytes = Buffer.from(realm, "latin1");
  return JSON.stringify(printable(isUtf8(bytes) ? bytes.toString() : realm, MAX_SHOWN_LENGTH));
}
