/** Turns a {@link ResourceDefinition} into the six methods that the host of dynamic providers calls. */

import { setTimeout } from "node:timers/promises";
import { isConfigError } from "../errors";
import { parseBaseUrl } from "../http/base-url";
import type { PlainObject } from "../json";
import { isEmptyList, isPlainObject, jsonEqual, omit, pick, withoutNulls, withoutUndefined } from "../json";
import { secretFilter } from "../secret-filter";
import { secretValuesIn } from "../secrets";
import {
  claimMeanings,
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
import type { Report, Severity } from "./engine-log";
import { reportToEngine } from "./engine-log";
import type { PartialState } from "./host-errors";
import { forHost, forHostByState, messageOf } from "./host-errors";
import { filterFor, rememberMarked } from "./marked-secrets";
import type { RunInput } from "./ownership";
import { createOwnership, objectName, quotedNames } from "./ownership";
import { parsePath, valueAt } from "./problems";
import type { PreviewReads } from "./preview";
import { createPreviewReads } from "./preview";
import { containsUnknown, isUnknown } from "./unknowns";

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
export interface Surroundings extends Pick<Context, "pause" | "ownership"> {
  readonly report: Report;
  readonly previewReads: PreviewReads;
}

const hostSurroundings: Surroundings = {
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
  const { ownership, pause, previewReads } = surroundings;
  const reported = new Set<string>();
  let lastReport: Promise<void> = Promise.resolve();
  /** Logs a message, a warning only once: the engine checks the inputs of a replaced resource twice. */
  const report: Report = async (urn, severity, text) => {
    const key = JSON.stringify([urn, text]);
    if (severity === "warn" && reported.has(key)) return;
    reported.add(key);
    lastReport = Promise.all([lastReport, surroundings.report(urn, severity, text)]).then(() => undefined);
    await lastReport;
  };
  /** Runs a method to the end of what it logs: the process may end after it. */
  const withReports = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } finally {
      await lastReport;
    }
  };
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
  const contextOf = (connection: string | undefined, values: PlainObject = {}, urn?: string): Context => {
    const filter = filterFor(values);
    const log = (severity: Severity) => (text: string) => void report(urn, severity, filter(text));
    return {
      ...connections(connection),
      ownership,
      pause,
      filter,
      urn,
      name: urn === undefined ? undefined : quotedNames([urn]),
      say: log("info"),
      warn: log("warn"),
    };
  };
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
        const exposed = definition.exposedSecrets?.(given, resource?.sealed, before) ?? [];
        errors.push(...exposed.map((path) => `${path}: ${EXPOSED}`));
        if (errors.length === 0) ownership.recordCheck(inputs, resource?.urn, isNew);
        ownership.reserve(resource?.adopted ?? {});
        if (errors.length === 0 && resource !== undefined) {
          const object = (id: string): string => objectOf(id, args.connection);
          const equal = claimMeanings(definition, ownership, resource, args);
          errors.push(
            ...claimObject(definition, ownership, resource, args, isNew, object),
            ...claimPlace(definition, ownership, resource, args),
            ...textsOf(equal, "error"),
          );
          warnings.push(...textsOf(equal, "warning"));
        }
        if (resource !== undefined) await reportAll(resource, "warn", warnings.map(filter));
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
        const args = toArgs(after);
        let decoded: State | undefined;
        const state = (): State => (decoded ??= fromOutputs(withoutProvider(olds)));
        const urnOf = (): string | undefined => ownership.urnOf(after);
        if (replaces.length > 0) {
          // A value that is not known yet may turn out to be the one in the state.
          if (isPreview && replaces.every((name) => isUnknown(after[name]))) {
            const same = toArgs({ ...after, ...pick(before, replaces) });
            const instead = definition.furtherChanges?.(state(), same, ownership)?.text;
            const text = `If it is not replaced:\n${instead}`;
            if (instead !== undefined)
              await report(urnOf(), "info", contextOf(args.connection, after).filter(text));
          }
          return { replaces };
        }
        const { connection } = args;
        const hasMoved = connectionIn(before) !== connection;
        const object = objectOf(id, connection);
        refuseAdopted(definition, ownership, id, object, args);
        refuseDeleted(ownership, definition.what, id, object, urnOf);
        const atFormer = hasMoved ? formerObject(id, connectionIn(before)) : [];
        const isInProgram = ownership.recordDiff([object, ...atFormer], after);
        if (isInProgram && definition.objects !== undefined) {
          recordObjects(ownership, definition.what, definition.objects(state(), args), urnOf());
        }
        if (hasMoved && isPreview) {
          const reason = await previewReads.read(contextOf(connection, after, urnOf()), async (context) =>
            definition.checkMoved?.(context, id, state()),
          );
          if (reason !== undefined) throw new Error(reason);
        }
        // Before its first update, the state of an imported object lacks its secrets.
        const isImported = before[inputName("imported")] === true && !containsUnknown(after);
        if (isPreview && isImported && definition.overwritten !== undefined) {
          const context = contextOf(connection, after, urnOf());
          const texts = await previewReads.read(context, async (reading) =>
            definition.overwritten?.(reading, id, state(), args),
          );
          for (const text of texts ?? []) await report(urnOf(), "warn", context.filter(text));
        }
        const claimed = definition.claims?.(args);
        if (
          isPreview &&
          isInProgram &&
          claimed?.adopts === true &&
          objectOf(claimed.id, connection) !== object
        ) {
          const text = `The ${definition.what} ${claimed.id} is not adopted, since this resource exists already (${id}).`;
          await report(urnOf(), "warn", contextOf(connection, after).filter(text));
        }
        const further = isInProgram ? definition.furtherChanges?.(state(), args, ownership) : undefined;
        if (further !== undefined) {
          for (const other of further.deleted) ownership.condemn(other, urnOf());
          if (isPreview) await report(urnOf(), "info", contextOf(connection, after).filter(further.text));
        }
        const former = toArgs(before);
        // Those of an imported object are compared with the service, see `overwritten`.
        const isWriteShown = isPreview && isInProgram && former.imported !== true;
        const secrets = (isWriteShown && definition.writtenSecrets?.(former, args)) || [];
        if (secrets.length > 0) await report(urnOf(), "info", `Writes the secrets ${secrets.join(", ")}.`);
        if (isWriteShown)
          await reportChanged(contextOf(connection, after, urnOf()), former.changedSecrets, args);
        if (further?.isHidden === true) return { changes: true };
        // Without `changes` the engine compares the inputs and shows the leaves that differ.
        const isSame =
          further === undefined &&
          !hasMoved &&
          !containsUnknown(after) &&
          definition.sameMeaning(former, args);
        return isSame ? { changes: false } : {};
      });
    },

    async create(inputs) {
      const declared = withoutProvider(inputs);
      const run = async (): Promise<{ id: string; outs: Outputs }> => {
        const args = toArgs(declared);
        const context = contextOf(args.connection, declared, ownership.urnOf(declared));
        const { id, state } = await definition.create(context, args);
        ownership.recordCreate(objectOf(id, args.connection), declared);
        return { id, outs: toOutputs(state, declared) };
      };
      return forHost([inputs], async () => withReports(run), partialStateOf(declared));
    },

    async read(id, props) {
      const run = async (): ReturnType<ProviderMethods["read"]> => {
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
      };
      return forHostByState(props, async () => withReports(run));
    },

    async update(id, olds, news) {
      const [before, declared] = [withoutProvider(olds), withoutProvider(news)];
      const run = async (): Promise<{ outs: Outputs }> => {
        const args = toArgs(declared);
        const state = fromOutputs(before);
        const context = contextOf(args.connection, declared, ownership.urnOf(declared));
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
      return forHost([olds, news], async () => withReports(run), partialStateOf(declared));
    },

    async delete(id, props) {
      const run = async (): Promise<void> => {
        const outputs = withoutProvider(props);
        const connection = connectionIn(outputs);
        const object = objectOf(id, connection);
        const isKept = definition.objects === undefined && ownership.keeps(object);
        const context = contextOf(connection, outputs, isKept ? ownership.keeperOf(object) : undefined);
        if (isKept) {
          context.say(`The ${definition.what} ${id} is still managed by this program: it was not deleted.`);
          return;
        }
        await definition.delete(context, id, fromOutputs(outputs));
        ownership.recordDelete(object);
      };
      return forHostByState(props, async () => withReports(run));
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
      const context = contextOf(news.connection, inputs, resource.urn);
      const found = await previewReads.read(context, async (reading) =>
        definition.preview?.(reading, olds, news, resource.announced),
      );
      if (found === undefined) return [];
      await reportAll(resource, "warn", textsOf(found.problems, "warning").map(filter));
      await reportAll(resource, "info", found.notes.map(filter));
      return textsOf(found.problems, "error");
    } catch (error) {
      return [messageOf(error)];
    }
  }

  /** Names the secrets that a refresh found changed: somebody may have rotated them on purpose. */
  async function reportChanged(
    { urn, configKeyOf, filter }: Context,
    changed: readonly string[] = [],
    news: Args,
  ): Promise<void> {
    const lines = changed.map((path) => {
      const value = definition.secretAt?.(news, path) ?? valueAt(news, parsePath(path));
      const key = typeof value === "string" ? configKeyOf(value) : undefined;
      return `  ${path}${key === undefined ? "" : `, from the configuration key ${key}`}`;
    });
    if (lines.length === 0) return;
    const text =
      "The service has other values of these secrets than the program. If they were rotated there on purpose, the declared values are " +
      `wrong, and this update would restore them:\n${lines.join("\n")}`;
    await report(urn, "warn", filter(text));
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

const EXPOSED =
  "is not from the arguments of the resource, but from a resource transform, so that Pulumi would show and store it in plain text. " +
  "Transforms cannot set secrets: set it in the arguments. Nothing was written.";

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
