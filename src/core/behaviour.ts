/** What a resource must say of itself; `lifecycle` makes the six methods of a Pulumi provider from it. */

import type { z } from "zod";
import type { Cause } from "../errors";
import type { ApiClient } from "../http/api-client";
import type { PlainObject } from "../json";
import type { Settings } from "./connection";
import type { Ownership } from "./ownership";
import type { Problem } from "./problems";

/** The kinds of resources. They stand in everybody's state: a name is never changed. */
export type Kind = "AlertConfig" | "ClusterName" | "OplogS3Config" | "VersionManifest";

/** What a behaviour works with. */
export interface Context {
  readonly api: ApiClient;
  readonly settings: Settings;
  /** Tells the user something that is no error. */
  readonly say: (text: string) => void;
  /** Waits, where the service needs a moment. */
  readonly pause: (ms: number) => Promise<void>;
  /** Which objects the resources of this process manage. */
  readonly ownership: Ownership;
  /** Takes out of a text what the program marks as secret. */
  readonly filter: (text: string) => string;
}

/**
 * The inputs of a resource as the engine holds them: what `check` returned. They may differ from the arguments of the
 * class, which its constructor turns into them.
 */
export type Inputs = PlainObject;

/** The outputs of a resource as they stand in the state: the inputs, and what the service adds. */
export type State = PlainObject;

/** What a preview found out by reading from the service. */
export interface PreviewReport {
  /** Errors stop the preview; warnings are logged at the resource. */
  readonly problems: readonly Problem[];
  /** Logged at the resource as information: what an adoption, an upload or a rename will change. */
  readonly notes: readonly string[];
}

export interface Behaviour {
  readonly kind: Kind;
  /** What the resource manages, for messages: `oplog store`. */
  readonly what: string;
  /** Whether the service makes the ids of its objects, so that no two servers have the same; else a person chooses them. */
  readonly hasServiceIds: boolean;

  /**
   * The shape of the arguments as a program writes them; `connection` is added to it.
   * @internal kept out of the declarations: zod's own types do not pass every user's compiler
   */
  readonly shape: z.ZodObject;
  /** The names of all inputs, whether or not a program writes them. */
  readonly inputNames: readonly string[];

  /** Brings inputs into their one form: defaults that are the same everywhere, what is empty. May hold unknowns. */
  normalize?(inputs: Inputs): Inputs;
  /** The arguments as the program wrote them, for messages about them. */
  argumentsOf?(inputs: Inputs): PlainObject;
  /** What the shape alone does not say. The arguments may hold unknowns; a rule that needs one does not apply. */
  problems?(args: PlainObject, context: Context): Problem[] | Promise<Problem[]>;

  /**
   * Reads from the service what a preview should report: it runs in previews only, and not with `onlineChecks: false`.
   * Its requests end after a few seconds; what it throws means that nothing could be checked.
   * @param olds the inputs in the state; `undefined` for a resource that is not in it
   */
  preview?(context: Context, olds: Inputs | undefined, news: Inputs): Promise<PreviewReport>;

  /** Inputs whose change makes another object. */
  readonly replaceOn: readonly string[];
  /**
   * The Pulumi id of the object that the inputs name before the resource exists, and whether a create takes over an object
   * that exists. `undefined` while it is unknown, and where a create always makes a new object.
   */
  claims?(inputs: Inputs): { readonly id: string; readonly adopts: boolean } | undefined;
  /** What is wrong with the id of the resource option `import`. @throws Error for an id of another form */
  importProblem?(inputs: Inputs): string | undefined;
  /**
   * Why the object that a changed `connection` leads to is not the one in the state; `undefined` when it is.
   * @param context that of the new connection
   */
  moved?(context: Context, id: string, olds: State, news: Inputs): Promise<string | undefined>;
  /** Whether two sets of inputs ask for the same. */
  sameMeaning(a: Inputs, b: Inputs): boolean;

  create(context: Context, inputs: Inputs): Promise<{ id: string; outputs: State }>;
  /**
   * What the service holds now, told in the words of the program wherever it means the same. `undefined` only when it
   * is proven to be gone. `state` holds less than usual for a resource that is only looked up. Without `inputs` the
   * engine keeps those that it has, which must mean the same as the outputs.
   */
  read(context: Context, id: string, state: State): Promise<{ outputs: State; inputs?: Inputs } | undefined>;
  update(context: Context, id: string, olds: State, news: Inputs): Promise<State>;
  delete(context: Context, id: string, state: State): Promise<void>;
}

/** Thrown by `create` and `update` when the service has carried out a part: what is known goes into the state. */
export class PartialWriteError extends Error {
  constructor(
    message: string,
    readonly id: string,
    readonly outputs: State,
    options?: Cause,
  ) {
    super(message, options);
  }
}
