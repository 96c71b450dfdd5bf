/** Splits the notifications of a program into their public fields and one secret map of their secrets. */

import * as pulumi from "@pulumi/pulumi";
import type { AlertNotification } from "../../fields/notification";
import { isPlainObject } from "../../json";
import type { ArgumentsOf } from "../../program/arguments";
import { applyWithSentinels, isKnownNow, isLater } from "../../program/arguments";
import type { SecretsByKey } from "../../secrets/notifications";
import { openPart, splitSecrets } from "../../secrets/notifications";

/** A notification as an argument of `AlertConfig`, for constants of a program. */
export type AlertNotificationArgs = ArgumentsOf<AlertNotification>;

/** Removes the secret fields of notifications. Outputs and promises stay outputs and promises, and secret if they were. */
export function openNotifications(notifications: unknown): pulumi.Input<unknown> {
  return nowOrLater(notifications, (list) =>
    Array.isArray(list)
      ? list.map((item: unknown) =>
          nowOrLater(item, (each) => (isPlain(each) ? openPart(each as AlertNotification) : each)),
        )
      : // `check` refuses it.
        secretIfObject(list),
  );
}

function secretIfObject(value: unknown): pulumi.Input<unknown> {
  return isPlain(value) ? pulumi.secret(value) : value;
}

/** Returns the secrets of known notifications. */
export function secretsOfNotifications(notifications: unknown): SecretsByKey {
  return Array.isArray(notifications)
    ? splitSecrets(notifications.filter(isPlain) as AlertNotification[])
    : {};
}

/** Returns a secret input with the secrets in an argument; `undefined` if there are none. */
export function secretInput(
  argument: unknown,
  secretsIn: (known: unknown) => object,
): pulumi.Output<unknown> | undefined {
  if (!isKnownNow(argument)) return pulumi.secret(applyWithSentinels(argument, secretsIn));
  const secrets = secretsIn(argument);
  return Object.keys(secrets).length > 0 ? pulumi.secret(secrets) : undefined;
}

/** Applies a change to a value once it is known. An output stays an output. */
export function nowOrLater(value: unknown, change: (known: unknown) => unknown): pulumi.Input<unknown> {
  return isLater(value) ? applyWithSentinels<unknown, unknown>(value, change) : change(value);
}

/** Whether a value is an object, whose fields may be outputs. */
export function isPlain(value: unknown): value is object {
  return isPlainObject(value) && !isLater(value);
}
