/** Generated from `src/resources/access-list-entry/description.ts` by `npm run generate`: change that. */
import type * as pulumi from "@pulumi/pulumi";
import type { OutputsOf } from "../program/arguments";
import type { ClassData } from "../program/registration";
import type { LookUpOptions } from "../program/resource";
import type { Link } from "../types/link";
import { lookUp, OpsManagerResource } from "../program/resource";
import { registrationOf, showCreateOnly } from "../program/registration";

/** Arguments of {@link AccessListEntry}. */
export interface AccessListEntryArgs {
  /** The id of the organization. A change replaces the entry. */
  orgId: pulumi.Input<string>;
  /** The id of the API key, not its public part. A change replaces the entry. */
  apiKeyId: pulumi.Input<string>;
  /**
   * An address or a CIDR block, of IPv4 or IPv6. An address and its `/32` (IPv6: `/128`) are the same entry; the host bits of a
   * block count. A change replaces the entry, another spelling does not.
   */
  entry: pulumi.Input<string>;
  /**
   * Whether the first create adopts an entry that exists already. A later change has no effect.
   * @default false
   */
  adopt?: boolean | undefined;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same entry.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const ACCESS_LIST_ENTRY: ClassData = {
  what: "access list entry",
  inputs: ["orgId", "apiKeyId", "entry", "adopt"],
  outputs: ["cidrBlock", "ipAddress", "count", "created", "lastUsed", "lastUsedAddress", "links"],
  defaults: {},
  secrets: [],
  repeating: [],
  unique: ["orgId", "apiKeyId", "entry"],
  inIds: ["orgId", "apiKeyId", "entry"],
  createOnly: ["adopt"],
  canImport: true,
};

/**
 * An entry of the access list of an organization API key. As soon as the list has an entry, the key may be used only from the
 * addresses in the list. A replacement adds the new entry before it removes the old one. Destroying the resource removes the
 * entry; the service refuses that if the request comes with the same key from an address that no other entry contains. What the
 * service counts (`count`, `lastUsed`, `lastUsedAddress`) is as of the creation or the import.
 *
 * Required role of the API key: Organization Owner. A key needs no role to change its own access list.
 *
 * @example
 * ```ts
 * new opsmanager.AccessListEntry("office", {
 *   orgId: "60a2b7b1e4b0c5571d3f8e01",
 *   apiKeyId: "60a2b7bde4b0c5571d3f8e05",
 *   entry: "10.20.0.0/16",
 * });
 * ```
 */
export class AccessListEntry extends OpsManagerResource implements OutputsOf<AccessListEntryArgs> {
  declare readonly orgId: pulumi.Output<string>;
  declare readonly apiKeyId: pulumi.Output<string>;
  declare readonly entry: pulumi.Output<string>;
  declare readonly adopt: pulumi.Output<boolean | undefined>;
  /** The range in CIDR notation. A single address has `/32` (IPv6: `/128`). */
  declare readonly cidrBlock: pulumi.Output<string | undefined>;
  /** The address; absent for a range. */
  declare readonly ipAddress: pulumi.Output<string | undefined>;
  /** The number of requests from this address or range. */
  declare readonly count: pulumi.Output<number | undefined>;
  /** When the entry was added, ISO 8601 in UTC. */
  declare readonly created: pulumi.Output<string | undefined>;
  /** When the last request from this address or range arrived, ISO 8601 in UTC; absent before the first request. */
  declare readonly lastUsed: pulumi.Output<string | undefined>;
  /** The address of the last request; absent before the first request. */
  declare readonly lastUsedAddress: pulumi.Output<string | undefined>;
  /** Links to the entry and the API key. */
  declare readonly links: pulumi.Output<Link[] | undefined>;

  /**
   * @param name the name of the resource in the state
   * @param args `orgId`, `apiKeyId` and `entry` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: AccessListEntryArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<AccessListEntryArgs> = args ?? {};
    super("AccessListEntry", name, given, registrationOf(ACCESS_LIST_ENTRY, given), options);
    showCreateOnly(this, ACCESS_LIST_ENTRY, given);
  }

  /**
   * Reads an existing entry without managing it.
   *
   * @param name the name of the resource in the state
   * @param id `<orgId>/<apiKeyId>/<entry>`
   * @throws Error if it does not exist
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): AccessListEntry {
    return lookUp(AccessListEntry, name, id, options);
  }
}
