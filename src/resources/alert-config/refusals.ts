/** What a refusal of the service means for the arguments of an alert configuration. */

import { isApiError } from "../../errors";
import type { PlainObject } from "../../json";
import { isPlainObject } from "../../json";
import type { Path } from "../../core/problems";
import { given, pathText } from "../../core/problems";

/** Which argument an error code speaks of, and what to do (Ops Manager documentation, "Error codes"). */
interface Refusal {
  /** The path; `notifications.x` means field x of every notification that `concerns` picks. */
  readonly path: Path;
  readonly advice: string;
  readonly concerns?: (notification: PlainObject) => boolean;
}

const is =
  (...types: string[]) =>
  ({ typeName }: PlainObject): boolean =>
    types.includes(String(typeName));
const has =
  (field: string) =>
  (notification: PlainObject): boolean =>
    notification[field] !== undefined;

const REFUSALS: ReadonlyMap<string, Refusal> = new Map(
  Object.entries<Refusal>({
    BAD_USERNAME_IN_GROUP_REF: {
      path: ["notifications", "username"],
      advice: "name a user who belongs to the project",
      concerns: has("username"),
    },
    BAD_USERNAME_REF: {
      path: ["notifications", "username"],
      advice: "name an existing user",
      concerns: has("username"),
    },
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
    INVALID_EMAIL_ADDRESS: {
      path: ["notifications", "emailAddress"],
      advice: "give a well-formed address",
      concerns: has("emailAddress"),
    },
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
      concerns: has("intervalMin"),
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
      concerns: (notification) => notification["typeName"] === "WEBHOOK" && !has("webhookUrl")(notification),
    },
  }),
);

/** Codes that name the attribute in their parameters. */
const NAMES_ATTRIBUTE =
  /^(?:INVALID_ENUM_VALUE|(?:MISSING_|INVALID_|MISSING_OR_INVALID_|MISSING_ONE_OF_)?ATTRIBUTES?.*|INVALID_JSON_ATTRIBUTE|INTEGRATION_FIELDS_INVALID)$/;

/**
 * The refusal told by the argument that caused it: its path, what was sent (of a secret only that it is one), what to do,
 * and what the service said. Any other error stays as it is.
 */
export function refusalOf(error: unknown, args: PlainObject): unknown {
  if (!isApiError(error) || error.status < 400) return error;
  const told = (text: string): Error => new Error(`${text} (${error.message})`, { cause: error });
  const refusal = REFUSALS.get(error.errorCode ?? "");
  if (refusal !== undefined) {
    return told(
      pathsOf(refusal, args)
        .map((path) => `${pathText(path)}: ${sent(args, path)}; ${refusal.advice}`)
        .join("\n"),
    );
  }
  if (NAMES_ATTRIBUTE.test(error.errorCode ?? "")) {
    const paths = leavesOf(args).filter((path) => isNamed(path, args, error.parameters));
    if (paths.length > 0) {
      return told(
        paths
          .map((path) => `${pathText(path)}: ${sent(args, path)}; the service does not take it`)
          .join("\n"),
      );
    }
  }
  if (error.status === 500) {
    const metric = isPlainObject(args["metricThreshold"]) ? ["metricThreshold", "metricName"] : undefined;
    const names = [["eventTypeName"], ...(metric === undefined ? [] : [metric])];
    return told(
      `${names.map((path) => `${pathText(path)} (${given(valueAt(args, path), path)})`).join(" or ")}: ` +
        "the service answers 500 to names that its version does not know; check the spelling",
    );
  }
  return error;
}

function pathsOf({ path, concerns }: Refusal, args: PlainObject): Path[] {
  if (path[0] !== "notifications" || path.length === 1) return [operatorPath(path, args)];
  const notifications = (args["notifications"] as PlainObject[] | undefined) ?? [];
  const indexes = notifications.flatMap((notification, index) =>
    (concerns?.(notification) ?? true) ? [index] : [],
  );
  return indexes.length === 0
    ? [["notifications"]]
    : indexes.map((index) => ["notifications", index, ...path.slice(1)]);
}

/** The threshold that the configuration has. */
function operatorPath(path: Path, args: PlainObject): Path {
  return path[0] === "threshold" && path.length > 1 && args["threshold"] === undefined
    ? ["metricThreshold", ...path.slice(1)]
    : path;
}

function sent(args: PlainObject, path: Path): string {
  const value = valueAt(args, path);
  return value === undefined ? "nothing was sent" : `${given(value, path)} was sent`;
}

function valueAt(args: PlainObject, path: Path): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], args);
}

function leavesOf(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => leavesOf(item, [...path, index]));
  if (isPlainObject(value))
    return Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...path, key]));
  return [path];
}

/** Whether what the service said names a field: by its path, by its name, or by the value that was sent. */
function isNamed(path: Path, args: PlainObject, said: readonly string[]): boolean {
  const field = String(path.findLast((part) => typeof part === "string"));
  const value = valueAt(args, path);
  return said.some(
    (text) => text === pathText(path) || text === field || (typeof value === "string" && text === value),
  );
}
