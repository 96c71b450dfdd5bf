// One set of alert configurations for several projects, with exceptions for some of them.
import "./protect";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const config = new pulumi.Config();
const projects = config.requireObject<Record<string, string>>("projects");

const pager = { typeName: "PAGER_DUTY", serviceKey: config.requireSecret("pagerDutyKey"), delayMin: 0 };
const mail = { typeName: "EMAIL", emailAddress: "databases@example.com", intervalMin: 60, delayMin: 10 };

type Members = Record<string, opsmanager.AlertConfigMember>;

/** What every project has. The names are those of the preview. */
const standard = {
  "no-primary": { eventTypeName: "NO_PRIMARY", enabled: true, notifications: [pager, mail] },
  "host-down": { eventTypeName: "HOST_DOWN", enabled: true, notifications: [mail] },
  connections: {
    eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
    enabled: true,
    metricThreshold: { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 4000, units: "RAW" },
    notifications: [mail],
  },
} satisfies Members;

/** What some projects have in addition, or in place of the standard. */
const exceptions: Record<string, Members> = {
  staging: {
    "no-primary": { eventTypeName: "NO_PRIMARY", enabled: true, notifications: [mail] },
    connections: {
      ...standard.connections,
      metricThreshold: { ...standard.connections.metricThreshold, threshold: 9000 },
    },
  },
};

const sets = Object.entries(projects).map(
  ([name, projectId]) =>
    new opsmanager.AlertConfigSet(name, {
      projectId,
      alertConfigs: { ...standard, ...exceptions[name] },
      unmanaged: "report",
    }),
);

export const alertConfigIds = sets.map((set) => set.alertConfigIds);
export const unmanaged = sets.map((set) => set.unmanagedAlertConfigs);
