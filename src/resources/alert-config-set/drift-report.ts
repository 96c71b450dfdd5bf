/** Reports how the members of a set differ from the service. */

import type { DriftComparison } from "../../core/drift-report";
import { idsOf, withoutUnknown } from "../../core/drift-report";
import { isUnknown } from "../../unknowns";
import type { PlainObject } from "../../json";
import { mapValues } from "../../json";
import type { ReportedAlert } from "../alert-config/drift-report";
import { alertNeighbours, compareAlert, readableBody, reportedId } from "../alert-config/drift-report";
import type { SetState } from "./encoding";
import { ID } from "./encoding";

export const setDrift: DriftComparison<SetState, ReportedAlert> = {
  items(compared) {
    const { resource, stateIn } = compared;
    const { projectId } = idsOf(resource, ID.split);
    const known = withoutUnknown(resource.outputs, ["alertConfigSecrets", "__written", "alertConfigs"]);
    const bodies = Object.entries((known["alertConfigs"] ?? {}) as PlainObject);
    const readable = Object.fromEntries(bodies.filter(([, body]) => !isUnknown(body)));
    const { members } = stateIn(() => ({
      ...known,
      alertConfigs: mapValues(readable, readableBody),
    }));
    return [...members].map(([name, member]) => ({
      ...compared,
      projectId,
      alertConfigId: member.id,
      prefix: ["alertConfigs", name],
      state: member.alert,
    }));
  },
  compare: compareAlert,
  idOf: reportedId,
  neighbours: alertNeighbours,
};
