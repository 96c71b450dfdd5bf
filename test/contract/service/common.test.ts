// The sources in brackets are explained in authentication.test.ts.
import assert from "node:assert/strict";
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

  it("wraps a single result in a requested envelope [required]", async () => {
    const body = await service.read(cluster("?envelope=true"));
    assert.deepEqual(Object.keys(body).sort(), ["content", "status"]);
    assert.deepEqual([body.status, body.content.id], [200, service.target.clusterId]);
  });

  it("adds the status to a list in a requested envelope [core/api]", async () => {
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
