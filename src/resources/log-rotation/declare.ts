/** How a program declares the log rotations of its projects. */

import { isUnsupported, orUndefined } from "../../api/common";
import type { RotatedLog } from "../../api/log-rotation";
import { withoutDefaults } from "../../core/comparison";
import type { Declaring } from "../../core/declaring";
import { joinName } from "../../core/declaring";
import type { ResourceDefinition } from "../../core/definition";
import { unknownFieldsIn } from "../../core/kept-fields";
import { pathText } from "../../core/problems";
import type { LogRotation } from "../../fields/log-rotation";
import { isConfigured, LOG_ROTATION, ROTATION_FIELDS } from "../../fields/log-rotation";
import { pick } from "../../json";
import type { RotationArgs, RotationState } from "./definition";
import { readRotation, stateOf } from "./definition";

export function declaringRotations(
  log: RotatedLog,
  { what }: ResourceDefinition<RotationArgs, RotationState>,
): Declaring<LogRotation, RotationState> {
  return {
    listing: {
      what,
      isInProjects: true,
      async list(api, projectId) {
        const live = await orUndefined(readRotation(api, log, projectId), isUnsupported);
        return live !== undefined && isConfigured(live) ? [live] : [];
      },
      describe: (_, projectId) => ({ what, id: projectId }),
      absent: (_, __, text) => `${text} Its id is the projectId of a project that has set it.`,
    },
    declare: ({ projectId, slug }, rotations, unique) =>
      rotations.map((live) => {
        const args = argsOf(live, projectId);
        return {
          name: unique(joinName(slug, `${log}-log-rotation`)),
          id: projectId,
          args: { ...args },
          unknown: [{ fields: unknownFieldsIn(LOG_ROTATION, { ...live }, []).map(pathText) }],
          state: stateOf(args, live),
        };
      }),
  };
}

/** The arguments of a rotation that exists, without defaults. */
function argsOf(live: LogRotation, projectId: string): RotationArgs {
  const fields = pick(withoutDefaults(LOG_ROTATION, live), ROTATION_FIELDS);
  return { projectId, ...fields } as RotationArgs;
}
