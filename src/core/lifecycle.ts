/** From a {@link Behaviour} to the six methods that the host of dynamic providers calls. */

import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { isAuthError, isConfigError } from "../errors";
import { parseBaseUrl } from "../http/base-url";
import type { PlainObject } from "../json";
import { isPlainObject, jsonEqual, pick, withoutNulls, withoutUndefined } from "../json";
import { secretFilter, secretValuesIn } from "../secrets";
import type { Behaviour, Context, Inputs, State } from "./behaviour";
import { PartialWriteError } from "./behaviour";
import { CONNECTION_NAME } from "./connection";
import type { Connections } from "./connections";
import type { Report } from "./engine-log";
import { reportToEngine } from "./engine-log";
import { tellOnce } from "./host-console";
import { IMPORT } from "./importing";
import { filterFor, rememberMarked } from "./marked-secrets";
import type { RunInput } from "./ownership";
import { conflictText, createOwnership, nameOf, objectName } from "./ownership";
import type { PreviewReads } from "./preview";
import { createPreviewReads } from "./preview";
import type { Problem } from "./problems";
import { problemText, shapeProblems } from "./problems";
import { containsUnknown, isUnknown } from "./unknowns";

/** The methods of a dynamic provider, with what the host passes and takes (`@pulumi/pulumi/dynamic`). */
export interface ProviderMethods {
  check(olds: PlainObject, news: PlainObject): Promise<{ inputs: Inputs; failures: CheckFailure[] }>;
  diff(id: string, olds: PlainObject, news: PlainObject): Promise<DiffResult>;
  create(inputs: PlainObject): Promise<{ id: string; outs: State }>;
  read(id: string, props: PlainObject): Promise<{ id?: string; props?: State; inputs?: Inputs }>;
  update(id: string, olds: PlainObject, news: PlainObject): Promise<{ outs: State }>;
  delete(id: string, props: PlainObject): Promise<void>;
}

interface CheckFailure {
  property: string;
  reason: string;
}

interface DiffResult {
  changes?: boolean;
  replaces?: string[];
}

const connectionName = z.string().regex(CONNECTION_NAME, 'must be a name such as "eu"').optional();

/** What a behaviour uses beside a connection. */
export interface Surroundings extends Pick<Context, "say" | "pause" | "ownership"> {
  readonly report: Report;
  readonly previewReads: PreviewReads;
}

/** In the host: its output is shown by the engine as messages of the stack. */
const hostSurroundings: Surroundings = {
  say: (text) => console.log(text),
  pause: async (ms) => setTimeout(ms),
  ownership: createOwnership(),
  report: reportToEngine,
  previewReads: createPreviewReads(5_000, reportToEngine),
};

export function lifecycle(
  behaviour: Behaviour,
  connections: Connections,
  surroundings: Surroundings = hostSurroundings,
): ProviderMethods {
  const { ownership, pause, report, previewReads } = surroundings;
  const inputNames = [...behaviour.inputNames, "connection"];
  const shape = behaviour.shape.extend({ connection: connectionName }).strict();
  const inputsOf = (state: PlainObject): Inputs => pick(state, inputNames);
  const contextOf = (inputs: PlainObject): Context => {
    const filter = filterFor(inputs);
    return {
      ...connections(inputs["connection"] as string | undefined),
      ownership,
      pause,
      filter,
      say: (text) => surroundings.say(filter(text)),
    };
  };
  const objectOf = (id: string, inputs: PlainObject): string =>
    objectName(behaviour.kind, id, behaviour.hasServiceIds ? "" : serverOf(contextOf(inputs)));
  /** A process of the host serves either a preview or an update. */
  let isPreview = false;

  return {
    async check(olds, news) {
      return guarded([news], async () => {
        const { __secrets: marked, __run: run, ...rest } = withoutProvider(news);
        rememberMarked(marked);
        const given = withoutNulls(rest);
        const inputs = behaviour.normalize?.(given) ?? given;
        const before = inputsOf(olds);
        const isNew = Object.keys(before).length === 0;
        const resource = isPlainObject(run) ? (run as unknown as RunInput) : undefined;
        isPreview ||= resource?.preview === true;
        const filter = secretFilter(() => [...secretValuesIn(news), ...secretValuesIn(marked, true)]);

        const reasons = await wrong(inputs);
        if (reasons.length === 0) ownership.checked(inputs, resource?.urn, isNew);
        if (reasons.length === 0 && resource !== undefined)
          reasons.push(...conflicts(resource, inputs, isNew));
        if (reasons.length === 0 && resource?.preview === true) {
          reasons.push(...(await previewed(resource.urn, isNew ? undefined : before, inputs, filter)));
        }
        // A failure that names a property would show that property's value, a secret in clear: the path is in the text.
        return { inputs, failures: reasons.map((reason) => ({ property: "", reason: filter(reason) })) };
      });
    },

    async diff(id, olds, news) {
      return guarded([olds, news], async () => {
        const before = inputsOf(olds);
        const after = inputsOf(withoutNulls(news));
        const replaces = behaviour.replaceOn.filter((name) => !jsonEqual(before[name], after[name]));
        if (replaces.length > 0) return { replaces };
        const hasMoved = before["connection"] !== after["connection"];
        mustNotBeAdopted(id, after);
        ownership.diffed([objectOf(id, after), ...(hasMoved ? formerObject(id, before) : [])], after);
        if (hasMoved && isPreview) {
          const reason = await previewReads.read(contextOf(after), async (context) =>
            behaviour.moved?.(context, id, withoutProvider(olds), after),
          );
          if (reason !== undefined) throw new Error(reason);
        }
        // Without `changes` the engine compares inputs with inputs and shows the leaves that differ.
        const isSame = !hasMoved && !containsUnknown(after) && behaviour.sameMeaning(before, after);
        return isSame ? { changes: false } : {};
      });
    },

    async create(inputs) {
      return guarded([inputs], async () => {
        const declared = withoutProvider(inputs);
        const { id, outputs } = await behaviour.create(contextOf(declared), declared);
        ownership.created(objectOf(id, declared), declared);
        return { id, outs: withoutUndefined(outputs) };
      });
    },

    async read(id, props) {
      return guardedByState([props], async () => {
        const state = withoutProvider(props);
        const found = await behaviour.read(contextOf(state), id, state);
        if (found === undefined) {
          // A state without any input is that of a look-up, which must find what it looks for.
          if (Object.keys(inputsOf(state)).every((name) => name === "connection")) {
            throw new Error(`The ${behaviour.kind} ${id} does not exist.`);
          }
          return {};
        }
        const { outputs, inputs } = found;
        return {
          id,
          props: withoutUndefined(outputs),
          ...(inputs !== undefined && { inputs: withoutUndefined(inputs) }),
        };
      });
    },

    async update(id, olds, news) {
      return guarded([olds, news], async () => {
        const declared = withoutProvider(news);
        const state = withoutProvider(olds);
        const context = contextOf(declared);
        ownership.hold(objectOf(id, declared));
        if (state["connection"] !== declared["connection"]) {
          const reason = await behaviour.moved?.(context, id, state, declared);
          if (reason !== undefined) throw new Error(reason);
          if (behaviour.sameMeaning(inputsOf(state), declared)) {
            return { outs: withoutUndefined({ ...state, connection: declared["connection"] }) };
          }
        }
        return { outs: withoutUndefined(await behaviour.update(context, id, state, declared)) };
      });
    },

    async delete(id, props) {
      return guardedByState([props], async () => {
        const state = withoutProvider(props);
        const context = contextOf(state);
        if (ownership.spares(objectOf(id, state))) {
          context.say(`The ${behaviour.what} ${id} is still managed by this program: it was not deleted.`);
          return;
        }
        await behaviour.delete(context, id, state);
        ownership.removed(objectOf(id, state));
      });
    },
  };

  /** The object by the former name of its connection, if that is still configured. */
  function formerObject(id: string, before: Inputs): string[] {
    try {
      return [objectOf(id, before)];
    } catch (error) {
      if (!isConfigError(error)) throw error;
      return [];
    }
  }

  /** What is wrong with the inputs by themselves. */
  async function wrong(inputs: Inputs): Promise<string[]> {
    const args = behaviour.argumentsOf?.(inputs) ?? inputs;
    const found = shapeProblems(shape, args, behaviour.kind);
    const reasons = found.map(problemText);
    if (isUnknown(inputs["connection"]) || found.some(({ path }) => path === "connection")) return reasons;
    try {
      // Where the shape is wrong already, a rule has nothing to add.
      const broken = new Set(found.map(({ path }) => path));
      const context = contextOf(inputs);
      const further = (await behaviour.problems?.(args, context)) ?? [];
      const rest = errorsIn(further.filter(({ path }) => !broken.has(path)));
      return [...reasons, ...rest, ...importProblems(inputs)];
    } catch (error) {
      if (!isConfigError(error)) throw error;
      return [...reasons, error.message];
    }
  }

  function importProblems(inputs: Inputs): string[] {
    if (inputs[IMPORT] === undefined) return [];
    try {
      const text = behaviour.importProblem?.(inputs);
      return text === undefined ? [] : [`import: ${text}`];
    } catch (error) {
      return [`import: ${error instanceof Error ? error.message : String(error)}`];
    }
  }

  /** Who else manages the object that the inputs name. */
  function conflicts({ urn, conflict }: RunInput, inputs: Inputs, isNew: boolean): string[] {
    const claimed = behaviour.claims?.(inputs);
    if (conflict !== undefined || claimed === undefined) return conflict === undefined ? [] : [conflict];
    const object = objectOf(claimed.id, inputs);
    const adopts = claimed.adopts && isNew;
    const owner = ownership.claim({ object, urn, adopts });
    const place = `${behaviour.what} ${claimed.id}`;
    if (owner !== undefined) return [conflictText([nameOf(owner), nameOf(urn)], place)];
    const isTaken = adopts && ownership.isHeld(object);
    return isTaken
      ? [`The ${place} is managed by another resource of this program. Nothing was written.`]
      : [];
  }

  /** Another resource may be about to adopt the object of this one. */
  function mustNotBeAdopted(id: string, inputs: Inputs): void {
    const adopter = ownership.adopter(objectOf(id, inputs));
    const claimed = behaviour.claims?.(inputs);
    if (adopter === undefined || claimed?.id === id) return;
    throw new Error(
      `The ${behaviour.what} ${id} is managed by this resource, and the resource ${JSON.stringify(nameOf(adopter))} of the same program ` +
        "adopts it: keep one of them. Nothing was written.",
    );
  }

  /** Logs what a preview finds out by reading; gives what stops it. */
  async function previewed(
    urn: string,
    before: Inputs | undefined,
    inputs: Inputs,
    filter: (text: string) => string,
  ): Promise<string[]> {
    try {
      const found = await previewReads.read(contextOf(inputs), async (context) =>
        behaviour.preview?.(context, before, inputs),
      );
      const warnings = found?.problems.filter(({ severity }) => severity === "warning") ?? [];
      for (const warning of warnings) await report(urn, "warn", filter(problemText(warning)));
      for (const note of found?.notes ?? []) await report(urn, "info", filter(note));
      return errorsIn(found?.problems ?? []);
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  }
}

/** One name for a server, however its URL is written. */
function serverOf({ settings }: Context): string {
  const { origin, path } = parseBaseUrl(settings.baseUrl, true, "baseUrl");
  return origin + path;
}

function errorsIn(problems: readonly Problem[]): string[] {
  return problems.filter(({ severity }) => severity === "error").map(problemText);
}

function withoutProvider(props: PlainObject): PlainObject {
  const { __provider: _, ...rest } = props;
  return rest;
}

/** Runs a method; whatever it throws reaches the host without a secret and without a stack, which it would print. */
async function guarded<T>(texts: readonly PlainObject[], run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw forHost(error, filterFor(...texts), texts.at(-1)?.["__provider"]);
  }
}

/** The same for methods that the engine calls with the configuration of the last `up`, and not with today's. */
async function guardedByState<T>(texts: readonly PlainObject[], run: () => Promise<T>): Promise<T> {
  return guarded(texts, async () => {
    try {
      return await run();
    } catch (error) {
      if (!isAuthError(error)) throw error;
      throw new Error(
        `${error.message} If they are right: refresh and destroy use the configuration that the last \`pulumi up\` stored; ` +
          "run `pulumi up` once, or add `--run-program`.",
        { cause: error },
      );
    }
  });
}

/** @param provider the text of the provider, without which the engine could do nothing more with the resource */
function forHost(error: unknown, filter: (text: string) => string, provider: unknown): Error {
  const message = filter(error instanceof Error ? error.message : String(error));
  const told = tellOnce(message);
  if (error instanceof PartialWriteError) {
    // The host turns these fields into a resource that is in the state, but failed to initialize.
    const properties = withoutUndefined({ ...error.outputs, __provider: provider });
    Object.assign(told, { id: error.id, properties, reasons: [message] });
  }
  return told;
}
