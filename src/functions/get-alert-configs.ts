/** Reads the alert configurations of a project (specification 2.5). */

import type * as pulumi from "@pulumi/pulumi";
import type { AlertConfig, Notification } from "../api/alert-configs";
import type { InputsOf } from "../core/arguments";
import { omit, pick } from "../json";
import { SECRET_NOTIFICATION_FIELDS } from "../secrets";
import type { FunctionArgs } from "./args";
import { invoke, invokeOutput, mustExist } from "./invoke";

/** Arguments of {@link getAlertConfig}. */
export interface GetAlertConfigArgs extends FunctionArgs {
  projectId: string;
  alertConfigId: string;
}

/** Result of {@link getAlertConfig}; secret fields of notifications are left out. */
export type GetAlertConfigResult = AlertConfig;

/** One alert configuration of a project. @throws an error that names it when it does not exist. */
export async function getAlertConfig(
  args: GetAlertConfigArgs,
  _options?: pulumi.InvokeOptions,
): Promise<GetAlertConfigResult> {
  return invoke("getAlertConfig", args, async (client, { projectId, alertConfigId }) =>
    fieldsOf(
      mustExist(
        await client.alertConfigs.get(projectId, alertConfigId),
        `The alert configuration ${alertConfigId} of the project ${projectId}`,
      ),
    ),
  );
}

/** The {@link getAlertConfig} of values that are known later. */
export function getAlertConfigOutput(
  args: InputsOf<GetAlertConfigArgs>,
  _options?: pulumi.InvokeOptions,
): pulumi.Output<GetAlertConfigResult> {
  return invokeOutput(args, getAlertConfig);
}

/** Arguments of {@link getAlertConfigs}. */
export interface GetAlertConfigsArgs extends FunctionArgs {
  projectId: string;
}

/** Result of {@link getAlertConfigs}: the alert configurations of every page. */
export type GetAlertConfigsResult = GetAlertConfigResult[];

/** All alert configurations of a project, of every page. */
export async function getAlertConfigs(
  args: GetAlertConfigsArgs,
  _options?: pulumi.InvokeOptions,
): Promise<GetAlertConfigsResult> {
  return invoke("getAlertConfigs", args, async (client, { projectId }) =>
    (await client.alertConfigs.list(projectId)).map(fieldsOf),
  );
}

/** The {@link getAlertConfigs} of values that are known later. */
export function getAlertConfigsOutput(
  args: InputsOf<GetAlertConfigsArgs>,
  _options?: pulumi.InvokeOptions,
): pulumi.Output<GetAlertConfigsResult> {
  return invokeOutput(args, getAlertConfigs);
}

const FIELDS = [
  "id",
  "groupId",
  "eventTypeName",
  "enabled",
  "matchers",
  "metricThreshold",
  "threshold",
  "created",
  "updated",
  "links",
];

function fieldsOf(config: AlertConfig): AlertConfig {
  const notifications = (config.notifications ?? []).map(
    (notification) => omit({ ...notification }, SECRET_NOTIFICATION_FIELDS) as unknown as Notification,
  );
  return { ...pick({ ...config }, FIELDS), notifications } as unknown as AlertConfig;
}
