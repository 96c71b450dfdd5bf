// The sources in brackets are explained in common.test.ts.
import assert from "node:assert/strict";
import { assertDeleted, oplogStore, useService } from "./support/service";

const STORES = "/admin/backup/oplog/s3Configs";

describe("the service: S3 oplog stores", () => {
  const service = useService();

  it("returns 404 for a missing store: S3_OPLOG_CONFIG_NOT_FOUND [errors]", async () => {
    await service.refuses("404 S3_OPLOG_CONFIG_NOT_FOUND", `GET ${STORES}/there-is-none-of-this-name`);
  });

  it("returns the list of stores [get-all-s3-oplog-configurations]", async () => {
    const body = await service.read(`${STORES}?assignableOnly=false`);
    assert.equal(body.totalCount, body.results.length);
  });

  if (oplogStore !== undefined) describeStore(oplogStore);

  function describeStore(store: Readonly<Record<string, unknown>>): void {
    // Only a store that this suite created is changed and removed.
    let isOwn = false;
    const ownItem = (): string => {
      assert.ok(isOwn, "the store was not created by this suite");
      return item;
    };
    const item = `${STORES}/${encodeURIComponent(String(store["id"]))}`;

    it("requires accepted terms of service [admin-s3-oplog-store-create-request-documents]", async () => {
      const body = { ...store, assignmentEnabled: false, acceptedTos: false };
      const { status } = await service.create(STORES, body);
      assert.ok(status >= 400 && status < 500, String(status));
    });

    for (const name of ["pathStyleAccessEnabled", "s3BucketEndpoint", "s3BucketName", "sseEnabled", "uri"])
      it(`requires ${name} [required]`, async () => {
        const { [name]: _, ...rest } = store;
        const { status, body } = await service.create(STORES, { ...rest, assignmentEnabled: false });
        assert.equal(status, 400);
        assert.match(JSON.stringify(body), new RegExp(name));
      });

    it("creates and returns a store with a link to the collection [required]", async () => {
      const { status, body } = await service.create(STORES, { ...store, assignmentEnabled: false });
      isOwn = status < 300;
      assert.equal(status, 200);
      for (const name of ["id", "acceptedTos", "pathStyleAccessEnabled", "s3BucketEndpoint", "s3BucketName"])
        assert.equal(body[name], store[name], name);
      assert.equal(body.assignmentEnabled, false);
      assert.match(body.links[0].href, new RegExp(`${STORES}$`));
    });

    it("returns it [s3-oplog-store-config: get one]", async () => {
      const body = await service.read(ownItem());
      assert.deepEqual([body.id, body.s3BucketName], [store["id"], store["s3BucketName"]]);
    });

    it("omits it from the list of assignable stores [get-all-s3-oplog-configurations]", async () => {
      const ids = async (query: string): Promise<string[]> => {
        const body = await service.read(`${STORES}?itemsPerPage=500&${query}`);
        return body.results.map(({ id }: { id: string }) => id);
      };
      assert.ok((await ids("assignableOnly=false")).includes(String(store["id"])));
      assert.ok(!(await ids("assignableOnly=true")).includes(String(store["id"])));
    });

    it("replaces it, with the id only in the path [update-one-s3-oplog-configuration]", async () => {
      const { id: _, ...content } = store;
      const body = { ...content, assignmentEnabled: false, labels: ["contract"] };
      const response = await service.call(`PUT ${ownItem()}`, { body });
      assert.deepEqual([response.status, response.body.labels], [200, ["contract"]]);
      assert.match(response.body.links[0].href, new RegExp(`${item}$`));
    });

    it("deletes it [delete-one-s3-oplog-configuration]", async () => {
      assertDeleted(await service.call(`DELETE ${ownItem()}`));
      assert.equal((await service.call(`GET ${item}`)).status, 404);
    });
  }
});
