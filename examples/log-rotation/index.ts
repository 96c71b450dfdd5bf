// Rotates the audit and the system logs of a project. Both have settings already, which a preview shows.
import "./protect";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const projectId = new pulumi.Config().require("projectId");

const auditLogs = new opsmanager.AuditLogRotation("audit-logs", {
  projectId,
  sizeThresholdMB: 500,
  timeThresholdHrs: 24,
  // At most 5 percent of the disk.
  percentOfDiskspace: 0.05,
});

const systemLogs = new opsmanager.SystemLogRotation("system-logs", {
  projectId,
  sizeThresholdMB: 1000,
  timeThresholdHrs: 24,
  numUncompressed: 2,
  numTotal: 30,
});

export const auditLogRotation = auditLogs.effective;
export const systemLogRotation = systemLogs.effective;
