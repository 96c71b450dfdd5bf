/** How an alert configuration is created, read, updated and deleted. */

import { z } from "zod";
import { getAlertConfig } from "../../api/alert-configs";
import { argumentsSchema, filledText, secretsVersion } from "../../api/schema";
import { adoptionReport, logAdoption, withKnownLists } from "../../core/adoption";
import type { Context, ResourceDefinition } from "../../core/definition";
import { NOTHING_TO_REPORT, PartialWriteError } from "../../core/definition";
import { error as problem } from "../../core/problems";
import { joinId, splitId } from "../../core/resource-id";
import { knownText } from "../../core/unknowns";
import { ALERT_CONFIG } from "../../fields/alert-config";
import { NOTIFICATION } from "../../fields/notification";
import { argumentNames } from "../../fields/table";
import { pick } from "../../json";
import { sameAlert } from "./comparison";
import { argsOfLive, baselineOf, compareDeclared } from "./drift";
import type { AlertArgs, AlertState } from "./encoding";
import { alertObject, fromInputs, fromOutputs, INPUT_NAMES, normalize, toOutputs } from "./encoding";
import {
  asReturned,
  createAlert,
  overwrittenAlert,
  refreshedState,
  removeAlert,
  stateOf,
  updateAlert,
  WHAT,
} from "./operations";
import { CreatedUnreadable, placeOf, readsOf, replaceAlert } from "./requests";
import { validateAlert } from "./validation";

const ID_FORM = "<projectId>/<alertConfigId>";

export const alertConfig: ResourceDefinition<AlertArgs, AlertState> = {
  kind: "AlertConfig",
  what: WHAT,
  hasServiceIds: true,
  inputNames: INPUT_NAMES,
  replaceOn: ["projectId"],
  schema: () =>
    argumentsSchema(ALERT_CONFIG, {
      projectId: filledText(),
      secretsVersion: secretsVersion(),
      adoptId: filledText().optional(),
      unclear: unclearSecrets(),
    }),

  normalize,
  fromInputs,
  fromOutputs,
  toOutputs,
  argsOf: ({ args }) => args,

  validate: (args, { settings }) => validateAlert(args, settings),

  validateImport({ import: id, adoptId, projectId }) {
    if (adoptId !== undefined) return "cannot be combined with adoptId";
    const { projectId: named } = splitId(id, ID_FORM);
    const known = knownText(projectId);
    if (known === undefined || named === known) return undefined;
    return `must begin with the projectId of the arguments (${known})`;
  },

  claims(args) {
    const id = existingId(args);
    return id === undefined ? undefined : { id, adopts: true };
  },

  place: ({ projectId }) => placeOf(projectId, false),

  /** Shows an adoption before it happens. */
  async preview(context, olds, news) {
    const id = existingId(news);
    if (id === undefined || (olds !== undefined && olds.projectId === news.projectId))
      return NOTHING_TO_REPORT;
    const { projectId, id: alertConfigId } = splitId(id, ID_FORM);
    const live = await getAlertConfig(context.api, projectId, alertConfigId);
    if (live === undefined) {
      return { problems: [problem([adoptionArgument(news)], missingText(id))], notes: [] };
    }
    const isImport = news.import !== undefined;
    const notifications = (live.notifications ?? []).map((each) => pick(each, argumentNames(NOTIFICATION)));
    const known = withKnownLists(ALERT_CONFIG, news, { ...argsOfLive(projectId, live), notifications });
    return adoptionReport(news, { what: WHAT, id, isImport, ...compareDeclared(known, live) });
  },

  async checkMoved({ api }, id) {
    const { projectId, id: alertConfigId } = splitId(id, ID_FORM);
    if ((await getAlertConfig(api, projectId, alertConfigId)) !== undefined) return undefined;
    return (
      `connection: its service has no alert configuration ${id}. A changed connection must lead to the same service. To create the ` +
      "alert configuration there, give the resource another name. Nothing was written."
    );
  },

  async overwritten(context, id, _, news) {
    const text = await overwrittenAlert(context, splitId(id, ID_FORM).id, news);
    return text === undefined ? [] : [text];
  },

  sameMeaning: sameAlert,

  async create(context, args) {
    const { projectId } = args;
    const existing = existingId(args);
    // With an indirect `deleteBeforeReplace` the engine deletes before it checks; then there is nothing to adopt.
    if (existing !== undefined && !context.ownership.wasDeleted(alertObject(existing)))
      return adopt(context, existing, args);
    try {
      const state = await createAlert(context, args);
      return { id: joinId(projectId, state.service.alertConfigId), state };
    } catch (error) {
      if (!(error instanceof CreatedUnreadable)) throw error;
      // It exists, so the state must name it.
      const { id, message } = error;
      const baseline = baselineOf(args, asReturned(id, args));
      const state = { args, service: { alertConfigId: id, links: [] }, baseline };
      throw new PartialWriteError(message, joinId(projectId, id), state, { cause: error });
    }
  },

  async read(context, id, state) {
    const { projectId, id: alertConfigId } = splitId(id, ID_FORM);
    const live = await readsOf(context, projectId).read(alertConfigId);
    if (live === undefined) return undefined;
    context.ownership.recordRead(alertObject(id));
    if (state === undefined) return stateOf(argsOfLive(projectId, live), live);
    return refreshedState(state, live);
  },

  async update(context, id, olds, news) {
    return updateAlert(context, splitId(id, ID_FORM).id, olds, news);
  },

  async delete(context, id) {
    const { projectId, id: alertConfigId } = splitId(id, ID_FORM);
    await removeAlert(context, projectId, alertConfigId);
  },
};

/**
 * The schema of `unclear`, which is not an argument of the program: the conversion from inputs adds it.
 * @internal kept out of the declarations: zod's own types do not pass every user's compiler
 */
export function unclearSecrets(): z.ZodType {
  return z.strictObject({ notifications: z.array(z.string()).min(1), secrets: z.looseObject({}) }).optional();
}

/** The Pulumi id of the alert configuration that a create takes over, if it is known. */
function existingId({ import: id, adoptId, projectId }: AlertArgs): string | undefined {
  if (id !== undefined) return id;
  const [project, alertConfigId] = [knownText(projectId), knownText(adoptId)];
  return project === undefined || alertConfigId === undefined ? undefined : joinId(project, alertConfigId);
}

function adoptionArgument(args: AlertArgs): string {
  return args.import === undefined ? "adoptId" : "import";
}

function missingText(id: string): string {
  const { projectId, id: alertConfigId } = splitId(id, ID_FORM);
  return `the project ${projectId} has no alert configuration ${alertConfigId}`;
}

/** Takes over an existing alert configuration, and writes only if it is not as declared. */
async function adopt(
  context: Context,
  id: string,
  args: AlertArgs,
): Promise<{ id: string; state: AlertState }> {
  const { projectId, id: alertConfigId } = splitId(id, ID_FORM);
  const live = await getAlertConfig(context.api, projectId, alertConfigId);
  if (live === undefined) throw new Error(`${adoptionArgument(args)}: ${missingText(id)}.`);
  const comparison = compareDeclared(args, live);
  // A diff that came meanwhile may have shown whose it is.
  if (context.ownership.isHeld(alertObject(id))) {
    throw new Error(
      `${adoptionArgument(args)}: the ${WHAT} ${id} is managed by another resource of this program. Nothing was written.`,
    );
  }
  logAdoption({ what: WHAT, id, isImport: args.import !== undefined, ...comparison }, context.say);
  return {
    id,
    state: stateOf(args, comparison.same ? live : await replaceAlert(context, alertConfigId, args)),
  };
}
