/** The client against the emulator, whose Digest rules are those of Jetty, with restarts and balancers. */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { isAuthError } from "../../src/errors";
import { OpsManagerClient } from "../../src/client";
import { startEmulator } from "../../src/emulator";
import type { Emulator, EmulatorOptions } from "../../src/emulator";
import type { ConnectionOptions } from "../../src/http/options";

describe("the client against the emulator", () => {
  const open: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).toReversed()) await each.close();
  });

  async function emulators(count: number, options: EmulatorOptions = {}): Promise<Emulator[]> {
    const started = await Promise.all(
      Array.from({ length: count }, () => startEmulator({ logCapacity: 100_000, ...options })),
    );
    open.push(...started);
    return started;
  }

  function client(of: Emulator, rest: Partial<ConnectionOptions> = {}): OpsManagerClient {
    const { baseUrl, publicKey, privateKey } = of;
    const made = new OpsManagerClient({ baseUrl, publicKey, privateKey, ...rest });
    open.push(made);
    return made;
  }

  const many = async <T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => run(index)));

  it("makes 3,000 requests, 64 in parallel, with one challenge per rotation and no other 401", async () => {
    const [server] = await emulators(1);
    assert.ok(server);
    const { alertConfigs } = client(server, { maxConcurrency: 64 });
    await many(3_000, () => alertConfigs.matcherFieldNames());
    assert.equal(server.counters.challenges, 3);
    assert.equal(server.counters.requests, 3_003);
    assert.ok(server.requests().every(({ challenge }) => challenge?.stale !== true));
  });

  it("works across a restart of the service", async () => {
    const [server] = await emulators(1);
    assert.ok(server);
    const { alertConfigs } = client(server);
    await many(500, async (index) => {
      if (index === 250) server.forgetNonces();
      await alertConfigs.matcherFieldNames();
    });
    // One for each request in progress.
    assert.ok(server.counters.challenges <= 1 + 16, String(server.counters.challenges));
  });

  it("works with nonces that live a second", async () => {
    let ms = Date.now();
    const [server] = await emulators(1, { nonceMaxAgeMs: 1000, now: () => ms });
    assert.ok(server);
    const { alertConfigs } = client(server);
    for (let second = 0; second < 10; second++) {
      await many(50, () => alertConfigs.matcherFieldNames());
      ms += 1001;
    }
    assert.ok(server.counters.challenges <= 1 + 9 * 16, String(server.counters.challenges));
    assert.equal(server.counters.requests, 500 + server.counters.challenges);
  });

  it("works with single-use nonces", async () => {
    // Jetty accepts counts below its limit, so a limit of 2 allows one use.
    const [server] = await emulators(1, { nonceMaxCount: 2 });
    assert.ok(server);
    const { alertConfigs } = client(server);
    await many(300, () => alertConfigs.matcherFieldNames());
    assert.equal(server.counters.requests, 300 + server.counters.challenges);
    assert.ok(server.counters.challenges <= 300 + 16, String(server.counters.challenges));
  });

  describe("behind a balancer of nodes that do not share nonces", () => {
    for (const nodes of [2, 3]) {
      it(`${nodes} nodes, each request to the next: all succeed, writes once`, async () => {
        const servers = await emulators(nodes);
        const balancer = await requestBalancer(servers);
        open.push(balancer);
        const [first] = servers;
        assert.ok(first);
        const { alertConfigs } = client(first, { baseUrl: balancer.origin });
        for (let count = 0; count < 20; count++) await alertConfigs.matcherFieldNames();
        await many(300, () => alertConfigs.matcherFieldNames());
        const body = {
          eventTypeName: "NO_PRIMARY",
          notifications: [
            {
              typeName: "GROUP",
              roles: ["GROUP_OWNER"],
              intervalMin: 60,
              emailEnabled: true,
              smsEnabled: false,
            },
          ],
        };
        const before = servers.map((each) => each.counters.writes);
        await many(40, () => alertConfigs.create(first.projectId, body));
        const writes = servers.map((each, index) => each.counters.writes - (before[index] ?? 0));
        assert.equal(
          writes.reduce((sum, each) => sum + each, 0),
          40,
        );
      });

      it(`${nodes} nodes, each connection to the next: all succeed, with one extra round trip at most`, async () => {
        const servers = await emulators(nodes);
        const balancer = await connectionBalancer(servers);
        open.push(balancer);
        const [first] = servers;
        assert.ok(first);
        const { alertConfigs } = client(first, { baseUrl: balancer.origin });
        await many(300, () => alertConfigs.matcherFieldNames());
        const requests = servers.reduce((sum, each) => sum + each.counters.requests, 0);
        assert.ok(requests <= 1 + 2 * 300, String(requests));
      });
    }
  });

  it("reports a wrong key after two round trips, and stops sending it", async () => {
    const [server] = await emulators(1);
    assert.ok(server);
    const { alertConfigs } = client(server, { privateKey: "wrong" });
    const results = await Promise.allSettled(
      Array.from({ length: 1000 }, () => alertConfigs.matcherFieldNames()),
    );
    assert.ok(results.every((result) => result.status === "rejected" && isAuthError(result.reason)));
    assert.ok(server.counters.requests <= 4, String(server.counters.requests));
  });

  it("sends the manifest of 10 MB once", async () => {
    const [server] = await emulators(1);
    assert.ok(server);
    const manifest = Buffer.from(
      JSON.stringify({
        updated: 1_790_000_000_000,
        versions: [{ name: "8.0.0", notes: "x".repeat(10_485_760) }],
      }),
    );
    await client(server).versionManifest.put(manifest);
    const large = server.requests().filter(({ bodyBytes }) => bodyBytes > 0);
    assert.deepEqual(
      large.map(({ method, bodyBytes, status }) => [method, bodyBytes, status]),
      [["PUT", manifest.length, 200]],
    );
    assert.deepEqual(
      server.requests().map(({ method }) => method),
      ["GET", "PUT"],
    );
    assert.equal(server.versionManifest.get("current")?.["text"], manifest.toString());
  });

  for (const algorithm of ["MD5", "SHA-256"] as const) {
    for (const challenge of ["qop", "op", "none"] as const) {
      it(`supports ${algorithm} with ${challenge}`, async () => {
        const [server] = await emulators(1, { algorithm, challenge });
        assert.ok(server);
        const made = client(server);
        assert.equal((await made.clusters.get(server.projectId, server.clusterId))?.id, server.clusterId);
        const blocks = (entries: { cidrBlock?: string | undefined }[]): unknown[] =>
          entries.map(({ cidrBlock }) => cidrBlock);
        const { orgId, apiKeyId } = server;
        assert.deepEqual(
          blocks(await all(made.accessList.iterate(orgId, apiKeyId))),
          blocks(await made.accessList.list(orgId, apiKeyId)),
        );
      });
    }
  }

  it("iterates over lists page by page, and requests no more pages than needed", async () => {
    const [server] = await emulators(1);
    assert.ok(server);
    const [one] = server.alertConfigs().list();
    assert.ok(one);
    for (let count = 0; count < 1200; count++) {
      const { id: _, ...rest } = structuredClone(one);
      server.alertConfigs().add(rest);
    }
    const { alertConfigs, clusters, oplogS3Configs } = client(server);
    const ids = async (items: AsyncIterable<{ id: string }>): Promise<string[]> =>
      (await all(items)).map(({ id }) => id);
    assert.deepEqual(
      await ids(alertConfigs.iterate(server.projectId)),
      (await alertConfigs.list(server.projectId)).map(({ id }) => id),
    );
    server.clearRequests();
    let seen = 0;
    for await (const config of alertConfigs.iterate(server.projectId)) {
      assert.ok(config.id);
      if (++seen === 501) break;
    }
    assert.equal(server.counters.requests, 2);
    assert.deepEqual(
      await ids(clusters.iterate(server.projectId)),
      (await clusters.list(server.projectId)).map(({ id }) => id),
    );
    assert.deepEqual(
      await ids(oplogS3Configs.iterate()),
      (await oplogS3Configs.list()).map(({ id }) => id),
    );
  });

  it("stops an iteration when its signal is aborted", async () => {
    const [server] = await emulators(1);
    assert.ok(server);
    const abort = new AbortController();
    abort.abort();
    await assert.rejects(
      all(client(server).alertConfigs.iterate(server.projectId, { signal: abort.signal })),
      /was aborted/,
    );
  });
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

interface Balancer {
  readonly origin: string;
  close(): Promise<void>;
}

/** Assigns connections in turn, as a layer 4 balancer does. */
async function connectionBalancer(nodes: readonly Emulator[]): Promise<Balancer> {
  let count = 0;
  return listen(
    createTcpServer((socket) => {
      const node = nodes[count++ % nodes.length];
      const upstream = connect(Number(new URL(node?.baseUrl ?? "").port), "127.0.0.1");
      socket.pipe(upstream).pipe(socket);
      for (const each of [socket, upstream]) each.on("error", () => (socket.destroy(), upstream.destroy()));
    }),
  );
}

/** Assigns requests in turn, as a layer 7 balancer does. */
async function requestBalancer(nodes: readonly Emulator[]): Promise<Balancer> {
  const { request, Agent } = await import("node:http");
  const agent = new Agent({ keepAlive: false });
  let count = 0;
  return listen(
    createServer((incoming, response) => {
      const node = nodes[count++ % nodes.length];
      const { method, url, headers } = incoming;
      const upstream = request(
        `${node?.baseUrl ?? ""}${url ?? ""}`,
        { method, headers, agent },
        (received) => {
          response.writeHead(received.statusCode ?? 502, received.headers);
          received.pipe(response);
        },
      );
      upstream.on("error", () => response.destroy());
      incoming.pipe(upstream);
    }),
  );
}

async function listen(server: Server): Promise<Balancer> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => new Promise((resolve) => server.close(() => resolve())),
  };
}
