import { normalizeCidr } from "./addresses";
import type { AccessListEntry } from "./entities";
import { serviceError } from "./errors";
import { readFields } from "./fields";

const RULES = { ipAddress: { type: "string" }, cidrBlock: { type: "string" } } as const;
const READ_ONLY = ["count", "created", "lastUsed", "lastUsedAddress", "links"];

/** The part of an entry that a request gives. */
export type Address = Pick<AccessListEntry, "cidrBlock" | "ipAddress">;

/**
 * Reads the addresses of a POST: an array of objects, each with `ipAddress` or `cidrBlock` (Ops Manager documentation,
 * "Create Access List Entries for One API Key").
 */
export function readAddresses(body: unknown): Address[] {
  if (!Array.isArray(body)) throw serviceError("INVALID_JSON");
  if (body.length === 0) throw refuse("there are none");
  const addresses = body.map((entry, index) => readAddress(entry, `[${index}]`));
  const seen = new Set<string>();
  for (const { cidrBlock } of addresses) {
    if (seen.has(cidrBlock)) throw serviceError("DUPLICATE_ADDRESSES_IN_INPUT", cidrBlock);
    seen.add(cidrBlock);
  }
  return addresses;
}

function readAddress(entry: unknown, path: string): Address {
  const { ipAddress, cidrBlock } = readFields(entry, RULES, { path, readOnly: READ_ONLY });
  if ((ipAddress === undefined) === (cidrBlock === undefined))
    throw refuse(`${path} needs either ipAddress or cidrBlock`);
  const given = ipAddress ?? cidrBlock ?? "";
  const isBlock = given.includes("/");
  const block = isBlock === (cidrBlock !== undefined) ? normalizeCidr(given) : undefined;
  if (block === undefined) throw serviceError("INVALID_IP_ADDRESS_OR_CIDR_NOTATION", given);
  // A block of one address is that address.
  const [address = "", prefix] = block.split("/");
  const isSingle = prefix === (address.includes(":") ? "128" : "32");
  return { cidrBlock: block, ipAddress: isSingle ? address : null };
}

function refuse(problem: string): Error {
  return serviceError("BAD_ACCESS_LIST_ADD_REQUEST", problem);
}
