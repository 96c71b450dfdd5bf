/** The realm of a challenge as it may stand in a message. */

import { printable } from "../printable";
import type { DigestChallenge } from "./authorization";

const MOST_SHOWN = 200;

export function realmText({ realm }: DigestChallenge): string {
  return JSON.stringify(printable(realm, MOST_SHOWN));
}
