/** What a report says of a log rotation. */

import { orUndefined } from "../../api/common";
import type { RotatedLog } from "../../api/log-rotation";
import { ROTATION_FIELDS } from "../../api/log-rotation";
import type { Compared, DriftComparison, Found } from "../../core/drift-report";
import { findings } from "../../core/drift-report";
import { jsonEqual } from "../../json";
import { isUnknown } from "../../unknowns";
import { readRotation, refresh } from "./definition";
import type { RotationState } from "./encoding";

export function rotationDrift(log: RotatedLog): DriftComparison<RotationState, Compared<RotationState>> {
  return {
    async compare({ resource, connection, stateIn }): Promise<Found> {
      const { urn, id, outputs } = resource;
      const live = await orUndefined(readRotation(connection.api, log, id));
      if (live === undefined) return { missing: [{ urn, id }] };
      const state = stateIn(() => outputs);
      const found = refresh(state, live);
      const { args } = state;
      const unknown = ROTATION_FIELDS.filter((name) => isUnknown(args[name]));
      const changes = ROTATION_FIELDS.filter(
        (name) => !unknown.includes(name) && !jsonEqual(args[name], found[name]),
      ).map((name) => ({ path: [name], before: args[name], after: found[name] }));
      return findings(resource, id, { changes, unverifiedSecrets: unknown });
    },
  };
}
