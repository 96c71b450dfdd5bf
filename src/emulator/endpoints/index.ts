import type { Context, Route } from "../context";
import { accessListRoutes } from "./access-list";
import { alertConfigRoutes } from "./alert-configs";
import { clusterRoutes } from "./clusters";
import { groupRoutes } from "./groups";
import { logRotationRoutes } from "./log-rotation";
import { oplogS3ConfigRoutes } from "./oplog-s3-configs";
import { rootRoutes } from "./root";
import { versionManifestRoutes } from "./version-manifest";

/** The routes of all endpoints. */
export function allRoutes(context: Context): Route[] {
  return [
    rootRoutes,
    accessListRoutes,
    alertConfigRoutes,
    clusterRoutes,
    groupRoutes,
    logRotationRoutes,
    oplogS3ConfigRoutes,
    versionManifestRoutes,
  ].flatMap((routes) => routes(context));
}
