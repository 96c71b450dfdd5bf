import assert from "node:assert/strict";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { inspect } from "node:util";
import { z } from "zod";
import { provesAbsence } from "../../../src/api/common";
import type { ApiError } from "../../../src/errors";
import { isApiError, isAuthError, isConfigError, isShapeError, isTransportError } from "../../../src/errors";
import type { ApiClient, ApiRequest } from "../../../src/http/api-client";
import type { ConnectionOptions, NumberOption } from "../../../src/http/options";
import { numberOption } from "../../../src/http/options";
import { clients } from "./clients";
import { errorLike, errorOf } from "./fakes";
import { json, onBody, servers } from "./servers";

const KEYS = { publicKey: "public", privateKey: 'pri/vate "key"' };
const thing = z.looseObject({ id: z.string(), size: z.number() });
const CHALLENGE = 'Digest realm="r", nonce="n", qop="auth"';
const GET = { method: "GET", path: "/things/1", schema: thing } as const;
const OK = { id: "1", size: 1 };
const VERSION = { "X-MongoDB-Service-Version": "gitHash=abc; versionString=8.0.0" };

type Headers = Record<string, string>;

/** A pattern of a message with these parts in their order; `^` and `$` stand for its start, with the target, and its end. */
function matching(...parts: readonly string[]): RegExp {
  const text = parts.map((part) => part.replace(/[.*+?(){}|[\]\\]/g, String.raw`\$&`)).join(".*");
  return new RegExp(text.replace(/^\^/, String.raw`^GET /things/1`));
}

const challenge = (response: ServerResponse): void =>
  json(response, 401, {}, { "www-authenticate": CHALLENGE });

describe("createApiClient", () => {
  const start = servers();
  const open = clients();
  const connect = (options: Partial<ConnectionOptions>, lines?: string[]): ApiClient =>
    open({ baseUrl: "http://127.0.0.1:1", ...KEYS, maxRetries: 0, ...options }, { lines });

  /** A client of a server without authentication. */
  async function client(listener: RequestListener, options: Partial<ConnectionOptions> = {}) {
    return connect({ baseUrl: (await start.http(listener)).origin, ...options });
  }

  /** The error for a response; before a 401 the server requires Digest, since its code only then means a role. */
  async function apiError(status: number, body: unknown, headers: Headers = {}): Promise<ApiError> {
    const api = await client((incoming, response) => {
      if (status === 401 && incoming.headers.authorization === undefined) return challenge(response);
      if (typeof body !== "string") return json(response, status, body, headers);
      return response.writeHead(status, headers).end(body);
    });
    const error = await errorOf(api.request(GET));
    assert.ok(isApiError(error), String(error));
    return error;
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
      assert.equal(incoming.headers.accept, "application/json");
      assert.equal(incoming.headers["content-type"], "application/json");
      assert.match(incoming.headers["user-agent"] ?? "", /^pulumi-opsmanager\/\d/);
      assert.equal((await seen({})).incoming.headers["content-type"], undefined);
    });
  });

  describe("a response", () => {
    const good: [what: string, options: Partial<ConnectionOptions>, body: unknown][] = [
      ["bare", {}, { id: "1", size: 2 }],
      ["in an envelope", { envelope: true }, { status: 200, content: { id: "1", size: 2 } }],
      ["in an old envelope", { envelope: true }, { status: 200, envelope: { id: "1", size: 2 } }],
      ["with the status beside it", { envelope: true }, { status: 200, id: "1", size: 2 }],
      ["bare, though an envelope was requested", { envelope: true }, { id: "1", size: 2 }],
      ["with a field named status", {}, { status: 404, id: "1", size: 2 }],
    ];
    for (const [what, options, body] of good)
      it(`is read ${what}`, async () => {
        const api = await client((_, response) => json(response, 200, body), options);
        const { id, size } = await api.request(GET);
        assert.deepEqual({ id, size }, { id: "1", size: 2 });
      });

    it("is decoded with the charset of its content type", async () => {
      const api = await client((_, response) => {
        response.setHeader("content-type", "application/json;charset=ISO-8859-1");
        response.end(Buffer.from('{"id":"Jäs","size":1}', "latin1"));
      });
      assert.equal((await api.request(GET)).id, "Jäs");
    });

    it("is read without a search for the secrets of all resources, which would take their number squared", async () => {
      const { origin } = await start.http((_, response) => json(response, 200, OK));
      let searches = 0;
      const furtherSecrets = () => [String(searches++)];
      const api = open({ baseUrl: origin, ...KEYS }, { furtherSecrets });
      assert.deepEqual(await api.request(GET), OK);
      assert.equal(searches, 0);
    });

    it("without a schema may be anything, or empty", async () => {
      for (const body of ["", "OK", "<ok/>", "[".repeat(200_000)]) {
        const api = await client((_, response) => response.end(body));
        assert.equal(await api.request({ method: "GET", path: "/x" }), undefined);
      }
    });

    const GATEWAY =
      /: 500\. The HTTP status was 200, but the body is an error; if a gateway hides the status, set/;
    const told: [body: object, message: RegExp][] = [
      [{ error: 403, errorCode: "NO_ROLE", detail: "no" }, /: 403 NO_ROLE - no\. The HTTP/],
      [{ error: 404, errorCode: "NO_THING" }, /: 404 NO_THING\. The HTTP status was 200/],
      [{ errorCode: "INVALID_JSON" }, /: 400 INVALID_JSON\. The HTTP status was 200/],
      [{ status: 500 }, GATEWAY],
    ];
    for (const [body, message] of told)
      it(`with the status 200 and the body ${JSON.stringify(body)} is a refusal that proves nothing`, async () => {
        const api = await client((_, response) => json(response, 200, body));
        for (const request of [GET, { method: "DELETE", path: "/things/1" } as const]) {
          const error = await api.request<unknown>(request).catch((thrown: unknown) => thrown);
          assert.ok(isApiError(error) && message.test(error.message), String(error));
          assert.ok(!provesAbsence(error));
        }
      });

    const confirmed: [status: number, body: string, isConfirmed: boolean][] = [
      [204, "", true],
      [200, "{}", true],
      [201, '{"id":"1"}', false],
      [200, `{"id":"${"x".repeat(100_000)}"}`, true],
      [200, "", false],
      [200, "OK", false],
      [200, '"OK"', false],
      [200, `OK ${"x".repeat(100_000)}`, false],
      [202, "", false],
      [202, "{}", false],
    ];
    for (const [status, body, isConfirmed] of confirmed)
      it(`${isConfirmed ? "shows" : "does not show"} that a write was carried out: ${status} ${body.slice(0, 9)}`, async () => {
        const api = await client((_, response) => response.writeHead(status).end(body));
        assert.equal((await api.send({ method: "DELETE", path: "/x" })).isConfirmed, isConfirmed);
      });

    it("without a schema is never in memory as a whole", async () => {
      const api = await client((_, response) =>
        json(response, 200, { id: "1", size: 1, rest: "x".repeat(5_000_000) }),
      );
      const sizes: number[] = [];
      const concat = Buffer.concat.bind(Buffer);
      const original = Object.getOwnPropertyDescriptor(Buffer, "concat") ?? assert.fail();
      Buffer.concat = (list, totalLength) => {
        const whole = concat(list, totalLength);
        sizes.push(whole.length);
        return whole;
      };
      try {
        await api.request({ method: "GET", path: "/x" });
        assert.ok(Math.max(0, ...sizes) <= 100_000, String(sizes));
        // Shows that the measurement sees a response that is kept.
        await api.request(GET);
        assert.ok(Math.max(...sizes) > 5_000_000, String(sizes));
      } finally {
        Object.defineProperty(Buffer, "concat", original);
      }
    });

    for (const name of ["X-MongoDB-Service-Version", "X-Vendor-Service-Version"])
      it(`includes the date and the version of the service (${name})`, async () => {
        const headers = { date: "Sat, 21 Nov 2026 12:00:00 GMT", [name]: "gitHash=a; versionString=b" };
        const api = await client((_, response) => json(response, 200, OK, headers));
        const { date, serviceVersion } = await api.send(GET);
        assert.deepEqual([date, serviceVersion], [headers.date, "gitHash=a; versionString=b"]);
      });

    const sso = "https://sso.example.com/login";
    const secret = "https://user:abc@sso.example.com/login#token=abc";
    const type = (name: string): Headers => ({ "content-type": name });
    const gzip = { "content-type": "application/json", "content-encoding": "gzip" };
    const deep = `{"id":"x","links":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    const FOREIGN =
      "This response is probably not from the service: check opsmanager:baseUrl, and any proxy, gateway or login page in between.";
    const NO_JSON = "the response is not JSON";
    const SHAPE = "does not match the API documentation";
    const BUG = "This is a bug of the provider or a change of the API.";
    const HTTPS = "The server expects TLS: opsmanager:baseUrl must begin with https://.";
    const to = (location: string): Headers => ({ location });
    /** What is wrong, the response, and parts of the message in their order. */
    const bad: [what: string, status: number, body: string, headers: Headers, ...parts: string[]][] = [
      ["not JSON", 200, "Welcome", type("text/plain"), `^: ${NO_JSON} (text/plain). ${FOREIGN}$`],
      ["compressed against the request", 200, "\u001f\u008b", gzip, `${NO_JSON} (application/json gzip)`],
      ["empty", 200, "", {}, `^: ${NO_JSON} (0 bytes). ${FOREIGN}$`],
      ["nested very deeply", 200, deep, {}, `^: ${NO_JSON} (400019 bytes). ${FOREIGN}$`],
      ["another shape", 200, '{"id":1,"size":"big"}', {}, `${SHAPE} (id: `, "; size: ", `). ${BUG}$`],
      ["null", 200, "null", {}, "(the body: "],
      ["a redirect", 302, "", to(`${sso}?token=abc`), `(to ${sso}), which this API never has. ${FOREIGN}`],
      ["a redirect with secrets", 302, "", to(secret), `(to ${sso})`],
      ["a redirect from http to https", 301, "", to("https://127.0.0.1/"), "(to https://127.0.0.1/)", HTTPS],
    ];
    for (const [what, status, body, headers, ...parts] of bad)
      it(`that is ${what} is a ShapeError that says so`, async () => {
        const api = await client((_, response) => response.writeHead(status, headers).end(body));
        const error = await errorOf(api.request(GET));
        assert.ok(isShapeError(error), String(error));
        assert.match(error.message, matching(...parts));
        assert.ok(!error.message.includes("abc"));
      });

    it("that is of a very long content type is a ShapeError with a short message", async () => {
      const api = await client((_, response) => response.writeHead(200, type("y".repeat(5000))).end("x"));
      assert.match((await errorOf(api.request(GET))).message, /^.{0,400}$/);
    });
  });

  describe("a web page instead of a response", () => {
    const page = "<!DOCTYPE html>\n<html><head><title>\n Sign in | Corp \u001b[31mSSO\u001b[0m </title>";
    const [bare, deletion] = (["GET", "DELETE"] as const).map((method) => ({ method, path: "/things/1" }));
    const asked = { "with a schema": GET, "without a schema": bare, "to DELETE": deletion };
    for (const [what, given = GET] of Object.entries(asked))
      it(`is not accepted as a response ${what}, whatever its content type`, async () => {
        const api = await client((_, response) => response.end(page));
        const error = await errorOf(api.request(given));
        assert.ok(isShapeError(error) && !error.fromService, String(error));
        const [begin, end] = [
          "/things/1: the response is a web page. This response is probably not from the ",
          " in between. ",
        ];
        assert.match(error.message, matching(begin, `${end}The page is titled "Sign in | Corp SSO".$`));
      });

    it("prevents a write if it is the response to the request for a challenge", async () => {
      const methods: (string | undefined)[] = [];
      const api = await client(({ method }, response) => {
        methods.push(method);
        response.end(page);
      });
      const post = { method: "POST", path: "/things", json: { apiToken: "secret" } } as const;
      assert.ok(isShapeError(await errorOf(api.request(post))));
      assert.deepEqual(methods, ["GET"]);
    });

    it("instead of a challenge is named in the error", async () => {
      const api = await client((_, response) => response.writeHead(401).end(page));
      const error = await errorOf(api.request(GET));
      assert.ok(isAuthError(error), String(error));
      assert.match(error.message, /without a WWW-Authenticate header.*titled "Sign in \| Corp SSO"/);
    });

    it("is named with the start of its title", async () => {
      const title = `<html><title>${"A".repeat(20_000)}</title>`;
      const { message } = await apiError(502, title);
      assert.match(message, /titled "A{200}\.\.\. \(\d+ characters\)"/);
      assert.ok(message.length < 700, `${message.length} characters`);
    });
  });

  describe("a refusal", () => {
    it("is reported with all details of the service", async () => {
      const body = { error: 404, errorCode: "THING_NOT_FOUND", detail: "No thing with ID x exists." };
      const error = await apiError(404, { ...body, parameters: ["x", 5], reason: "Not Found" });
      assert.equal(error.message, "GET /things/1: 404 THING_NOT_FOUND - No thing with ID x exists.");
      const { method, path, status, errorCode, detail, parameters, fromService } = error;
      assert.deepEqual([method, path, status, fromService], ["GET", "/things/1", 404, true]);
      assert.deepEqual([errorCode, detail, parameters], [body.errorCode, body.detail, ["x"]]);
    });

    const PROBABLY = "This response is probably not from the service: check opsmanager:baseUrl";
    const TLS = "The server expects TLS: opsmanager:baseUrl must begin with https://.";
    const ROLE = ". The key was accepted, but it lacks the role";
    const PROJECT = "NOT_IN_GROUP. The project does not exist, or the API key has no role in it";
    const ADDRESS = "Add the address of this machine to the access list of the API key.$";
    const PROTO = '{"errorCode":"__proto__","detail":"constructor","__proto__":{"error":409}}';
    const NGINX = "<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head>";
    const GO = "Client sent an HTTP request to an HTTPS server.\n";
    const TOMCAT = "Bad Request\nThis combination of host and port requires TLS.\n";
    const APACHE = "<html>Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />";
    const WHITELIST = "IP address 10.0.0.1 is not allowed to access this resource: not on the whitelist.";
    const BLOCKED = { errorCode: "IP_ADDRESS_NOT_ON_ACCESS_LIST" };
    const UNSUPPORTED = { error: 403, errorCode: "FEATURE_UNSUPPORTED" };
    const DIGEST = { "www-authenticate": "Digest realm=r, nonce=n" };
    /** What refuses, the response, and parts of the message; whether the service itself refuses. */
    type Sent = [status: number, body: unknown];
    const refusals: [what: string, ...Sent, fromService: boolean, part: string, Headers?][] = [
      ["without a body, by the service", 409, "", true, "^: 409$", VERSION],
      ["with a reason alone", 400, { error: 400, reason: "Bad Request" }, true, ": 400 Bad Request$"],
      ["without a body", 400, "", false, `^: 400. ${PROBABLY}`],
      ["with empty fields", 400, { errorCode: "", detail: "" }, false, `^: 400. ${PROBABLY}`],
      ["with the error of another status", 404, { error: 500 }, false, "not from the service"],
      ["with a field that every object has", 409, PROTO, true, "^: 409 __proto__ - constructor$"],
      ["by a proxy", 403, "<html>", false, `: 403. ${PROBABLY}`],
      ["that is too large for a gateway", 413, "<html>", false, `: 413. ${PROBABLY}`],
      ["by a gateway", 502, "<html>Bad Gateway</html>", false, `: 502. ${PROBABLY}`],
      ["by a busy service", 503, { error: 503 }, true, "^: 503$"],
      ["by nginx, which expects TLS there", 400, NGINX, false, TLS],
      ["by Go, which expects TLS there", 400, GO, false, TLS],
      ["by Apache, which expects TLS there", 400, APACHE, false, TLS],
      ["by Tomcat, which expects TLS there", 400, TOMCAT, false, TLS],
      ["for rights", 401, { errorCode: "NO_ROLE", detail: "No." }, true, `: 401 NO_ROLE - No${ROLE}`],
      ["for a missing project", 401, { errorCode: "NOT_IN_GROUP" }, true, PROJECT, DIGEST],
      ["for the address", 403, BLOCKED, true, ADDRESS],
      ["for the address, in words alone", 403, { error: 403, detail: WHITELIST }, true, ADDRESS],
      ["for the address, by a gateway", 403, { detail: "not on the access list." }, false, ADDRESS],
      ["for another reason", 403, UNSUPPORTED, true, "^: 403 FEATURE_UNSUPPORTED$"],
      ["of too many requests", 429, { errorCode: "RATE" }, true, "reduce opsmanager:maxConcurrency"],
    ];
    for (const [what, status, body, fromService, part, headers] of refusals)
      it(`${what} is explained`, async () => {
        const error = await apiError(status, body, headers);
        assert.match(error.message, matching(...part.split(" ... ")));
        assert.deepEqual([error.status, error.fromService], [status, fromService]);
      });

    it("with long texts and control characters is one short line", async () => {
      const error = await apiError(400, {
        error: 400,
        errorCode: `X\u001b[2J${"Y".repeat(10_000)}`,
        detail: `\u001b]0;owned\u0007first\r\nerror: fake ${"A".repeat(500_000)}`,
        parameters: Array.from({ length: 10_000 }, () => `\u0000${"p".repeat(10_000)}`),
      });
      const line =
        /^GET \/things\/1: 400 XY+\.\.\. \(\d+ characters\) - first error: fake A+\.\.\. \(\d+ characters\)$/;
      assert.match(error.message, line);
      assert.ok(error.message.length < 2000, `${error.message.length} characters`);
      assert.ok((error.detail?.length ?? 0) < 1100 && (error.errorCode?.length ?? 0) < 200);
      assert.equal(error.parameters.length, 20);
      assert.ok(error.parameters.every((each) => each.length < 300 && each.startsWith("p")));
    });

    it("with very deeply nested JSON is reported with its status", async () => {
      const { message } = await apiError(400, `{"detail":${"[".repeat(200_000)}${"]".repeat(200_000)}}`);
      assert.match(message, /^GET \/things\/1: 400\. /);
    });

    for (const key of ["content", "envelope"])
      it(`inside an envelope is recognized, whatever the outer status (${key})`, async () => {
        const refusal = { error: 404, errorCode: "ALERT_CONFIG_NOT_FOUND", detail: "No." };
        const body = { status: 404, [key]: refusal };
        const api = await client((_, response) => json(response, 200, body), { envelope: true });
        const error = await errorOf(api.request(GET));
        assert.ok(isApiError(error) && error.status === 404 && error.fromService, String(error));
        assert.equal(error.errorCode, refusal.errorCode);
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
      const api = await client((_, response) => challenge(response));
      const error = await errorOf(api.request(GET));
      assert.ok(isAuthError(error));
      assert.match(error.message, /the API key "public"/);
      assert.ok(!error.message.includes(KEYS.privateKey));
    });
  });

  describe("timeouts and signals", () => {
    const SETTING = "(opsmanager:totalTimeoutSeconds)";

    for (const [what, listener] of [
      ["an operation with its retries", (response: ServerResponse) => json(response, 503, {})],
      ["a request without a response", () => undefined],
    ] as const)
      it(`end ${what} after the total timeout`, async () => {
        const options = { maxRetries: 1000, totalTimeoutSeconds: 0.05 };
        const api = await client((_, response) => listener(response), options);
        const error = await errorOf(api.request(GET));
        assert.ok(isTransportError(error) && error.failure === "timeout", String(error));
        assert.match(error.message, matching(`^: not complete within 0.05 s, including retries ${SETTING}`));
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
      [{ timeoutSeconds: -1 }, /^timeoutSeconds must be a number above 0, not -1\.$/],
      [{ totalTimeoutSeconds: 0 }, /^totalTimeoutSeconds must be a number above 0, not 0\.$/],
      [{ totalTimeoutSeconds: Number.NaN }, / must be a number above 0, not NaN/],
      [{ totalTimeoutSeconds: Number.POSITIVE_INFINITY }, /, not Infinity/],
      [{ caCert: "/nowhere" }, /^caCert "\/nowhere" is neither/],
      [{ clientCert: "/nowhere" }, /must be set together/],
    ];
    for (const [options, message] of refused)
      it(`refuses ${inspect(options)} at once`, () =>
        assert.throws(() => connect(options), errorLike(isConfigError, message)));

    const numbers: [name: NumberOption, usual: number, least: number][] = [
      ["timeoutSeconds", 60, 0.5],
      ["totalTimeoutSeconds", 300, 0.5],
      ["maxRetries", 4, 0],
      ["maxConcurrency", 16, 1],
    ];
    for (const [name, usual, least] of numbers)
      it(`has ${usual} as the default of ${name}, and accepts ${least}`, () =>
        assert.deepEqual([numberOption(name, undefined), numberOption(name, least)], [usual, least]));
  });
});
