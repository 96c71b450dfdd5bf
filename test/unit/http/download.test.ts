import assert from "node:assert/strict";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { DownloadOptions } from "../../../src/http/download";
import { download } from "../../../src/http/download";
import type { TestServer } from "./servers";
import { CERTIFICATE, servers } from "./servers";

const MANIFEST = ' {"updated": 1,\r\n "versions": []}\n';
const TOKEN = "t0ken-of-somebody";

describe("download", () => {
  const start = servers();
  const limits = { stallMs: 20_000, totalMs: 60_000, maxBytes: 1_000_000 };
  const usual = { env: {}, ca: [CERTIFICATE.cert], ...limits };
  const options = (rest?: Partial<DownloadOptions>): DownloadOptions => ({ ...usual, ...rest });
  const serve = (listener: RequestListener): Promise<TestServer> => start.https(listener, CERTIFICATE);
  /** Without a content length. */
  const manifest: RequestListener = (_, response) => {
    response.write(MANIFEST.slice(0, 5));
    response.end(MANIFEST.slice(5));
  };
  const redirect = (response: ServerResponse, location: string, status = 302): ServerResponse =>
    response.writeHead(status, { location }).end("elsewhere");

  /** The message of a failed download; its URL contains a token wherever one is possible. */
  async function message(server: TestServer, path: string, rest?: Partial<DownloadOptions>): Promise<string> {
    const url = new URL(`${server.origin}${path}?sig=${TOKEN}#${TOKEN}`);
    url.username = "user";
    url.password = TOKEN;
    const caught: unknown = await download(url.href, options(rest)).catch((error: unknown) => error);
    assert.ok(caught instanceof Error, String(caught));
    for (const secret of [TOKEN, "user"]) assert.ok(!caught.message.includes(secret), caught.message);
    return caught.message.replaceAll(`127.0.0.1:${server.port}`, "HOST");
  }

  it("returns the bytes unmodified, and sends no credentials", async () => {
    let seen: IncomingMessage | undefined;
    const server = await serve((request, response) => ((seen = request), manifest(request, response)));
    const bytes = await download(`${server.origin}/7.0.json?sig=${TOKEN}`, options());
    assert.equal(bytes.toString(), MANIFEST);
    assert.equal(seen?.url, `/7.0.json?sig=${TOKEN}`);
    const names = Object.keys(seen.headers).sort().join(" ");
    assert.equal(names, "accept accept-encoding connection host user-agent");
  });

  it("sends the user info of the URL to its own host only", async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization);
      manifest(request, response);
    });
    const server = await serve(({ headers, url }, response) => {
      seen.push(headers.authorization);
      redirect(response, url === "/a" ? "/b" : other.origin);
    });
    await download(`${server.origin.replace("//", "//user:p%40ss@")}/a`, options());
    const basic = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;
    assert.deepEqual(seen, [basic, basic, undefined]);
  });

  for (const status of [301, 302, 303, 307, 308])
    it(`follows a redirect to https (${status})`, async () => {
      const other = await serve(manifest);
      const server = await serve((_, response) => redirect(response, `${other.origin}/there`, status));
      assert.equal((await download(server.origin, options())).toString(), MANIFEST);
    });

  it("follows five redirects, but not a sixth", async () => {
    let asked = 0;
    const server = await serve((request, response) => {
      asked++;
      const left = Number.parseInt(request.url?.slice(1) ?? "", 10);
      if (left === 0) manifest(request, response);
      else redirect(response, `/${left - 1}`);
    });
    assert.equal((await download(`${server.origin}/5`, options())).toString(), MANIFEST);
    asked = 0;
    assert.equal(await message(server, "/100"), "HOST/95 was redirected more than 5 times.");
    assert.equal(asked, 6);
  });

  const silent: RequestListener = () => undefined;
  const stopping: RequestListener = (_, response) => response.write("{");
  const leading =
    (location: string): RequestListener =>
    (_, response) =>
      redirect(response, `${location}?sig=${TOKEN}`);
  const large: RequestListener = (_, response) => {
    response.write("x".repeat(50));
    response.end("x".repeat(51));
  };
  const ONLY = "and only https is followed.";
  const [STALLED, LATE] = ["sent nothing for 0.1 s.", "was not complete within 0.1 s."];
  /** What the server does, and the message after host and path. */
  const failures: [what: string, listener: RequestListener, text: string, rest?: Partial<DownloadOptions>][] =
    [
      ["a redirect to http", leading("http://127.0.0.1:1/x"), `redirects to http://127.0.0.1:1/x, ${ONLY}`],
      ["a redirect to data", leading("data:,{}"), `redirects to data://,{}, ${ONLY}`],
      ["a redirect to nowhere", leading("http://["), `redirects to an invalid URL, ${ONLY}`],
      [
        "a redirect without an address",
        (_, response) => response.writeHead(302).end(),
        "returned status 302.",
      ],
      ["an error", (_, response) => response.writeHead(403).end(`no ${TOKEN}`), "returned status 403."],
      ["a status without a body", (_, response) => response.writeHead(304).end(), "returned status 304."],
      ["silence", silent, STALLED, { stallMs: 100 }],
      ["silence in the middle of the response", stopping, STALLED, { stallMs: 100 }],
      ["a download that takes too long", silent, LATE, { totalMs: 100 }],
      ["a response that is too large", large, "is larger than 100 bytes.", { maxBytes: 100 }],
    ];
  for (const [what, listener, text, rest] of failures)
    it(`fails for ${what}`, async () => {
      const server = await serve(listener);
      assert.equal(await message(server, "/m.json", rest), `HOST/m.json ${text}`);
      await server.idle();
    });

  it("does not trust a certificate of an unknown CA, whatever NODE_TLS_REJECT_UNAUTHORIZED says", async () => {
    const server = await serve(manifest);
    const { ca: _, ...rest } = options();
    await assert.rejects(
      download(`${server.origin}/m.json`, { ...rest, env: { NODE_TLS_REJECT_UNAUTHORIZED: "0" } }),
      /m\.json was not read to its end: the server's certificate cannot be verified \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*NODE_EXTRA_CA_CERTS/,
    );
  });

  it("uses HTTPS_PROXY, and reports it if it cannot be reached", async () => {
    const server = await serve(manifest);
    const nowhere = await start.nowhere();
    const env = { HTTPS_PROXY: nowhere.replace("//", `//user:${TOKEN}@`) };
    const host = new URL(nowhere).host;
    const text = `HOST/m was not read to its end: the proxy ${nowhere} cannot be used: nothing listens at ${host} (ECONNREFUSED).`;
    assert.equal(await message(server, "/m", { env }), `${text} Check the URL, HTTPS_PROXY and NO_PROXY.`);
  });

  for (const [uri, named] of [
    [`http://user:${TOKEN}@example.com/m.json?sig=${TOKEN}`, "http://example.com/m.json"],
    ["file:///etc/passwd", "file:///etc/passwd"],
    [`https://user:${TOKEN}@[`, "an invalid URL"],
  ] as const)
    it(`accepts https only, not ${named}`, async () =>
      assert.rejects(download(uri), { message: `a RemoteAsset must be an https URL, not ${named}.` }));
});
