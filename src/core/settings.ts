/** From stack configuration and environment to the settings of a connection. */

import { ConfigError } from "../errors";
import type { ConnectionOptions, NumberOption } from "../http/options";
import { numberOption } from "../http/options";
import { mapValues } from "../json";
import { capitalized, listed } from "../words";

/** Where settings come from. */
export interface SettingsSource {
  /** A value of the stack configuration by its full key, such as `opsmanager:baseUrl`; secrets are decrypted. */
  readonly config: (key: string) => string | undefined;
  /** All values of the stack configuration by key, for messages. @default none is known */
  readonly values?: Readonly<Record<string, string>> | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** Whether the values are the arguments of a provider instance, for messages. @default false */
  readonly isInstance?: boolean | undefined;
  /** Where else a missing setting can come from, for messages. */
  readonly advice?: string | undefined;
}

/** The settings of a connection, which `fields/settings.ts` describes. */
export interface Settings extends ConnectionOptions {
  readonly strictCatalog: boolean;
  readonly onlineChecks: boolean | undefined;
}

interface Found {
  readonly value: string;
  /** The kind of place it was found in. */
  readonly source: "config" | "environment" | "neighbour";
  /** The very key or variable. */
  readonly name: string;
}

const asText = (found: Found | undefined): string | undefined => found?.value;
const flag = (found: Found | undefined): boolean => choice(found) === true;

function choice(found: Found | undefined): boolean | undefined {
  if (found === undefined) return undefined;
  if (found.value === "true" || found.value === "false") return found.value === "true";
  throw new ConfigError(`${found.name} must be true or false, not ${JSON.stringify(found.value)}.`);
}

function number(found: Found | undefined, name: string): number | undefined {
  if (found === undefined) return undefined;
  const given = { name: found.name, value: JSON.stringify(found.value) };
  return numberOption(name as NumberOption, Number(found.value), given);
}

/** How the text of each setting is read. */
const SETTINGS = {
  baseUrl: asText,
  publicKey: asText,
  privateKey: asText,
  caCert: asText,
  clientCert: asText,
  clientKey: asText,
  allowHttp: flag,
  timeoutSeconds: number,
  totalTimeoutSeconds: number,
  maxRetries: number,
  maxConcurrency: number,
  envelope: flag,
  pretty: flag,
  strictCatalog: flag,
  onlineChecks: choice,
} as const satisfies Record<keyof Settings, (found: Found | undefined, name: string) => unknown>;

/** The names of all settings, which are those of the configuration keys. */
export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS);

/** Whether the text of a setting is secret. The path of a key file is not. */
export function isSecretSetting(name: string, value: string): boolean {
  return name === "privateKey" || (name === "clientKey" && value.includes("-----BEGIN"));
}

/** The form of a connection's name. */
export const CONNECTION_NAME = /^[a-z][a-z0-9-]*$/;

/** Names that the tools of the service use; for the default connection only. */
const NEIGHBOUR_VARIABLES: ReadonlyMap<string, string> = new Map([
  ["baseUrl", "MCLI_OPS_MANAGER_URL"],
  ["publicKey", "MCLI_PUBLIC_API_KEY"],
  ["privateKey", "MCLI_PRIVATE_API_KEY"],
]);

/** What no connection can do without. */
const REQUIRED = [
  ["baseUrl", "the base URL of the service"],
  ["publicKey", "the public API key"],
  ["privateKey", "the private API key"],
] as const;

/** Says where the settings that are missing can be set. */
function missingText(
  missing: readonly (typeof REQUIRED)[number][],
  connection: string | undefined,
  isInstance: boolean,
): string {
  const { keyOf, variableOf } = namesOf(connection);
  const [are, them, s] = missing.length === 1 ? ["is", "it", ""] : ["are", "them", "s"];
  const what = listed(missing.map(([, each]) => each));
  const names = listed(missing.map(([name]) => name));
  const commands = missing.map(
    ([name]) => `\`pulumi config set ${name === "privateKey" ? "--secret " : ""}${keyOf(name)} ...\``,
  );
  const where = isInstance ? `the argument${s} ${names} of the provider` : `${them} by ${listed(commands)}`;
  const variables = listed(missing.map(([name]) => variableOf(name)));
  const of = connection === undefined ? "" : ` for the connection "${connection}"`;
  return `${capitalized(what)} ${are} not configured${of}: set ${where}, or set ${variables}.`;
}

/** The keys and variables of a connection. */
function namesOf(connection: string | undefined) {
  const namespace = connection === undefined ? "opsmanager" : `opsmanager-${connection}`;
  const prefix = namespace.toUpperCase().replaceAll("-", "_");
  return {
    keyOf: (name: string): string => `${namespace}:${name}`,
    variableOf: (name: string): string => `${prefix}_${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`,
  };
}

/** Makes a function that names the settings of a connection in a text, which has the names of the default connection. */
export function namingOf(
  connection: string | undefined,
  { isInstance = false }: Pick<SettingsSource, "isInstance">,
): (text: string) => string {
  const [standard, own] = [namesOf(undefined), namesOf(connection)];
  const names = SETTING_NAMES.flatMap((name) => [
    [standard.keyOf(name), isInstance ? name : own.keyOf(name)] as const,
    [standard.variableOf(name), own.variableOf(name)] as const,
  ]);
  const words = new Map(names.filter(([before, after]) => before !== after));
  if (words.size === 0) return (text) => text;
  const pattern = new RegExp(`\\b(?:${[...words.keys()].join("|")})\\b`, "g");
  return (text) => text.replace(pattern, (word) => words.get(word) ?? word);
}

/**
 * The settings of a connection: stack configuration first, then the environment. A named connection never falls back
 * to the default one.
 * @throws ConfigError for what is missing or cannot be used, with the keys and variables to set.
 */
export function settingsOf(
  connection: string | undefined,
  { config, env, isInstance = false, advice = "" }: SettingsSource,
): Settings {
  if (connection !== undefined && !CONNECTION_NAME.test(connection)) {
    throw new ConfigError(`connection: must be a name such as "eu" (${CONNECTION_NAME.source}).`);
  }
  const { keyOf, variableOf } = namesOf(connection);

  const find = (name: string): Found | undefined => {
    const key = keyOf(name);
    const neighbour = (connection === undefined && NEIGHBOUR_VARIABLES.get(name)) || "";
    const places: [Found["source"], string, string | undefined][] = [
      ["config", isInstance ? name : key, config(key)],
      ["environment", variableOf(name), env[variableOf(name)]],
      ["neighbour", neighbour, env[neighbour]],
    ];
    return places
      .map(([source, where, value]) => ({ source, name: where, value: value?.trim() ?? "" }))
      .find(({ value }) => value !== "");
  };
  const missing = REQUIRED.filter(([name]) => find(name) === undefined);
  if (missing.length > 0) throw new ConfigError(missingText(missing, connection, isInstance) + advice);
  const [publicKey, privateKey] = [find("publicKey"), find("privateKey")];
  if (publicKey?.source !== privateKey?.source) {
    throw new ConfigError(
      `The two halves of the API key come from different places (${publicKey?.name} and ${privateKey?.name}), ` +
        `so they may not belong together: set both ${isInstance ? "as arguments of the provider" : "in the stack configuration"}, or both in the environment.`,
    );
  }
  return mapValues(SETTINGS, (read, name) => read(find(name), name)) as unknown as Settings;
}
