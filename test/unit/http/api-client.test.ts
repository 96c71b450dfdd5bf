import assert from "node:assert/strict";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { inspect } from "node:util";
import { z } from "zod";
import { isApiError, isAuthError, isConfigError, isTransportError } from "../../../src/errors";
import type { ApiClient, ApiRequest } from "../../../src/http/api-client";
import type { ConnectionOptions } from "../../../src/http/options";
import { clients } from "./clients";
import { errorLike, errorOf } from "./fakes";
import { json, onBody, servers } from "./servers";

const KEYS = { publicKey: "public", privateKey: 'pri/vate "key"' };
const thing = z.looseObject({ id: z.string(), size: z.number() });
const GET = { method: "GET", path: "/things/1", schema: thing } as const;
const OK = { id: "1", size: 1 };

describe("createApiClient", () => {
  const start = servers();
  const open = clients();
  const connect = (options: Partial<ConnectionOptions>, lines?: string[]): ApiClient =>
    open({ baseUrl: "http://127.0.0.1:1", ...KEYS, maxRetries: 0, ...options }, { lines });

  /** A client of a server without authentication. */
  async function client(listener: RequestListener, options: Partial<ConnectionOptions> = {}) {
    return connect({ baseUrl: (await start.http(listener)).origin, ...options });
  }

  describe("a request", () => {
    async function seen(given: Partial<ApiRequest<unknown>>, options: Partial<ConnectionOptions> = {}) {
      let found: { incoming: IncomingMessage; body: string } | undefined;
      const api = await client((incoming, response) => {
        onBody(incoming, (body) => {
          if (incoming.method === (given.method ?? "GET")) found = { incoming, body };
          json(response, 200, { status: 200, content: {} });
        });
      }, options);
      await api.request({ method: "GET", path: "/things", ...given });
      return found ?? assert.fail();
    }

    it("is sent to a path below the base URL, with its query", async () => {
      const query = { a: "x y&", b: 2, c: true, d: undefined };
      assert.equal((await seen({ query })).incoming.url, "/api/public/v1.0/things?a=x+y%26&b=2&c=true");
      assert.equal((await seen({})).incoming.url, "/api/public/v1.0/things");
    });

    const switches: [Partial<ConnectionOptions>, given: Partial<ApiRequest<unknown>>, query: string][] = [
      [{ pretty: true }, {}, "?pretty=true"],
      [{ envelope: true }, {}, "?envelope=true"],
      [{ pretty: true, envelope: true }, { query: { pageNum: 1 } }, "?pageNum=1&pretty=true&envelope=true"],
      [{ pretty: true, envelope: true }, { withoutEnvelope: true }, "?pretty=true"],
      [{ pretty: false, envelope: false }, {}, ""],
    ];
    for (const [options, given, query] of switches)
      it(`with ${JSON.stringify(options)} ${JSON.stringify(given)} has the query ${JSON.stringify(query)}`, async () =>
        assert.equal((await seen(given, options)).incoming.url, `/api/public/v1.0/things${query}`));

    it("has the headers for JSON", async () => {
      const { incoming, body } = await seen({ method: "POST", json: { name: "Jäs", none: undefined } });
      assert.equal(body, '{"name":"Jäs"}');
      const names = ["accept", "content-type", "content-length", "accept-encoding"];
      const values = names.map((name) => incoming.headers[name]);
      assert.deepEqual(values, ["application/json", "application/json", "15", "identity"]);
      assert.match(incoming.headers["user-agent"] ?? "", /^pulumi-opsmanager\/\d/);
      assert.equal((await seen({})).incoming.headers["content-type"], undefined);
    });
  });

  describe("a response", () => {
    it("is read without a search for the secrets of all resources, which would take their number squared", async () => {
      const { origin } = await start.http((_, response) => json(response, 200, OK));
      let searches = 0;
      const furtherSecrets = () => [String(searches++)];
      const api = open({ baseUrl: origin, ...KEYS }, { furtherSecrets });
      assert.deepEqual(await api.request(GET), OK);
      assert.equal(searches, 0);
    });

    it("without a schema is kept only in part, as the body of an upload shows", async () => {
      const api = await client((_, response) => response.end(`{"id":"${"x".repeat(100_000)}"}`));
      assert.ok((await api.send({ method: "PUT", path: "/x" })).isConfirmed);
    });
  });

  describe("secrets", () => {
    it("are not shown in part where a long text is cut", async () => {
      const long = "S3cr3t".repeat(1000);
      const refusal = { errorCode: "INVALID", detail: `bad: ${long}`, parameters: [`${long}!`] };
      const api = await client((incoming, response) =>
        onBody(incoming, () => json(response, incoming.method === "GET" ? 200 : 400, refusal)),
      );
      const error = await errorOf(api.request({ method: "POST", path: "/things", json: { apiToken: long } }));
      assert.ok(isApiError(error));
      assert.equal(error.message, "POST /things: 400 INVALID - bad: [secret]");
      assert.deepEqual(error.parameters, ["[secret]!"]);
    });

    it("of fields that are not documented are not in an error", async () => {
      const detail = "bad signing-key-77, not public-77";
      const api = await client((_, response) => json(response, 400, { errorCode: "INVALID", detail }));
      const body = { signingSecret: "signing-key-77", name: "public-77" };
      const error = await errorOf(api.request({ method: "PUT", path: "/x", json: body }));
      assert.match(error.message, /bad \[secret\], not public-77/);
    });

    it("are not in the message for a wrong key, which names the public key", async () => {
      const challenge = { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth"' };
      const api = await client((_, response) => json(response, 401, {}, challenge));
      const error = await errorOf(api.request(GET));
      assert.ok(isAuthError(error));
      assert.match(error.message, /the API key "public"/);
      assert.ok(!error.message.includes(KEYS.privateKey));
    });
  });

  describe("timeouts and signals", () => {
    const LIMIT =
      /^GET \/things\/1: not complete within 0\.05 s, including retries \(opsmanager:totalTimeoutSeconds\)/;
    for (const [what, listener] of [
      ["an operation with its retries", (response: ServerResponse) => json(response, 503, {})],
      ["a request without a response", () => undefined],
    ] as const)
      it(`end ${what} after the total timeout`, async () => {
        const options = { maxRetries: 1000, totalTimeoutSeconds: 0.05 };
        const api = await client((_, response) => listener(response), options);
        const error = await errorOf(api.request(GET));
        assert.ok(isTransportError(error) && error.failure === "timeout", String(error));
        assert.match(error.message, LIMIT);
      });

    it("accept timeouts that are longer than a timer of Node.js", async () => {
      const options = { timeoutSeconds: 1e9, totalTimeoutSeconds: 1e9 };
      const api = await client((_, response) => json(response, 200, OK), options);
      assert.equal((await api.request(GET)).id, "1");
    });

    it("abort a call that waits for its next attempt", async () => {
      const abort = new AbortController();
      const server = await start.http((_, response) => json(response, 503, {}, { "retry-after": "60" }));
      const lines: string[] = [];
      lines.push = (line) => {
        if (line.includes("retryAfterAttempt")) abort.abort();
        return 0;
      };
      const api = connect({ baseUrl: server.origin, maxRetries: 3 }, lines);
      const error = await errorOf(api.request({ ...GET, signal: abort.signal }));
      assert.ok(isTransportError(error) && error.failure === "aborted", String(error));
    });
  });

  it("does not suspect that a request was carried out that is aborted before its turn", async () => {
    const abort = new AbortController();
    let requests = 0;
    const server = await start.http((_, response) => {
      requests++;
      abort.abort();
      json(response, 200, OK);
    });
    const api = connect({ baseUrl: server.origin, maxConcurrency: 1 });
    const first = api.request(GET);
    const error = await errorOf(api.request({ ...GET, signal: abort.signal }));
    assert.ok(isTransportError(error) && error.failure === "aborted", String(error));
    await first;
    assert.deepEqual([error.maybeCarriedOut, requests], [false, 1]);
  });

  describe("options", () => {
    const refused: [options: object, message: RegExp][] = [
      [{ baseUrl: "" }, /^baseUrl is missing\.$/],
      [{ publicKey: undefined }, /^publicKey is missing\.$/],
      [{ publicKey: "public:private" }, /^publicKey contains a colon, /],
      [{ privateKey: "  " }, /^privateKey is missing\.$/],
      [{ baseUrl: "http://om.example.com" }, /^baseUrl is plain http/],
      [{ maxRetries: -1 }, /^maxRetries must be a whole number of at least 0, not -1\.$/],
      [{ maxRetries: 1.5 }, /^maxRetries must be a whole number of at least 0, not 1\.5\.$/],
      [{ maxConcurrency: 0 }, /^maxConcurrency must be a whole number of at least 1, not 0\.$/],
      [{ timeoutSeconds: 0 }, /^timeoutSeconds must be a number above 0, not 0\.$/],
      [{ totalTimeoutSeconds: Number.NaN }, / must be a number above 0, not NaN/],
      [{ totalTimeoutSeconds: Number.POSITIVE_INFINITY }, /, not Infinity/],
      [{ caCert: "/nowhere" }, /^caCert "\/nowhere" is neither/],
      [{ clientCert: "/nowhere" }, /must be set together/],
    ];
    for (const [options, message] of refused)
      it(`refuses ${inspect(options)} at once`, () =>
        assert.throws(() => connect(options), errorLike(isConfigError, message)));
  });
});
