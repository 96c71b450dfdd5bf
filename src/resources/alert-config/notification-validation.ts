/** Validation of the notifications of an alert configuration. */

import type { Settings } from "../../core/settings";
import { looksMasked } from "../../secrets/masks";
import type { Path, Problem } from "../../core/problems";
import { error, given, idProblems, unlisted, warning } from "../../core/problems";
import type { Unsettled } from "../../unknowns";
import { isUnknown, knownText, knownValue } from "../../unknowns";
import type { NotificationType } from "../../fields/alert-catalogue";
import {
  LEAST_INTERVAL_MIN,
  NOTIFICATION_TYPES,
  ORG_ROLES,
  PROJECT_ROLES,
  WITHOUT_INTERVAL,
} from "../../fields/alert-catalogue";
import type { AlertNotification } from "../../fields/notification";
import {
  fieldsRequiredBy,
  knownNotificationType,
  RETURNED_BY_ALL,
  SECRET_NOTIFICATION_FIELDS,
  takesField,
  typesThatTake,
} from "../../fields/notification";

type Options = Pick<Settings, "strictCatalog">;

/** A notification of which any field may be absent or unknown. */
type Notification = Exclude<Unsettled<AlertNotification>, string>;

export function validateNotifications(
  notifications: Unsettled<AlertNotification[]> | undefined,
  options: Options,
): Problem[] {
  if (notifications === undefined || isUnknown(notifications)) return [];
  if (notifications.length === 0) return [error(["notifications"], "must have at least one item")];
  const known = notifications.map((notification): Notification => knownValue(notification) ?? {});
  const problems = known.flatMap((notification, index) =>
    validateNotification(notification, ["notifications", index], options),
  );
  const [first, second] = known.flatMap(({ typeName }, index) => (typeName === "GROUP" ? [index] : []));
  if (second === undefined) return problems;
  const message = `is the second of type GROUP (the first is notifications[${first}]); the service takes one at most`;
  return [...problems, error(["notifications", second], message)];
}

function validateNotification(notification: Notification, path: Path, options: Options): Problem[] {
  return [
    ...validateType(notification, path, options),
    ...validateTiming(notification, path),
    ...validateRoles(notification, path, options),
    ...validateFormats(notification, path),
    ...validateSecrets(notification, path),
    ...idProblems([...path, "teamId"], notification.teamId),
  ];
}

function validateType(notification: Notification, path: Path, { strictCatalog }: Options): Problem[] {
  const typeName = knownText(notification.typeName);
  if (typeName === undefined) return [];
  const at = [...path, "typeName"];
  if (typeName === "ADMIN") {
    return [error(at, "ADMIN is for global alert configurations only, which do not belong to a project")];
  }
  const type = knownNotificationType(typeName);
  if (type === undefined)
    return [unlisted(at, typeName, "notification type", NOTIFICATION_TYPES, strictCatalog)];
  const isTeam = type === "TEAM";
  return [
    ...validateFields(notification, typeName, type, path),
    ...(isTeam ? [warning(at, "TEAM is documented for MongoDB Atlas only; this service may refuse it")] : []),
    ...validateCombinations(notification, type, path),
  ];
}

/** Fields that the type requires, and fields that it does not take. */
function validateFields(
  notification: Notification,
  typeName: string,
  type: NotificationType,
  path: Path,
): Problem[] {
  const missing = fieldsRequiredBy(type).filter((field) => (notification[field] ?? "") === "");
  const stray = Object.keys(notification).filter((field) => !takesField(type, field));
  return [
    ...missing.map((field) =>
      error([...path, field], `is missing; it is required when typeName is ${typeName}`),
    ),
    ...stray.map((field) => strayField(field, typeName, path)),
  ];
}

/** A field that the type does not take: an error, unless the service returns it with every type. */
function strayField(field: string, typeName: string, path: Path): Problem {
  const types = typesThatTake(field);
  const where = types.length === 0 ? "" : `; it goes with ${types.join(", ")}`;
  return RETURNED_BY_ALL.includes(field)
    ? warning([...path, field], `has no effect with typeName ${typeName}${where}`)
    : error([...path, field], `does not belong to typeName ${typeName}${where}`);
}

function validateCombinations(notification: Notification, type: NotificationType, path: Path): Problem[] {
  const { emailEnabled, smsEnabled, webhookSecret, webhookUrl } = notification;
  const problems: Problem[] = [];
  if ((type === "GROUP" || type === "USER") && emailEnabled === false && smsEnabled === false) {
    const message = "must be true, or smsEnabled must be: otherwise nobody is notified";
    problems.push(error([...path, "emailEnabled"], message));
  }
  if (webhookSecret !== undefined && webhookUrl === undefined) {
    const message =
      "requires a webhookUrl; the secret of the project's default URL is set on the integrations page of the service";
    problems.push(error([...path, "webhookSecret"], message));
  }
  return problems;
}

function validateTiming({ intervalMin, delayMin, typeName }: Notification, path: Path): Problem[] {
  const type = knownText(typeName) ?? "";
  const problems: Problem[] = [];
  if (typeof intervalMin === "number" && intervalMin < LEAST_INTERVAL_MIN) {
    const message = `must be at least ${LEAST_INTERVAL_MIN} (minutes), not ${intervalMin}`;
    problems.push(error([...path, "intervalMin"], message));
  } else if (typeof intervalMin === "number" && WITHOUT_INTERVAL.has(type)) {
    const message = `may be ignored by the service: ${type} has its own intervals`;
    problems.push(warning([...path, "intervalMin"], message));
  }
  if (typeof delayMin === "number" && delayMin < 0) {
    problems.push(error([...path, "delayMin"], `must be at least 0 (minutes), not ${delayMin}`));
  }
  return problems;
}

function validateRoles(notification: Notification, path: Path, { strictCatalog }: Options): Problem[] {
  const { typeName, role, roles } = notification;
  const name = knownText(typeName);
  const problems: Problem[] = [];
  if (role !== undefined && roles !== undefined) {
    problems.push(error([...path, "role"], "and roles mean the same; declare one of them"));
  }
  if (name !== undefined && !takesField(knownNotificationType(name), "roles")) return problems;
  const list = roles === undefined || isUnknown(roles) ? [] : roles;
  if (Array.isArray(roles) && roles.length === 0) {
    problems.push(error([...path, "roles"], "must not be empty; omit it to notify every role"));
  }
  if (name === "GROUP" && role === undefined && roles === undefined) {
    const message =
      "is missing; later versions of the service then notify every role, older ones require one";
    problems.push(warning([...path, "role"], message));
  }
  const [catalogue, what]: [readonly string[], string] =
    name === "ORG" ? [ORG_ROLES, "organization role"] : [PROJECT_ROLES, "project role"];
  const declared: [Path, string | undefined][] = [
    [[...path, "role"], knownText(role)],
    ...list.map((item, index): [Path, string | undefined] => [[...path, "roles", index], knownText(item)]),
  ];
  for (const [at, text] of declared) {
    if (text !== undefined && !catalogue.includes(text))
      problems.push(unlisted(at, text, what, catalogue, strictCatalog));
  }
  return problems;
}

function validateFormats(notification: Notification, path: Path): Problem[] {
  const problems: Problem[] = [];
  const check = (
    field: keyof AlertNotification,
    isValid: (text: string) => boolean,
    problem: (at: Path, value: string) => Problem,
  ): void => {
    const value = knownText(notification[field]) ?? "";
    if (value !== "" && !isValid(value)) problems.push(problem([...path, field], value));
  };
  const notUrl = (at: Path): Problem => error(at, "must be an http or https URL");
  check(
    "emailAddress",
    (text) => /^[^\s@]+@[^\s@]+$/.test(text),
    (at, value) => error(at, `must be an e-mail address, not ${given(value, at)}`),
  );
  check(
    "mobileNumber",
    (text) => /^\+?[\d\s().-]{5,}$/.test(text),
    (at, value) => warning(at, `${given(value, at)} does not look like a phone number`),
  );
  // The value is secret.
  check("webhookUrl", isHttpUrl, notUrl);
  check("microsoftTeamsWebhookUrl", isHttpUrl, notUrl);
  return problems;
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function validateSecrets(notification: Notification, path: Path): Problem[] {
  return SECRET_NOTIFICATION_FIELDS.filter((field) => {
    const value = knownText(notification[field]) ?? "";
    // A template may contain stars.
    return field.endsWith("Template") ? value === "***" : looksMasked(value);
  }).map((field) =>
    error([...path, field], "looks like the masked form that the service shows; give the real value"),
  );
}
