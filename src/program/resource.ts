/** The base of the resource classes: how a resource is registered with the SDK. */

import { dirname, sep } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { inputName, withInputNames } from "../dynamic/form";
import { conflictText } from "../core/resource-names";
import type { PlainObject } from "../json";
import { mapValues, omit } from "../json";
import { isKnownNow, lazyOutput, secretTexts, withDefault } from "./arguments";
import { afterProgram, endingProgram, ofThisRun, warnAboutConfiguration } from "./run";
import { thinProvider } from "./thin-provider";

/** How a class registers its resource. */
export interface Registration {
  readonly inputs: pulumi.Inputs;
  /** The values of arguments that a program leaves out. `check` fills them in as well, but does not run under mocks. */
  readonly defaults?: Readonly<Record<string, boolean>>;
  /** The names of all arguments, and of the outputs that only the service knows: the SDK makes an output of each. */
  readonly names: readonly string[];
  /** The inputs and outputs that are secret whatever the program declares. */
  readonly secretNames: readonly string[];
  /** The existing object that the arguments name, if they do. */
  readonly claimed?: ClaimedObject | undefined;
  /** Whether the resource option `import` adopts an existing object. @default false */
  readonly canImport?: boolean;
  /** The arguments whose marks as secret do not count: messages show them. */
  readonly open?: readonly string[];
  /** The arguments that are part of ids, which are never secret, by their names. */
  readonly inIds?: Readonly<Record<string, unknown>>;
  /** Added to what `check` learns about this run. */
  readonly run?: pulumi.Inputs;
}

/** An object that exists before its resource does, so that two resources could claim it. */
export interface ClaimedObject {
  /** The object, for messages. */
  readonly what: string;
  /** What identifies it at its connection. */
  readonly parts: readonly pulumi.Input<string | undefined>[];
}

/**
 * Enough stack frames to show the line of the program. The SDK formats a stack for every promise of every output: with all frames
 * a preview of 100 resources takes 0.6 s longer.
 */
const FRAMES = 6;

/** Whose a frame is: that of the program, or of the constructors of the SDK, which skips them by their number. */
function ownerOf(frame: NodeJS.CallSite): "program" | "constructor" | undefined {
  const file = frame.getFileName() ?? "node:";
  if (CONSTRUCTOR.test(file)) return "constructor";
  return file.startsWith(OURS) || /^node:|node_modules/.test(file) ? undefined : "program";
}

const CONSTRUCTOR = /node_modules[\\/]@pulumi[\\/]pulumi[\\/](?:resource|dynamic)\b/;

/** The frames that the state keeps. Most stacks are those of promises within the constructors, and do not reach the program. */
function shortened(frames: NodeJS.CallSite[]): NodeJS.CallSite[] {
  return frames.some((frame) => ownerOf(frame) === "program")
    ? frames.filter((frame) => ownerOf(frame) !== undefined)
    : [];
}

/** V8's settings for stacks. */
const stacks: {
  stackTraceLimit: number;
  prepareStackTrace?: ((error: Error, frames: NodeJS.CallSite[]) => unknown) | undefined;
} = Error;

/** A link in `node_modules` may lead to this package. */
const OURS = dirname(__dirname) + sep;

export abstract class OpsManagerResource extends pulumi.dynamic.Resource {
  /** The name of the connection, if it is not the default one. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** @param args the arguments of the class; those of a look-up have a `connection` only */
  protected constructor(
    kind: string,
    name: string,
    args: { readonly connection?: string | undefined },
    registration: Registration,
    options: pulumi.CustomResourceOptions | undefined,
  ) {
    const { stackTraceLimit, prepareStackTrace } = stacks;
    stacks.stackTraceLimit = Math.min(stackTraceLimit, FRAMES);
    // Pulumi sets it, for source maps.
    if (prepareStackTrace !== undefined)
      stacks.prepareStackTrace = (error, frames) => prepareStackTrace(error, shortened(frames));
    try {
      super(
        thinProvider(kind),
        name,
        propsOf(kind, name, args, registration, options),
        optionsOf(kind, name, registration, options),
        "opsmanager",
        kind,
      );
    } finally {
      Object.assign(stacks, { stackTraceLimit, prepareStackTrace });
    }
    lazyOutput(this, "connection", () => pulumi.output(args.connection));
    warnAboutConfiguration();
    warnAboutTimeouts(this, options, args.connection);
    void warnAboutSecretIds(this, registration.inIds);
  }
}

/** Options of a look-up. */
export interface LookUpOptions extends pulumi.CustomResourceOptions {
  /** The name of a connection other than the default one. @default the settings `opsmanager:...` */
  connection?: string;
}

/** Makes the resource of an existing object, which stays unmanaged: it takes an id in place of arguments. */
export function lookUp<Resource>(
  type: new (name: string, args: never, options: pulumi.CustomResourceOptions) => Resource,
  name: string,
  id: pulumi.Input<pulumi.ID>,
  { connection, ...options }: LookUpOptions = {},
): Resource {
  return new type(name, { connection } as never, { ...options, id });
}

export function isLookUp(options: pulumi.CustomResourceOptions | undefined): boolean {
  return options?.id !== undefined;
}

/** The inputs that reach the provider; `check` removes `__secrets` and `__run`. */
function propsOf(
  kind: string,
  name: string,
  args: { readonly connection?: string | undefined },
  { inputs, defaults = {}, names, claimed, open = [], run }: Registration,
  options: pulumi.CustomResourceOptions | undefined,
): pulumi.Inputs {
  const announced = names
    .filter((output) => inputName(output) === output)
    .map((output) => [output, undefined]);
  const runInput = (): pulumi.Inputs => ({
    urn: urnOf(kind, name, options?.parent),
    preview: pulumi.runtime.isDryRun(),
    conflict: claimed && conflictOf(name, args.connection, claimed),
    ...run,
  });
  return {
    ...Object.fromEntries(announced),
    // What the program marks as secret in other fields than the secret ones: `check` could not know it.
    ...(!isKnownNow(args) && { __secrets: secretTexts(omit<PlainObject, string>({ ...args }, open)) }),
    ...withInputNames({ ...inputs, import: options?.import }),
    ...(!isLookUp(options) && {
      ...mapValues(defaults, (fallback, argument) => withDefault(inputs[argument], fallback)),
      __run: runInput(),
    }),
  };
}

function urnOf(kind: string, name: string, parent: pulumi.Resource | undefined): pulumi.Input<string> {
  const type = `pulumi-nodejs:dynamic/opsmanager:${kind}`;
  if (parent === undefined) {
    return `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${type}::${name}`;
  }
  // As a promise: an output that depends on a component waits for all its children, this resource among them.
  return new Promise((resolve) => {
    pulumi.createUrn(name, type, parent).apply(resolve);
  });
}

const claimsOfThisRun = ofThisRun(() => new Map<string, Set<string>>());

/**
 * Finds other resources of the program that claim the same object. The promise settles after the program's own code has run,
 * so that all of them are refused before any is registered. The provider compares values that are known later.
 */
function conflictOf(
  name: string,
  connection: string | undefined,
  { what, parts }: ClaimedObject,
): Promise<string | undefined> | undefined {
  if (!parts.every((part) => typeof part === "string")) return undefined;
  const claims = claimsOfThisRun();
  const key = JSON.stringify([what, connection ?? null, ...parts]);
  const names = claims.get(key) ?? new Set();
  claims.set(key, names.add(name));
  const object = [what, parts.join("/")].filter((part) => part !== "").join(" ");
  return afterProgram(() => (names.size > 1 ? conflictText([...names], object) : undefined));
}

/**
 * The options that the SDK gets: without `import`, which the host of dynamic providers cannot handle.
 * @throws Error for an explicit provider, which would be asked for a resource that it does not know. A provider that a component
 * passes to its children by `providers` is of another package and does not matter.
 */
function optionsOf(
  kind: string,
  name: string,
  { canImport = false, secretNames }: Registration,
  { import: importId, ...options }: pulumi.CustomResourceOptions = {},
): pulumi.CustomResourceOptions {
  const refuse = (message: string): never => {
    throw endingProgram(new Error(`${kind} "${name}": the resource option ${message}`));
  };
  if (options.provider !== undefined) {
    refuse(
      "provider is not supported, since dynamic resources have no provider instances. For another server set the argument " +
        'connection: connection: "eu" reads the settings opsmanager-eu:baseUrl and so on.',
    );
  }
  if (importId !== undefined && !canImport) {
    refuse("import is not supported, since there is nothing to take over: omit it.");
  }
  const aliases = aliasesOfPlugin(kind, options.aliases);
  return pulumi.mergeOptions(options, { additionalSecretOutputs: [...secretNames], aliases });
}

/** The type that a resource has in the plugin, also under the names and parents that the program gives as aliases. */
function aliasesOfPlugin(
  kind: string,
  given: pulumi.CustomResourceOptions["aliases"] = [],
): pulumi.Input<pulumi.Alias>[] {
  const type = `opsmanager:index:${kind}`;
  const renamed = given.flatMap((alias) => (isAliasOfSameType(alias) ? [{ ...alias, type }] : []));
  return [{ type }, ...renamed];
}

function isAliasOfSameType(alias: pulumi.Input<pulumi.URN | pulumi.Alias>): alias is pulumi.Alias {
  if (typeof alias !== "object" || pulumi.Output.isInstance(alias) || alias instanceof Promise) return false;
  return alias.type === undefined;
}

async function warnAboutSecretIds(
  resource: pulumi.Resource,
  parts: Registration["inIds"] = {},
): Promise<void> {
  if (!pulumi.runtime.isDryRun()) return;
  for (const [name, value] of Object.entries(parts)) {
    if (!pulumi.Output.isInstance(value) || !(await pulumi.isSecret(value))) continue;
    await pulumi.log.warn(
      `${name}: is marked as secret, but is part of ids, which Pulumi stores and shows in plain text. ` +
        "To keep a value secret, do not use it here.",
      resource,
    );
  }
}

function warnAboutTimeouts(
  resource: pulumi.Resource,
  options: pulumi.CustomResourceOptions | undefined,
  connection: string | undefined,
): void {
  const timeouts = Object.values(options?.customTimeouts ?? {});
  if (timeouts.every((timeout) => timeout === undefined)) return;
  const namespace = connection === undefined ? "opsmanager" : `opsmanager-${connection}`;
  void pulumi.log.warn(
    "customTimeouts have no effect on this resource, because Pulumi does not pass them to dynamic providers. " +
      `Set ${namespace}:timeoutSeconds (one attempt) and ${namespace}:totalTimeoutSeconds (one operation with all ` +
      "its attempts) in the stack configuration instead.",
    resource,
  );
}
