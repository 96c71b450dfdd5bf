/** Explains a refusal of the service by the argument that caused it. */

import type { Path } from "../../core/problems";
import { given, pathText, valueAt } from "../../core/problems";
import { isApiError } from "../../errors";
import type { AlertConfigBody } from "../../fields/alert-config";
import type { AlertNotification } from "../../fields/notification";
import { isPlainObject } from "../../json";

/** The argument that an error code is about, and what to do (Ops Manager documentation, "Error Codes"). */
interface Refusal {
  /** The path; `notifications.x` means field x of every notification that `concerns` selects. */
  readonly path: Path;
  readonly advice: string;
  /** @default those with the field */
  readonly concerns?: (notification: AlertNotification) => boolean;
}

const is =
  (...types: string[]) =>
  ({ typeName }: AlertNotification): boolean =>
    types.includes(typeName);
const REFUSALS: ReadonlyMap<string, Refusal> = new Map(
  Object.entries<Refusal>({
    BAD_USERNAME_IN_GROUP_REF: {
      path: ["notifications", "username"],
      advice: "name a user who belongs to the project",
    },
    BAD_USERNAME_REF: { path: ["notifications", "username"], advice: "name an existing user" },
    EMAIL_OR_SMS_REQUIRED_FOR_GROUP_NOTIFICATION: {
      path: ["notifications", "emailEnabled"],
      advice: "set emailEnabled or smsEnabled to true",
      concerns: is("GROUP"),
    },
    EMAIL_OR_SMS_REQUIRED_FOR_USER_NOTIFICATION: {
      path: ["notifications", "emailEnabled"],
      advice: "set emailEnabled or smsEnabled to true",
      concerns: is("USER"),
    },
    GLOBAL_ALERTS_ONLY: {
      path: ["eventTypeName"],
      advice: "this event is for global alert configurations only",
    },
    INVALID_EMAIL_ADDRESS: { path: ["notifications", "emailAddress"], advice: "give a well-formed address" },
    INVALID_EVENT_TYPE_FOR_ALERT: {
      path: ["eventTypeName"],
      advice: "this event cannot trigger an alert; choose another",
    },
    INVALID_METRIC_NAME: {
      path: ["metricThreshold", "metricName"],
      advice: "this version of the service does not know the metric; names differ between versions",
    },
    INVALID_OPERATOR_FOR_EVENT_TYPE: {
      path: ["threshold", "operator"],
      advice: "this event wants the other operator",
    },
    METRIC_THRESHOLD_PRESENT: { path: ["metricThreshold"], advice: "this event takes none; leave it out" },
    MISSING_METRIC_THRESHOLD: { path: ["metricThreshold"], advice: "this event needs one" },
    MISSING_NOTIFICATIONS: { path: ["notifications"], advice: "give at least one" },
    MISSING_ROLES_FOR_GROUP_NOTIFICATION: {
      path: ["notifications", "roles"],
      advice: "name roles, or leave roles out",
      concerns: is("GROUP"),
    },
    MISSING_THRESHOLD: { path: ["threshold"], advice: "this event needs one" },
    NONZERO_DELAY_REQUIRED: {
      path: ["notifications", "delayMin"],
      advice: "this metric needs a delay above 0 in every notification",
      concerns: ({ delayMin }) => delayMin === undefined || delayMin === 0,
    },
    NOTIFICATION_INTERVAL_OUT_OF_RANGE: {
      path: ["notifications", "intervalMin"],
      advice: "choose an interval that the service allows, at least 5 minutes",
    },
    NOTIFICATION_TYPE_IS_GLOBAL_ONLY: {
      path: ["notifications", "typeName"],
      advice: "ADMIN is for global alert configurations only",
      concerns: is("ADMIN"),
    },
    THRESHOLD_PRESENT: { path: ["threshold"], advice: "this event takes none; leave it out" },
    TOO_MANY_GROUP_NOTIFICATIONS: {
      path: ["notifications", "typeName"],
      advice: "keep one notification of type GROUP",
      concerns: is("GROUP"),
    },
    TOTAL_MODE_DEPRECATED: { path: ["metricThreshold", "mode"], advice: "use AVERAGE" },
    UNITS_MISMATCH: { path: ["metricThreshold", "units"], advice: "use a unit of the metric's own kind" },
    UNSUPPORTED_NOTIFICATION_TYPE: {
      path: ["notifications", "typeName"],
      advice: "this service does not offer the type, or it is not configured",
    },
    WEBHOOK_URL_NOT_SET: {
      path: ["notifications", "webhookUrl"],
      advice: "give a webhookUrl, or set a default one in the integration settings of the project",
      concerns: ({ typeName, webhookUrl }) => typeName === "WEBHOOK" && webhookUrl === undefined,
    },
  }),
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
  const refusal = REFUSALS.get(error.errorCode ?? "");
  if (refusal !== undefined) return explained(lines(pathsOf(refusal, args), refusal.advice));
  if (NAMES_ATTRIBUTE.test(error.errorCode ?? "")) {
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

function pathsOf({ path, concerns }: Refusal, args: AlertConfigBody): Path[] {
  const [first, ...rest] = path;
  if (first !== "notifications" || rest.length === 0) return [operatorPath(path, args)];
  const isMeant = concerns ?? ((notification) => valueAt(notification, rest) !== undefined);
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
