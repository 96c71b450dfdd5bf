/** The options of a resource, on their way from the program to the SDK. */

import * as pulumi from "@pulumi/pulumi";
import type { Kind } from "./behaviour";
import { warnAboutUnknownKeys } from "./config-keys";
import { IMPORT } from "./importing";
import { endingProgram } from "./program";

/**
 * The options that a class passes to the SDK.
 * @param secretOutputs the outputs that are secret whatever the program declares
 * @throws Error for an explicit provider, which would be asked to make a resource that it does not know. One that a
 * component passes on to its children by `providers` has another package and does not matter. For `import` where
 * {@link withoutImport} has not taken it out.
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
  if (options?.import !== undefined) {
    throw endingProgram(
      new Error(
        `${kind} "${name}": the resource option import is not supported, since there is nothing to take over: ` +
          "leave it out.",
      ),
    );
  }
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

/** The options without `import`, which the host of dynamic providers cannot handle; the id travels as an input of its own. */
export function withoutImport(options: pulumi.CustomResourceOptions | undefined): {
  options: pulumi.CustomResourceOptions | undefined;
  imported: { [IMPORT]?: string };
} {
  if (options?.import === undefined) return { options, imported: {} };
  const { import: id, ...rest } = options;
  return { options: rest, imported: { [IMPORT]: id } };
}
