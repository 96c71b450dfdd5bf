/** The connections of the program's own process: functions run there, in a preview too. */

import { createHash } from "node:crypto";
import { settingsOf } from "../core/connection";
import { createConnections } from "../core/connections";
import { programSettings } from "../core/program";
import type { ApiClient } from "../http/api-client";
import { canonicalJson } from "../json";

/** By a digest of the settings: in one process programs of several stacks may run, one after the other. */
const clients = new Map<string, ApiClient>();

/** The client of a connection, with the settings of the stack that the program runs in now. */
export function apiOf(connection: string | undefined): ApiClient {
  const settings = canonicalJson(settingsOf(connection, programSettings));
  const key = createHash("sha256").update(settings).digest("hex");
  const client = clients.get(key) ?? createConnections(programSettings)(connection).api;
  clients.set(key, client);
  return client;
}
