/** What it means to create, read, update and delete an alert configuration (specification 2.5, 4.6). */

import type { AlertConfig as LiveAlertConfig, AlertConfigBody } from "../../api/alert-configs";
import {
  deleteAlertConfig,
  getAlertConfig,
  listAlertConfigs,
  setAlertConfigEnabled,
  updateAlertConfig,
} from "../../api/alert-configs";
import { orReadBack, provesAbsence } from "../../api/common";
import { batchedReads } from "../../core/batched-reads";
import type { Behaviour, Context, Inputs, State } from "../../core/behaviour";
import { PartialWriteError } from "../../core/behaviour";
import { adoptionReport, IMPORT, sayAdoption } from "../../core/importing";
import { objectName } from "../../core/ownership";
import { perConnection } from "../../core/per-connection";
import { error as problem } from "../../core/problems";
import { joinId, splitId } from "../../core/resource-id";
import { isUnknown } from "../../core/unknowns";
import { isApiError } from "../../errors";
import type { PlainObject } from "../../json";
import { isPlainObject, omit, pick } from "../../json";
import { createOnce, CreatedUnreadable } from "./creation";
import { sameAlert } from "./meaning";
import { ADOPT_ID, REGISTERED_NAMES } from "./names";
import { ambiguousSecrets, joinSecrets } from "./notification-secrets";
import { compareDeclared, described, refreshed } from "./refreshed";
import { refusalOf } from "./refusals";
import { alertProblems } from "./rules";
import { shape } from "./shape";
import type { Remembered } from "./written";
import { isAsAnswered, recalled, remembered, switched, written } from "./written";

const INPUT_NAMES = [...REGISTERED_NAMES, ADOPT_ID, IMPORT, "notificationSecrets", "changedSecrets"];
const ID_FORM = "<projectId>/<alertConfigId>";
const WHAT = "alert configuration";

export const alertConfig: Behaviour = {
  kind: "AlertConfig",
  what: WHAT,
  hasServiceIds: true,
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

  importProblem(inputs) {
    if (inputs[ADOPT_ID] !== undefined) return "cannot be given together with adoptId";
    const { projectId } = splitId(inputs[IMPORT] as string, ID_FORM);
    if (isUnknown(inputs["projectId"]) || projectId === inputs["projectId"]) return undefined;
    return `must begin with the projectId of the arguments (${String(inputs["projectId"])})`;
  },

  claims(inputs) {
    const id = existingId(inputs);
    return id === undefined ? undefined : { id, adopts: true };
  },

  /** An adoption is shown before it happens. */
  async preview(context, olds, inputs) {
    const id = existingId(inputs);
    if (id === undefined || (olds !== undefined && olds["projectId"] === inputs["projectId"])) {
      return { problems: [], notes: [] };
    }
    const isImport = inputs[IMPORT] !== undefined;
    const path = [isImport ? "import" : "adoptId"];
    const { projectId, id: alertConfigId } = splitId(id, ID_FORM);
    const live = await getAlertConfig(context.api, projectId, alertConfigId);
    if (live === undefined) return { problems: [problem(path, absent(projectId, alertConfigId))], notes: [] };
    return adoptionReport({ what: WHAT, id, isImport, ...compareDeclared(inputs, live) });
  },

  async moved({ api }, id) {
    const { projectId, id: alertConfigId } = splitId(id, ID_FORM);
    if ((await getAlertConfig(api, projectId, alertConfigId)) !== undefined) return undefined;
    return (
      `connection: the service that it leads to has no alert configuration ${id}. A changed connection must lead to the same ` +
      "service. To create the alert configuration there, give the resource another name. Nothing was written."
    );
  },

  sameMeaning: (a, b) => sameAlert(a, b),

  async create(context, inputs) {
    const projectId = inputs["projectId"] as string;
    const adopted = existingId(inputs);
    // With an indirect `deleteBeforeReplace` the engine deletes before it checks; then there is nothing left to adopt.
    const isGone = adopted !== undefined && context.ownership.wasRemoved(objectName("AlertConfig", adopted));
    if (adopted !== undefined && !isGone) return adopt(context, adopted, inputs);
    try {
      const made = await reads(context.api, projectId).writing(async () =>
        explained(inputs, createOnce(context, projectId, bodyOf(inputs), inputs)),
      );
      return { id: joinId(projectId, made.id), outputs: outputsOf(inputs, made) };
    } catch (error) {
      if (!(error instanceof CreatedUnreadable)) throw error;
      // It exists: the state must name it.
      const { id } = error;
      const outputs = { ...declaredOutputs(inputs), alertConfigId: id, links: [], changedSecrets: [] };
      throw new PartialWriteError(error.message, joinId(projectId, id), outputs, { cause: error });
    }
  },

  async read(context, id, state) {
    const { projectId, id: alertConfigId } = splitId(id, ID_FORM);
    const live = await reads(context.api, projectId).read(alertConfigId);
    if (live === undefined) return undefined;
    context.ownership.see(objectName("AlertConfig", id));
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
      ...pick(state, ["projectId", "notificationSecrets", "secretsVersion", "connection"]),
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
    const { projectId, id: alertConfigId } = splitId(id, ID_FORM);
    const before = pick(olds, INPUT_NAMES);
    const enabled = news["enabled"] === true;
    // After a creation that was not read to its end everything is the same, and everything is written.
    const onlyEnabled = sameAlert(before, news, ["enabled"]) && enabled !== (before["enabled"] === true);
    const change = async (): Promise<LiveAlertConfig> =>
      orReadBack(
        onlyEnabled
          ? setAlertConfigEnabled(context.api, projectId, alertConfigId, enabled)
          : updateAlertConfig(context.api, projectId, alertConfigId, bodyOf(news)),
        async () => getAlertConfig(context.api, projectId, alertConfigId),
        (read) => compareDeclared(news, read).same,
      );
    const live = await reads(context.api, projectId).writing(async () =>
      explained(news, existing(change(), id)),
    );
    const known = olds["__written"] as Remembered | undefined;
    // A PATCH wrote one field: what its answer tells of the others may be somebody's change, and no baseline.
    const left = onlyEnabled ? switched(recalled(known, olds), news, live) : written(news, live);
    return outputsOf(news, live, left);
  },

  async delete(context, id) {
    const { projectId, id: alertConfigId } = splitId(id, ID_FORM);
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
  [IMPORT]: __,
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

/** The Pulumi id of the alert configuration that a create takes over, if it is known. */
function existingId(inputs: Inputs): string | undefined {
  const { projectId, [ADOPT_ID]: adoptId, [IMPORT]: imported } = inputs;
  if (typeof imported === "string") return imported;
  if (typeof adoptId !== "string" || typeof projectId !== "string") return undefined;
  return isUnknown(adoptId) || isUnknown(projectId) ? undefined : joinId(projectId, adoptId);
}

function absent(projectId: string, alertConfigId: string): string {
  return `the project ${projectId} has no alert configuration ${alertConfigId}`;
}

/** Takes an existing alert configuration over, and writes only if it is not as declared. */
async function adopt(context: Context, id: string, inputs: Inputs): Promise<{ id: string; outputs: State }> {
  const { api, say } = context;
  const { projectId, id: alertConfigId } = splitId(id, ID_FORM);
  const isImport = inputs[IMPORT] !== undefined;
  const live = await getAlertConfig(api, projectId, alertConfigId);
  if (live === undefined) {
    throw new Error(`${isImport ? "import" : "adoptId"}: ${absent(projectId, alertConfigId)}.`);
  }
  const comparison = compareDeclared(inputs, live);
  // A diff that came meanwhile may have shown whose it is.
  if (context.ownership.isHeld(objectName("AlertConfig", id))) {
    const argument = isImport ? "import" : "adoptId";
    throw new Error(
      `${argument}: the ${WHAT} ${id} is managed by another resource of this program. Nothing was written.`,
    );
  }
  sayAdoption({ what: WHAT, id, isImport, ...comparison }, say);
  const answer = comparison.same
    ? live
    : await reads(api, projectId).writing(async () =>
        explained(
          inputs,
          orReadBack(
            updateAlertConfig(api, projectId, alertConfigId, bodyOf(inputs)),
            async () => getAlertConfig(api, projectId, alertConfigId),
            (read) => compareDeclared(inputs, read).same,
          ),
        ),
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
      `The alert configuration ${id} no longer exists. Run \`pulumi refresh\`, then \`pulumi up\` creates it again.`,
      {
        cause: error,
      },
    );
  }
}

/** The whole configuration as the service takes it, real secrets included and nothing that it makes by itself. */
function bodyOf(inputs: Inputs): AlertConfigBody {
  const { notificationSecrets } = inputs;
  const open = inputs["notifications"] as PlainObject[];
  const unclear = ambiguousSecrets(open, notificationSecrets);
  if (unclear.length > 0) {
    throw new Error(
      `${unclear.join(", ")}: it is unclear which secret belongs to it, because notifications were added or removed outside and ` +
        "`ignoreChanges` keeps them so. Declare the notifications as they are now, or take them out of `ignoreChanges`. Nothing was written.",
    );
  }
  const notifications = joinSecrets(open, notificationSecrets);
  return {
    ...pick(inputs, ["eventTypeName", "matchers", "metricThreshold", "threshold"]),
    enabled: inputs["enabled"] === true,
    notifications,
  } as unknown as AlertConfigBody;
}

function outputsOf(inputs: Inputs, live: LiveAlertConfig, left = written(inputs, live)): State {
  return {
    ...declaredOutputs(inputs),
    ...serviceFields(live),
    changedSecrets: [],
    __written: remembered(left, inputs),
  };
}

function declaredOutputs(inputs: Inputs): State {
  return omit(inputs, new Set(["changedSecrets", ADOPT_ID, IMPORT]));
}

function serviceFields(live: LiveAlertConfig): PlainObject {
  const { id: alertConfigId, groupId, created, updated, links } = live;
  return { alertConfigId, groupId, created, updated, links: links ?? [] };
}
