/** How an alert configuration is created, read, updated and deleted. */

import { z } from "zod";
import { getAlertConfig, listAlertConfigs } from "../../api/alert-configs";
import { confirmDeletion } from "../../api/common";
import { argumentsSchema, filledText, secretsVersion } from "../../api/schema";
import { adoptionReport, existing, logAdoption, objectText, withKnownLists } from "../../core/adoption";
import { comparisonOf } from "../../core/comparison";
import type { Context, PreviewReport, ResourceDefinition } from "../../core/definition";
import { NOTHING_TO_REPORT, PartialWriteError } from "../../core/definition";
import { error as problem, warning } from "../../core/problems";
import { joinId, splitId } from "../../core/resource-id";
import { containsUnknown, knownText } from "../../core/unknowns";
import { ALERT_CONFIG } from "../../fields/alert-config";
import { NOTIFICATION } from "../../fields/notification";
import { argumentNames } from "../../fields/table";
import { pick } from "../../json";
import { declaredAlert, pathIn, rowsOfAlert, sameAlert } from "./comparison";
import { argsOfLive, baselineOf, compareDeclared, keptOf } from "./drift";
import type { AlertArgs, AlertState } from "./encoding";
import { alertObject, fromInputs, fromOutputs, INPUT_NAMES, normalize, toOutputs } from "./encoding";
import { byOutline, equalTo } from "./matching";
import {
  asReturned,
  createAlert,
  overwrittenAlert,
  refreshedState,
  removeAlert,
  stateOf,
  updateAlert,
  writtenSecrets,
} from "./operations";
import { CreatedUnreadable, placeOf, readsOf, replaceAlert, WHAT } from "./requests";
import { hasForeignSecrets, secretsAmong } from "./secrets";
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

  exposedSecrets: ({ notifications, notificationSecrets: secrets }, sealed, olds) => [
    ...secretsAmong(notifications),
    ...(hasForeignSecrets(secrets, sealed, olds["notificationSecrets"]) ? ["notificationSecrets"] : []),
  ],

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

  declared: (args) => declaredAlert(args, ""),

  place: ({ projectId }) => placeOf(projectId, false),

  writtenSecrets: (olds, news) =>
    writtenSecrets(olds.secretsVersion === news.secretsVersion ? olds : undefined, news),

  /** Shows an adoption before it happens, and warns of a creation that would make a second one of what exists. */
  async preview(context, olds, news, announced) {
    if (olds !== undefined && olds.projectId === news.projectId) return NOTHING_TO_REPORT;
    const id = existingId(news);
    if (id === undefined) return reportEqual(context, news, announced);
    const { projectId, id: alertConfigId } = splitId(id, ID_FORM);
    const live = await getAlertConfig(context.api, projectId, alertConfigId);
    if (live === undefined) {
      return { problems: [problem([adoptionArgument(news)], missingText(id))], notes: [] };
    }
    const isImport = news.import !== undefined;
    const notifications = (live.notifications ?? []).map((each) => pick(each, argumentNames(NOTIFICATION)));
    const known = withKnownLists(ALERT_CONFIG, news, { ...argsOfLive(projectId, live), notifications });
    const found = existing(context, WHAT, id, news, compareDeclared(known, live));
    return adoptionReport(news, { ...found, isImport });
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
    const existingOne = existingId(args);
    if (existingOne !== undefined) {
      if (!context.ownership.wasDeleted(alertObject(existingOne))) return adopt(context, existingOne, args);
      // With an indirect `deleteBeforeReplace` the engine deletes before it checks; then there is nothing to adopt.
      const object = objectText(context, WHAT, existingOne);
      context.warn(`The ${object} was deleted earlier in this run, and is created again.`);
    }
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
    await confirmDeletion(
      removeAlert(context, projectId, alertConfigId),
      `the ${WHAT} ${id}`,
      async () => getAlertConfig(context.api, projectId, alertConfigId),
      context.pause,
    );
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

/** So many new resources are listed. */
const MOST_LISTED = 10;

/**
 * Warns of a new resource that equals an existing alert configuration: after an export, its import was probably forgotten.
 * @param announced how many resources of the program have alert configurations
 */
async function reportEqual(
  context: Context,
  args: AlertArgs,
  announced: number | undefined,
): Promise<PreviewReport> {
  const { api, once, ownership, urn } = context;
  // Its own object is about to be deleted.
  if (containsUnknown(args) || ownership.isReplaced(urn)) return NOTHING_TO_REPORT;
  const { projectId } = args;
  const live = await once(`alert configurations of ${projectId} by outline`, async () =>
    byOutline(await listAlertConfigs(api, projectId)),
  );
  const [first] = equalTo(args, live).filter(({ id }) =>
    ownership.isFree(alertObject(joinId(projectId, id))),
  );
  if (first === undefined) return NOTHING_TO_REPORT;
  const listed = once("equal alert configurations", () => ({ count: 0 }));
  if (++listed.count > MOST_LISTED) {
    const isSummary = listed.count === MOST_LISTED + 1;
    return { problems: isSummary ? [warning([], FURTHER_EQUAL)] : [], notes: [] };
  }
  const isCertain = announced !== undefined && ownership.settledCount() >= announced;
  const unless = isCertain ? "" : ", unless another resource of this program has it";
  const text =
    `The project has an equal alert configuration, ${first.id}, and the create makes a second one${unless}. ` +
    `To take it over, run \`pulumi import\` with the file of an export, or set adoptId: ${JSON.stringify(first.id)}.`;
  return { problems: [warning([], text)], notes: [] };
}

const FURTHER_EQUAL =
  "This and further new resources equal existing alert configurations as well; they are not listed. After an export, run `pulumi import` " +
  "before the first `pulumi up`.";

/** Takes over an existing alert configuration, and writes only if it is not as declared. */
async function adopt(
  context: Context,
  id: string,
  args: AlertArgs,
): Promise<{ id: string; state: AlertState }> {
  const { projectId, id: alertConfigId } = splitId(id, ID_FORM);
  const live = await getAlertConfig(context.api, projectId, alertConfigId);
  if (live === undefined) throw new Error(`${adoptionArgument(args)}: ${missingText(id)}.`);
  const rows = rowsOfAlert(args, live);
  const comparison = comparisonOf(rows, pathIn(args));
  // A diff that came meanwhile may have shown whose it is.
  if (context.ownership.isHeld(alertObject(id))) {
    throw new Error(
      `${adoptionArgument(args)}: the ${WHAT} ${id} is managed by another resource of this program. Nothing was written.`,
    );
  }
  const found = existing(context, WHAT, id, args, comparison);
  logAdoption({ ...found, isImport: args.import !== undefined }, context.say);
  return {
    id,
    state: stateOf(
      args,
      comparison.same
        ? live
        : // What the report does not show as a change.
          await replaceAlert(
            context,
            alertConfigId,
            args,
            keptOf(
              args,
              rows.filter(({ verdict }) => verdict === "same"),
            ),
          ),
    ),
  };
}
