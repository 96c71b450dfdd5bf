// Reads the audit log rotation of a project. Manages no resources.
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const config = new pulumi.Config();

const rotation = opsmanager.getAuditLogRotationOutput({ projectId: config.require("projectId") });

export const sizeThresholdMB = rotation.sizeThresholdMB;
/** The values in effect: the documented defaults are used for settings that are not configured. */
export const effective = rotation.effective;
export const keepsLogsForever = rotation.effective.numTotal.apply((total) => total === 0);
