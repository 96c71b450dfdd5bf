/** The writes of an alert configuration, so that a lost response neither loses nor duplicates one. */

import { getAlertConfig, listAlertConfigs, updateAlertConfig } from "../../api/alert-configs";
import { orReadBack, provesAbsence } from "../../api/common";
import { objectText } from "../../core/converge";
import type { BatchedReads } from "../../core/batched-reads";
import { sharedReads } from "../../core/batched-reads";
import type { Context, Place } from "../../core/definition";
import type { KeptField } from "../../core/kept-fields";
import { sendKeeping } from "../../core/kept-fields";
import { joinId } from "../../core/resource-id";
import { knownText } from "../../unknowns";
import { isApiError } from "../../errors";
import type { AlertConfig, AlertConfigBody } from "../../fields/alert-config";
import { compareDeclared } from "./drift";
import { carriedFields } from "./complete-body";
import type { AlertArgs } from "./encoding";
import { bodyOf } from "./encoding";
import { explainRefusal } from "./refusals";

/** The object, for messages. */
export const WHAT = "alert configuration";

/** The reads of the alert configurations of a project. */
export function readsOf(context: Context, projectId: string): BatchedReads<AlertConfig> {
  return sharedReads(context, `alert configurations of ${projectId}`, (api) => ({
    list: async () => listAlertConfigs(api, projectId),
    get: async (id) => getAlertConfig(api, projectId, id),
  }));
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

/** The body of a write. @throws Error if it is unclear which secrets belong to a notification */
export function writableBody(args: AlertArgs): AlertConfigBody {
  const { unclear } = args;
  if (unclear !== undefined) {
    throw new Error(
      `${unclear.notifications.join(", ")}: it is unclear which secret belongs to it, because notifications were added or removed ` +
        "outside of this program and `ignoreChanges` keeps them so. Declare the notifications as they are now, or remove them from " +
        "`ignoreChanges`. Nothing was written.",
    );
  }
  return { ...bodyOf(args), enabled: args.enabled === true };
}

/**
 * Replaces a whole alert configuration, and keeps what the program does not declare.
 * @param undeclared the fields that the program leaves out
 */
export async function replaceAlert(
  context: Context,
  id: string,
  args: AlertArgs,
  undeclared: readonly KeptField[] = [],
): Promise<AlertConfig> {
  const { api, warn } = context;
  const { projectId } = args;
  const body = writableBody(args);
  const put = async (): Promise<AlertConfig> => {
    const before = await liveBeforeWrites(context, projectId, id);
    const kept = [...undeclared, ...(before === undefined ? [] : carriedFields(body, before))];
    const send = async (complete: AlertConfigBody): Promise<AlertConfig> =>
      updateAlertConfig(api, projectId, id, complete);
    return sendKeeping(body, kept, send, (text) =>
      warn(`The ${objectText(context, WHAT, joinId(projectId, id))}: ${text}`),
    );
  };
  return write(context, args, put, id);
}

/** The alert configuration as it was before the first PUT of this run. All PUTs of a project need one list. */
async function liveBeforeWrites(
  context: Context,
  projectId: string,
  id: string,
): Promise<AlertConfig | undefined> {
  const listed = await listBeforeWrites(context, projectId, async () =>
    listAlertConfigs(context.api, projectId),
  );
  return listed.get(id) ?? getAlertConfig(context.api, projectId, id);
}

/** Keeps the first list of a project in this run for later PUTs. */
export async function listBeforeWrites(
  { once }: Context,
  projectId: string,
  list: () => Promise<readonly AlertConfig[]>,
): Promise<ReadonlyMap<string, AlertConfig>> {
  return once(`alert configurations before writes of ${projectId}`, async () =>
    list().then((all) => new Map(all.map((each) => [each.id, each]))),
  );
}

/**
 * Runs a write. A refusal names the argument that caused it; a response that cannot be read leads to a read.
 * @param id that of the alert configuration, if it exists already
 */
export async function write(
  context: Context,
  args: AlertArgs,
  request: () => Promise<AlertConfig>,
  id?: string,
): Promise<AlertConfig> {
  const { api } = context;
  const { projectId } = args;
  try {
    return await readsOf(context, projectId).writing(async () =>
      id === undefined
        ? request()
        : orReadBack(
            request(),
            async () => getAlertConfig(api, projectId, id),
            (live) => compareDeclared(args, live).same,
          ),
    );
  } catch (error) {
    if (id === undefined || !isGone(error)) throw explainRefusal(error, args);
    throw new AlertGone(joinId(projectId, id), error);
  }
}

/** Thrown by a write to an alert configuration that does not exist any more. */
export class AlertGone extends Error {
  constructor(id: string, cause: unknown) {
    super(
      `The alert configuration ${id} no longer exists. Run \`pulumi refresh\`; \`pulumi up\` then creates it again.`,
      { cause },
    );
  }
}

/** The service returns a 404 for an unknown metric as well. */
function isGone(error: unknown): boolean {
  return provesAbsence(error) && !(isApiError(error) && error.errorCode === "INVALID_METRIC_NAME");
}
