/** How a program declares the alert configurations that exist. */

import { listAlertConfigs } from "../../api/alert-configs";
import { isUnsupported, orUndefined } from "../../api/common";
import type { Declaring, Listing } from "../../core/declaring";
import { IMPORTED, inStableOrder, isDeclarable } from "../../core/declaring";
import type { Path } from "../../core/problems";
import { valueAt } from "../../core/problems";
import type { LiveAlert } from "../../fields/alert-config";
import {
  fieldsRequiredBy,
  knownNotificationType,
  SECRET_NOTIFICATION_FIELDS,
} from "../../fields/notification";
import { pick } from "../../json";
import { isGiven } from "../../secrets/masks";
import { unknownFields } from "./put-body";
import type { AlertState } from "./encoding";
import { FIELDS } from "./encoding";
import type { ExistingAlert } from "./export-form";
import { NOT_DECLARABLE } from "./export-form";
import { alertParts, alertSecrets, nameAlerts } from "./naming";
import { stateAsFound } from "./operations";
import type { AlertScope } from "./scope";
import { alertId, GLOBAL, IN_PROJECT } from "./scope";

export const listedAlerts = listingIn(IN_PROJECT);

function listingIn(scope: AlertScope): Listing<LiveAlert> {
  const { isGlobal, what } = scope;
  return {
    what: `${what}s`,
    isInProjects: !isGlobal,
    async list(api, projectId) {
      const all = isGlobal
        ? await orUndefined(listAlertConfigs(api, undefined), isUnsupported)
        : await listAlertConfigs(api, projectId);
      return inStableOrder(all ?? []);
    },
    describe(live, projectId) {
      const lost = undeclarableFields(live, scope);
      return {
        what: `${what} ${live.id} (${live.eventTypeName ?? ""})`,
        id: alertId(isGlobal ? undefined : projectId, live.id),
        reasons: lost.length === 0 ? [] : [`this version cannot declare ${lost.join(", ")}`],
      };
    },
  };
}

export const declaringAlerts = declaringIn(IN_PROJECT, listedAlerts);
export const declaringGlobalAlerts = declaringIn(GLOBAL, listingIn(GLOBAL));

function declaringIn(scope: AlertScope, listing: Listing<LiveAlert>): Declaring<LiveAlert, AlertState> {
  const { isGlobal } = scope;
  return {
    listing,
    ...(!isGlobal && { form: "resources" }),
    declare({ others, taken, ...place }, alertConfigs, unique) {
      const [projectId, prefix] = isGlobal ? [undefined, "global"] : [place.projectId, place.slug];
      return nameAlerts(projectId, alertConfigs, others, taken).map(({ name, live, existing, equalTo }) => {
        // Only the next write knows the secrets.
        const args = { ...existing.args, ...(existing.mayHoldSecrets && IMPORTED) };
        return {
          // Whatever the project is called, so that others can have the same one in common with it.
          name: unique(`${prefix}-${name}`),
          id: alertId(projectId, live.id),
          args: pick(existing.args, ["projectId", ...FIELDS, "notifications"]),
          secrets: alertSecrets(prefix, name, existing),
          parts: alertParts(existing.args.notifications),
          comments: equalTo === undefined ? [] : [{ text: equalText(equalTo, existing) }],
          unknown: [{ fields: describeUnknown(live, scope) }],
          state: stateAsFound(args, live, []),
          ...(!isGlobal && { shared: { suffix: name } }),
        };
      });
    },
  };
}

function equalText(name: string, { secrets }: ExistingAlert): string {
  const shown = secrets.length === 0 ? "" : ", as far as the service shows its secrets";
  return `Equal to "${name}"${shown}: remove one after the import.`;
}

/** Whether a program declares an unknown field as an additional one. */
function isInProgram(live: LiveAlert, path: Path): boolean {
  const [name, isOfNotification] = [String(path.at(-1)), path[0] === "notifications" && path.length === 3];
  const hasPlace = path.length === 1 || isOfNotification;
  return hasPlace && !NOT_DECLARABLE.includes(name) && isDeclarable(name, valueAt(live, path));
}

/** Describes the fields that this version does not know, and the program leaves as they are. Their indexes differ from those in the program. */
export function describeUnknown(live: LiveAlert, scope: AlertScope): string[] {
  const left = unknownFields(live, scope).filter((path) => !isInProgram(live, path));
  const described = left.map((path) => {
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
function undeclarableFields(live: LiveAlert, scope: AlertScope): string[] {
  const { notifications = [] } = live;
  return unknownFields(live, scope).flatMap((path) => {
    const [list, index, name] = path;
    const notification = list === "notifications" ? notifications[Number(index)] : undefined;
    if (notification === undefined || !isGiven(valueAt(live, path))) return [];
    const field = `the field ${name} of ${notification.typeName}`;
    const type = knownNotificationType(notification.typeName);
    if (type === undefined) return isInProgram(live, path) ? [] : [field];
    const required: readonly string[] = fieldsRequiredBy(type);
    const missing = SECRET_NOTIFICATION_FIELDS.filter(
      (secret) => required.includes(secret) && !isGiven(notification[secret]),
    );
    return name === "integrationId" && missing.length > 0
      ? [`${field} in place of ${missing.join(", ")}`]
      : [];
  });
}
