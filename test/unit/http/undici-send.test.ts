import assert from "node:assert/strict";
import { selfSignedCertificate } from "../../../src/emulator/tls-certificate";
import type { TransportError, TransportFailure } from "../../../src/errors";
import { isConfigError, isTransportError } from "../../../src/errors";
import type { HttpRequest } from "../../../src/http/message";
import { tlsOptions } from "../../../src/http/tls";
import type { Wire, WireOptions } from "../../../src/http/undici-send";
import { undiciWire } from "../../../src/http/undici-send";
import { request } from "./fakes";
import { CERTIFICATE, json, onBody, servers } from "./servers";

describe("undiciWire", () => {
  const start = servers();
  const open: Wire[] = [];
  afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));

  function wire(options: Partial<WireOptions> = {}): Wire {
    const made = undiciWire({
      tls: tlsOptions({}, {}),
      timeoutMs: 10_000,
      env: {},
      maxConnections: 4,
      userAgent: "pulumi-opsmanager/test",
      maxResponseBytes: 1_000_000,
      ...options,
    });
    open.push(made);
    return made;
  }

  /** The failure of a request. */
  async function failure(given: HttpRequest, options?: Partial<WireOptions>): Promise<TransportError> {
    let caught: unknown;
    await wire(options)
      .send(given)
      .catch((error: unknown) => (caught = error));
    assert.ok(isTransportError(caught), String(caught));
    return caught;
  }

  function check(
    error: TransportError,
    expected: { failure: TransportFailure; maybeCarriedOut: boolean; text: RegExp },
  ): void {
    assert.deepEqual([error.failure, error.maybeCarriedOut], [expected.failure, expected.maybeCarriedOut]);
    assert.match(error.message, expected.text);
    // Where it went to, but no query.
    assert.match(error.message, /^(GET|POST) https?:\/\/[^?]+\/api\/public\/v1\.0\/things: /);
  }

  describe("an exchange", () => {
    it("sends method, target, headers and body as they are", async () => {
      let seen: unknown;
      const server = await start.http((incoming, response) => {
        onBody(incoming, (body) => {
          const { method, url, headers } = incoming;
          const {
            "content-type": type,
            "content-length": length,
            "user-agent": agent,
            "accept-encoding": coding,
          } = headers;
          seen = { method, url, type, length, agent, coding, body };
          json(response, 201, { ok: true }, { "x-one": "1" });
        });
      });
      const response = await wire().send(
        request("POST", {
          origin: server.origin,
          path: "/a%2Fb/../c?x=%20y&z",
          headers: { "content-type": "application/json" },
          body: Buffer.from('{"ä":1}'),
        }),
      );
      assert.deepEqual(seen, {
        method: "POST",
        url: "/a%2Fb/../c?x=%20y&z",
        type: "application/json",
        length: "8",
        agent: "pulumi-opsmanager/test",
        coding: "identity",
        body: '{"ä":1}',
      });
      assert.equal(response.status, 201);
      assert.equal(response.headers["x-one"], "1");
      assert.equal(response.body.toString(), '{"ok":true}');
    });

    it("gives every status and a repeated header as they are, and follows no redirect", async () => {
      const server = await start.http((_, response) => {
        response.writeHead(302, [
          ["location", "https://elsewhere.example.com"],
          ["www-authenticate", "Basic realm=a"],
          ["www-authenticate", "Digest realm=b, nonce=c"],
        ] as never);
        response.end();
      });
      const { status, headers } = await wire().send(request("GET", { origin: server.origin }));
      assert.equal(status, 302);
      assert.deepEqual(headers["www-authenticate"], ["Basic realm=a", "Digest realm=b, nonce=c"]);
    });

    it("uses no more connections than it may, and those again", async () => {
      const server = await start.http((_, response) => response.end("ok"));
      const { send } = wire({ maxConnections: 2 });
      for (let round = 0; round < 3; round++) {
        await Promise.all(Array.from({ length: 10 }, () => send(request("GET", { origin: server.origin }))));
      }
      assert.ok(server.connections() <= 2, `${server.connections()} connections`);
    });
  });

  describe("what kept the answer away", () => {
    it("refused", async () =>
      check(await failure(request("GET", { origin: await start.nowhere() })), {
        failure: "refused",
        maybeCarriedOut: false,
        text: /nothing listens at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\. Check opsmanager:baseUrl/,
      }));

    it("a name that does not exist", async () =>
      check(await failure(request("GET", { origin: "http://does-not-exist.invalid" })), {
        failure: "dns",
        maybeCarriedOut: false,
        text: /the host name does-not-exist\.invalid cannot be resolved/,
      }));

    it("cut before anything was answered", async () => {
      const server = await start.http((incoming) => incoming.socket.destroy());
      check(await failure(request("POST", { origin: server.origin, body: Buffer.from("{}") })), {
        failure: "reset",
        maybeCarriedOut: true,
        text: /the connection broke before the answer was complete/,
      });
    });

    it("cut in the middle of the answer", async () => {
      const server = await start.http((_, response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("half", () => response.destroy());
      });
      check(await failure(request("GET", { origin: server.origin })), {
        failure: "reset",
        maybeCarriedOut: true,
        text: /the connection broke before the answer was complete/,
      });
    });

    it("no HTTP at all", async () => {
      const server = await start.tcp((socket) => socket.end("220 smtp.example.com ESMTP\r\n"));
      check(await failure(request("GET", { origin: server.origin })), {
        failure: "reset",
        maybeCarriedOut: true,
        text: /the connection broke/,
      });
    });

    it("no answer in time", async () => {
      const server = await start.http(() => undefined);
      check(await failure(request("POST", { origin: server.origin }), { timeoutMs: 50 }), {
        failure: "timeout",
        maybeCarriedOut: true,
        text: /no complete answer within 0\.05 s \(opsmanager:timeoutSeconds\)/,
      });
    });

    it("an answer that drips", async () => {
      const server = await start.http((_, response) => {
        const drip = setInterval(() => response.write("."), 10);
        response.on("close", () => clearInterval(drip));
      });
      check(await failure(request("GET", { origin: server.origin }), { timeoutMs: 100 }), {
        failure: "timeout",
        maybeCarriedOut: true,
        text: /no complete answer within 0\.1 s/,
      });
    });

    it("an answer that is too large, which ends its connection", async () => {
      let closed!: () => void;
      const ended = new Promise<void>((resolve) => (closed = resolve));
      const server = await start.http((_, response) => {
        response.on("close", closed);
        const pour = (): void => {
          while (!response.destroyed && response.write("x".repeat(10_000)));
        };
        response.on("drain", pour);
        pour();
      });
      check(await failure(request("GET", { origin: server.origin }), { maxResponseBytes: 65_536 }), {
        failure: "tooLarge",
        maybeCarriedOut: true,
        text: /the answer is larger than 65536 bytes and was refused/,
      });
      await ended;
    });

    it("takes an answer of just the size that is allowed", async () => {
      const server = await start.http((_, response) => response.end("x".repeat(1000)));
      const { body } = await wire({ maxResponseBytes: 1000 }).send(request("GET", { origin: server.origin }));
      assert.equal(body.length, 1000);
      await failure(request("GET", { origin: server.origin }), { maxResponseBytes: 999 });
    });

    it("aborted under way", async () => {
      const abort = new AbortController();
      const server = await start.http(() => abort.abort());
      check(await failure(request("GET", { origin: server.origin, signal: abort.signal })), {
        failure: "aborted",
        maybeCarriedOut: true,
        text: /the request was aborted/,
      });
    });

    it("aborted before it began, and nothing is sent", async () => {
      const server = await start.http(assert.fail);
      const { failure: kind } = await failure(
        request("GET", { origin: server.origin, signal: AbortSignal.abort() }),
      );
      assert.equal(kind, "aborted");
      assert.equal(server.connections(), 0);
    });
  });

  describe("TLS", () => {
    const hello = (_: unknown, response: { end(text: string): void }): void => response.end("hello");
    const text = async (sent: ReturnType<Wire["send"]>): Promise<string> => (await sent).body.toString();

    it("trusts a CA that was added", async () => {
      const server = await start.https(hello, CERTIFICATE);
      const tls = tlsOptions({ caCert: CERTIFICATE.cert }, {});
      assert.equal(await text(wire({ tls }).send(request("GET", { origin: server.origin }))), "hello");
    });

    it("tells of an unknown CA, and how to add it", async () => {
      const server = await start.https(assert.fail, CERTIFICATE);
      check(await failure(request("GET", { origin: server.origin })), {
        failure: "tls",
        maybeCarriedOut: false,
        text: /certificate cannot be verified \(\w+\)\. If it is from a private CA, give that CA as opsmanager:caCert \(OPSMANAGER_CA_CERT\)/,
      });
    });

    it("does not trust another CA", async () => {
      const server = await start.https(assert.fail, CERTIFICATE);
      const tls = tlsOptions({ caCert: selfSignedCertificate(Date.now()).cert }, {});
      assert.equal((await failure(request("GET", { origin: server.origin }), { tls })).failure, "tls");
    });

    it("verifies in spite of NODE_TLS_REJECT_UNAUTHORIZED=0", async () => {
      const server = await start.https(assert.fail, CERTIFICATE);
      const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
      try {
        assert.equal((await failure(request("GET", { origin: server.origin }))).failure, "tls");
      } finally {
        if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
        else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
      }
    });

    it("tells of a certificate for another name", async () => {
      const server = await start.https(assert.fail, CERTIFICATE);
      const env = { HTTPS_PROXY: (await start.proxy({ to: server })).origin };
      const tls = tlsOptions({ caCert: CERTIFICATE.cert }, {});
      check(await failure(request("GET", { origin: "https://om.example.com" }), { tls, env }), {
        failure: "tls",
        maybeCarriedOut: false,
        text: /certificate is for another name than om\.example\.com \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
      });
    });

    it("tells of a certificate that has expired", async () => {
      const old = selfSignedCertificate(Date.UTC(2015, 0, 1));
      const server = await start.https(assert.fail, old);
      check(
        await failure(request("GET", { origin: server.origin }), {
          tls: tlsOptions({ caCert: old.cert }, {}),
        }),
        {
          failure: "tls",
          maybeCarriedOut: false,
          text: /certificate is not valid now \(CERT_HAS_EXPIRED\)\. Renew it/,
        },
      );
    });

    it("tells of a server that speaks no TLS", async () => {
      const server = await start.http(assert.fail);
      check(await failure(request("GET", { origin: server.origin.replace("http:", "https:") })), {
        failure: "tls",
        maybeCarriedOut: false,
        text: /does not speak TLS there \(\w+\)\. Check scheme and port of opsmanager:baseUrl/,
      });
    });
  });

  describe("a proxy", () => {
    const hello = (_: unknown, response: { end(text: string): void }): void => response.end("hello");

    for (const variable of ["HTTP_PROXY", "http_proxy"]) {
      it(`of ${variable} is used for http, by a tunnel`, async () => {
        const server = await start.http(hello);
        const proxy = await start.proxy();
        await wire({ env: { [variable]: proxy.origin } }).send(request("GET", { origin: server.origin }));
        assert.deepEqual(proxy.targets, [`127.0.0.1:${server.port}`]);
      });
    }

    it("of HTTPS_PROXY is used for https, and the added CA holds for the server behind it", async () => {
      const server = await start.https(hello, CERTIFICATE);
      const proxy = await start.proxy();
      const env = { HTTPS_PROXY: proxy.origin };
      const tls = tlsOptions({ caCert: CERTIFICATE.cert }, {});
      await wire({ env, tls }).send(request("GET", { origin: server.origin }));
      assert.deepEqual(proxy.targets, [`127.0.0.1:${server.port}`]);
      assert.equal((await failure(request("GET", { origin: server.origin }), { env })).failure, "tls");
    });

    it("is left out for the hosts of NO_PROXY", async () => {
      const server = await start.https(hello, CERTIFICATE);
      const proxy = await start.proxy();
      const env = { HTTPS_PROXY: proxy.origin, NO_PROXY: "example.com,127.0.0.1" };
      await wire({ env, tls: tlsOptions({ caCert: CERTIFICATE.cert }, {}) }).send(
        request("GET", { origin: server.origin }),
      );
      assert.deepEqual(proxy.targets, []);
      assert.equal(server.connections(), 1);
    });

    it("in lower case wins over upper case", async () => {
      const server = await start.http(hello);
      const [lower, upper] = [await start.proxy(), await start.proxy()];
      const env = { http_proxy: lower.origin, HTTP_PROXY: upper.origin };
      await wire({ env }).send(request("GET", { origin: server.origin }));
      assert.deepEqual([lower.targets.length, upper.targets.length], [1, 0]);
    });

    it("is not used where the environment of the process alone names one", async () => {
      const server = await start.http(hello);
      const proxy = await start.proxy();
      process.env["http_proxy"] = proxy.origin;
      try {
        await wire({ env: {} }).send(request("GET", { origin: server.origin }));
      } finally {
        delete process.env["http_proxy"];
      }
      assert.deepEqual(proxy.targets, []);
    });

    it("that refuses is told with its status", async () => {
      const server = await start.http(assert.fail);
      const proxy = await start.proxy({ refuseWith: 407 });
      check(
        await failure(request("POST", { origin: server.origin }), { env: { HTTP_PROXY: proxy.origin } }),
        {
          failure: "proxy",
          maybeCarriedOut: false,
          text: /the proxy refused the connection with status 407\. Check HTTPS_PROXY, and NO_PROXY/,
        },
      );
    });

    it("that is no URL is told", async () =>
      assert.rejects(
        wire({ env: { HTTPS_PROXY: "proxy.example.com:3128 secret" } }).send(request()),
        (error) => isConfigError(error) && /HTTPS_PROXY or HTTP_PROXY is not a URL/.test(error.message),
      ));
  });

  it("can be closed, with and without a connection, and used again", async () => {
    const server = await start.http((_, response) => response.end("ok"));
    const used = wire();
    await used.close();
    await used.send(request("GET", { origin: server.origin }));
    await used.close();
    await used.send(request("GET", { origin: server.origin }));
    assert.equal(server.connections(), 2);
  });
});
