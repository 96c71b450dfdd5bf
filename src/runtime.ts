/**
 * The module that the provider in the state loads: exactly `configure` and `of`. Frozen, because the texts in every user's state
 * call them.
 */

import type { Connections } from "./core/connections";
import { createConnections } from "./core/connections";
import { createOnce } from "./core/once";
import type { ProviderMethods } from "./dynamic/provider";
import { createHostShared, dynamicProvider } from "./dynamic/provider";
import { kindNamed } from "./kinds";

/** The request that the host passes to `configure` (`@pulumi/pulumi/dynamic`). */
interface ConfigureRequest {
  readonly config: {
    get(key: string): string | undefined;
    /** All values by their full keys. A private field of the host, used in messages only. */
    readonly rawConfig?: Readonly<Record<string, string>>;
  };
}

// The host loads this module once in a process.
const host = createHostShared();
const once = createOnce();
let connections: Connections | undefined;

/** Called once for each kind of a process, each time with the same stack configuration. */
export function configure({ config }: ConfigureRequest): void {
  host.ownership.join();
  const source = { config: (key: string) => config.get(key), values: config.rawConfig, env: process.env };
  connections ??= createConnections(source, host.marked);
}

/** Returns the six methods of a kind. */
export function of(kind: string): ProviderMethods {
  return once(kind, () => {
    const known = kindNamed(kind);
    if (known === undefined) {
      throw new Error(
        `This version of pulumi-opsmanager does not know the resource ${kind}; install the version that created it.`,
      );
    }
    connections ??= createConnections({ config: () => undefined, env: process.env }, host.marked);
    return dynamicProvider(known.definition, connections, host);
  });
}
