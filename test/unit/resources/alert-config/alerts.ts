/** Alert configurations as a program declares them, as the engine stores them and as the service returns them. */

import { redactNotification } from "../../../../src/emulator/redaction";
import type { AlertConfig, AlertConfigBody } from "../../../../src/fields/alert-config";
import type { AlertNotification, Notification } from "../../../../src/fields/notification";
import type { PlainObject } from "../../../../src/json";
import { withoutUndefined } from "../../../../src/json";
import type { AlertArgs } from "../../../../src/resources/alert-config/encoding";
import { openPart, splitSecrets } from "../../../../src/secrets/notifications";

export const SLACK = { typeName: "SLACK", channelName: "#ops", apiToken: "xoxb-secret-1234", delayMin: 0 };
export const PAGER = { typeName: "PAGER_DUTY", serviceKey: "pager-secret-5678" };
const HOOK_URL = "https://hooks.example.com/T0/abc";
export const HOOK = { typeName: "WEBHOOK", webhookUrl: HOOK_URL, webhookSecret: "hush-hush" };
export const GROUP = { typeName: "GROUP", role: "GROUP_OWNER", emailEnabled: true, smsEnabled: false };
export const EMAIL = { typeName: "EMAIL", emailAddress: "a@example.com" };
const MORE = { operator: "GREATER_THAN", threshold: 2, units: "GIGABYTES" };
export const METRIC = { metricName: "MEMORY_RESIDENT", ...MORE };
export const HOST_MATCHER = { fieldName: "HOSTNAME", operator: "EQUALS", value: "a" };
export const PORT_MATCHER = { fieldName: "PORT", operator: "EQUALS", value: "27017" };
export const MATCHERS = [HOST_MATCHER, PORT_MATCHER];

export const PROGRAM: AlertConfigBody = {
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  matchers: MATCHERS,
  metricThreshold: METRIC,
  notifications: [SLACK, PAGER, HOOK, GROUP],
};

/** An alert configuration without anything optional. */
export function simple(...notifications: AlertNotification[]): AlertConfigBody {
  return { eventTypeName: "NO_PRIMARY", notifications };
}

/** The typed arguments of a program. */
export function argsOf(program: AlertConfigBody): AlertArgs {
  return { projectId: "p", ...program };
}

/** The inputs as the engine stores them: notifications without secrets, and the secrets by key. */
export function inputsOf({ notifications, ...rest }: AlertConfigBody): PlainObject {
  const secrets = splitSecrets(notifications);
  return {
    projectId: "p",
    ...rest,
    notifications: notifications.map(openPart),
    ...(Object.keys(secrets).length > 0 && { notificationSecrets: secrets }),
  };
}

/** Reverses the order of a list, in place. */
export function reverse(list: unknown[] | undefined): void {
  list?.splice(0, list.length, ...list.toReversed());
}

/** How the service returns secrets. */
export const REDACTIONS = ["new", "old", "off"] as const;

export type Live = AlertConfig & { notifications: Notification[] };

/** The response of the service to a write: ids, timestamps, defaults, its own spelling, secrets masked or not. */
export function responseOf(program: AlertConfigBody, redact: (typeof REDACTIONS)[number] = "new"): Live {
  const notifications = program.notifications.map(({ role, ...rest }, index): Notification => {
    const roles = role === undefined ? {} : { roles: [role] };
    const stored = { intervalMin: 15, delayMin: 0, ...rest, ...roles, id: `n${index}` };
    return redactNotification(withoutUndefined(stored) as Parameters<typeof redactNotification>[0], redact);
  });
  const stamps = { created: "2026-01-01T00:00:00Z", updated: "2026-01-01T00:00:00Z" };
  const own = { ...stamps, id: "a1", groupId: "p", notifications, links: [] };
  return structuredClone({ enabled: false, ...program, ...own });
}
