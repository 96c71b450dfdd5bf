// The source of each expectation is in brackets: "required" is what this package requires of a service with API v1.0, any
// other name is a page of the Ops Manager documentation below reference/api or core.
import assert from "node:assert/strict";
import { call, parseChallenge } from "./support/client";
import { useService } from "./support/service";

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
