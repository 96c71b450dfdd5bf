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
import { isSecretPath } from "../secrets/values";
import { secretsIn } from "./values";

/** An operation on a resource. */
interface Operation {
  readonly plugin: Plugin;
  readonly urn: string;
  readonly kind: AnyKind;
  readonly definition: AnyDefinition;
  readonly scope: Scope;
  /** What the program marks as secret. */
  readonly secrets: readonly Path[];
  /** Replaces secrets in a text. */
  readonly filter: (text: string) => string;
  /** The properties in the operation. */
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

/** @param given the properties in the operation, those of the program last */
export function operationOf(
  plugin: Plugin,
  urn: string,
  given: readonly Opened[],
  timeoutSeconds = 0,
): Operation {
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

function nameIn({ urn }: Operation): string {
  return urn.split("::").slice(3).join("::");
}

/** Runs an operation to the end of what it logs. Errors reach the engine without secrets. */
export async function running<T>(operation: Operation, advises: boolean, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    const stored = operation.given.map((opened) => () => formerInputs(operation, opened));
    const error = explainDamage(operation.definition, thrown, stored) ?? thrown;
    const limit =
      operation.signal?.aborted === true
        ? ` It was not complete within ${operation.timeoutSeconds} s (customTimeouts).`
        : "";
    const advice = advises ? adviceOnConfiguration(error) : "";
    const message = operation.filter(messageOf(error) + limit + advice);
    if (!(error instanceof PartialWriteError)) throw new Error(message, { cause: thrown });
    const props = outputsOf(operation, error.state as AnyState);
    throw new PartialResult(message, error.id, { props, secrets: operation.secrets });
  } finally {
    await operation.plugin.flush();
  }
}

/** The inputs in the state. */
function formerInputs({ definition }: Operation, { plain }: Opened): Inputs {
  return inputsIn(definition, withoutDynamicForm(definition, plain));
}

/** A state as outputs, with the address of its service. */
function outputsOf({ definition, plugin }: Operation, state: AnyState): Outputs {
  return { __server: plugin.server(), ...encode(definition, state) };
}

/** The arguments of a program, with the address of the service. */
function argsOf({ plugin }: Operation, news: Opened): Inputs & CommonArgs {
  return { ...withoutNulls(news.plain), connection: plugin.server() };
}

/** The resource in the state. */
function formerOf({ definition }: Operation, olds: Opened, oldInputs = olds): Stored {
  const [outputs, inputs] = [olds, oldInputs].map(({ plain }) => withoutDynamicForm(definition, plain));
  return storedOf(definition, outputs ?? {}, inputs, isOfDynamicHost(olds.plain));
}

/** The same with the address of the service: one of the classes has none, so that its object is looked for. */
function addressed(operation: Operation, { plain, secrets }: Opened): Opened {
  const now = operation.plugin.server();
  if (!isOfDynamicHost(plain)) return { plain: { __server: now, ...plain }, secrets };
  // A version manifest has the same id everywhere.
  const isSame = replaceOnOf(operation.definition).includes("connection");
  return { plain: { ...plain, connection: isSame ? now : "" }, secrets };
}

/** What a comparison needs of a resource in the state and of its declaration. */
function comparing(operation: Operation, stored: Stored, args: CommonArgs, isInProgram: boolean) {
  const { urn, filter } = operation;
  const { state, former } = stored;
  // Only a preview has values that are not known yet.
  const hasUnknown = containsUnknown(args);
  const settled = isInProgram ? [urn] : [];
  return { urn, filter, state, former, isPreview: hasUnknown, hasUnknown, isInProgram, settled };
}

const NO_CONNECTION =
  "connection: is an argument of the classes. With the plugin, a resource on another server has a provider instance: its option `provider`.";

export async function check(operation: Operation, olds: Opened, news: Opened) {
  const { definition, plugin, scope, urn, filter } = operation;
  const before = formerInputs(operation, olds);
  const given = withFormerSecrets(definition, withoutNulls(news.plain), olds.plain);
  if (given["connection"] !== undefined) return { inputs: given, failures: [NO_CONNECTION] };
  const { nameArgument } = definition;
  const named = nameArgument === undefined ? given : { [nameArgument]: nameIn(operation), ...given };
  const inputs = completeInputs(definition, named, before);
  const isNew = Object.keys(before).length === 0;
  const isSet = definition.objects?.several !== undefined;
  const neighbours = isSet ? scope.shared.neighboursOf(urn) : {};
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
  operation: Operation,
  id: string,
  olds: Opened,
  oldInputs: Opened,
  news: Opened,
): Promise<Differences | undefined> {
  const { definition, plugin, scope } = operation;
  const args = argsOf(operation, news);
  const isInProgram = plugin.checked.delete(operation.urn);
  const stored = formerOf(operation, addressed(operation, olds), oldInputs);
  const compared = comparing(operation, stored, args, isInProgram);
  if (isInProgram && !isReplaced(definition, compared.former, args)) refuseHeld(operation, id, args);
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
function refuseHeld({ definition, scope, urn }: Operation, id: string, args: CommonArgs): void {
  const [object] = heldObjects(scope, id, args, args);
  const keeper = object && scope.shared.ownership.keeperOf(object);
  if (keeper === undefined || keeper === urn) return;
  throw new Error(conflictText([nameOf(keeper), nameOf(urn)], `${definition.what} ${id}`));
}

/** The outputs of a preview: what is declared, and of the rest what is known. */
function previewed({ definition: { outputs } }: Operation, news: Opened, olds: PlainObject = {}): Marked {
  const later = mapValues(outputs, () => UNKNOWN);
  const stable = Object.keys(outputs).filter((name) => outputs[name]?.stable === true);
  return { props: { ...later, ...pick(olds, stable), ...news.plain }, secrets: news.secrets };
}

/** @throws Error with what a preview finds by reading */
async function previewReads(
  { scope, urn, filter }: Operation,
  args: CommonArgs,
  former?: CommonArgs,
): Promise<void> {
  const announcement = { urn, preview: true };
  const errors = await resource.preview(scope, args, { urn, filter, former, announcement, problems: [] });
  if (errors.length > 0) throw new Error(errors.join("\n"));
}

export async function create(operation: Operation, news: Opened, isPreview: boolean) {
  const { plugin, scope, urn, filter } = operation;
  const args = argsOf(operation, news);
  plugin.checked.delete(urn);
  if (isPreview) {
    await previewReads(operation, args);
    return { id: "", ...previewed(operation, news) };
  }
  const { id, state } = await resource.create(scope, args, { urn, filter, settled: () => [urn] });
  return { id, props: outputsOf(operation, state), secrets: news.secrets };
}

export async function update(
  operation: Operation,
  id: string,
  olds: Opened,
  oldInputs: Opened,
  news: Opened,
  isPreview: boolean,
): Promise<Marked> {
  const { scope, urn, filter } = operation;
  const args = argsOf(operation, news);
  const stored = formerOf(operation, addressed(operation, olds), oldInputs);
  if (isPreview) {
    const compared = comparing(operation, stored, args, true);
    await previewReads(operation, args, stored.former);
    // The comparison has done it for values that are not known yet.
    if (!compared.hasUnknown) await previewUpdate(scope, id, args, compared);
    return previewed(operation, news, olds.plain);
  }
  const updated = await resource.update(scope, id, stored, args, { urn, filter });
  // What the classes have stored may have its items in another order.
  const secrets = stored.isOfOtherHost ? wholeLists(news) : news.secrets;
  return { props: outputsOf(operation, updated), secrets };
}

/** The resource as it is now; `undefined` if it is gone. @throws Error if what is to be imported or looked up does not exist */
export async function read(
  operation: Operation,
  id: string,
  olds: Opened,
  oldInputs: Opened,
  isLookUp: boolean,
) {
  const { definition, kind, plugin, scope, urn, filter } = operation;
  if (!isInState(olds.plain)) {
    if (Object.keys(oldInputs.plain).length > 0)
      throw new Error(`The state of the ${definition.what} cannot be read: it has no outputs. ${RESTORE}`);
    const context = contextOf(scope, undefined, { urn, filter });
    const found = await readForImport(kind, context, id, isLookUp);
    const declared = outputsOf(operation, found.declared);
    const everything = found.whole === undefined ? {} : outputsOf(operation, found.whole);
    return {
      id,
      props: { ...everything, ...declared },
      inputs: inputsIn(definition, declared),
      secrets: [],
      inputSecrets: [],
    };
  }
  const stored = formerOf(operation, olds);
  const found = await resource.read(scope, id, stored, plugin.server(), { urn, filter });
  if (found === undefined) return undefined;
  const isSame = found === stored.state();
  if (isSame && !stored.isOfOtherHost) {
    const secrets = { secrets: olds.secrets, inputSecrets: oldInputs.secrets };
    return { id, props: olds.plain, inputs: oldInputs.plain, ...secrets };
  }
  const props = outputsOf(operation, found);
  const inputs = isSame ? formerInputs(operation, oldInputs) : inputsIn(definition, props);
  // The items of a list may be others now, in another order.
  return { id, props, inputs, secrets: wholeLists(olds), inputSecrets: wholeLists(oldInputs) };
}

/** The paths of secrets, up to the first list. Secret fields of the API are marked wherever they are. */
function wholeLists({ secrets }: Opened): Path[] {
  return secrets
    .filter((path) => !isSecretPath(path))
    .map((path) => {
      const index = path.findIndex((part) => typeof part === "number");
      return index === -1 ? path : path.slice(0, index);
    });
}

/** Whether outputs are those of a resource in the state: a program may look one up with some of its own. */
function isInState(outputs: PlainObject): boolean {
  return outputs["__server"] !== undefined || isOfDynamicHost(outputs);
}

export async function remove(operation: Operation, id: string, olds: Opened): Promise<void> {
  const { plugin, scope, urn, filter } = operation;
  await resource.remove(scope, id, formerOf(operation, olds), plugin.server(), { urn, filter });
}
