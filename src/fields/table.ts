/**
 * Tables of fields. Each object of the API is described once: the schemas of arguments and responses, the lists of secret
 * fields and the results of functions are derived from its table.
 */

import type { PlainObject } from "../json";
import { isPlainObject } from "../json";

export type { Link } from "../types/link";

/** A table: the fields of an object by name. */
export type Fields = Readonly<Record<string, Field>>;

export interface Field {
  readonly type:
    | "string"
    | "number"
    | "boolean"
    | "strings"
    /** Any JSON value. */
    | "json"
    /** The fields that the table does not list, by name (`additional.ts`). */
    | "additional"
    | { readonly object: Fields }
    | {
        readonly list: Fields;
        /** An item in one spelling, for comparisons. */
        readonly spelled?: (item: PlainObject) => object;
      };
  /** Whether the arguments must contain the field. A required string or list must not be empty. @default false */
  readonly required?: boolean;
  /** Whether a string may be empty. @default unless it is required */
  readonly mayBeEmpty?: boolean;
  /** Whether every response contains the field. @default false */
  readonly always?: boolean;
  /** Of an output: whether no update changes it. @default false */
  readonly stable?: boolean;
  /** Whether the service sets the field, so that it is not an argument. @default false */
  readonly readOnly?: boolean;
  /** Whether the value is secret. @default false */
  readonly secret?: boolean;
  /** Of a secret: the service masks only the user name and password of a connection string. @default it masks the whole value */
  readonly masked?: "userInfo";
  /** Whether a PUT that omits the secret keeps it. @default it is removed */
  readonly keptByPut?: boolean;
  /** Whether no write unsets the field, so that the service keeps the value of an argument that is removed. @default false */
  readonly keptIfRemoved?: boolean;
  /** The value that is sent if the program leaves the field out. */
  readonly sent?: unknown;
  /** The value that means the same in a response as no field: the service may return it for a field that was not sent. */
  readonly default?: unknown;
  /** The field with the unit of this number, so that 1 HOURS is the same as 60 MINUTES. */
  readonly unit?: string;
  /** Whether some versions of the service never return the field. @default false */
  readonly rarelyReturned?: boolean;
  /** Whether every version returns the field if it is set, so that a response without it says that it is not. @default if it is required */
  readonly shownIfSet?: boolean;
  /** Whether the service may store another value than it was sent: that is a warning, and not drift. @default false */
  readonly adjustable?: boolean;
  /** Whether upper and lower case mean the same. @default false */
  readonly ignoresCase?: boolean;
  /** Of an argument whose change replaces the resource: whether adding and removing it does not. @default false */
  readonly replacesOnceSet?: boolean;
  /** The values that the service takes. */
  readonly oneOf?: readonly string[];
  /** The values that the documentation lists. The service may take others: versions differ. */
  readonly listed?: { readonly names: readonly string[]; readonly what: string };
  /** The numbers that the service takes. @default any */
  readonly limits?: Limits;
  readonly format?: "id" | "email" | "phone" | "url";
  /** Whether the secret may contain the stars of a mask. @default false */
  readonly mayHaveStars?: boolean;
  /** The documentation of the field, from which the interfaces, classes, schema and pages are generated. */
  readonly doc?: string;
  /** That of the field in a response, if it says something else. */
  readonly returnedDoc?: string;
  /** What follows if a program leaves the field out. @default the column `default` or `sent` as it is */
  readonly otherwise?: string;
  /** The TypeScript type of the values that are known, of a text that may also have others. */
  readonly open?: string;
  /** The documentation of the output that repeats an argument, if it says something else. */
  readonly outputDoc?: string;
  /** Whether the argument matters to the first create only: it is a plain value, and not stored. @default false */
  readonly createOnly?: boolean;
  /** Of an output: whether it repeats arguments, so that it is secret if one of them is an output of another resource. @default false */
  readonly repeats?: boolean;
  /** The TypeScript types of what no other column describes. */
  readonly typescript?: { readonly argument?: string; readonly output: string };
}

/** An interface of the API, which is generated from the table of its object. */
export interface Documented {
  readonly name: string;
  readonly doc: string;
  /** The page of the documentation of the service. */
  readonly see?: string;
  readonly table: Fields;
  /** Whether it is what a program declares, or what the service returns. */
  readonly use: "arguments" | "response";
  /** The interface that it extends, as TypeScript: it has the fields of the table that it does not have itself. */
  readonly base?: string;
  /** Its own fields beside the base. @default all */
  readonly own?: readonly string[];
}

export interface Limits {
  /** Whether only whole numbers are meant. @default false */
  readonly whole?: boolean;
  readonly above?: number;
  readonly least?: number;
  readonly most?: number;
  /** What a message says of a number that is too small or too large: `must be above 0`. */
  readonly text: string;
}

/** A whole number from 1. */
export const POSITIVE = { whole: true, above: 0, text: "must be above 0" } as const satisfies Limits;

/** A whole number from 0. */
export const COUNT = { whole: true, least: 0, text: "must be at least 0" } as const satisfies Limits;

type NamesWhere<T extends Fields, Condition> = {
  [Name in keyof T & string]: T[Name] extends Condition ? Name : never;
}[keyof T & string];

/** The names of the secret fields of a table. */
export type SecretFieldOf<T extends Fields> = NamesWhere<T, { readonly secret: true }>;

/** The names of the fields that a program can declare. */
export type ArgumentFieldOf<T extends Fields> = Exclude<
  keyof T & string,
  NamesWhere<T, { readonly readOnly: true }>
>;

/** The names of the fields that a program can declare. */
export function argumentNames<T extends Fields>(fields: T): ArgumentFieldOf<T>[] {
  return Object.keys(fields).filter((name) => fields[name]?.readOnly !== true) as ArgumentFieldOf<T>[];
}

/** The names of the secret fields of a table, without those of nested objects. */
export function secretNames<T extends Fields>(fields: T): SecretFieldOf<T>[] {
  return Object.keys(fields).filter((name) => fields[name]?.secret === true) as SecretFieldOf<T>[];
}

/** The paths of the secret fields of a table and of nested objects; those in a list are without the index. */
export function secretPaths(fields: Fields): string[][] {
  const nested = Object.entries(fields).flatMap(([name, field]) =>
    secretPaths(tableOf(field) ?? {}).map((path) => [name, ...path]),
  );
  return [...secretNames(fields).map((name) => [name]), ...nested];
}

/** The names of the secret fields of a table and of nested objects. */
export function allSecretNames(fields: Fields): string[] {
  return secretPaths(fields).map((path) => path.at(-1) ?? "");
}

/** The table of a field that is an object or a list of objects. */
export function tableOf({ type }: Field): Fields | undefined {
  if (typeof type === "string") return undefined;
  return "list" in type ? type.list : type.object;
}

/**
 * Copies the fields that the table lists and that are not secret, at any depth. Fields that the table does not list are
 * left out, because in another version of the service they may be secret.
 */
export function publicFields<T extends object>(fields: Fields, object: T): T {
  return copyChosen(fields, object, ({ secret }) => secret !== true) as T;
}

/** Copies the arguments among them. */
export function publicArguments<T extends object>(fields: Fields, object: T): T {
  return copyChosen(fields, object, ({ secret, readOnly }) => secret !== true && readOnly !== true) as T;
}

function copyChosen(fields: Fields, value: unknown, isChosen: (field: Field) => boolean): unknown {
  if (Array.isArray(value))
    return value.filter(isPlainObject).map((item) => copyChosen(fields, item, isChosen));
  if (!isPlainObject(value)) return undefined;
  const copied = Object.entries(fields)
    .filter(([name, field]) => isChosen(field) && value[name] !== undefined)
    .map(([name, field]) => {
      const table = tableOf(field);
      return [name, table === undefined ? value[name] : copyChosen(table, value[name], isChosen)];
    });
  return Object.fromEntries(copied);
}

/** The fields of `T`, each of which may be missing in a response. */
export type Returned<T> = { [K in keyof T]?: T[K] | undefined };

export const LINK = {
  href: { type: "string", always: true, doc: "The absolute URL." },
  rel: { type: "string", always: true, doc: "The relation type, such as `self`." },
} as const satisfies Fields;

export const LINK_INTERFACES: readonly Documented[] = [
  {
    name: "Link",
    doc: "A link of a resource: an absolute URL and its relation type.",
    see: "[API](https://www.mongodb.com/docs/ops-manager/current/core/api/)",
    table: LINK,
    use: "response",
  },
];

/** The fields of a request and a response that the table of the object does not list. */
export const ADDITIONAL_FIELDS = {
  type: "additional",
  doc: "Fields of a newer version of the service that this package does not know, by name. They are sent and compared as they are. They are stored and shown in clear, so they must not be secret.",
  otherwise: "none",
} as const satisfies Field;

/** The field `links` of an object, without its documentation. */
export const LINKS = { type: { list: LINK }, readOnly: true } as const satisfies Field;
