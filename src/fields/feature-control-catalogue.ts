/** The documented policies (Ops Manager documentation, "Update Feature Control Policies for One Project"). The service may have others. */

export const POLICIES = [
  "EXTERNALLY_MANAGED_LOCK",
  "DISABLE_USER_MANAGEMENT",
  "DISABLE_AUTHENTICATION_MECHANISMS",
  "DISABLE_SET_MONGOD_CONFIG",
  "DISABLE_SET_MONGOD_VERSION",
  "DISABLE_BACKUP_AGENT",
  "DISABLE_MONGOD_LOG_MANAGEMENT",
  "DISABLE_IMPORT_TO_AUTOMATION",
  "DISABLE_AGENT_API_KEY_MANAGEMENT",
  "DISABLE_MONGOD_HOST_MANAGEMENT",
] as const;

export type KnownPolicy = (typeof POLICIES)[number];
