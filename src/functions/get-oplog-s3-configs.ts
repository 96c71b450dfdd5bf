/** Reads oplog stores (specification 2.2). */

import type * as pulumi from "@pulumi/pulumi";
import type { OplogS3Config } from "../api/oplog-s3-configs";
import type { InputsOf } from "../core/arguments";
import type { FunctionArgs } from "./args";
import { documentedStore } from "./documented";
import { invoke, invokeOutput, mustExist } from "./invoke";

/** Arguments of {@link getOplogS3Config}. */
export interface GetOplogS3ConfigArgs extends FunctionArgs {
  storeId: string;
}

/**
 * Result of {@link getOplogS3Config}: the documented fields without the keys. `uri` has scheme, hosts and database only,
 * and is left out where a password cannot be told from the rest.
 */
export type GetOplogS3ConfigResult = OplogS3Config;

/** One oplog store. @throws an error that names the store when it does not exist. */
export async function getOplogS3Config(
  args: GetOplogS3ConfigArgs,
  _options?: pulumi.InvokeOptions,
): Promise<GetOplogS3ConfigResult> {
  return invoke("getOplogS3Config", args, async (client, { storeId }) =>
    documentedStore(mustExist(await client.oplogS3Configs.get(storeId), `The oplog store ${storeId}`)),
  );
}

/** The {@link getOplogS3Config} of values that are known later. */
export function getOplogS3ConfigOutput(
  args: InputsOf<GetOplogS3ConfigArgs>,
  _options?: pulumi.InvokeOptions,
): pulumi.Output<GetOplogS3ConfigResult> {
  return invokeOutput(args, getOplogS3Config);
}

/** Arguments of {@link getOplogS3Configs}. */
export type GetOplogS3ConfigsArgs = FunctionArgs;

/** Result of {@link getOplogS3Configs}: the stores of every page. */
export type GetOplogS3ConfigsResult = GetOplogS3ConfigResult[];

/** All oplog stores, of every page, those without assignment as well. */
export async function getOplogS3Configs(
  args: GetOplogS3ConfigsArgs = {},
  _options?: pulumi.InvokeOptions,
): Promise<GetOplogS3ConfigsResult> {
  return invoke("getOplogS3Configs", args, async (client) =>
    (await client.oplogS3Configs.list()).map(documentedStore),
  );
}

/** The {@link getOplogS3Configs} of values that are known later. */
export function getOplogS3ConfigsOutput(
  args: InputsOf<GetOplogS3ConfigsArgs> = {},
  _options?: pulumi.InvokeOptions,
): pulumi.Output<GetOplogS3ConfigsResult> {
  return invokeOutput(args, getOplogS3Configs);
}
