/** What a call needs and a program without calls does not: the check of the arguments, and the client. It brings zod. */

import { createHash } from "node:crypto";
import { OpsManagerClient } from "../client";
import { settingsOf } from "../core/connection";
import { markedInRequest } from "../core/marked-secrets";
import { problemText, shapeProblems } from "../core/problems";
import { programSettings } from "../core/program";
import { ConfigError } from "../errors";
import { canonicalJson } from "../json";
import type { FunctionArgs } from "./args";
import { shapes } from "./shapes";

export type FunctionName = keyof typeof shapes;

/** The client for a call. @throws ConfigError for arguments or settings that cannot be used */
export function clientFor(name: FunctionName, args: FunctionArgs): OpsManagerClient {
  const problems = shapeProblems(shapes[name], args, name);
  if (problems.length > 0)
    throw new ConfigError(problems.map((problem) => `${name}: ${problemText(problem)}`).join("\n"));
  return clientOf(args.connection);
}

/** By a digest of the settings: in one process programs of several stacks may run, one after the other. */
const clients = new Map<string, OpsManagerClient>();

/** The client of a connection, with the settings of the stack that the program runs in now. */
function clientOf(connection: string | undefined): OpsManagerClient {
  const settings = settingsOf(connection, programSettings);
  const key = createHash("sha256").update(canonicalJson(settings)).digest("hex");
  const client = clients.get(key) ?? new OpsManagerClient(settings, { furtherSecrets: markedInRequest });
  clients.set(key, client);
  return client;
}
