import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { z } from "zod";
import { isTransportError } from "../../../src/errors";
import type { ApiClient } from "../../../src/http/api-client";
import type { ConnectionOptions } from "../../../src/http/options";
import { sharedEmulator } from "../emulator/client";
import { clients } from "./clients";
import { json, servers } from "./servers";

const PATH = "/alertConfigs/matchers/fieldNames";
const READ = { method: "GET", path: PATH, schema: z.array(z.string()) } as const;
/** Asserts that these calls were aborted. */
const assertAborted = (results: readonly PromiseSettledResult<unknown>[]): void => {
  for (const result of results) {
    assert.ok(result.status === "rejected" && isTransportError(result.reason), JSON.stringify(result));
    assert.equal(result.reason.failure, "aborted");
  }
};

describe("the clients of a process", () => {
  const start = servers();
  const open = clients();
  const emulator = sharedEmulator();

  // Other suites of this process leave clients open, which may have had an emulator on this port.
  const KEY = { publicKey: "sharedup", privateKey: "b1d4a8e2-0000-4000-8000-5ea5ed000001" };
  beforeEach(() => {
    const [first] = emulator.apiKeys.list();
    emulator.apiKeys.update(first?.id ?? "", KEY);
  });

  const client = (rest: Partial<ConnectionOptions> = {}): ApiClient =>
    open({ baseUrl: emulator.baseUrl, ...KEY, ...rest });

  it("share nothing with a wrong private key, whose refusal does not affect the right one", async () => {
    const wrong = client({ privateKey: "wrong" });
    for (let count = 0; count < 3; count++) await assert.rejects(wrong.request(READ), /refused the API key/);
    assert.ok((await client().request(READ)).length > 0);
  });

  it("share one nonce for the same server and key until the last of them is closed", async () => {
    const [first, second] = [client(), client({ pretty: true })];
    await first.request(READ);
    await first.close();
    await first.close();
    await second.request(READ);
    await client().request(READ);
    assert.equal(emulator.counters.challenges, 1);
    await open.close();
    await client().request(READ);
    assert.equal(emulator.counters.challenges, 2);
  });

  it("allow maxConcurrency requests at once together, and no more", async () => {
    const held: (() => void)[] = [];
    let responses = 0;
    let most = 0;
    const server = await start.http(({ headers }, response) => {
      if (headers.authorization === undefined)
        return json(response, 401, {}, { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth"' });
      held.push(() => json(response, 200, []));
      most = Math.max(most, held.length);
      // The first one proves the key alone.
      if (responses++ === 0 || held.length === 3)
        setImmediate(() => held.splice(0).forEach((release) => release()));
    });
    const options = { baseUrl: server.origin, maxConcurrency: 3 };
    const [first, second] = [client(options), client(options)];
    const reads = Array.from({ length: 31 }, (_, index) => (index % 2 === 0 ? first : second).request(READ));
    await Promise.all(reads);
    assert.equal(most, 3);
  });

  it("abort their calls in progress when they are closed, and later ones", async () => {
    const server = await start.http(() => undefined);
    const closing = client({ baseUrl: server.origin, maxConcurrency: 1, maxRetries: 3 });
    const calls = [closing.request(READ), closing.request(READ)];
    const ends = Promise.allSettled(calls);
    await new Promise(setImmediate);
    await closing.close();
    assertAborted([...(await ends), ...(await Promise.allSettled([closing.request(READ)]))]);
    await server.idle();
  });

  for (const what of ["one signal for any number of calls", "any number of waiting calls"])
    it(`accept ${what} without a warning, and leave no listener`, async () => {
      const warnings: Error[] = [];
      const collect = (warning: Error): void => void warnings.push(warning);
      process.on("warning", collect);
      const abort = what.startsWith("one") ? new AbortController() : undefined;
      let arrived!: () => void;
      const first = new Promise<void>((resolve) => (arrived = resolve));
      const server = await start.http(() => arrived());
      const used = client({ baseUrl: server.origin, maxConcurrency: 1 });
      const call = { ...READ, signal: abort?.signal };
      const ends = Promise.allSettled(Array.from({ length: 50 }, () => used.request(call)));
      await first;
      if (abort === undefined) await used.close();
      else abort.abort();
      assertAborted(await ends);
      await used.close();
      process.off("warning", collect);
      assert.deepEqual(warnings, []);
      if (abort !== undefined) assert.deepEqual(getEventListeners(abort.signal, "abort"), []);
    });
});
