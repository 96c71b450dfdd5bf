import type { Context, Route } from "../context";
import { accessListRoutes } from "./access-list";
import { alertConfigRoutes } from "./alert-configs";
import { auditLogRotationRoutes } from "./audit-log-rotation";
import { clusterRoutes } from "./clusters";
import { groupRoutes } from "./groups";
import { oplogS3ConfigRoutes } from "./oplog-s3-configs";
import { rootRoutes } from "./root";
import { versionManifestRoutes } from "./version-manifest";

/** The routes of all endpoints. */
export function allRoutes(context: Context): Route[] {
  return [
    rootRoutes,
    accessListRoutes,
    alertConfigRoutes,
    auditLogRotationRoutes,
    clusterRoutes,
    groupRoutes,
    oplogS3ConfigRoutes,
    versionManifestRoutes,
  ].flatMap((routes) => routes(context));
}
