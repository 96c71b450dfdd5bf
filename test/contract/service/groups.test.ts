// The sources in brackets are explained in authentication.test.ts.
import assert from "node:assert/strict";
import { useService } from "./support/service";

describe("the service: groups", () => {
  const service = useService();

  it("lists the projects that the key can read [groups: get all]", async () => {
    const body = await service.read("/groups");
    const ids = body.results.map(({ id }: { id: string }) => id);
    assert.ok(ids.includes(service.target.projectId));
    assert.equal(body.totalCount, ids.length);
    assert.ok(body.results.every(({ name }: { name: string }) => name.length > 0));
  });

  it("lists them page by page [groups: get all]", async () => {
    assert.equal((await service.read("/groups?itemsPerPage=1")).results.length, 1);
  });
});
