/** The connections of a command: from the configuration of a stack, the environment and its options. */

import type { SettingsSource } from "../core/settings";
import type { Connections } from "../core/connections";
import { createConnections, eachOnce } from "../core/connections";
import type { PlainObject } from "../json";
import { containsUnknown } from "../unknowns";
import { readStackConfig } from "./stack";

/** Options of all commands that talk to a service. */
export const CONNECTION_OPTIONS = {
  stack: { type: "string" },
  "base-url": { type: "string" },
  "public-key": { type: "string" },
} as const;

export const CONNECTION_USAGE = `Connection (a private key is never an option):
  --stack <name>       read the settings opsmanager:* from the configuration of this stack
  --base-url <url>     the address, if neither the stack nor OPSMANAGER_BASE_URL has it
  --public-key <key>   the public API key, if neither the stack nor OPSMANAGER_PUBLIC_KEY has it
  OPSMANAGER_PRIVATE_KEY and the other variables of the provider are read from the environment.
`;

type ConnectionFlags = { readonly [Name in keyof typeof CONNECTION_OPTIONS]?: string | undefined };

/** @param folder that of the program whose stack is meant, also without `--stack` */
export async function connect(
  flags: ConnectionFlags,
  env: NodeJS.ProcessEnv,
  folder?: string,
): Promise<Connections> {
  const { stack } = flags;
  const hasStack = stack !== undefined || folder !== undefined;
  const config = hasStack ? await readStackConfig({ stack, folder }) : new Map<string, string>();
  const advice = hasStack ? "" : " With --stack <name>, the configuration of that stack is read.";
  return createConnections({ ...settingsSource(config, flags, env), advice });
}

/** The connections of a stack, and those of its provider instances by URN: from the state and the environment, as the plugin has them. */
export function withInstances(
  connections: Connections,
  instances: ReadonlyMap<string, PlainObject>,
  env: NodeJS.ProcessEnv,
): Connections {
  return eachOnce((name) => {
    const settings = instances.get(name ?? "");
    if (settings === undefined) return connections(name);
    if (containsUnknown(settings))
      throw new Error(`${name}: its settings are encrypted in the state. Use --show-secrets.`);
    const config = Object.entries(settings).map(
      ([key, value]) => [`opsmanager:${key}`, String(value)] as const,
    );
    return createConnections({ ...settingsSource(new Map(config), {}, env), isInstance: true })(undefined);
  });
}

export function settingsSource(
  config: ReadonlyMap<string, string>,
  flags: ConnectionFlags,
  env: NodeJS.ProcessEnv,
): SettingsSource {
  const withDefault = (name: string, neighbour: string, value: string | undefined): NodeJS.ProcessEnv =>
    value === undefined || isSet(env[name]) || isSet(env[neighbour]) ? {} : { [name]: value };
  return {
    config: (key) => config.get(key),
    env: {
      ...env,
      ...withDefault("OPSMANAGER_BASE_URL", "MCLI_OPS_MANAGER_URL", flags["base-url"]),
      ...withDefault("OPSMANAGER_PUBLIC_KEY", "MCLI_PUBLIC_API_KEY", flags["public-key"]),
    },
  };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== "";
}
