// Sources are in brackets: "specification" is the API specification that this package follows, a path is the page of that
// name in the Ops Manager documentation, below reference/api or core.
import assert from "node:assert/strict";
import { call, challengeOf } from "./support/client";
import { useService } from "./support/service";

describe("the service: authentication", () => {
  const service = useService();

  it("challenges who has no credentials [specification 5.2]", async () => {
    const answer = await service.call("GET", `/groups/${service.target.projectId}/clusters`, {
      anonymous: true,
    });
    assert.equal(answer.status, 401);
    assert.equal(answer.headers.get("content-type"), "application/json;charset=ISO-8859-1");
    assert.match(answer.headers.get("www-authenticate") ?? "", /^Digest /);
    const challenge = challengeOf(answer);
    for (const name of ["realm", "nonce"]) assert.notEqual(challenge.get(name) ?? "", "", name);
    assert.deepEqual(
      [challenge.get("domain"), challenge.get("algorithm"), challenge.get("stale")],
      ["", "MD5", "false"],
    );
    // The specification prints op, real servers are seen to send qop.
    assert.equal(challenge.get("op") ?? challenge.get("qop"), "auth");
  });

  it("has the realm of the public API [api-headers/401]", async () => {
    const challenge = challengeOf(await service.call("GET", "/", { anonymous: true }));
    assert.equal(challenge.get("realm"), "MMS Public API");
  });

  it("wants credentials for each of the six operations [specification 5.1]", async () => {
    const { projectId, orgId, apiKeyId, clusterId } = service.target;
    for (const [method, path] of [
      ["GET", `/orgs/${orgId}/apiKeys/${apiKeyId}/accessList/192.0.2.1`],
      ["POST", "/admin/backup/oplog/s3Configs"],
      ["PATCH", `/groups/${projectId}/clusters/${clusterId}`],
      ["GET", `/groups/${projectId}/automationConfig/auditLogRotateConfig`],
      ["PUT", "/versionManifest"],
      ["POST", `/groups/${projectId}/alertConfigs`],
    ] as const) {
      const body = method === "GET" ? {} : { body: {} };
      const { status } = await service.call(method, path, { anonymous: true, ...body });
      assert.equal(status, 401, `${method} ${path}`);
    }
  });

  it("lets in who repeats the request with the answer to the challenge [specification 5.3]", async () => {
    assert.equal((await service.call("GET", `/groups/${service.target.projectId}/clusters`)).status, 200);
  });

  it("answers 401 to a wrong private key [specification 7]", async () => {
    const login = { ...service.target, privateKey: "00000000-0000-0000-0000-000000000000" };
    const answer = await call(login, "GET", `/groups/${service.target.projectId}/clusters`);
    assert.equal(answer.status, 401);
    assert.ok(challengeOf(answer).has("nonce"));
  });

  it("takes one nonce for several requests with a rising count [seen in the logs of a public client]", async () => {
    const group = `/groups/${service.target.projectId}`;
    const answers = await service.callWithOneNonce(
      `${group}/clusters`,
      `${group}/alertConfigs?itemsPerPage=1`,
      `${group}/clusters`,
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
  });
});
