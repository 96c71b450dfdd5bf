/** Functions of a Pulumi program: they check their arguments, find the connection, and fail with one message. */

import * as pulumi from "@pulumi/pulumi";
import { createProgramConnections } from "../core/connections";
import { createMarkedSecrets } from "../secrets/marked";
import { checkSchema, problemText } from "../core/problems";
import { ConfigError, isAuthError, isConfigError, isTransportError } from "../errors";
import { redactError } from "../http/api-errors";
import { withoutUndefined } from "../json";
import type { InputsOf } from "../program/arguments";
import { isLater, secretTexts } from "../program/arguments";
import {
  activeMocks,
  endingProgram,
  ofThisRun,
  programSettings,
  warnAboutConfiguration,
} from "../program/run";
import type * as Definitions from "./definitions";
import type { FunctionArgs, FunctionName, Functions } from "./types";

const marked = createMarkedSecrets();
const connections = createProgramConnections(programSettings, marked);

type ArgsOf<Name extends FunctionName> = Functions[Name]["args"];
type ResultOf<Name extends FunctionName> = Functions[Name]["result"];

/** The parameters of a function; its arguments may be omitted if none of them is required. */
type Parameters<Args, Given> =
  Partial<Args> extends Args
    ? [args?: Given, options?: pulumi.InvokeOptions]
    : [args: Given, options?: pulumi.InvokeOptions];

/**
 * Makes the promise form of a function. Under mocks it calls the mock and returns its result unchanged. The options are those
 * of every Pulumi function; they have no effect.
 */
export function defineFunction<Name extends FunctionName>(
  name: Name,
): (...parameters: Parameters<ArgsOf<Name>, ArgsOf<Name>>) => Promise<ResultOf<Name>> {
  return async (...parameters) => invoke(name, (parameters[0] ?? {}) as ArgsOf<Name>);
}

/**
 * Makes the `Output` variant of a function. It throws a ConfigError at once if the connection cannot be used. An output that
 * fails while the program loads, before Pulumi awaits it, makes Node.js print a PromiseRejectionHandledWarning besides.
 */
export function defineOutputFunction<Name extends FunctionName>(
  name: Name,
): (...parameters: Parameters<ArgsOf<Name>, InputsOf<ArgsOf<Name>>>) => pulumi.Output<ResultOf<Name>> {
  return (...parameters) => {
    warnAboutConfiguration();
    const given: unknown = parameters[0] ?? {};
    if (activeMocks() === undefined) requireConnection(given);
    // Without their own mark: the result is secret only if an argument is.
    const secrets = pulumi.unsecret(secretTexts(given));
    const result: unknown = pulumi.all([pulumi.output(given), secrets]).apply(async ([known, texts]) => {
      marked.remember(texts);
      return invoke(name, known as ArgsOf<Name>);
    });
    return result as pulumi.Output<ResultOf<Name>>;
  };
}

async function invoke<Name extends FunctionName>(name: Name, args: ArgsOf<Name>): Promise<ResultOf<Name>> {
  warnAboutConfiguration();
  const mocks = activeMocks();
  if (mocks !== undefined) {
    return mocks.call({ token: `opsmanager:index:${name}`, inputs: { ...args } });
  }
  try {
    const { definitions, schemaOf } = require("./definitions") as typeof Definitions;
    const problems = checkSchema(schemaOf(name), args, name).problems;
    if (problems.length > 0)
      throw new ConfigError(problems.map((problem) => `${name}: ${problemText(problem)}`).join("\n"));
    const { api } = connections(args.connection);
    return withoutUndefined(await definitions[name](api, args));
  } catch (error) {
    throw endingProgram(sameObject(redactError(error, marked.filterFor(args))));
  }
}

function requireConnection(args: unknown): void {
  const { connection } = args as FunctionArgs;
  // If the arguments are known later as a whole, so is `connection`.
  if (isLater(args) || isLater(connection)) return;
  try {
    connections(connection);
  } catch (error) {
    throw endingProgram(sameObject(error));
  }
}

const connectionErrors = ofThisRun(() => new Map<string, Error>());

/**
 * Returns one error object for all functions that fail for the same reason of the connection: Pulumi prints the same object
 * once.
 */
function sameObject(error: unknown): unknown {
  const isUnreachable = isTransportError(error) && !error.maybeCarriedOut;
  if (!isUnreachable && !isAuthError(error) && !isConfigError(error)) return error;
  // When the server is not reached, the path of the request does not matter.
  const server = /https?:\/\/[^/]+/.exec(error.message)?.[0] ?? "";
  const key = isUnreachable ? `${error.failure} ${server}` : error.message;
  const first = connectionErrors().get(key) ?? error;
  connectionErrors().set(key, first);
  return first;
}
