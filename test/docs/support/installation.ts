/** What an Ops Manager contains from which the pages in `docs/tasks` start: three projects with much in common. */

import { SEED } from "../../../src/emulator/seed";
import type { AlertConfig, State } from "../../../src/emulator/entities";

export const SLACK_TOKEN = "xoxb-example-0001-2222";

const PROJECTS = ["billing", "orders", "shop", "returns"].map((name, index) => ({
  id: `64a1c2d3e4f5061728394a0${index + 1}`,
  orgId: SEED.orgs[0]?.id ?? "",
  name,
}));
const mail = {
  id: "65d0e1f2a3b4c5d6e7f80a01",
  typeName: "EMAIL",
  emailAddress: "dba@example.com",
  delayMin: 0,
  intervalMin: 60,
};
const slack = {
  id: "65d0e1f2a3b4c5d6e7f80a02",
  typeName: "SLACK",
  channelName: "#db-alerts",
  apiToken: SLACK_TOKEN,
  delayMin: 0,
  intervalMin: 15,
};
const STANDARD = [
  { eventTypeName: "NO_PRIMARY", notifications: [mail, slack] },
  { eventTypeName: "HOST_DOWN", notifications: [mail] },
  {
    eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
    notifications: [mail],
    metricThreshold: {
      metricName: "CONNECTIONS",
      mode: "AVERAGE",
      operator: "GREATER_THAN",
      threshold: 4000,
      units: "RAW",
    },
  },
];

const alertConfig = (
  groupId: string,
  id: string,
  fields: Pick<AlertConfig, "eventTypeName" | "notifications">,
): AlertConfig => ({
  id,
  groupId,
  enabled: true,
  matchers: [],
  created: "2026-03-01T08:00:00Z",
  updated: "2026-03-01T08:00:00Z",
  ...fields,
});
const [billing, orders, shop] = PROJECTS.map(({ id }) => id);

export const INSTALLATION: Partial<State> = {
  projects: PROJECTS,
  alertConfigs: [
    ...[billing, orders, shop].flatMap((groupId = "", project) =>
      STANDARD.map((fields, index) =>
        alertConfig(groupId, `65d0e1f2a3b4c5d6e7f8090${project * 3 + index}`, fields),
      ),
    ),
    alertConfig(shop ?? "", "65d0e1f2a3b4c5d6e7f80910", {
      eventTypeName: "TOO_MANY_ELECTIONS",
      notifications: [slack],
    }),
  ],
  clusters: [],
  oplogS3Configs: [],
};
