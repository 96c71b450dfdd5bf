import assert from "node:assert/strict";
import { sharedEmulator, signed, STORE, STORES } from "./client";

const FILTERS = {
  labelFilter: ["gold"],
  daemonFilter: [{ machine: "daemon0.example.com", headRootDirectory: "/head/" }],
  oplogStoreFilter: [{ id: "oplog", type: "s3OplogStore" }],
  snapshotStoreFilter: [{ id: "snapshots", type: "s3blockstore" }],
  syncStoreFilter: ["sync"],
};
const NONE = {
  labelFilter: [],
  daemonFilter: [],
  oplogStoreFilter: [],
  snapshotStoreFilter: [],
  syncStoreFilter: [],
};

describe("the backup configuration of projects", () => {
  const emulator = sharedEmulator();
  const path = (): string => `/admin/backup/groups/${emulator.projectId}`;
  const send = (line: string, body?: unknown) => signed(emulator, line, { body });
  const put = (body: unknown) => send(`PUT ${path()}`, body);

  it("does not exist before the first PUT", async () => {
    assert.equal((await send(`GET ${path()}`)).outcome, "404 BACKUP_CONFIG_NOT_FOUND");
    emulator.settings.missingProjectBackup = 401;
    assert.equal((await send(`GET ${path()}`)).outcome, "401 USER_UNAUTHORIZED");
    assert.deepEqual((await send("GET /admin/backup/groups")).body.results, []);
    assert.equal((await put({})).outcome, "200");
    assert.equal((await send(`GET ${path()}`)).outcome, "200");
  });

  it("is replaced by each PUT, and has empty filters for omitted ones", async () => {
    const { body: made } = await put({ id: emulator.projectId, ...FILTERS });
    const { links, id, ...fields } = made;
    assert.deepEqual([id, fields], [emulator.projectId, FILTERS]);
    assert.deepEqual((await send(`GET ${path()}`)).body, made);
    const rels = links.map(({ rel }: { rel: string }) => rel);
    assert.deepEqual(rels, ["self", "http://mms.mongodb.com/group"]);
    const { body: replaced } = await put({ labelFilter: null });
    assert.deepEqual(replaced, { ...NONE, id, links });
    const { results } = (await send("GET /admin/backup/groups")).body;
    assert.deepEqual(results, [{ ...NONE, id, links: links.slice(0, 1) }]);
  });

  it("shows the KMIP password, which needs a path", async () => {
    const kmip = { kmipClientCertPath: "/kmip.pem", kmipClientCertPassword: "s3cret" };
    const { kmipClientCertPassword } = (await put(kmip)).body;
    assert.equal(kmipClientCertPassword, "s3cret");
    const without = await put({ kmipClientCertPassword });
    assert.equal(without.outcome, "400 BACKUP_KMIP_CERTIFICATE_PATH_REQUIRED");
  });

  const REFUSED: [outcome: string, body: unknown][] = [
    ["400 GROUP_MISMATCH", { id: "0123456789abcdef01234567" }],
    ["400 INVALID_ATTRIBUTE", { storeFilter: [] }],
    ["400 ATTRIBUTE_READ_ONLY", { links: [] }],
    ["400 INVALID_JSON_ATTRIBUTE", { labelFilter: "gold" }],
    ["400 INVALID_JSON_ATTRIBUTE", { oplogStoreFilter: ["oplog"] }],
    ["400 MISSING_ATTRIBUTE", { oplogStoreFilter: [{ id: "oplog" }] }],
    ["400 INVALID_ENUM_VALUE", { oplogStoreFilter: [{ id: "oplog", type: "s3blockstore" }] }],
    ["400 INVALID_ENUM_VALUE", { snapshotStoreFilter: [{ id: "snap", type: "s3BlockStore" }] }],
    ["400 MISSING_ATTRIBUTE", { daemonFilter: [{}] }],
    ["400 INVALID_JSON", []],
  ];
  for (const [outcome, body] of REFUSED)
    it(`is not replaced with ${JSON.stringify(body)}: ${outcome}`, async () => {
      assert.equal((await put(body)).outcome, outcome);
      assert.deepEqual(emulator.projectBackups.list(), []);
    });

  it("belongs to a project, and goes with it", async () => {
    for (const [id, outcome] of [
      ["0123456789abcdef01234567", "404 GROUP_NOT_FOUND"],
      ["shop", "404 INVALID_GROUP_ID"],
    ])
      assert.equal((await send(`GET /admin/backup/groups/${id}`)).outcome, outcome);
    const project = { name: "short-lived", orgId: emulator.orgId };
    const { id } = (await send("POST /groups", project)).body;
    await send(`PUT /admin/backup/groups/${id}`, FILTERS);
    await send(`DELETE /groups/${id}`);
    assert.deepEqual(emulator.projectBackups.list(), []);
  });

  it("keeps the S3 stores that it names", async () => {
    const id = "oplog";
    await send(`POST ${STORES}`, { ...STORE, id, assignmentEnabled: false });
    await put({ oplogStoreFilter: [{ id, type: "s3OplogStore" }] });
    const refused = "409 BACKUP_CANNOT_REMOVE_S3_OPLOG_STORE_CONFIG";
    assert.equal((await send(`DELETE ${STORES}/${id}`)).outcome, refused);
    await put({ oplogStoreFilter: [{ id, type: "oplogStore" }] });
    assert.equal((await send(`DELETE ${STORES}/${id}`)).outcome, "204");
  });
});
