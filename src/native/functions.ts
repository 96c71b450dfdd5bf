/** The functions as invokes. A list is the only property of its result, because an invoke returns an object. */

import { checkSchema, problemText } from "../core/problems";
import { definitions, schemaOf } from "../functions/definitions";
import type { FunctionName } from "../functions/types";
import type { ApiClient } from "../http/api-client";
import type { PlainObject } from "../json";

export const FUNCTION_NAMES = Object.keys(definitions) as FunctionName[];

/** The property of a result that is a list: `alertConfigs` of `getAlertConfigs`. */
export function listProperty(name: FunctionName): string {
  return name.charAt(3).toLowerCase() + name.slice(4);
}

/** @throws Error for a function that this version does not have */
export function functionOfToken(token: string): FunctionName {
  const found = FUNCTION_NAMES.find((name) => name === token.split(":").at(-1));
  if (found === undefined)
    throw new Error(`This version of the provider does not know the function ${token}.`);
  return found;
}

/** Returns what is wrong with the arguments of a function. */
export function argumentProblems(name: FunctionName, args: PlainObject): string[] {
  return checkSchema(schemaOf(name), args, name).problems.map(
    (problem) => `${name}: ${problemText(problem)}`,
  );
}

export async function runFunction(
  name: FunctionName,
  api: ApiClient,
  args: PlainObject,
): Promise<PlainObject> {
  const run = definitions[name] as (api: ApiClient, args: PlainObject) => Promise<object>;
  const result = await run(api, args);
  return Array.isArray(result) ? { [listProperty(name)]: result } : { ...result };
}
