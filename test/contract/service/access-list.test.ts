// The sources in brackets are explained in common.test.ts.
import assert from "node:assert/strict";
import { assertDeleted, useService } from "./support/service";

// Of the network for documentation, from which no request comes.
const ADDED = ["192.0.2.17", "192.0.2.128/25"] as const;
const [ipAddress, cidrBlock] = ADDED;

describe("the service: access list of an API key", () => {
  const service = useService();
  const list = (entry?: string, apiKeyId = service.target.apiKeyId): string => {
    const path = `/orgs/${service.target.orgId}/apiKeys/${apiKeyId}/accessList`;
    return entry === undefined ? path : `${path}/${encodeURIComponent(entry)}`;
  };
  const own = (query = ""): string => `${list(service.target.accessListEntry)}${query}`;

  it("returns an entry, whose slash is escaped as %2F, and accepts page parameters for it [required]", async () => {
    const entry = service.target.accessListEntry;
    const body = await service.read(own("?pageNum=1&itemsPerPage=500"));
    assert.equal(entry.includes("/") ? body.cidrBlock : body.ipAddress, entry);
    assert.equal(typeof body.count, "number");
    assert.ok(!Number.isNaN(Date.parse(body.created)), body.created);
  });

  it("links an entry to itself and to its key [required; get-one-org-api-key-access-list]", async () => {
    const body = await service.read(own());
    const links = new Map(body.links.map(({ rel, href }: Record<string, string>) => [rel, href]));
    assert.match(String(links.get("self")), /\/accessList\//);
    const key = `/apiKeys/${service.target.apiKeyId}`;
    assert.ok(String(links.get("http://mms.mongodb.com/apiKeys")).endsWith(key));
  });

  it("returns the block of an address [get-all-org-api-key-access-list], and with its last request the address [required]", async () => {
    const { results } = await service.read(list());
    assert.ok(results.length > 0);
    for (const { ipAddress: address, cidrBlock: block, lastUsed, lastUsedAddress } of results) {
      if (String(address).includes(".")) assert.equal(block, `${address}/32`);
      assert.equal(lastUsed == null, lastUsedAddress == null, block);
    }
  });

  it("has specific errors for a missing entry, and 400 for a missing key [errors]", async () => {
    for (const method of ["GET", "DELETE"])
      await service.refuses("404 API_KEY_ACCESS_LIST_NOT_FOUND", `${method} ${list("192.0.2.254")}`);
    await service.refuses("400 API_KEY_NOT_FOUND", `GET ${list(undefined, "0123456789abcdef01234567")}`);
  });

  describe("changed by its key or an owner", () => {
    const remove = (entry: string) => service.call(`DELETE ${list(entry)}`);
    afterEach(async () => {
      for (const entry of ADDED) await remove(entry);
    });

    it("adds an array of entries, and returns a list with them [create-org-api-key-access-list]", async () => {
      const { status, body } = await service.call(`POST ${list()}`, { body: [{ ipAddress }, { cidrBlock }] });
      assert.ok(status === 200 || status === 201, JSON.stringify(body));
      const blocks = body.results.map((entry: { cidrBlock: string }) => entry.cidrBlock);
      assert.ok(blocks.includes(`${ipAddress}/32`) && blocks.includes(cidrBlock), String(blocks));
      const one = await service.call(`GET ${list(ipAddress)}`);
      assert.deepEqual([one.body.ipAddress, one.body.count], [ipAddress, 0]);
      for (const entry of ADDED) {
        assertDeleted(await remove(entry));
        assert.equal((await service.call(`GET ${list(entry)}`)).status, 404);
      }
    });

    it("does not add an entry that exists or is given twice, or an address with a block [errors]", async () => {
      const { accessListEntry: entry } = service.target;
      const existing = entry.includes("/") ? { cidrBlock: entry } : { ipAddress: entry };
      const line = `POST ${list()}`;
      await service.refuses("409 ADDRESS_ALREADY_IN_ACCESS_LIST", line, [existing]);
      await service.refuses("400 DUPLICATE_ADDRESSES_IN_INPUT", line, [{ ipAddress }, { ipAddress }]);
      await service.refuses("400 BAD_ACCESS_LIST_ADD_REQUEST", line, [{ ipAddress, cidrBlock }]);
    });
  });
});
