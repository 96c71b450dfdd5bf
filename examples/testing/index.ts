// A sample program; program.test.ts and mocks.test.ts test it.
import "./protect";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const projectId = new pulumi.Config().require("projectId");

/** Notifies the on-call engineers when a replica set of the shop has no primary. */
const noPrimary = new opsmanager.AlertConfig("no-primary", {
  projectId,
  enabled: true,
  eventTypeName: "NO_PRIMARY",
  matchers: [{ fieldName: "CLUSTER_NAME", operator: "EQUALS", value: "orders" }],
  notifications: [{ typeName: "EMAIL", emailAddress: "on-duty@example.com", intervalMin: 15, delayMin: 0 }],
});

export const alertConfigId = noPrimary.alertConfigId;
/** The version of the service. */
export const serviceVersion = opsmanager.getServiceVersionOutput().versionString;
