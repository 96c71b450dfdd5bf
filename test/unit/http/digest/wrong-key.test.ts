import assert from "node:assert/strict";
import type { HttpResponse } from "../../../../src/http/message";
import { fakeTransport, request, respond } from "../fakes";
import type { Balancer } from "./fake-server";
import {
  authError,
  balanced,
  client,
  fakeServer,
  json,
  many,
  pair,
  refusedKey,
  seededRandom,
  signedQops,
  used,
} from "./fake-server";

const wrong = { credentials: { username: "user", password: "wrong" } };

describe("withDigest", () => {
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

    for (const [count, balancer, most, saysStale] of [
      [2, "in turn", 5],
      [3, "in turn", 7],
      [2, "by chance", 20],
      [3, "by chance", 30],
      [2, "by connection", 3],
      [3, "by connection", 3],
      [3, "by connection", 3, false],
    ] as const)
      it(`is reported after at most ${most} round trips (${count} nodes ${balancer}, stale: ${saysStale})`, async () => {
        const { use, change, mostRefused } = among(count, balancer, saysStale);
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
});
