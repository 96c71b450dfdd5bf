/** The alert configurations with this package, all those of a project as one resource. */

import type { AlertConfigMember } from "pulumi-opsmanager";
import { AlertConfigSet } from "pulumi-opsmanager";
import { alert } from "./alerts";
import { indices, projectIds, projectOf } from "./given";

const alertsOf = (projectId: string): Record<string, AlertConfigMember> =>
  Object.fromEntries(
    indices
      .filter((index) => projectOf(index) === projectId)
      .map((index) => [`alert-${index}`, alert(index) as unknown as AlertConfigMember]),
  );

projectIds.forEach(
  (projectId) => new AlertConfigSet(`alerts-${projectId}`, { projectId, alertConfigs: alertsOf(projectId) }),
);
