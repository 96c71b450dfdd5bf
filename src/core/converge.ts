/**
 * What happens to an object that exists before its resource: it is adopted, written, refused or created, by one policy for all
 * kinds.
 *
 * - A create takes over what its arguments name, and writes only if that is not as declared. The preview said so.
 * - An import refuses what is not as declared.
 * - What nobody asked to adopt is refused where ids are chosen by people.
 * - The first update of what `pulumi import` took over writes only if something differs, as far as the service shows it.
 */

import type { Existing } from "./adoption";
import {
  adoptionReport,
  existing,
  logAdoption,
  logOverwrite,
  logUnverified,
  objectText,
  overwriteNote,
} from "./adoption";
import type { CommonArgs, Context, ExistingObject, Named, PreviewReport } from "./definition";
import { NOTHING_TO_REPORT } from "./definition";
import { error } from "./problems";

type Kind<Args extends CommonArgs, State> = ExistingObject<Args, State, unknown>;

function compared<Args extends CommonArgs, State>(
  kind: Kind<Args, State>,
  context: Context,
  id: string,
  args: Args,
  live: unknown,
  known = args,
): Existing {
  return existing(context, kind.what, id, args, kind.compare(known, live));
}

/** What a preview says of a create. */
export async function previewOfExisting<Args extends CommonArgs, State>(
  kind: Kind<Args, State>,
  context: Context,
  named: Named,
  args: Args,
): Promise<PreviewReport> {
  const { id, adopts, argument, mustExist } = named;
  // Without an adoption nothing can be lost: the create refuses what exists.
  if (!adopts && context.settings.onlineChecks !== true) return NOTHING_TO_REPORT;
  const live = await kind.find(context, id);
  const refused = (text: string): PreviewReport => ({ problems: [error([argument], text)], notes: [] });
  if (live === undefined) return mustExist ? refused(missingText(kind, id)) : NOTHING_TO_REPORT;
  if (!adopts) return refused(existsText(kind, id));
  const found = compared(kind, context, id, args, live, kind.known(args, live));
  return adoptionReport(args, { ...found, isImport: args.import !== undefined });
}

/**
 * The state after a create took over what exists; `undefined` if there is nothing, so that it is created.
 * @param isHeld whether another resource of the program has it
 * @throws Error if it is refused
 */
export async function takeOver<Args extends CommonArgs, State>(
  kind: Kind<Args, State>,
  context: Context,
  { id, adopts, argument, mustExist }: Named,
  args: Args,
  isHeld: () => boolean,
): Promise<State | undefined> {
  const live = await kind.find(context, id);
  if (live === undefined) {
    if (mustExist) throw new Error(`${argument}: ${missingText(kind, id)}.`);
    return undefined;
  }
  if (!adopts) throw new Error(`${argument}: ${existsText(kind, id)}. Nothing was written.`);
  // A diff that came meanwhile may have shown whose it is.
  if (isHeld()) {
    throw new Error(
      `${argument}: the ${kind.what} ${id} is managed by another resource of this program. Nothing was written.`,
    );
  }
  const found = compared(kind, context, id, args, live);
  logAdoption({ ...found, isImport: args.import !== undefined }, context.say);
  return kind.stateOf(args, found.same ? live : await kind.write(context, id, args, live));
}

/** What the first update of an imported object will overwrite. */
export function overwrittenText<Args extends CommonArgs, State>(
  kind: Kind<Args, State>,
  context: Context,
  id: string,
  args: Args,
  live: unknown,
): string | undefined {
  return live === undefined ? undefined : overwriteNote(compared(kind, context, id, args, live));
}

/** The state of an imported object that is as declared, as far as the service shows it; `undefined` if it must be written. */
export function stateAsDeclared<Args extends CommonArgs, State>(
  kind: Kind<Args, State>,
  context: Context,
  id: string,
  args: Args,
  live: unknown,
): State | undefined {
  if (live === undefined) return undefined;
  const found = compared(kind, context, id, args, live);
  if (!found.same || kind.lacksSecret(args, live)) {
    logOverwrite(found, context.say);
    return undefined;
  }
  logUnverified(found, context.say);
  return kind.stateOf(args, live);
}

function missingText({ what }: { readonly what: string }, id: string): string {
  return `there is no ${what} ${id}`;
}

function existsText(
  { what, advice }: { readonly what: string; readonly advice?: string },
  id: string,
): string {
  return `the ${what} ${JSON.stringify(id)} exists already. ${advice}`;
}

/** The warning of a create that has nothing to take over any more. */
export function createdAgain(context: Context, what: string, id: string): string {
  return `The ${objectText(context, what, id)} was deleted earlier in this run, and is created again.`;
}
