// Two alert configurations of a project: one for the state of a replica set, one for a metric of its hosts.
import "./protect";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const config = new pulumi.Config();
const projectId = config.require("projectId");

/** Pages immediately when too few members of a payment replica set are healthy. */
const fewMembers = new opsmanager.AlertConfig("few-healthy-members", {
  projectId,
  enabled: true,
  eventTypeName: "TOO_FEW_HEALTHY_MEMBERS",
  threshold: { operator: "LESS_THAN", threshold: 2 },
  matchers: [{ fieldName: "REPLICA_SET_NAME", operator: "STARTS_WITH", value: "payments" }],
  notifications: [
    { typeName: "PAGER_DUTY", serviceKey: config.requireSecret("pagerDutyKey"), delayMin: 0 },
    { typeName: "EMAIL", emailAddress: "databases@example.com", intervalMin: 30, delayMin: 0 },
  ],
});

/** Notifies the database team when a primary has had too many connections for ten minutes. */
const manyConnections = new opsmanager.AlertConfig("many-connections", {
  projectId,
  enabled: true,
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  metricThreshold: { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 4000, units: "RAW" },
  matchers: [{ fieldName: "TYPE_NAME", operator: "EQUALS", value: "PRIMARY" }],
  notifications: [
    {
      typeName: "GROUP",
      roles: ["GROUP_DATA_ACCESS_ADMIN", "GROUP_OWNER"],
      emailEnabled: true,
      smsEnabled: false,
      intervalMin: 60,
      delayMin: 10,
    },
  ],
});

export const alertConfigIds = [fewMembers.alertConfigId, manyConnections.alertConfigId];
export const createdAt = fewMembers.created;
