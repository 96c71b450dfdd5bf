/** Runs the operations of a kind with the rules that all kinds share. They work on typed values. */

import { provesAbsence } from "../api/common";
import { messageOf } from "../errors";
import { claimObjects, completeSchema, recordObjects, textsOf, validateArgs } from "./check";
import { isReplaced } from "./diff";
import type { ServiceRef } from "./connections";
import { createdAgain, moveRefusal, previewOfExisting, stateAsDeclared, takeOver } from "./converge";
import type { AnyDefinition, AnyState, CommonArgs, Context } from "./definition";
import { PartialWriteError } from "./definition";
import { notTakenText } from "./not-taken";
import type { Announcement } from "./ownership";
import type { Problem } from "./problems";
import { parsePath, valueAt, warning } from "./problems";
import { isSecretPath } from "../secrets/values";
import type { Subject, Scope } from "./scope";
import { contextOf, heldObjects, log, objectOf } from "./scope";
import type { Stored } from "./stored";

/** A check of arguments before anything is written. */
interface Check extends Subject {
  /** The arguments in the state; absent for a new resource. */
  readonly former?: CommonArgs | undefined;
  /** What the program says of the resource; absent outside of a run of the program. */
  readonly announcement?: Announcement | undefined;
  /** Further problems. */
  readonly problems: readonly Problem[];
  /** Whether the arguments are those of the state, which an import may have left without secrets: their problems are warnings. */
  readonly isAsFound?: boolean;
}

interface Creating extends Subject {
  /** Called after the creation, see `Ownership.settle`. */
  readonly settled: () => readonly string[];
}

/** Returns the errors. */
export async function check(scope: Scope, args: CommonArgs, call: Check): Promise<string[]> {
  const { definition, shared } = scope;
  const { former, announcement } = call;
  const isNew = former === undefined;
  scope.schema ??= completeSchema(definition);
  const contextFor = (service: ServiceRef): Context => contextOf(scope, service, call);
  const found = [...(await validateArgs(definition, scope.schema, args, contextFor)), ...call.problems];
  const problems = call.isAsFound === true ? asFound(found, args) : found;
  const isValid = textsOf(problems, "error").length === 0;
  const { adopted = {} } = announcement ?? {};
  if (Object.keys(adopted).length > 0) shared.ownership.reserve(adopted);
  if (isValid && announcement !== undefined)
    problems.push(...claimObjects(scope, { announcement, args, isNew }));
  const errors = textsOf(problems, "error");
  if (announcement !== undefined) await log(shared, call, "warn", ...textsOf(problems, "warning"));
  if (errors.length === 0 && announcement?.preview === true)
    errors.push(...(await preview(scope, args, call)));
  return errors.map(call.filter);
}

/** What an import could not read is no error until something else is declared. */
function asFound(found: readonly Problem[], args: CommonArgs): Problem[] {
  const errors = textsOf(
    found.map((each) => withReason(each, args)),
    "error",
  ).map((text) => `\n  ${text}`);
  const warnings = found.filter(({ severity }) => severity === "warning");
  if (errors.length === 0) return warnings;
  const advice = "The state has only what the service shows. Declare the rest before the next change:";
  return [...warnings, warning([], `${advice}${errors.join("")}`)];
}

/** Says of a missing secret why it is missing. */
function withReason(problem: Problem, args: CommonArgs): Problem {
  const path = parsePath(problem.path);
  if (!isSecretPath(path) || valueAt(args, path) != null) return problem;
  return { ...problem, message: "is a secret, which the service does not show: add it" };
}

/** Logs what a preview finds by reading, and returns its errors. A check of an announced preview does so by itself. */
export async function preview(scope: Scope, args: CommonArgs, call: Check): Promise<string[]> {
  const { definition, shared } = scope;
  const { former } = call;
  const named = definition.claims?.(args);
  const isNew = former === undefined || isReplaced(definition, former, args);
  try {
    const context = contextOf(scope, args.connection, call);
    // What exists already is the same for all kinds; the rest is that of the kind.
    const found = await shared.readInPreview(context, async (reading) =>
      definition.adoption !== undefined && named !== undefined && isNew
        ? previewOfExisting({ kind: definition.adoption, context: reading, id: named.id, args }, named)
        : definition.preview?.(reading, former, args),
    );
    if (found === undefined) return [];
    await log(shared, call, "warn", ...textsOf(found.problems, "warning"));
    await log(shared, call, "info", ...found.notes);
    return textsOf(found.problems, "error");
  } catch (error) {
    return [messageOf(error)];
  }
}

export async function create(scope: Scope, args: CommonArgs, call: Creating): Promise<Written> {
  const { ownership } = scope.shared;
  const context = contextOf(scope, args.connection, call);
  const created = await reported(
    scope,
    context,
    async () => (await adopt(scope, context, args)) ?? createOrAdopt(scope, context, args),
  );
  ownership.holdAll(heldObjects(scope, created.id, args, args), call.urn, call.settled());
  return created;
}

/** The result of a write. */
interface Written {
  readonly id: string;
  readonly state: AnyState;
}

/** Warns of what the service did not take of a write, even if another part of it failed. */
async function reported(
  { definition }: Scope,
  context: Context,
  write: () => Promise<Written>,
): Promise<Written> {
  const warn = ({ id, state }: Written): void => {
    const text = notTakenText(state.notTaken ?? [], context.name ?? `the ${definition.what} ${id}`);
    if (text !== "") context.warn(text);
  };
  try {
    const written = await write();
    warn(written);
    return written;
  } catch (error) {
    if (error instanceof PartialWriteError) warn(error as Written);
    throw error;
  }
}

/** What appears between the search and the create is adopted or refused as well. */
async function createOrAdopt(scope: Scope, context: Context, args: CommonArgs): Promise<Written> {
  const { adoption } = scope.definition;
  try {
    return await scope.definition.create(context, args);
  } catch (error) {
    if (adoption?.isConflict?.(error) !== true) throw error;
    const adopted = await adopt(scope, context, args);
    if (adopted === undefined) throw error;
    return adopted;
  }
}

/** Takes over what the arguments name; `undefined` if it does not exist. */
async function adopt(scope: Scope, context: Context, args: CommonArgs): Promise<Written | undefined> {
  const { definition, shared } = scope;
  const named = definition.claims?.(args);
  if (definition.adoption === undefined || named === undefined) return undefined;
  const { id, adopts } = named;
  const object = objectOf(scope, id, args.connection);
  // With an indirect `deleteBeforeReplace` the engine deletes before it checks; then there is nothing to adopt.
  if (shared.ownership.wasDeleted(object)) {
    if (adopts) context.warn(createdAgain(context, definition.what, id));
    return undefined;
  }
  const isHeld = (): boolean => shared.ownership.isHeld(object);
  const state = await takeOver({ kind: definition.adoption, context, id, args }, named, isHeld);
  return state && { id, state };
}

/** The state of a resource of the other form of the provider, of which an update sends nothing: only its form changes. */
function takenOver(definition: AnyDefinition, state: AnyState, args: CommonArgs): AnyState {
  // An asset has its path in the program only.
  return definition.secrets?.apart === undefined
    ? { ...state, args: { ...args, imported: state.args.imported } }
    : { ...state, args: { ...state.args, connection: args.connection } };
}

/** Whether an update would send nothing. The last write may have failed in part, so that the state has less than the inputs. */
function isAsDeclared(
  definition: AnyDefinition,
  { args: known, notTaken = [] }: AnyState,
  former: CommonArgs,
  args: CommonArgs,
): boolean {
  const isSame = [former, known].every((each) => definition.sameMeaning(each, args));
  return isSame && notTaken.every(({ isDrift }) => !isDrift);
}

/** @throws Error if a changed connection leads to a server that does not have the object */
async function refuseMoved(
  scope: Scope,
  id: string,
  state: AnyState,
  former: ServiceRef,
  service: ServiceRef,
  call: Subject,
): Promise<void> {
  if (former === service) return;
  const reason = await moveRefusal(scope.definition, contextOf(scope, service, call), id, state);
  if (reason !== undefined) throw new Error(reason);
}

/**
 * Returns the resource as it is now, the state itself if nothing has changed; `undefined` if it is gone.
 * @param stored `undefined` for a resource that is looked up by its id
 * @throws Error if `connection` leads to a service that has another object with the id
 */
export async function read(
  scope: Scope,
  id: string,
  stored: Stored | undefined,
  service: ServiceRef,
  call: Subject,
): Promise<AnyState | undefined> {
  const state = stored?.state();
  if (state !== undefined)
    await refuseMoved(scope, id, state, state.args.connection ?? service, service, call);
  return scope.definition.read(contextOf(scope, service, call), id, state);
}

/** Returns the state after the update. */
export async function update(
  scope: Scope,
  id: string,
  stored: Stored,
  args: CommonArgs,
  call: Subject,
): Promise<AnyState> {
  const { definition, shared } = scope;
  const { former } = stored;
  const state = stored.state();
  const { connection } = args;
  const context = contextOf(scope, connection, call);
  shared.ownership.hold(heldObjects(scope, id, args, args), call.urn);
  const { several } = definition.objects ?? {};
  if (several !== undefined) recordObjects(scope, several.managed(state, args), call.urn);
  await refuseMoved(scope, id, state, former.connection, connection, call);
  if (isAsDeclared(definition, state, former, args)) {
    if (stored.isOfOtherHost) return takenOver(definition, state, args);
    if (former.connection !== connection) return { ...state, args: { ...state.args, connection } };
  }
  if (state.args.imported === true && definition.adoption !== undefined) {
    const found = await stateAsDeclared({ kind: definition.adoption, context, id, args });
    if (found !== undefined) return found;
  }
  const write = async (): Promise<Written> => ({
    id,
    state: await definition.update(context, id, state, args),
  });
  const written = await reported(scope, context, write).catch((cause: unknown) => {
    const text = `The ${definition.what} ${id} no longer exists. Run \`pulumi refresh\`; \`pulumi up\` then creates it again.`;
    throw provesAbsence(cause) ? new Error(text, { cause }) : cause;
  });
  return written.state;
}

/** @throws Error if `connection` leads to a service that has another object with the id */
export async function remove(
  scope: Scope,
  id: string,
  stored: Stored,
  service: ServiceRef,
  call: Subject,
): Promise<void> {
  const { definition, shared } = scope;
  const { ownership } = shared;
  const state = stored.state();
  await refuseMoved(scope, id, state, state.args.connection ?? service, service, call);
  const object = objectOf(scope, id, service);
  if (definition.objects?.several === undefined && isKept(scope, object, call)) {
    const text = `The ${definition.what} ${id} is still managed by this program: it was not deleted.`;
    await log(shared, { ...call, urn: ownership.keeperOf(object) }, "info", text);
    return;
  }
  const refusal = ownership.refusalOf(`The deletion of the ${definition.what} ${id}`);
  if (refusal !== undefined) throw new Error(`${refusal} Nothing was written.`);
  await definition.delete(contextOf(scope, service, call), id, state);
  ownership.recordDelete([object]);
}

/** Whether another resource has the object now, or will adopt it, as the preview has shown: the engine may delete before it creates. */
function isKept({ shared }: Scope, object: string, { urn }: Subject): boolean {
  const [taken] = shared.ownership.markForDeletion([object], urn, true);
  return taken !== undefined || shared.isAdoptedLater(object);
}
