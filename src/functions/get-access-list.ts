/** Reads where an organization API key may be used (specification 2.1, 4.1). */

import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { AccessListEntry, AccessListEntryQuery } from "../api/access-list";
import { getAccessListEntry as readEntry, listAccessList } from "../api/access-list";
import { MAX_ITEMS_PER_PAGE } from "../api/paging";
import type { InputsOf } from "../core/arguments";
import type { ApiClient } from "../http/api-client";
import { pick } from "../json";
import type { FunctionArgs } from "./args";
import { filled, invoke, invokeOutput, mustExist } from "./invoke";

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

const entryShape = z.strictObject({
  orgId: filled,
  apiKeyId: filled,
  entry: filled,
  pageNum: z.number().int("must be a whole number").min(1, "must be at least 1").optional(),
  itemsPerPage: z
    .number()
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(MAX_ITEMS_PER_PAGE, `must be at most ${MAX_ITEMS_PER_PAGE}`)
    .optional(),
});

/** One entry of the access list of an API key. @throws an error that names the entry when it does not exist. */
export async function getAccessListEntry(
  args: GetAccessListEntryArgs,
  _options?: pulumi.InvokeOptions,
): Promise<GetAccessListEntryResult> {
  return invoke(
    "getAccessListEntry",
    entryShape,
    args,
    async (api, { orgId, apiKeyId, entry, pageNum, itemsPerPage }) => {
      const found = await findEntry(api, orgId, apiKeyId, entry, { pageNum, itemsPerPage });
      return fieldsOf(
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
  api: ApiClient,
  orgId: string,
  apiKeyId: string,
  entry: string,
  query: AccessListEntryQuery,
): Promise<AccessListEntry | undefined> {
  const found = await readEntry(api, orgId, apiKeyId, entry, query);
  const other = otherNameOf(entry);
  return found ?? (other === undefined ? undefined : readEntry(api, orgId, apiKeyId, other, query));
}

/** `10.0.0.1` and `10.0.0.1/32` are the same entry, and `::1` and `::1/128`. */
function otherNameOf(entry: string): string | undefined {
  const [address = "", mask] = entry.split("/");
  const full = address.includes(":") ? "128" : "32";
  if (mask === undefined) return `${address}/${full}`;
  return mask === full ? address : undefined;
}

function fieldsOf(entry: AccessListEntry): AccessListEntry {
  return pick({ ...entry }, [
    "cidrBlock",
    "ipAddress",
    "count",
    "created",
    "lastUsed",
    "lastUsedAddress",
    "links",
  ]);
}

/** Arguments of {@link getAccessList}. */
export interface GetAccessListArgs extends FunctionArgs {
  orgId: string;
  apiKeyId: string;
}

/** Result of {@link getAccessList}: the entries of every page. */
export type GetAccessListResult = GetAccessListEntryResult[];

const listShape = z.strictObject({ orgId: filled, apiKeyId: filled });

/** All entries of the access list of an API key, of every page. */
export async function getAccessList(
  args: GetAccessListArgs,
  _options?: pulumi.InvokeOptions,
): Promise<GetAccessListResult> {
  return invoke("getAccessList", listShape, args, async (api, { orgId, apiKeyId }) =>
    (await listAccessList(api, orgId, apiKeyId)).map(fieldsOf),
  );
}

/** The {@link getAccessList} of values that are known later. */
export function getAccessListOutput(
  args: InputsOf<GetAccessListArgs>,
  _options?: pulumi.InvokeOptions,
): pulumi.Output<GetAccessListResult> {
  return invokeOutput(args, getAccessList);
}
