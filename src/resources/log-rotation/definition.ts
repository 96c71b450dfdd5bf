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
import { argumentsOf } from "../../core/description";
import type { CommonArgs, Context, ExistingObject, ResourceDefinition } from "../../core/definition";
import { sendKeeping, unknownFieldsIn } from "../../core/kept-fields";
import { maybeNotTaken, notTakenIn } from "../../core/not-taken";
import type { PlainState } from "../../core/plain-state";
import { plainForm } from "../../core/plain-state";
import { valueAt } from "../../core/problems";
import { idOfParts } from "../../core/resource-id";
import { writeUntil } from "../../core/write-until";
import { isApiError } from "../../errors";
import type { LogRotation, LogRotationBody } from "../../fields/log-rotation";
import { isConfigured, LOG_ROTATION, ROTATION_FIELDS, withRotationDefaults } from "../../fields/log-rotation";
import type { ApiClient } from "../../http/api-client";
import { jsonEqual, omit, pick } from "../../json";
import { knownText } from "../../unknowns";
import { AUDIT_LOG_ROTATION_DESCRIPTION, SYSTEM_LOG_ROTATION_DESCRIPTION } from "./description";

export interface RotationArgs extends CommonArgs, LogRotationBody {
  readonly projectId: string;
  readonly disableOnDestroy?: boolean | undefined;
}

interface Service {
  /** What the service had at the last write, or at a refresh that found a change, with its defaults. */
  readonly effective?: LogRotation | undefined;
}

interface Kept {
  /** The last write, or what an import or a look-up found. Absent in a report of an encrypted state. */
  readonly written?: { readonly declared: LogRotation; readonly returned: LogRotation } | undefined;
}

export type RotationState = PlainState<RotationArgs, Service, Kept>;

const ID = idOfParts(["projectId"]);
const INPUT_NAMES = Object.keys(argumentsOf(AUDIT_LOG_ROTATION_DESCRIPTION)) as (keyof RotationArgs)[];

export const auditLogRotation = rotationOf("audit", AUDIT_LOG_ROTATION_DESCRIPTION);
export const systemLogRotation = rotationOf("system", SYSTEM_LOG_ROTATION_DESCRIPTION);

function rotationOf(
  log: RotatedLog,
  description: Description,
): ResourceDefinition<RotationArgs, RotationState> {
  return {
    ...description,
    ...plainForm(description),

    validate: ID.validate,
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
        : { args, service: stateOf(args, live).service, kept: state.kept };
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

/** The state after a write, or of what exists. */
export function stateOf(args: RotationArgs, live: LogRotation): RotationState {
  const [declared, returned] = [pick(args, ROTATION_FIELDS), pick(live, ROTATION_FIELDS)];
  return {
    args,
    service: { effective: withRotationDefaults(returned) },
    kept: { written: { declared, returned } },
    ...maybeNotTaken(notTakenIn(rowsOf(LOG_ROTATION, { declared, expected: returned, live: returned }))),
  };
}

/** The arguments that describe what the service has. */
export function refresh({ args, service, kept }: RotationState, live: LogRotation): RotationArgs {
  const shown = { declared: pick(args, ROTATION_FIELDS), returned: service.effective };
  const { declared, returned } = kept.written ?? shown;
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
  const { args: shown, kept: { written } = {} } = writtenState(former) ?? {};
  const bodyFor = (live: LogRotation): LogRotationBody => {
    // One that somebody has disabled gets back what it had.
    const before = isConfigured(live) ? live : written?.returned;
    const { kept: undeclared } = carriedIn(LOG_ROTATION, { news: args, shown, ...written, live: before });
    const fields = undeclared.map(({ path: [name], value }) => [name, value]);
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
