/** What the classes of alert configurations pass to the engine, and what they make of its outputs. */

import * as pulumi from "@pulumi/pulumi";
import type { AlertNotification } from "../../types/notification";
import { isLater, lazyOutput } from "../../program/arguments";
import { adoptedIds, announce, announcedCount } from "../../program/neighbours";
import type { ClassData, Constructed } from "../../program/registration";
import { registrationOf as standard } from "../../program/registration";
import type { Registration } from "../../program/resource";
import { isLookUp } from "../../program/resource";
import { endingProgram } from "../../program/run";
import { joinSecrets } from "../../secrets/notifications";
import { openNotifications, secretInput, secretsOfNotifications } from "./notification-inputs";

interface AlertArgs {
  readonly projectId?: pulumi.Input<string>;
  readonly adoptId?: string | undefined;
  readonly notifications?: unknown;
}

/** Moves the secrets of the notifications into their own input, and announces an alert configuration of a project to its sets. */
export function registrationOf(
  data: ClassData,
  { kind, name, args, options }: Constructed<AlertArgs>,
): Registration {
  const { notifications, projectId, adoptId } = args;
  requirePlainId(kind, name, adoptId);
  const isInProject = data.inIds.includes("projectId");
  // For the sets of the program.
  if (isInProject && !isLookUp(options))
    announce(`${kind}::${name}`, projectId, adoptId ?? options?.import?.split("/").at(-1));
  const notificationSecrets =
    notifications === undefined ? undefined : secretInput(notifications, secretsOfNotifications);
  const registration = standard(data, args);
  const { what } = data;
  return {
    ...registration,
    inputs: {
      ...registration.inputs,
      ...(notifications !== undefined && {
        notifications: openNotifications(notifications),
        notificationSecrets,
      }),
    },
    claimed:
      adoptId === undefined ? undefined : { what, parts: isInProject ? [projectId, adoptId] : [adoptId] },
    run: {
      sealed: notificationSecrets ?? {},
      ...(isInProject && pulumi.runtime.isDryRun() && { announced: announcedCount() }),
      // The engine then deletes before it checks the resource that adopts the alert configuration.
      ...(isInProject && options?.deleteBeforeReplace === true && { adopted: adoptedIds() }),
    },
  };
}

/** The outputs that the SDK adds to the resource. */
interface Registered {
  notifications: pulumi.Output<AlertNotification[] | undefined>;
  /** Absent if there are no secrets. */
  notificationSecrets?: pulumi.Output<unknown>;
}

/** Shows the notifications with their secrets. */
export function complete(resource: pulumi.Resource): void {
  const { notifications: open, notificationSecrets: secrets } = resource as pulumi.Resource & Registered;
  lazyOutput(resource, "notifications", () =>
    pulumi.all([open, secrets]).apply(([list, byKey]) => joinSecrets(list ?? [], byKey).notifications),
  );
}

/** An id that is known later would reach a set of the same program after the set has deleted the alert configuration. */
function requirePlainId(kind: string, name: string, adoptId: unknown): void {
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
