// The source of each expectation is in brackets: "required" is what this package requires of a service with API v1.0, any
// other name is a page of the Ops Manager documentation below reference/api or core.
import assert from "node:assert/strict";
import { call, parseChallenge } from "./support/client";
import { useService } from "./support/service";

const NOWHERE = "0123456789abcdef01234567";

describe("the service: common behaviour", () => {
  const service = useService();
  const group = (path: string): string => `/groups/${service.target.projectId}${path}`;
  const cluster = (query = ""): string => group(`/clusters/${service.target.clusterId}${query}`);

  it("sends its headers and its version with every success [required]", async () => {
    const { headers, text } = await service.call(`GET ${cluster()}`);
    assert.match(headers.get("content-type") ?? "", /^application\/json/);
    assert.equal(headers.get("strict-transport-security"), "max-age=300");
    assert.equal(headers.get("content-length"), String(Buffer.byteLength(text)));
    assert.ok(headers.has("vary") && headers.has("date"));
    // Under another name in api-headers/200.
    const version = headers.get("x-vendor-service-version") ?? headers.get("x-mongodb-service-version");
    assert.match(version ?? "", /^gitHash=[^;\s]+; versionString=\S+$/);
  });

  it("indents the body on request [required]", async () => {
    const plain = await service.call(`GET ${cluster()}`);
    const pretty = await service.call(`GET ${cluster("?pretty=true")}`);
    assert.equal(plain.text.trim().split("\n").length, 1);
    assert.ok(pretty.text.trim().split("\n").length > 3);
    assert.deepEqual(Object.keys(pretty.body).sort(), Object.keys(plain.body).sort());
  });

  it("wraps a single result in a requested envelope [required], and adds the status to a list [core/api]", async () => {
    const body = await service.read(cluster("?envelope=true"));
    assert.deepEqual(Object.keys(body).sort(), ["content", "status"]);
    assert.deepEqual([body.status, body.content.id], [200, service.target.clusterId]);
    const { status, results } = await service.read(group("/clusters?envelope=true"));
    assert.deepEqual([status, Array.isArray(results)], [200, true]);
  });

  it("returns lists with results, their number and a link to itself [core/api]", async () => {
    const body = await service.read(group("/clusters"));
    assert.equal(body.totalCount, body.results.length);
    const self = body.links.find(({ rel }: { rel: string }) => rel === "self");
    assert.match(self.href, /\/api\/public\/v1\.0\/groups\/[0-9a-f]{24}\/clusters/);
  });

  it("returns a list page by page [core/api]", async () => {
    const whole = await service.read(group("/clusters"));
    const ids: string[] = [];
    for (let pageNum = 1; pageNum <= whole.totalCount; pageNum += 1) {
      const body = await service.read(group(`/clusters?itemsPerPage=1&pageNum=${pageNum}`));
      ids.push(...body.results.map(({ id }: { id: string }) => id));
      const relations = body.links.map(({ rel }: { rel: string }) => rel);
      assert.equal(relations.includes("previous"), pageNum > 1, `previous on page ${pageNum}`);
      assert.equal(relations.includes("next"), pageNum < whole.totalCount, `next on page ${pageNum}`);
    }
    assert.deepEqual(ids.sort(), whole.results.map(({ id }: { id: string }) => id).sort());
  });

  it("responds to HEAD with headers only [core/api]", async () => {
    const { status, text } = await service.call(`HEAD ${cluster()}`);
    assert.deepEqual([status, text], [200, ""]);
  });

  it("describes an error in its body [core/api: errors]", async () => {
    const { status, body } = await service.call(`GET ${group(`/clusters/${NOWHERE}`)}`);
    assert.equal(status, 404);
    assert.deepEqual([body.error, body.reason, typeof body.detail], [404, "Not Found", "string"]);
    assert.ok(body.parameters === undefined || Array.isArray(body.parameters));
  });

  it("returns 404 for unknown paths [core/api: errors]", async () =>
    assert.equal((await service.call(`GET ${group("/nothing-of-this-name")}`)).status, 404));

  it("refuses unknown fields by name [core/api]", async () => {
    const { status, body } = await service.create(group("/alertConfigs"), { colourOfTheSea: "blue" });
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), /colourOfTheSea/);
  });

  it("returns INVALID_JSON for truncated JSON [errors]", async () => {
    await service.refuses("400 INVALID_JSON", `PATCH ${cluster()}`, '{"clusterName": ');
  });
});

describe("the service: authentication", () => {
  const service = useService();

  it("challenges requests without credentials [required], with the realm of the public API [api-headers/401]", async () => {
    const line = `GET /groups/${service.target.projectId}/clusters`;
    const response = await service.call(line, { anonymous: true });
    assert.equal(response.status, 401);
    assert.equal(response.headers.get("content-type"), "application/json;charset=ISO-8859-1");
    assert.match(response.headers.get("www-authenticate") ?? "", /^Digest /);
    const challenge = parseChallenge(response);
    assert.notEqual(challenge.get("nonce") ?? "", "");
    const fields = ["realm", "domain", "algorithm", "stale"].map((name) => challenge.get(name));
    assert.deepEqual(fields, ["MMS Public API", "", "MD5", "false"]);
    // Servers send qop, but some document op.
    assert.equal(challenge.get("op") ?? challenge.get("qop"), "auth");
  });

  it("requires credentials for each of the six operations [required]", async () => {
    const { projectId, orgId, apiKeyId, clusterId } = service.target;
    for (const line of [
      `GET /orgs/${orgId}/apiKeys/${apiKeyId}/accessList/192.0.2.1`,
      "POST /admin/backup/oplog/s3Configs",
      `PATCH /groups/${projectId}/clusters/${clusterId}`,
      `GET /groups/${projectId}/automationConfig/auditLogRotateConfig`,
      "PUT /versionManifest",
      `POST /groups/${projectId}/alertConfigs`,
    ]) {
      const body = line.startsWith("GET") ? {} : { body: {} };
      assert.equal((await service.call(line, { anonymous: true, ...body })).status, 401, line);
    }
  });

  it("returns 401 for a wrong private key [required]", async () => {
    const login = { ...service.target, privateKey: "00000000-0000-0000-0000-000000000000" };
    const response = await call(login, `GET /groups/${service.target.projectId}/clusters`);
    assert.equal(response.status, 401);
    assert.ok(parseChallenge(response).has("nonce"));
  });

  it("accepts a nonce for several requests with an increasing counter [seen in the logs of a public client]", async () => {
    const group = `/groups/${service.target.projectId}`;
    const paths = [`${group}/clusters`, `${group}/alertConfigs?itemsPerPage=1`, `${group}/clusters`];
    const responses = await service.callWithOneNonce(...paths);
    assert.equal(responses.map(({ status }) => status).join(), "200,200,200");
  });
});
