/** Validation of the notifications of an alert configuration: the rules for several fields at once. */

import type { Path, Problem } from "../../core/problems";
import { error, unlisted, valueAt, warning } from "../../core/problems";
import type { Unsettled } from "../../unknowns";
import { isUnknown, knownText, knownValue } from "../../unknowns";
import { ORG_ROLES, PROJECT_ROLES, WITHOUT_INTERVAL } from "../../fields/alert-catalogue";
import type { AlertNotification } from "../../fields/notification";
import {
  fieldsRequiredBy,
  knownNotificationType,
  RETURNED_BY_ALL,
  takesField,
  typesThatTake,
} from "../../fields/notification";

/** A notification of which any field may be absent or unknown. */
type Notification = Exclude<Unsettled<AlertNotification>, string>;

/** @param isStrict whether roles that the documentation does not list are errors in place of warnings */
export function validateNotifications(
  notifications: Unsettled<AlertNotification[]> | undefined = [],
  isStrict: boolean,
): Problem[] {
  if (isUnknown(notifications)) return [];
  const known = notifications.map((notification): Notification => knownValue(notification) ?? {});
  const problems = known.flatMap((notification, index) => [
    ...validateNotification(notification, ["notifications", index]),
    ...validateRoles(notification, ["notifications", index], isStrict),
  ]);
  const [first, second] = known.flatMap(({ typeName }, index) => (typeName === "GROUP" ? [index] : []));
  if (second === undefined) return problems;
  const message = `is the second of type GROUP (the first is notifications[${first}]); the service takes one at most`;
  return [...problems, error(["notifications", second], message)];
}

function validateNotification(notification: Notification, path: Path): Problem[] {
  const { emailEnabled, smsEnabled, intervalMin, webhookSecret, webhookUrl } = notification;
  const typeName = knownText(notification.typeName) ?? "";
  const type = knownNotificationType(typeName);
  const missing = fieldsRequiredBy(type).filter((field) => (valueAt(notification, [field]) ?? "") === "");
  const stray = Object.keys(notification).filter((field) => !takesField(type, field));
  const problems = [
    ...missing.map((field) =>
      error([...path, field], `is missing; it is required when typeName is ${typeName}`),
    ),
    ...stray.map((field) => strayField(field, typeName, path)),
  ];
  const report = (severity: typeof error, field: string, text: string): void =>
    void problems.push(severity([...path, field], text));
  if (typeName === "ADMIN")
    report(error, "typeName", "ADMIN is for global alert configurations only, which belong to no project");
  if (type === "TEAM")
    report(warning, "typeName", "TEAM is documented for MongoDB Atlas only; this service may refuse it");
  if ((type === "GROUP" || type === "USER") && emailEnabled === false && smsEnabled === false)
    report(error, "emailEnabled", "must be true, or smsEnabled must be: otherwise nobody is notified");
  if (webhookSecret !== undefined && webhookUrl === undefined)
    report(error, "webhookSecret", "requires a webhookUrl; for the default URL of the project set it there");
  if (typeof intervalMin === "number" && WITHOUT_INTERVAL.has(typeName))
    report(warning, "intervalMin", `may be ignored by the service: ${type} has its own intervals`);
  return problems;
}

/** A field that the type does not take: an error, unless the service returns it with every type. */
function strayField(field: string, typeName: string, path: Path): Problem {
  const types = typesThatTake(field);
  const where = types.length === 0 ? "" : `; it goes with ${types.join(", ")}`;
  return RETURNED_BY_ALL.includes(field)
    ? warning([...path, field], `has no effect with typeName ${typeName}${where}`)
    : error([...path, field], `does not belong to typeName ${typeName}${where}`);
}

function validateRoles({ typeName, role, roles }: Notification, path: Path, isStrict: boolean): Problem[] {
  const type = knownNotificationType(knownText(typeName) ?? "");
  if (role !== undefined && roles !== undefined)
    return [error([...path, "role"], "and roles mean the same; declare one of them")];
  if (!takesField(type, "roles")) return [];
  const declared = knownValue(roles ?? []) ?? [];
  if (roles !== undefined && roles.length === 0)
    return [error([...path, "roles"], "must not be empty; omit it to notify every role")];
  if (type === "GROUP" && role === undefined && roles === undefined) {
    const message = "is missing; later versions then notify every role, older ones require one";
    return [warning([...path, "role"], message)];
  }
  const [catalogue, what] =
    type === "ORG" ? [ORG_ROLES, "organization role"] : [PROJECT_ROLES, "project role"];
  const texts: [Path, unknown][] = [
    [["role"], role],
    ...declared.map((item, index): [Path, unknown] => [["roles", index], item]),
  ];
  return texts.flatMap(([at, value]) => {
    const text = knownText(value);
    if (text === undefined || catalogue.some((known) => known === text)) return [];
    return [unlisted([...path, ...at], text, what, catalogue, isStrict)];
  });
}
