/** How the rotation of the audit log and that of the system log are set, read and left in place. */

import { orUndefined } from "../../api/common";
import type { RotatedLog } from "../../api/log-rotation";
import { DISABLED, getLogRotation, setLogRotation } from "../../api/log-rotation";
import type { Row } from "../../core/rows";
import { carriedIn, writtenState } from "../../core/carried";
import { comparisonOf, withLiveValues } from "../../core/comparison";
import { rowsOf } from "../../core/rows";
import { chosenObject, notThere, objectText } from "../../core/converge";
import type { Description } from "../../core/description";
import { describedBy } from "../../core/description";
import type { Context, ExistingObject, ResourceDefinition } from "../../core/definition";
import { sendKeeping, unknownFieldsIn } from "../../core/kept-fields";
import { idProblems, valueAt } from "../../core/problems";
import { idOfParts } from "../../core/resource-id";
import { writeUntil } from "../../core/write-until";
import { isApiError } from "../../errors";
import type { LogRotation, LogRotationBody } from "../../fields/log-rotation";
import { isConfigured, LOG_ROTATION, ROTATION_FIELDS } from "../../fields/log-rotation";
import type { ApiClient } from "../../http/api-client";
import { jsonEqual, omit, pick } from "../../json";
import { knownText, knownValue } from "../../unknowns";
import type { RotationArgs, RotationState } from "./encoding";
import { AUDIT_LOG_ROTATION_DESCRIPTION, SYSTEM_LOG_ROTATION_DESCRIPTION } from "./description";
import { fromOutputs, INPUT_NAMES, stateOf, toOutputs } from "./encoding";

export const auditLogRotation = rotationOf("audit", AUDIT_LOG_ROTATION_DESCRIPTION);
export const systemLogRotation = rotationOf("system", SYSTEM_LOG_ROTATION_DESCRIPTION);

function rotationOf(
  log: RotatedLog,
  description: Description,
): ResourceDefinition<RotationArgs, RotationState> {
  return {
    ...describedBy(description),
    hasServiceIds: true,
    replaceOn: ["projectId"],

    fromOutputs,
    toOutputs,

    validate: (args) => idProblems(["projectId"], knownValue(args)?.projectId),

    validateImport: idOfParts(["projectId"]).validateImport,

    claims: (args) => chosenObject({ ...args, adopt: true }, knownText(args.projectId), "projectId"),
    existing: existingOf(log),

    async checkMoved({ api }, id) {
      const live = await orUndefined(readRotation(api, log, id));
      return live === undefined ? notThere("project", id, "for another project change projectId") : undefined;
    },

    sameMeaning: (a, b) => jsonEqual(pick(a, INPUT_NAMES), pick(b, INPUT_NAMES)),

    async create(context, args) {
      return { id: args.projectId, state: stateOf(args, await writeDeclared(context, log, args)) };
    },

    async read({ api }, id, state) {
      const live = await orUndefined(readRotation(api, log, id));
      if (live === undefined) return undefined;
      if (state === undefined) {
        const args = { projectId: id, ...pick(live, ROTATION_FIELDS) };
        return isConfigured(live) ? stateOf(args as RotationArgs, live) : undefined;
      }
      const args = refresh(state, live);
      return jsonEqual(args, state.args) && state.notTaken === undefined
        ? state
        : { ...omit(state, ["notTaken"]), args, effective: stateOf(args, live).effective };
    },

    async update(context, _, olds, news) {
      return stateOf(news, await writeDeclared(context, log, news, olds));
    },

    async delete(context, id, { args }) {
      if (args.disableOnDestroy !== true) return;
      const write = async (): Promise<void> => setLogRotation(context.api, log, id, DISABLED);
      // With the project its settings are gone.
      await orUndefined(writeSettings(context, log, id, (live) => !isConfigured(live), write));
    },
  };
}

/** A rotation that is not set counts as none: a create of it changes nothing that somebody has chosen. */
function existingOf(log: RotatedLog): ExistingObject<RotationArgs, RotationState, unknown> {
  return {
    what: whatOf(log),
    instead: "omit the option import, so that the create changes it",
    async find({ api }, id) {
      const live = await readRotation(api, log, id);
      return isConfigured(live) ? live : undefined;
    },
    compare(args, live) {
      // A create keeps what the program leaves out.
      const rows = rowsWith(args, live as LogRotation).filter(({ declared }) => declared !== undefined);
      return comparisonOf(rows);
    },
    write: async (context, _, args) => writeDeclared(context, log, args),
    stateOf: (args, live) => stateOf(args, live as LogRotation),
  };
}

function whatOf(log: RotatedLog): string {
  return `${log} log rotation`;
}

/** The arguments that describe what the service has. */
export function refresh({ args, written }: RotationState, live: LogRotation): RotationArgs {
  const { declared, returned } = written;
  const all = rowsOf(LOG_ROTATION, { declared, expected: returned, live });
  const rows = returned === undefined ? all.filter((row) => row.declared !== undefined) : all;
  return { ...omit(args, ROTATION_FIELDS), ...withLiveValues(declared, rows) } as RotationArgs;
}

/** Compares the settings of the service with exactly these. */
function rowsWith(declared: LogRotation, live: LogRotation): Row[] {
  return rowsOf(LOG_ROTATION, { declared, expected: declared, live });
}

/** Reads the settings; of a rotation that is not set only the fields that this version does not know. */
export async function readRotation(api: ApiClient, log: RotatedLog, projectId: string): Promise<LogRotation> {
  const isNotManaged = (error: unknown): boolean =>
    isApiError(error) && error.fromService && error.errorCode === "AUTOMATION_CONFIG_NOT_FOUND";
  const live = (await orUndefined(getLogRotation(api, log, projectId), isNotManaged)) ?? {};
  return isConfigured(live) ? live : omit(live, ROTATION_FIELDS);
}

/** Sets what is declared, and keeps what the program leaves out. @param former the state; absent if nothing was written before */
async function writeDeclared(
  context: Context,
  log: RotatedLog,
  args: RotationArgs,
  former?: RotationState,
): Promise<LogRotation> {
  const { projectId } = args;
  const { args: shown, written } = writtenState(former) ?? {};
  const bodyFor = (live: LogRotation): LogRotationBody => {
    // One that somebody has disabled gets back what it had.
    const before = isConfigured(live) ? live : written?.returned;
    const { kept } = carriedIn(LOG_ROTATION, { news: args, shown, ...written, live: before });
    const fields = kept.map(({ path: [name], value }) => [name, value]);
    return { ...(Object.fromEntries(fields) as LogRotationBody), ...pick(args, ROTATION_FIELDS) };
  };
  const isReached = (live: LogRotation): boolean =>
    rowsWith(bodyFor(live), live).every(({ verdict }) => verdict === "same");
  return writeSettings(context, log, projectId, isReached, async (live) => {
    const unknown = unknownFieldsIn(LOG_ROTATION, { ...live }, ["links"]);
    const carried = unknown.map((path) => ({ path, value: valueAt(live, path) }));
    const send = async (body: LogRotationBody): Promise<void> =>
      setLogRotation(context.api, log, projectId, body);
    await sendKeeping(bodyFor(live), carried, send, (text) =>
      context.warn(`The ${objectText(context, whatOf(log), projectId)}: ${text}`),
    );
  });
}

/** Writes settings of the automation configuration, of which each write publishes a new version to all agents. */
async function writeSettings(
  context: Context,
  log: RotatedLog,
  projectId: string,
  isReached: (live: LogRotation) => boolean,
  write: (live: LogRotation) => Promise<void>,
): Promise<LogRotation> {
  return writeUntil(context, {
    object: objectText(context, whatOf(log), projectId),
    document: `automation configuration of ${projectId}`,
    read: async () => readRotation(context.api, log, projectId),
    isReached,
    write,
    isConflict: (error) =>
      isApiError(error) && error.errorCode === "AUTOMATION_CONFIG_CONCURRENT_MODIFICATION",
  });
}
