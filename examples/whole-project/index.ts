// A project with everything around its alerts, from nothing and back.
import "./protect";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const config = new pulumi.Config();

const project = new opsmanager.Project("shop", {
  name: "shop-eu",
  orgId: config.require("orgId"),
  tags: ["TEAM-SHOP", "EU"],
  // Lets `pulumi destroy` delete the project with everything in it. Leave it out for a project that has data.
  allowDelete: true,
});

// A preview knows this id also while it shows that the name or the tags of the project change.
const projectId = project.id;

const pager = { typeName: "PAGER_DUTY", serviceKey: config.requireSecret("pagerDutyKey"), delayMin: 0 };
const mail = { typeName: "EMAIL", emailAddress: "databases@example.com", intervalMin: 60, delayMin: 10 };

const rotation = { projectId, sizeThresholdMB: 1000, timeThresholdHrs: 24, numTotal: 30 };
const auditLogs = new opsmanager.AuditLogRotation("shop-audit", rotation);
const systemLogs = new opsmanager.SystemLogRotation("shop-system", rotation);

// Lets the team use its API key of the organization from its network.
const network = new opsmanager.AccessListEntry("shop-network", {
  orgId: project.orgId,
  apiKeyId: config.require("apiKeyId"),
  entry: "203.0.113.64/27",
});

const alerts = new opsmanager.AlertConfigSet("shop", {
  projectId,
  alertConfigs: {
    "no-primary": { eventTypeName: "NO_PRIMARY", enabled: true, notifications: [pager, mail] },
    "host-down": { eventTypeName: "HOST_DOWN", enabled: true, notifications: [mail] },
  },
  unmanaged: "report",
});

// The names of clusters by their ids. The service discovers clusters once their agents run:
// pulumi config set clusterNames '{"62d1f3b7a90e4c5d8b2f6e01": "orders"}'
const clusterNames = config.getObject<Record<string, string>>("clusterNames") ?? {};
const clusters = Object.entries(clusterNames).map(
  ([clusterId, clusterName]) =>
    new opsmanager.ClusterName(clusterName, { projectId, clusterId, clusterName }),
);

export const id = projectId;
/** For the agents of the project. */
export const agentApiKey = project.agentApiKey;
export const alertConfigIds = alerts.alertConfigIds;
export const logRotations = { audit: auditLogs.effective, system: systemLogs.effective };
export const cidrBlock = network.cidrBlock;
export const clusterTypes = clusters.map(({ typeName }) => typeName);
