import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { pick } from "../../../src/json";
import type { OplogS3Config } from "../../../src/classes/store";
import { create } from "./kinds";
import { arrived, mockEngine, secret, valueOf } from "./registered";

describe("OplogS3Config and S3SnapshotStore", () => {
  beforeEach(mockEngine);

  it("mark the client secret of oidc and none of its other fields", async () => {
    const oidc = pulumi.output({ clientId: "us", clientSecret: "hush" });
    const inputs = await arrived(create("OplogS3Config", "one", { oidc }));
    assert.deepEqual(inputs["oidc"], secret({ clientId: "us", clientSecret: "hush" }));
  });

  for (const oidc of [null, "text", pulumi.output(null)])
    it(`pass an oidc that is not an object, for the check to report (${typeof oidc})`, async () => {
      const passed = (await arrived(create("OplogS3Config", "one", { oidc })))["oidc"];
      assert.equal(passed, typeof oidc === "string" ? oidc : null);
    });

  it("pass adopt under a name that the engine does not show, and have it as an output", async () => {
    const store = create("OplogS3Config", "one", { storeId: "s1", adopt: true }) as OplogS3Config;
    const { storeId, adopt, __adopt } = await arrived(store);
    assert.deepEqual([storeId, adopt, __adopt], ["s1", undefined, true]);
    assert.equal(await valueOf(store.adopt), true);
  });

  it("pass the additional arguments of a snapshot store", async () => {
    const further = { storeId: "s1", loadFactor: 2, objectLockEnabled: true };
    const inputs = await arrived(create("S3SnapshotStore", "one", further));
    assert.deepEqual(pick(inputs, Object.keys(further)), further);
  });
});
