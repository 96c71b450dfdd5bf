// The program of each stack: the same alert configurations in every project of the stack. fleet.ts deploys it to many stacks.
import "./protect";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const config = new pulumi.Config();
const projects = config.requireObject<Record<string, string>>("projects");
const mail = {
  typeName: "EMAIL",
  emailAddress: config.get("mail") ?? "databases@example.com",
  intervalMin: 60,
  delayMin: 10,
};

const sets = Object.entries(projects).map(
  ([name, projectId]) =>
    new opsmanager.AlertConfigSet(name, {
      projectId,
      alertConfigs: {
        "no-primary": { eventTypeName: "NO_PRIMARY", enabled: true, notifications: [mail] },
        "host-down": { eventTypeName: "HOST_DOWN", enabled: true, notifications: [mail] },
      },
      unmanaged: "report",
    }),
);

export const alertConfigIds = sets.map((set) => set.alertConfigIds);
