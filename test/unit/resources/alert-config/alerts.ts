/** Alert configurations as a program, the engine and the service hold them. */

import type { AlertConfig } from "../../../../src/api/alert-configs";
import { redactNotification } from "../../../../src/emulator/redaction";
import type { PlainObject } from "../../../../src/json";
import { openPart, secretsByKey } from "../../../../src/resources/alert-config/notification-secrets";

export const SLACK = { typeName: "SLACK", channelName: "#ops", apiToken: "xoxb-secret-1234", delayMin: 0 };
export const PAGER = { typeName: "PAGER_DUTY", serviceKey: "pager-secret-5678" };
export const HOOK = {
  typeName: "WEBHOOK",
  webhookUrl: "https://hooks.example.com/T0/abc",
  webhookSecret: "hush-hush",
};
export const GROUP = { typeName: "GROUP", role: "GROUP_OWNER", emailEnabled: true, smsEnabled: false };
export const METRIC = {
  metricName: "MEMORY_RESIDENT",
  operator: "GREATER_THAN",
  threshold: 2,
  units: "GIGABYTES",
};
export const MATCHERS = [
  { fieldName: "HOSTNAME", operator: "EQUALS", value: "a" },
  { fieldName: "PORT", operator: "EQUALS", value: "27017" },
];

export interface Program extends PlainObject {
  notifications: PlainObject[];
}

export const PROGRAM: Program = {
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  matchers: MATCHERS,
  metricThreshold: METRIC,
  notifications: [SLACK, PAGER, HOOK, GROUP],
};

/** The inputs as the engine holds them: secrets apart. */
export function inputsOf({ notifications, ...rest }: Program): PlainObject {
  return {
    projectId: "p",
    ...rest,
    notifications: notifications.map(openPart),
    notificationSecrets: secretsByKey(notifications),
  };
}

/** Turns the order of a list round, in place. */
export function turn(list: unknown[] | undefined): void {
  list?.splice(0, list.length, ...list.toReversed());
}

/** What the service answers about a program: ids, stamps, defaults, its own spelling, secrets in the given form. */
export function answerOf(program: Program, redact: "new" | "old" | "off" = "new"): AlertConfig {
  const notifications = program.notifications.map(({ role, ...rest }, index) => {
    const stored = {
      intervalMin: 15,
      delayMin: 0,
      ...rest,
      ...(role !== undefined && { roles: [role] }),
      id: `n${index}`,
    };
    return redactNotification(stored as never, redact);
  });
  return {
    enabled: false,
    ...program,
    id: "a1",
    groupId: "p",
    created: "2026-01-01T00:00:00Z",
    updated: "2026-01-01T00:00:00Z",
    notifications,
    links: [],
  };
}
