/** The run of a user's program. */

import { setImmediate } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import type { SettingsSource } from "../core/settings";
import { isSecretSetting, SETTING_NAMES } from "../core/settings";
import { nearest } from "../core/suggest";

/** The settings of the stack that the program runs in. */
export const programSettings: SettingsSource = {
  config: (key) => pulumi.runtime.allConfig()[key],
  env: process.env,
};

/** The mocks of a test (`pulumi.runtime.setMocks`); `undefined` in an ordinary run. */
export function activeMocks(): pulumi.runtime.Mocks | undefined {
  // The SDK registers mocks as its monitor, which holds them under this name.
  return (pulumi.runtime.getMonitor() as { mocks?: pulumi.runtime.Mocks } | undefined)?.mocks;
}

const outsideOfARun = {};

/**
 * Returns a value that lives as long as the current run of a program: one process may run several, one after the other. A run
 * under mocks has no stack resource; each `setMocks` begins one, since it makes a new monitor.
 */
export function ofThisRun<T>(make: () => T): () => T {
  const values = new WeakMap<object, T>();
  return () => {
    const run = pulumi.runtime.getStackResource() ?? pulumi.runtime.getMonitor() ?? outsideOfARun;
    const value = values.get(run) ?? make();
    values.set(run, value);
    return value;
  };
}

/** Returns a value that is known after the program's own code has run. */
export async function afterProgram<T>(read: () => T): Promise<T> {
  await setImmediate();
  return read();
}

/**
 * Makes an error end the program with its message alone. It keeps its class: the brand is that of `pulumi.RunError`. Frames of
 * `node_modules` are removed from its stack, because Node.js 20.20 needs half a minute to color them, which Pulumi asks for.
 */
export function endingProgram<T>(error: T): T {
  if (!(error instanceof Error)) return error;
  const frames = (error.stack ?? "").split("\n").filter((line) => !line.includes("node_modules"));
  return Object.assign(error, { __pulumiRunError: true, stack: frames.join("\n") });
}

/**
 * Describes the keys in the namespaces of this package that are not settings: they have no effect, and nothing else reports them.
 * @param project its own configuration may be in one of these namespaces
 */
export function unknownKeys(keys: readonly string[], project: string): string[] {
  return keys.flatMap((key) => {
    const [, namespace = "", name = ""] = /^(opsmanager(?:-[^:]*)?):(.*)$/.exec(key) ?? [];
    if (namespace === "" || SETTING_NAMES.includes(name)) return [];
    const meant = nearest(name, SETTING_NAMES);
    if (namespace === project && name.toLowerCase() !== meant?.toLowerCase()) return [];
    const suggestion = meant === undefined ? "" : ` (did you mean ${namespace}:${meant}?)`;
    return [`${key} in the stack configuration has no effect: it is not a setting${suggestion}.`];
  });
}

/** Describes the secret settings that the configuration holds in plain text. */
function plainSecrets(config: Readonly<Record<string, string>>): string[] {
  return Object.entries(config).flatMap(([key, value]) => {
    const [, name = ""] = /^opsmanager(?:-[^:]*)?:(.*)$/.exec(key) ?? [];
    if (!isSecretSetting(name, value) || isConfigSecret(key)) return [];
    return [
      `${key} is in the stack configuration in plain text, and Pulumi copies it into the state in plain text. Encrypt it: ` +
        `pulumi config set --secret ${key}. Then replace the key on the service, since earlier states still contain it.`,
    ];
  });
}

/** The SDK knows, but its types do not show it. */
function isConfigSecret(key: string): boolean {
  const runtime = pulumi.runtime as { readonly isConfigSecret?: (key: string) => boolean };
  return runtime.isConfigSecret?.(key) ?? true;
}

/** Warns about unknown keys and about secrets in plain text, once in a run. */
export const warnAboutConfiguration = ofThisRun(() => {
  const config = pulumi.runtime.allConfig();
  const plain = activeMocks() === undefined ? plainSecrets(config) : [];
  for (const message of [...unknownKeys(Object.keys(config), pulumi.getProject()), ...plain]) {
    void pulumi.log.warn(message);
  }
  return true;
});
