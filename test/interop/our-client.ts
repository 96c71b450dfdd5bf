/** Our client with a record of its requests. */

import { z } from "zod";
import { adviseOnRefusal } from "../../src/api/advice";
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

export function createCountingClient(options: ConnectionOptions): CountingClient {
  const exchanges: Exchange[] = [];
  const write = (line: string): void => {
    const entry = JSON.parse(line) as Partial<Exchange>;
    if (entry.status !== undefined) exchanges.push(entry as Exchange);
  };
  const api = createApiClient(options, { env: {}, log: { level: "debug", write } }, adviseOnRefusal);
  return { ...api, exchanges, refusals: () => exchanges.filter(({ status }) => status === 401).length };
}

/** The response of the servers in the checks. */
export const RESPONSE = z.object({ method: z.string(), target: z.string(), bytes: z.number() });
