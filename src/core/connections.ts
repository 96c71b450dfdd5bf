/** The clients of this process: one for each connection. */

import type { ApiClient } from "../http/api-client";
import { createApiClient } from "../http/api-client";
import { logLevelOf } from "../http/log";
import type { Settings, SettingsSource } from "./connection";
import { settingsOf } from "./connection";
import { markedInRequest } from "./marked-secrets";

export interface Connection {
  readonly api: ApiClient;
  readonly settings: Settings;
}

/** Gives the connection of a name, made at first use: one client, so one connection pool and one nonce. */
export type Connections = (name: string | undefined) => Connection;

export function createConnections(source: SettingsSource): Connections {
  const made = new Map<string | undefined, Connection>();
  return (name) => {
    let connection = made.get(name);
    if (connection === undefined) {
      const settings = settingsOf(name, source);
      const log = {
        level: logLevelOf(source.env["OPSMANAGER_LOG"]),
        write: (line: string) => process.stderr.write(`${line}\n`),
      };
      connection = {
        settings,
        api: createApiClient(settings, { env: source.env, log, furtherSecrets: markedInRequest }),
      };
      made.set(name, connection);
    }
    return connection;
  };
}
