import assert from "node:assert/strict";
import type { Settings } from "../../../src/core/settings";
import { settingsOf } from "../../../src/core/settings";
import { isConfigError } from "../../../src/errors";

type Values = Record<string, string>;

function settings(connection: string | undefined, config: Values, env: Values = {}): Settings {
  return settingsOf(connection, { config: (key) => config[key], env });
}

function refused(connection: string | undefined, config: Values, env: Values, message: RegExp): void {
  assert.throws(
    () => settings(connection, config, env),
    (error) => isConfigError(error) && message.test(error.message) && !error.message.includes("s3cret"),
  );
}

const CONFIG = {
  "opsmanager:baseUrl": "https://config",
  "opsmanager:publicKey": "config-public",
  "opsmanager:privateKey": "config-s3cret",
};
const ENV = {
  OPSMANAGER_BASE_URL: "https://env",
  OPSMANAGER_PUBLIC_KEY: "env-public",
  OPSMANAGER_PRIVATE_KEY: "env-s3cret",
};
const MCLI = {
  MCLI_OPS_MANAGER_URL: "https://mcli",
  MCLI_PUBLIC_API_KEY: "mcli-public",
  MCLI_PRIVATE_API_KEY: "mcli-s3cret",
};
const EU = {
  "opsmanager-eu:baseUrl": "https://eu",
  "opsmanager-eu:publicKey": "eu-public",
  "opsmanager-eu:privateKey": "eu-s3cret",
};

describe("settingsOf", () => {
  describe("sources of settings", () => {
    const essentials = ({ baseUrl, publicKey, privateKey }: Settings): string =>
      `${baseUrl} ${publicKey} ${privateKey}`;
    /** The names of the sources of the URL, the public and the private key. */
    const cases: [what: string, config: Values, env: Values, sources: string, connection?: string][] = [
      ["stack configuration", CONFIG, {}, "config config config"],
      ["the environment", {}, ENV, "env env env"],
      ["the environment of MongoDB's own tools", {}, MCLI, "mcli mcli mcli"],
      ["the configuration before the environment", CONFIG, { ...ENV, ...MCLI }, "config config config"],
      ["the variables of the provider before those of the tools", {}, { ...MCLI, ...ENV }, "env env env"],
      [
        "the URL and the keys from different sources",
        { "opsmanager:baseUrl": "https://config" },
        ENV,
        "config env env",
      ],
      [
        "empty values as unset",
        { ...CONFIG, "opsmanager:baseUrl": " " },
        { ...ENV, OPSMANAGER_PUBLIC_KEY: "" },
        "env config config",
      ],
      [
        "values without surrounding white space",
        { ...CONFIG, "opsmanager:privateKey": " config-s3cret\n" },
        {},
        "config config config",
      ],
      [
        "the configuration of a named connection",
        { ...CONFIG, ...EU },
        { ...ENV, ...MCLI },
        "eu eu eu",
        "eu",
      ],
      [
        "the environment of a named connection",
        {},
        {
          OPSMANAGER_EU_WEST_1_BASE_URL: "https://w",
          OPSMANAGER_EU_WEST_1_PUBLIC_KEY: "w-public",
          OPSMANAGER_EU_WEST_1_PRIVATE_KEY: "w-s3cret",
        },
        "w w w",
        "eu-west-1",
      ],
    ];
    for (const [what, config, env, sources, connection] of cases) {
      const [url, publicKey, privateKey] = sources.split(" ");
      const found = `https://${url} ${publicKey}-public ${privateKey}-s3cret`;
      it(`uses ${what}`, () => assert.equal(essentials(settings(connection, config, env)), found));
    }
  });

  describe("every setting", () => {
    const all: [name: keyof Settings, variable: string, text: string, value: unknown][] = [
      ["caCert", "CA_CERT", "/etc/ca.pem", "/etc/ca.pem"],
      ["clientCert", "CLIENT_CERT", "/etc/c.pem", "/etc/c.pem"],
      ["clientKey", "CLIENT_KEY", "/etc/c.key", "/etc/c.key"],
      ["allowHttp", "ALLOW_HTTP", "true", true],
      ["allowHttp", "ALLOW_HTTP", "false", false],
      ["timeoutSeconds", "TIMEOUT_SECONDS", "1.5", 1.5],
      ["totalTimeoutSeconds", "TOTAL_TIMEOUT_SECONDS", "900", 900],
      ["maxRetries", "MAX_RETRIES", "0", 0],
      ["maxConcurrency", "MAX_CONCURRENCY", "3", 3],
      ["envelope", "ENVELOPE", "true", true],
      ["pretty", "PRETTY", "true", true],
      ["strictCatalog", "STRICT_CATALOG", "true", true],
      ["onlineChecks", "ONLINE_CHECKS", "true", true],
    ];
    for (const [name, variable, text, value] of all) {
      it(`${name} = ${text}`, () => {
        assert.equal(settings(undefined, CONFIG, { [`OPSMANAGER_${variable}`]: text })[name], value);
        assert.equal(settings("eu", { ...EU, [`opsmanager-eu:${name}`]: text })[name], value);
        assert.equal(settings("eu", EU, { [`OPSMANAGER_EU_${variable}`]: text })[name], value);
        const config = { ...CONFIG, [`opsmanager:${name}`]: text };
        assert.equal(settings(undefined, config)[name], value);
        assert.equal(settings(undefined, config, { [`OPSMANAGER_${variable}`]: "x" })[name], value);
      });

      it(`${name} of the default connection does not apply to a named one`, () => {
        const config = { ...EU, [`opsmanager:${name}`]: text };
        const isFlag = typeof value === "boolean" && name !== "onlineChecks";
        const expected = isFlag ? false : undefined;
        assert.equal(settings("eu", config, { [`OPSMANAGER_${variable}`]: text })[name], expected);
      });
    }

    it("is undefined or false by default", () => {
      const { baseUrl: _, publicKey: _p, privateKey: _q, ...rest } = settings(undefined, CONFIG);
      assert.deepEqual(rest, {
        caCert: undefined,
        clientCert: undefined,
        clientKey: undefined,
        allowHttp: false,
        timeoutSeconds: undefined,
        totalTimeoutSeconds: undefined,
        maxRetries: undefined,
        maxConcurrency: undefined,
        envelope: false,
        pretty: false,
        strictCatalog: false,
        onlineChecks: undefined,
      });
    });
  });

  describe("refuses", () => {
    const without = (values: Values, name: string): Values =>
      Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
    const cases: [what: string, config: Values, env: Values, message: RegExp, connection?: string][] = [
      [
        "a missing base URL",
        {},
        {},
        /^The base URL of the service is not configured: set it by `pulumi config set opsmanager:baseUrl \.\.\.`, or set OPSMANAGER_BASE_URL\.$/,
      ],
      [
        "a missing public key",
        without(CONFIG, "opsmanager:publicKey"),
        {},
        /^The public API key is not configured: .*`pulumi config set opsmanager:publicKey \.\.\.`, or set OPSMANAGER_PUBLIC_KEY/,
      ],
      [
        "a missing private key",
        without(CONFIG, "opsmanager:privateKey"),
        {},
        /^The private API key is not configured: .*`pulumi config set --secret opsmanager:privateKey \.\.\.`, or set OPSMANAGER_PRIVATE_KEY/,
      ],
      [
        "a named connection without settings",
        CONFIG,
        { ...ENV, ...MCLI },
        /not configured for the connection "eu-2": .*opsmanager-eu-2:baseUrl.*OPSMANAGER_EU_2_BASE_URL/,
        "eu-2",
      ],
      [
        "a named connection with only a URL",
        { "opsmanager-eu:baseUrl": "https://eu", ...CONFIG },
        ENV,
        /public API key is not configured for the connection "eu"/,
        "eu",
      ],
      [
        "a public key in the configuration with a private key in the environment",
        without(CONFIG, "opsmanager:privateKey"),
        ENV,
        /two halves of the API key come from different places \(opsmanager:publicKey and OPSMANAGER_PRIVATE_KEY\)/,
      ],
      [
        "a public key and a private key in different kinds of variables",
        { "opsmanager:baseUrl": "https://a" },
        { OPSMANAGER_PUBLIC_KEY: "p", MCLI_PRIVATE_API_KEY: "s3cret" },
        /\(OPSMANAGER_PUBLIC_KEY and MCLI_PRIVATE_API_KEY\)/,
      ],
      [
        "a flag that is neither true nor false",
        { ...CONFIG, "opsmanager:allowHttp": "yes" },
        {},
        /^opsmanager:allowHttp must be true or false, not "yes"\.$/,
      ],
      [
        "a flag of the environment that is neither true nor false",
        CONFIG,
        { OPSMANAGER_PRETTY: "1" },
        /^OPSMANAGER_PRETTY must be true or false, not "1"\.$/,
      ],
      [
        "a timeout that is not a number",
        { ...CONFIG, "opsmanager:timeoutSeconds": "soon" },
        {},
        /^opsmanager:timeoutSeconds must be a number above 0, not "soon"\.$/,
      ],
      [
        "a number out of range",
        CONFIG,
        { OPSMANAGER_MAX_CONCURRENCY: "0" },
        /^OPSMANAGER_MAX_CONCURRENCY must be a whole number from 1 on, not "0"\.$/,
      ],
      [
        "a fractional number of retries",
        { ...EU, "opsmanager-eu:maxRetries": "1.5" },
        {},
        /^opsmanager-eu:maxRetries must be a whole number from 0 on, not "1\.5"\.$/,
        "eu",
      ],
      ["a name with capital letters", CONFIG, {}, /^connection: must be a name such as "eu"/, "EU"],
      ["an empty name", CONFIG, {}, /^connection: must be a name/, ""],
      ["a name with a colon", CONFIG, {}, /^connection: must be a name/, "eu:x"],
    ];
    for (const [what, config, env, message, connection] of cases) {
      it(what, () => refused(connection, config, env, message));
    }
  });
});
