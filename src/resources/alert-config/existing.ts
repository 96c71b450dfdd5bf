/** An existing alert configuration as a program would declare it. */

import type { Path } from "../../core/problems";
import { withoutDefaults } from "../../core/comparison";
import { inOneOrder } from "../../core/declaring";
import type { AlertConfig } from "../../fields/alert-config";
import { ALERT_CONFIG, METRIC_THRESHOLD } from "../../fields/alert-config";
import type { Notification, OpenNotification, SecretNotificationField } from "../../fields/notification";
import {
  fieldsRequiredBy,
  knownNotificationType,
  NOTIFICATION,
  openFields,
  SECRET_NOTIFICATION_FIELDS,
  takesField,
} from "../../fields/notification";
import type { Fields } from "../../fields/table";
import { isEmptyList, canonicalJson } from "../../json";
import { isGiven } from "../../secrets/masks";
import { argsOfLive } from "./drift";
import type { AlertArgs } from "./encoding";
import { mayHoldSecrets, secretPart } from "../../secrets/notifications";

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
      ...(matchers.length > 0 && { matchers: inOneOrder(matchers) }),
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

/** One text for all alert configurations of a project that mean the same, as far as the service shows their secrets. */
export function likenessOf(live: AlertConfig): string {
  const { args } = existingAlert("", live);
  const metricThreshold = args.metricThreshold && withoutDefaults(METRIC_THRESHOLD, args.metricThreshold);
  const masks = (live.notifications ?? []).map((each) => canonicalJson([openFields(each), secretPart(each)]));
  return canonicalJson([{ ...args, metricThreshold }, masks.sort()]);
}
