// The sources in brackets are explained in authentication.test.ts.
import assert from "node:assert/strict";
import { useService } from "./support/service";

// Of the network for documentation, from which no request comes.
const ADDED = ["192.0.2.17", "192.0.2.128/25"] as const;

describe("the service: access list of an API key", () => {
  const service = useService();
  const list = (entry?: string, apiKeyId = service.target.apiKeyId): string => {
    const path = `/orgs/${service.target.orgId}/apiKeys/${apiKeyId}/accessList`;
    return entry === undefined ? path : `${path}/${encodeURIComponent(entry)}`;
  };

  it("returns an entry, whose slash is escaped as %2F [required]", async () => {
    const { status, body } = await service.call("GET", list(service.target.accessListEntry));
    assert.equal(status, 200);
    const isBlock = service.target.accessListEntry.includes("/");
    assert.equal(isBlock ? body.cidrBlock : body.ipAddress, service.target.accessListEntry);
    assert.equal(typeof body.count, "number");
    assert.ok(!Number.isNaN(Date.parse(body.created)), body.created);
  });

  it("links an entry to itself and to its key [required; get-one-org-api-key-access-list]", async () => {
    const { body } = await service.call("GET", list(service.target.accessListEntry));
    const links = new Map(body.links.map(({ rel, href }: Record<string, string>) => [rel, href]));
    assert.match(String(links.get("self")), /\/accessList\//);
    assert.match(
      String(links.get("http://mms.mongodb.com/apiKeys")),
      new RegExp(`/apiKeys/${service.target.apiKeyId}$`),
    );
  });

  it("accepts page parameters for a single entry [required]", async () => {
    const { status } = await service.call(
      "GET",
      `${list(service.target.accessListEntry)}?pageNum=1&itemsPerPage=500`,
    );
    assert.equal(status, 200);
  });

  it("returns the block of a single address [get-all-org-api-key-access-list]", async () => {
    const { body } = await service.call("GET", list());
    for (const { ipAddress, cidrBlock } of body.results)
      if (typeof ipAddress === "string" && ipAddress.includes("."))
        assert.equal(cidrBlock, `${ipAddress}/32`);
  });

  it("returns the time of the last request only together with its address [required]", async () => {
    const { body } = await service.call("GET", list());
    assert.ok(body.results.length > 0);
    for (const entry of body.results)
      assert.equal(entry.lastUsed == null, entry.lastUsedAddress == null, entry.cidrBlock);
  });

  it("returns 404 for a missing entry: API_KEY_ACCESS_LIST_NOT_FOUND [errors]", async () => {
    const { status, body } = await service.call("GET", list("192.0.2.254"));
    assert.deepEqual([status, body.errorCode], [404, "API_KEY_ACCESS_LIST_NOT_FOUND"]);
  });

  it("returns 400, not 404, for a missing key: API_KEY_NOT_FOUND [errors]", async () => {
    const { status, body } = await service.call("GET", list(undefined, "0123456789abcdef01234567"));
    assert.deepEqual([status, body.errorCode], [400, "API_KEY_NOT_FOUND"]);
  });

  describe("changed by its key or an owner", () => {
    const remove = (entry: string) => service.call("DELETE", list(entry));
    afterEach(async () => {
      for (const entry of ADDED) await remove(entry);
    });

    it("adds an array of entries, and returns a list with them [create-org-api-key-access-list]", async () => {
      const [ipAddress, cidrBlock] = ADDED;
      const { status, body } = await service.call("POST", list(), { body: [{ ipAddress }, { cidrBlock }] });
      assert.ok(status === 200 || status === 201, JSON.stringify(body));
      const blocks = body.results.map((entry: { cidrBlock: string }) => entry.cidrBlock);
      assert.ok(blocks.includes(`${ipAddress}/32`) && blocks.includes(cidrBlock), String(blocks));
      const one = await service.call("GET", list(ipAddress));
      assert.deepEqual([one.body.ipAddress, one.body.count], [ipAddress, 0]);
      for (const entry of ADDED) {
        const removed = await remove(entry);
        assert.ok(removed.status === 200 || removed.status === 204, removed.text);
        assert.match(removed.text, /^\s*(?:\{\s*\})?\s*$/);
        assert.equal((await service.call("GET", list(entry))).status, 404);
      }
    });

    const [address, block] = ADDED;
    for (const [what, code, status, body] of [
      ["an entry that exists", "ADDRESS_ALREADY_IN_ACCESS_LIST", 409, undefined],
      [
        "an entry twice",
        "DUPLICATE_ADDRESSES_IN_INPUT",
        400,
        [{ ipAddress: address }, { ipAddress: address }],
      ],
      [
        "an address with a block",
        "BAD_ACCESS_LIST_ADD_REQUEST",
        400,
        [{ ipAddress: address, cidrBlock: block }],
      ],
    ] as const)
      it(`does not add ${what}: ${code} [errors]`, async () => {
        const { accessListEntry: entry } = service.target;
        const existing = [entry.includes("/") ? { cidrBlock: entry } : { ipAddress: entry }];
        const refused = await service.call("POST", list(), { body: body ?? existing });
        assert.deepEqual([refused.status, refused.body.errorCode], [status, code]);
      });

    it("returns 404 for the removal of a missing entry: API_KEY_ACCESS_LIST_NOT_FOUND [errors]", async () => {
      const { status, body } = await remove("192.0.2.254");
      assert.deepEqual([status, body.errorCode], [404, "API_KEY_ACCESS_LIST_NOT_FOUND"]);
    });
  });
});
