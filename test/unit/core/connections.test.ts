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

  describe("names its own settings in a message about", () => {
    const closed = { baseUrl: "http://127.0.0.1:1", publicKey: "p", privateKey: "q", maxRetries: "0" };
    const namespaced = Object.fromEntries(
      Object.entries(closed).map(([name, value]) => [`opsmanager-eu:${name}`, value]),
    );
    const ofInstance = {
      config: (key: string) => ({ ...closed })[key.split(":")[1] ?? ""],
      isInstance: true,
    };
    const sources = [
      ["a named connection", { config: (key: string) => namespaced[key] }, "eu", "opsmanager-eu:baseUrl"],
      ["a provider instance", ofInstance, undefined, "baseUrl"],
    ] as const;
    for (const [what, source, name, setting] of sources)
      it(what, async () => {
        const { api } = createConnections({ ...source, env: {} })(name);
        const request = api.request({
          method: "GET",
          path: "/x",
          schema: { safeParse: assert.fail },
        });
        await assert.rejects(request, ({ message }: Error) =>
          message.includes(` Check ${setting}, HTTPS_PROXY`),
        );
        await api.close();
      });

    it("plain http to another host", () => {
      const valueOf = (key: string) =>
        ({ ...namespaced, "opsmanager-eu:baseUrl": "http://om.example.com" })[key];
      assert.throws(() => createConnections({ config: valueOf, env: {} })("eu"), {
        message: /set allowHttp \(opsmanager-eu:allowHttp, OPSMANAGER_EU_ALLOW_HTTP\)/,
      });
    });
  });
});
