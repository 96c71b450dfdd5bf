/** What the classes of alert configurations pass to the engine, and what they make of its outputs. */

import * as pulumi from "@pulumi/pulumi";
import type { AlertNotification } from "../fields/notification";
import { isLater, lazyOutput } from "../program/arguments";
import { endingProgram } from "../program/run";
import { joinSecrets } from "../secrets/notifications";
import { openNotifications, secretInput, secretsOfNotifications } from "./notification-inputs";

/** Moves the secrets of the notifications into their own input. @param names those of the inputs and outputs of the class */
export function registrationOf(args: { readonly notifications?: unknown }, names: readonly string[]) {
  const { notifications, ...rest } = args;
  const notificationSecrets =
    notifications === undefined ? undefined : secretInput(notifications, secretsOfNotifications);
  return {
    inputs: {
      ...rest,
      ...(notifications !== undefined && {
        notifications: openNotifications(notifications),
        notificationSecrets,
      }),
    },
    names: names.filter((name) => name !== "notificationSecrets"),
    secretNames: ["notificationSecrets", "__written"],
    canImport: true,
    sealed: notificationSecrets ?? {},
  };
}

/** The outputs that the SDK adds to the resource. */
interface Registered {
  notifications: pulumi.Output<AlertNotification[] | undefined>;
  /** Absent if there are no secrets. */
  notificationSecrets?: pulumi.Output<unknown>;
}

/** Shows the notifications with their secrets, and the argument that is not an input. */
export function addOutputs(resource: pulumi.Resource, adoptId: string | undefined): void {
  const { notifications: open, notificationSecrets: secrets } = resource as unknown as Registered;
  lazyOutput(resource, "adoptId", () => pulumi.output(adoptId));
  lazyOutput(resource, "notifications", () =>
    pulumi.all([open, secrets]).apply(([list, byKey]) => joinSecrets(list ?? [], byKey).notifications),
  );
}

/** An id that is known later would reach a set of the same program after the set has deleted the alert configuration. */
export function requirePlainId(kind: string, name: string, adoptId: unknown): void {
  if (adoptId === undefined || adoptId === null || typeof adoptId === "string") return;
  const given = isLater(adoptId) ? "an Output or a promise" : `a ${typeof adoptId}`;
  const where = kind === "AlertConfig" ? " (the output alertConfigIds of a set shows it)" : "";
  throw endingProgram(
    new Error(
      `${kind} ${JSON.stringify(name)}: adoptId must be a plain string, not ${given}. Write the id itself${where}, or read it from the ` +
        'configuration: new pulumi.Config().require("...").',
    ),
  );
}
