import { BlockList, isIP, isIPv6 } from "node:net";

/**
 * Normalizes an address or a block to canonical CIDR notation; `undefined` if it is neither. An address and its `/32`
 * (IPv6: `/128`) are the same entry (Ops Manager documentation, "Get All Access List Entries for One API Key").
 */
export function normalizeCidr(entry: string): string | undefined {
  const [address = "", prefix, ...rest] = entry.split("/");
  const bits = isIPv6(address) ? 128 : 32;
  // An address with a zone, such as fe80::1%eth0, is valid on one machine only.
  if (isIP(address) === 0 || address.includes("%") || rest.length > 0) return undefined;
  if (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)) return undefined;
  return `${normalizeAddress(address)}/${prefix === undefined ? bits : Number(prefix)}`;
}

/** Whether the block contains the address; what is not a block contains none. */
export function contains(cidrBlock: string, address: string): boolean {
  if (normalizeCidr(cidrBlock) === undefined) return false;
  const [network = "", prefix = isIPv6(network) ? 128 : 32] = cidrBlock.split("/");
  const family = isIPv6(network) ? "ipv6" : "ipv4";
  if (isIPv6(address) !== (family === "ipv6")) return false;
  const blocks = new BlockList();
  blocks.addSubnet(network, Number(prefix), family);
  return blocks.check(address, family);
}

function normalizeAddress(address: string): string {
  // The URL parser is the only function of Node.js that shortens IPv6 addresses (RFC 5952).
  return isIPv6(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}
