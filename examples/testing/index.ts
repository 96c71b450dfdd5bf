// A program as yours may be; program.test.ts beside it tests it.
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const projectId = new pulumi.Config().require("projectId");

/** Tells the people on duty that replica sets of the shop have no primary. */
const noPrimary = new opsmanager.AlertConfig("no-primary", {
  projectId,
  enabled: true,
  eventTypeName: "NO_PRIMARY",
  matchers: [{ fieldName: "CLUSTER_NAME", operator: "EQUALS", value: "orders" }],
  notifications: [{ typeName: "EMAIL", emailAddress: "on-duty@example.com", intervalMin: 15, delayMin: 0 }],
});

export const alertConfigId = noPrimary.alertConfigId;
/** The version of the service that the alerts were declared for. */
export const serviceVersion = opsmanager.getServiceVersionOutput().versionString;
