import assert from "node:assert/strict";
import { isAuthError, isTransportError, TransportError } from "../../../../src/errors";
import type { NonceOptions } from "../../../../src/http/digest/nonces";
import { createDigestSession } from "../../../../src/http/digest/session";
import { withDigest } from "../../../../src/http/digest/with-digest";
import type { HttpRequest, HttpResponse, Send } from "../../../../src/http/message";
import { errorLike, errorOf, fakeTransport, request, respond } from "../fakes";
import type { Balancer, FakeServer } from "./fake-server";
import { balanced, fakeServer, seededRandom } from "./fake-server";

function client(server: { send: Send }, rest: Partial<NonceOptions> = {}, clock = { ms: 0 }): Send {
  let cnonces = 0;
  const session = createDigestSession({
    credentials: { username: "user", password: "right" },
    now: () => clock.ms,
    newCnonce: () => `cnonce${++cnonces}`,
    ...rest,
  });
  return withDigest(server.send, session);
}

/** A server and its client. */
function pair(policy?: Parameters<typeof fakeServer>[0], rest?: Partial<NonceOptions>) {
  const server = fakeServer(policy);
  const clock = { ms: 0 };
  return { server, clock, send: client(server, rest, clock) };
}

/** A server and its client, which has sent a request. */
async function used(policy?: Parameters<typeof fakeServer>[0]) {
  const made = pair(policy);
  await made.send(request());
  return made;
}

/** A transport that requires a signature, for this challenge, and then returns these headers. */
const requiring = (challenge: string, accepted: () => Record<string, string> = () => ({})) =>
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

const json = (): { body: Buffer } => ({ body: Buffer.from("{}") });
const wrong = { credentials: { username: "user", password: "wrong" } };

const many = <T>(count: number, run: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, run));

const statuses = ({ seen }: FakeServer): number[] => seen.map(({ status }) => status);
const signedQops = ({ seen }: FakeServer): unknown[] => seen.map(({ auth }) => auth?.has("qop"));
type Sent = { readonly method: string; readonly bodyBytes?: number; readonly body?: Buffer | undefined };
const methods = (sent: readonly Sent[]): string =>
  sent.map((each) => `${each.method} ${each.bodyBytes ?? each.body?.length ?? 0}`).join(", ");
const refusals = (server: FakeServer): number => statuses(server).filter((status) => status === 401).length;
const counts = ({ seen }: FakeServer): number[] =>
  seen.flatMap(({ auth }) => (auth === undefined ? [] : [Number.parseInt(auth.get("nc") ?? "", 16)]));
const nonces = ({ seen }: FakeServer) => [...new Set(seen.flatMap(({ auth }) => auth?.get("nonce") ?? []))];

const refusedKey = errorLike(
  isAuthError,
  /refused the API key "user" \(realm "MMS Public API"\)\. Check the public key and the private key of the connection\.$/,
);
const authError = (message: RegExp) => errorLike(isAuthError, message);

describe("withDigest", () => {
  describe("a shared nonce", () => {
    it("serves 500 parallel requests from one challenge, each with its own count", async () => {
      const { server, send } = pair();
      const responses = await many(500, () => send(request()));
      assert.ok(responses.every(({ status }) => status === 200));
      assert.equal(refusals(server), 1);
      assert.equal(counts(server).join(), Array.from({ length: 500 }, (_, index) => index + 1).join());
      assert.equal(new Set(server.seen.map(({ auth }) => auth?.get("cnonce"))).size, 501);
    });

    it("is renewed before it has served 1000 requests, once for all waiting requests", async () => {
      const { server, send } = await used();
      await many(5000, () => send(request()));
      assert.equal(Math.max(...counts(server)), 1000);
      assert.equal(nonces(server).length, 6);
      assert.equal(refusals(server), 6);
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

    it("is used with cnonces that never repeat", async () => {
      const server = fakeServer();
      const credentials = { username: "user", password: "right" };
      const send = withDigest(server.send, createDigestSession({ credentials }));
      await many(600, () => send(request()));
      const cnonces = server.seen.flatMap(({ auth }) => auth?.get("cnonce") ?? []);
      assert.equal(new Set(cnonces).size, 600);
      assert.equal(refusals(server), 1);
      assert.ok(cnonces.every((cnonce) => /^[0-9a-f]{32}$/.test(cnonce)));
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

  describe("a wrong key", () => {
    for (const [protection, qops] of Object.entries({ qop: [undefined, true], op: [undefined, true, false] }))
      it(`is reported after ${qops.length} round trips if the challenge says ${protection}`, async () => {
        const { server, send } = pair({ protection: protection as "qop" | "op" }, wrong);
        await assert.rejects(send(request()), refusedKey);
        assert.deepEqual(signedQops(server), qops);
      });

    it("is given up after two refusals: 1000 waiting requests send only a few", async () => {
      const { server, send } = pair({}, wrong);
      await many(1000, () => assert.rejects(send(request()), refusedKey));
      assert.ok(server.seen.length <= 6, `${server.seen.length} requests`);
      const before = server.seen.length;
      await assert.rejects(send(request()), refusedKey);
      assert.equal(server.seen.length, before);
    });

    describe("refused by a 401 without a challenge", () => {
      /** A client whose signed requests are refused without a challenge. */
      const refusing = (body: unknown, isWrong = (_: HttpResponse) => true) => {
        const server = fakeServer();
        const { send, sent } = fakeTransport(async (given) => {
          const response = await server.send(given);
          return given.headers["authorization"] !== undefined && isWrong(response)
            ? respond(401, {}, body)
            : response;
        });
        return { server, sent, signed: client({ send }) };
      };
      const unauthorized = { error: 401, reason: "Unauthorized", detail: "You are not authorized." };
      for (const [what, body] of Object.entries({ "a JSON body": unauthorized, "no body": "" }))
        it(`is reported after two round trips and given up after two refusals (${what})`, async () => {
          const { sent, signed } = refusing(body);
          await assert.rejects(signed(request()), refusedKey);
          assert.equal(sent.length, 2);
          await many(50, () => assert.rejects(signed(request("POST", json())), refusedKey));
          assert.ok(sent.length <= 5, `${sent.length} requests`);
        });

      it("is distinguished from an expired nonce with a new challenge", async () => {
        const { server, sent, signed } = refusing("", ({ status }) => status === 401);
        await signed(request());
        server.forgetNonces();
        assert.equal((await signed(request("PUT", json()))).status, 200);
        const signs = sent.map(({ method, headers }) => `${method} ${"authorization" in headers}`);
        assert.deepEqual(signs.slice(2), ["PUT true", "GET false", "PUT true"]);
      });

      it("names the web page that was returned instead", async () => {
        const { signed } = refusing("<html><title>Corp login</title>");
        const text = /refused the API key "user".*The page is titled "Corp login"/;
        await assert.rejects(signed(request()), authError(text));
      });
    });

    // A proxy may respond with the first three without checking the key.
    for (const [status, isGivenUp] of Object.entries({ 407: true, 429: true, 500: true, 499: false }))
      it(`is ${isGivenUp ? "" : "not "}given up although a request was accepted with status ${status}`, async () => {
        const { server, send } = await used({ accepted: () => respond(Number(status)) });
        server.now.password = "another";
        for (let count = 0; count < 3; count++) await assert.rejects(send(request()), refusedKey);
        server.now.password = "right";
        if (isGivenUp) await assert.rejects(send(request()), refusedKey);
        else assert.equal((await send(request())).status, Number(status));
      });

    it("is not given up after one refusal", async () => {
      const { server, send } = pair({ password: "not yet" });
      await assert.rejects(send(request()), refusedKey);
      server.now.password = "right";
      assert.equal((await send(request())).status, 200);
    });
  });

  describe("a wrong key among several nodes", () => {
    /** A client whose connections or requests reach the nodes in turn or by chance, and what each request costs. */
    const among = (count: number, balancer: Balancer, saysStale = true) => {
      const { nodes, sent, ...service } = balanced(count, balancer, { saysStale });
      const send = client(service, { random: seededRandom() });
      const change = (policy: Parameters<typeof fakeServer>[0]): void =>
        nodes.forEach(({ now }) => Object.assign(now, policy));
      const use = async (turns = 50): Promise<void> => {
        for (let turn = 0; turn < turns; turn++)
          assert.equal((await send(request("GET", { attempt: turn }))).status, 200);
      };
      /** How often one request of several is sent at most until the wrong key is reported. */
      const mostRefused = async (): Promise<number> => {
        change({ password: "rotated" });
        const costs: number[] = [];
        for (let turn = 0; turn < 50; turn++) {
          const before = sent();
          await assert.rejects(send(request("GET", { attempt: turn })), refusedKey);
          costs.push(sent() - before);
        }
        return Math.max(...costs);
      };
      return { use, change, mostRefused };
    };

    for (const [count, balancer, most] of [
      [2, "in turn", 5],
      [3, "in turn", 7],
      [2, "by chance", 20],
      [3, "by chance", 30],
      [2, "by connection", 3],
      [3, "by connection", 3],
    ] as const)
      it(`is reported after at most ${most} round trips (${count} nodes ${balancer})`, async () => {
        const { use, change, mostRefused } = among(count, balancer);
        await use();
        const measured = await mostRefused();
        assert.ok(measured <= most, `${measured} round trips`);
        change({ password: "right" });
        await use();
      });

    it("is not assumed if they stop saying stale, and is then reported after 17 round trips", async () => {
      const { use, change, mostRefused } = among(2, "in turn");
      await use();
      change({ saysStale: false });
      await use();
      assert.equal(await mostRefused(), 17);
    });

    it("is not assumed if each connection reaches a node that does not say stale, and is reported after 3 round trips", async () => {
      const { use, mostRefused } = among(3, "by connection", false);
      await use();
      assert.equal(await mostRefused(), 3);
    });
  });

  describe("a missing role", () => {
    const body = { error: 401, errorCode: "USER_UNAUTHORIZED", detail: "The user is not authorized." };
    const challenge = 'Digest realm="MMS Public API", nonce="x", qop="auth", stale=false';
    for (const [what, headers] of Object.entries({ with: { "www-authenticate": challenge }, without: {} }))
      it(`is returned as a response, not as a wrong key (${what} WWW-Authenticate)`, async () => {
        const { server, send } = pair({ accepted: () => respond(401, headers, body) });
        for (const { status } of await many(5, () => send(request()))) assert.equal(status, 401);
        assert.equal(server.seen.length, 6);
        server.now.accepted = () => respond(200);
        assert.equal((await send(request())).status, 200);
      });

    it("is not assumed for a stale nonce", async () => {
      const { server, send } = await used();
      server.forgetNonces();
      const stale = challenge.replace("stale=false", "stale=true").replace('"x"', '"y"');
      server.now.before = () => {
        server.now.before = () => undefined;
        return respond(401, { "www-authenticate": stale }, body);
      };
      assert.equal((await send(request())).status, 200);
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
      ["op with SHA-256", { protection: "op", algorithm: "SHA-256" }, [undefined, true, true]],
      ["none with SHA-256", { ...NONE, algorithm: "SHA-256" }, [undefined, false, false]],
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
      assert.deepEqual([...pairs], ["n1 cnonce1", "n2 cnonce2"]);
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

  describe("a downgrade is refused", () => {
    const REALM = /another realm \(.*, realm "elsewhere"\) than before \(.*, realm "MMS Public API"\)/;
    const WEAKER = /weaker Digest challenge \(MD5, .*than before \(SHA-256/;
    const changes: [what: string, before: object, after: object, message: RegExp][] = [
      ["SHA-256 to MD5", { algorithm: "SHA-256" }, { algorithm: "MD5" }, WEAKER],
      ["qop to none", {}, { protection: "none" }, /weaker Digest challenge \(MD5, qop none, /],
      ["op to none", { protection: "op" }, { protection: "none" }, /weaker Digest challenge/],
      ["qop to op", {}, { protection: "op" }, /weaker Digest challenge/],
      ["the realm", {}, { realm: "elsewhere" }, REALM],
    ];
    for (const [what, before, after, message] of changes)
      it(what, async () => {
        const { server, send } = await used(before);
        Object.assign(server.now, after);
        server.forgetNonces();
        const sent = server.seen.length;
        await assert.rejects(send(request()), authError(message));
        assert.equal(server.seen.length, sent + 1);
      });

    it("compared with the strongest challenge so far", async () => {
      const { server, send } = await used();
      server.now.algorithm = "SHA-256";
      server.forgetNonces();
      await send(request());
      server.now.algorithm = "MD5";
      server.forgetNonces();
      await assert.rejects(send(request()), authError(/weaker Digest challenge/));
    });

    it("to Basic", async () => {
      const { server, send } = await used();
      server.now.before = () => respond(401, { "www-authenticate": 'Basic realm="MMS Public API"' });
      await assert.rejects(send(request()), authError(/does not offer HTTP Digest/));
    });
  });

  describe("writes", () => {
    it("are never sent without a nonce: a GET of the same path without a body asks for one", async () => {
      const server = fakeServer();
      const { send, sent } = fakeTransport(server.send);
      const body = Buffer.from('{"a":1}');
      const headers = { accept: "application/json", "content-type": "application/json" };
      await client({ send })(request("PUT", { body, headers }));
      const seen = sent.map(({ method, path, body: given }) => [method, path, given?.toString()].join(" "));
      assert.deepEqual(seen, [`GET ${request().path} `, `PUT ${request().path} {"a":1}`]);
      const [asked, { authorization, ...rest } = {}] = sent.map((each) => each.headers);
      assert.deepEqual([asked, rest], [{ accept: "application/json" }, headers]);
      assert.ok(authorization);
    });

    for (const status of [299, 404, 405, 300, 403, 406, 503]) {
      const isSent = [299, 404, 405].includes(status);
      it(`are ${isSent ? "sent unsigned" : "not sent"} if the request for a challenge gets ${status}`, async () => {
        for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
          const { send, sent } = fakeTransport(() => respond(status));
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

  it("lets the next request prove the key if the first one failed", async () => {
    const refused = new TransportError("refused", "refused", false);
    const { server, send } = pair();
    server.now.before = () => {
      server.now.before = () => undefined;
      throw refused;
    };
    const ends = await Promise.allSettled([send(request()), send(request())]);
    assert.deepEqual(ends.map(({ status }) => status).join(), "rejected,fulfilled");
  });

  it("adds the nonce and count for the log", async () => {
    const server = fakeServer();
    const { send, sent } = fakeTransport(server.send);
    await client({ send })(request("GET", { id: "7", attempt: 1 }));
    const [nonce = ""] = nonces(server);
    const noted = sent.map((each) => [each.id, each.attempt, each.nonce, each.nc].join());
    assert.deepEqual(noted, ["7,1,,", `7,1,${nonce.slice(0, 6)},1`]);
  });
});
