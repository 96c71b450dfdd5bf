/** Opens the connections of a process to services. */

import { adviseOnRefusal } from "../api/advice";
import { createApiClient } from "../http/api-client";
import { requestLog } from "../http/log";
import type { Settings, SettingsSource } from "./settings";
import { namingOf, settingsOf } from "./settings";
import type { MarkedSecrets } from "../secrets/marked";
import { createOnce } from "./once";

/** A connection to a service, with everything that lives as long as it does. */
export type Connection = ReturnType<typeof open>;

/**
 * Says which service a resource is on: in the classes by the name of a connection, in the plugin by the address of its provider.
 * `undefined` is the default connection.
 */
export type ServiceRef = string | undefined;

/**
 * Returns the connection to a service, which is opened by the first call.
 * @throws ConfigError for settings that are missing or cannot be used
 */
export type Connections = (service: ServiceRef) => Connection;

/** The connections of a provider process, whose settings do not change. */
export function createConnections(source: SettingsSource, marked?: MarkedSecrets): Connections {
  return eachOnce((name) => open(name, settingsOf(name, source), source, marked));
}

/** Opens each connection once. */
export function eachOnce(connect: Connections): Connections {
  const once = createOnce();
  // As JSON: the default connection is not the one of the name "undefined".
  return (name) => once(JSON.stringify([name]), () => connect(name));
}

/** The connections of a program process. Its settings are read at each call: programs of several stacks may run in it. */
export function createProgramConnections(source: SettingsSource, marked: MarkedSecrets): Connections {
  const once = createOnce();
  return (name) => {
    const settings = settingsOf(name, source);
    return once(JSON.stringify(settings), () => open(name, settings, source, marked));
  };
}

function open(name: string | undefined, settings: Settings, source: SettingsSource, marked?: MarkedSecrets) {
  const { env, values = {} } = source;
  const named = namingOf(name, source);
  return {
    settings,
    /** Names the settings of this connection in a text, which has the names of the default one. */
    named,
    api: createApiClient(
      settings,
      { env, log: requestLog(env), named, furtherSecrets: (request) => marked?.inRequest(request) ?? [] },
      adviseOnRefusal,
    ),
    /** Returns the value of a key, and makes it when it is first asked for. */
    once: createOnce(),
    /** Names the keys of the stack configuration that have this value: all of them, since nobody knows which one the program reads. */
    configKeyOf: (value: unknown): string | undefined => {
      const keys = Object.keys(values).filter((key) => values[key] === value);
      return keys.length === 0 ? undefined : keys.join(" or ");
    },
  };
}
