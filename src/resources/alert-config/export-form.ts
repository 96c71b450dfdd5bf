/** Existing alert configurations as a program would declare them. */

import { withoutDefaults } from "../../core/comparison";
import type { Secret } from "../../core/declaring";
import { declarableFields, inStableOrder } from "../../core/declaring";
import { foldAdditional } from "../../fields/additional";
import type { LiveAlert } from "../../fields/alert-config";
import type { LiveNotification, Notification, OpenNotification } from "../../fields/notification";
import {
  NOTIFICATION,
  SECRET_NOTIFICATION_FIELDS,
  fieldsRequiredBy,
  openFields,
  takesField,
} from "../../fields/notification";
import type { PlainObject } from "../../json";
import { canonicalJson, pick } from "../../json";
import { isGiven } from "../../secrets/masks";
import { mayHoldSecrets, secretPart } from "../../secrets/notifications";
import { WITHOUT_EFFECT } from "./put-body";
import { argsOfLive } from "./drift";
import type { AlertArgs } from "./encoding";
import type { ProjectId } from "./scope";
import { scopeOf } from "./scope";

/** An existing alert configuration as a program would declare it. */
export interface ExistingAlert {
  /** Without secrets, defaults (except that of a mode) and fields that have no effect; lists that are sets are sorted. */
  readonly args: AlertArgs;
  /** The secrets that the service does not show. */
  readonly secrets: readonly Pick<Secret, "path" | "shown">[];
  /** Whether a program could declare a secret. */
  readonly mayHoldSecrets: boolean;
}

export function existingAlert(projectId: ProjectId, live: LiveAlert): ExistingAlert {
  const { table } = scopeOf(projectId);
  const folded = foldAdditional(table, live);
  const found = (folded.notifications ?? []).map((each) => ({ open: openNotification(each), each }));
  // With equal open fields the masks decide, so that the order is the same in every response.
  const sortKey = ({ open, each }: (typeof found)[number]): string =>
    [open.typeName, canonicalJson(open), canonicalJson(secretPart(each))].join(" ");
  found.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const whole = argsOfLive(projectId, live);
  // Another service may have another default mode.
  const { matchers, ...args } = { ...withoutDefaults(table, whole), ...pick(whole, ["metricThreshold"]) };
  return {
    args: {
      ...args,
      ...(matchers !== undefined && { matchers: inStableOrder(matchers) }),
      ...declarableFields(folded, NOT_DECLARABLE),
      notifications: found.map(({ open }) => open),
    },
    secrets: found.flatMap(({ each }, index) =>
      declarableSecrets(each).map((field) => ({
        path: ["notifications", index, field],
        shown: each[field] ?? "",
      })),
    ),
    mayHoldSecrets: found.some(({ open }) => mayHoldSecrets(open)),
  };
}

/** Fields that no program declares: those without effect, and the integration of which the service has the secret. */
export const NOT_DECLARABLE: readonly string[] = [...WITHOUT_EFFECT, "integrationId"];

function openNotification(live: LiveNotification): OpenNotification {
  const { typeName } = live;
  const { additionalFields: _, ...open } = openFields(live);
  const set = withoutDefaults(NOTIFICATION, open);
  const kept = Object.entries(open).filter(
    ([name]) => takesField(typeName, name) && (name in set || fieldsRequiredBy(typeName).includes(name)),
  );
  return {
    ...(Object.fromEntries(kept) as PlainObject & OpenNotification),
    ...declarableFields(live, NOT_DECLARABLE),
  };
}

function declarableSecrets(live: Notification) {
  const required = fieldsRequiredBy(live.typeName);
  return SECRET_NOTIFICATION_FIELDS.filter(
    (field) => required.includes(field) || (isGiven(live[field]) && takesField(live.typeName, field)),
  );
}
