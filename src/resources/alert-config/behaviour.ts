/** What it means to create, read, update and delete an alert configuration (specification 2.5, 4.6). */

import type { AlertConfig as LiveAlertConfig, AlertConfigBody } from "../../api/alert-configs";
import {
  deleteAlertConfig,
  getAlertConfig,
  listAlertConfigs,
  setAlertConfigEnabled,
  updateAlertConfig,
} from "../../api/alert-configs";
import { provesAbsence } from "../../api/common";
import { batchedReads } from "../../core/batched-reads";
import type { Behaviour, Context, Inputs, State } from "../../core/behaviour";
import { perConnection } from "../../core/per-connection";
import { joinId, splitId } from "../../core/resource-id";
import { isApiError } from "../../errors";
import type { PlainObject } from "../../json";
import { isPlainObject, omit, pick } from "../../json";
import { createOnce, hold } from "./creation";
import { sameAlert } from "./meaning";
import { ADOPT_ID, REGISTERED_NAMES } from "./names";
import { joinSecrets } from "./notification-secrets";
import { compareDeclared, described, refreshed } from "./refreshed";
import { refusalOf } from "./refusals";
import { alertProblems } from "./rules";
import { shape } from "./shape";
import type { Remembered } from "./written";
import { isAsAnswered, recalled, remembered, switched, written } from "./written";

const INPUT_NAMES = [...REGISTERED_NAMES, ADOPT_ID, "notificationSecrets", "changedSecrets"];

export const alertConfig: Behaviour = {
  kind: "AlertConfig",
  shape,
  inputNames: INPUT_NAMES,
  replaceOn: ["projectId"],

  // Without a secret there is nothing to hide, and nothing to show as hidden.
  normalize: ({ notificationSecrets, ...inputs }) =>
    isPlainObject(notificationSecrets) && Object.keys(notificationSecrets).length === 0
      ? inputs
      : { ...inputs, ...(notificationSecrets !== undefined && { notificationSecrets }) },

  argumentsOf: wholeArguments,

  problems: (args, { settings }) => alertProblems(args, settings),

  sameMeaning: (a, b) => sameAlert(a, b),

  async create(context, inputs) {
    const projectId = inputs["projectId"] as string;
    const adoptId = inputs[ADOPT_ID];
    if (typeof adoptId === "string") return adopt(context, projectId, adoptId, inputs);
    const made = await reads(context.api, projectId).writing(async () =>
      explained(inputs, createOnce(context, projectId, bodyOf(inputs), inputs)),
    );
    return { id: joinId(projectId, made.id), outputs: outputsOf(inputs, made) };
  },

  async read(context, id, state) {
    const { projectId, id: alertConfigId } = splitId(id, "<projectId>/<alertConfigId>");
    const live = await reads(context.api, projectId).read(alertConfigId);
    if (live === undefined) return undefined;
    hold(context.api, projectId, live.id);
    if (state["eventTypeName"] === undefined) {
      // It is only looked up, or imported.
      const inputs = { ...pick(state, ["connection"]), projectId, ...described(live) };
      return { inputs, outputs: outputsOf(inputs, live) };
    }
    const known = state["__written"] as Remembered | undefined;
    const before = recalled(known, state);
    if (!isDrifted(known, state) && isAsAnswered(before, live)) return { outputs: state };
    const { inputs: fresh, changedSecrets } = refreshed(before, state["notificationSecrets"], live);
    const inputs: Inputs = {
      ...pick(state, ["projectId", "notificationSecrets", "connection"]),
      ...fresh,
      ...(changedSecrets.length > 0 && { changedSecrets }),
    };
    // By itself a new stamp or link is no change, and shows no difference.
    if (sameAlert(inputs, pick(state, INPUT_NAMES))) return { outputs: state };
    return {
      inputs,
      outputs: { ...inputs, ...serviceFields(live), changedSecrets, __written: remembered(before, inputs) },
    };
  },

  async update(context, id, olds, news) {
    const { projectId, id: alertConfigId } = splitId(id, "<projectId>/<alertConfigId>");
    const before = pick(olds, INPUT_NAMES);
    const onlyEnabled = sameAlert(before, news, ["enabled"]);
    const enabled = news["enabled"] === true;
    const change = async (): Promise<LiveAlertConfig> =>
      onlyEnabled
        ? setAlertConfigEnabled(context.api, projectId, alertConfigId, enabled)
        : updateAlertConfig(context.api, projectId, alertConfigId, bodyOf(news));
    const live = await reads(context.api, projectId).writing(async () =>
      explained(news, existing(change(), id)),
    );
    const known = olds["__written"] as Remembered | undefined;
    // A PATCH wrote one field: what its answer tells of the others may be somebody's change, and no baseline.
    const left = onlyEnabled ? switched(recalled(known, olds), news, live) : written(news, live);
    return outputsOf(news, live, left);
  },

  async delete(context, id) {
    const { projectId, id: alertConfigId } = splitId(id, "<projectId>/<alertConfigId>");
    try {
      await reads(context.api, projectId).writing(async () =>
        deleteAlertConfig(context.api, projectId, alertConfigId),
      );
    } catch (error) {
      if (!provesAbsence(error)) throw error;
    }
  },
};

/** The alert configurations of a project. */
const reads = perConnection((api, projectId) =>
  batchedReads<LiveAlertConfig>({
    list: async () => listAlertConfigs(api, projectId),
    get: async (id) => getAlertConfig(api, projectId, id),
    idOf: ({ id }) => id,
  }),
);

/** Whether a refresh has found something that no write has put right since. */
function isDrifted(known: Remembered | undefined, { changedSecrets }: State): boolean {
  return known?.declared !== undefined || (Array.isArray(changedSecrets) && changedSecrets.length > 0);
}

/** The arguments as the program wrote them, notifications with their secrets. */
function wholeArguments({
  notificationSecrets,
  changedSecrets: _,
  [ADOPT_ID]: adoptId,
  ...rest
}: Inputs): PlainObject {
  const args = adoptId === undefined ? rest : { ...rest, adoptId };
  const { notifications } = args;
  if (!Array.isArray(notifications)) return args;
  const joined = joinSecrets(notifications.filter(isPlainObject), notificationSecrets);
  // What is no notification at all is told by the shape.
  return {
    ...args,
    notifications: notifications.map((item: unknown) => (isPlainObject(item) ? joined.shift() : item)),
  };
}

/** Takes an existing alert configuration over, and writes only if it is not as declared. */
async function adopt(
  context: Context,
  projectId: string,
  alertConfigId: string,
  inputs: Inputs,
): Promise<{ id: string; outputs: State }> {
  const id = joinId(projectId, alertConfigId);
  const live = await getAlertConfig(context.api, projectId, alertConfigId);
  if (live === undefined) {
    throw new Error(`adoptId: the project ${projectId} has no alert configuration ${alertConfigId}.`);
  }
  hold(context.api, projectId, live.id);
  const { same, unverifiedSecrets } = compareDeclared(inputs, live);
  if (same && unverifiedSecrets.length > 0) {
    context.say(
      `${id} is taken over as it is. The service does not tell whether it has the declared ${unverifiedSecrets.join(", ")}; ` +
        "a later change of the declaration writes them.",
    );
  }
  const answer = same
    ? live
    : await reads(context.api, projectId).writing(async () =>
        explained(inputs, updateAlertConfig(context.api, projectId, alertConfigId, bodyOf(inputs))),
      );
  return { id, outputs: outputsOf(inputs, answer) };
}

/** A refusal of the service told by the argument that caused it. */
async function explained<T>(inputs: Inputs, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw refusalOf(error, wholeArguments(inputs));
  }
}

async function existing<T>(change: Promise<T>, id: string): Promise<T> {
  try {
    return await change;
  } catch (error) {
    // An unknown metric is a 404 as well.
    if (!provesAbsence(error) || (isApiError(error) && error.errorCode === "INVALID_METRIC_NAME"))
      throw error;
    throw new Error(
      `The alert configuration ${id} no longer exists. Run \`pulumi refresh\`, then \`pulumi up\` makes it anew.`,
      {
        cause: error,
      },
    );
  }
}

/** The whole configuration as the service takes it, real secrets included and nothing that it makes by itself. */
function bodyOf(inputs: Inputs): AlertConfigBody {
  const notifications = joinSecrets(inputs["notifications"] as PlainObject[], inputs["notificationSecrets"]);
  return {
    ...pick(inputs, ["eventTypeName", "matchers", "metricThreshold", "threshold"]),
    enabled: inputs["enabled"] === true,
    notifications,
  } as unknown as AlertConfigBody;
}

function outputsOf(inputs: Inputs, live: LiveAlertConfig, left = written(inputs, live)): State {
  return {
    ...omit(inputs, new Set(["changedSecrets", ADOPT_ID])),
    ...serviceFields(live),
    changedSecrets: [],
    __written: remembered(left, inputs),
  };
}

function serviceFields(live: LiveAlertConfig): PlainObject {
  const { id: alertConfigId, groupId, created, updated, links } = live;
  return { alertConfigId, groupId, created, updated, links: links ?? [] };
}
