import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { HttpRequest } from "../../../../src/http/message";
import { request } from "../fakes";
import type { Balancer } from "./fake-server";
import { balanced, client, pair, seededRandom, type fakeServer } from "./fake-server";

interface Scenario {
  readonly nodes?: number;
  readonly balancer?: Balancer;
  readonly server?: Parameters<typeof fakeServer>[0];
  /** Milliseconds between one request and the next. */
  readonly everyMs?: number;
  readonly restartAt?: number;
}

const REQUESTS = 2000;

/** The situations in the first column of the table in docs/http.md. */
const SITUATIONS: Readonly<Record<string, Scenario>> = {
  "one server": {},
  "nonces that live 1 s, a request every 10 ms": { server: { lifeMs: 1000 }, everyMs: 10 },
  "a restart in the middle": { restartAt: 1000 },
  "single-use nonces": { server: { singleUse: true } },
  "two nodes, each request to the next": { nodes: 2, balancer: "in turn" },
  "three nodes, each request to the next": { nodes: 3, balancer: "in turn" },
  "two nodes, each connection to the next": { nodes: 2, balancer: "by connection" },
  "three nodes, each connection to the next": { nodes: 3, balancer: "by connection" },
  "two nodes by chance": { nodes: 2, balancer: "by chance" },
  "three nodes by chance": { nodes: 3, balancer: "by chance" },
};

async function extraRoundTrips(scenario: Scenario, concurrency: number) {
  const clock = { ms: 0 };
  const policy = { ...scenario.server, clock };
  const service = balanced(scenario.nodes ?? 1, scenario.balancer ?? "in turn", policy);
  const exchanges = new Map<string, number>();
  const send = async (given: HttpRequest) => {
    const id = given.id ?? "";
    exchanges.set(id, (exchanges.get(id) ?? 0) + 1);
    // Requests of all connections interleave, as in a real network.
    await new Promise(setImmediate);
    if (service.sent() === scenario.restartAt) service.nodes.forEach((node) => node.forgetNonces());
    return service.send(given);
  };
  const signed = client({ send }, { random: seededRandom() }, clock);
  let started = 0;
  const use = async (lane: number): Promise<void> => {
    while (started < REQUESTS) {
      started++;
      clock.ms += scenario.everyMs ?? 0;
      const { status } = await signed(request("GET", { id: String(started), attempt: lane }));
      assert.equal(status, 200);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, lane) => use(lane)));
  const counts = [...exchanges.values()];
  assert.equal(counts.length, REQUESTS);
  return { all: counts.reduce((sum, each) => sum + each, 0) - REQUESTS, most: Math.max(...counts) - 1 };
}

/** The rows of the table: situation, requests in parallel, extra round trips in total and at most for one request. */
function readTable(): [situation: string, concurrency: number, all: number, most: number][] {
  const text = readFileSync("docs/http.md", "utf8");
  const table = text.slice(text.indexOf("<!-- extra round trips -->"), text.indexOf("<!-- end -->"));
  return [...table.matchAll(/^\| ([^|]+?) +\| (\d+) +\| (\d+) +\| (\d+) +\|$/gm)].map(
    ([, situation = "", ...numbers]) => {
      const [concurrency = 0, all = 0, most = 0] = numbers.map(Number);
      return [situation, concurrency, all, most];
    },
  );
}

describe("extra round trips, as documented in docs/http.md", () => {
  const rows = readTable();

  it("are documented for every situation", () => {
    assert.deepEqual([...new Set(rows.map(([situation]) => situation))], Object.keys(SITUATIONS));
    assert.equal(rows.length, 2 * Object.keys(SITUATIONS).length);
  });

  for (const [situation, concurrency, all, most] of rows)
    it(`${situation}, ${concurrency} in parallel: at most ${all} for ${REQUESTS}, and ${most} for one`, async () => {
      const scenario = SITUATIONS[situation];
      assert.ok(scenario);
      const measured = await extraRoundTrips(scenario, concurrency);
      assert.ok(measured.all <= all && measured.most <= most, JSON.stringify(measured));
    });
});

describe("a server with single-use nonces", () => {
  it("is detected after three of them; then no body is sent in vain", async () => {
    const { server, send } = pair({ singleUse: true });
    const body = Buffer.from("{}");
    for (let count = 0; count < 12; count++) await send(request("PUT", { body }));
    const inVain = server.seen.filter(({ status, bodyBytes }) => status === 401 && bodyBytes > 0);
    assert.equal(inVain.length, 3);
    const last = server.seen.slice(-4).map(({ method, status }) => `${method} ${status}`);
    assert.deepEqual(last, ["GET 401", "PUT 200", "GET 401", "PUT 200"]);
  });

  it("gets challenges for several requests at once", async () => {
    const { server, send } = pair({ singleUse: true });
    for (let count = 0; count < 6; count++) await send(request());
    const held: (() => void)[] = [];
    server.now.before = async ({ headers }) => {
      if (headers["authorization"] !== undefined) return undefined;
      // The first challenge is sent when the second one is asked for.
      await new Promise<void>((resolve) => {
        held.push(resolve);
        if (held.length === 2) for (const release of held) release();
      });
      return undefined;
    };
    const both = await Promise.all([send(request()), send(request())]);
    assert.equal(both.map(({ status }) => status).join(), "200,200");
  });
});
