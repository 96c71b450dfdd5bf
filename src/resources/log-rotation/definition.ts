/** How the rotation of the audit log and that of the system log are set, read and left in place. */

import { orUndefined } from "../../api/common";
import type { RotatedLog } from "../../api/log-rotation";
import { DISABLED, logRotation } from "../../api/log-rotation";
import type { Description } from "../../core/description";
import type { ResourceDefinition } from "../../core/definition";
import type { SettingsArgs, SettingsState } from "../../core/settings-kind";
import { settingsKind } from "../../core/settings-kind";
import { isApiError } from "../../errors";
import type { LogRotation, LogRotationBody } from "../../fields/log-rotation";
import { isConfigured, ROTATION_FIELDS, withRotationDefaults } from "../../fields/log-rotation";
import type { ApiClient } from "../../http/api-client";
import { omit, pick } from "../../json";
import { AUDIT_LOG_ROTATION_DESCRIPTION, SYSTEM_LOG_ROTATION_DESCRIPTION } from "./description";

interface RotationArgs extends SettingsArgs, LogRotationBody {
  readonly disableOnDestroy?: boolean | undefined;
}

export const auditLogRotation = rotationOf("audit", AUDIT_LOG_ROTATION_DESCRIPTION);
export const systemLogRotation = rotationOf("system", SYSTEM_LOG_ROTATION_DESCRIPTION);

function rotationOf(log: RotatedLog, description: Description) {
  const { operations, declaring, change } = settingsKind<RotationArgs, LogRotation>(description, {
    read: async (api, { projectId = "" }) => readRotation(api, log, projectId),
    send: async (api, { projectId = "" }, body) => logRotation[log].send(api, projectId, body),
    isSet: isConfigured,
    shown: (live) => ({ effective: withRotationDefaults(pick(live, ROTATION_FIELDS)) }),
    // Each write publishes a new version to all agents.
    document: "automation configuration",
    isConflict: (error) =>
      isApiError(error) && error.errorCode === "AUTOMATION_CONFIG_CONCURRENT_MODIFICATION",
  });
  const definition: ResourceDefinition<RotationArgs, SettingsState<RotationArgs>> = {
    ...operations,
    async delete(context, id, { args }) {
      if (args.disableOnDestroy === true)
        await change(
          context,
          id,
          (live) => !isConfigured(live),
          () => DISABLED,
        );
    },
  };
  return { definition, declaring };
}

/** Reads the settings; of a rotation that is not set only the fields that this version does not know. */
async function readRotation(api: ApiClient, log: RotatedLog, projectId: string): Promise<LogRotation> {
  const isNotManaged = (error: unknown): boolean =>
    isApiError(error) && error.fromService && error.errorCode === "AUTOMATION_CONFIG_NOT_FOUND";
  const live = (await orUndefined(logRotation[log].read(api, projectId), isNotManaged)) ?? {};
  return isConfigured(live) ? live : omit(live, ROTATION_FIELDS);
}
