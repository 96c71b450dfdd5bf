/** How a program declares the alert configurations that exist. */

import { listAlertConfigs } from "../../api/alert-configs";
import type { Declaring, Listing } from "../../core/declaring";
import { inStableOrder } from "../../core/declaring";
import { valueAt } from "../../core/problems";
import { joinId } from "../../core/resource-id";
import type { AlertConfig } from "../../fields/alert-config";
import {
  fieldsRequiredBy,
  knownNotificationType,
  SECRET_NOTIFICATION_FIELDS,
} from "../../fields/notification";
import { pick } from "../../json";
import { isGiven } from "../../secrets/masks";
import { unknownFields } from "./complete-body";
import { alertConfig } from "./definition";
import type { AlertState } from "./encoding";
import { FIELDS, toInputs } from "./encoding";
import type { ExistingAlert } from "./existing";
import { existingAlert } from "./existing";
import { alertParts, alertSecrets, nameAlerts } from "./naming";
import { stateOf } from "./operations";

export const listedAlerts: Listing<AlertConfig> = {
  what: "alert configurations",
  ofProject: async (api, projectId) => inStableOrder(await listAlertConfigs(api, projectId)),
  describe(live, { projectId }) {
    const { args, secrets } = existingAlert(projectId, live);
    const lost = undeclarableFields(live);
    return {
      what: `alert configuration ${live.id} (${args.eventTypeName})`,
      id: joinId(projectId, live.id),
      reasons: lost.length === 0 ? [] : [`this version cannot declare ${lost.join(", ")}`],
      checked: { definition: alertConfig, args, secrets: secrets.map(({ path }) => path) },
    };
  },
};

export const declaringAlerts: Declaring<AlertConfig, AlertState> = {
  listing: listedAlerts,
  form: "resources",
  declare: ({ projectId, slug: project, others, taken }, alertConfigs, unique) =>
    nameAlerts(projectId, alertConfigs, others, taken).map(({ name, live, existing, equalTo }) => {
      // Only the next write knows the secrets.
      const args = { ...existing.args, ...(existing.mayHoldSecrets && { imported: true }) };
      return {
        // Whatever the project is called, so that others can have the same one in common with it.
        name: unique(`${project}-${name}`),
        id: joinId(projectId, live.id),
        args: pick(existing.args, ["projectId", ...FIELDS, "notifications"]),
        secrets: alertSecrets(project, name, existing),
        parts: alertParts(existing.args.notifications),
        comments: equalTo === undefined ? [] : [{ text: equalText(equalTo, existing) }],
        unknown: [{ fields: describeUnknown(live) }],
        inputs: toInputs(args),
        state: stateOf(args, live),
        shared: { suffix: name },
      };
    }),
};

function equalText(name: string, { secrets }: ExistingAlert): string {
  const shown = secrets.length === 0 ? "" : ", as far as the service shows its secrets";
  return `Equal to "${name}"${shown}: remove one after the import.`;
}

/** Describes the fields that this version does not know. Their indexes differ from those in the program. */
export function describeUnknown(live: AlertConfig): string[] {
  const described = unknownFields(live).map((path) => {
    const [place, index] = path;
    const name = path.at(-1);
    if (path.length === 1) return String(name);
    const type = place === "notifications" ? live.notifications?.[Number(index)]?.typeName : undefined;
    return `${name} of ${type ?? place}`;
  });
  return [...new Set(described)].sort();
}

/**
 * Returns the notification fields that a write needs and a program cannot declare: fields of a type that is not listed, which may be
 * its address or its secret; and the id of an integration that replaces a required secret, which nobody knows.
 */
function undeclarableFields(live: AlertConfig): string[] {
  const { notifications = [] } = live;
  return unknownFields(live).flatMap((path) => {
    const [list, index, name] = path;
    const notification = list === "notifications" ? notifications[Number(index)] : undefined;
    if (notification === undefined || !isGiven(valueAt(live, path))) return [];
    const field = `the field ${name} of ${notification.typeName}`;
    const type = knownNotificationType(notification.typeName);
    if (type === undefined) return [field];
    const required: readonly string[] = fieldsRequiredBy(type);
    const missing = SECRET_NOTIFICATION_FIELDS.filter(
      (secret) => required.includes(secret) && !isGiven(notification[secret]),
    );
    return name === "integrationId" && missing.length > 0
      ? [`${field} in place of ${missing.join(", ")}`]
      : [];
  });
}
