/** Explains a refusal of the service by the argument that caused it. */

import type { Path } from "../../core/problems";
import { given, pathText, valueAt } from "../../core/problems";
import { isApiError } from "../../errors";
import type { AlertConfigBody } from "../../fields/alert-config";
import type { AlertNotification } from "../../fields/notification";
import { isPlainObject } from "../../json";

/**
 * What to do about an error code (Ops Manager documentation, "Error Codes"), by the path of the argument that it is about:
 * `notifications.x` means field x of every notification that it concerns.
 */
const ADVICE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  eventTypeName: {
    GLOBAL_ALERTS_ONLY: "this event is for global alert configurations only",
    INVALID_EVENT_TYPE_FOR_ALERT: "this event cannot trigger an alert; choose another",
  },
  metricThreshold: {
    METRIC_THRESHOLD_PRESENT: "this event takes none; leave it out",
    MISSING_METRIC_THRESHOLD: "this event needs one",
  },
  "metricThreshold.metricName": {
    INVALID_METRIC_NAME:
      "this version of the service does not know the metric; names differ between versions",
  },
  "metricThreshold.mode": { TOTAL_MODE_DEPRECATED: "use AVERAGE" },
  "metricThreshold.units": { UNITS_MISMATCH: "use a unit of the metric's own kind" },
  notifications: { MISSING_NOTIFICATIONS: "give at least one" },
  "notifications.delayMin": {
    NONZERO_DELAY_REQUIRED: "this metric needs a delay above 0 in every notification",
  },
  "notifications.emailAddress": { INVALID_EMAIL_ADDRESS: "give a well-formed address" },
  "notifications.emailEnabled": {
    EMAIL_OR_SMS_REQUIRED_FOR_GROUP_NOTIFICATION: "set emailEnabled or smsEnabled to true",
    EMAIL_OR_SMS_REQUIRED_FOR_USER_NOTIFICATION: "set emailEnabled or smsEnabled to true",
  },
  "notifications.intervalMin": {
    NOTIFICATION_INTERVAL_OUT_OF_RANGE: "choose an interval that the service allows, at least 5 minutes",
  },
  "notifications.roles": { MISSING_ROLES_FOR_GROUP_NOTIFICATION: "name roles, or leave roles out" },
  "notifications.typeName": {
    NOTIFICATION_TYPE_IS_GLOBAL_ONLY: "ADMIN is for global alert configurations only",
    TOO_MANY_GROUP_NOTIFICATIONS: "keep one notification of type GROUP",
    UNSUPPORTED_NOTIFICATION_TYPE: "this service does not offer the type, or it is not configured",
  },
  "notifications.username": {
    BAD_USERNAME_IN_GROUP_REF: "name a user who belongs to the project",
    BAD_USERNAME_REF: "name an existing user",
  },
  "notifications.webhookUrl": {
    WEBHOOK_URL_NOT_SET: "give a webhookUrl, or set a default one in the integration settings of the project",
  },
  threshold: {
    MISSING_THRESHOLD: "this event needs one",
    THRESHOLD_PRESENT: "this event takes none; leave it out",
  },
  "threshold.operator": { INVALID_OPERATOR_FOR_EVENT_TYPE: "this event wants the other operator" },
};

const isOf =
  (type: string) =>
  ({ typeName }: AlertNotification): boolean =>
    typeName === type;

/** The notifications that an error code is about. @default those with the field */
const CONCERNED: ReadonlyMap<string, (notification: AlertNotification) => boolean> = new Map(
  Object.entries({
    EMAIL_OR_SMS_REQUIRED_FOR_GROUP_NOTIFICATION: isOf("GROUP"),
    EMAIL_OR_SMS_REQUIRED_FOR_USER_NOTIFICATION: isOf("USER"),
    MISSING_ROLES_FOR_GROUP_NOTIFICATION: isOf("GROUP"),
    NONZERO_DELAY_REQUIRED: ({ delayMin }) => delayMin === undefined || delayMin === 0,
    NOTIFICATION_TYPE_IS_GLOBAL_ONLY: isOf("ADMIN"),
    TOO_MANY_GROUP_NOTIFICATIONS: isOf("GROUP"),
    WEBHOOK_URL_NOT_SET: ({ typeName, webhookUrl }) => typeName === "WEBHOOK" && webhookUrl === undefined,
  }),
);

const REFUSALS = new Map(
  Object.entries(ADVICE).flatMap(([path, byCode]) =>
    Object.entries(byCode).map(([code, advice]) => [code, { path: path.split("."), advice }] as const),
  ),
);

/** Codes that name the attribute in their parameters. */
const NAMES_ATTRIBUTE =
  /^(?:INVALID_ENUM_VALUE|(?:MISSING_|INVALID_|MISSING_OR_INVALID_|MISSING_ONE_OF_)?ATTRIBUTES?.*|INVALID_JSON_ATTRIBUTE|INTEGRATION_FIELDS_INVALID)$/;

/**
 * Returns an error that names the argument: its path, what was sent (of a secret only that it is one), what to do, and what
 * the service said. Other errors are returned unchanged.
 */
export function explainRefusal(error: unknown, args: AlertConfigBody): unknown {
  if (!isApiError(error) || error.status < 400) return error;
  const explained = (text: string): Error => new Error(`${text} (${error.message})`, { cause: error });
  const lines = (paths: readonly Path[], advice: string): string =>
    paths.map((path) => `${pathText(path)}: ${sentText(args, path)}; ${advice}`).join("\n");
  const { errorCode: code = "" } = error;
  const refusal = REFUSALS.get(code);
  if (refusal !== undefined) return explained(lines(pathsOf(code, refusal.path, args), refusal.advice));
  if (NAMES_ATTRIBUTE.test(code)) {
    const paths = leafPaths(args).filter((path) => isNamed(path, args, error.parameters));
    if (paths.length > 0) return explained(lines(paths, "the service does not take it"));
  }
  if (error.status === 500) {
    const names = [["eventTypeName"], ...(args.metricThreshold ? [["metricThreshold", "metricName"]] : [])];
    const values = names.map((path) => `${pathText(path)} (${given(valueAt(args, path), path)})`);
    return explained(
      `${values.join(" or ")}: the service returns 500 for names that its version does not know; check the spelling`,
    );
  }
  return error;
}

function pathsOf(code: string, path: Path, args: AlertConfigBody): Path[] {
  const [first, ...rest] = path;
  if (first !== "notifications" || rest.length === 0) return [operatorPath(path, args)];
  const isMeant = CONCERNED.get(code) ?? ((notification) => valueAt(notification, rest) !== undefined);
  const paths = args.notifications.flatMap((notification, index) =>
    isMeant(notification) ? [[first, index, ...rest]] : [],
  );
  return paths.length === 0 ? [[first]] : paths;
}

/** The threshold that the alert configuration has. */
function operatorPath(path: Path, args: AlertConfigBody): Path {
  return path[0] === "threshold" && path.length > 1 && args.threshold === undefined
    ? ["metricThreshold", ...path.slice(1)]
    : path;
}

function sentText(args: AlertConfigBody, path: Path): string {
  const value = valueAt(args, path);
  return value === undefined ? "nothing was sent" : `${given(value, path)} was sent`;
}

function leafPaths(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => leafPaths(item, [...path, index]));
  if (isPlainObject(value))
    return Object.entries(value).flatMap(([key, item]) => leafPaths(item, [...path, key]));
  return [path];
}

/** Whether the parameters of an error name a field: by its path, by its name, or by the value that was sent. */
function isNamed(path: Path, args: AlertConfigBody, parameters: readonly string[]): boolean {
  const field = String(path.findLast((part) => typeof part === "string"));
  const value = valueAt(args, path);
  return parameters.some(
    (text) => text === pathText(path) || text === field || (typeof value === "string" && text === value),
  );
}
