/** Makes the six methods that the host of dynamic providers calls from the operations of a kind. */

import type { Connections } from "../core/connections";
import type { CommonArgs, Inputs, Outputs, ResourceDefinition, StateOf } from "../core/definition";
import { PartialWriteError } from "../core/definition";
import { filterFor, rememberMarked } from "../core/marked-secrets";
import { createReports } from "../core/report";
import type { Process, Verdict } from "../core/resource";
import { createProcess, createResource } from "../core/resource";
import { containsUnknown } from "../core/unknowns";
import type { PlainObject } from "../json";
import { isEmptyList, isPlainObject, omit, withoutNulls, withoutUndefined } from "../json";
import { secretFilter } from "../secret-filter";
import { secretValuesIn } from "../secrets";
import { reportToEngine } from "./engine-log";
import type { PartialState } from "./errors";
import { forHost, forHostByState } from "./errors";
import type { Identity } from "./identity";
import { createIdentity } from "./identity";
import type { RunInput } from "./inputs";
import { argsFrom, inputsIn, outputsOf, stateFrom } from "./inputs";

/** The methods of a dynamic provider, with the values that the host passes and takes (`@pulumi/pulumi/dynamic`). */
export interface ProviderMethods {
  check(olds: PlainObject, news: PlainObject): Promise<{ inputs: Inputs; failures: CheckFailure[] }>;
  diff(id: string, olds: PlainObject, news: PlainObject): Promise<Verdict>;
  create(inputs: PlainObject): Promise<{ id: string; outs: Outputs }>;
  read(id: string, props: PlainObject): Promise<{ id?: string; props?: Outputs; inputs?: Inputs }>;
  update(id: string, olds: PlainObject, news: PlainObject): Promise<{ outs: Outputs }>;
  delete(id: string, props: PlainObject): Promise<void>;
}

interface CheckFailure {
  property: string;
  reason: string;
}

/** What the resources of a provider process share. */
export interface HostProcess extends Process {
  readonly identity: Identity;
}

const hostProcess: HostProcess = { ...createProcess(reportToEngine), identity: createIdentity() };

export function dynamicProvider<Args extends CommonArgs, State extends StateOf<Args>>(
  definition: ResourceDefinition<Args, State>,
  connections: Connections,
  process: HostProcess = hostProcess,
): ProviderMethods {
  const { identity } = process;
  const { report, flush } = createReports(process.report);
  const resource = createResource(definition, connections, { ...process, report });
  const declared = (props: PlainObject): Inputs => inputsIn(definition, props);
  const toArgs = (inputs: Inputs): Args => argsFrom(definition, inputs);
  const toOutputs = (state: State, props: PlainObject): Outputs => outputsOf(definition, state, props);
  /** Runs a method to the end of what it logs: the process may end after it. */
  const flushed = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } finally {
      await flush();
    }
  };
  const partialStateOf =
    (inputs: Inputs) =>
    (error: unknown): PartialState | undefined =>
      error instanceof PartialWriteError
        ? { id: error.id, outputs: toOutputs(error.state as State, inputs) }
        : undefined;

  return {
    async check(olds, news) {
      return forHost([news], async () => {
        const { __secrets: marked, __run: run, ...rest } = withoutProvider(news);
        rememberMarked(marked);
        const given = withoutNulls(rest);
        const before = declared(olds);
        const inputs = definition.normalize?.(given, before) ?? given;
        const args = toArgs(inputs);
        // What `pulumi import` takes over exists and lacks its secrets: there is nothing to refuse.
        if (args.imported === true) return { inputs, failures: [] };
        const announcement = isPlainObject(run) ? (run as unknown as RunInput) : undefined;
        const exposed = definition.exposedSecrets?.(given, announcement?.sealed, before) ?? [];
        const errors = await resource.check(args, {
          urn: announcement?.urn,
          filter: secretFilter(() => [...secretValuesIn(news), ...secretValuesIn(marked, true)]),
          former: Object.keys(before).length === 0 ? undefined : toArgs(before),
          announcement,
          errors: exposed.map((path) => `${path}: ${EXPOSED}`),
        });
        if (errors.length === 0) identity.recordCheck(inputs, announcement?.urn);
        // The engine prints the value of the property that a failure names, so the message holds the path instead.
        return { inputs, failures: errors.map((reason) => ({ property: "", reason })) };
      });
    },

    async diff(id, olds, news) {
      return forHost([olds, news], async () => {
        const [before, after] = [declared(olds), declared(withoutNulls(news))];
        let decoded: State | undefined;
        const taken = identity.take(after);
        // Without `changes` the engine compares the inputs and shows the leaves that differ.
        return resource.compare(id, toArgs(after), {
          urn: identity.urnOf(after),
          filter: filterFor(after),
          state: () => (decoded ??= stateFrom(definition, withoutProvider(olds))),
          former: toArgs(before),
          hasUnknown: containsUnknown(after),
          isInProgram: taken !== undefined,
          settled: taken?.settled ?? [],
        });
      });
    },

    async create(props) {
      const inputs = withoutProvider(props);
      const run = async (): Promise<{ id: string; outs: Outputs }> => {
        const urn = identity.urnOf(inputs);
        const { id, state } = await resource.create(toArgs(inputs), {
          urn,
          filter: filterFor(inputs),
          settled: () => identity.take(inputs)?.settled ?? [],
        });
        return { id, outs: toOutputs(state, inputs) };
      };
      return forHost([props], async () => flushed(run), partialStateOf(inputs));
    },

    async read(id, props) {
      const run = async (): ReturnType<ProviderMethods["read"]> => {
        const outputs = withoutProvider(props);
        const connection = connectionIn(outputs);
        const isLookUp = Object.keys(omit(declared(outputs), ["connection"])).length === 0;
        const state = isLookUp ? undefined : stateFrom(definition, outputs);
        const found = await resource.read(id, connection, state, { filter: filterFor(outputs) });
        if (found === undefined) {
          if (isLookUp) throw new Error(`The ${definition.kind} ${id} does not exist.`);
          return {};
        }
        // Without inputs the engine keeps those that it has.
        if (found === state) return { id, props: outputs };
        const fresh = withoutUndefined({ ...toOutputs(found, outputs), connection });
        const inputs = declared(fresh);
        const findings = ["changedSecrets", ...(definition.findings ?? [])];
        const empty = findings.filter((name) => isEmptyList(inputs[name]));
        return { id, props: fresh, inputs: omit(inputs, empty) };
      };
      return forHostByState(props, async () => flushed(run));
    },

    async update(id, olds, news) {
      const [outputs, inputs] = [withoutProvider(olds), withoutProvider(news)];
      const run = async (): Promise<{ outs: Outputs }> => {
        const call = { urn: identity.urnOf(inputs), filter: filterFor(inputs) };
        const [state, former] = [stateFrom(definition, outputs), toArgs(declared(outputs))];
        const updated = await resource.update(id, state, former, toArgs(inputs), call);
        return { outs: toOutputs(updated, inputs) };
      };
      return forHost([olds, news], async () => flushed(run), partialStateOf(inputs));
    },

    async delete(id, props) {
      const outputs = withoutProvider(props);
      const run = async (): Promise<void> =>
        resource.delete(id, stateFrom(definition, outputs), { filter: filterFor(outputs) });
      return forHostByState(props, async () => flushed(run));
    },
  };
}

const EXPOSED =
  "is not from the arguments of the resource, but from a resource transform, so that Pulumi would show and store it in plain text. " +
  "Transforms cannot set secrets: set it in the arguments. Nothing was written.";

function connectionIn({ connection }: PlainObject): string | undefined {
  return connection as string | undefined;
}

function withoutProvider(props: PlainObject): PlainObject {
  return omit(props, ["__provider"]);
}
