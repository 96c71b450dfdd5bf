/** The names of a cluster name's properties: the class and the provider's side share them. */

export const ARGUMENT_NAMES = ["projectId", "clusterId", "clusterName", "restoreOnDelete"] as const;

/** The outputs that only the service knows, and what we remember of a write. */
export const COMPUTED = [
  "typeName",
  "groupId",
  "replicaSetName",
  "shardName",
  "lastHeartbeat",
  "links",
  "previousName",
  "__written",
  // The name of a rename whose outcome is unknown.
  "__attempted",
] as const;
