/** Our client as a check uses it: with a count of what went over the wire. */

import { z } from "zod";
import type { ApiClient } from "../../src/http/api-client";
import { createApiClient } from "../../src/http/api-client";
import type { ConnectionOptions } from "../../src/http/options";

export interface Exchange {
  readonly method: string;
  readonly status: number;
}

export interface CountingClient extends ApiClient {
  readonly exchanges: Exchange[];
  refusals(): number;
}

export function countingClient(options: ConnectionOptions): CountingClient {
  const exchanges: Exchange[] = [];
  const api = createApiClient(options, {
    env: {},
    log: {
      level: "debug",
      write: (line) => {
        const entry = JSON.parse(line) as Partial<Exchange>;
        if (entry.status !== undefined) exchanges.push(entry as Exchange);
      },
    },
  });
  return { ...api, exchanges, refusals: () => exchanges.filter(({ status }) => status === 401).length };
}

/** What the servers of the checks answer. */
export const ANSWER = z.object({ method: z.string(), target: z.string(), bytes: z.number() });
