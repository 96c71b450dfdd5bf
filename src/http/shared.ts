/** The state that all clients of this process with the same key and server share. */

import { createHmac, randomBytes } from "node:crypto";
import type { Credentials } from "./digest/authorization";
import type { DigestSession } from "./digest/session";
import { createDigestSession } from "./digest/session";
import type { Semaphore } from "./semaphore";
import { createSemaphore } from "./semaphore";
import type { RetryBudget } from "./with-retry";
import { createRetryBudget } from "./with-retry";

export interface SharedState {
  readonly digest: DigestSession;
  /** Limits the requests in progress. */
  readonly semaphore: Semaphore;
  readonly budget: RetryBudget;
}

export interface Lease extends SharedState {
  /** Ends the use by one client; the last one removes the state. */
  release(): void;
}

const shared = new Map<string, { readonly state: SharedState; users: number }>();

// The map lives as long as the process and must not contain a key in clear text, nor a hash that could be guessed.
const SALT = randomBytes(32);

/** Returns the state for this key and server; the first client creates it. */
export function shareState(
  origin: string,
  credentials: Credentials,
  onWeakChallenge: () => void = () => undefined,
): Lease {
  const id = createHmac("sha256", SALT)
    .update(JSON.stringify([origin, credentials.username, credentials.password]))
    .digest("base64");
  const entry = shared.get(id) ?? {
    state: {
      digest: createDigestSession({ credentials, onWeakChallenge }),
      semaphore: createSemaphore(),
      budget: createRetryBudget(),
    },
    users: 0,
  };
  entry.users++;
  shared.set(id, entry);
  let isReleased = false;
  return {
    ...entry.state,
    release() {
      if (isReleased) return;
      isReleased = true;
      entry.users--;
      if (entry.users === 0) shared.delete(id);
    },
  };
}
