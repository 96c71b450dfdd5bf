import assert from "node:assert/strict";
import type { IncomingMessage, RequestListener } from "node:http";
import { z } from "zod";
import { provesAbsence } from "../../../src/api/common";
import type { ApiError } from "../../../src/errors";
import { isApiError, isAuthError, isConfigError, isShapeError, isTransportError } from "../../../src/errors";
import type { ApiClient, ApiRequest } from "../../../src/http/api-client";
import { createApiClient } from "../../../src/http/api-client";
import type { ConnectionOptions } from "../../../src/http/options";
import { json, onBody, servers } from "./servers";

const KEYS = { publicKey: "public", privateKey: 'pri/vate "key"' };
const thing = z.looseObject({ id: z.string(), size: z.number() });
const CHALLENGE = 'Digest realm="r", nonce="n", qop="auth"';
const GET = { method: "GET", path: "/things/1", schema: thing } as const;
const VERSION = { "X-MongoDB-Service-Version": "gitHash=abc; versionString=8.0.0" };

describe("createApiClient", () => {
  const start = servers();
  const open: ApiClient[] = [];
  afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));

  function connect(options: Partial<ConnectionOptions>, lines?: string[]): ApiClient {
    const made = createApiClient(
      { baseUrl: "http://127.0.0.1:1", ...KEYS, maxRetries: 0, ...options },
      { env: {}, log: { level: lines === undefined ? "off" : "trace", write: (line) => lines?.push(line) } },
    );
    open.push(made);
    return made;
  }

  /** A client of a server without authentication. */
  async function client(
    listener: RequestListener,
    options: Partial<ConnectionOptions> = {},
  ): Promise<ApiClient> {
    const server = await start.http(listener);
    return connect({ baseUrl: server.origin, ...options });
  }

  async function caught(promise: Promise<unknown>): Promise<Error> {
    try {
      await promise;
    } catch (error) {
      assert.ok(error instanceof Error);
      return error;
    }
    return assert.fail("the request did not fail");
  }

  async function apiError(
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiError> {
    const api = await client((_, response) => {
      if (typeof body !== "string") return json(response, status, body, headers);
      response.writeHead(status, headers);
      return response.end(body);
    });
    const error = await caught(api.request(GET));
    assert.ok(isApiError(error), String(error));
    return error;
  }

  describe("a request", () => {
    async function seen(
      given: Partial<ApiRequest<unknown>>,
      options: Partial<ConnectionOptions> = {},
    ): Promise<{ incoming: IncomingMessage; body: string }> {
      let found: { incoming: IncomingMessage; body: string } | undefined;
      const api = await client((incoming, response) => {
        onBody(incoming, (body) => {
          if (incoming.method === (given.method ?? "GET")) found = { incoming, body };
          json(response, 200, { status: 200, content: {} });
        });
      }, options);
      await api.request({ method: "GET", path: "/things", ...given });
      assert.ok(found);
      return found;
    }

    it("is sent to a path below the base URL, with its query", async () => {
      const query = { a: "x y&", b: 2, c: true, d: undefined };
      assert.equal((await seen({ query })).incoming.url, "/api/public/v1.0/things?a=x+y%26&b=2&c=true");
      assert.equal((await seen({})).incoming.url, "/api/public/v1.0/things");
    });

    const switches: [
      options: Partial<ConnectionOptions>,
      given: Partial<ApiRequest<unknown>>,
      query: string,
    ][] = [
      [{ pretty: true }, {}, "?pretty=true"],
      [{ envelope: true }, {}, "?envelope=true"],
      [{ pretty: true, envelope: true }, { query: { pageNum: 1 } }, "?pageNum=1&pretty=true&envelope=true"],
      [{ pretty: true, envelope: true }, { withoutEnvelope: true }, "?pretty=true"],
      [{ pretty: false, envelope: false }, {}, ""],
    ];
    for (const [options, given, query] of switches) {
      it(`with ${JSON.stringify(options)} ${JSON.stringify(given)} has the query ${JSON.stringify(query)}`, async () =>
        assert.equal((await seen(given, options)).incoming.url, `/api/public/v1.0/things${query}`));
    }

    it("has the headers for JSON", async () => {
      const { incoming, body } = await seen({ method: "POST", json: { name: "Jäs", none: undefined } });
      assert.equal(body, '{"name":"Jäs"}');
      assert.equal(incoming.headers.accept, "application/json");
      assert.equal(incoming.headers["content-type"], "application/json");
      assert.match(incoming.headers["user-agent"] ?? "", /^pulumi-opsmanager\/\d/);
      assert.equal((await seen({})).incoming.headers["content-type"], undefined);
    });

    it("with bytes sends them unmodified", async () => {
      const bytes = Buffer.from(' {"a": 1.0}\r\n');
      assert.equal((await seen({ method: "PUT", bytes })).body, bytes.toString());
    });
  });

  describe("a response", () => {
    const good: [what: string, options: Partial<ConnectionOptions>, body: unknown][] = [
      ["bare", {}, { id: "1", size: 2 }],
      ["in an envelope", { envelope: true }, { status: 200, content: { id: "1", size: 2 } }],
      [
        "in an envelope of an old version",
        { envelope: true },
        { status: 200, envelope: { id: "1", size: 2 } },
      ],
      ["with the status beside it", { envelope: true }, { status: 200, id: "1", size: 2 }],
      ["bare, though an envelope was requested", { envelope: true }, { id: "1", size: 2 }],
      ["with a field named status", {}, { status: 404, id: "1", size: 2 }],
    ];
    for (const [what, options, body] of good) {
      it(`is read ${what}`, async () => {
        const api = await client((_, response) => json(response, 200, body), options);
        const { id, size } = await api.request(GET);
        assert.deepEqual({ id, size }, { id: "1", size: 2 });
      });
    }

    it("is decoded with the charset of its content type", async () => {
      const api = await client((_, response) => {
        response.setHeader("content-type", "application/json;charset=ISO-8859-1");
        response.end(Buffer.from('{"id":"Jäs","size":1}', "latin1"));
      });
      assert.equal((await api.request(GET)).id, "Jäs");
    });

    it("without a schema may be anything, or empty", async () => {
      for (const body of ["", "OK", "<ok/>", "[".repeat(200_000)]) {
        const api = await client((_, response) => response.end(body));
        assert.equal(await api.request({ method: "GET", path: "/x" }), undefined);
      }
    });

    const told: [body: object, message: RegExp][] = [
      [
        { error: 403, errorCode: "USER_UNAUTHORIZED", detail: "no" },
        /: 403 USER_UNAUTHORIZED - no\. The HTTP/,
      ],
      [{ error: 404, errorCode: "THING_NOT_FOUND" }, /: 404 THING_NOT_FOUND\. The HTTP status was 200/],
      [{ errorCode: "INVALID_JSON" }, /: 400 INVALID_JSON\. The HTTP status was 200/],
      [
        { status: 500 },
        /: 500\. The HTTP status was 200, but the body is an error; if a gateway hides the status, set/,
      ],
    ];
    for (const [body, message] of told) {
      it(`with the status 200 and the body ${JSON.stringify(body)} is a refusal that proves nothing`, async () => {
        const api = await client((_, response) => json(response, 200, body));
        for (const request of [GET, { method: "DELETE", path: "/things/1" } as const]) {
          const error = await api.request<unknown>(request).catch((thrown: unknown) => thrown);
          assert.ok(isApiError(error) && message.test(error.message), String(error));
          assert.ok(!provesAbsence(error));
        }
      });
    }

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
    for (const [status, body, isConfirmed] of confirmed) {
      it(`${isConfirmed ? "shows" : "does not show"} that a write was carried out: ${status} ${body.slice(0, 9)}`, async () => {
        const api = await client((_, response) => response.writeHead(status).end(body));
        assert.equal((await api.send({ method: "DELETE", path: "/x" })).isConfirmed, isConfirmed);
      });
    }

    it("does not show in an error the secrets that a request with unknown fields had", async () => {
      const api = await client((_, response) =>
        json(response, 400, {
          error: 400,
          errorCode: "INVALID",
          detail: "bad signing-key-77, not public-77",
        }),
      );
      const request = {
        method: "PUT",
        path: "/x",
        json: { signingSecret: "signing-key-77", name: "public-77" },
      } as const;
      await assert.rejects(api.request(request), /bad \[secret\], not public-77/);
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
        assert.deepEqual(
          sizes.filter((size) => size > 100_000),
          [],
        );
        // Shows that the measurement sees a response that is kept.
        await api.request(GET);
        assert.ok(Math.max(...sizes) > 5_000_000, String(sizes));
      } finally {
        Object.defineProperty(Buffer, "concat", original);
      }
    });

    for (const name of ["X-MongoDB-Service-Version", "X-Vendor-Service-Version"]) {
      it(`includes the date and the version of the service (${name})`, async () => {
        const headers = { date: "Sat, 21 Nov 2026 12:00:00 GMT", [name]: "gitHash=a; versionString=b" };
        const api = await client((_, response) => json(response, 200, { id: "1", size: 1 }, headers));
        const { date, serviceVersion } = await api.send(GET);
        assert.deepEqual([date, serviceVersion], [headers.date, "gitHash=a; versionString=b"]);
      });
    }

    const bad: [
      what: string,
      status: number,
      body: string,
      headers: Record<string, string>,
      message: RegExp,
    ][] = [
      [
        "not JSON",
        200,
        "Welcome",
        { "content-type": "text/plain" },
        /^GET \/things\/1: the response is not JSON \(text\/plain\)\. This response is not from the service: check opsmanager:baseUrl, and any proxy, gateway or login page in between\.$/,
      ],
      [
        "compressed although the request refused that",
        200,
        "\u001f\u008b",
        { "content-type": "application/json", "content-encoding": "gzip" },
        /the response is not JSON \(application\/json, gzip\)/,
      ],
      ["of a very long content type", 200, "x", { "content-type": "y".repeat(5000) }, /^.{0,400}$/],
      [
        "empty",
        200,
        "",
        {},
        /the response is empty\. Check that opsmanager:baseUrl is the URL of the service itself\.$/,
      ],
      [
        "nested very deeply",
        200,
        `{"id":"x","links":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
        {},
        /^GET \/things\/1: the response is nested more than 100 levels deep and was refused\.$/,
      ],
      [
        "another shape",
        200,
        '{"id":1,"size":"big"}',
        {},
        /does not match the API documentation \(id: .*; size: .*\)\. This is a bug of the provider or a change of the API\.$/,
      ],
      ["null", 200, "null", {}, /\(the body: /],
      [
        "a redirect",
        302,
        "",
        { location: "https://sso.example.com/login?token=abc" },
        /the server returned 302 \(to https:\/\/sso\.example\.com\/login\), which this API never does\. This response is not from the service/,
      ],
      [
        "a redirect with secrets in every part",
        302,
        "",
        { location: "https://user:abc@sso.example.com/login#token=abc" },
        /\(to https:\/\/sso\.example\.com\/login\)/,
      ],
      [
        "a redirect from http to https",
        301,
        "",
        { location: "https://127.0.0.1/api" },
        /\(to https:\/\/127\.0\.0\.1\/api\).*The service uses https: opsmanager:baseUrl must begin with https:\/\/\./,
      ],
    ];
    for (const [what, status, body, headers, message] of bad) {
      it(`that is ${what} is a ShapeError that says so`, async () => {
        const api = await client((_, response) => response.writeHead(status, headers).end(body));
        const error = await caught(api.request(GET));
        assert.ok(isShapeError(error), String(error));
        assert.match(error.message, message);
        assert.ok(!error.message.includes("abc"));
      });
    }
  });

  describe("a web page instead of a response", () => {
    const page = "<!DOCTYPE html>\n<html><head><title>\n Sign in | Corp \u001b[31mSSO\u001b[0m </title>";
    const asked: [what: string, request: ApiRequest<unknown>][] = [
      ["a response with a schema", GET],
      ["a response without a schema", { method: "GET", path: "/things/1" }],
      ["a response to DELETE", { method: "DELETE", path: "/things/1" }],
    ];
    for (const [what, given] of asked) {
      it(`is not accepted as ${what}, whatever its content type`, async () => {
        const api = await client((_, response) => response.end(page));
        const error = await caught(api.request(given));
        assert.ok(isShapeError(error) && !error.fromService, String(error));
        assert.match(
          error.message,
          /\/things\/1: the response is a web page\. This response is not from the service: check opsmanager:baseUrl, and any proxy, gateway or login page in between\. The page is titled "Sign in \| Corp SSO"\.$/,
        );
      });
    }

    it("prevents a write if it is the response to the request for a challenge", async () => {
      const methods: (string | undefined)[] = [];
      const api = await client(({ method }, response) => {
        methods.push(method);
        response.end(page);
      });
      const post = { method: "POST", path: "/things", json: { apiToken: "secret" } } as const;
      assert.ok(isShapeError(await caught(api.request(post))));
      assert.deepEqual(methods, ["GET"]);
    });

    it("instead of a challenge is named in the error", async () => {
      const api = await client((_, response) => response.writeHead(401).end(page));
      const error = await caught(api.request(GET));
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
      const body = {
        error: 404,
        errorCode: "THING_NOT_FOUND",
        detail: "No thing with ID x exists.",
        parameters: ["x", 5],
        reason: "Not Found",
      };
      const error = await apiError(404, body);
      assert.equal(error.message, "GET /things/1: 404 THING_NOT_FOUND - No thing with ID x exists.");
      const { method, path, status, errorCode, detail, parameters, fromService } = error;
      assert.deepEqual(
        { method, path, status, errorCode, detail, parameters, fromService },
        {
          method: "GET",
          path: "/things/1",
          status: 404,
          errorCode: "THING_NOT_FOUND",
          detail: "No thing with ID x exists.",
          parameters: ["x"],
          fromService: true,
        },
      );
    });

    const refusals: [
      what: string,
      status: number,
      body: unknown,
      headers: Record<string, string>,
      message: RegExp,
      fromService: boolean,
    ][] = [
      ["without a body, by the service", 409, "", VERSION, /^GET \/things\/1: 409$/, true],
      ["with a reason alone", 400, { error: 400, reason: "Bad Request" }, {}, /: 400 Bad Request$/, true],
      [
        "without a body",
        400,
        "",
        {},
        /^GET \/things\/1: 400\. This response is probably not from the service: check opsmanager:baseUrl/,
        false,
      ],
      ["with empty fields", 400, { errorCode: "", detail: "" }, {}, /: 400\. .*probably not from/, false],
      ["with the error of another status", 404, { error: 500 }, {}, /not from the service/, false],
      [
        "with a field that every object has",
        409,
        '{"errorCode":"__proto__","detail":"constructor","__proto__":{"error":409}}',
        {},
        /^GET \/things\/1: 409 __proto__ - constructor$/,
        true,
      ],
      ["by a proxy", 403, "<html>", {}, /: 403\. This response is not from the service: check/, false],
      ["by a proxy that requires a login", 407, "", {}, /A proxy requires credentials: .*HTTPS_PROXY/, false],
      ["that is too large for a gateway", 413, "<html>", {}, /limits the size of a request/, false],
      ["by a gateway", 502, "<html>Bad Gateway</html>", {}, /A gateway did not reach the service\./, false],
      ["by a balancer", 503, "upstream connect error", {}, /not from the service: .*did not reach/, false],
      ["by a gateway that timed out", 504, "", {}, /not from the service: .*did not reach/, false],
      ["by a network", 511, "<html>", {}, /The network requires a login first/, false],
      ["by a busy service", 503, { error: 503 }, {}, /^GET \/things\/1: 503$/, true],
      [
        "by a server that expects TLS there (nginx)",
        400,
        "<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head>",
        {},
        /The server expects TLS at this port: opsmanager:baseUrl must begin with https:\/\/, not http:\/\/\./,
        false,
      ],
      [
        "by a server that expects TLS there (Go)",
        400,
        "Client sent an HTTP request to an HTTPS server.\n",
        {},
        /opsmanager:baseUrl must begin with https:/,
        false,
      ],
      [
        "by a server that expects TLS there (Apache)",
        400,
        "<html>Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />",
        {},
        /opsmanager:baseUrl must begin with https:/,
        false,
      ],
      [
        "by a server that expects TLS there (Tomcat)",
        400,
        "Bad Request\nThis combination of host and port requires TLS.\n",
        {},
        /opsmanager:baseUrl must begin with https:/,
        false,
      ],
      [
        "for missing rights",
        401,
        { errorCode: "USER_UNAUTHORIZED", detail: "No." },
        {},
        /: 401 USER_UNAUTHORIZED - No\. The key was accepted, but it lacks the role/,
        true,
      ],
      [
        "for a project that is not there",
        401,
        { errorCode: "NOT_IN_GROUP" },
        { "www-authenticate": "Digest realm=r, nonce=n" },
        /NOT_IN_GROUP\. The project does not exist, or the API key has no role in it/,
        true,
      ],
      [
        "for the address",
        403,
        { errorCode: "IP_ADDRESS_NOT_ON_ACCESS_LIST" },
        {},
        /Add the address of this machine to the access list of the API key/,
        true,
      ],
      [
        "for the address, in words alone",
        403,
        {
          error: 403,
          detail: "IP address 10.0.0.1 is not allowed to access this resource: not on the whitelist.",
        },
        {},
        /Add the address of this machine to the access list of the API key/,
        true,
      ],
      [
        "for the address, as a gateway passes it on",
        403,
        { detail: "This IP address is not on the access list." },
        {},
        /access list\. Add the address of this machine to the access list of the API key\.$/,
        false,
      ],
      [
        "for another reason",
        403,
        { error: 403, errorCode: "FEATURE_UNSUPPORTED" },
        {},
        /^GET \/things\/1: 403 FEATURE_UNSUPPORTED$/,
        true,
      ],
      [
        "of too many requests",
        429,
        { errorCode: "RATE_LIMITED" },
        {},
        /reduce opsmanager:maxConcurrency/,
        true,
      ],
    ];
    for (const [what, status, body, headers, message, fromService] of refusals) {
      it(`${what} is explained`, async () => {
        // A 401 with an error code means a missing role only after a key was sent, so the server requires Digest.
        const error =
          status === 401 ? await missingRights(body, headers) : await apiError(status, body, headers);
        assert.match(error.message, message);
        assert.deepEqual([error.status, error.fromService], [status, fromService]);
      });
    }

    it("with a text of 20 MB is one short line", async () => {
      const error = await apiError(400, { error: 400, errorCode: "X", detail: "A".repeat(20_000_000) });
      assert.ok(error.message.length < 2_000, `${error.message.length} characters`);
    });

    it("with long texts and control characters is one short line", async () => {
      const error = await apiError(400, {
        error: 400,
        errorCode: `X\u001b[2J${"Y".repeat(10_000)}`,
        detail: `\u001b]0;owned\u0007first\r\nerror: fake ${"A".repeat(500_000)}`,
        parameters: Array.from({ length: 10_000 }, () => `\u0000${"p".repeat(10_000)}`),
      });
      assert.match(
        error.message,
        /^GET \/things\/1: 400 XY+\.\.\. \(\d+ characters\) - first error: fake A+\.\.\. \(\d+ characters\)$/,
      );
      assert.ok(error.message.length < 2000, `${error.message.length} characters`);
      assert.ok((error.detail?.length ?? 0) < 1100 && (error.errorCode?.length ?? 0) < 200);
      assert.equal(error.parameters.length, 20);
      assert.ok(error.parameters.every((each) => each.length < 300 && each.startsWith("p")));
    });

    it("with very deeply nested JSON is reported with its status", async () => {
      const { message } = await apiError(400, `{"detail":${"[".repeat(200_000)}${"]".repeat(200_000)}}`);
      assert.match(message, /^GET \/things\/1: 400\. /);
    });

    async function missingRights(body: unknown, headers: Record<string, string>): Promise<ApiError> {
      const api = await client((incoming, response) => {
        if (incoming.headers.authorization === undefined)
          json(response, 401, {}, { "www-authenticate": CHALLENGE });
        else json(response, 401, body, headers);
      });
      const error = await caught(api.request(GET));
      assert.ok(isApiError(error), String(error));
      return error;
    }

    for (const key of ["content", "envelope"]) {
      it(`inside an envelope is recognized, whatever the outer status (${key})`, async () => {
        const body = {
          status: 404,
          [key]: { error: 404, errorCode: "ALERT_CONFIG_NOT_FOUND", detail: "No." },
        };
        const api = await client((_, response) => json(response, 200, body), { envelope: true });
        const error = await caught(api.request(GET));
        assert.ok(isApiError(error));
        assert.deepEqual(
          [error.status, error.errorCode, error.fromService],
          [404, "ALERT_CONFIG_NOT_FOUND", true],
        );
      });
    }
  });

  describe("secrets", () => {
    const TOKEN = 'xoxb/tok "en"+1';
    const forms = [
      TOKEN,
      encodeURIComponent(TOKEN),
      Buffer.from(TOKEN).toString("base64"),
      KEYS.privateKey,
      encodeURIComponent(KEYS.privateKey),
      Buffer.from(KEYS.privateKey).toString("base64"),
    ];
    const post = {
      method: "POST",
      path: "/things",
      json: { notifications: [{ typeName: "SLACK", apiToken: TOKEN }] },
    } as const;

    for (const form of forms) {
      it(`that the service echoes are in no message and no log line (${form})`, async () => {
        const server = await start.http((incoming, response) => {
          onBody(incoming, () => {
            if (incoming.method === "GET") json(response, 200, {});
            else json(response, 400, { errorCode: "INVALID", detail: `bad: ${form}`, parameters: [form] });
          });
        });
        const lines: string[] = [];
        const error = await caught(connect({ baseUrl: server.origin }, lines).request(post));
        assert.ok(isApiError(error));
        assert.equal(error.message, "POST /things: 400 INVALID - bad: [secret]");
        assert.equal(error.detail, "bad: [secret]");
        assert.deepEqual(error.parameters, ["[secret]"]);
        assert.equal(lines.length, 2);
        for (const secret of [...forms, JSON.stringify(TOKEN).slice(1, -1)]) {
          assert.ok(!lines.join("\n").includes(secret), secret);
        }
      });
    }

    it("are not shown in part where a long text is cut", async () => {
      const long = "S3cr3t".repeat(1000);
      const api = await client((incoming, response) => {
        onBody(incoming, () => {
          if (incoming.method === "GET") json(response, 200, {});
          else
            json(response, 400, { errorCode: "INVALID", detail: `bad: ${long}`, parameters: [`${long}!`] });
        });
      });
      const error = await caught(api.request({ ...post, json: { apiToken: long } }));
      assert.ok(isApiError(error));
      assert.equal(error.message, "POST /things: 400 INVALID - bad: [secret]");
      assert.deepEqual(error.parameters, ["[secret]!"]);
    });

    it("are not in the message of a ShapeError", async () => {
      const api = await client((incoming, response) => {
        onBody(incoming, () =>
          response.writeHead(302, { location: `https://x.example.com/${TOKEN.slice(0, 8)}` }).end(),
        );
      });
      const error = await caught(api.request({ ...post, json: { apiToken: TOKEN.slice(0, 8) } }));
      assert.ok(isShapeError(error));
      assert.match(error.message, /\(to https:\/\/x\.example\.com\/\[secret\]\)/);
    });

    it("are not in the message for a wrong key, which names the public key", async () => {
      const api = await client((_, response) => json(response, 401, {}, { "www-authenticate": CHALLENGE }));
      const error = await caught(api.request(GET));
      assert.ok(isAuthError(error));
      assert.match(error.message, /the API key "public"/);
      assert.ok(!error.message.includes(KEYS.privateKey));
    });
  });

  it("reuses the connection of a challenge", async () => {
    const server = await start.http((incoming, response) => {
      if (incoming.headers.authorization === undefined)
        json(response, 401, { error: 401 }, { "www-authenticate": CHALLENGE });
      else json(response, 200, { id: "1", size: 1 });
    });
    const api = connect({ baseUrl: server.origin });
    for (let count = 0; count < 20; count++) await api.request(GET);
    // undici reuses a connection only in the next turn of the event loop, so two alternate.
    assert.ok(server.connections() <= 2, `${server.connections()} connections`);
  });

  describe("timeouts, signals and limits", () => {
    it("end an operation with its retries after the total timeout", async () => {
      const api = await client((_, response) => json(response, 503, {}), {
        maxRetries: 1000,
        totalTimeoutSeconds: 0.05,
      });
      const error = await caught(api.request(GET));
      assert.ok(isTransportError(error), String(error));
      assert.equal(error.failure, "timeout");
      assert.match(
        error.message,
        /GET \/things\/1: not complete within 0\.05 s, including retries \(opsmanager:totalTimeoutSeconds\)/,
      );
    });

    it("end a request without a response after the total timeout", async () => {
      const api = await client(() => undefined, { totalTimeoutSeconds: 0.05, maxRetries: 3 });
      const error = await caught(api.request(GET));
      assert.ok(isTransportError(error) && /including retries/.test(error.message), String(error));
    });

    it("accept timeouts that are longer than a timer of Node.js", async () => {
      const api = await client((_, response) => json(response, 200, { id: "1", size: 1 }), {
        timeoutSeconds: 1e9,
        totalTimeoutSeconds: 1e9,
      });
      assert.equal((await api.request(GET)).id, "1");
    });

    it("abort a call in progress", async () => {
      const abort = new AbortController();
      const api = await client(() => abort.abort(), { maxRetries: 3 });
      const error = await caught(api.request({ ...GET, signal: abort.signal }));
      assert.ok(isTransportError(error) && error.failure === "aborted", String(error));
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
      const error = await caught(api.request({ ...GET, signal: abort.signal }));
      assert.ok(isTransportError(error) && error.failure === "aborted", String(error));
    });

    it("abort a call that waits for the semaphore", async () => {
      const abort = new AbortController();
      const held: (() => void)[] = [];
      const api = await client(
        (_, response) => {
          held.push(() => json(response, 200, { id: "1", size: 1 }));
          abort.abort();
        },
        { maxConcurrency: 1 },
      );
      const first = api.request(GET);
      const error = await caught(api.request({ ...GET, signal: abort.signal }));
      assert.ok(isTransportError(error) && error.failure === "aborted", String(error));
      held.forEach((release) => release());
      assert.equal((await first).id, "1");
      assert.equal(held.length, 1);
    });

    it("allow maxConcurrency requests at once, and no more", async () => {
      const held: (() => void)[] = [];
      let responses = 0;
      let most = 0;
      const api = await client(
        (incoming, response) => {
          if (incoming.headers.authorization === undefined) {
            json(response, 401, {}, { "www-authenticate": CHALLENGE });
            return;
          }
          held.push(() => json(response, 200, { id: "1", size: 1 }));
          most = Math.max(most, held.length);
          // The first one proves the key alone.
          if (responses++ === 0 || held.length === 3)
            setImmediate(() => held.splice(0).forEach((release) => release()));
        },
        { maxConcurrency: 3 },
      );
      await Promise.all(Array.from({ length: 31 }, () => api.request(GET)));
      assert.equal(most, 3);
    });
  });

  describe("options", () => {
    const refused: [options: object, message: RegExp][] = [
      [{ baseUrl: "" }, /^baseUrl is missing\.$/],
      [{ publicKey: undefined }, /^publicKey is missing\.$/],
      [{ publicKey: "public:private" }, /^publicKey contains a colon, /],
      [{ privateKey: "  " }, /^privateKey is missing\.$/],
      [{ baseUrl: "http://om.example.com" }, /^baseUrl is plain http/],
      [{ maxRetries: -1 }, /^maxRetries is -1/],
      [{ maxConcurrency: 0 }, /^maxConcurrency is 0/],
      [{ timeoutSeconds: 0 }, /^timeoutSeconds is 0/],
      [{ totalTimeoutSeconds: 0 }, /^totalTimeoutSeconds is 0/],
      [{ caCert: "/nowhere" }, /^caCert: /],
      [{ clientCert: "/nowhere" }, /must be set together/],
    ];
    for (const [options, message] of refused) {
      it(`refuses ${JSON.stringify(options)} at once`, () =>
        assert.throws(
          () => connect(options),
          (error) => isConfigError(error) && message.test(error.message),
        ));
    }
  });
});
