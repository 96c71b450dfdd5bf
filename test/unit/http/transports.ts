import assert from "node:assert/strict";
import type { TransportError, TransportFailure } from "../../../src/errors";
import { isTransportError } from "../../../src/errors";
import type { HttpRequest } from "../../../src/http/message";
import { readTlsOptions } from "../../../src/http/tls";
import type { Transport, TransportOptions } from "../../../src/http/transport";
import { createTransport } from "../../../src/http/transport";
import { request } from "./fakes";

/** How a request fails, and whether it may have been carried out. */
export type Outcome = readonly [failure: TransportFailure, maybeCarriedOut: boolean];
export const MAYBE = ["reset", true] as const;
export const TLS = ["tls", false] as const;

/** Creates transports, which are closed after each test of the suite. */
export function transports() {
  const opened: Transport[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((each) => each.close())));

  function open(options: Partial<TransportOptions> = {}): Transport {
    const made = createTransport({
      origin: "https://om.example.com",
      tls: readTlsOptions({}, {}),
      timeoutMs: 10_000,
      env: {},
      maxConnections: 4,
      userAgent: "pulumi-opsmanager/test",
      maxResponseBytes: 1_000_000,
      ...options,
    });
    opened.push(made);
    return made;
  }

  /** Sends a request that fails so; the message names the target without its query. */
  async function fails(
    options: Partial<TransportOptions>,
    [kind, maybeCarriedOut]: Outcome,
    text: RegExp,
    given: HttpRequest = request("POST"),
  ): Promise<TransportError> {
    const sent: Promise<unknown> = open(options).send(given);
    const error = await sent.catch((thrown: unknown) => thrown);
    assert.ok(isTransportError(error), String(error));
    assert.deepEqual([error.failure, error.maybeCarriedOut], [kind, maybeCarriedOut]);
    assert.match(error.message, text);
    assert.match(error.message, /^(GET|POST|PUT) https?:\/\/[^?]+\/api\/public\/v1\.0\/things: /);
    return error;
  }

  /** The text of the response to a GET. */
  const ask = async (options: Partial<TransportOptions>): Promise<string> =>
    (await open(options).send(request())).body.toString();

  return { open, fails, ask };
}
