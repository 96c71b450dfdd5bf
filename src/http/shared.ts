/** What all clients of this process share that use one key at one server: the nonce, the places, the retries. */

import { createHmac, randomBytes } from "node:crypto";
import type { Credentials } from "./digest/authorization";
import type { DigestSession, SessionOptions } from "./digest/session";
import { createDigestSession } from "./digest/session";
import type { Gate } from "./gate";
import { createGate } from "./gate";
import type { RetryBudget } from "./retry-budget";
import { createRetryBudget } from "./retry-budget";

export interface Shared {
  readonly digest: DigestSession;
  readonly gate: Gate;
  readonly budget: RetryBudget;
}

export interface Lease extends Shared {
  /** Gives it back; the last one ends it. */
  release(): void;
}

const shared = new Map<string, { readonly value: Shared; users: number }>();

// No key stands in clear in a map that lives as long as the process, nor a digest of it that could be guessed.
const SALT = randomBytes(32);

/** Takes part in what is shared for this key at this server; the first one makes it, by its options. */
export function share(origin: string, credentials: Credentials, options: SessionOptions = {}): Lease {
  const id = createHmac("sha256", SALT)
    .update(JSON.stringify([origin, credentials.username, credentials.password]))
    .digest("base64");
  const entry = shared.get(id) ?? {
    value: { digest: createDigestSession(options), gate: createGate(), budget: createRetryBudget() },
    users: 0,
  };
  entry.users++;
  shared.set(id, entry);
  let isReleased = false;
  return {
    ...entry.value,
    release() {
      if (isReleased) return;
      isReleased = true;
      entry.users--;
      if (entry.users === 0) shared.delete(id);
    },
  };
}
