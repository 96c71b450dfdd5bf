// The sources in brackets are explained in authentication.test.ts.
import assert from "node:assert/strict";
import { useService } from "./support/service";

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
});
