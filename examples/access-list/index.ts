// Reads the access list of an API key and when each entry was last used. Manages no resources.
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const config = new pulumi.Config();
const key = { orgId: config.require("orgId"), apiKeyId: config.require("apiKeyId") };

/** The entry of the office network. */
const office = opsmanager.getAccessListEntryOutput({ ...key, entry: config.require("accessListEntry") });

/** All entries. */
const all = opsmanager.getAccessListOutput(key);

export const officeLastUsed = office.lastUsed;
export const officeLastUsedAddress = office.lastUsedAddress;
export const neverUsed = all.apply((entries) =>
  entries.filter(({ count }) => count === 0).map(({ cidrBlock }) => cidrBlock),
);
