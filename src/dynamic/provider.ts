/** Makes the six methods that the host of dynamic providers calls from the operations of a kind. */

import type { Connections } from "../core/connections";
import type { AnyDefinition, AnyState, Inputs, Outputs } from "../core/definition";
import { PartialWriteError } from "../core/definition";
import { createMarkedSecrets } from "../secrets/marked";
import { diffOf } from "../core/diff";
import { error as problem } from "../core/problems";
import { adviceOnConfiguration } from "../core/outdated-configuration";
import { explainDamage, nullWarnings } from "../core/check";
import { createReports } from "../core/reports";
import * as resource from "../core/resource";
import { openRun } from "../core/run";
import { engineAddress } from "../core/run-log";
import type { Subject, Scope } from "../core/scope";
import type { Stored } from "../core/stored";
import { completeInputs, storedOf } from "../core/stored";
import { createShared, serverOf } from "../core/scope";
import { containsUnknown } from "../unknowns";
import { messageOf } from "../errors";
import type { PlainObject } from "../json";
import { isPlainObject, omit, withoutNulls, withoutUndefined } from "../json";
import { createEngineLog } from "./engine-log";
import { createErrorsForHost } from "./errors";
import { createIdentity } from "./identity";
import type { RunInput } from "./form";
import { argsFrom, encode, inputsIn, together } from "./form";
import { atConnection, isOfPlugin, withSecretsApart } from "./takeover";

/** What the resources of a provider process share, with what this host needs besides. */
export type HostShared = ReturnType<typeof createHostShared>;

export function createHostShared() {
  return {
    ...createShared(createEngineLog(), openRun(engineAddress(), true)),
    identity: createIdentity(),
    marked: createMarkedSecrets(),
    errorForHost: createErrorsForHost(),
  };
}

/** The methods of a dynamic provider, with the values that the host passes and takes (`@pulumi/pulumi/dynamic`). */
export type ProviderMethods = ReturnType<typeof dynamicProvider>;

export function dynamicProvider(definition: AnyDefinition, connections: Connections, shared: HostShared) {
  const { report, flush } = createReports(shared.report);
  const adapter: Adapter = {
    definition,
    connections,
    shared: { ...shared, report },
    isPreview: false,
    flush,
  };
  return {
    check: methodOf(adapter, check),
    diff: methodOf(adapter, diff),
    create: methodOf(adapter, create),
    read: methodOf(adapter, read, adviceOnConfiguration),
    update: methodOf(adapter, update),
    delete: methodOf(adapter, remove, adviceOnConfiguration),
  };
}

/** A kind between the host and its operations. */
interface Adapter extends Scope {
  /** Whether the process serves a preview, which only a check says. */
  isPreview: boolean;
  readonly shared: HostShared;
  /** Waits for what was logged. */
  readonly flush: () => Promise<void>;
}

/**
 * Makes a method that runs to the end of what it logs, since the process may end after it. Errors reach the host without secrets:
 * those of the last write or the state may be in a message.
 */
function methodOf<Args extends readonly unknown[], T>(
  adapter: Adapter,
  run: (adapter: Adapter, ...args: Args) => Promise<T>,
  advice: (error: unknown) => string = () => "",
): (...args: Args) => Promise<T> {
  const { marked, errorForHost } = adapter.shared;
  return async (...given) => {
    const { __provider } = given.findLast(isPlainObject) ?? {};
    const args = given.map((arg) =>
      isPlainObject(arg) ? omit(arg, ["__provider"]) : arg,
    ) as unknown as Args;
    const props = args.filter(isPlainObject);
    // A message about one resource may quote the secret of another.
    for (const each of props) marked.rememberIn(each);
    try {
      return await run(adapter, ...args);
    } catch (thrown) {
      const { definition } = adapter;
      const stored = props.map((each) => () => argsFrom(definition, inputsIn(definition, each)));
      const error = explainDamage(definition, thrown, stored) ?? thrown;
      const message = marked.filterFor(...props)(messageOf(error) + advice(error));
      if (!(error instanceof PartialWriteError)) throw errorForHost(message);
      const outputs = storedOutputs(adapter, error.state as AnyState, props.at(-1) ?? {});
      throw errorForHost(message, { id: error.id, outputs: { ...outputs, __provider } });
    } finally {
      await adapter.flush();
    }
  };
}

/** The outputs of a resource. The service may have returned secrets that its arguments do not have. */
function storedOutputs({ definition, shared }: Adapter, state: AnyState, props: PlainObject): Outputs {
  const outputs = encode(definition, state, props);
  shared.marked.rememberIn(outputs);
  return outputs;
}

async function check(adapter: Adapter, olds: PlainObject, news: PlainObject) {
  const { definition } = adapter;
  const { identity, marked } = adapter.shared;
  const { __secrets: secrets, __run: run, ...rest } = news;
  marked.remember(secrets);
  const given = withSecretsApart(definition, withoutNulls(rest), olds);
  const before = inputsIn(definition, olds);
  const kept = definition.secrets?.apart?.normalize(given, before) ?? given;
  const inputs = completeInputs(definition, kept, before);
  const args = argsFrom(definition, inputs);
  // What `pulumi import` takes over exists and lacks its secrets: there is nothing to refuse.
  if (args.imported === true) return { inputs, failures: [] };
  const announcement = isPlainObject(run)
    ? announcementIn(adapter, run as PlainObject & RunInput)
    : undefined;
  adapter.isPreview ||= announcement?.preview === true;
  const exposed = definition.secrets?.exposed(given, announcement?.sealed, before) ?? [];
  const errors = await resource.check(adapter, args, {
    urn: announcement?.urn,
    filter: marked.filterFor(news),
    former: Object.keys(before).length === 0 ? undefined : argsFrom(definition, before),
    announcement,
    problems: [...nullWarnings(definition, rest), ...exposed.map((path) => problem([path], EXPOSED))],
  });
  if (errors.length === 0) identity.recordCheck(inputs, announcement?.urn);
  // The engine prints the value of the property that a failure names, so the message holds the path instead.
  return { inputs, failures: errors.map((reason) => ({ property: "", reason })) };
}

/** The resource in the state. @param news the inputs of the program; absent for a read and a deletion */
function formerOf({ definition, connections }: Adapter, outputs: PlainObject, news?: PlainObject): Stored {
  if (news === undefined || !isOfPlugin(outputs)) return storedOf(definition, together(definition, outputs));
  const name = news["connection"] as string | undefined;
  const server = serverOf(connections(name).settings);
  return storedOf(definition, atConnection(definition, outputs, name, server), undefined, true);
}

/** What the program says of a resource. A set also learns from the preview of the same `pulumi up` what the plugin adopts. */
function announcementIn({ definition, shared }: Adapter, run: RunInput): RunInput {
  const isSet = definition.objects?.several !== undefined;
  const seen = isSet ? shared.neighboursOf(run.urn) : undefined;
  return seen === undefined ? run : { ...run, adopted: { ...seen.adopted, ...run.adopted } };
}

async function diff(adapter: Adapter, id: string, outputs: PlainObject, news: PlainObject) {
  const { definition, shared } = adapter;
  // What a check returned stays as it is: it identifies the resource.
  const after = withoutNulls(news);
  const taken = shared.identity.take(after);
  const { isOfOtherHost, ...former } = formerOf(adapter, outputs, news);
  // Without `changes` the engine compares the inputs and shows the leaves that differ.
  const verdict = await diffOf(adapter, id, argsFrom(definition, after), {
    ...callFor(adapter, after),
    ...former,
    isPreview: adapter.isPreview,
    hasUnknown: containsUnknown(after),
    isInProgram: taken !== undefined,
    settled: taken?.settled ?? [],
  });
  return isOfOtherHost ? { ...verdict, changes: true } : verdict;
}

async function create(adapter: Adapter, inputs: PlainObject) {
  const { definition, shared } = adapter;
  const settled = (): string[] => shared.identity.take(inputs)?.settled ?? [];
  const call = { ...callFor(adapter, inputs), settled };
  const { id, state } = await resource.create(adapter, argsFrom(definition, inputs), call);
  return { id, outs: storedOutputs(adapter, state, inputs) };
}

async function read(
  adapter: Adapter,
  id: string,
  outputs: PlainObject,
): Promise<{ id?: string; props?: Outputs; inputs?: Inputs }> {
  const { definition, shared } = adapter;
  const connection = outputs["connection"] as string | undefined;
  const isLookUp = Object.keys(omit(inputsIn(definition, outputs), ["connection"])).length === 0;
  const stored = isLookUp ? undefined : formerOf(adapter, outputs);
  const call = { filter: shared.marked.filterFor(outputs) };
  const found = await resource.read(adapter, id, stored, connection, call);
  if (found === undefined) {
    if (isLookUp) throw new Error(`The ${definition.kind} ${id} does not exist.`);
    return {};
  }
  // Without inputs the engine keeps those that it has.
  if (found === stored?.state()) return { id, props: outputs };
  const fresh = withoutUndefined({ ...storedOutputs(adapter, found, outputs), connection });
  return { id, props: fresh, inputs: inputsIn(definition, fresh) };
}

async function update(adapter: Adapter, id: string, outputs: PlainObject, inputs: PlainObject) {
  const stored = formerOf(adapter, outputs, inputs);
  const args = argsFrom(adapter.definition, inputs);
  const updated = await resource.update(adapter, id, stored, args, callFor(adapter, inputs));
  return { outs: storedOutputs(adapter, updated, inputs) };
}

async function remove(adapter: Adapter, id: string, outputs: PlainObject) {
  const stored = formerOf(adapter, outputs);
  const filter = adapter.shared.marked.filterFor(outputs);
  await resource.remove(adapter, id, stored, stored.former.connection, { filter });
}

/** The resource that has these inputs. */
function callFor({ shared: { identity, marked } }: Adapter, inputs: PlainObject): Subject {
  return { urn: identity.urnOf(inputs), filter: marked.filterFor(inputs) };
}

const EXPOSED =
  "is not from the arguments of the resource, but from a resource transform, so that Pulumi would show and store it in plain text. " +
  "Transforms cannot set secrets: set it in the arguments. Nothing was written.";
