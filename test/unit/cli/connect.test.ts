import assert from "node:assert/strict";
import { settingsSource } from "../../../src/cli/connect";

describe("the settings of a command", () => {
  const flags = { "base-url": "https://flag.example.com", "public-key": "flag-key" };
  const [URL, KEY] = ["https://env.example.com", "env-key"];
  const cases: [what: string, env: NodeJS.ProcessEnv, isOfOptions: boolean][] = [
    ["the options if the environment has none", {}, true],
    ["the options if they are empty there", { OPSMANAGER_BASE_URL: " ", OPSMANAGER_PUBLIC_KEY: "" }, true],
    ["the environment", { OPSMANAGER_BASE_URL: URL, OPSMANAGER_PUBLIC_KEY: KEY }, false],
    ["the environment by other names", { MCLI_OPS_MANAGER_URL: URL, MCLI_PUBLIC_API_KEY: KEY }, false],
  ];
  for (const [what, env, isOfOptions] of cases)
    it(`are those of ${what}`, () => {
      const given = { OPSMANAGER_BASE_URL: flags["base-url"], OPSMANAGER_PUBLIC_KEY: flags["public-key"] };
      assert.deepEqual(settingsSource(new Map(), flags, env).env, isOfOptions ? { ...env, ...given } : env);
    });
});
