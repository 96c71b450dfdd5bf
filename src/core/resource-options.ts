/** The options of a resource, on their way from the program to the SDK. */

import * as pulumi from "@pulumi/pulumi";
import type { Kind } from "./behaviour";
import { warnAboutUnknownKeys } from "./config-keys";
import { endingProgram } from "./program";

/**
 * The options that a class passes to the SDK.
 * @param secretOutputs the outputs that are secret whatever the program declares
 * @throws Error for an explicit provider, which would be asked to make a resource that it does not know. One that a
 * component passes on to its children by `providers` has another package and does not matter.
 */
export function resourceOptions(
  kind: Kind,
  name: string,
  options: pulumi.CustomResourceOptions | undefined,
  secretOutputs: readonly string[] = [],
): pulumi.CustomResourceOptions {
  warnAboutUnknownKeys();
  if (options?.provider !== undefined) {
    throw endingProgram(
      new Error(
        `${kind} "${name}": the resource option provider is not supported, since dynamic resources have no provider ` +
          "instances. For another server set the argument connection in place of it: " +
          'connection: "eu" reads the settings opsmanager-eu:baseUrl and so on.',
      ),
    );
  }
  // `import` is passed to the SDK as it is.
  return pulumi.mergeOptions(options, { additionalSecretOutputs: [...secretOutputs] });
}

/** Warns at a resource about options that have no effect on it. */
export function warnAboutOptions(
  resource: pulumi.Resource,
  options: pulumi.CustomResourceOptions | undefined,
  connection: string | undefined,
): void {
  const timeouts = Object.values(options?.customTimeouts ?? {});
  if (timeouts.every((timeout) => timeout === undefined)) return;
  const namespace = connection === undefined ? "opsmanager" : `opsmanager-${connection}`;
  void pulumi.log.warn(
    "customTimeouts have no effect on this resource, because Pulumi does not pass them to dynamic providers. " +
      `Set ${namespace}:timeoutSeconds (one attempt) and ${namespace}:totalTimeoutSeconds (one operation with all ` +
      "its attempts) in the stack configuration instead.",
    resource,
  );
}
