/** The client against the emulator, whose Digest rules are those of Jetty, with restarts and balancers. */

import assert from "node:assert/strict";
import { request, type RequestListener } from "node:http";
import { OpsManagerClient } from "../../src/client";
import { startEmulator, type Emulator } from "../../src/emulator";
import type { ConnectionOptions } from "../../src/http/options";
import { servers } from "../unit/http/servers";

describe("the client against the emulator", () => {
  const start = servers();
  const open: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).toReversed()) await each.close();
  });

  async function emulators(count: number): Promise<Emulator[]> {
    const started = Array.from({ length: count }, () => startEmulator({ logCapacity: 100_000 }));
    open.push(...(await Promise.all(started)));
    return Promise.all(started);
  }

  const single = async (): Promise<Emulator> => (await emulators(1))[0] ?? assert.fail();

  function client(of: Emulator, rest: Partial<ConnectionOptions> = {}): OpsManagerClient {
    const { baseUrl, publicKey, privateKey } = of;
    const made = new OpsManagerClient({ baseUrl, publicKey, privateKey, ...rest });
    open.push(made);
    return made;
  }

  const many = async (count: number, run: () => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, run));

  it("makes 3,000 requests, 64 in parallel, with one challenge per rotation and no other 401", async () => {
    const server = await single();
    const { alertConfigs } = client(server, { maxConcurrency: 64 });
    await many(3_000, () => alertConfigs.matcherFieldNames());
    assert.equal(server.counters.challenges, 3);
    assert.equal(server.counters.requests, 3_003);
    assert.ok(server.requests().every(({ challenge }) => challenge?.stale !== true));
  });

  describe("behind a balancer of nodes that do not share nonces", () => {
    for (const count of [2, 3])
      it(`${count} nodes, each request to the next: all succeed, writes once`, async () => {
        const nodes = await emulators(count);
        const { origin: baseUrl } = await start.http(balance(nodes));
        const [first = assert.fail()] = nodes;
        const { alertConfigs } = client(first, { baseUrl });
        for (let turn = 0; turn < 20; turn++) await alertConfigs.matcherFieldNames();
        await many(300, () => alertConfigs.matcherFieldNames());
        const group = { typeName: "GROUP", roles: ["GROUP_OWNER"], emailEnabled: true, smsEnabled: false };
        const body = { eventTypeName: "NO_PRIMARY", notifications: [{ ...group, intervalMin: 60 }] };
        const writes = (): number => nodes.reduce((sum, { counters }) => sum + counters.writes, 0);
        const before = writes();
        await many(40, () => alertConfigs.create(first.projectId, body));
        assert.equal(writes() - before, 40);
      });
  });

  it("iterates over lists page by page, and requests no more pages than needed", async () => {
    const server = await single();
    const config = { created: "2026-01-01T00:00:00Z", eventTypeName: "NO_PRIMARY", enabled: true };
    for (let count = 0; count < 1200; count++) server.alertConfigs().add({ ...config, notifications: [] });
    const { accessList, alertConfigs, clusters, groups, oplogS3Configs } = client(server);
    const { projectId, orgId, apiKeyId } = server;
    const idsOf = (items: readonly { id?: string; cidrBlock?: string | undefined }[]) =>
      items.map(({ id, cidrBlock }) => id ?? cidrBlock);
    const expected = idsOf(server.alertConfigs().list());
    assert.deepEqual(idsOf(await all(alertConfigs.iterate(projectId))), expected);
    assert.deepEqual(idsOf(await alertConfigs.list(projectId)), expected);
    assert.deepEqual(await all(oplogS3Configs.iterate()), await oplogS3Configs.list());
    assert.deepEqual(await all(groups.iterate()), await groups.list());
    assert.equal((await all(clusters.iterate(projectId))).length, (await clusters.list(projectId)).length);
    const entries = idsOf(await all(accessList.iterate(orgId, apiKeyId)));
    assert.deepEqual(entries, idsOf(await accessList.list(orgId, apiKeyId)));
    server.clearRequests();
    let seen = 0;
    for await (const each of alertConfigs.iterate(projectId)) {
      assert.ok(each.id);
      if (++seen === 501) break;
    }
    assert.equal(server.counters.requests, 2);
  });
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Assigns requests in turn, as a layer 7 balancer does. */
function balance(nodes: readonly Emulator[]): RequestListener {
  let count = 0;
  return (incoming, response) => {
    const node = nodes[count++ % nodes.length];
    const { method, url, headers } = incoming;
    const upstream = request(`${node?.baseUrl}${url}`, { method, headers, agent: false }, (received) =>
      received.pipe(response.writeHead(received.statusCode ?? 502, received.headers)),
    );
    upstream.on("error", () => response.destroy());
    incoming.pipe(upstream);
  };
}
