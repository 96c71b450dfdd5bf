import type { State } from "./entities";

/** What a program needs to know to work with an emulator: the first key, project and so on of its state. */
export interface FirstEntities {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly projectId: string;
  readonly orgId: string;
  readonly apiKeyId: string;
  /** A cluster of the project that can be renamed. */
  readonly clusterId: string;
}

/** Finds them; what the state lacks is empty. */
export function firstOf(state: State): FirstEntities {
  const [key] = state.apiKeys;
  const projectId = state.projects[0]?.id ?? "";
  const cluster = state.clusters.find(
    ({ groupId, typeName }) => groupId === projectId && typeName.startsWith("SHARDED"),
  );
  return {
    publicKey: key?.publicKey ?? "",
    privateKey: key?.privateKey ?? "",
    apiKeyId: key?.id ?? "",
    projectId,
    orgId: state.orgs[0]?.id ?? "",
    clusterId: cluster?.id ?? "",
  };
}
