import assert from "node:assert/strict";
import { isTransportError, TransportError } from "../../../../src/errors";
import type { HttpRequest } from "../../../../src/http/message";
import { errorOf, fakeTransport, request, respond } from "../fakes";
import type { FakeServer } from "./fake-server";
import { authError, client, fakeServer, json, many, pair, refusedKey, signedQops, used } from "./fake-server";

/** A transport that requires a signature, for this challenge, and then returns these headers. */
const requiring = (challenge: string, accepted: () => Record<string, string>) =>
  fakeTransport(({ headers }) =>
    headers["authorization"] === undefined
      ? respond(401, { "www-authenticate": challenge })
      : respond(200, accepted()),
  );

/** The nonces and counts of signed requests. */
const usesOf = (sent: readonly HttpRequest[]): string[] =>
  sent.flatMap(({ headers }) => {
    const [, nonce, count] = /nonce="(\w+)".*nc=0*(\w+)/.exec(headers["authorization"] ?? "") ?? [];
    return nonce === undefined ? [] : `${nonce} ${count}`;
  });

const statuses = ({ seen }: FakeServer): number[] => seen.map(({ status }) => status);
type Sent = { readonly method: string; readonly bodyBytes?: number; readonly body?: Buffer | undefined };
const methods = (sent: readonly Sent[]): string =>
  sent.map((each) => `${each.method} ${each.bodyBytes ?? each.body?.length ?? 0}`).join(", ");
const counts = ({ seen }: FakeServer): number[] =>
  seen.flatMap(({ auth }) => (auth === undefined ? [] : [Number.parseInt(auth.get("nc") ?? "", 16)]));
const nonces = ({ seen }: FakeServer) => [...new Set(seen.flatMap(({ auth }) => auth?.get("nonce") ?? []))];

describe("withDigest", () => {
  describe("a shared nonce", () => {
    it("serves 500 parallel requests from one challenge, each with its own count", async () => {
      const { server, send } = pair();
      const responses = await many(500, () => send(request()));
      assert.ok(responses.every(({ status }) => status === 200));
      assert.equal(statuses(server).filter((status) => status === 401).length, 1);
      assert.equal(counts(server).join(), Array.from({ length: 500 }, (_, index) => index + 1).join());
      const cnonces = server.seen.flatMap(({ auth }) => auth?.get("cnonce") ?? []);
      assert.equal(new Set(cnonces).size, 500);
      assert.ok(cnonces.every((cnonce) => /^[0-9a-f]{32}$/.test(cnonce)));
    });

    it("is renewed when it is 50 s old, counted from the request for it", async () => {
      const { server, send, clock } = pair();
      // The challenge takes ten seconds.
      server.now.before = ({ headers }) =>
        void (clock.ms += headers["authorization"] === undefined ? 10_000 : 0);
      await send(request());
      clock.ms = 49_999;
      await send(request());
      assert.equal(nonces(server).length, 1);
      clock.ms = 50_000;
      await send(request());
      assert.deepEqual(statuses(server), [401, 200, 200, 401, 200]);
      assert.deepEqual(counts(server), [1, 2, 1]);
    });
  });

  describe("a nonce that expires early", () => {
    for (const saysStale of [true, false])
      it(`is replaced by the nonce of the refusal (stale=${saysStale})`, async () => {
        const { server, send } = await used({ saysStale });
        server.forgetNonces();
        assert.equal((await send(request())).status, 200);
        await send(request());
        assert.deepEqual(statuses(server), [401, 200, 401, 200, 200]);
        assert.deepEqual(counts(server), [1, 2, 1, 2]);
      });

    it("does not mean a wrong key, however often", async () => {
      const { send } = pair({ singleUse: true, saysStale: false });
      for (let count = 0; count < 20; count++) assert.equal((await send(request())).status, 200);
    });

    it("is tried up to eight times, because another node may have refused it, and then replaced", async () => {
      const { server, send } = await used();
      let forgotten = 0;
      server.now.before = () => (forgotten++ < 2 ? (server.forgetNonces() as undefined) : undefined);
      assert.equal((await send(request())).status, 200);
      assert.equal(server.seen.length, 2 + 9);
      assert.deepEqual(counts(server), [1, 2, 1, 2, 3, 4, 5, 6, 7, 1]);
    });

    it("is an error after 64 stale nonces in a row", async () => {
      const { server, send } = await used();
      server.now.before = () => server.forgetNonces() as undefined;
      await assert.rejects(send(request()), authError(/refused 64 of its own nonces in a row/));
      assert.equal(server.seen.length, 2 + 64);
    });

    it("is replaced by nextnonce before the server refuses it, but not by an empty one", async () => {
      const next = ['nextnonce="n2"', "qop=auth", 'nextnonce=""'];
      const { send, sent } = requiring('Digest realm="r", nonce="n1", qop="auth"', () => ({
        "authentication-info": `rspauth="x", ${next.shift()}`,
      }));
      const signed = client({ send });
      for (let count = 0; count < 4; count++) await signed(request());
      assert.deepEqual(usesOf(sent), ["n1 1", "n2 1", "n2 2", "n2 3"]);
    });
  });

  describe("the forms of a challenge", () => {
    const NONE = { protection: "none", accepts: "rfc2069" } as const;
    const forms: [what: string, server: Parameters<typeof fakeServer>[0], qops: (boolean | undefined)[]][] = [
      ["qop", { protection: "qop" }, [undefined, true, true]],
      ["op that means qop", { protection: "op" }, [undefined, true, true]],
      ["op that means RFC 2069", { protection: "op", accepts: "rfc2069" }, [undefined, true, false, false]],
      ["none", NONE, [undefined, false, false]],
      ["SHA-256", { algorithm: "SHA-256" }, [undefined, true, true]],
    ];
    for (const [what, policy, qops] of forms)
      it(`supports ${what}, and remembers what was accepted`, async () => {
        const { server, send } = pair(policy);
        for (let turn = 0; turn < 2; turn++) assert.equal((await send(request())).status, 200);
        assert.deepEqual(signedQops(server), qops);
      });

    it("keeps one cnonce for each nonce with -sess (RFC 7616, section 3.4.2)", async () => {
      let nonce = "n1";
      const { send, sent } = fakeTransport(({ headers: { authorization } }) => {
        if (authorization?.includes(`nonce="${nonce}"`) === true) return respond(200);
        const rest = `qop="auth", algorithm=MD5-sess, stale=${authorization !== undefined}`;
        return respond(401, { "www-authenticate": `Digest realm="r", nonce="${nonce}", ${rest}` });
      });
      const signed = client({ send });
      await many(3, () => signed(request()));
      nonce = "n2";
      await many(2, () => signed(request()));
      const signatures = sent.map(({ headers }) => headers["authorization"]).join("\n");
      const uses = [...signatures.matchAll(/nonce="(n\d)".* cnonce="(\w+)"/g)];
      const pairs = new Set(uses.map(([, ...nonceAndCnonce]) => nonceAndCnonce.join(" ")));
      assert.equal([...pairs].map((use) => use.slice(0, 2)).join(), "n1,n2");
    });

    it("does not fall back to RFC 2069 once qop was accepted", async () => {
      const { server, send } = await used({ protection: "op" });
      server.now.password = "rotated";
      await assert.rejects(send(request()), refusedKey);
      assert.ok(server.seen.slice(1).every(({ auth }) => auth?.has("qop") === true));
    });

    it("sends a GET once and unsigned if the server requires nothing", async () => {
      const { send, sent } = fakeTransport(() => respond(200, {}, "open"));
      assert.equal((await client({ send })(request())).body.toString(), "open");
      assert.equal(methods(sent), "GET 0");
    });
  });

  describe("writes", () => {
    it("are never sent without a nonce: a GET of the same path without a body asks for one", async () => {
      const server = fakeServer();
      const { send, sent } = fakeTransport(server.send);
      const body = Buffer.from('{"a":1}');
      const headers = { accept: "application/json", "content-type": "application/json" };
      await client({ send })(request("PUT", { body, headers, id: "7", attempt: 1 }));
      const seen = sent.map(({ method, path, body: given }) => [method, path, given?.toString()].join(" "));
      assert.deepEqual(seen, [`GET ${request().path} `, `PUT ${request().path} {"a":1}`]);
      const [asked, { authorization, ...rest } = {}] = sent.map((each) => each.headers);
      assert.deepEqual([asked, rest], [{ accept: "application/json" }, headers]);
      assert.ok(authorization);
      const [nonce = ""] = nonces(server);
      const logged = sent.map((each) => [each.id, each.attempt, each.nonce, each.nc].join());
      assert.deepEqual(logged, ["7,1,,", `7,1,${nonce.slice(0, 6)},1`]);
    });

    for (const [status, text] of [
      [299],
      [404],
      [405],
      [300],
      [403],
      [406],
      [503],
      [200, "<html>"],
    ] as const) {
      const isSent = [299, 404, 405].includes(status);
      it(`are ${isSent ? "sent unsigned" : "not sent"} if the request for a challenge gets ${status} ${text ?? ""}`, async () => {
        for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
          const { send, sent } = fakeTransport(() => respond(status, {}, text));
          const response = await client({ send })(request(method, json()));
          assert.deepEqual([response.status, response.isProbe], [status, isSent ? undefined : true]);
          assert.equal(methods(sent), isSent ? `GET 0, ${method} 2` : "GET 0");
        }
      });
    }

    for (const challenge of ['Digest realm="r", nonce="n", qop="auth"', undefined])
      it(`that were sent unsigned are ${challenge ? "signed" : "refused"} after a 401 with ${challenge}`, async () => {
        const refusal = respond(401, challenge === undefined ? {} : { "www-authenticate": challenge });
        const { send, sent } = fakeTransport(({ method, headers }) =>
          method === "GET" || "authorization" in headers ? respond(200) : refusal,
        );
        const response = client({ send })(request("POST", json()));
        if (challenge === undefined) await assert.rejects(response, authError(/without a WWW-Authenticate/));
        else assert.equal((await response).status, 200);
        assert.equal(methods(sent), challenge === undefined ? "GET 0, POST 2" : "GET 0, POST 2, POST 2");
      });

    it("with a large body need a nonce younger than 20 s", async () => {
      const { server, send, clock } = await used();
      clock.ms = 20_000;
      await send(request("PUT", { body: Buffer.alloc(65_536) }));
      await send(request("PUT", { body: Buffer.alloc(65_537) }));
      await send(request("PUT", { body: Buffer.alloc(65_537) }));
      const large = "GET 0, PUT 65537, PUT 65537";
      assert.equal(methods(server.seen), `GET 0, GET 0, PUT 65536, ${large}`);
      assert.deepEqual(statuses(server), [401, 200, 200, 401, 200, 200]);
    });

    const broken = new TransportError("the connection broke", "reset", true, { cause: "a reason" });
    it("were not carried out if the request for a challenge broke, but perhaps if the signed one did", async () => {
      const reject = () => Promise.reject(broken);
      for (const maybeCarriedOut of [false, true]) {
        const { send } = pair(maybeCarriedOut ? { accepted: reject } : { before: reject });
        const error = await errorOf(send(request("POST", json())));
        assert.ok(isTransportError(error));
        assert.deepEqual([error.failure, error.maybeCarriedOut], ["reset", maybeCarriedOut]);
        assert.equal(error.cause, "a reason");
      }
    });

    it("fail with an unexpected error of the request for a challenge as it is", async () => {
      const bug = new TypeError("x is not a function");
      const { send } = pair({ before: () => Promise.reject(bug) });
      await assert.rejects(send(request("POST", json())), bug);
    });
  });
});
