/** The contract that each kind of resource implements. */

import type { z } from "zod";
import type { Cause } from "../errors";
import type { PlainObject } from "../json";
import type { Comparison } from "./comparison";
import type { Connection, ServiceRef } from "./connections";
import type { Description } from "./description";
import type { MaybeNotTaken, NotTaken } from "./not-taken";
import type { Ownership } from "./ownership";
import type { Problem } from "./problems";
import type { Unsettled } from "../unknowns";

/** The inputs of a resource as the engine stores them. */
export type Inputs = PlainObject;

/** The outputs of a resource as the engine stores them. */
export type Outputs = PlainObject;

/** The arguments that resources of all kinds may have. */
export interface CommonArgs {
  /** The service that the resource is on. */
  readonly connection?: ServiceRef;
  /** The id in the resource option `import`. */
  readonly import?: string | undefined;
  /** The secrets that a refresh found changed, by path. A program has none, so the next `up` writes the declared ones. */
  readonly changedSecrets?: readonly string[] | undefined;
  /** Whether `pulumi import` took over the object, so that its secrets are not known before the next write. A program has none. */
  readonly imported?: boolean | undefined;
}

/** A state has the arguments of the last write or refresh, and what the service knows besides. */
export interface StateOf<Args> extends MaybeNotTaken {
  readonly args: Args;
}

/** What the operations of a resource work with: its service, who owns which object, messages. */
export interface Context extends Connection {
  /** Logs an informational message. */
  readonly say: (text: string) => void;
  /** Logs a warning. */
  readonly warn: (text: string) => void;
  readonly pause: (ms: number) => Promise<void>;
  /** The objects that the resources of this process manage. */
  readonly ownership: Ownership;
  /** Replaces what the program marks as secret in a text. */
  readonly filter: (text: string) => string;
  /** The URN of the resource, if it is certain: always in a check, usually in a create and an update, never in a read and a deletion. */
  readonly urn?: string | undefined;
  /** The resource, or the part of it that is written, for messages: `"shop-host-down"`; absent if it is not certain. */
  readonly name?: string | undefined;
}

/** The result of the reads of a preview. */
export interface PreviewReport {
  /** Errors stop the preview; warnings are logged at the resource. */
  readonly problems: readonly Problem[];
  /** Logged at the resource as information: what an adoption, an upload or a rename will change. */
  readonly notes: readonly string[];
}

/** A place of several objects, such as a project. */
export interface Place {
  readonly name: string;
  /** Whether the resource wants to be the only one there. */
  readonly alone: boolean;
  /** @param others the names of the other resources */
  conflict(this: void, others: readonly string[]): string;
}

export interface FurtherChanges {
  readonly text: string;
  /** Whether the inputs do not differ for it, so that the engine would not see it. */
  readonly isHidden: boolean;
}

/** What a write cannot carry over, by path. */
export interface Losses {
  /** Of which the service shows only a mask. */
  readonly secrets: readonly string[];
  /** Of another event than the declared one. */
  readonly dropped: readonly string[];
}

export const NO_LOSSES: Losses = { secrets: [], dropped: [] };

/** An object that arguments declare. */
export interface DeclaredObject {
  /** The argument, for messages; empty for the arguments as a whole. */
  readonly path: string;
  /** The object, for messages. */
  readonly what: string;
  /** One text for everything that means the same. */
  readonly meaning: string;
}

/** The objects of a resource before an update, by what the update does with them. */
export interface ManagedObjects {
  readonly kept: readonly string[];
  readonly deleted: readonly string[];
}

/** How a kind finds, compares and writes an object that exists. If nothing but its id is declared, there is nothing to compare. */
export interface Adoption<Args extends CommonArgs, State, Live> {
  /** The object, for messages. */
  readonly what: string;
  /** The advice for an object that exists although nobody asked to adopt it. */
  readonly advice?: string;
  /** What to do in place of an import that is refused. @default the advice to adopt it */
  readonly instead?: string;
  /** What an adoption cannot take over, because the service shows it only when it is created. */
  readonly missing?: string;
  find(context: Context, id: string): Promise<Live | undefined>;
  compare?(args: Args, live: Live): Comparison;
  /** The arguments of a preview, with the values of the live object where they are not known yet. */
  known?(args: Args, live: Live): Args;
  /** Writes what is declared. What the comparison shows as no change stays as it is. */
  write?(context: Context, id: string, args: Args, live: Live): Promise<Live>;
  /** @param unverified the paths of secrets that were not written and that no response confirms */
  stateOf(args: Args, live: Live, unverified: readonly string[]): State;
  /** Whether the refusal of a create says that the object exists by now. */
  isConflict?(this: void, error: unknown): boolean;
  /** Returns why an object that exists is not taken over; an import is not asked. */
  refusal?(this: void, args: Args, live: Live): string | undefined;
  /** Whether the service has none of a secret that is declared. */
  lacksSecret?(args: Args, live: Live): boolean;
}

/** A secret in a state. */
export interface SecretAt {
  readonly path: string;
  readonly value: unknown;
}

/** The object that arguments name. */
export interface Named {
  readonly id: string;
  /** Whether a create takes it over. */
  readonly adopts: boolean;
  /** The argument that names it. */
  readonly argument: string;
  /** Whether a create is refused if it does not exist. */
  readonly mustExist: boolean;
}

export const NOTHING_TO_REPORT: PreviewReport = { problems: [], notes: [] };

/**
 * A kind of resource: its description, and its operations, which work on typed arguments and a typed state. Nothing here needs Pulumi, so
 * that other front ends can use it.
 */
export interface ResourceDefinition<
  Args extends CommonArgs,
  State extends StateOf<Args>,
> extends Description {
  /**
   * The schemas of arguments of which the description does not say everything.
   * @internal kept out of the declarations: zod's own types do not pass every user's compiler
   */
  rules?(): Record<string, z.ZodType>;
  /**
   * Normalizes inputs, which have their defaults: drops empty values, keeps another spelling. Inputs may be unknown.
   * @param olds the inputs in the state; empty for a new resource
   */
  normalize?(inputs: Inputs, olds: Inputs): Inputs;
  /** A state as outputs: the arguments as a program writes them, what the service knows, and what later comparisons need, as `__names`. */
  encode(state: State): Outputs;
  /** The reverse of `encode`. @param notTaken what the service did not take, for a kind that has it at several objects */
  decode(outputs: Outputs, notTaken: readonly NotTaken[]): State;

  /** Validates what the schema cannot. Unknown values, and those that the schema refused, make a rule not apply. */
  validate?(args: Unsettled<Args>, connection: Connection): Problem[] | Promise<Problem[]>;
  /**
   * Reads what a preview should report. It runs in previews only, unless `onlineChecks` is false, and its requests end after
   * a few seconds. An error means that nothing could be checked.
   * @param olds the arguments in the state; `undefined` for a new resource
   */
  preview?(context: Context, olds: Args | undefined, news: Args): Promise<PreviewReport>;
  /** Returns why the resource in the state must not be replaced, if it must not. */
  refuseReplacement?(state: State): string | undefined;

  /**
   * The Pulumi id of the object that the arguments name before the resource exists, and whether a create takes over an
   * existing object. `undefined` while it is unknown, and where a create always makes a new object.
   */
  claims?(args: Args): Named | undefined;
  /** For a kind that adopts objects by the policy of {@link Adoption}: how it finds, compares and writes one. */
  readonly adoption?: Adoption<Args, State, unknown>;
  /**
   * Returns why the object at a changed `connection` is not the one in the state; `undefined` if it is.
   * @param context that of the new connection
   * @default with `adoption`, the object must exist there
   */
  checkMoved?(context: Context, id: string, state: State): Promise<string | undefined>;
  /** Whether two sets of arguments ask for the same. */
  sameMeaning(a: Args, b: Args): boolean;

  create(context: Context, args: Args): Promise<{ id: string; state: State }>;
  /**
   * Returns the object as it is now, in the spelling of the program wherever that means the same; the given state itself if
   * nothing has changed; `undefined` only if the object is proven to be gone.
   * @param state `undefined` for a resource that is looked up by its id
   */
  read(context: Context, id: string, state: State | undefined): Promise<State | undefined>;
  update(context: Context, id: string, olds: State, news: Args): Promise<State>;
  delete(context: Context, id: string, state: State): Promise<void>;

  /** For a kind with secrets among its arguments. */
  readonly secrets?: Secrets<Args, State>;
  /** For a kind whose objects have no name, or that has several. */
  readonly objects?: Objects<Args, State>;
}

/** What a kind does with the secrets among its arguments. */
export interface Secrets<Args extends CommonArgs, State extends StateOf<Args>> {
  /**
   * Returns the paths of secrets that the program did not set, but a resource transform: the dynamic host does not know that they are secret.
   * @param inputs the inputs that the engine passes, in the form of that host
   * @param sealed the secrets as the program declares them, if `inputs` has them one by one
   * @param olds the inputs in the state, which `ignoreChanges` keeps
   */
  exposed(inputs: Inputs, sealed: unknown, olds: Inputs): readonly string[];
  /** For secrets in lists, which the dynamic host would hide as a whole: how it has them in inputs of their own. */
  readonly apart?: SecretsApart;
  /** Returns a secret by its path in `changedSecrets`, if that is not a path of the arguments. */
  at?(args: Args, path: string): unknown;
  /** The paths of the secrets that an update writes, which the engine shows as one. */
  written?(olds: Args, news: Args): readonly string[];
  /** The secrets that an update writes although nothing has confirmed them since the object was taken over. */
  unverified?(state: State, news: Args): readonly SecretAt[];
  /** What an update would remove although the program does not declare it, as far as the state shows. */
  losses?(state: State, news: Args): Losses;
}

/** The form of properties in which an input holds the secrets of a resource and nothing else. */
export interface SecretsApart {
  /** The input with the secrets. */
  readonly input: string;
  /** Properties with their secrets in that input. */
  split(props: PlainObject): PlainObject;
  /** The reverse of `split`. */
  join(props: PlainObject): PlainObject;
  /** Keeps secrets that inputs lack because of `ignoreChanges`, and drops the input if it is empty. @param olds the inputs in the state */
  normalize(inputs: Inputs, olds: Inputs): Inputs;
}

/** What a kind does with objects that have no name, so that another resource could declare the same. */
export interface Objects<Args extends CommonArgs, State extends StateOf<Args>> {
  /** The objects that are declared. Arguments may be unknown. */
  declared(args: Args): readonly DeclaredObject[];
  /** The place of the objects, if a resource may want it alone. `conflict` says why two resources cannot share it. */
  place(args: Args): Place | undefined;
  /** For a resource that manages several objects. */
  readonly several?: SeveralObjects<Args, State>;
}

/** What a resource does that manages several objects: its `delete` and `update` check by themselves what others manage. */
export interface SeveralObjects<Args extends CommonArgs, State extends StateOf<Args>> {
  /** The objects before an update, by what it does with them. */
  managed(olds: State, news: Args): ManagedObjects;
  /** Describes what the first update of imported objects will overwrite, one text for each. Runs in previews only. */
  overwritten(context: Context, id: string, state: State, news: Args): Promise<readonly string[]>;
  /** Describes what an update does besides writing the arguments; a preview logs it. */
  furtherChanges(
    olds: State,
    news: Args,
    ownership: Ownership,
    urn: string | undefined,
  ): FurtherChanges | undefined;
}

export type AnyState = StateOf<CommonArgs>;

/** A kind: the shared rules need not know the types of its arguments and state. */
export type AnyDefinition = ResourceDefinition<CommonArgs, AnyState>;

/** Thrown by `create` and `update` when a part of the write was carried out: the state records what is known. */
export class PartialWriteError<State> extends Error {
  constructor(
    message: string,
    readonly id: string,
    readonly state: State,
    options?: Cause,
  ) {
    super(message, options);
  }
}
