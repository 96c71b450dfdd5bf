/** From a {@link Behaviour} to the six methods that the host of dynamic providers calls. */

import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { isAuthError, isConfigError } from "../errors";
import type { PlainObject } from "../json";
import { jsonEqual, pick, withoutNulls, withoutUndefined } from "../json";
import { secretFilter, secretValuesIn } from "../secrets";
import type { Behaviour, Context, Inputs, State } from "./behaviour";
import { PartialWriteError } from "./behaviour";
import { CONNECTION_NAME } from "./connection";
import type { Connections } from "./connections";
import { tellOnce } from "./host-console";
import { filterFor, rememberMarked } from "./marked-secrets";
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
  deleteBeforeReplace?: boolean;
}

const connectionName = z.string().regex(CONNECTION_NAME, 'must be a name such as "eu"').optional();

/** What a behaviour uses beside a connection. */
type Surroundings = Pick<Context, "say" | "pause">;

/** In the host: its output is shown by the engine as messages of the stack. */
const hostSurroundings: Surroundings = {
  say: (text) => console.log(text),
  pause: async (ms) => setTimeout(ms),
};

export function lifecycle(
  behaviour: Behaviour,
  connections: Connections,
  surroundings: Surroundings = hostSurroundings,
): ProviderMethods {
  const inputNames = [...behaviour.inputNames, "connection"];
  const replaceOn = [...behaviour.replaceOn, "connection"];
  const shape = behaviour.shape.extend({ connection: connectionName }).strict();
  const inputsOf = (state: PlainObject): Inputs => pick(state, inputNames);
  const contextOf = (inputs: PlainObject): Context => ({
    ...connections(inputs["connection"] as string | undefined),
    ...surroundings,
    say: (text) => surroundings.say(filterFor(inputs)(text)),
  });

  return {
    async check(_olds, news) {
      return guarded([news], async () => {
        const { __secrets: marked, ...rest } = withoutProvider(news);
        rememberMarked(marked);
        const given = withoutNulls(rest);
        const inputs = behaviour.normalize?.(given) ?? given;
        const args = behaviour.argumentsOf?.(inputs) ?? inputs;
        const found = shapeProblems(shape, args, behaviour.kind);
        const reasons = found.map(problemText);
        if (!isUnknown(inputs["connection"]) && !found.some(({ path }) => path === "connection")) {
          try {
            const context = contextOf(inputs);
            const broken = new Set(found.map(({ path }) => path));
            const further = (await behaviour.problems?.(args, context)) ?? [];
            // Where the shape is wrong already, a rule has nothing to add.
            reasons.push(
              ...further.filter((p) => p.severity === "error" && !broken.has(p.path)).map(problemText),
            );
          } catch (error) {
            if (!isConfigError(error)) throw error;
            reasons.push(error.message);
          }
        }
        if (reasons.length === 0) return { inputs, failures: [] };
        // A failure that names a property would show that property's value, a secret in clear: the path is in the text.
        const filter = secretFilter(() => [...secretValuesIn(news), ...secretValuesIn(marked, true)]);
        return { inputs, failures: reasons.map((reason) => ({ property: "", reason: filter(reason) })) };
      });
    },

    async diff(_id, olds, news) {
      return guarded([olds, news], async () => {
        const before = inputsOf(olds);
        const after = inputsOf(withoutNulls(news));
        const replaces = replaceOn.filter((name) => !jsonEqual(before[name], after[name]));
        if (replaces.length > 0) {
          return { replaces, deleteBeforeReplace: behaviour.replaceDeletesFirst?.(before, after) ?? false };
        }
        // Without `changes` the engine compares inputs with inputs and shows the leaves that differ.
        return !containsUnknown(after) && behaviour.sameMeaning(before, after) ? { changes: false } : {};
      });
    },

    async create(inputs) {
      return guarded([inputs], async () => {
        const declared = withoutProvider(inputs);
        const { id, outputs } = await behaviour.create(contextOf(declared), declared);
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
        const outputs = await behaviour.update(contextOf(declared), id, withoutProvider(olds), declared);
        return { outs: withoutUndefined(outputs) };
      });
    },

    async delete(id, props) {
      return guardedByState([props], async () => {
        const state = withoutProvider(props);
        await behaviour.delete(contextOf(state), id, state);
      });
    },
  };
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
    throw forHost(error, filterFor(...texts));
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

function forHost(error: unknown, filter: (text: string) => string): Error {
  const message = filter(error instanceof Error ? error.message : String(error));
  const told = tellOnce(message);
  if (error instanceof PartialWriteError) {
    // The host turns these fields into a resource that is in the state, but failed to initialize.
    Object.assign(told, { id: error.id, properties: withoutUndefined(error.outputs), reasons: [message] });
  }
  return told;
}
