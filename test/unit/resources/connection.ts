/** A connection to a service that a test plays. */

import assert from "node:assert/strict";
import type { Settings } from "../../../src/core/settings";
import type { Connection } from "../../../src/core/connections";
import { ApiError } from "../../../src/errors";
import type { ApiRequest } from "../../../src/http/api-request";

const NO_KEYS = { baseUrl: "https://om.example.com", publicKey: "", privateKey: "" };

const PLAIN = { date: undefined, serviceVersion: undefined, isConfirmed: true };

/** A connection for checks, which send no request. */
export function offline(settings: Partial<Settings> = {}): Connection {
  return connectionTo(() => assert.fail("a check sent a request"), settings);
}

/** @param respond returns the body of a response, or throws */
export function connectionTo(
  respond: (request: ApiRequest<unknown>) => unknown,
  settings: Partial<Settings> = {},
): Connection {
  const values = new Map<string, unknown>();
  return {
    settings: { ...NO_KEYS, strictCatalog: false, onlineChecks: false, ...settings },
    api: {
      request: async <T>(request: ApiRequest<T>) => parsed(request, await respond(request)),
      send: async <T>(request: ApiRequest<T>) => ({
        ...PLAIN,
        value: parsed(request, await respond(request)),
      }),
      close: async () => {},
    },
    once: <T>(key: string, make: () => T) => {
      if (!values.has(key)) values.set(key, make());
      return values.get(key) as T;
    },
    named: (text) => text,
    configKeyOf: () => undefined,
  };
}

/** The body as the schema of the request returns it. */
function parsed<T>({ schema }: ApiRequest<T>, body: unknown): T {
  const result = schema?.safeParse(body) ?? { success: true, data: body as T };
  if (!result.success) throw new Error("the response does not fit the schema");
  return result.data;
}

/** A refusal of the service. */
export function refusal(status: number, errorCode: string): ApiError {
  return new ApiError("refused", { method: "GET", path: "/", status, errorCode, fromService: true });
}
