/** How objects that exist are listed, and how a program declares them: what an export needs of a kind. */

import type { PlainObject } from "../json";
import { canonicalJson, isPlainObject } from "../json";
import type { ApiClient } from "../http/api-client";
import type { AnyKind, CommonArgs } from "./definition";
import type { Path } from "./problems";

/** The objects of a collection of the service. Kinds that declare the same objects share it. */
export interface Listing<Live> {
  /** For messages: `alert configurations`. */
  readonly what: string;
  /** Lists the objects of a project, always in the same order; absent where they belong to none. */
  readonly ofProject?: (api: ApiClient, projectId: string) => Promise<readonly Live[]>;
  /** Lists those that belong to no project; `undefined` if the service does not show them. */
  readonly ofService?: (api: ApiClient) => Promise<readonly Live[] | undefined>;
  /** One of them as a program would declare it, to find out whether the provider would refuse it. */
  describe(live: Live, place: NamedPlace): Described;
}

/** Sorts fields and lists, whose order the service does not keep: objects with an id by that, other items by their text. */
export function inStableOrder<T>(value: T): T {
  return sorted(value) as T;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const idOf = (item: unknown): string =>
      isPlainObject(item) && typeof item["id"] === "string" ? item["id"] : "";
    const items = value.map(sorted).map((item) => ({ item, text: `${idOf(item)} ${canonicalJson(item)}` }));
    return items.sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ item }) => item);
  }
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]));
}

/** A project, or the service. */
export interface NamedPlace {
  /** The id of the project; empty for the service. */
  readonly projectId: string;
  /** The part of names that stands for it. */
  readonly slug: string;
}

export interface Described {
  /** For messages: `cluster 6b...`. */
  readonly what: string;
  /** Why no program can declare it, as far as no check of arguments shows it. */
  readonly reasons?: readonly string[];
  /** The arguments that the provider would check, and where their secrets are. */
  readonly checked?: {
    readonly definition: AnyKind;
    readonly args: CommonArgs;
    readonly secrets: readonly Path[];
  };
}

/** How a kind declares the objects of a listing. */
export interface Declaring<Live, State> {
  readonly listing: Listing<Live>;
  /** The only form of a program that has the kind. @default all of them */
  readonly form?: "resources" | "sets";
  /** @param unique makes the name of a resource unique */
  declare(
    place: NamedPlace,
    live: readonly Live[],
    unique: (name: string) => string,
  ): readonly Declared<State>[];
}

/** A resource of a program. */
export interface Declared<State> {
  /** The Pulumi name. */
  readonly name: string;
  /** The Pulumi id. */
  readonly id: string;
  /** Without secrets, in the order in which the program shows them. */
  readonly args: PlainObject;
  readonly secrets: readonly Secret[];
  /** Fields of the live alert configurations that this version does not know; in a set by member. */
  readonly unknown?: readonly UnknownFields[];
  /** Arguments that the service does not return, so that the program has its default. */
  readonly assumed?: readonly string[];
  /** The inputs that the class would pass to the provider. */
  readonly inputs: PlainObject;
  /** The state that leads to no write. */
  readonly state: State;
  /** A file that the arguments name, by its path in the folder of the program. */
  readonly file?: { readonly path: string; readonly text: string };
  /** The argument that several projects may have in common, and how the name of the resource follows from that of its project. */
  readonly shared?: { readonly argument: string; readonly suffix: string };
}

export interface UnknownFields {
  /** The name in a set. */
  readonly member?: string;
  /** Descriptions without values: `severityOverride`, `format of EMAIL`. */
  readonly fields: readonly string[];
}

/** A secret that the service does not show. */
export interface Secret {
  /** The name in the configuration of the stack, without a namespace. */
  readonly key: string;
  /** The argument. */
  readonly path: Path;
}

/** The longest name. Names are derived from meaning, so that two exports give the same. */
const LONGEST = 60;

/** Lower-case words with dashes: `Shop (EU)` becomes `shop-eu`. An empty text for one without Latin letters and digits. */
export function slug(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, "");
}

/** Makes names unique: the second one of a name gets the suffix 2. @param others names that are taken already */
export function uniqueNames(others: Iterable<string> = []): (name: string) => string {
  const taken = new Set(others);
  return (name) => {
    let unique = name;
    for (let number = 2; taken.has(unique); number++) unique = `${name}-${number}`;
    taken.add(unique);
    return unique;
  };
}

/** Joins the parts that are not empty. */
export function joinName(...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== "")
    .join("-")
    .slice(0, LONGEST)
    .replace(/-+$/, "");
}
