import assert from "node:assert/strict";
import { userInfo } from "node:os";
import { isAbsolute } from "node:path";
import { pinnedBinDir, pulumiHome, userHome } from "../../../../scripts/engine/home";
import { pinnedVersion } from "../../../../scripts/engine/pinned";

describe("engine: home", () => {
  it("is PULUMI_HOME when that is set", () => {
    assert.equal(pulumiHome({ PULUMI_HOME: "/engines", HOME: "/home/me" }), "/engines");
  });

  it("is .pulumi in the user's home else", () => {
    assert.equal(pulumiHome({ HOME: "/home/me" }), "/home/me/.pulumi");
  });

  it("does without HOME: the account's home folder", () => {
    assert.equal(userHome({}), userHome({ HOME: "" }));
    assert.ok(isAbsolute(userHome({})));
    assert.ok(userHome({}) === userInfo().homedir || userHome({}).includes("node_modules"));
  });

  it("has a folder for each version, where the npm wrapper looks too", () => {
    assert.equal(pinnedBinDir("/engines"), `/engines/versions/${pinnedVersion}/bin`);
  });
});
