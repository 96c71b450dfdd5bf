import assert from "node:assert/strict";
import { userInfo } from "node:os";
import { isAbsolute } from "node:path";
import { pinnedBinDir, pulumiHome, userHome } from "../../../../scripts/engine/home";
import { pinnedVersion } from "../../../../scripts/engine/pinned";

describe("engine: home", () => {
  it("is PULUMI_HOME if that is set", () => {
    assert.equal(pulumiHome({ PULUMI_HOME: "/engines", HOME: "/home/me" }), "/engines");
  });

  it("is otherwise .pulumi in the home folder of the user", () => {
    assert.equal(pulumiHome({ HOME: "/home/me" }), "/home/me/.pulumi");
  });

  it("uses the home folder of the account without HOME", () => {
    assert.equal(userHome({}), userHome({ HOME: "" }));
    assert.ok(isAbsolute(userHome({})));
    assert.ok(userHome({}) === userInfo().homedir || userHome({}).includes("node_modules"));
  });

  it("has a folder for each version, which the npm wrapper also uses", () => {
    assert.equal(pinnedBinDir("/engines"), `/engines/versions/${pinnedVersion}/bin`);
  });
});
