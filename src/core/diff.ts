/** How a resource in the state differs from its declaration, and what a preview says of that. */

import { jsonEqual, pick } from "../json";
import { recordObjects, refuseAdopted, refuseDeleted } from "./check";
import { droppedText, lossText, mayLose } from "./carried";
import { moveRefusal, overwrittenNotes } from "./converge";
import type { AnyDefinition, CommonArgs, SecretAt } from "./definition";
import { replaceOnOf } from "./description";
import type { NotTaken } from "./not-taken";
import { parsePath, pathText, valueAt } from "./problems";
import type { Subject, Scope } from "./scope";
import { contextOf, heldObjects, log, objectOf } from "./scope";
import type { Stored } from "./stored";
import { isUnknown } from "../unknowns";

/** A comparison of a resource in the state with its declaration. */
interface Comparing extends Subject, Pick<Stored, "state" | "former"> {
  /** Whether it is said what an update would do. */
  readonly isPreview: boolean;
  /** Whether the values are not known yet, in whole or in part. */
  readonly hasUnknown: boolean;
  /** Whether the program declares the resource: the comparison after the read of a refresh knows nothing of the program. */
  readonly isInProgram: boolean;
  /** See `Ownership.settle`. */
  readonly settled: readonly string[];
}

export interface Changes {
  /** Whether an update is needed; absent if a comparison of the arguments shows it. */
  changes?: boolean;
  /** The arguments whose change replaces the resource. */
  replaces?: string[];
}

export async function diffOf(scope: Scope, id: string, args: CommonArgs, call: Comparing): Promise<Changes> {
  const { definition, shared } = scope;
  const { ownership } = shared;
  const { several } = definition.objects ?? {};
  const { state, former, hasUnknown, isInProgram, isPreview, urn } = call;
  const replaces = changedAmong(definition, former, args);
  if (replaces.length > 0) {
    ownership.recordRead([objectOf(scope, id, args.connection)]);
    const refusal = definition.refuseReplacement?.(state());
    // A value that is not known yet may turn out to be the one in the state.
    if (isPreview && replaces.every((name) => isUnknown(at(args, name)))) {
      const then = refusal === undefined ? "" : ` Then it is refused: ${refusal}`;
      const text = `Is replaced only if ${replaces.join(", ")} changes, which is not known yet.${then}`;
      await log(shared, call, "info", text);
      const same = { ...args, ...pick(former, replaces as (keyof CommonArgs)[]) };
      const instead = several?.furtherChanges(state(), same, ownership, urn)?.text;
      if (instead !== undefined) await log(shared, call, "info", `If it is not replaced:\n${instead}`);
      return { replaces };
    }
    if (refusal !== undefined) throw new Error(refusal);
    return { replaces };
  }
  const object = objectOf(scope, id, args.connection);
  const refuse = (): void => {
    refuseAdopted(scope, id, args);
    refuseDeleted(ownership, `${definition.what} ${id}`, object, urn);
  };
  refuse();
  if (isInProgram) {
    if (several !== undefined) recordObjects(scope, several.managed(state(), args), urn);
    ownership.holdAll(heldObjects(scope, id, former, args), urn, call.settled);
    // Another process may have said so at the same time.
    refuse();
  }
  if (isPreview) await previewUpdate(scope, id, args, call);
  const further = isInProgram ? several?.furtherChanges(state(), args, ownership, urn) : undefined;
  if (further?.isHidden === true) return { changes: true };
  const hasMoved = former.connection !== args.connection;
  if (further !== undefined || hasMoved || hasUnknown || !definition.sameMeaning(former, args)) return {};
  return { changes: notTakenBefore(call).length > 0 };
}

/** What the service did not take of the last write, and a write of equal arguments repeats. */
function notTakenBefore({ state, isInProgram }: Comparing): readonly NotTaken[] {
  return (isInProgram && state().notTaken?.filter(({ isDrift }) => isDrift)) || [];
}

/** Logs what the preview of an update says. @throws Error if the update cannot be carried out */
export async function previewUpdate(
  scope: Scope,
  id: string,
  args: CommonArgs,
  call: Comparing,
): Promise<void> {
  const { definition, shared } = scope;
  const { former, hasUnknown, isInProgram, state } = call;
  await readForUpdate(scope, id, args, call);
  if (!isInProgram) return;
  const { secrets = [], dropped = [] } = (!hasUnknown && definition.secrets?.losses?.(state(), args)) || {};
  const refusal = mayLose(args, former) ? undefined : lossText(secrets);
  if (refusal !== undefined) throw new Error(refusal);
  const removal = droppedText(dropped);
  if (removal !== undefined) await log(shared, call, "warn", removal);
  await log(shared, call, "info", ...removedButKept(definition, former, args));
  const further = definition.objects?.several?.furtherChanges(state(), args, shared.ownership, call.urn);
  if (further !== undefined) await log(shared, call, "info", further.text);
  // The secrets of an imported object are compared with the service, see `overwritten`.
  if (former.imported !== true) await previewSecrets(scope, args, call);
  const missing = hasUnknown || !definition.sameMeaning(former, args) ? [] : notTakenBefore(call);
  if (missing.length === 0) return;
  const paths = missing.map(({ path }) => pathText(path)).join(", ");
  const text = `The last write declared ${paths}, and the service has another value. It is written again.`;
  await log(shared, call, "warn", text);
}

/** Says which arguments are removed of which no write unsets the field. */
function removedButKept({ object }: AnyDefinition, former: CommonArgs, args: CommonArgs): string[] {
  const names = Object.keys(object).filter(
    (name) =>
      object[name]?.keptIfRemoved === true &&
      valueAt(former, [name]) !== undefined &&
      valueAt(args, [name]) === undefined,
  );
  if (names.length === 0) return [];
  const them = names.length === 1 ? "it" : "them";
  return [
    `${names.join(", ")}: the program no longer declares ${them}, and the service keeps ${them} as before.`,
  ];
}

/** Logs what a preview of an update finds by reading. @throws Error if the update cannot be carried out */
async function readForUpdate(scope: Scope, id: string, args: CommonArgs, call: Comparing): Promise<void> {
  const { definition, shared } = scope;
  const { state, former, hasUnknown, isInProgram } = call;
  const { connection } = args;
  const context = contextOf(scope, connection, call);
  if (former.connection !== connection) {
    const reason = await shared.readInPreview(context, async (reading) =>
      moveRefusal(definition, reading, id, state()),
    );
    if (reason !== undefined) throw new Error(reason);
  }
  // Before its first update, the state of an imported object lacks its secrets.
  if (former.imported === true && !hasUnknown) {
    const texts = await shared.readInPreview(context, async (reading) =>
      definition.adoption === undefined
        ? definition.objects?.several?.overwritten(reading, id, state(), args)
        : overwrittenNotes({ kind: definition.adoption, context: reading, id, args }),
    );
    await log(shared, call, "warn", ...(texts ?? []));
  }
  const claimed = definition.claims?.(args);
  if (!isInProgram || claimed?.adopts !== true) return;
  if (objectOf(scope, claimed.id, connection) === objectOf(scope, id, connection)) return;
  const text = `The ${definition.what} ${claimed.id} is not adopted, since this resource exists already (${id}).`;
  await log(shared, call, "warn", text);
}

/** Logs which secrets an update writes, and names those that a refresh found changed: somebody may have rotated them on purpose. */
async function previewSecrets(scope: Scope, args: CommonArgs, call: Comparing): Promise<void> {
  const { definition, connections, shared } = scope;
  const { secrets } = definition;
  const { former } = call;
  const written = secrets?.written?.(former, args) ?? [];
  if (written.length > 0) await log(shared, call, "info", `Writes the secrets ${written.join(", ")}.`);
  const { configKeyOf } = connections(args.connection);
  const warn = async (text: string, all: readonly SecretAt[]): Promise<void> => {
    const lines = all.map(({ path, value }) => {
      const key = configKeyOf(value);
      return `  ${path}${key === undefined ? "" : `, from the configuration key ${key}`}`;
    });
    if (lines.length > 0) await log(shared, call, "warn", `${text}\n${lines.join("\n")}`);
  };
  const changed = (former.changedSecrets ?? []).map((path) => ({
    path,
    value: secrets?.at?.(args, path) ?? valueAt(args, parsePath(path)),
  }));
  await warn(CHANGED, changed);
  await warn(UNVERIFIED, secrets?.unverified?.(call.state(), args) ?? []);
}

const CHANGED =
  "The service has other values of these secrets than the program. If they were rotated there on purpose, the declared values are " +
  "wrong, and this update would restore them:";

const UNVERIFIED =
  "This update writes these secrets for the first time. The service had them before, and does not show whether they are the same: if " +
  "one is wrong, it replaces one that works:";

/** Whether a change of arguments replaces the resource. */
export function isReplaced(definition: AnyDefinition, former: CommonArgs, args: CommonArgs): boolean {
  return changedAmong(definition, former, args).length > 0;
}

function changedAmong(definition: AnyDefinition, former: CommonArgs, args: CommonArgs): string[] {
  const isSet = (name: string): boolean => [former, args].every((each) => at(each, name) !== undefined);
  return replaceOnOf(definition).filter(
    (name) =>
      !jsonEqual(at(former, name), at(args, name)) &&
      (definition.options[name]?.replacesOnceSet !== true || isSet(name)),
  );
}

function at(args: CommonArgs, name: string): unknown {
  return (args as Readonly<Record<string, unknown>>)[name];
}
