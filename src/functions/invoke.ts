/** What all functions do: check their arguments, find the client, and fail with one message. */

import * as pulumi from "@pulumi/pulumi";
import type { OpsManagerClient } from "../client";
import type { InputsOf } from "../core/arguments";
import { secretTexts } from "../core/arguments";
import { warnAboutUnknownKeys } from "../core/config-keys";
import { settingsOf } from "../core/connection";
import { filterFor, rememberMarked } from "../core/marked-secrets";
import { activeMocks, endingProgram, ofThisRun, programSettings } from "../core/program";
import { redactError } from "../http/api-errors";
import { isAuthError, isConfigError, isTransportError } from "../errors";
import { parseBaseUrl } from "../http/base-url";
import { withoutUndefined } from "../json";
import type { FunctionArgs } from "./args";
import type { clientFor as ClientFor, FunctionName } from "./call";

/**
 * Runs a function of this package in the program; under mocks it calls the mock and returns its result unchanged.
 * @throws an error of `errors.ts`, or an Error for bad arguments; Pulumi prints its message and no stack.
 */
export async function invoke<Args extends FunctionArgs, Result>(
  name: FunctionName,
  args: Args,
  run: (client: OpsManagerClient, args: Args) => Promise<Result>,
): Promise<Result> {
  warnAboutUnknownKeys();
  const mocks = activeMocks();
  if (mocks !== undefined) {
    const result: unknown = await mocks.call({ token: `opsmanager:index:${name}`, inputs: { ...args } });
    return result as Result;
  }
  try {
    // Loaded by the first call: most programs make none, and zod takes its time.
    const { clientFor } = require("./call") as { clientFor: typeof ClientFor };
    return withoutUndefined(await run(clientFor(name, args), args));
  } catch (error) {
    throw endingProgram(firstOfItsKind(redactError(error, filterFor(args))));
  }
}

/**
 * The `Output` variant of a function.
 * @throws ConfigError at once if the connection cannot be used. An output that fails while the program loads, before
 * Pulumi awaits it, makes Node.js print a PromiseRejectionHandledWarning in addition to the error.
 */
export function invokeOutput<Args, Result>(
  args: InputsOf<Args>,
  run: (args: Args) => Promise<Result>,
): pulumi.Output<Result> {
  warnAboutUnknownKeys();
  if (activeMocks() === undefined) requireConnection(args);
  const known: pulumi.Output<unknown> = pulumi.output(args as unknown);
  // Without their own mark: the result is secret only if an argument is.
  const secrets = pulumi.unsecret(secretTexts(args));
  const runWith = async ([value, texts]: [unknown, string[] | undefined]): Promise<Result> => {
    rememberMarked(texts);
    return run(value as Args);
  };
  const result: pulumi.Output<unknown> = pulumi.all([known, secrets]).apply(runWith);
  return result as pulumi.Output<Result>;
}

function requireConnection(args: unknown): void {
  // As a whole they may be known later, and `connection` with them.
  if (pulumi.Output.isInstance(args) || args instanceof Promise) return;
  const { connection } = args as FunctionArgs;
  try {
    const { baseUrl, allowHttp } = settingsOf(connection, programSettings);
    parseBaseUrl(baseUrl, allowHttp === true, "baseUrl");
  } catch (error) {
    throw endingProgram(firstOfItsKind(error));
  }
}

const connectionErrors = ofThisRun(() => new Map<string, Error>());

/** Pulumi prints the same error object once: all functions of a program fail by the same connection in one message. */
function firstOfItsKind(error: unknown): unknown {
  const unreachable = isTransportError(error) && !error.maybeCarriedOut;
  if (!unreachable && !isAuthError(error) && !isConfigError(error)) return error;
  // Where a request went does not matter when nothing is reached.
  const server = /https?:\/\/[^/]+/.exec(error.message)?.[0] ?? "";
  const key = unreachable ? `${error.failure} ${server}` : error.message;
  const first = connectionErrors().get(key) ?? error;
  connectionErrors().set(key, first);
  return first;
}

/** Refuses what the service does not have. */
export function mustExist<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`${what} does not exist.`);
  return value;
}
