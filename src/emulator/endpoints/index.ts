import type { Context, Route } from "../context";
import { accessListRoutes } from "./access-list";
import { agentApiKeyRoutes } from "./agent-api-keys";
import { alertConfigRoutes } from "./alert-configs";
import { apiKeyRoutes } from "./api-keys";
import { backupRoutes } from "./backups";
import { clusterRoutes } from "./clusters";
import { featureControlRoutes } from "./feature-control";
import { groupRoutes } from "./groups";
import { integrationRoutes } from "./integrations";
import { logRotationRoutes } from "./log-rotation";
import {
  fileSystemStoreRoutes,
  mongoOplogStoreRoutes,
  mongoSnapshotStoreRoutes,
  mongoSyncStoreRoutes,
} from "./mongo-stores";
import { projectBackupRoutes } from "./project-backups";
import { rootRoutes } from "./root";
import { oplogS3ConfigRoutes, s3SnapshotStoreRoutes } from "./s3-stores";
import { versionManifestRoutes } from "./version-manifest";

/** The routes of all endpoints. */
export function allRoutes(context: Context): Route[] {
  return [
    rootRoutes,
    accessListRoutes,
    agentApiKeyRoutes,
    alertConfigRoutes,
    apiKeyRoutes,
    backupRoutes,
    clusterRoutes,
    featureControlRoutes,
    groupRoutes,
    integrationRoutes,
    logRotationRoutes,
    fileSystemStoreRoutes,
    mongoOplogStoreRoutes,
    mongoSnapshotStoreRoutes,
    mongoSyncStoreRoutes,
    oplogS3ConfigRoutes,
    projectBackupRoutes,
    s3SnapshotStoreRoutes,
    versionManifestRoutes,
  ].flatMap((routes) => routes(context));
}
