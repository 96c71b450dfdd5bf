/** What is declared, disturbed and expected of a kind of resources in the checks on the second server. */

import type { Change } from "../support/events";
import type { Fault, State } from "./second-service";

/** Arguments; `@shop` is the id of the resource `shop`, and `@ci.keyId` that output of the resource `ci`. */
export type Args = Readonly<Record<string, unknown>>;

export interface KindCase {
  readonly kind: string;
  readonly declared: Readonly<Record<string, Args>>;
  /** Those of an object that exists before, and that the first program does not declare. */
  readonly foreign: Args;
  /** Others that exist before, and that no program declares. */
  readonly others?: readonly Args[];
  /** What a destroy leaves of those that the program declares. */
  readonly left?: readonly Args[];
  /** What the service has of the kind, by names. */
  readonly live: (state: State) => Readonly<Record<string, unknown>>;
  /** The name and the content of what arguments declare. */
  readonly expected: (args: Args) => readonly [name: string, content: unknown];
  readonly idOf: (name: string, state: State) => string;
  /** A request that creates one, in the list of writes. */
  readonly creation: RegExp;
  /** How many of them are sent again, after what they have created was deleted. @default 0 */
  readonly repeated?: number;
  /** The output that holds what only the creation shows, and its value on the service. */
  readonly shownOnce?: { readonly output: string; readonly of: (name: string, state: State) => string };
  /** What happens to creations. */
  readonly faults: readonly Fault[];
  /** A change by hand, and what a refresh shows of it. */
  readonly byHand: (state: State) => object;
  readonly shown: readonly Change[];
  /** A change by hand of what is not declared, and its reversal. */
  readonly undeclared?: (state: State) => { readonly made: object; readonly taken: object };
  /** What others delete before a destroy. */
  readonly gone?: (state: State) => object;
  /** Why a create of the foreign object is refused without `adopt`; a rotation is adopted in any case. */
  readonly refusal?: string;
  /** What is refused. @default the foreign object */
  readonly refused?: Args;
  /** The ids of objects that an export has and `live` does not. */
  readonly exportedToo?: (state: State) => readonly string[];
}

/** The project that exists before, and whose objects are foreign. */
export const FOREIGN = "6f00000000000000000000c3";
/** The project that exists before, and in which programs declare objects. */
export const PLATFORM = "6f00000000000000000000c4";

export const EXISTS = "exists already. Set `adopt: true` to take it over";

export const URI = "mongodb://backup:second-password@metadata.example.com/";

/** By argument. */
export const SECRETS: Readonly<Record<string, string>> = {
  awsAccessKey: "AKIASECONDSECOND0042",
  awsSecretKey: "second-secret-key",
  uri: URI,
  "notifications[0].serviceKey": "second-service-key-0042",
  kmipClientCertPassword: "second-kmip-password",
  serviceKey: "5ec0d5e7b1ce0000a11ce0000000042a",
  apiKey: "5ec0d5e7b1ce0000da7ad06000000042",
  apiToken: "xoxb-second-token-0042",
  url: "https://hooks.example.com/second-path-0042",
  secret: "second-webhook-secret",
  microsoftTeamsWebhookUrl: "https://teams.example.com/second-path-0042",
  password: "second-prometheus-password",
};

export function idOfProject(name: string, { groups }: State): string {
  return Object.values(groups).find((group) => group.name === name)?.id ?? name;
}

/** The name of the project that an argument names. */
export function projectOf(projectId: unknown): string {
  return String(projectId).replace("@", "").replace(FOREIGN, "foreign").replace(PLATFORM, "platform");
}

/** The same by the names of projects. */
export function byProject<T, U>(byId: Readonly<Record<string, T>>, { groups }: State, of: (value: T) => U) {
  return Object.fromEntries(Object.entries(byId).map(([id, value]) => [groups[id]?.name ?? id, of(value)]));
}
