/** Existing alert configurations as a program would declare them. */

import { withoutDefaults } from "../../core/comparison";
import type { Secret } from "../../core/declaring";
import { inStableOrder } from "../../core/declaring";
import type { AlertConfig } from "../../fields/alert-config";
import { METRIC_THRESHOLD, THRESHOLD } from "../../fields/alert-config";
import type { Notification, OpenNotification, SecretNotificationField } from "../../fields/notification";
import {
  NOTIFICATION,
  SECRET_NOTIFICATION_FIELDS,
  fieldsRequiredBy,
  knownNotificationType,
  openFields,
  takesField,
} from "../../fields/notification";
import { canonicalJson, isEmptyList } from "../../json";
import { isGiven } from "../../secrets/masks";
import type { Secrets } from "../../secrets/notifications";
import { mayHoldSecrets, secretPart } from "../../secrets/notifications";
import { argsOfLive } from "./drift";
import type { AlertArgs } from "./encoding";

/** An existing alert configuration as a program would declare it. */
export interface ExistingAlert {
  /** Without secrets, defaults and fields that have no effect; lists that are sets are sorted. */
  readonly args: AlertArgs;
  /** The secrets that the service does not show. */
  readonly secrets: readonly Pick<Secret, "path" | "shown">[];
  /** Whether a program could declare a secret. */
  readonly mayHoldSecrets: boolean;
}

export function existingAlert(projectId: string, live: AlertConfig): ExistingAlert {
  const notifications = (live.notifications ?? []).map(existingNotification);
  // With equal open fields the masks decide, so that the order is the same in every response.
  const sortKey = ({ open, masks }: ExistingNotification): string =>
    [open.typeName, canonicalJson(open), canonicalJson(masks)].join(" ");
  notifications.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const { matchers = [], metricThreshold, threshold, ...others } = argsOfLive(projectId, live);
  const fields = Object.entries(others).filter(([, value]) => !isEmptyList(value));
  return {
    args: {
      ...(Object.fromEntries(fields) as unknown as AlertArgs),
      ...(metricThreshold !== undefined && {
        metricThreshold: withoutDefaults(METRIC_THRESHOLD, metricThreshold),
      }),
      ...(threshold !== undefined && { threshold: withoutDefaults(THRESHOLD, threshold) }),
      ...(matchers.length > 0 && { matchers: inStableOrder(matchers) }),
      notifications: notifications.map(({ open }) => open),
    },
    secrets: notifications.flatMap(({ secretFields, masks }, index) =>
      secretFields.map((field) => ({ path: ["notifications", index, field], shown: masks[field] ?? "" })),
    ),
    mayHoldSecrets: notifications.some(({ open }) => mayHoldSecrets(open)),
  };
}

interface ExistingNotification {
  readonly open: OpenNotification;
  readonly masks: Secrets;
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
