/**
 * The module that the provider in the state loads: exactly `configure` and `of`. Frozen, because the texts in every user's state
 * call them.
 */

import type { Connections } from "./core/connections";
import { createConnections } from "./core/connections";
import type { ProviderMethods } from "./dynamic/provider";
import { createHostProcess, dynamicProvider } from "./dynamic/provider";
import { alertConfig } from "./resources/alert-config/definition";
import { alertConfigSet } from "./resources/alert-config-set/definition";
import { clusterName } from "./resources/cluster-name/definition";
import { oplogS3Config } from "./resources/oplog-s3-config/definition";
import { project } from "./resources/project/definition";
import { versionManifest } from "./resources/version-manifest/definition";

/** The request that the host passes to `configure` (`@pulumi/pulumi/dynamic`). */
interface ConfigureRequest {
  readonly config: {
    get(key: string): string | undefined;
    /** All values by their full keys. A private field of the host, used in messages only. */
    readonly rawConfig?: Readonly<Record<string, string>>;
  };
}

/** The resources by kind. The names are part of every user's state and never change. */
const resources: Readonly<Record<string, (connections: Connections) => ProviderMethods>> = {
  AlertConfig: (connections) => dynamicProvider(alertConfig, connections, host),
  AlertConfigSet: (connections) => dynamicProvider(alertConfigSet, connections, host),
  ClusterName: (connections) => dynamicProvider(clusterName, connections, host),
  OplogS3Config: (connections) => dynamicProvider(oplogS3Config, connections, host),
  Project: (connections) => dynamicProvider(project, connections, host),
  VersionManifest: (connections) => dynamicProvider(versionManifest, connections, host),
};

// The host loads this module once in a process.
const host = createHostProcess();
let connections: Connections | undefined;
const methods = new Map<string, ProviderMethods>();

/** Called once for each kind of a process, each time with the same stack configuration. */
export function configure({ config }: ConfigureRequest): void {
  connections ??= createConnections(
    {
      config: (key) => config.get(key),
      keyOf: (value) => Object.entries(config.rawConfig ?? {}).find((entry) => entry[1] === value)?.[0],
      env: process.env,
    },
    host.marked,
  );
}

/** Returns the six methods of a kind. */
export function of(kind: string): ProviderMethods {
  const known = methods.get(kind);
  if (known !== undefined) return known;
  const make = resources[kind];
  if (make === undefined) {
    throw new Error(
      `This version of pulumi-opsmanager does not know the resource ${kind}; install the version that created it.`,
    );
  }
  connections ??= createConnections({ config: () => undefined, env: process.env }, host.marked);
  const made = make(connections);
  methods.set(kind, made);
  return made;
}
