/** What happens to a resource: the operations of its kind with the rules that all kinds share. It works on typed values. */

import { messageOf } from "../errors";
import { claimMeanings, claimObject, claimPlace, completeSchema, textsOf, validateArgs } from "./check";
import type { Comparing, Verdict } from "./compare";
import { compare, isReplaced } from "./compare";
import type { Connections } from "./connections";
import { createdAgain, previewOfExisting, stateAsDeclared, takeOver } from "./converge";
import type { CommonArgs, Context, PreviewReport, ResourceDefinition, StateOf } from "./definition";
import type { Announcement } from "./ownership";
import type { AnyState, Call, Process, Scope } from "./scope";
import { contextOf, log, objectOf } from "./scope";

/** A check of arguments before anything is written. */
export interface Check<Args> extends Call {
  /** The arguments in the state; absent for a new resource. */
  readonly former?: Args | undefined;
  /** What the program says of the resource; absent outside of a run of the program. */
  readonly announcement?: Announcement | undefined;
  /** Further errors. */
  readonly errors: readonly string[];
}

export interface Creating extends Call {
  /** Called after the creation, see `Ownership.settle`. */
  readonly settled: () => readonly string[];
}

export interface Resource<Args extends CommonArgs, State extends StateOf<Args>> {
  /** Returns the errors. */
  check(args: Args, check: Check<Args>): Promise<string[]>;
  compare(id: string, args: Args, comparing: Comparing<Args, State>): Promise<Verdict>;
  create(args: Args, call: Creating): Promise<{ id: string; state: State }>;
  /** Returns the state; the given one if nothing has changed, `undefined` if the object is gone. */
  read(
    id: string,
    connection: string | undefined,
    state: State | undefined,
    call: Call,
  ): Promise<State | undefined>;
  update(id: string, state: State, former: Args, args: Args, call: Call): Promise<State>;
  delete(id: string, state: State, call: Call): Promise<void>;
}

/** Makes the operations of a kind. */
export function createResource<Args extends CommonArgs, State extends StateOf<Args>>(
  definition: ResourceDefinition<Args, State>,
  connections: Connections,
  process: Process,
): Resource<Args, State> {
  const scope: Scope = {
    definition,
    connections,
    process,
    isPreview: false,
  };
  const resource: Resource<CommonArgs, AnyState> = {
    check: async (args, call) => check(scope, args, call),
    compare: async (id, args, call) => compare(scope, id, args, call),
    create: async (args, call) => create(scope, args, call),
    read: async (id, connection, state, call) =>
      scope.definition.read(contextOf(scope, connection, call), id, state),
    update: async (id, state, former, args, call) => update(scope, id, state, former, args, call),
    delete: async (id, state, call) => remove(scope, id, state, call),
  };
  return resource as Resource<Args, State>;
}

async function check(scope: Scope, args: CommonArgs, call: Check<CommonArgs>): Promise<string[]> {
  const { definition, process } = scope;
  const { ownership } = process;
  const { former, announcement } = call;
  const isNew = former === undefined;
  scope.isPreview ||= announcement?.preview === true;
  scope.schema ??= completeSchema(definition);
  const found = await validateArgs(definition, scope.schema, args, (connection) =>
    contextOf(scope, connection, call),
  );
  const errors = [...found.errors, ...call.errors];
  const { warnings } = found;
  if (errors.length === 0) ownership.recordCheck(call.urn, isNew);
  ownership.reserve(announcement?.adopted ?? {});
  if (announcement === undefined) return errors.map(call.filter);
  if (errors.length === 0) {
    const object = (id: string): string => objectOf(scope, id, args.connection);
    const equal = claimMeanings(definition, ownership, announcement, args);
    errors.push(
      ...claimObject(definition, ownership, announcement, args, isNew, object),
      ...claimPlace(definition, ownership, announcement, args),
      ...textsOf(equal, "error"),
    );
    warnings.push(...textsOf(equal, "warning"));
  }
  await log(process, call, "warn", ...warnings);
  if (errors.length === 0 && announcement.preview) errors.push(...(await preview(scope, args, call)));
  return errors.map(call.filter);
}

/** Logs what a preview finds by reading, and returns its errors. */
async function preview(scope: Scope, args: CommonArgs, call: Check<CommonArgs>): Promise<string[]> {
  const { process } = scope;
  try {
    const context = contextOf(scope, args.connection, call);
    const found = await process.previewReads.read(context, async (reading) =>
      previewed(scope, reading, args, call),
    );
    if (found === undefined) return [];
    await log(process, call, "warn", ...textsOf(found.problems, "warning"));
    await log(process, call, "info", ...found.notes);
    return textsOf(found.problems, "error");
  } catch (error) {
    return [messageOf(error)];
  }
}

/** What exists already is the same for all kinds; the rest is that of the kind. */
async function previewed(
  { definition }: Scope,
  context: Context,
  args: CommonArgs,
  { former, announcement }: Check<CommonArgs>,
): Promise<PreviewReport | undefined> {
  const named = definition.claims?.(args);
  const isNew = former === undefined || isReplaced(definition, former, args);
  return definition.existing !== undefined && named !== undefined && isNew
    ? previewOfExisting(definition.existing, context, named, args)
    : definition.preview?.(context, former, args, announcement?.announced);
}

async function create(
  scope: Scope,
  args: CommonArgs,
  call: Creating,
): Promise<{ id: string; state: AnyState }> {
  const { ownership } = scope.process;
  const context = contextOf(scope, args.connection, call);
  const created = (await adopt(scope, context, args)) ?? (await scope.definition.create(context, args));
  ownership.settle(call.settled());
  ownership.hold(objectOf(scope, created.id, args.connection));
  return created;
}

/** Takes over what the arguments name; `undefined` if it does not exist. */
async function adopt(
  scope: Scope,
  context: Context,
  args: CommonArgs,
): Promise<{ id: string; state: AnyState } | undefined> {
  const { definition, process } = scope;
  const named = definition.claims?.(args);
  if (definition.existing === undefined || named === undefined) return undefined;
  const { id, adopts } = named;
  const object = objectOf(scope, id, args.connection);
  // With an indirect `deleteBeforeReplace` the engine deletes before it checks; then there is nothing to adopt.
  if (process.ownership.wasDeleted(object)) {
    if (adopts) context.warn(createdAgain(context, definition.what, id));
    return undefined;
  }
  const isHeld = (): boolean => process.ownership.isHeld(object);
  const state = await takeOver(definition.existing, context, named, args, isHeld);
  return state && { id, state };
}

async function update(
  scope: Scope,
  id: string,
  state: AnyState,
  former: CommonArgs,
  args: CommonArgs,
  call: Call,
): Promise<AnyState> {
  const { definition, process } = scope;
  const { connection } = args;
  const context = contextOf(scope, connection, call);
  process.ownership.hold(objectOf(scope, id, connection));
  if (former.connection !== connection) {
    const reason = await definition.checkMoved?.(context, id, state);
    if (reason !== undefined) throw new Error(reason);
    if (definition.sameMeaning(former, args)) return { ...state, args: { ...state.args, connection } };
  }
  if (state.args.imported === true && definition.existing !== undefined) {
    const found = stateAsDeclared(
      definition.existing,
      context,
      id,
      args,
      await definition.existing.find(context, id),
    );
    if (found !== undefined) return found;
  }
  return definition.update(context, id, state, args);
}

async function remove(scope: Scope, id: string, state: AnyState, call: Call): Promise<void> {
  const { definition, process } = scope;
  const { ownership } = process;
  const { connection } = state.args;
  const object = objectOf(scope, id, connection);
  if (definition.objects === undefined && ownership.keeps(object)) {
    const text = `The ${definition.what} ${id} is still managed by this program: it was not deleted.`;
    await log(process, { ...call, urn: ownership.keeperOf(object) }, "info", text);
    return;
  }
  await definition.delete(contextOf(scope, connection, call), id, state);
  ownership.recordDelete(object);
}
