/** How an alert configuration is created, read, updated and deleted. */

import { z } from "zod";
import { listAlertConfigs } from "../../api/alert-configs";
import { filledText, secretsVersion } from "../../api/schema";
import { objectText } from "../../core/converge";
import type { Context, Place, PreviewReport, ResourceDefinition } from "../../core/definition";
import { NOTHING_TO_REPORT } from "../../core/definition";
import { warning } from "../../core/problems";
import { importProblems } from "../../core/resource-id";
import { pick } from "../../json";
import { containsUnknown, knownText, knownValue } from "../../unknowns";
import { declaredAlert, sameAlert } from "./compare";
import { argsOfLive } from "./drift";
import type { AlertArgs, AlertState } from "./encoding";
import { decode, encode, SECRETS_APART } from "./encoding";
import { byOutline, equalTo } from "./matching";
import {
  createAlert,
  alertAdoption,
  globalAlertAdoption,
  losses,
  readAlert,
  refreshedState,
  removeAlert,
  stateAsFound,
  unverifiedSecrets,
  updateAlert,
  writtenSecrets,
} from "./operations";
import type { AlertScope } from "./scope";
import { alertId, alertObject, collectionOf, GLOBAL, IN_PROJECT, scopeOf } from "./scope";
import { hasForeignSecrets, secretsAmong } from "../../secrets/notifications";
import { validateAlert } from "./validation";

type AlertDefinition = ResourceDefinition<AlertArgs, AlertState>;

/** What does not depend on the scope. */
const COMMON = {
  encode,
  decode,

  /** Warns of a creation that would make a second one of what exists. */
  async preview(context, olds, news) {
    const isNew = olds === undefined || olds.projectId !== news.projectId;
    return isNew ? reportEqual(context, news) : NOTHING_TO_REPORT;
  },

  sameMeaning: sameAlert,

  async create(context, args) {
    const state = await createAlert(context, args);
    return { id: alertId(args.projectId, state.service.alertConfigId), state };
  },

  async update(context, _, olds, news) {
    return { ...pick(olds, ["existedBefore"]), ...(await updateAlert(context, olds, news)) };
  },

  async delete(context, id, { args: { projectId }, service: { alertConfigId }, existedBefore }) {
    await removeAlert(context, projectId, alertConfigId);
    if (existedBefore !== true) return;
    context.warn(
      `The ${objectText(context, scopeOf(projectId).what, id)} existed before its resource. If the service shipped it, the service ` +
        "restores it at its next start: to turn it off for good, declare it with enabled: false.",
    );
  },

  secrets: {
    apart: SECRETS_APART,
    exposed: ({ notifications, notificationSecrets: secrets }, sealed, olds) => [
      ...secretsAmong(notifications),
      ...(hasForeignSecrets(secrets, sealed, olds["notificationSecrets"]) ? ["notificationSecrets"] : []),
    ],
    written: (olds, news) =>
      writtenSecrets(olds.secretsVersion === news.secretsVersion ? olds : undefined, news),
    unverified: unverifiedSecrets,
    losses,
  },
  objects: {
    declared: (args) => declaredAlert(args, ""),
    place: ({ projectId }) => placeOf(projectId, false),
  },
} satisfies Partial<AlertDefinition>;

function alertConfigIn(scope: AlertScope): AlertDefinition {
  const { isGlobal, description } = scope;
  return {
    ...COMMON,
    ...description,
    rules: () => ({
      secretsVersion: secretsVersion(),
      adoptId: filledText().optional(),
      unclear: unclearSecrets(),
    }),

    validate: (args, { settings }) => [
      ...validateAlert(args, settings, scope),
      ...importProblems(args, (id) => refuseImport(scope, knownValue(args) ?? {}, id)),
    ],

    claims({ import: imported, adoptId, projectId }) {
      if (imported !== undefined) return { id: imported, adopts: true, argument: "import", mustExist: true };
      const [project, id] = [knownText(projectId), knownText(adoptId)];
      if (id === undefined || (project === undefined && !isGlobal)) return undefined;
      return { id: alertId(project, id), adopts: true, argument: "adoptId", mustExist: true };
    },

    adoption: isGlobal ? globalAlertAdoption : alertAdoption,

    async read(context, id, state) {
      const live = await readAlert(context, id, scope);
      if (live === undefined) return undefined;
      const { projectId } = scope.splitId(id);
      context.ownership.recordRead([alertObject(projectId, live.id)]);
      return state === undefined
        ? stateAsFound(argsOfLive(projectId, live), live, [])
        : refreshedState(state, live);
    },
  };
}

/** Returns what is wrong with the id of the resource option `import`. @throws Error for one of another form */
function refuseImport(
  scope: AlertScope,
  { adoptId, projectId }: { readonly adoptId?: unknown; readonly projectId?: unknown },
  id: string,
): string | undefined {
  if (adoptId !== undefined) return "cannot be combined with adoptId";
  const { projectId: named } = scope.splitId(id);
  const known = knownText(projectId);
  if (known === undefined || named === known) return undefined;
  return `must begin with the projectId of the arguments (${known})`;
}

export const alertConfig = alertConfigIn(IN_PROJECT);
export const globalAlertConfig = alertConfigIn(GLOBAL);

/**
 * The schema of `unclear`, which is not an argument of the program: the conversion from inputs adds it.
 * @internal kept out of the declarations: zod's own types do not pass every user's compiler
 */
export function unclearSecrets(): z.ZodType {
  return z.strictObject({ notifications: z.array(z.string()).min(1), secrets: z.looseObject({}) }).optional();
}

/** The place of the alert configurations of a project; `undefined` while the project is unknown. */
export function placeOf(projectId: unknown, alone: boolean): Place | undefined {
  const known = knownText(projectId);
  if (known === undefined) return undefined;
  const conflict = (others: readonly string[]): string => {
    const names = others.map((name) => JSON.stringify(name)).join(", ");
    return alone
      ? 'unmanaged: "delete" requires that no other resource of this program has alert configurations in the project ' +
          `${known}, but ${names} ${others.length === 1 ? "has" : "have"}: declare them in this set, or set unmanaged to "report". Nothing was written.`
      : `The set ${names} has unmanaged: "delete", so that no other resource of this program may have alert configurations in the ` +
          `project ${known}: declare this one in the set. Nothing was written.`;
  };
  return { name: `alert configurations of ${known.toLowerCase()}`, alone, conflict };
}

/** So many new resources are listed. */
const MOST_LISTED = 10;

/** Warns of a new resource that equals an existing alert configuration: after an export, its import was probably forgotten. */
async function reportEqual(context: Context, args: AlertArgs): Promise<PreviewReport> {
  const { api, once, ownership, urn } = context;
  // Its own object is about to be deleted.
  if (containsUnknown(args) || ownership.isReplaced(urn)) return NOTHING_TO_REPORT;
  const { projectId } = args;
  const live = await once(`${collectionOf(projectId)} by outline`, async () =>
    byOutline(await listAlertConfigs(api, projectId)),
  );
  const first = equalTo(args, live).find((each) => ownership.isFree(alertObject(projectId, each.live.id)));
  if (first === undefined) return NOTHING_TO_REPORT;
  const listed = once("equal alert configurations", () => ({ count: 0 }));
  if (++listed.count > MOST_LISTED) {
    const isSummary = listed.count === MOST_LISTED + 1;
    return { problems: isSummary ? [warning([], FURTHER_EQUAL)] : [], notes: [] };
  }
  const unless = ownership.haveAllSettled() ? "" : ", unless another resource of this program keeps it";
  const text =
    `The ${projectId === undefined ? "service" : "project"} has an equal ${scopeOf(projectId).what}, ${first.live.id}, and the create makes a second one${unless}. ` +
    `To take it over, run \`pulumi import\` with the file of an export, or set adoptId: ${JSON.stringify(first.live.id)}.`;
  return { problems: [warning([], text)], notes: [] };
}

const FURTHER_EQUAL =
  "This and other new resources also equal existing alert configurations; they are not listed. After an export, run `pulumi import` " +
  "before the first `pulumi up`.";
