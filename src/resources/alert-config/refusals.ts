/** Explains a refusal of the service by the argument that caused it. */

import type { Path } from "../../core/problems";
import { given, pathText, valueAt } from "../../core/problems";
import { isApiError } from "../../errors";
import type { NotificationType } from "../../fields/alert-catalogue";
import type { AlertConfigBody } from "../../fields/alert-config";
import { takesField } from "../../fields/notification";
import { isPlainObject } from "../../json";

/** The argument that an error is about, and what to do. A field of notifications is that of one type, or of all that take it. */
type Refusal = readonly [path: string, advice: string, type?: NotificationType];

const ONE_WAY = "set emailEnabled or smsEnabled to true";

/** By error code (Ops Manager documentation, "Error Codes"). */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  BAD_USERNAME_IN_GROUP_REF: ["notifications.username", "name a user who belongs to the project"],
  BAD_USERNAME_REF: ["notifications.username", "name an existing user"],
  EMAIL_OR_SMS_REQUIRED_FOR_GROUP_NOTIFICATION: ["notifications.emailEnabled", ONE_WAY, "GROUP"],
  EMAIL_OR_SMS_REQUIRED_FOR_USER_NOTIFICATION: ["notifications.emailEnabled", ONE_WAY, "USER"],
  GLOBAL_ALERTS_ONLY: [
    "eventTypeName",
    "this event is for global alert configurations only: declare a GlobalAlertConfig",
  ],
  INVALID_EMAIL_ADDRESS: ["notifications.emailAddress", "give a well-formed address"],
  INVALID_EVENT_TYPE_FOR_ALERT: ["eventTypeName", "this event cannot trigger an alert; choose another"],
  INVALID_METRIC_NAME: [
    "metricThreshold.metricName",
    "this version of the service does not know the metric; names differ between versions",
  ],
  INVALID_OPERATOR_FOR_EVENT_TYPE: ["operator", "this event wants the other operator"],
  METRIC_THRESHOLD_PRESENT: ["metricThreshold", "this event takes none; leave it out"],
  MISSING_METRIC_THRESHOLD: ["metricThreshold", "this event needs one"],
  MISSING_NOTIFICATIONS: ["notifications", "give at least one"],
  MISSING_ROLES_FOR_GROUP_NOTIFICATION: ["notifications.roles", "name roles, or leave roles out", "GROUP"],
  MISSING_THRESHOLD: ["threshold", "this event needs one"],
  NONZERO_DELAY_REQUIRED: ["notifications.delayMin", "this metric needs a delay above 0 in each"],
  NOTIFICATION_INTERVAL_OUT_OF_RANGE: [
    "notifications.intervalMin",
    "choose an interval that the service allows, at least 5 minutes",
  ],
  THRESHOLD_PRESENT: ["threshold", "this event takes none; leave it out"],
  TOO_MANY_GROUP_NOTIFICATIONS: ["notifications.typeName", "keep one notification of type GROUP", "GROUP"],
  TOTAL_MODE_DEPRECATED: ["metricThreshold.mode", "use AVERAGE"],
  UNITS_MISMATCH: ["metricThreshold.units", "use a unit of the metric's own kind"],
  UNSUPPORTED_NOTIFICATION_TYPE: [
    "notifications.typeName",
    "this service does not offer the type, or it is not configured",
  ],
  WEBHOOK_URL_NOT_SET: [
    "notifications.webhookUrl",
    "give a webhookUrl, or set a default one in the integration settings (for a global one in the administration console)",
  ],
};

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
  const refusal = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
  if (refusal !== undefined) return explained(lines(pathsOf(refusal, args), refusal[1]));
  if (NAMES_ATTRIBUTE.test(code)) {
    const paths = leafPaths(args).filter((path) => isNamed(path, args, error.parameters));
    if (paths.length > 0) return explained(lines(paths, "the service does not take it"));
  }
  if (error.status !== 500) return error;
  const names = [["eventTypeName"], ...(args.metricThreshold ? [["metricThreshold", "metricName"]] : [])];
  const values = names.map((path) => `${pathText(path)} (${given(valueAt(args, path), path)})`).join(" or ");
  return explained(
    `${values}: the service returns 500 for names that its version does not know; check the spelling`,
  );
}

function pathsOf([path, , type]: Refusal, args: AlertConfigBody): Path[] {
  if (path === "operator") return [[args.threshold === undefined ? "metricThreshold" : "threshold", path]];
  const [first = "", field] = path.split(".");
  if (first !== "notifications" || field === undefined) return [path.split(".")];
  const paths = args.notifications.flatMap(({ typeName }, index) => {
    const isMeant = type === undefined ? takesField(typeName, field) : typeName === type;
    return isMeant ? [[first, index, field]] : [];
  });
  return paths.length === 0 ? [[first]] : paths;
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
  const sent = pathText(path.filter((part) => part !== "additionalFields"));
  return parameters.some(
    (text) => text === sent || text === field || (typeof value === "string" && text === value),
  );
}
