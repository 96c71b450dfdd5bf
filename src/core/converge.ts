/**
 * What happens to an object that exists before its resource: it is adopted, written, refused or created, by one policy for all
 * kinds.
 *
 * - A create takes over what its arguments name, and writes only if that is not as declared. The preview said so.
 * - An import refuses what is not as declared.
 * - If people choose the ids, a create refuses an existing object that nobody asked to adopt.
 * - The first update of what `pulumi import` took over writes only if something differs, as far as the service shows it.
 */

import { look } from "../api/common";
import { isUnknownOutcome, messageOf } from "../errors";
import type { Fields } from "../fields/table";
import type { PlainObject } from "../json";
import { lossText, mayLose } from "./carried";
import type { Comparison } from "./comparison";
import { removalText } from "./comparison";
import type {
  AnyDefinition,
  AnyState,
  CommonArgs,
  Context,
  Adoption,
  Named,
  PreviewReport,
} from "./definition";
import { NOTHING_TO_REPORT } from "./definition";
import { error, parsePath, valueAt, warning } from "./problems";
import { containsUnknown, isUnknown } from "../unknowns";

/** The comparison of an object of which nothing but its id is declared. */
export const AS_DECLARED: Comparison = {
  same: true,
  changes: [],
  changedSecrets: [],
  lostSecrets: [],
  unverifiedSecrets: [],
};

/** What is declared of an object that may exist before its resource. */
interface Sought<State> {
  readonly kind: Adoption<CommonArgs, State, unknown>;
  readonly context: Context;
  readonly id: string;
  readonly args: CommonArgs;
}

/**
 * Prepares arguments of a preview for the comparison with a live object: lists and objects that are unknown as a whole are taken
 * from the live object, and unknown items of lists are left out.
 */
export function withKnownLists<T extends object>(fields: Fields, args: T, live: object): T {
  const current: PlainObject = { ...live };
  const known = Object.entries(args).map(([name, value]: [string, unknown]) => {
    const type = fields[name]?.type;
    const isNested = type === "strings" || typeof type === "object";
    if (isNested && isUnknown(value)) return [name, current[name]];
    return [name, Array.isArray(value) ? value.filter((item) => !isUnknown(item)) : value];
  });
  return Object.fromEntries(known) as T;
}

/** Reports in a preview what a create will find. */
export async function previewOfExisting(sought: Sought<unknown>, named: Named): Promise<PreviewReport> {
  const { kind, context, id, args } = sought;
  const { adopts, argument, mustExist } = named;
  // Without an adoption nothing can be lost: the create refuses what exists.
  if (!adopts && context.settings.onlineChecks !== true) return NOTHING_TO_REPORT;
  const live = await kind.find(context, id);
  const refused = (path: string[], text: string) => ({ problems: [error(path, text)], notes: [] });
  if (live === undefined) return mustExist ? refused([argument], missingText(kind, id)) : NOTHING_TO_REPORT;
  if (!adopts) return refused([argument], existsText(kind, id));
  const reason = refusalOf(sought, live);
  if (reason !== undefined) return refused([], reason);
  const found = compared(sought, live, kind.known?.(args, live));
  const loss = found.same || mayLose(args) ? undefined : lossText(found.lostSecrets);
  if (loss !== undefined) return refused([], loss);
  const refusal = importRefusal(found, kind.instead);
  if (refusal !== undefined)
    return containsUnknown(args) ? { problems: [], notes: [undecidedNote(found)] } : refused([], refusal);
  const warnings = [...unverifiedNotes(found), ...missingNotes(kind)];
  return { problems: warnings.map((text) => warning([], text)), notes: [adoptionNote(found)] };
}

/**
 * The state after a create took over what exists; `undefined` if there is nothing, so that it is created.
 * @param isHeld whether another resource of the program has it
 * @throws Error if it is refused
 */
export async function takeOver<State>(sought: Sought<State>, named: Named, isHeld: () => boolean) {
  const { kind, context, id, args } = sought;
  const { adopts, argument, mustExist } = named;
  const live = await kind.find(context, id);
  if (live === undefined) {
    if (mustExist) throw new Error(`${argument}: ${missingText(kind, id)}.`);
    return undefined;
  }
  if (!adopts) throw new Error(`${argument}: ${existsText(kind, id)}. Nothing was written.`);
  const reason = refusalOf(sought, live);
  if (reason !== undefined) throw new Error(`${reason} Nothing was written.`);
  // A diff may have recorded another holder while this function read the object.
  if (isHeld()) {
    throw new Error(
      `${argument}: the ${kind.what} ${id} is managed by another resource of this program. Nothing was written.`,
    );
  }
  const found = compared(sought, live);
  const refusal = importRefusal(found, kind.instead);
  if (refusal !== undefined) throw new Error(refusal);
  for (const note of [adoptionNote(found), ...unverifiedNotes(found)]) context.say(note);
  for (const note of missingNotes(kind)) context.warn(note);
  if (found.same) return kind.stateOf(args, live, found.unverifiedSecrets);
  return kind.stateOf(args, await kind.write?.(context, id, args, live), []);
}

/** The object that arguments name by an id of a person's choice: a create takes it over with `adopt`, or with the option `import`. */
export function chosenObject(
  { adopt, import: imported }: CommonArgs & { readonly adopt?: boolean | undefined },
  id: string | undefined,
  argument: string,
): Named | undefined {
  const mustExist = imported !== undefined;
  if (id === undefined) return undefined;
  return { id, adopts: adopt === true || mustExist, argument: mustExist ? "import" : argument, mustExist };
}

/** The object that the resource option `import` names, for a kind whose create otherwise makes a new one. */
export function importedObject({ import: id }: CommonArgs): Named | undefined {
  return id === undefined ? undefined : { id, adopts: true, argument: "import", mustExist: true };
}

interface Created<T> {
  /** Whether the object that is found is the one that was created. @default it is */
  readonly isOurs?: (live: T) => boolean;
  /** How a program takes over an object that exists. @default `adopt` */
  readonly advice?: string;
}

/** Returns the result of the creation of an object that did not exist before. If its outcome is unknown, the object is looked for. */
export async function orCreated<T>(
  { pause }: Pick<Context, "pause">,
  creation: Promise<T>,
  object: string,
  find: () => Promise<T | undefined>,
  { isOurs = () => true, advice = "set `adopt: true`" }: Created<T> = {},
): Promise<T> {
  return creation.catch(async (lost: unknown) => {
    if (!isUnknownOutcome(lost)) throw lost;
    const live = await look(find, (found) => found !== undefined, pause).catch((cause: unknown) => {
      const what = `The ${object} may have been created all the same: it could not be read (${messageOf(cause)}).`;
      const then = `Run \`pulumi up\` again; if it says that it exists, ${advice}.`;
      throw new Error(`${lost.message} ${what} ${then}`, { cause });
    });
    if (live !== undefined && isOurs(live)) return live;
    throw lost;
  });
}

/** Returns why the object at a changed `connection` is not the one in the state; `undefined` if it is. */
export async function moveRefusal(
  definition: AnyDefinition,
  context: Context,
  id: string,
  state: AnyState,
): Promise<string | undefined> {
  const { adoption: kind, what } = definition;
  if (definition.checkMoved !== undefined) return definition.checkMoved(context, id, state);
  if (kind === undefined || (await kind.find(context, id)) !== undefined) return undefined;
  return notThere(what, id);
}

/** The refusal of a changed connection whose server does not have the object. @param instead what to do for another one */
export function notThere(what: string, id: string, instead?: string): string {
  return `The new server has no ${what} ${id}. ${moveAdvice(what, instead)}`;
}

export function moveAdvice(
  what: string,
  instead = `to create the ${what} there, give the resource another name`,
): string {
  return `A changed connection, provider or address must lead to the same service; ${instead}. Nothing was written.`;
}

/**
 * Names what the first update of an imported object will overwrite, such as a secret of which the service shows another mask, or else
 * the secrets that nothing confirms.
 */
export async function overwrittenNotes(sought: Sought<unknown>): Promise<readonly string[]> {
  const live = await sought.kind.find(sought.context, sought.id);
  return live === undefined ? [] : firstUpdate(sought, live).notes;
}

/** The state of an imported object that is as declared, as far as the service shows it; `undefined` if it must be written. */
export async function stateAsDeclared<State>(sought: Sought<State>): Promise<State | undefined> {
  const { kind, context, id, args } = sought;
  const live = await kind.find(context, id);
  if (live === undefined) return undefined;
  const { isWritten, notes, found } = firstUpdate(sought, live);
  for (const note of notes) context.say(note);
  return isWritten ? undefined : kind.stateOf(args, live, found.unverifiedSecrets);
}

function firstUpdate(sought: Sought<unknown>, live: unknown) {
  const found = compared(sought, live);
  const isWritten = !found.same || sought.kind.lacksSecret?.(sought.args, live) === true;
  return { found, isWritten, notes: (isWritten ? overwriteNotes : unverifiedNotes)(found) };
}

/** @param known the arguments as far as they are known */
function compared({ kind, context, id, args }: Sought<unknown>, live: unknown, known = args): Existing {
  return existing(context, kind.what, id, args, kind.compare?.(known, live) ?? AS_DECLARED);
}

/** An object that exists, compared with what is declared. */
interface Existing extends Comparison {
  /** The object, for messages: `oplog store "orders" (orders-oplog)`. */
  readonly object: string;
  /** Whether the resource option `import` names it, which refuses an object that is not as declared. */
  readonly isImport: boolean;
  /** Returns the configuration key that holds the secret at a path, if one does. */
  readonly configKeyOf: (path: string) => string | undefined;
}

export function existing(
  context: Context,
  what: string,
  id: string,
  args: CommonArgs,
  comparison: Comparison,
): Existing {
  return {
    ...comparison,
    object: objectText(context, what, id),
    isImport: args.import !== undefined,
    configKeyOf: (path) => context.configKeyOf(valueAt(args, parsePath(path))),
  };
}

/** An object for messages: the resource that has it, and its id. */
export function objectText({ name }: Pick<Context, "name">, what: string, id: string): string {
  return name === undefined ? `${what} ${id}` : `${what} ${name} (${id})`;
}

function missingText({ what }: Sought<unknown>["kind"], id: string): string {
  return `there is no ${what} ${id}`;
}

function existsText({ what, advice }: Sought<unknown>["kind"], id: string): string {
  return `the ${what} ${JSON.stringify(id)} exists already. ${advice}`;
}

/** The warning of a create that has nothing to take over any more. */
export function createdAgain(context: Context, what: string, id: string): string {
  return `The ${objectText(context, what, id)} was deleted earlier in this run, and is written again.`;
}

/** Returns why an import is refused, if it is. */
export function importRefusal(
  found: Existing,
  instead = "adopt it instead, which changes it",
): string | undefined {
  if (!found.isImport || found.same) return undefined;
  return `import: the ${found.object} is not as declared. Change the program until it is, or ${instead}:${changesOf(found)}`;
}

function overwriteNotes(found: Existing): string[] {
  const changes = changesOf(found);
  if (changes === "") return [];
  return [`The ${found.object} was imported and is not as declared. The update changes it:${changes}`];
}

/** Only the create can tell whether an unknown value is that of the object. */
function undecidedNote(found: Existing): string {
  return (
    `The ${found.object} exists. Its import is refused unless it is as declared; some arguments are not known yet, and so far this ` +
    `differs:${changesOf(found)}`
  );
}

/** An imported object is probably right: if the service shows another mask, the configuration is more likely wrong. */
function changesOf({ changes, changedSecrets, configKeyOf, lostSecrets }: Existing): string {
  const wrongSecrets = changedSecrets.map((path) => {
    const key = configKeyOf(path);
    const where = key === undefined ? "in this argument" : `in the configuration key ${key}`;
    return `${path}: the service has another value, so the one ${where} is probably wrong`;
  });
  return indented([...changes, ...lostSecrets.map(removalText), ...wrongSecrets]);
}

function adoptionNote({ object, same, changes, changedSecrets, lostSecrets }: Existing): string {
  const lines = [
    ...changes,
    ...(same ? [] : lostSecrets.map(removalText)),
    ...changedSecrets.map((path) => `${path}: another value`),
  ];
  if (lines.length === 0) return `The ${object} exists and is adopted as it is.`;
  return `The ${object} exists and is adopted; this changes it:${indented(lines)}`;
}

/** Names the secrets of an object as declared that no response confirms and that no write will set. */
function unverifiedNotes({ object, same, unverifiedSecrets, configKeyOf }: Existing): string[] {
  if (!same || unverifiedSecrets.length === 0) return [];
  const secrets = unverifiedSecrets.map((path) => {
    const key = configKeyOf(path);
    return key === undefined ? path : `${path} of the configuration key ${key}`;
  });
  return [
    `The service does not show whether the ${object} has the declared ${secrets.join(", ")}. ` +
      "Change secretsVersion to write all declared secrets.",
  ];
}

/** An import is not asked: it is refused on any difference. */
function refusalOf({ kind, args }: Sought<unknown>, live: unknown): string | undefined {
  return args.import === undefined ? kind.refusal?.(args, live) : undefined;
}

function missingNotes({ missing }: Sought<unknown>["kind"]): string[] {
  return missing === undefined ? [] : [missing];
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `\n  ${line}`).join("");
}
