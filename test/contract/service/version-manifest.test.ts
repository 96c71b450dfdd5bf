// The sources in brackets are explained in authentication.test.ts.
import assert from "node:assert/strict";
import { mayUploadManifest, useService } from "./support/service";

describe("the service: version manifest", () => {
  const service = useService();

  it("returns the manifest without credentials [get-om-version-manifest]", async () => {
    const { status, body } = await service.call("GET /unauth/versionManifest", { anonymous: true });
    assert.equal(status, 200);
    assert.ok(Array.isArray(body.versions) && body.versions.length > 0);
    for (const { name, builds } of body.versions)
      assert.ok(typeof name === "string" && Array.isArray(builds), name);
  });

  // Uploads the manifest that the service already has.
  if (mayUploadManifest)
    it("accepts a manifest, and returns it as JSON [required; seen in public clients]", async () => {
      const { text, body: held } = await service.call("GET /unauth/versionManifest", { anonymous: true });
      const { status, headers, body } = await service.call("PUT /versionManifest", { body: text });
      assert.equal(status, 200);
      assert.match(headers.get("content-type") ?? "", /^application\/json/);
      assert.deepEqual(body, held);
    });
});
