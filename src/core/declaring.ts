/** How objects that exist are listed, and how a program declares them: what an export needs of a kind. */

import type { PlainObject } from "../json";
import { canonicalJson, isPlainObject } from "../json";
import type { WithAdditional } from "../fields/additional";
import type { ApiClient } from "../http/api-client";
import { isMasked } from "../secrets/masks";
import { pathsThatSoundSecret } from "../secrets/values";
import type { StackResource } from "./drift-report";
import type { Facets } from "./export-names";
import type { Path } from "./problems";

/** The objects of a collection of the service. Kinds that declare the same objects share it. */
export interface Listing<Live> {
  /** For messages: `alert configurations`. */
  readonly what: string;
  /** Whether each project has its own. */
  readonly isInProjects: boolean;
  /**
   * Lists the objects, always in the same order; `undefined` if the service does not show them.
   * @param of the id of the project, or a value of the option
   */
  list(this: void, api: ApiClient, of: string): Promise<readonly Live[] | undefined>;
  /** The option of an export without which nothing of it is read. @default it is always read */
  readonly option?: ListingOption;
  describe(this: void, live: Live, projectId: string): Described;
  /**
   * Says what an id is that an import does not find: one of another form, or of an object that cannot be imported.
   * @param text says that it does not exist
   */
  absent?(this: void, api: ApiClient, id: string, text: string): Promise<string> | string;
}

/** An option of the command `export`. It is a switch, or it has values, and may then be given several times. */
export interface ListingOption {
  /** Without dashes. */
  readonly name: string;
  /** Says for the help, in one line, what the option exports. */
  readonly help: string;
  /** Its values, whose form is for the help and for messages: `<project>/<id>`. @default the option is a switch */
  readonly value?: { readonly form: string; readonly pattern: RegExp };
}

/** The mark of a resource whose secrets only the next write knows. */
export const IMPORTED = { imported: true } as const;

/** Whether a program can declare a field of a response that no table lists: one that may be secret cannot. */
export function isDeclarable(name: string, value: unknown): boolean {
  return !isMasked(value) && pathsThatSoundSecret({ [name]: value }).length === 0;
}

/** The additional fields that a program can declare. @param except names of others that it cannot */
export function declarableFields(
  { additionalFields = {} }: WithAdditional,
  except: readonly string[],
): WithAdditional {
  const declarable = Object.entries(additionalFields).filter(
    ([name, value]) => !except.includes(name) && isDeclarable(name, value),
  );
  return declarable.length === 0 ? {} : { additionalFields: Object.fromEntries(declarable) };
}

/** Sorts fields and lists, whose order the service does not keep: objects with an id by that, other items by their text. */
export function inStableOrder<T>(value: T): T {
  if (Array.isArray(value)) {
    const idOf = (item: unknown): string =>
      isPlainObject(item) && typeof item["id"] === "string" ? item["id"] : "";
    const sorted = value.map((item: unknown) => inStableOrder(item));
    const items = sorted.map((item) => ({ item, text: `${idOf(item)} ${canonicalJson(item)}` }));
    return items.sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ item }) => item) as T;
  }
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, inStableOrder(item)])) as T;
}

/** A project, or the service. */
export interface NamedPlace<Live = unknown> {
  /** The id of the project; empty for the service. */
  readonly projectId: string;
  /** The part of names that stands for it. */
  readonly slug: string;
  /** The objects of the listing that are not to be declared, from which the names of the others are to differ. */
  readonly others?: readonly Live[];
  /** The names of members of a set that others must not have. */
  readonly taken?: readonly string[];
}

export interface Described {
  /** For messages: `cluster 6b...`. */
  readonly what: string;
  /** The Pulumi id of a resource that has it alone. */
  readonly id: string;
  /** Why no program can declare it, as far as no check of arguments shows it. */
  readonly reasons?: readonly string[];
}

/** How a kind declares the objects of a listing. */
export interface Declaring<Live, State> {
  readonly listing: Listing<Live>;
  /** The only form of a program that has the kind. @default all of them */
  readonly form?: "resources" | "sets";
  /** The objects of a resource in a state, as ids of resources that would have one alone. @default its own id */
  idsIn?(resource: StackResource): readonly string[];
  /** What a resource in a state claims for itself: a set that deletes what it does not declare. */
  exclusive?(resource: StackResource): Exclusive | undefined;
  /** @param unique makes the name of a resource unique */
  declare(
    place: NamedPlace<Live>,
    live: readonly Live[],
    unique: (name: string) => string,
  ): readonly Declared<State>[];
}

/** The objects of a project that only one resource may declare. */
export interface Exclusive {
  readonly projectId: string;
  readonly listing: Listing<unknown>;
  /** The Pulumi name of the resource. */
  readonly name: string;
  /** The names of its members. */
  readonly members: readonly string[];
  /** The objects that it leaves to others, as {@link Declaring.idsIn} has them; `undefined` if the state hides that. */
  readonly excepted: readonly string[] | undefined;
}

/** A resource of a program. */
export interface Declared<State> {
  /** The Pulumi name. */
  readonly name: string;
  /** The Pulumi id. */
  readonly id: string;
  /** Whether it is the project itself: the other resources of the project then take its id. @default false */
  readonly isProject?: boolean;
  /** Without secrets, in the order in which the program shows them. */
  readonly args: PlainObject;
  readonly secrets?: readonly Secret[];
  readonly parts?: readonly Part[];
  /** What a reader of the program should know. */
  readonly comments?: readonly Comment[];
  /** Fields of the live alert configurations that this version does not know. */
  readonly unknown?: readonly UnknownFields[];
  /** Arguments that the service does not return, so that the program has its default. */
  readonly assumed?: readonly string[];
  /** The state that leads to no write; its arguments are those that the class would pass to the provider. */
  readonly state: State;
  /** A file that the arguments name, by its path in the folder of the program. */
  readonly file?: { readonly path: string; readonly text: string };
  /** For a resource that several projects may have in common: its name consists of that of the project and a suffix. */
  readonly shared?: {
    readonly suffix: string;
    /** The argument of which projects may have members in common. @default the resource as a whole */
    readonly argument?: string;
  };
}

export interface Comment {
  /** What it is about. @default the resource itself */
  readonly path?: Path;
  readonly text: string;
}

export interface UnknownFields {
  /** The member of a set. @default the resource itself */
  readonly path?: Path;
  /** Descriptions without values: `severityOverride`, `format of EMAIL`. */
  readonly fields: readonly string[];
}

/** A secret that the service does not show. */
export interface Secret {
  /** The argument. */
  readonly path: Path;
  /** Its name in the configuration of the stack, without a namespace, if no other object has the same secret. */
  readonly key: string;
  /** What the service shows of it: a mask, or all of it. */
  readonly shown: string;
  /** Where it leads, if other objects may lead there with the same secret. */
  readonly target?: Target | undefined;
}

/** Where a notification goes, without its secrets. */
export interface Target {
  /** Words that name it: `db-alerts-slack`. */
  readonly name: string;
  /** A word for all of its kind: `slack`. */
  readonly noun: string;
  /** As a text, which two targets never have in common: `SLACK channelName "#db-alerts"`. */
  readonly title: string;
}

/** A part of the arguments that several objects may have in common: a notification. */
export interface Part {
  readonly path: Path;
  readonly target: Target;
  /** What tells it apart from others of the same name; see {@link tellApart}. */
  readonly facets: Facets;
  /** Fields in which it may differ from a part that lacks them, and that is the same otherwise: `delayMin`. */
  readonly extras: readonly string[];
}
