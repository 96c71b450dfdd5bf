/** The alert configurations with this package, all those of a project as one resource. */

import type { AlertConfigMember } from "pulumi-opsmanager";
import { AlertConfigSet } from "pulumi-opsmanager";
import { alert } from "./alerts";
import { indices, projectIds, projectOf } from "./given";

for (const projectId of projectIds) {
  const own = indices.filter((index) => projectOf(index) === projectId);
  const members = own.map((index) => [`alert-${index}`, alert(index) as unknown as AlertConfigMember]);
  new AlertConfigSet(`alerts-${projectId}`, { projectId, alertConfigs: Object.fromEntries(members) });
}
