/** The state that all clients of this process with the same key and server share. */

import { createHmac, randomBytes } from "node:crypto";
import type { Credentials } from "./digest/authorization";
import { createDigestSession } from "./digest/session";
import { createSemaphore } from "./semaphore";
import { createRetryBudget } from "./with-retry";

function createState(credentials: Credentials) {
  return {
    digest: createDigestSession({ credentials }),
    /** Limits the requests in progress. */
    semaphore: createSemaphore(),
    budget: createRetryBudget(),
  };
}

const shared = new Map<string, { readonly state: ReturnType<typeof createState>; users: number }>();

// The map lives as long as the process and must not contain a key in clear text, nor a hash that could be guessed.
const SALT = randomBytes(32);

/** Returns the state for this key and server; the first client creates it. */
export function shareState(origin: string, credentials: Credentials) {
  const id = createHmac("sha256", SALT)
    .update(JSON.stringify([origin, credentials.username, credentials.password]))
    .digest("base64");
  const entry = shared.get(id) ?? { state: createState(credentials), users: 0 };
  entry.users++;
  shared.set(id, entry);
  let isReleased = false;
  return {
    ...entry.state,
    /** Ends the use by one client; the last one removes the state. */
    release(): void {
      if (isReleased) return;
      isReleased = true;
      entry.users--;
      if (entry.users === 0) shared.delete(id);
    },
  };
}
