/**
 * What a kind is, as data: its name, its texts, its arguments and its outputs. From it are generated the class with its documentation,
 * the schema of the plugin and the tables of the pages; the names, defaults and types of the arguments follow from it at run time.
 */

import type { Field, Fields } from "../fields/table";
import { argumentNames } from "../fields/table";
import type { PlainObject } from "../json";
import { mapValues, pick } from "../json";

export interface Description {
  /** The name of the class. It is part of every user's state and never changes. */
  readonly kind: string;
  /** The object, for messages: `access list entry`. */
  readonly what: string;
  /** What a resource of the kind is, in Markdown. */
  readonly text: string;
  /** The role that the API key needs; a sentence without its beginning. */
  readonly role: string;
  /** A program in TypeScript. */
  readonly example: string;
  /** The arguments that a program must give and that identify the object; a change replaces the resource. */
  readonly ids: Fields;
  /** The object of the API: its arguments are sent and compared. */
  readonly object: Fields;
  /** The object that each value of a map among the arguments is. @default there is none */
  readonly members?: Fields;
  /** Arguments that only the provider knows. */
  readonly options: Fields;
  /** What the class shows besides the arguments. */
  readonly outputs: Fields;
  /** Inputs that no program sets: what a refresh found, or what the class or the plugin adds. An empty list is none. */
  readonly hiddenInputs?: readonly string[];
  /** The argument, or the hidden input, that is the name of the resource if the program leaves it out. */
  readonly nameArgument?: string;
  /** Inputs whose change replaces the resource. @default those of `ids` */
  readonly replaceOn?: readonly string[];
  /** Whether people choose the ids, so that two services may have the same. @default the service generates them */
  readonly hasChosenIds?: boolean;
  /** What happens if the argument `connection` changes. */
  readonly moved: string;
  /** How an object is looked up by its id; absent if it cannot be. */
  readonly lookUp?: LookUp;
  /** The arguments that only one resource of a program may have, if there are such. */
  readonly unique?: readonly string[];
  /** The arguments that are part of ids, which are never secret. @default those of `ids` */
  readonly inIds?: readonly string[];
  /** Whether the resource option `import` takes over an object. @default true */
  readonly canImport?: boolean;
  /** The inputs and outputs besides the secret ones that the engine encrypts. */
  readonly encrypted?: readonly string[];
}

export interface LookUp {
  /** What is read: `an existing entry`. */
  readonly object: string;
  /** The form of the id. */
  readonly id: string;
  /** The id, if there is only one. */
  readonly onlyId?: string;
  /** When it fails. @default "if it does not exist" */
  readonly missing?: string;
}

/** The arguments of a kind, in the order of its documentation. */
export function argumentsOf({
  ids,
  object,
  options,
}: Pick<Description, "ids" | "object" | "options">): Fields {
  return { ...ids, ...pick(object, argumentNames(object)), ...options };
}

/** The defaults that the provider itself fills in. */
export function defaultsOf({ options }: Pick<Description, "options">): Readonly<Record<string, boolean>> {
  const names = Object.keys(options).filter((name) => isFilledIn(options[name]));
  return mapValues(pick(options, names) as Record<string, Field>, (field) => field.default as boolean);
}

/** The options among arguments that a state has, with their defaults. */
export function optionsIn({ options }: Pick<Description, "options">, args: object): PlainObject {
  const stored = Object.keys(options).filter((name) => options[name]?.createOnly !== true);
  return { ...defaultsOf({ options }), ...pick<PlainObject, string>({ ...args }, stored) };
}

function isFilledIn(field: Field | undefined): boolean {
  return field?.default !== undefined && field.createOnly !== true;
}

/** The names of all inputs, except those that resources of all kinds may have. */
export function inputNamesOf(description: Description): string[] {
  return [...Object.keys(argumentsOf(description)), ...(description.hiddenInputs ?? [])];
}

export function replaceOnOf({ replaceOn, ids }: Description): readonly string[] {
  return replaceOn ?? Object.keys(ids);
}
