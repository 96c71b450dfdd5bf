/** What the service would refuse about the notifications of an alert configuration. */

import { looksMasked } from "../../core/masks";
import type { Path, Problem } from "../../core/problems";
import { error, given, idProblems, warning } from "../../core/problems";
import { isUnknown, knownText } from "../../core/unknowns";
import type { PlainObject } from "../../json";
import { isPlainObject } from "../../json";
import { SECRET_NOTIFICATION_FIELDS } from "../../secrets";
import type { NotificationRule } from "./catalogue";
import {
  COMMON_NOTIFICATION_FIELDS,
  LEAST_INTERVAL_MIN,
  NOTIFICATION_TYPES,
  notificationRuleOf,
  notificationTypeOf,
  ORG_ROLES,
  PROJECT_ROLES,
  RETURNED_WITH_ANY_TYPE,
  takesField,
  WITHOUT_INTERVAL,
} from "./catalogue";
import type { RuleOptions } from "./wording";
import { listOf, unlisted } from "./wording";

export function notificationsProblems(value: unknown, options: RuleOptions): Problem[] {
  if (!Array.isArray(value)) return [];
  if (value.length === 0) return [error(["notifications"], "must hold at least one notification")];
  const problems = value.flatMap((notification: unknown, index) =>
    isPlainObject(notification) ? notificationProblems(notification, ["notifications", index], options) : [],
  );
  const groups = value.flatMap((notification: unknown, index) =>
    isPlainObject(notification) && notification["typeName"] === "GROUP" ? [index] : [],
  );
  if (groups.length > 1) {
    problems.push(
      error(
        ["notifications", groups[1] ?? 0],
        `is the second of type GROUP (the first is notifications[${groups[0]}]); the service takes one at most`,
      ),
    );
  }
  return problems;
}

function notificationProblems(notification: PlainObject, path: Path, options: RuleOptions): Problem[] {
  return [
    ...typeProblems(notification, path, options),
    ...timingProblems(notification, path),
    ...roleProblems(notification, path, options),
    ...formatProblems(notification, path),
    ...maskProblems(notification, path),
    ...idProblems([[[...path, "teamId"], notification["teamId"]]]),
  ];
}

function typeProblems(notification: PlainObject, path: Path, options: RuleOptions): Problem[] {
  const typeName = knownText(notification["typeName"]);
  if (typeName === undefined) return [];
  const at = [...path, "typeName"];
  const type = notificationTypeOf(typeName);
  if (type === "ADMIN") {
    return [error(at, "ADMIN is for global alert configurations only, which belong to no project")];
  }
  const rule = notificationRuleOf(type);
  if (rule === undefined) {
    return [unlisted(at, typeName, "type of notification", Object.keys(NOTIFICATION_TYPES), options)];
  }
  const problems = fieldProblems(notification, typeName, rule, path);
  if (type === "TEAM") {
    problems.push(warning(at, "TEAM is known from a neighbouring service only; this one may refuse it"));
  }
  return [...problems, ...togetherProblems(notification, type, path)];
}

/** Which fields the type wants, and which it does not take. */
function fieldProblems(
  notification: PlainObject,
  typeName: string,
  { required, optional }: NotificationRule,
  path: Path,
): Problem[] {
  const taken = new Set([...COMMON_NOTIFICATION_FIELDS, ...required, ...optional]);
  return [
    ...required
      .filter((field) => isEmpty(notification[field]))
      .map((field) => error([...path, field], `is missing; it is required when typeName is ${typeName}`)),
    ...Object.keys(notification)
      .filter((field) => !taken.has(field))
      .map((field) => strayField(field, typeName, path)),
  ];
}

/** A field that the type does not take: an error, unless the service itself returns it with any type. */
function strayField(field: string, typeName: string, path: Path): Problem {
  const [report, what] = RETURNED_WITH_ANY_TYPE.has(field)
    ? [warning, "has no effect with"]
    : [error, "does not belong to"];
  return report([...path, field], `${what} typeName ${typeName}${ownersOf(field)}`);
}

/** What fields mean for one another. */
function togetherProblems(notification: PlainObject, type: string, path: Path): Problem[] {
  const { emailEnabled, smsEnabled, webhookSecret, webhookUrl } = notification;
  const problems: Problem[] = [];
  if ((type === "GROUP" || type === "USER") && emailEnabled === false && smsEnabled === false) {
    problems.push(
      error([...path, "emailEnabled"], "must be true, or smsEnabled must be: else nobody is notified"),
    );
  }
  if (webhookSecret !== undefined && webhookUrl === undefined) {
    problems.push(
      error(
        [...path, "webhookSecret"],
        "needs a webhookUrl beside it; the secret of the project's default URL is set on the integrations page of the service",
      ),
    );
  }
  return problems;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === "";
}

function ownersOf(field: string): string {
  const owners = Object.keys(NOTIFICATION_TYPES).filter((type) =>
    takesField(notificationRuleOf(type), field),
  );
  return owners.length === 0 ? "" : `; it goes with ${listOf(owners)}`;
}

function timingProblems(notification: PlainObject, path: Path): Problem[] {
  const { intervalMin: interval, delayMin: delay } = notification;
  const type = knownText(notification["typeName"]) ?? "";
  const problems: Problem[] = [];
  if (typeof interval === "number" && interval < LEAST_INTERVAL_MIN) {
    problems.push(
      error([...path, "intervalMin"], `must be at least ${LEAST_INTERVAL_MIN} (minutes), not ${interval}`),
    );
  } else if (typeof interval === "number" && WITHOUT_INTERVAL.has(type)) {
    problems.push(
      warning([...path, "intervalMin"], `may be ignored by the service: ${type} has intervals of its own`),
    );
  }
  if (typeof delay === "number" && delay < 0) {
    problems.push(error([...path, "delayMin"], `must be at least 0 (minutes), not ${delay}`));
  }
  return problems;
}

function roleProblems(notification: PlainObject, path: Path, options: RuleOptions): Problem[] {
  const type = knownText(notification["typeName"]);
  const { role, roles } = notification;
  const problems: Problem[] = [];
  if (role !== undefined && roles !== undefined) {
    problems.push(error([...path, "role"], "and roles say the same thing in two ways; give one of them"));
  }
  if (type !== undefined && !takesField(notificationRuleOf(type), "roles")) return problems;
  if (Array.isArray(roles) && roles.length === 0) {
    problems.push(error([...path, "roles"], "must not be empty; leave it out to notify every role"));
  }
  if (type === "GROUP" && role === undefined && roles === undefined) {
    problems.push(
      warning(
        [...path, "role"],
        "is missing; later versions of the service then notify every role, older ones require one",
      ),
    );
  }
  const catalogue: readonly string[] = type === "ORG" ? ORG_ROLES : PROJECT_ROLES;
  const named: [Path, unknown][] = [
    [[...path, "role"], role],
    ...(Array.isArray(roles) ? roles : []).map((item, index): [Path, unknown] => [
      [...path, "roles", index],
      item,
    ]),
  ];
  for (const [at, name] of named) {
    if (typeof name === "string" && !isUnknown(name) && !catalogue.includes(name)) {
      problems.push(
        unlisted(
          at,
          name,
          type === "ORG" ? "role of an organization" : "role of a project",
          catalogue,
          options,
        ),
      );
    }
  }
  return problems;
}

function formatProblems(notification: PlainObject, path: Path): Problem[] {
  const problems: Problem[] = [];
  const check = (
    field: string,
    isRight: (text: string) => boolean,
    report: (at: Path, value: string) => Problem,
  ): void => {
    const value = knownText(notification[field]) ?? "";
    if (value !== "" && !isRight(value)) problems.push(report([...path, field], value));
  };
  const noUrl = (at: Path): Problem => error(at, "must be an http or https URL");
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
  check("webhookUrl", isHttpUrl, noUrl);
  check("microsoftTeamsWebhookUrl", isHttpUrl, noUrl);
  return problems;
}

function maskProblems(notification: PlainObject, path: Path): Problem[] {
  return [...SECRET_NOTIFICATION_FIELDS]
    .filter((field) => {
      const value = knownText(notification[field]) ?? "";
      // A template may hold stars of its own.
      return field.endsWith("Template") ? value === "***" : looksMasked(value);
    })
    .map((field) =>
      error([...path, field], "looks like the masked form that the service shows; give the real value"),
    );
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
