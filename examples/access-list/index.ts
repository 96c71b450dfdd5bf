// Adds an address to the access list of an API key, and reads the list and when each entry was last used.
import "./protect";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const config = new pulumi.Config();
const key = { orgId: config.require("orgId"), apiKeyId: config.require("apiKeyId") };

/** The entry of the office network. */
const office = opsmanager.getAccessListEntryOutput({ ...key, entry: config.require("accessListEntry") });

/** The address of the machines that deploy. */
const pipeline = new opsmanager.AccessListEntry("pipeline", { ...key, entry: "192.0.2.17" });

/** All entries, once the address is among them. */
const all = opsmanager.getAccessListOutput({ ...key, apiKeyId: pipeline.apiKeyId });

export const officeLastUsed = office.lastUsed;
export const officeLastUsedAddress = office.lastUsedAddress;
export const neverUsed = all.apply((entries) =>
  entries.filter(({ count }) => count === 0).map(({ cidrBlock }) => cidrBlock),
);
