/**
 * What the provider in the state loads: exactly `configure` and `of`. Frozen: the texts in everybody's state call it.
 */

import type { Behaviour, Kind } from "./core/behaviour";
import type { Connections } from "./core/connections";
import { createConnections } from "./core/connections";
import type { ProviderMethods } from "./core/lifecycle";
import { lifecycle } from "./core/lifecycle";
import { alertConfig } from "./resources/alert-config/behaviour";
import { clusterName } from "./resources/cluster-name/behaviour";
import { oplogS3Config } from "./resources/oplog-s3-config/behaviour";
import { versionManifest } from "./resources/version-manifest/behaviour";

/** What the host passes to `configure` (`@pulumi/pulumi/dynamic`). */
interface ConfigureRequest {
  readonly config: { get(key: string): string | undefined };
}

const behaviours: Readonly<Record<Kind, Behaviour>> = {
  AlertConfig: alertConfig,
  ClusterName: clusterName,
  OplogS3Config: oplogS3Config,
  VersionManifest: versionManifest,
};

let connections: Connections | undefined;
const methods = new Map<Kind, ProviderMethods>();

/** Called once for each kind of a process, each time with the same stack configuration. */
export function configure(request: ConfigureRequest): void {
  connections ??= createConnections({ config: (key) => request.config.get(key), env: process.env });
}

/** The six methods of a kind. */
export function of(kind: Kind): ProviderMethods {
  let made = methods.get(kind);
  if (made === undefined) {
    const behaviour = behaviours[kind];
    if (behaviour === undefined) {
      throw new Error(
        `This version of pulumi-opsmanager does not know the resource ${kind}; install the one that made it.`,
      );
    }
    connections ??= createConnections({ config: () => undefined, env: process.env });
    made = lifecycle(behaviour, connections);
    methods.set(kind, made);
  }
  return made;
}
