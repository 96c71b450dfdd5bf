/** The connections of the program's own process: functions run there, in a preview too. */

import type { Connections } from "../core/connections";
import { createConnections } from "../core/connections";
import { programSettings } from "../core/program";
import type { ApiClient } from "../http/api-client";

let connections: Connections | undefined;

/** The client of a connection, with the settings of the stack that the program runs in. */
export function apiOf(connection: string | undefined): ApiClient {
  connections ??= createConnections(programSettings);
  return connections(connection).api;
}
