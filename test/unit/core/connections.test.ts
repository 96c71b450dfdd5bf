import assert from "node:assert/strict";
import { createConnections } from "../../../src/core/connections";
import { isConfigError } from "../../../src/errors";

const config: Record<string, string> = {
  "opsmanager:baseUrl": "https://one",
  "opsmanager:publicKey": "p",
  "opsmanager:privateKey": "q",
  "opsmanager-eu:baseUrl": "https://eu",
  "opsmanager-eu:publicKey": "p",
  "opsmanager-eu:privateKey": "q",
};

describe("createConnections", () => {
  it("creates one client for each connection, at its first use", () => {
    let reads = 0;
    const connections = createConnections({
      config: (key) => {
        reads++;
        return config[key];
      },
      env: {},
    });
    assert.equal(reads, 0);
    assert.equal(connections(undefined), connections(undefined));
    assert.equal(connections("eu"), connections("eu"));
    assert.notEqual(connections("eu").api, connections(undefined).api);
    assert.equal(connections("eu").settings.baseUrl, "https://eu");
  });

  it("does not take a connection of the name undefined for the default one", () => {
    const connections = createConnections({ config: (key) => config[key], env: {} });
    assert.equal(connections(undefined).settings.baseUrl, "https://one");
    assert.throws(() => connections("undefined"), isConfigError);
  });

  it("reads the configuration again after a connection was not configured", () => {
    const values = { ...config };
    delete values["opsmanager:baseUrl"];
    const connections = createConnections({ config: (key) => values[key], env: {} });
    assert.throws(() => connections(undefined), isConfigError);
    values["opsmanager:baseUrl"] = "https://one";
    assert.equal(connections(undefined).settings.baseUrl, "https://one");
  });
});
