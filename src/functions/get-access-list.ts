/** Reads where an organization API key may be used (specification 2.1, 4.1). */

import type * as pulumi from "@pulumi/pulumi";
import type { AccessListEntry, AccessListEntryQuery } from "../api/access-list";
import type { OpsManagerClient } from "../client";
import type { InputsOf } from "../core/arguments";
import type { FunctionArgs } from "./args";
import { documentedEntry } from "./documented";
import { invoke, invokeOutput, mustExist } from "./invoke";

/** Arguments of {@link getAccessListEntry}. */
export interface GetAccessListEntryArgs extends FunctionArgs {
  orgId: string;
  apiKeyId: string;
  /** An address or a CIDR block; an address and its `/32` are the same entry. */
  entry: string;
  /** From 1 on. */
  pageNum?: number | undefined;
  /** From 1 to 500. */
  itemsPerPage?: number | undefined;
}

/** Result of {@link getAccessListEntry}. */
export type GetAccessListEntryResult = AccessListEntry;

/** One entry of the access list of an API key. @throws an error that names the entry when it does not exist. */
export async function getAccessListEntry(
  args: GetAccessListEntryArgs,
  _options?: pulumi.InvokeOptions,
): Promise<GetAccessListEntryResult> {
  return invoke(
    "getAccessListEntry",
    args,
    async (client, { orgId, apiKeyId, entry, pageNum, itemsPerPage }) => {
      const found = await findEntry(client, orgId, apiKeyId, entry, { pageNum, itemsPerPage });
      return documentedEntry(
        mustExist(found, `The access list entry ${entry} of the API key ${apiKeyId} (organization ${orgId})`),
      );
    },
  );
}

/** The {@link getAccessListEntry} of values that are known later. */
export function getAccessListEntryOutput(
  args: InputsOf<GetAccessListEntryArgs>,
  _options?: pulumi.InvokeOptions,
): pulumi.Output<GetAccessListEntryResult> {
  return invokeOutput(args, getAccessListEntry);
}

/** Some services know a single address under one of its two names only. */
async function findEntry(
  client: OpsManagerClient,
  orgId: string,
  apiKeyId: string,
  entry: string,
  query: AccessListEntryQuery,
): Promise<AccessListEntry | undefined> {
  const found = await client.accessList.get(orgId, apiKeyId, entry, query);
  const other = otherNameOf(entry);
  return found ?? (other === undefined ? undefined : client.accessList.get(orgId, apiKeyId, other, query));
}

/** `10.0.0.1` and `10.0.0.1/32` are the same entry, and `::1` and `::1/128`. */
function otherNameOf(entry: string): string | undefined {
  const [address = "", mask] = entry.split("/");
  const full = address.includes(":") ? "128" : "32";
  if (mask === undefined) return `${address}/${full}`;
  return mask === full ? address : undefined;
}

/** Arguments of {@link getAccessList}. */
export interface GetAccessListArgs extends FunctionArgs {
  orgId: string;
  apiKeyId: string;
}

/** Result of {@link getAccessList}: the entries of every page. */
export type GetAccessListResult = GetAccessListEntryResult[];

/** All entries of the access list of an API key, of every page. */
export async function getAccessList(
  args: GetAccessListArgs,
  _options?: pulumi.InvokeOptions,
): Promise<GetAccessListResult> {
  return invoke("getAccessList", args, async (client, { orgId, apiKeyId }) =>
    (await client.accessList.list(orgId, apiKeyId)).map(documentedEntry),
  );
}

/** The {@link getAccessList} of values that are known later. */
export function getAccessListOutput(
  args: InputsOf<GetAccessListArgs>,
  _options?: pulumi.InvokeOptions,
): pulumi.Output<GetAccessListResult> {
  return invokeOutput(args, getAccessList);
}
