/** Misspelled keys of the stack configuration: they have no effect, and nothing else would report them. */

import * as pulumi from "@pulumi/pulumi";
import { SETTING_NAMES } from "./connection";
import { ofThisRun } from "./program";
import { nearest } from "./suggest";

/**
 * The keys in the namespaces of this package that are not settings, each as a message.
 * @param project its own configuration may be in one of these namespaces
 */
export function unknownKeys(keys: readonly string[], project: string): string[] {
  return keys.flatMap((key) => {
    const [, namespace = "", name = ""] = /^(opsmanager(?:-[^:]*)?):(.*)$/.exec(key) ?? [];
    if (namespace === "" || SETTING_NAMES.includes(name)) return [];
    const meant = nearest(name, SETTING_NAMES);
    if (namespace === project && name.toLowerCase() !== meant?.toLowerCase()) return [];
    const suggestion = meant === undefined ? "" : ` (did you mean ${namespace}:${meant}?)`;
    return [`${key} in the stack configuration has no effect: there is no such setting${suggestion}.`];
  });
}

/** Warns about unknown keys, once in a run. */
export const warnAboutUnknownKeys = ofThisRun(() => {
  for (const message of unknownKeys(Object.keys(pulumi.runtime.allConfig()), pulumi.getProject())) {
    void pulumi.log.warn(message);
  }
  return true;
});
