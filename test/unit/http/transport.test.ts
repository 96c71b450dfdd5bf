import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import type { ServerOptions } from "node:https";
import { promisify } from "node:util";
import { selfSignedCertificate } from "../../../src/emulator/tls-certificate";
import type { TransportError, TransportFailure } from "../../../src/errors";
import { isConfigError, isTransportError } from "../../../src/errors";
import type { HttpRequest } from "../../../src/http/message";
import { readTlsOptions } from "../../../src/http/tls";
import type { Transport, TransportOptions } from "../../../src/http/transport";
import { createTransport } from "../../../src/http/transport";
import { errorLike, request } from "./fakes";
import type { TestServer } from "./servers";
import { CERTIFICATE, json, onBody, servers } from "./servers";

/** How a request fails, and whether it may have been carried out. */
type Outcome = readonly [failure: TransportFailure, maybeCarriedOut: boolean];
type Talk = (socket: Socket) => unknown;

const OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
/** Answers the first bytes with these, and ends the connection. */
const says =
  (bytes: string | Buffer): Talk =>
  (socket) =>
    socket.once("data", () => socket.end(bytes));
const half: RequestListener = (_, response) => {
  response.writeHead(200, { "content-length": "100" });
  response.write("half", () => response.destroy());
};
const MANIFEST = Buffer.alloc(10_485_760, "0123456789abcdef");
const hello: RequestListener = (_, response) => response.end("hello");
const MAYBE = ["reset", true] as const;
const TLS = ["tls", false] as const;

describe("createTransport", () => {
  const start = servers();
  const open: Transport[] = [];
  afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));

  function transport(options: Partial<TransportOptions> = {}): Transport {
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
    open.push(made);
    return made;
  }

  /** Sends a request that fails so; the message names the target without its query. */
  async function fails(
    options: Partial<TransportOptions>,
    [kind, maybeCarriedOut]: Outcome,
    text: RegExp,
    given: HttpRequest = request("POST"),
  ): Promise<TransportError> {
    const error = await failure(given, options);
    assert.deepEqual([error.failure, error.maybeCarriedOut], [kind, maybeCarriedOut]);
    assert.match(error.message, text);
    assert.match(error.message, /^(GET|POST|PUT) https?:\/\/[^?]+\/api\/public\/v1\.0\/things: /);
    return error;
  }

  /** The failure of a request. */
  async function failure(given: HttpRequest, options?: Partial<TransportOptions>): Promise<TransportError> {
    const sent: Promise<unknown> = transport(options).send(given);
    const error = await sent.catch((thrown: unknown) => thrown);
    assert.ok(isTransportError(error), String(error));
    return error;
  }

  /** The text of the response to a GET. */
  const ask = async (options: Partial<TransportOptions>): Promise<string> =>
    (await transport(options).send(request())).body.toString();

  describe("an exchange", () => {
    it("sends method, target, headers and body unmodified", async () => {
      let seen: unknown;
      const server = await start.http((incoming, response) => {
        onBody(incoming, (text) => {
          const names = ["content-type", "content-length", "user-agent", "accept-encoding"];
          seen = [incoming.method, incoming.url, ...names.map((name) => incoming.headers[name]), text];
          json(response, 201, { ok: true }, { "x-one": "1" });
        });
      });
      const body = Buffer.from('{"ä":1}');
      const headers = { "content-type": "application/json" };
      const given = request("POST", { path: "/a%2Fb/../c?x=%20y&z", headers, body });
      const response = await transport({ origin: server.origin }).send(given);
      const [sent, agent] = [["application/json", "8"], "pulumi-opsmanager/test"];
      assert.deepEqual(seen, ["POST", "/a%2Fb/../c?x=%20y&z", ...sent, agent, "identity", '{"ä":1}']);
      assert.deepEqual([response.status, response.headers["x-one"]], [201, "1"]);
      assert.equal(response.body.toString(), '{"ok":true}');
    });

    it("returns every status and repeated headers, and follows no redirect", async () => {
      const server = await start.http((_, response) => {
        response.writeHead(302, [
          ["location", "https://elsewhere.example.com"],
          ["www-authenticate", "Basic realm=a"],
          ["www-authenticate", "Digest realm=b, nonce=c"],
        ] as never);
        response.end();
      });
      const { status, headers } = await transport({ origin: server.origin }).send(request());
      assert.equal(status, 302);
      assert.deepEqual(headers["www-authenticate"], ["Basic realm=a", "Digest realm=b, nonce=c"]);
    });

    it("returns the final response, not the interim ones", async () => {
      const server = await start.http((_, response) => {
        response.writeEarlyHints({ link: "</style.css>; rel=preload" });
        json(response, 200, { ok: true });
      });
      const { status, headers, body } = await transport({ origin: server.origin }).send(request());
      assert.deepEqual([status, headers["link"], body.toString()], [200, undefined, '{"ok":true}']);
    });

    it("keeps only the start of a successful response if no more is needed, and all of an error", async () => {
      const text = "0123456789".repeat(500_000);
      let status = 200;
      const server = await start.http((_, response) => response.writeHead(status).end(text));
      const { send } = transport({ origin: server.origin, maxResponseBytes: text.length });
      const given = { ...request("PUT"), needsStartOnly: true };
      const { body, droppedBytes = 0 } = await send(given);
      assert.ok(body.length <= 65_536, String(body.length));
      assert.equal(body.toString(), text.slice(0, body.length));
      assert.equal(body.length + droppedBytes, text.length);
      status = 400;
      const refused = await send(given);
      assert.deepEqual([refused.body.length, refused.droppedBytes], [text.length, 0]);
    });
  });

  describe("the failure of a request", () => {
    it("is a refused connection, and a host name that does not exist", async () => {
      const text = /nothing listens at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\. Check opsmanager:baseUrl/;
      await fails({ origin: await start.nowhere() }, ["refused", false], text);
      const name = /the host name of does-not-exist\.invalid cannot be resolved/;
      await fails({ origin: "http://does-not-exist.invalid" }, ["dns", false], name);
    });

    const BROKE = "the connection broke before";
    const drop: RequestListener = ({ socket }) => socket.destroy();
    const dropWithin: RequestListener = (incoming) => incoming.once("data", () => incoming.socket.destroy());
    const broken: [when: string, listener: RequestListener, text: string, body?: Buffer][] = [
      ["before the response", drop, `${BROKE} the server `],
      ["in the middle of the response", half, `${BROKE} the response was complete`],
      ["in the middle of a large body", dropWithin, `${BROKE} the (response was complete|server)`, MANIFEST],
    ];
    for (const [when, listener, text, body = Buffer.from("{}")] of broken)
      it(`is a connection that breaks ${when}`, async () =>
        fails(await start.http(listener), MAYBE, new RegExp(text), request("POST", { body })));

    const WANTS_TLS =
      /the server expects TLS at 127\.0\.0\.1:\d+ \(TLS_ALERT\)\. Check opsmanager:baseUrl, HTTPS_PROXY/;
    const NO_TLS = /the server does not speak TLS at 127\.0\.0\.1:\d+ \(\w+\)\. Check opsmanager:baseUrl/;
    const NO_HTTP =
      /the connection broke before the response was complete \(.*HTTP.*\)\. Check opsmanager:baseUrl/;
    const ALERT = /the server refused the TLS connection \(ERR_SSL_\w+\)\. .*opsmanager:clientCert/;
    const CLOSED = /the server ended the TLS handshake \(ECONNRESET\)\. Check opsmanager:baseUrl/;
    const close = (socket: Socket): unknown => socket.once("data", () => socket.destroy());
    const smtp: Talk = (socket) => socket.end("220 smtp.example.com ESMTP\r\n");
    const hex = (bytes: string) => says(Buffer.from(bytes, "hex"));
    /** What the server says to http or https, and the outcome. */
    const spoken: [what: string, scheme: string, talk: Talk, outcome: Outcome, text: RegExp][] = [
      ["a server that does not speak HTTP", "http", smtp, MAYBE, NO_HTTP],
      ["http that a TLS port refuses (handshake failure)", "http", hex("15030300020228"), TLS, WANTS_TLS],
      ["http that a TLS port refuses (protocol version)", "http", hex("15030100020246"), TLS, WANTS_TLS],
      ["http that a TLS port of Jetty refuses", "http", hex("1503030002020a"), TLS, WANTS_TLS],
      ["TLS at an http port", "https", says("HTTP/1.1 400 Bad Request\r\n\r\n"), TLS, NO_TLS],
      ["TLS at an ssh port", "https", says("SSH-2.0-x\r\n"), TLS, NO_TLS],
      ["TLS at any other port", "https", says("\u0016\u0003\u0001\u00ff\u00ff\u0001"), TLS, NO_TLS],
      ["a TLS handshake that ends with an alert", "https", hex("15030300020246"), TLS, ALERT],
      ["a connection that is closed during the TLS handshake", "https", close, ["reset", false], CLOSED],
    ];
    for (const [what, scheme, talk, outcome, text] of spoken)
      it(`is ${what}`, async () => {
        const { port } = await start.tcp(talk);
        await fails({ origin: `${scheme}://127.0.0.1:${port}` }, outcome, text);
      });

    it("is a response that is not HTTP, on a reused connection", async () => {
      let count = 0;
      const server = await start.tcp((socket) =>
        socket.on("data", () => socket.write(count++ === 0 ? OK : "no HTTP\r\n")),
      );
      const { send } = transport({ origin: server.origin });
      await send(request());
      await assert.rejects(send(request("POST")), { failure: "reset", maybeCarriedOut: true });
    });

    it("is plain http at a TLS port that closes the connection", async () => {
      const server = await start.https(assert.fail, CERTIFICATE);
      const text =
        /broke before the server responded \(.+\)\. Does it expect https:\/\/ \(opsmanager:baseUrl\)/;
      await fails({ origin: server.origin.replace("https:", "http:") }, MAYBE, text);
    });

    const LATE = /no complete response within 0\.05 s \(opsmanager:timeoutSeconds\)/;
    const drip: RequestListener = (_, response) => {
      const timer = setInterval(() => response.write("."), 10);
      response.on("close", () => clearInterval(timer));
    };
    const slow: [what: string, scheme: string, serve: () => Promise<TestServer>][] = [
      ["without a response", "http", () => start.http(() => undefined)],
      ["during the TLS handshake", "https", () => start.tcp(() => undefined)],
      ["of a response that never ends", "http", () => start.http(drip)],
    ];
    for (const [what, scheme, serve] of slow)
      it(`is a timeout ${what}`, async () => {
        const origin = `${scheme}://127.0.0.1:${(await serve()).port}`;
        await fails({ origin, timeoutMs: 50 }, ["timeout", true], LATE);
      });

    const flood: RequestListener = (_, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write("x".repeat(10_000)));
      };
      response.on("drain", pour);
      pour();
    };
    const announce: RequestListener = (_, response) =>
      response.writeHead(200, { "content-length": "65537" }).end("x".repeat(65_537));
    for (const [what, listener] of Object.entries({ "a stream": flood, "a whole response": announce }))
      it(`is ${what} that is too large, which ends its connection`, async () => {
        const { origin, idle } = await start.http(listener);
        const text = /the response is larger than 65536 bytes and was refused/;
        await fails({ origin, maxResponseBytes: 65_536 }, ["tooLarge", true], text);
        await idle();
      });

    it("is not a response of the maximum size", async () => {
      const { origin } = await start.http((_, response) => response.end("x".repeat(1000)));
      const { body } = await transport({ origin, maxResponseBytes: 1000 }).send(request());
      assert.equal(body.length, 1000);
      await failure(request(), { origin, maxResponseBytes: 999 });
    });

    it("is a response that breaks or is too large, even where only its start is needed", async () => {
      const body = "x".repeat(100_000);
      const server = await start.http((incoming, response) => {
        response.writeHead(200, { "content-length": body.length });
        if (incoming.method === "PUT") response.write(body.slice(1), () => response.destroy());
        else response.end(body);
      });
      const send = (method: "GET" | "PUT", maxResponseBytes: number): Promise<TransportError> =>
        failure({ ...request(method), needsStartOnly: true }, { origin: server.origin, maxResponseBytes });
      assert.equal((await send("PUT", 1_000_000)).failure, "reset");
      assert.equal((await send("GET", 99_999)).failure, "tooLarge");
    });

    it("is an abort while the request waits for a connection; nothing is sent", async () => {
      const abort = new AbortController();
      const paths: (string | undefined)[] = [];
      let respondFirst!: () => void;
      const server = await start.http(({ url }, response) => {
        paths.push(url);
        if (url !== "/first") return response.end("ok");
        respondFirst = () => response.end("ok");
        return abort.abort();
      });
      const { send } = transport({ origin: server.origin, maxConnections: 1 });
      const to = (path: string, rest: Partial<HttpRequest> = {}): ReturnType<Transport["send"]> =>
        send(request("PUT", { path, ...rest }));
      const first = to("/first");
      const second = to("/second", { body: Buffer.alloc(1_000_000), signal: abort.signal });
      await assert.rejects(second, errorLike(isTransportError, /the request was aborted/));
      const third = to("/third");
      respondFirst();
      await Promise.all([first, third]);
      assert.deepEqual(paths, ["/first", "/third"]);
    });

    it("is an abort before the request; nothing is sent", async () => {
      const server = await start.http(assert.fail);
      const { failure: kind } = await failure(request("GET", { signal: AbortSignal.abort() }), server);
      assert.equal(kind, "aborted");
      assert.equal(server.connections(), 0);
    });
  });

  describe("TLS", () => {
    const caCert = CERTIFICATE.cert;
    const [CLIENT, OLD] = [selfSignedCertificate(Date.now()), selfSignedCertificate(Date.UTC(2015, 0, 1))];
    const trusting = (cert: string) => readTlsOptions({ caCert: cert }, {});
    const [none, added] = [readTlsOptions({}, {}), trusting(caCert)];
    const both = readTlsOptions({ caCert, clientCert: CLIENT.cert, clientKey: CLIENT.key }, {});
    const mutual = { ...CERTIFICATE, ca: CLIENT.cert, requestCert: true, rejectUnauthorized: true };
    const HOW = /verified \(\w+\)\. .*A private CA belongs into opsmanager:caCert \(OPSMANAGER_CA_CERT\)/;
    const EXPIRED = /certificate cannot be verified \(CERT_HAS_EXPIRED\)/;
    const WANTED =
      /broke before the server responded .*, or a client certificate \(opsmanager:clientCert, opsmanager:clientKey\)/;

    it("trusts an added CA, and shows the client certificate", async () => {
      const { origin } = await start.https(hello, CERTIFICATE);
      assert.equal(await ask({ origin, tls: added }), "hello");
      assert.equal(await ask({ origin: (await start.https(hello, mutual)).origin, tls: both }), "hello");
    });

    const untrusted: [what: string, server: ServerOptions, tls: typeof none, text: RegExp][] = [
      ["an unknown CA, and says how to add it", CERTIFICATE, none, HOW],
      ["another CA", CERTIFICATE, trusting(CLIENT.cert), HOW],
      ["an expired certificate", OLD, trusting(OLD.cert), EXPIRED],
    ];
    for (const [what, server, tls, text] of untrusted)
      it(`does not trust ${what}`, async () => {
        const { origin } = await start.https(assert.fail, server);
        await fails({ origin, tls }, TLS, text);
      });

    it("does not trust a certificate for another name", async () => {
      const server = await start.https(assert.fail, CERTIFICATE);
      const env = { HTTPS_PROXY: (await start.proxy({ to: server })).origin };
      const name = /certificate is for another name than om\.example\.com \(ERR_TLS_CERT_ALTNAME_INVALID\)/;
      await fails({ origin: "https://om.example.com", tls: added, env }, TLS, name);
    });

    // A Node.js server closes the connection without an alert.
    it("names the settings of a client certificate that is missing, or that the server does not trust", async () => {
      await fails({ origin: (await start.https(hello, mutual)).origin, tls: added }, MAYBE, WANTED);
      const { origin } = await start.https(hello, { ...mutual, ca: caCert });
      await fails({ origin, tls: both }, MAYBE, WANTED);
    });

    it("shows the client certificate to the server behind a proxy, but not to the proxy", async () => {
      const { origin } = await start.https(hello, mutual);
      const seen: boolean[] = [];
      const tls = { ...CERTIFICATE, requestCert: true, rejectUnauthorized: false };
      const proxy = await start.proxy({ tls, onPeer: (hasCertificate) => seen.push(hasCertificate) });
      assert.equal(await ask({ origin, tls: both, env: { HTTPS_PROXY: proxy.origin } }), "hello");
      assert.deepEqual(seen, [false]);
    });

    it("verifies in spite of NODE_TLS_REJECT_UNAUTHORIZED=0", async () => {
      const { origin } = await start.https(assert.fail, CERTIFICATE);
      process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
      try {
        assert.equal((await failure(request(), { origin })).failure, "tls");
      } finally {
        delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      }
    });
  });

  describe("a proxy", () => {
    const tls = readTlsOptions({ caCert: CERTIFICATE.cert }, {});

    it("of HTTP_PROXY is used for http, with a tunnel; the name in lower case wins", async () => {
      const { origin, port } = await start.http(hello);
      const [one, other] = [await start.proxy(), await start.proxy()];
      await ask({ origin, env: { HTTP_PROXY: one.origin } });
      await ask({ origin, env: { http_proxy: other.origin, HTTP_PROXY: one.origin } });
      assert.deepEqual([one.targets, other.targets], [[`127.0.0.1:${port}`], [`127.0.0.1:${port}`]]);
    });

    it("of HTTPS_PROXY is used for https, and the added CA applies to the server behind it", async () => {
      const { origin, port } = await start.https(hello, CERTIFICATE);
      const proxy = await start.proxy();
      const env = { HTTPS_PROXY: proxy.origin };
      await ask({ origin, env, tls });
      assert.deepEqual(proxy.targets, [`127.0.0.1:${port}`]);
      assert.equal((await failure(request(), { origin, env })).failure, "tls");
    });

    it("is not used for the hosts of NO_PROXY, or if only the environment of the process names it", async () => {
      const { origin } = await start.http(hello);
      const proxy = await start.proxy();
      await ask({ origin, env: { HTTP_PROXY: proxy.origin, NO_PROXY: "example.com,127.0.0.1" } });
      process.env["http_proxy"] = proxy.origin;
      try {
        await ask({ origin, env: {} });
      } finally {
        delete process.env["http_proxy"];
      }
      assert.deepEqual(proxy.targets, []);
    });

    it("with https and an unknown CA is distinguished from the server", async () => {
      const own = selfSignedCertificate(Date.now());
      const { origin } = await start.https(hello, CERTIFICATE);
      const env = { HTTPS_PROXY: (await start.proxy({ tls: own })).origin };
      const text = `the proxy ${env.HTTPS_PROXY} cannot be used: the proxy's certificate cannot be verified .*opsmanager:caCert`;
      await fails({ origin, env, tls }, TLS, new RegExp(text));
      const other = /the server's certificate cannot be verified .*opsmanager:caCert/;
      await fails({ origin, env, tls: readTlsOptions({ caCert: own.cert }, {}) }, TLS, other);
    });

    const NO_TLS =
      /the proxy https:\/\/127\.0\.0\.1:\d+ cannot be used: the proxy does not speak TLS at .*HTTPS_PROXY/;
    const NOWHERE = /the proxy http:\/\/127\.0\.0\.1:\d+ cannot be used: nothing listens at .*HTTPS_PROXY/;
    const NO_HOST = /the proxy http:\/\/does-not-exist\.invalid:3128 cannot be used: the host name of/;
    const REFUSES = /the proxy refused the connection \(status 407\)\. Check .*HTTPS_PROXY and NO_PROXY/;
    const refusing = async () => (await start.proxy({ refuseWith: 407 })).origin;
    const unusable: [what: string, proxy: () => Promise<string>, outcome: Outcome, text: RegExp][] = [
      ["that does not speak TLS", async () => `https://127.0.0.1:${(await start.proxy()).port}`, TLS, NO_TLS],
      ["where nothing listens", () => start.nowhere(), ["refused", false], NOWHERE],
      ["without a host", async () => "http://does-not-exist.invalid:3128", ["dns", false], NO_HOST],
      ["that refuses", refusing, ["proxy", false], REFUSES],
    ];
    for (const [what, proxy, outcome, text] of unusable)
      it(`${what} is reported, and not the service, without the credentials of its URL`, async () => {
        const env = { HTTPS_PROXY: (await proxy()).replace("//", "//user:pass%20word@") };
        const { message } = await fails({ origin: "https://om.example.com", env }, outcome, text);
        assert.ok(!message.includes("word"));
      });

    it("receives the credentials of its URL", async () => {
      const server = await start.http(hello);
      const proxy = await start.proxy({ user: "user:pass word" });
      const env = { HTTP_PROXY: proxy.origin.replace("//", "//user:pass%20word@") };
      assert.equal(await ask({ origin: server.origin, env }), "hello");
    });

    it("that is not a URL is reported", async () => {
      const env = { HTTPS_PROXY: "proxy.example.com:3128 secret" };
      await assert.rejects(ask({ env }), errorLike(isConfigError, /HTTPS_PROXY or HTTP_PROXY is not a URL/));
    });
  });

  describe("sockets", () => {
    type Aborting = (abort: () => void) => RequestListener;
    const within: Aborting = (abort) => (_, response) =>
      response.writeHead(200, { "content-length": "1000" }).write("half", abort);
    const aborting: [when: string, listener: Aborting, body?: Buffer][] = [
      ["before the response", (abort) => abort],
      ["in the middle of the response", within],
      ["in the middle of a large body", (abort) => (incoming) => incoming.once("data", abort), MANIFEST],
    ];
    for (const [when, listener, body] of aborting)
      it(`are closed at once by an abort ${when}`, async () => {
        const abort = new AbortController();
        const given = request("PUT", { body, signal: abort.signal });
        const answer = listener(() => abort.abort());
        let closed: Promise<void> | undefined;
        const { origin } = await start.http((incoming, response) => {
          closed = new Promise((resolve) => incoming.socket.once("close", () => resolve()));
          answer(incoming, response);
        });
        await fails({ origin }, ["aborted", true], /the request was aborted/, given);
        await closed;
      });

    it("are closed by close, also in the middle of a request; the next request opens another", async () => {
      let arrived!: () => void;
      const server = await start.http(() => arrived());
      const used = transport({ origin: server.origin });
      await used.close();
      for (let turn = 0; turn < 2; turn++) {
        const arrival = new Promise<void>((resolve) => (arrived = resolve));
        const ended = assert.rejects(used.send(request()), { failure: "reset" });
        await Promise.race([arrival, ended]);
        await used.close();
        await ended;
        await server.idle();
      }
      assert.equal(server.connections(), 2);
    });

    it("and timers do not keep a process alive", async () => {
      const server = await start.http(hello);
      const program = `
        const { createTransport } = require("./src/http/transport");
        const transport = createTransport({ origin: "${server.origin}", tls: {}, timeoutMs: 3600000, env: {}, maxConnections: 4, userAgent: "x", maxResponseBytes: 1000 });
        void transport.send({ method: "GET", path: "/", headers: {}, filter: String })
          .then(({ status }) => console.log(status));`;
      const args = ["-r", "ts-node/register/transpile-only", "-e", program];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      assert.equal(stdout.trim(), "200");
    });
  });

  describe("a large body", () => {
    it("is sent unmodified, with its length and progress", async () => {
      let seen: unknown;
      const server = await start.http((incoming, response) =>
        onBody(incoming, (body) => {
          seen = [incoming.headers["content-length"], body === MANIFEST.toString()];
          response.end("ok");
        }),
      );
      const progress: number[] = [];
      const given = request("PUT", { body: MANIFEST, onProgress: (sent) => progress.push(sent) });
      await transport({ origin: server.origin }).send(given);
      assert.deepEqual(seen, [String(MANIFEST.length), true]);
      const megabytes = Array.from({ length: 10 }, (_, index) => (index + 1) * 1_048_576);
      assert.deepEqual(progress, megabytes);
    });

    it("waits for a slow server, and does not accumulate in memory", async () => {
      let handed = 0;
      let resume!: () => void;
      const server = await start.http((incoming, response) => {
        // The server reads nothing until the client stops sending.
        incoming.pause();
        incoming.on("end", () => response.end("ok"));
        resume = () => void incoming.resume();
      });
      const sent = transport({ origin: server.origin }).send(
        request("PUT", { body: MANIFEST, onProgress: (bytes) => (handed = bytes) }),
      );
      let before = -1;
      for (let quiet = 0; quiet < 5; quiet = handed === before ? quiet + 1 : 0) {
        before = handed;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.ok(handed < MANIFEST.length, `${handed} bytes were handed out`);
      resume();
      assert.equal((await sent).status, 200);
    });

    it("still returns the response of a server that refuses it early", async () => {
      const server = await start.http((incoming, response) => {
        incoming.once("data", () => json(response, 413, { error: 413 }));
        incoming.resume();
      });
      const { send } = transport({ origin: server.origin });
      assert.equal((await send(request("PUT", { body: MANIFEST }))).status, 413);
    });
  });
});
