/** The operations on resources as the engine calls them, over those of the core. */

import { PartialWriteError } from "../core/definition";
import type { AnyKind, AnyState, CommonArgs, Inputs, Outputs } from "../core/definition";
import type { Changes } from "../core/diff";
import { diffOf, isReplaced, previewUpdate } from "../core/diff";
import { conflictText, nameOf } from "../core/resource-names";
import { adviceOnConfiguration } from "../core/outdated-configuration";
import { explainDamage, nullWarnings, RESTORE } from "../core/check";
import type { Path } from "../core/problems";
import * as resource from "../core/resource";
import type { Scope } from "../core/scope";
import { contextOf, heldObjects } from "../core/scope";
import { messageOf } from "../errors";
import { timeoutSignal } from "../http/abort";
import type { PlainObject } from "../json";
import { jsonEqual, pick, withoutNulls } from "../json";
import type { AnyKind as Registered } from "../kinds";
import { containsUnknown, UNKNOWN } from "../unknowns";
import type { LeafDifference } from "./differences";
import { leafDifferences } from "./differences";
import { readForImport } from "./importing";
import type { Plugin } from "./plugin";
import { kindOfType, PACKAGE } from "./plugin";
import { inputsIn, inputsOf, outputsOf, stateFrom } from "./state";
import { isOfDynamicHost, withFormerSecrets, withoutDynamicForm } from "./takeover";
import type { Opened } from "./values";
import { isSecretField, secretsIn } from "./values";

/** A call about a resource. */
interface Call {
  readonly plugin: Plugin;
  readonly urn: string;
  readonly kind: Registered;
  readonly definition: AnyKind;
  readonly scope: Scope;
  /** What the program marks as secret. */
  readonly secrets: readonly Path[];
  /** Replaces secrets in a text. */
  readonly filter: (text: string) => string;
  /** The properties in the call. */
  readonly given: readonly Opened[];
  /** The limit of the whole operation that the program sets; 0 for none. */
  readonly timeoutSeconds: number;
  /** Aborts it then. */
  readonly signal: AbortSignal | undefined;
}

/** Properties, with the paths of those that the program marks as secret. */
export interface Marked {
  readonly props: PlainObject;
  readonly secrets: readonly Path[];
}

/** A part of a write that was carried out although another part failed. */
export class PartialResult extends Error {
  constructor(
    message: string,
    readonly id: string,
    readonly result: Marked,
  ) {
    super(message);
  }
}

/** @param given the properties in the call, those of the program last */
export function callOf(plugin: Plugin, urn: string, given: readonly Opened[], timeoutSeconds = 0): Call {
  // urn:pulumi:<stack>::<project>::<types of parents>$<type>::<name>
  const type = (urn.split("::")[2] ?? "").split("$").at(-1) ?? "";
  const kind = kindOfType(type);
  const { definition } = kind;
  for (const opened of given) {
    plugin.marked.remember(secretsIn(opened));
    plugin.marked.rememberIn(opened.plain);
  }
  const filter = plugin.marked.filterFor(...given.map(({ plain }) => plain));
  const signal = timeoutSeconds === 0 ? undefined : timeoutSignal(timeoutSeconds * 1_000);
  const scope = plugin.scopeOf(definition, signal);
  const secrets = given.at(-1)?.secrets ?? [];
  return { plugin, urn, kind, definition, secrets, filter, given, scope, timeoutSeconds, signal };
}

function nameIn({ urn }: Call): string {
  return urn.split("::").slice(3).join("::");
}

/** Runs an operation to the end of what it logs. Errors reach the engine without secrets. */
export async function running<T>(call: Call, advises: boolean, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    const stored = call.given.map((opened) => () => formerInputs(call, opened));
    const error = explainDamage(call.definition, thrown, stored) ?? thrown;
    const limit =
      call.signal?.aborted === true
        ? ` It was not complete within ${call.timeoutSeconds} s (customTimeouts).`
        : "";
    const advice = advises ? adviceOnConfiguration(error) : "";
    const message = call.filter(messageOf(error) + limit + advice);
    if (!(error instanceof PartialWriteError)) throw new Error(message, { cause: thrown });
    const props = outputsFor(call, error.state as AnyState);
    throw new PartialResult(message, error.id, { props, secrets: call.secrets });
  } finally {
    await call.plugin.flush();
  }
}

/** The inputs in the state, in the form of the plugin. */
function formerInputs({ definition }: Call, { plain }: Opened): Inputs {
  return inputsIn(definition, withoutDynamicForm(definition, plain));
}

/** A state as outputs, with the address of its service. */
function outputsFor({ definition, plugin }: Call, state: AnyState): Outputs {
  const { connection = plugin.server() } = state.args;
  return outputsOf(definition, { ...state, args: { ...state.args, connection } });
}

/** The arguments of a program, with the address of the service. */
function argsOf({ plugin }: Call, news: Opened): Inputs & CommonArgs {
  return { ...withoutNulls(news.plain), connection: plugin.server() };
}

function formerState({ definition }: Call, { plain }: Opened): AnyState {
  return stateFrom(definition, withoutDynamicForm(definition, plain));
}

const NO_CONNECTION =
  "connection: is an argument of the classes. With the plugin, a resource on another server has a provider instance: its option `provider`.";

export async function check(call: Call, olds: Opened, news: Opened) {
  const { definition, plugin, scope, urn, filter } = call;
  const before = formerInputs(call, olds);
  const given = withFormerSecrets(definition, withoutNulls(news.plain), olds.plain);
  if (given["connection"] !== undefined) return { inputs: given, failures: [NO_CONNECTION] };
  const inputs = inputsOf(definition, given, before, nameIn(call));
  // No other call of a preview has values that are not known yet.
  scope.isPreview = containsUnknown(inputs);
  const isNew = Object.keys(before).length === 0;
  const neighbours = definition.objects === undefined ? {} : scope.process.neighboursOf(urn);
  const announcement = { urn, preview: false, ...neighbours };
  const former = isNew ? undefined : before;
  // What exists as it is in the state: an import lacks its secrets, which the service does not show.
  const isAsFound = !isNew && jsonEqual(before, inputs);
  const checked = { urn, filter, former, announcement, problems: nullWarnings(news.plain), isAsFound };
  const failures = await resource.check(scope, inputs, checked);
  if (failures.length === 0) plugin.checked.add(urn);
  return { inputs, failures };
}

/** What a comparison needs of a resource in the state and of its declaration. */
function comparing(call: Call, olds: Opened, oldInputs: Opened, args: CommonArgs, isInProgram: boolean) {
  const { urn, filter } = call;
  let decoded: AnyState | undefined;
  const known = withoutDynamicForm(call.definition, olds.plain);
  return {
    urn,
    filter,
    state: () => (decoded ??= formerState(call, olds)),
    // A program does not declare that a resource was imported, and where it is: the outputs have it.
    former: {
      ...formerInputs(call, oldInputs),
      imported: known["__imported"] === true,
      connection: formerServer(call, olds.plain, args.connection),
    },
    hasUnknown: containsUnknown(args),
    isInProgram,
    settled: isInProgram ? [urn] : [],
  };
}

/** The address in the state of a resource; one of the classes has none, so that its object is looked for. */
function formerServer({ definition }: Call, olds: PlainObject, now: string | undefined): string | undefined {
  if (!isOfDynamicHost(olds)) return (olds["__server"] as string | undefined) ?? now;
  // A version manifest has the same id everywhere.
  return definition.replaceOn.includes("connection") ? now : "";
}

export interface Differences {
  readonly replaces: readonly string[];
  readonly leaves: readonly LeafDifference[];
}

/** @returns `undefined` if nothing is to be done */
export async function diff(
  call: Call,
  id: string,
  olds: Opened,
  oldInputs: Opened,
  news: Opened,
): Promise<Differences | undefined> {
  const { definition, plugin, scope } = call;
  const args = argsOf(call, news);
  const isInProgram = plugin.checked.delete(call.urn);
  const compared = comparing(call, olds, oldInputs, args, isInProgram);
  scope.isPreview = compared.hasUnknown;
  if (isInProgram && !isReplaced(definition, compared.former, args)) refuseHeld(call, id, args);
  const { changes, replaces = [] }: Changes = await diffOf(scope, id, args, compared);
  const { former } = compared;
  if (isOfDynamicHost(olds.plain))
    return {
      replaces,
      leaves: [
        ...leafDifferences(definition, { ...former, connection: args.connection }, args),
        { path: ["__provider"], kind: "delete" },
      ],
    };
  if (changes === false) return undefined;
  if (changes === true) {
    const notTaken = compared.state().notTaken ?? [];
    return { replaces, leaves: notTaken.map(({ path }) => ({ path, kind: "update" })) };
  }
  const leaves = leafDifferences(definition, former, args);
  return leaves.length === 0 && replaces.length === 0 ? undefined : { replaces, leaves };
}

/** @throws Error when another resource of the program has the object: the option `import` is no argument that a check could refuse */
function refuseHeld({ definition, scope, urn }: Call, id: string, args: CommonArgs): void {
  const [object] = heldObjects(scope, id, args, args);
  const keeper = object && scope.process.ownership.keeperOf(object);
  if (keeper === undefined || keeper === urn) return;
  throw new Error(conflictText([nameOf(keeper), nameOf(urn)], `${definition.what} ${id}`));
}

/** The outputs of a preview: what is declared, and of the rest what is known. */
function previewed({ plugin, definition }: Call, news: Opened, olds: PlainObject = {}): Marked {
  const { inputProperties, properties } = plugin.schema.resources[`${PACKAGE}:index:${definition.kind}`] ?? {
    inputProperties: {},
    properties: {},
  };
  const computed = Object.keys(properties).filter((name) => !Object.hasOwn(inputProperties, name));
  const later = Object.fromEntries(computed.map((name) => [name, UNKNOWN]));
  const stable = computed.filter((name) => STABLE.has(name));
  return { props: { ...later, ...pick(olds, stable), ...news.plain }, secrets: news.secrets };
}

/** The outputs that no update changes. */
const STABLE: ReadonlySet<string> = new Set([
  "agentApiKey",
  "alertConfigId",
  "cidrBlock",
  "created",
  "groupId",
  "ipAddress",
  "links",
  "previousName",
  "projectId",
  "replicaSetName",
  "shardName",
  "typeName",
]);

/** @throws Error with what a preview finds by reading */
async function previewReads(
  { scope, urn, filter }: Call,
  args: CommonArgs,
  former?: CommonArgs,
): Promise<void> {
  const announcement = { urn, preview: true };
  const errors = await resource.preview(scope, args, { urn, filter, former, announcement, problems: [] });
  if (errors.length > 0) throw new Error(errors.join("\n"));
}

export async function create(call: Call, news: Opened, isPreview: boolean) {
  const { plugin, scope, urn, filter } = call;
  const args = argsOf(call, news);
  plugin.checked.delete(urn);
  if (isPreview) {
    await previewReads(call, args);
    return { id: "", ...previewed(call, news) };
  }
  const { id, state } = await resource.create(scope, args, { urn, filter, settled: () => [urn] });
  return { id, props: outputsFor(call, state), secrets: news.secrets };
}

export async function update(
  call: Call,
  id: string,
  olds: Opened,
  oldInputs: Opened,
  news: Opened,
  isPreview: boolean,
): Promise<Marked> {
  const { scope, urn, filter } = call;
  const args = argsOf(call, news);
  const compared = comparing(call, olds, oldInputs, args, true);
  const { former, state } = compared;
  if (isPreview) {
    await previewReads(call, args, former);
    // The comparison has done it for values that are not known yet.
    if (!compared.hasUnknown) await previewUpdate(scope, id, args, compared);
    return previewed(call, news, olds.plain);
  }
  // Only the form of the state changes: nothing is sent.
  const takenOver = isOfDynamicHost(olds.plain)
    ? await resource.takenOver(scope, id, state(), former, args, { urn, filter })
    : undefined;
  // The items of its lists may have another order.
  if (takenOver !== undefined) return { props: outputsFor(call, takenOver), secrets: wholeLists(news) };
  const updated = await resource.update(scope, id, state(), former, args, { urn, filter });
  return { props: outputsFor(call, updated), secrets: news.secrets };
}

/** The resource as it is now; `undefined` if it is gone. @throws Error if what is to be imported or looked up does not exist */
export async function read(call: Call, id: string, olds: Opened, oldInputs: Opened, isLookUp: boolean) {
  const { definition, kind, scope, urn, filter } = call;
  const context = contextOf(scope, undefined, { urn, filter });
  if (!isInState(olds.plain)) {
    if (Object.keys(oldInputs.plain).length > 0)
      throw new Error(`The state of the ${definition.what} cannot be read: it has no outputs. ${RESTORE}`);
    const found = await readForImport(kind, context, id, isLookUp);
    const declared = outputsFor(call, found.declared);
    const everything = found.whole === undefined ? {} : outputsFor(call, found.whole);
    return {
      id,
      props: { ...everything, ...declared },
      inputs: inputsIn(definition, declared),
      secrets: [],
      inputSecrets: [],
    };
  }
  const state = formerState(call, olds);
  await refuseMoved(call, id, state);
  const found = await definition.read(context, id, state);
  if (found === undefined) return undefined;
  if (found === state && !isOfDynamicHost(olds.plain)) {
    const secrets = { secrets: olds.secrets, inputSecrets: oldInputs.secrets };
    return { id, props: olds.plain, inputs: oldInputs.plain, ...secrets };
  }
  const props = outputsFor(call, found);
  const inputs = found === state ? formerInputs(call, oldInputs) : inputsIn(definition, props);
  // The items of a list may be others now, in another order.
  return { id, props, inputs, secrets: wholeLists(olds), inputSecrets: wholeLists(oldInputs) };
}

/** The paths of secrets, up to the first list. Secret fields of the API are marked wherever they are. */
function wholeLists({ secrets }: Opened): Path[] {
  return secrets
    .filter((path) => !isSecretField(path))
    .map((path) => {
      const index = path.findIndex((part) => typeof part === "number");
      return index === -1 ? path : path.slice(0, index);
    });
}

/** Whether outputs are those of a resource in the state: a program may look one up with some of its own. */
function isInState(outputs: PlainObject): boolean {
  return outputs["__server"] !== undefined || isOfDynamicHost(outputs);
}

/** @throws Error when the provider leads to a service that does not have the object of the state */
async function refuseMoved({ plugin, scope, urn, filter }: Call, id: string, state: AnyState): Promise<void> {
  const now = { connection: plugin.server() };
  const { connection = now.connection } = state.args;
  await resource.refuseMoved(scope, id, state, { connection }, now, { urn, filter });
}

/** @throws Error when the provider leads to a service that has another object with the id */
export async function remove(call: Call, id: string, olds: Opened): Promise<void> {
  const { scope, urn, filter } = call;
  const state = formerState(call, olds);
  await refuseMoved(call, id, state);
  await resource.remove(scope, id, state, { urn, filter });
}
