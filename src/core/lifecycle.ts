/** Turns a {@link ResourceDefinition} into the six methods that the host of dynamic providers calls. */

import { setTimeout } from "node:timers/promises";
import { isConfigError } from "../errors";
import { parseBaseUrl } from "../http/base-url";
import type { PlainObject } from "../json";
import { isPlainObject, jsonEqual, omit, pick, withoutNulls, withoutUndefined } from "../json";
import { secretFilter } from "../secret-filter";
import { secretValuesIn } from "../secrets";
import {
  claimObject,
  claimPlace,
  completeSchema,
  recordObjects,
  refuseAdopted,
  refuseDeleted,
  textsOf,
  validateArgs,
} from "./check";
import type { Settings } from "./connection";
import type { Connections } from "./connections";
import { inputName, withArgumentNames } from "./create-only";
import type { CommonArgs, Context, Inputs, Outputs, ResourceDefinition } from "./definition";
import { PartialWriteError } from "./definition";
import type { Report } from "./engine-log";
import { reportToEngine } from "./engine-log";
import type { PartialState } from "./host-errors";
import { forHost, forHostByState, messageOf } from "./host-errors";
import { filterFor, rememberMarked } from "./marked-secrets";
import type { RunInput } from "./ownership";
import { createOwnership, objectName } from "./ownership";
import type { PreviewReads } from "./preview";
import { createPreviewReads } from "./preview";
import { containsUnknown } from "./unknowns";

/** The methods of a dynamic provider, with the values that the host passes and takes (`@pulumi/pulumi/dynamic`). */
export interface ProviderMethods {
  check(olds: PlainObject, news: PlainObject): Promise<{ inputs: Inputs; failures: CheckFailure[] }>;
  diff(id: string, olds: PlainObject, news: PlainObject): Promise<DiffResult>;
  create(inputs: PlainObject): Promise<{ id: string; outs: Outputs }>;
  read(id: string, props: PlainObject): Promise<{ id?: string; props?: Outputs; inputs?: Inputs }>;
  update(id: string, olds: PlainObject, news: PlainObject): Promise<{ outs: Outputs }>;
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

/** What the operations use besides a connection. */
export interface Surroundings extends Pick<Context, "say" | "pause" | "ownership"> {
  readonly report: Report;
  readonly previewReads: PreviewReads;
}

/** In the host the engine shows everything that is printed as a message of the stack. */
const hostSurroundings: Surroundings = {
  say: (text) => console.log(text),
  pause: async (ms) => setTimeout(ms),
  ownership: createOwnership(),
  report: reportToEngine,
  previewReads: createPreviewReads(5_000, reportToEngine),
};

/** A state as outputs, with those that resources of all kinds have. @param props as for `toOutputs` of the definition */
export function outputsOf<Args extends CommonArgs, State>(
  definition: ResourceDefinition<Args, State>,
  state: State,
  props: PlainObject,
): Outputs {
  const { connection, imported } = definition.argsOf(state);
  return withoutUndefined({ ...definition.toOutputs(state, props), connection, __imported: imported });
}

/** The reverse of {@link outputsOf}. */
export function stateFrom<Args extends CommonArgs, State>(
  definition: ResourceDefinition<Args, State>,
  { __imported: imported, ...outputs }: Outputs,
): State {
  return definition.fromOutputs(imported === undefined ? outputs : { ...outputs, imported });
}

export function lifecycle<Args extends CommonArgs, State>(
  definition: ResourceDefinition<Args, State>,
  connections: Connections,
  surroundings: Surroundings = hostSurroundings,
): ProviderMethods {
  const { ownership, pause, report, previewReads } = surroundings;
  const inputNames = [...definition.inputNames, "changedSecrets", "connection", "import", "imported"].map(
    inputName,
  );
  const inputsIn = (props: PlainObject): Inputs => pick(props, inputNames);
  const toArgs = (inputs: Inputs): Args => {
    const { import: importId, connection, changedSecrets, imported, ...own } = withArgumentNames(inputs);
    const common = withoutUndefined({ import: importId, connection, changedSecrets, imported });
    return { ...definition.fromInputs(own), ...common };
  };
  const toOutputs = (state: State, props: PlainObject): Outputs => outputsOf(definition, state, props);
  const fromOutputs = (outputs: Outputs): State => stateFrom(definition, outputs);
  const contextOf = (connection: string | undefined, values: PlainObject = {}): Context => {
    const filter = filterFor(values);
    return {
      ...connections(connection),
      ownership,
      pause,
      filter,
      say: (text) => surroundings.say(filter(text)),
    };
  };
  const contextOfWrite = (connection: string | undefined, declared: Inputs): Context => ({
    ...contextOf(connection, declared),
    urn: ownership.urnOf(declared),
  });
  const objectOf = (id: string, connection: string | undefined): string =>
    objectName(
      definition.kind,
      id,
      definition.hasServiceIds ? "" : serverOf(connections(connection).settings),
    );
  /** A process of the host serves either a preview or an update. */
  let isPreview = false;
  let schema: ReturnType<typeof completeSchema> | undefined;

  return {
    async check(olds, news) {
      return forHost([news], async () => {
        const { __secrets: marked, __run: run, ...rest } = withoutProvider(news);
        rememberMarked(marked);
        const given = withoutNulls(rest);
        const before = inputsIn(olds);
        const inputs = definition.normalize?.(given, before) ?? given;
        const args = toArgs(inputs);
        // What `pulumi import` takes over exists and lacks its secrets: there is nothing to refuse.
        if (args.imported === true) return { inputs, failures: [] };
        const isNew = Object.keys(before).length === 0;
        const resource = isPlainObject(run) ? (run as unknown as RunInput) : undefined;
        isPreview ||= resource?.preview === true;
        const filter = secretFilter(() => [...secretValuesIn(news), ...secretValuesIn(marked, true)]);

        const { errors, warnings } = await validateArgs(
          definition,
          (schema ??= completeSchema(definition)),
          args,
          contextOf,
        );
        if (resource !== undefined) await reportAll(resource, "warn", warnings.map(filter));
        if (errors.length === 0) ownership.recordCheck(inputs, resource?.urn, isNew);
        ownership.reserve(resource?.adopted ?? []);
        if (errors.length === 0 && resource !== undefined) {
          const object = (id: string): string => objectOf(id, args.connection);
          errors.push(
            ...claimObject(definition, ownership, resource, args, isNew, object),
            ...claimPlace(definition, ownership, resource, args),
          );
        }
        if (errors.length === 0 && resource?.preview === true) {
          errors.push(
            ...(await previewed(resource, isNew ? undefined : toArgs(before), args, inputs, filter)),
          );
        }
        // The engine prints the value of the property that a failure names, so the message holds the path instead.
        return { inputs, failures: errors.map((error) => ({ property: "", reason: filter(error) })) };
      });
    },

    async diff(id, olds, news) {
      return forHost([olds, news], async () => {
        const before = inputsIn(olds);
        const after = inputsIn(withoutNulls(news));
        const replaces = definition.replaceOn.filter((name) => !jsonEqual(before[name], after[name]));
        if (replaces.length > 0) return { replaces };
        const args = toArgs(after);
        let decoded: State | undefined;
        const state = (): State => (decoded ??= fromOutputs(withoutProvider(olds)));
        const urnOf = (): string | undefined => ownership.urnOf(after);
        const { connection } = args;
        const hasMoved = connectionIn(before) !== connection;
        const object = objectOf(id, connection);
        refuseAdopted(definition, ownership, id, object, args);
        refuseDeleted(ownership, definition.what, id, object, urnOf);
        const former = hasMoved ? formerObject(id, connectionIn(before)) : [];
        const isInProgram = ownership.recordDiff([object, ...former], after);
        if (isInProgram && definition.objects !== undefined) {
          recordObjects(ownership, definition.what, definition.objects(state(), args), urnOf());
        }
        if (hasMoved && isPreview) {
          const reason = await previewReads.read(contextOf(connection, after), async (context) =>
            definition.checkMoved?.(context, id, state()),
          );
          if (reason !== undefined) throw new Error(reason);
        }
        // Before its first update, the state of an imported object lacks its secrets.
        const isImported = before[inputName("imported")] === true && !containsUnknown(after);
        if (isPreview && isImported && definition.overwritten !== undefined) {
          const context = contextOf(connection, after);
          const texts = await previewReads.read(context, async (reading) =>
            definition.overwritten?.(reading, id, state(), args),
          );
          for (const text of texts ?? []) await report(urnOf(), "warn", context.filter(text));
        }
        const further = isInProgram ? definition.furtherChanges?.(state(), args, ownership) : undefined;
        if (further !== undefined) {
          const urn = urnOf();
          for (const other of further.deleted) ownership.condemn(other, urn);
          if (isPreview) await report(urn, "info", further.text);
          return further.isInInputs ? {} : { changes: true };
        }
        // Without `changes` the engine compares the inputs and shows the leaves that differ.
        const isSame = !hasMoved && !containsUnknown(after) && definition.sameMeaning(toArgs(before), args);
        return isSame ? { changes: false } : {};
      });
    },

    async create(inputs) {
      const declared = withoutProvider(inputs);
      const run = async (): Promise<{ id: string; outs: Outputs }> => {
        const args = toArgs(declared);
        const context = contextOfWrite(args.connection, declared);
        const { id, state } = await definition.create(context, args);
        ownership.recordCreate(objectOf(id, args.connection), declared);
        return { id, outs: toOutputs(state, declared) };
      };
      return forHost([inputs], run, partialStateOf(declared));
    },

    async read(id, props) {
      return forHostByState(props, async () => {
        const outputs = withoutProvider(props);
        const { connection: _, ...others } = inputsIn(outputs);
        const connection = connectionIn(outputs);
        const isLookUp = Object.keys(others).length === 0;
        const state = isLookUp ? undefined : fromOutputs(outputs);
        const context = contextOf(connection, outputs);
        const found = await definition.read(context, id, state);
        if (found === undefined) {
          if (isLookUp) throw new Error(`The ${definition.kind} ${id} does not exist.`);
          return {};
        }
        // Without inputs the engine keeps those that it has.
        if (found === state) return { id, props: outputs };
        const fresh = withoutUndefined({ ...toOutputs(found, outputs), connection });
        const inputs = inputsIn(fresh);
        const findings = ["changedSecrets", ...(definition.findings ?? [])];
        return {
          id,
          props: fresh,
          inputs: omit(
            inputs,
            findings.filter((name) => isEmptyList(inputs[name])),
          ),
        };
      });
    },

    async update(id, olds, news) {
      const [before, declared] = [withoutProvider(olds), withoutProvider(news)];
      const run = async (): Promise<{ outs: Outputs }> => {
        const args = toArgs(declared);
        const state = fromOutputs(before);
        const context = contextOfWrite(args.connection, declared);
        ownership.hold(objectOf(id, args.connection));
        if (connectionIn(before) !== args.connection) {
          const reason = await definition.checkMoved?.(context, id, state);
          if (reason !== undefined) throw new Error(reason);
          if (definition.sameMeaning(toArgs(inputsIn(before)), args)) {
            return { outs: withoutUndefined({ ...before, connection: args.connection }) };
          }
        }
        return { outs: toOutputs(await definition.update(context, id, state, args), declared) };
      };
      return forHost([olds, news], run, partialStateOf(declared));
    },

    async delete(id, props) {
      return forHostByState(props, async () => {
        const outputs = withoutProvider(props);
        const connection = connectionIn(outputs);
        const context = contextOf(connection, outputs);
        const object = objectOf(id, connection);
        if (definition.objects === undefined && ownership.keeps(object)) {
          context.say(`The ${definition.what} ${id} is still managed by this program: it was not deleted.`);
          return;
        }
        await definition.delete(context, id, fromOutputs(outputs));
        ownership.recordDelete(object);
      });
    },
  };

  /** The object at the former connection, if that is still configured. */
  function formerObject(id: string, connection: string | undefined): string[] {
    try {
      return [objectOf(id, connection)];
    } catch (error) {
      if (!isConfigError(error)) throw error;
      return [];
    }
  }

  /** Logs what a preview finds by reading, and returns its errors. */
  async function previewed(
    resource: RunInput,
    olds: Args | undefined,
    news: Args,
    inputs: Inputs,
    filter: (text: string) => string,
  ): Promise<string[]> {
    try {
      const found = await previewReads.read(contextOf(news.connection, inputs), async (context) =>
        definition.preview?.(context, olds, news),
      );
      if (found === undefined) return [];
      await reportAll(resource, "warn", textsOf(found.problems, "warning").map(filter));
      await reportAll(resource, "info", found.notes.map(filter));
      return textsOf(found.problems, "error");
    } catch (error) {
      return [messageOf(error)];
    }
  }

  async function reportAll(
    { urn }: RunInput,
    severity: "info" | "warn",
    texts: readonly string[],
  ): Promise<void> {
    for (const text of texts) await report(urn, severity, text);
  }

  function partialStateOf(declared: Inputs): (error: unknown) => PartialState | undefined {
    return (error) =>
      error instanceof PartialWriteError
        ? { id: error.id, outputs: toOutputs(error.state as State, declared) }
        : undefined;
  }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** One name for a server, however its URL is spelled. */
export function serverOf({ baseUrl }: Settings): string {
  const { origin, path } = parseBaseUrl(baseUrl, true, "baseUrl");
  return origin + path;
}

function connectionIn({ connection }: PlainObject): string | undefined {
  return connection as string | undefined;
}

function withoutProvider(props: PlainObject): PlainObject {
  const { __provider: _, ...rest } = props;
  return rest;
}
