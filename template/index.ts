import "./protect";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const projectId = new pulumi.Config().require("projectId");

/** Notifies the owners of the project when a replica set has no primary. */
const noPrimary = new opsmanager.AlertConfig("no-primary", {
  projectId,
  enabled: true,
  eventTypeName: "NO_PRIMARY",
  notifications: [
    {
      typeName: "GROUP",
      role: "GROUP_OWNER",
      emailEnabled: true,
      smsEnabled: false,
      intervalMin: 60,
      delayMin: 0,
    },
  ],
});

export const alertConfigId = noPrimary.alertConfigId;
/** When the project's audit logs rotate. */
export const auditLogRotation = opsmanager.getAuditLogRotationOutput({ projectId }).effective;
