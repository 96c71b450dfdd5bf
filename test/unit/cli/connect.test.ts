import assert from "node:assert/strict";
import { settingsSource } from "../../../src/cli/connect";

const FLAGS = { "base-url": "https://flag.example.com", "public-key": "flag-key" };

describe("the settings of a command", () => {
  const urlAndKey = (env: NodeJS.ProcessEnv, flags = FLAGS): (string | undefined)[] => {
    const source = settingsSource(new Map(), flags, env);
    return [source.env["OPSMANAGER_BASE_URL"], source.env["OPSMANAGER_PUBLIC_KEY"]];
  };

  it("are those of the options if the environment has none", () => {
    assert.deepEqual(urlAndKey({}), ["https://flag.example.com", "flag-key"]);
    assert.deepEqual(urlAndKey({ OPSMANAGER_BASE_URL: " ", OPSMANAGER_PUBLIC_KEY: "" }), [
      "https://flag.example.com",
      "flag-key",
    ]);
  });

  it("are those of the environment before the options, under either name", () => {
    const ours = { OPSMANAGER_BASE_URL: "https://env.example.com", OPSMANAGER_PUBLIC_KEY: "env-key" };
    assert.deepEqual(urlAndKey(ours), ["https://env.example.com", "env-key"]);
    const others = { MCLI_OPS_MANAGER_URL: "https://env.example.com", MCLI_PUBLIC_API_KEY: "env-key" };
    assert.deepEqual(urlAndKey(others), [undefined, undefined]);
  });

  it("come from the configuration of the stack with all other variables of the environment", () => {
    const config = new Map([["opsmanager:baseUrl", "https://stack.example.com"]]);
    const source = settingsSource(config, {}, { OPSMANAGER_PRIVATE_KEY: "secret" });
    assert.equal(source.config("opsmanager:baseUrl"), "https://stack.example.com");
    assert.equal(source.config("opsmanager:publicKey"), undefined);
    assert.deepEqual(source.env, { OPSMANAGER_PRIVATE_KEY: "secret" });
  });
});
