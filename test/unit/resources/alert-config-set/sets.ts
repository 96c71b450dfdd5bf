/** Sets of alert configurations as the class passes them to the provider. */

import { withInputNames } from "../../../../src/core/create-only";
import type { AlertConfigBody } from "../../../../src/fields/alert-config";
import type { PlainObject } from "../../../../src/json";
import { mapValues } from "../../../../src/json";
import { openPart, splitSecrets } from "../../../../src/resources/alert-config/secrets";

/** Alert configurations by name. */
export type Bodies = Readonly<Record<string, AlertConfigBody>>;

/** Arguments of a set besides its alert configurations. */
export interface SetOptions {
  readonly projectId?: string;
  readonly resourceName?: string;
  readonly unmanaged?: string | undefined;
  readonly unmanagedExcept?: readonly string[] | undefined;
  readonly secretsVersion?: string | number | undefined;
  readonly connection?: string | undefined;
}

/** The inputs of a set: members without secrets, and the secrets by name. */
export function setInputs(bodies: Bodies, options: SetOptions = {}): PlainObject {
  const { projectId = "p", resourceName = "alerts", ...rest } = options;
  const secrets = Object.entries(bodies)
    .map(([name, { notifications }]) => [name, splitSecrets(notifications)] as const)
    .filter(([, byKey]) => Object.keys(byKey).length > 0);
  return withInputNames({
    projectId,
    resourceName,
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    alertConfigs: mapValues<AlertConfigBody, unknown>(bodies, ({ notifications, ...body }) => ({
      ...body,
      notifications: notifications.map(openPart),
    })),
    ...(secrets.length > 0 && { alertConfigSecrets: Object.fromEntries(secrets) }),
  });
}
