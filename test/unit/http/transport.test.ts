import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { promisify } from "node:util";
import { request } from "./fakes";
import type { TestServer } from "./servers";
import { onBody, servers } from "./servers";
import type { Outcome } from "./transports";
import { MAYBE, TLS, transports } from "./transports";

type Talk = (socket: Socket) => unknown;

/** Answers the first bytes with these, and ends the connection. */
const says =
  (bytes: string | Buffer): Talk =>
  (socket) =>
    socket.once("data", () => socket.end(bytes));
const MANIFEST = Buffer.alloc(10_485_760, "0123456789abcdef");
const hello: RequestListener = (_, response) => response.end("hello");

describe("createTransport", () => {
  const start = servers();
  const { open, fails } = transports();

  describe("an exchange", () => {
    it("returns every status and repeated headers, and follows no redirect", async () => {
      const server = await start.http((_, response) => {
        response.writeHead(302, [
          ["location", "https://elsewhere.example.com"],
          ["www-authenticate", "Basic realm=a"],
          ["www-authenticate", "Digest realm=b, nonce=c"],
        ] as never);
        response.end();
      });
      const { status, headers } = await open({ origin: server.origin }).send(request());
      assert.equal(status, 302);
      assert.deepEqual(headers["www-authenticate"], ["Basic realm=a", "Digest realm=b, nonce=c"]);
    });

    it("keeps only the start of a successful response if no more is needed, and all of an error", async () => {
      const text = "0123456789".repeat(500_000);
      let status = 200;
      const server = await start.http((_, response) => response.writeHead(status).end(text));
      const { send } = open({ origin: server.origin, maxResponseBytes: text.length });
      const given = { ...request("PUT"), needsStartOnly: true };
      const { body, droppedBytes = 0 } = await send(given);
      assert.ok(body.length <= 65_536, String(body.length));
      assert.equal(body.toString(), text.slice(0, body.length));
      assert.equal(body.length + droppedBytes, text.length);
      status = 400;
      const refused = await send(given);
      assert.deepEqual([refused.body.length, refused.droppedBytes], [text.length, 0]);
    });

    it("does not keep a process alive with its sockets and timers", async () => {
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

  describe("the failure of a request", () => {
    it("is a refused connection, and a host name that does not exist", async () => {
      const text = /nothing listens at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\. Check opsmanager:baseUrl/;
      await fails({ origin: await start.nowhere() }, ["refused", false], text);
      const name = /the host name of does-not-exist\.invalid cannot be resolved/;
      await fails({ origin: "http://does-not-exist.invalid" }, ["dns", false], name);
    });

    type Acting = (act: () => void) => RequestListener;
    const within: Acting = (act) => (_, response) =>
      response.writeHead(200, { "content-length": "1000" }).write("half", act);
    const EMPTY =
      "server responded .* expect https:.*or a client certificate .opsmanager:clientCert, opsmanager:clientKey";
    /** When the server acts, and what has not come by then. */
    const moments: [when: string, listener: Acting, missing: string, body?: Buffer][] = [
      ["before the response", (act) => act, EMPTY],
      ["in the middle of the response", within, "response was complete"],
      ["in the middle of a large body", (act) => (incoming) => incoming.once("data", act), "", MANIFEST],
    ];
    for (const [when, listener, missing, body = Buffer.from("{}")] of moments) {
      it(`is a connection that breaks ${when}`, async () => {
        const { origin } = await start.http((incoming, response) =>
          listener(() => incoming.socket.destroy())(incoming, response),
        );
        const text = new RegExp(`the connection broke before the ${missing}`);
        await fails({ origin }, MAYBE, text, request("POST", { body }));
      });

      it(`is an abort ${when}, which closes its connection at once`, async () => {
        const abort = new AbortController();
        const { origin, idle } = await start.http(listener(() => abort.abort()));
        const given = request("PUT", { body, signal: abort.signal });
        await fails({ origin }, ["aborted", true], /the request was aborted/, given);
        await idle();
      });
    }

    it("is a connection that the client closes", async () => {
      let arrived!: () => void;
      const arrival = new Promise<void>((resolve) => (arrived = resolve));
      const used = open(await start.http(() => arrived()));
      const ended = assert.rejects(used.send(request()), { failure: "reset" });
      await arrival;
      await used.close();
      await ended;
    });

    const WANTS_TLS =
      /the server expects TLS at 127\.0\.0\.1:\d+ \(TLS_ALERT\)\. opsmanager:baseUrl must begin with https:\/\/\.$/;
    const NO_TLS =
      /the server does not speak TLS at 127\.0\.0\.1:\d+ \(\w+\)\. If it speaks plain http, opsmanager:baseUrl must begin with http:\/\/\.$/;
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

    it("is a response that is too large, which ends its connection", async () => {
      const { origin, idle } = await start.http((_, response) => {
        const pour = (): void => {
          while (!response.destroyed && response.write("x".repeat(10_000)));
        };
        response.on("drain", pour);
        pour();
      });
      const text = /the response is larger than 65536 bytes and was refused/;
      await fails({ origin, maxResponseBytes: 65_536 }, ["tooLarge", true], text);
      await idle();
    });
  });

  it("sends nothing of a request that is aborted while it waits for a connection", async () => {
    const abort = new AbortController();
    const paths: (string | undefined)[] = [];
    let respond!: () => void;
    const { origin } = await start.http(({ url }, response) => {
      paths.push(url);
      respond = () => response.end();
      abort.abort();
    });
    const { send } = open({ origin, maxConnections: 1 });
    const first = send(request("GET", { path: "/first" }));
    const second = send(request("GET", { path: "/second", signal: abort.signal }));
    await assert.rejects(second, { failure: "aborted" });
    respond();
    await first;
    assert.deepEqual(paths, ["/first"]);
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
      await open({ origin: server.origin }).send(given);
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
      const sent = open({ origin: server.origin }).send(
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
  });
});
