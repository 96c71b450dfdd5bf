/** What may turn out to be wrong with the arguments of a cluster's name. */

import type { Problem } from "../../core/problems";
import { idProblems } from "../../core/problems";
import type { PlainObject } from "../../json";

export function clusterProblems({ projectId, clusterId }: PlainObject): Problem[] {
  return idProblems([
    [["projectId"], projectId],
    [["clusterId"], clusterId],
  ]);
}
