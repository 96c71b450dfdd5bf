// How the audit logs of a project are rotated. Nothing is managed: this only reads.
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const config = new pulumi.Config();

const rotation = opsmanager.getAuditLogRotationOutput({ projectId: config.require("projectId") });

export const sizeThresholdMB = rotation.sizeThresholdMB;
/** What holds where nothing is configured: the documented defaults are filled in. */
export const effective = rotation.effective;
export const keepsLogsForever = rotation.effective.numTotal.apply((total) => total === 0);
