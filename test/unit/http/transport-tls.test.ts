import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import type { ServerOptions } from "node:https";
import { selfSignedCertificate } from "../../../src/emulator/tls-certificate";
import { isConfigError } from "../../../src/errors";
import { readTlsOptions } from "../../../src/http/tls";
import { errorLike } from "./fakes";
import { CERTIFICATE, servers } from "./servers";
import type { Outcome } from "./transports";
import { MAYBE, TLS, transports } from "./transports";

const hello: RequestListener = (_, response) => response.end("hello");

describe("createTransport", () => {
  const start = servers();
  const { ask, fails } = transports();

  describe("TLS", () => {
    const caCert = CERTIFICATE.cert;
    const [CLIENT, OLD] = [selfSignedCertificate(Date.now()), selfSignedCertificate(Date.UTC(2015, 0, 1))];
    const trusting = (cert: string) => readTlsOptions({ caCert: cert }, {});
    const added = trusting(caCert);
    const both = readTlsOptions({ caCert, clientCert: CLIENT.cert, clientKey: CLIENT.key }, {});
    const mutual = { ...CERTIFICATE, ca: CLIENT.cert, requestCert: true, rejectUnauthorized: true };
    const HOW = /verified \(\w+\)\. .*Set a private CA as opsmanager:caCert \(OPSMANAGER_CA_CERT\)/;
    const EXPIRED = /certificate cannot be verified \(CERT_HAS_EXPIRED\)/;
    const WANTED =
      /broke before the server responded .*, or a client certificate \(opsmanager:clientCert, opsmanager:clientKey\)/;

    it("trusts an added CA, and shows the client certificate", async () => {
      const { origin } = await start.https(hello, mutual);
      assert.equal(await ask({ origin, tls: both }), "hello");
    });

    const untrusted: [what: string, server: ServerOptions, tls: typeof added, text: RegExp][] = [
      ["another CA, and says how to add it", CERTIFICATE, trusting(CLIENT.cert), HOW],
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
    it("names the settings of a client certificate that is missing", async () => {
      await fails({ origin: (await start.https(hello, mutual)).origin, tls: added }, MAYBE, WANTED);
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
        await fails({ origin }, TLS, HOW);
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

    const NOWHERE = /the proxy http:\/\/127\.0\.0\.1:\d+ cannot be used: nothing listens at .*HTTPS_PROXY/;
    const REFUSES = /the proxy refused the connection \(status 407\)\. Check .*HTTPS_PROXY and NO_PROXY/;
    const unusable: [what: string, proxy: () => Promise<string>, outcome: Outcome, text: RegExp][] = [
      ["where nothing listens", () => start.nowhere(), ["refused", false], NOWHERE],
      ["that refuses", async () => (await start.proxy({ user: "x" })).origin, ["proxy", false], REFUSES],
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
});
