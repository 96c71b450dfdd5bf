/** Reads the alert configurations of a project (specification 2.5). */

import type * as pulumi from "@pulumi/pulumi";
import type { AlertConfig } from "../api/alert-configs";
import type { InputsOf } from "../core/arguments";
import type { FunctionArgs } from "./args";
import { documentedAlertConfig } from "./documented";
import { invoke, invokeOutput, mustExist } from "./invoke";

/** Arguments of {@link getAlertConfig}. */
export interface GetAlertConfigArgs extends FunctionArgs {
  projectId: string;
  alertConfigId: string;
}

/** Result of {@link getAlertConfig}: the documented fields, without the secret ones of notifications. */
export type GetAlertConfigResult = AlertConfig;

/** One alert configuration of a project. @throws an error that names it when it does not exist. */
export async function getAlertConfig(
  args: GetAlertConfigArgs,
  _options?: pulumi.InvokeOptions,
): Promise<GetAlertConfigResult> {
  return invoke("getAlertConfig", args, async (client, { projectId, alertConfigId }) =>
    documentedAlertConfig(
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
    (await client.alertConfigs.list(projectId)).map(documentedAlertConfig),
  );
}

/** The {@link getAlertConfigs} of values that are known later. */
export function getAlertConfigsOutput(
  args: InputsOf<GetAlertConfigsArgs>,
  _options?: pulumi.InvokeOptions,
): pulumi.Output<GetAlertConfigsResult> {
  return invokeOutput(args, getAlertConfigs);
}
