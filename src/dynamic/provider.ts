/** Makes the six methods that the host of dynamic providers calls from the operations of a kind. */

import type { Connections } from "../core/connections";
import type { CommonArgs, Inputs, Outputs, ResourceDefinition, StateOf } from "../core/definition";
import { PartialWriteError } from "../core/definition";
import type { MarkedSecrets } from "../secrets/marked";
import { createMarkedSecrets } from "../secrets/marked";
import { createReports } from "../core/report";
import type { Verdict } from "../core/compare";
import { createResource } from "../core/resource";
import type { Process } from "../core/scope";
import { createProcess } from "../core/scope";
import { containsUnknown } from "../unknowns";
import { messageOf } from "../errors";
import type { PlainObject } from "../json";
import { isEmptyList, isPlainObject, omit, withoutNulls, withoutUndefined } from "../json";
import { secretFilter } from "../secrets/filter";
import { secretValuesIn } from "../secrets/values";
import { createEngineLog } from "./engine-log";
import type { ErrorForHost } from "./errors";
import { adviceOnConfiguration, createErrorsForHost } from "./errors";
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
  readonly marked: MarkedSecrets;
  readonly errorForHost: ErrorForHost;
}

export function createHostProcess(): HostProcess {
  return {
    ...createProcess(createEngineLog()),
    identity: createIdentity(),
    marked: createMarkedSecrets(),
    errorForHost: createErrorsForHost(),
  };
}

export function dynamicProvider<Args extends CommonArgs, State extends StateOf<Args>>(
  definition: ResourceDefinition<Args, State>,
  connections: Connections,
  process: HostProcess,
): ProviderMethods {
  const { identity, marked, errorForHost } = process;
  const { filterFor } = marked;
  const { report, flush } = createReports(process.report);
  const resource = createResource(definition, connections, { ...process, report });
  const declared = (props: PlainObject): Inputs => inputsIn(definition, props);
  const toArgs = (inputs: Inputs): Args => argsFrom(definition, inputs);
  const toState = (outputs: Outputs): State => stateFrom(definition, outputs);

  /**
   * Runs a method to the end of what it logs, since the process may end after it. Errors reach the host without secrets.
   * @param props of the last write or the state; their secrets may be in a message
   */
  async function method<T>(
    props: readonly PlainObject[],
    run: () => Promise<T>,
    advice: (error: unknown) => string = () => "",
  ): Promise<T> {
    try {
      return await run();
    } catch (error) {
      const message = filterFor(...props)(messageOf(error) + advice(error));
      if (!(error instanceof PartialWriteError)) throw errorForHost(message);
      const news = props.at(-1) ?? {};
      const outputs = outputsOf(definition, error.state as State, withoutProvider(news));
      throw errorForHost(message, {
        id: error.id,
        outputs: { ...outputs, __provider: news["__provider"] },
      });
    } finally {
      await flush();
    }
  }

  return {
    check: async (olds, news) =>
      method([news], async () => {
        const { __secrets: secrets, __run: run, ...rest } = withoutProvider(news);
        marked.remember(secrets);
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
          filter: secretFilter(() => [...secretValuesIn(news), ...secretValuesIn(secrets, true)]),
          former: Object.keys(before).length === 0 ? undefined : toArgs(before),
          announcement,
          errors: exposed.map((path) => `${path}: ${EXPOSED}`),
        });
        if (errors.length === 0) identity.recordCheck(inputs, announcement?.urn);
        // The engine prints the value of the property that a failure names, so the message holds the path instead.
        return { inputs, failures: errors.map((reason) => ({ property: "", reason })) };
      }),

    diff: async (id, olds, news) =>
      method([olds, news], async () => {
        const [before, after] = [declared(olds), declared(withoutNulls(news))];
        let decoded: State | undefined;
        const taken = identity.take(after);
        // Without `changes` the engine compares the inputs and shows the leaves that differ.
        return resource.compare(id, toArgs(after), {
          urn: identity.urnOf(after),
          filter: filterFor(after),
          state: () => (decoded ??= toState(withoutProvider(olds))),
          former: toArgs(before),
          hasUnknown: containsUnknown(after),
          isInProgram: taken !== undefined,
          settled: taken?.settled ?? [],
        });
      }),

    create: async (props) =>
      method([props], async () => {
        const inputs = withoutProvider(props);
        const { id, state } = await resource.create(toArgs(inputs), {
          urn: identity.urnOf(inputs),
          filter: filterFor(inputs),
          settled: () => identity.take(inputs)?.settled ?? [],
        });
        return { id, outs: outputsOf(definition, state, inputs) };
      }),

    read: async (id, props) =>
      method(
        [props],
        async () => {
          const outputs = withoutProvider(props);
          const connection = connectionIn(outputs);
          const isLookUp = Object.keys(omit(declared(outputs), ["connection"])).length === 0;
          const state = isLookUp ? undefined : toState(outputs);
          const found = await resource.read(id, connection, state, { filter: filterFor(outputs) });
          if (found === undefined) {
            if (isLookUp) throw new Error(`The ${definition.kind} ${id} does not exist.`);
            return {};
          }
          // Without inputs the engine keeps those that it has.
          if (found === state) return { id, props: outputs };
          const fresh = withoutUndefined({ ...outputsOf(definition, found, outputs), connection });
          const inputs = declared(fresh);
          const findings = ["changedSecrets", ...(definition.findings ?? [])];
          const empty = findings.filter((name) => isEmptyList(inputs[name]));
          return { id, props: fresh, inputs: omit(inputs, empty) };
        },
        adviceOnConfiguration,
      ),

    update: async (id, olds, news) =>
      method([olds, news], async () => {
        const [outputs, inputs] = [withoutProvider(olds), withoutProvider(news)];
        const call = { urn: identity.urnOf(inputs), filter: filterFor(inputs) };
        const former = toArgs(declared(outputs));
        const updated = await resource.update(id, toState(outputs), former, toArgs(inputs), call);
        return { outs: outputsOf(definition, updated, inputs) };
      }),

    delete: async (id, props) =>
      method(
        [props],
        async () => {
          const outputs = withoutProvider(props);
          await resource.delete(id, toState(outputs), { filter: filterFor(outputs) });
        },
        adviceOnConfiguration,
      ),
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
