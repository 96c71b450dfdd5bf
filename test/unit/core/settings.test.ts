import assert from "node:assert/strict";
import type { Settings } from "../../../src/core/settings";
import { settingsOf } from "../../../src/core/settings";
import { isConfigError } from "../../../src/errors";
import { withoutUndefined } from "../../../src/json";

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

/** The URL and the keys of a source under these names. */
const of = (source: string, url: string, publicKey: string, privateKey: string): Values => ({
  [url]: `https://${source}`,
  [publicKey]: `${source}-public`,
  [privateKey]: `${source}-s3cret`,
});
const inEnvironment = (source: string, prefix: string): Values =>
  of(source, `${prefix}_BASE_URL`, `${prefix}_PUBLIC_KEY`, `${prefix}_PRIVATE_KEY`);
const CONFIG = of("config", "opsmanager:baseUrl", "opsmanager:publicKey", "opsmanager:privateKey");
const EU = of("eu", "opsmanager-eu:baseUrl", "opsmanager-eu:publicKey", "opsmanager-eu:privateKey");
const ENV = inEnvironment("env", "OPSMANAGER");
const MCLI = of("mcli", "MCLI_OPS_MANAGER_URL", "MCLI_PUBLIC_API_KEY", "MCLI_PRIVATE_API_KEY");
const KEY = "opsmanager:privateKey";
const without = (values: Values, name: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
const only = (name: string): Values => ({ [`opsmanager:${name}`]: "https://config" });

describe("settingsOf", () => {
  describe("sources of settings", () => {
    const essentials = ({ baseUrl, publicKey, privateKey }: Settings): string =>
      `${baseUrl} ${publicKey} ${privateKey}`;
    /** The names of the sources of the URL, the public and the private key. */
    const OTHER = { OPSMANAGER_PUBLIC_KEY: "", OPSMANAGER_BASE_URL: "https://env" };
    const WEST = inEnvironment("west", "OPSMANAGER_EU_WEST_1");
    const cases: [what: string, config: Values, env: Values, sources: string, connection?: string][] = [
      ["stack configuration", CONFIG, {}, "config config config"],
      ["the environment", {}, ENV, "env env env"],
      ["the environment of MongoDB's own tools", {}, MCLI, "mcli mcli mcli"],
      ["the configuration before the environment", CONFIG, { ...ENV, ...MCLI }, "config config config"],
      ["the variables of the provider before those of the tools", {}, { ...MCLI, ...ENV }, "env env env"],
      ["the URL and the keys from different sources", only("baseUrl"), ENV, "config env env"],
      ["empty values as unset", { ...CONFIG, "opsmanager:baseUrl": " " }, OTHER, "env config config"],
      ["values without white space", { ...CONFIG, [KEY]: " config-s3cret\n" }, {}, "config config config"],
      ["the configuration of a connection", { ...CONFIG, ...EU }, { ...ENV, ...MCLI }, "eu eu eu", "eu"],
      ["the environment of a named connection", {}, WEST, "west west west", "eu-west-1"],
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
      it(`${name} = ${text}, from any source, and of the default connection not for a named one`, () => {
        assert.equal(settings(undefined, CONFIG, { [`OPSMANAGER_${variable}`]: text })[name], value);
        assert.equal(settings("eu", { ...EU, [`opsmanager-eu:${name}`]: text })[name], value);
        assert.equal(settings("eu", EU, { [`OPSMANAGER_EU_${variable}`]: text })[name], value);
        const config = { ...CONFIG, [`opsmanager:${name}`]: text };
        assert.equal(settings(undefined, config)[name], value);
        assert.equal(settings(undefined, config, { [`OPSMANAGER_${variable}`]: "x" })[name], value);
        const ofDefault = { ...EU, [`opsmanager:${name}`]: text };
        const found = settings("eu", ofDefault, { [`OPSMANAGER_${variable}`]: text });
        assert.equal(found[name], settings("eu", EU)[name]);
      });
    }

    it("is undefined or false by default", () => {
      const { baseUrl: _, publicKey: _p, privateKey: _q, ...rest } = settings(undefined, CONFIG);
      const off = { allowHttp: false, envelope: false, pretty: false, strictCatalog: false };
      assert.deepEqual(withoutUndefined(rest), off);
    });
  });

  it("names the arguments of a provider instance", () => {
    const refusal = (config: Values, env: Values, message: RegExp): void =>
      assert.throws(() => settingsOf(undefined, { config: (key) => config[key], env, isInstance: true }), {
        message,
      });
    const unset =
      /^The public API key is not configured: set the argument publicKey of the provider, or set OPSMANAGER_PUBLIC_KEY\.$/;
    refusal(without(CONFIG, "opsmanager:publicKey"), {}, unset);
    const halves =
      /different places \(publicKey and OPSMANAGER_PRIVATE_KEY\), .*: set both as arguments of the provider, or both/;
    refusal(without(CONFIG, KEY), { OPSMANAGER_PRIVATE_KEY: "env-s3cret" }, halves);
    refusal(
      { ...CONFIG, "opsmanager:allowHttp": "yes" },
      {},
      /^allowHttp must be true or false, not "yes"\.$/,
    );
  });

  describe("refuses", () => {
    const unset = (what: string, flag: string, key: string, variable: string): RegExp => {
      const advice = `\`pulumi config set ${flag}opsmanager:${key} \\.\\.\\.\`, or set OPSMANAGER_${variable}`;
      return new RegExp(`^The ${what} is not configured: .*${advice}`);
    };
    const [NO_PUBLIC, NO_PRIVATE] = [without(CONFIG, "opsmanager:publicKey"), without(CONFIG, KEY)];
    const halves = (first: string, second: string): RegExp =>
      new RegExp(`two halves of the API key come from different places \\(${first} and ${second}\\)`);
    const BOOLEAN = "must be true or false, not";
    const NAME = /^connection: must be a name such as "eu"/;
    const NO_BASE_URL = unset("base URL of the service", "", "baseUrl", "BASE_URL\\.$");
    const NO_KEY = unset("public API key", "", "publicKey", "PUBLIC_KEY");
    const NO_SECRET = unset("private API key", "--secret ", "privateKey", "PRIVATE_KEY");
    const NO_EU2 =
      /not configured for the connection "eu-2": .*opsmanager-eu-2:baseUrl.*OPSMANAGER_EU_2_BASE_URL/;
    const NO_EU_KEY = /public API key and the private API key are not configured for the connection "eu"/;
    const NOTHING =
      /^The base URL of the service, the public API key and the private API key are not configured: set them by `pulumi config set opsmanager:baseUrl \.\.\.`, `.*publicKey \.\.\.` and `pulumi config set --secret opsmanager:privateKey \.\.\.`, or set OPSMANAGER_BASE_URL, OPSMANAGER_PUBLIC_KEY and OPSMANAGER_PRIVATE_KEY\.$/;
    const ONLY_URL = { "opsmanager-eu:baseUrl": "https://eu", ...CONFIG };
    const ENV_HALF = halves("opsmanager:publicKey", "OPSMANAGER_PRIVATE_KEY");
    const MIXED = { OPSMANAGER_PUBLIC_KEY: "p", MCLI_PRIVATE_API_KEY: "s3cret" };
    const MIXED_HALVES = halves("OPSMANAGER_PUBLIC_KEY", "MCLI_PRIVATE_API_KEY");
    const cases: [what: string, config: Values, env: Values, message: RegExp, connection?: string][] = [
      ["a configuration without anything", {}, {}, NOTHING],
      ["a missing base URL", without(CONFIG, "opsmanager:baseUrl"), {}, NO_BASE_URL],
      ["a missing public key", NO_PUBLIC, {}, NO_KEY],
      ["a missing private key", NO_PRIVATE, {}, NO_SECRET],
      ["a named connection without settings", CONFIG, { ...ENV, ...MCLI }, NO_EU2, "eu-2"],
      ["a named connection with only a URL", ONLY_URL, ENV, NO_EU_KEY, "eu"],
      ["halves of a key in the configuration and the environment", NO_PRIVATE, ENV, ENV_HALF],
      ["halves of a key in two kinds of variables", only("baseUrl"), MIXED, MIXED_HALVES],
      ["a name with capital letters", CONFIG, {}, NAME, "EU"],
      ["an empty name", CONFIG, {}, NAME, ""],
      ["a name with a colon", CONFIG, {}, NAME, "eu:x"],
    ];
    for (const [what, config, env, message, connection] of cases) {
      it(what, () => refused(connection, config, env, message));
    }

    const values: [key: string, text: string, message: string][] = [
      ["opsmanager:allowHttp", "yes", BOOLEAN],
      ["OPSMANAGER_PRETTY", "1", BOOLEAN],
      ["opsmanager:timeoutSeconds", "soon", "must be a number above 0, not"],
      ["OPSMANAGER_MAX_CONCURRENCY", "0", "must be a whole number of at least 1, not"],
      ["opsmanager-eu:maxRetries", "1.5", "must be a whole number of at least 0, not"],
    ];
    for (const [key, text, message] of values) {
      it(`${key} = ${text}`, () => {
        const expected = new RegExp(`^${key} ${message} "${text.replace(".", "\\.")}"\\.$`);
        const connection = key.includes("-eu:") ? "eu" : undefined;
        refused(connection, { ...CONFIG, ...EU, [key]: text }, { [key]: text }, expected);
      });
    }
  });
});
