/** How a program declares the alert configurations that exist. */

import { withoutDefaults } from "../../core/comparison";
import { ALERT_CONFIG } from "../../fields/alert-config";
import type { Notification, OpenNotification, SecretNotificationField } from "../../fields/notification";
import {
  NOTIFICATION,
  SECRET_NOTIFICATION_FIELDS,
  fieldsRequiredBy,
  knownNotificationType,
  openFields,
  takesField,
} from "../../fields/notification";
import type { Fields } from "../../fields/table";
import { canonicalJson, isEmptyList, pick } from "../../json";
import { argsOfLive } from "./drift";
import type { AlertArgs, AlertState } from "./encoding";
import { mayHoldSecrets, secretPart } from "../../secrets/notifications";
import { listAlertConfigs } from "../../api/alert-configs";
import type { Declaring, Listing, Secret } from "../../core/declaring";
import { inStableOrder, joinName, slug, uniqueNames } from "../../core/declaring";
import { isGiven } from "../../secrets/masks";
import type { Path } from "../../core/problems";
import { pathText, valueAt } from "../../core/problems";
import { joinId } from "../../core/resource-id";
import type { AlertConfig } from "../../fields/alert-config";
import { alertConfig } from "./definition";
import { FIELDS, toInputs } from "./encoding";
import { stateOf } from "./operations";
import { unknownFields } from "./complete-body";

export const listedAlerts: Listing<AlertConfig> = {
  what: "alert configurations",
  ofProject: async (api, projectId) => inStableOrder(await listAlertConfigs(api, projectId)),
  describe(live, { projectId }) {
    const { args, secrets } = existingAlert(projectId, live);
    const lost = undeclarableFields(live);
    return {
      what: `alert configuration ${live.id} (${args.eventTypeName})`,
      reasons: lost.length === 0 ? [] : [`this version cannot declare ${lost.join(", ")}`],
      checked: { definition: alertConfig, args, secrets },
    };
  },
};

export const declaringAlerts: Declaring<AlertConfig, AlertState> = {
  listing: listedAlerts,
  form: "resources",
  declare: ({ projectId, slug: prefix }, alertConfigs, unique) =>
    nameAlerts(projectId, alertConfigs, prefix, unique).map(({ name, live, existing }) => {
      // Only the next write knows the secrets.
      const args = { ...existing.args, ...(existing.mayHoldSecrets && { imported: true }) };
      return {
        name,
        id: joinId(projectId, live.id),
        args: pick(existing.args, ["projectId", ...FIELDS, "notifications"]),
        secrets: alertSecrets(name, args.notifications, existing.secrets),
        unknown: [{ fields: describeUnknown(live) }],
        inputs: toInputs(args),
        state: stateOf(args, live),
      };
    }),
};

/** An alert configuration with what its name is derived from. */
export interface NamedAlert {
  readonly name: string;
  readonly live: AlertConfig;
  readonly existing: ExistingAlert;
}

/** Names the alert configurations of a project by event, metric and matchers. Those that are alike are numbered by content. */
export function nameAlerts(
  projectId: string,
  alertConfigs: readonly AlertConfig[],
  prefix: string,
  unique = uniqueNames(),
): NamedAlert[] {
  return alertConfigs
    .map((live) => {
      const existing = existingAlert(projectId, live);
      const content = [existing.args, existing.secrets.map(pathText)];
      return { live, existing, order: canonicalJson(content) + live.id };
    })
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map((each) => ({ ...each, name: unique(joinName(prefix, meaningIn(each.existing.args))) }));
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

function meaningIn({ eventTypeName, metricThreshold, matchers = [] }: ExistingAlert["args"]): string {
  const what = metricThreshold === undefined ? eventTypeName : metricThreshold.metricName;
  return joinName(slug(what) || "alert", ...new Set(matchers.map(({ value }) => slug(value))));
}

/** The secrets of an alert configuration, with keys such as `shop-no-primary.slack.apiToken`. */
export function alertSecrets(
  name: string,
  notifications: ExistingAlert["args"]["notifications"],
  paths: readonly Path[],
): Secret[] {
  const unique = uniqueNames();
  const types = notifications.map(({ typeName }) => unique(slug(typeName)));
  return paths.map((path) => {
    const [, index, field] = path;
    return { key: [name, types[Number(index)], field].join("."), path };
  });
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

/** An existing alert configuration as a program would declare it. */
export interface ExistingAlert {
  /** Without secrets, defaults and fields that have no effect; lists that are sets are sorted. */
  readonly args: AlertArgs;
  /** The arguments that hold a secret which the service does not show. */
  readonly secrets: readonly Path[];
  /** Whether a program could declare a secret. */
  readonly mayHoldSecrets: boolean;
}

export function existingAlert(projectId: string, live: AlertConfig): ExistingAlert {
  const notifications = (live.notifications ?? []).map(existingNotification);
  // With equal open fields the masks decide, so that the order is the same in every response.
  const sortKey = ({ open, masks }: ExistingNotification): string =>
    [open.typeName, canonicalJson(open), canonicalJson(masks)].join(" ");
  notifications.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const { matchers = [], ...others } = argsOfLive(projectId, live);
  const fields = Object.entries(others).filter(
    ([name, value]) => !isEmptyList(value) && (TABLE[name]?.sent ?? null) !== value,
  );
  return {
    args: {
      ...(Object.fromEntries(fields) as unknown as AlertArgs),
      ...(matchers.length > 0 && { matchers: inStableOrder(matchers) }),
      notifications: notifications.map(({ open }) => open),
    },
    secrets: notifications.flatMap(({ secretFields }, index) =>
      secretFields.map((field): Path => ["notifications", index, field]),
    ),
    mayHoldSecrets: notifications.some(({ open }) => mayHoldSecrets(open)),
  };
}

const TABLE: Fields = ALERT_CONFIG;

interface ExistingNotification {
  readonly open: OpenNotification;
  readonly masks: object;
  readonly secretFields: readonly SecretNotificationField[];
}

function existingNotification(live: Notification): ExistingNotification {
  const type = knownNotificationType(live.typeName);
  const required: readonly string[] = fieldsRequiredBy(type);
  const kept = Object.entries(openFields(live)).filter(
    ([name, value]) =>
      takesField(type, name) &&
      !isEmptyList(value) &&
      (required.includes(name) || Object.keys(withoutDefaults(NOTIFICATION, { [name]: value })).length > 0),
  );
  const masks = secretPart(live);
  return {
    open: Object.fromEntries(kept) as unknown as OpenNotification,
    masks,
    secretFields: SECRET_NOTIFICATION_FIELDS.filter(
      (field) => required.includes(field) || (isGiven(masks[field]) && takesField(type, field)),
    ),
  };
}
