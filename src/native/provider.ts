/** The operations on resources as the engine calls them, over those of the core. */

import { PartialWriteError } from "../core/definition";
import type { AnyDefinition, AnyState, CommonArgs, Inputs, Outputs } from "../core/definition";
import { replaceOnOf } from "../core/description";
import type { Changes } from "../core/diff";
import { diffOf, isReplaced, previewUpdate } from "../core/diff";
import { conflictText, nameOf } from "../core/resource-names";
import { adviceOnConfiguration } from "../core/outdated-configuration";
import { explainDamage, nullWarnings, RESTORE } from "../core/check";
import type { Path } from "../core/problems";
import * as resource from "../core/resource";
import type { Scope } from "../core/scope";
import { contextOf, heldObjects } from "../core/scope";
import type { Stored } from "../core/stored";
import { completeInputs, encode, inputsIn, storedOf } from "../core/stored";
import { messageOf } from "../errors";
import { timeoutSignal } from "../http/abort";
import type { PlainObject } from "../json";
import { jsonEqual, mapValues, pick, withoutNulls } from "../json";
import type { AnyKind } from "../kinds";
import { containsUnknown, UNKNOWN } from "../unknowns";
import type { LeafDifference } from "./differences";
import { leafDifferences } from "./differences";
import { readForImport } from "./importing";
import type { Plugin } from "./plugin";
import { kindOfType } from "./plugin";
import { isOfDynamicHost, withFormerSecrets, withoutDynamicForm } from "./takeover";
import type { Opened } from "./values";
import { isSecretField, secretsIn } from "./values";

/** A call about a resource. */
interface Call {
  readonly plugin: Plugin;
  readonly urn: string;
  readonly kind: AnyKind;
  readonly definition: AnyDefinition;
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
    const props = outputsOf(call, error.state as AnyState);
    throw new PartialResult(message, error.id, { props, secrets: call.secrets });
  } finally {
    await call.plugin.flush();
  }
}

/** The inputs in the state. */
function formerInputs({ definition }: Call, { plain }: Opened): Inputs {
  return inputsIn(definition, withoutDynamicForm(definition, plain));
}

/** A state as outputs, with the address of its service. */
function outputsOf({ definition, plugin }: Call, state: AnyState): Outputs {
  return { __server: plugin.server(), ...encode(definition, state) };
}

/** The arguments of a program, with the address of the service. */
function argsOf({ plugin }: Call, news: Opened): Inputs & CommonArgs {
  return { ...withoutNulls(news.plain), connection: plugin.server() };
}

/** The resource in the state. */
function formerOf({ definition }: Call, olds: Opened, oldInputs = olds): Stored {
  const [outputs, inputs] = [olds, oldInputs].map(({ plain }) => withoutDynamicForm(definition, plain));
  return storedOf(definition, outputs ?? {}, inputs, isOfDynamicHost(olds.plain));
}

/** The same with the address of the service: one of the classes has none, so that its object is looked for. */
function addressed(call: Call, { plain, secrets }: Opened): Opened {
  const now = call.plugin.server();
  if (!isOfDynamicHost(plain)) return { plain: { __server: now, ...plain }, secrets };
  // A version manifest has the same id everywhere.
  const isSame = replaceOnOf(call.definition).includes("connection");
  return { plain: { ...plain, connection: isSame ? now : "" }, secrets };
}

/** What a comparison needs of a resource in the state and of its declaration. */
function comparing(call: Call, stored: Stored, args: CommonArgs, isInProgram: boolean) {
  const { urn, filter } = call;
  const { state, former } = stored;
  // Only a preview has values that are not known yet.
  const hasUnknown = containsUnknown(args);
  const settled = isInProgram ? [urn] : [];
  return { urn, filter, state, former, isPreview: hasUnknown, hasUnknown, isInProgram, settled };
}

const NO_CONNECTION =
  "connection: is an argument of the classes. With the plugin, a resource on another server has a provider instance: its option `provider`.";

export async function check(call: Call, olds: Opened, news: Opened) {
  const { definition, plugin, scope, urn, filter } = call;
  const before = formerInputs(call, olds);
  const given = withFormerSecrets(definition, withoutNulls(news.plain), olds.plain);
  if (given["connection"] !== undefined) return { inputs: given, failures: [NO_CONNECTION] };
  const { nameArgument } = definition;
  const named = nameArgument === undefined ? given : { [nameArgument]: nameIn(call), ...given };
  const inputs = completeInputs(definition, named, before);
  const isNew = Object.keys(before).length === 0;
  const isSet = definition.objects?.several !== undefined;
  const neighbours = isSet ? scope.process.neighboursOf(urn) : {};
  const announcement = { urn, preview: false, ...neighbours };
  const former = isNew ? undefined : before;
  // What exists as it is in the state: an import lacks its secrets, which the service does not show.
  const isAsFound = !isNew && jsonEqual(before, inputs);
  const checked = {
    urn,
    filter,
    former,
    announcement,
    problems: nullWarnings(definition, news.plain),
    isAsFound,
  };
  const failures = await resource.check(scope, inputs, checked);
  if (failures.length === 0) plugin.checked.add(urn);
  return { inputs, failures };
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
  const stored = formerOf(call, addressed(call, olds), oldInputs);
  const compared = comparing(call, stored, args, isInProgram);
  if (isInProgram && !isReplaced(definition, compared.former, args)) refuseHeld(call, id, args);
  const { changes, replaces = [] }: Changes = await diffOf(scope, id, args, compared);
  const { former } = stored;
  if (stored.isOfOtherHost)
    return {
      replaces,
      leaves: [
        ...leafDifferences(definition, { ...former, connection: args.connection }, args),
        { path: ["__provider"], kind: "delete" },
      ],
    };
  if (changes === false) return undefined;
  if (changes === true) {
    const notTaken = stored.state().notTaken ?? [];
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
function previewed({ definition: { outputs } }: Call, news: Opened, olds: PlainObject = {}): Marked {
  const later = mapValues(outputs, () => UNKNOWN);
  const stable = Object.keys(outputs).filter((name) => outputs[name]?.stable === true);
  return { props: { ...later, ...pick(olds, stable), ...news.plain }, secrets: news.secrets };
}

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
  return { id, props: outputsOf(call, state), secrets: news.secrets };
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
  const stored = formerOf(call, addressed(call, olds), oldInputs);
  if (isPreview) {
    const compared = comparing(call, stored, args, true);
    await previewReads(call, args, stored.former);
    // The comparison has done it for values that are not known yet.
    if (!compared.hasUnknown) await previewUpdate(scope, id, args, compared);
    return previewed(call, news, olds.plain);
  }
  const updated = await resource.update(scope, id, stored, args, { urn, filter });
  // What the classes have stored may have its items in another order.
  const secrets = stored.isOfOtherHost ? wholeLists(news) : news.secrets;
  return { props: outputsOf(call, updated), secrets };
}

/** The resource as it is now; `undefined` if it is gone. @throws Error if what is to be imported or looked up does not exist */
export async function read(call: Call, id: string, olds: Opened, oldInputs: Opened, isLookUp: boolean) {
  const { definition, kind, plugin, scope, urn, filter } = call;
  if (!isInState(olds.plain)) {
    if (Object.keys(oldInputs.plain).length > 0)
      throw new Error(`The state of the ${definition.what} cannot be read: it has no outputs. ${RESTORE}`);
    const context = contextOf(scope, undefined, { urn, filter });
    const found = await readForImport(kind, context, id, isLookUp);
    const declared = outputsOf(call, found.declared);
    const everything = found.whole === undefined ? {} : outputsOf(call, found.whole);
    return {
      id,
      props: { ...everything, ...declared },
      inputs: inputsIn(definition, declared),
      secrets: [],
      inputSecrets: [],
    };
  }
  const stored = formerOf(call, olds);
  const found = await resource.read(scope, id, stored, plugin.server(), { urn, filter });
  if (found === undefined) return undefined;
  const isSame = found === stored.state();
  if (isSame && !stored.isOfOtherHost) {
    const secrets = { secrets: olds.secrets, inputSecrets: oldInputs.secrets };
    return { id, props: olds.plain, inputs: oldInputs.plain, ...secrets };
  }
  const props = outputsOf(call, found);
  const inputs = isSame ? formerInputs(call, oldInputs) : inputsIn(definition, props);
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

export async function remove(call: Call, id: string, olds: Opened): Promise<void> {
  const { plugin, scope, urn, filter } = call;
  await resource.remove(scope, id, formerOf(call, olds), plugin.server(), { urn, filter });
}
