import assert from "node:assert/strict";
import { SETTING_NAMES } from "../../../src/core/settings";
import { unknownKeys } from "../../../src/program/run";

describe("unknownKeys", () => {
  const NO_SUCH = "in the stack configuration has no effect: it is not a setting";

  for (const [key, meant] of Object.entries({
    "opsmanager:baseURL": " (did you mean opsmanager:baseUrl?)",
    "opsmanager:timeoutSecond": " (did you mean opsmanager:timeoutSeconds?)",
    "opsmanager-eu-1:privatekey": " (did you mean opsmanager-eu-1:privateKey?)",
    "opsmanager:projectId": "",
  }))
    it(`reports ${key}${meant}`, () =>
      assert.deepEqual(unknownKeys([key], "shop"), [`${key} ${NO_SUCH}${meant}.`]));

  it("accepts every setting in both namespaces, and all keys of other namespaces", () => {
    const namespaces = ["opsmanager", "opsmanager-eu"];
    const keys = namespaces.flatMap((namespace) => SETTING_NAMES.map((name) => `${namespace}:${name}`));
    assert.deepEqual(unknownKeys([...keys, "shop:baseURL", "opsmanagers:baseURL", "aws:region"], "shop"), []);
  });

  it("ignores the keys of a project called opsmanager, unless only their letter case is wrong", () => {
    const keys = ["opsmanager:projectId", "opsmanager:timeoutSecond", "opsmanager:baseURL"];
    assert.deepEqual(unknownKeys(keys, "opsmanager"), [
      `opsmanager:baseURL ${NO_SUCH} (did you mean opsmanager:baseUrl?).`,
    ]);
  });
});
