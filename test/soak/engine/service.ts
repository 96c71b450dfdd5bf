/** What the service holds: objects that the program declares, and those of others. */

import { isDeepStrictEqual } from "node:util";
import type { Dice } from "../../../scripts/soak/dice";
import type { AlertConfig, Emulator, OplogS3Config } from "../../../src/emulator";
import type { AlertConfigBody } from "../../../src/fields/alert-config";
import { isAsDeclared } from "../as-declared";
import type { Chance } from "./choices";
import { type Declaration, LISTED_KEY, ORG, PROJECTS } from "./declarations";
import type { Recorded } from "./state";

/** The objects that nobody declares, as they were left. */
export type Foreign = ReturnType<typeof findForeign>;

/** Everything that the service starts with. */
export function findForeign(emulator: Emulator) {
  const clusters = PROJECTS.flatMap((project) => emulator.clusters(project).list());
  return {
    alerts: new Map(listAlerts(emulator).map((alert) => [alert.id, alert])),
    stores: storesIn(emulator),
    entries: entriesOf(emulator),
    projects: projectsOf(emulator),
    /** Those that were never declared. */
    rotations: new Map(
      PROJECTS.map((project) => [project as string, emulator.auditLogRotation.get(project)]),
    ),
    // The names of the clusters that were never declared, by id. The others show the name of the sharded cluster that they belong to.
    clusters: new Map(
      clusters.flatMap(({ id, parentId, clusterName }) =>
        parentId === undefined ? [[id, clusterName]] : [],
      ),
    ),
  };
}

/** By kind and id. */
function storesIn(emulator: Emulator) {
  return new Map<string, OplogS3Config>(
    STORES.flatMap((kind) =>
      storesOf(emulator, kind)
        .list()
        .map((store) => [`${kind} ${store.id}`, store] as const),
    ),
  );
}

type StoreKind = (typeof STORES)[number];
const STORES = ["OplogS3Config", "S3SnapshotStore"] as const;

/** Those of the other kind have further fields. */
export function storesOf(emulator: Emulator, kind: StoreKind): Emulator["oplogS3Configs"] {
  return kind === "OplogS3Config" ? emulator.oplogS3Configs : emulator.s3SnapshotStores;
}

/** A global one has no project. */
type LiveAlert = Omit<AlertConfig, "groupId"> & Partial<Pick<AlertConfig, "groupId">>;

function entriesOf(emulator: Emulator) {
  return new Map(
    emulator
      .accessList(LISTED_KEY)
      .list()
      .map((entry) => [entry.cidrBlock, entry]),
  );
}

/** Without those that are being deleted. */
export function projectsOf(emulator: Emulator) {
  const projects = emulator.entities("projects").list();
  return new Map(projects.filter(({ deleted }) => deleted === undefined).map((each) => [each.id, each]));
}

export function listAlerts(emulator: Emulator): LiveAlert[] {
  return [
    ...PROJECTS.flatMap((project) => emulator.alertConfigs(project).list()),
    ...emulator.globalAlertConfigs.list(),
  ];
}

/** Others add objects of their own. */
export function addForeign(chance: Chance, emulator: Emulator, foreign: Foreign): void {
  const emailAddress = `${chance.unique("others")}@example.com`;
  const notifications = [{ id: chance.unique("id"), typeName: "EMAIL", delayMin: 0, emailAddress }];
  const alert = emulator
    .alertConfigs(chance.die.oneOf(PROJECTS))
    .add({ eventTypeName: "NO_PRIMARY", enabled: true, matchers: [], notifications });
  foreign.alerts.set(alert.id, alert);
  const { groupId: _, id: __, ...content } = alert;
  const global = emulator.globalAlertConfigs.add({ ...content, forAllGroups: true, groupIds: [], tags: [] });
  foreign.alerts.set(global.id, global);
  const list = emulator.accessList(LISTED_KEY);
  const entry = list.add({ cidrBlock: `203.0.113.${chance.die.between(1, 254)}/32`, count: 0 });
  foreign.entries.set(entry.cidrBlock, entry);
  const project = emulator.entities("projects").add({ orgId: ORG, name: chance.unique("others"), tags: [] });
  foreign.projects.set(project.id, project);
  const id = chance.unique("others");
  for (const kind of STORES)
    foreign.stores.set(
      `${kind} ${id}`,
      storesOf(emulator, kind).set(id, { s3BucketName: "theirs", labels: [] }),
    );
}

/** Somebody changes or deletes an object of the program. Returns what, for a reader. */
export function changeByHand(chance: Chance, emulator: Emulator, recorded: readonly Recorded[]): string {
  const { die } = chance;
  const record = chooseFrom(die, recorded);
  if (record === undefined) return "nothing";
  const { kind, id } = record;
  switch (kind) {
    case "AccessListEntry": {
      const entry = id.split("/").slice(2).join("/");
      return emulator.accessList(LISTED_KEY).delete(entry) ? `entry ${entry}` : "nothing";
    }
    case "AuditLogRotation": {
      if (die.chance(0.3)) emulator.auditLogRotation.delete(id);
      else emulator.auditLogRotation.set(id, { groupId: id, sizeThresholdMB: 77, timeThresholdHrs: 7 });
      return `rotation of ${id}`;
    }
    case "Project": {
      const projects = emulator.entities("projects");
      if (!projectsOf(emulator).has(id)) return "nothing";
      die.oneOf<() => unknown>([
        () => projects.delete(id),
        () => projects.update(id, { name: chance.unique("by-hand") }),
        () => projects.update(id, { tags: ["BY-HAND"] }),
      ])();
      return `project ${id}`;
    }
    case "OplogS3Config":
    case "S3SnapshotStore": {
      const stores = storesOf(emulator, kind);
      const live = stores.get(id);
      if (live === undefined) return "nothing";
      die.oneOf<() => unknown>([
        () => stores.delete(id),
        () => stores.update(id, { labels: ["by hand"] }),
        () => stores.update(id, { assignmentEnabled: !live.assignmentEnabled }),
      ])();
      return `${kind} ${id}`;
    }
    case "ClusterName": {
      const [projectId, clusterId = ""] = id.split("/");
      emulator.clusters(projectId).update(clusterId, { clusterName: chance.unique("by-hand") });
      return `cluster ${clusterId}`;
    }
    case "VersionManifest": {
      const text = emulator.versionManifest.get("current")?.text ?? "";
      const document = JSON.parse(text) as { versions: object[] };
      const changed = JSON.stringify({ ...document, versions: document.versions.slice(0, 2) });
      emulator.versionManifest.set("current", { text: changed });
      return "manifest";
    }
    default: {
      const alert = chooseFrom(
        die,
        listAlerts(emulator).filter((each) => record.alertIds.includes(each.id)),
      );
      if (alert === undefined) return "nothing";
      const alerts =
        alert.groupId === undefined ? emulator.globalAlertConfigs : emulator.alertConfigs(alert.groupId);
      const [first, ...others] = alert.notifications;
      die.oneOf<() => unknown>([
        () => alerts.delete(alert.id),
        () => alerts.update(alert.id, { enabled: !alert.enabled }),
        () => alerts.update(alert.id, { notifications: [{ ...first, delayMin: 17 }, ...others] }),
        () => alerts.update(alert.id, { eventTypeName: "NO_PRIMARY", metricThreshold: null, matchers: [] }),
      ])();
      return `alert configuration ${alert.id}`;
    }
  }
}

function chooseFrom<T>(die: Dice, choices: readonly T[]): T | undefined {
  const [first, ...others] = choices;
  return first === undefined ? undefined : die.oneOf([first, ...others]);
}

/** The problems: what is lost, left over, doubled or different. */
export function compareService(
  emulator: Emulator,
  declarations: readonly Declaration[],
  recorded: readonly Recorded[],
  foreign: Foreign,
): string[] {
  const problems: string[] = [];
  const alerts = new Map(listAlerts(emulator).map((alert) => [alert.id, alert]));
  const stores = storesIn(emulator);
  const entries = entriesOf(emulator);
  const projects = projectsOf(emulator);
  /** Takes an alert configuration out, so that those left over remain. */
  const expectAlert = (
    what: string,
    id: string | undefined,
    projectId: string | undefined,
    body: AlertConfigBody,
  ): void => {
    const live = alerts.get(id ?? "");
    if (live === undefined || live.groupId !== projectId)
      problems.push(`${what} (${id}) does not exist in ${projectId ?? "the service"}`);
    else if (!isAsDeclared(body, live))
      problems.push(`${what} is ${JSON.stringify(live)}, not ${JSON.stringify(body)}`);
    alerts.delete(id ?? "");
  };

  for (const declaration of declarations) {
    const { kind, name, args } = declaration;
    const found = recorded.filter((each) => each.name === name && each.kind === kind);
    const [record] = found;
    if (record === undefined || found.length > 1) {
      problems.push(`${name} is ${found.length} times in the state`);
      continue;
    }
    switch (kind) {
      case "AccessListEntry": {
        const live = emulator.accessList(LISTED_KEY).get(args.entry);
        if (record.id !== `${ORG}/${LISTED_KEY}/${args.entry}`)
          problems.push(`${name} has the id ${record.id}`);
        if (live === undefined) problems.push(`the entry ${args.entry} does not exist`);
        else entries.delete(live.cidrBlock);
        break;
      }
      case "AuditLogRotation": {
        if (record.id !== args.projectId) problems.push(`${name} has the id ${record.id}`);
        const { projectId, connection: _, disableOnDestroy: __, ...fields } = args;
        const wrong = differingFields(fields, emulator.auditLogRotation.get(projectId));
        if (wrong.length > 0) problems.push(`the rotation of ${projectId} has another ${wrong.join()}`);
        break;
      }
      case "Project": {
        const { connection: _, allowDelete: __, tags, ...fields } = args;
        const live = projects.get(record.id);
        const wrong = differingFields(
          { ...fields, tags: [...tags].sort() },
          live && { ...live, tags: live.tags?.sort() },
        );
        if (wrong.length > 0) problems.push(`the project ${name} (${record.id}) has another ${wrong.join()}`);
        projects.delete(record.id);
        break;
      }
      case "AlertConfig":
        expectAlert(name, record.alertIds[0], args.projectId, args);
        break;
      case "GlobalAlertConfig": {
        const { forAllGroups, groupIds = [], tags = [] } = args;
        const wrong = differingFields({ forAllGroups, groupIds, tags }, alerts.get(record.id));
        if (wrong.length > 0) problems.push(`${name} (${record.id}) has another ${wrong.join()}`);
        expectAlert(name, record.id, undefined, args);
        break;
      }
      case "AlertConfigSet": {
        const names = Object.keys(args.alertConfigs).sort();
        if (!isDeepStrictEqual(Object.keys(record.members).sort(), names))
          problems.push(`${name} has ${Object.keys(record.members).join()}, not ${names.join()}`);
        for (const [member, body] of Object.entries(args.alertConfigs))
          expectAlert(`${name}.${member}`, record.members[member], args.projectId, body);
        break;
      }
      case "OplogS3Config":
      case "S3SnapshotStore": {
        if (record.id !== args.storeId) problems.push(`${name} has the id ${record.id}`);
        const { storeId: _, connection: __, adopt: ___, ...fields } = args;
        const key = `${kind} ${args.storeId}`;
        const wrong = differingFields(fields, stores.get(key));
        if (wrong.length > 0) problems.push(`${key} has another ${wrong.join()}`);
        stores.delete(key);
        break;
      }
      case "ClusterName": {
        if (record.id !== `${args.projectId}/${args.clusterId}`)
          problems.push(`${name} has the id ${record.id}`);
        const live = emulator.clusters(args.projectId).get(args.clusterId)?.clusterName;
        if (live !== args.clusterName)
          problems.push(`${args.clusterId} is "${live}", not "${args.clusterName}"`);
        break;
      }
      case "VersionManifest":
        if (emulator.versionManifest.get("current")?.text !== args.text)
          problems.push("the manifest is another one");
    }
  }
  const names = declarations.map(({ name }) => name);
  for (const { name } of recorded) if (!names.includes(name)) problems.push(`${name} is still in the state`);
  for (const { id, clusterName } of PROJECTS.flatMap((project) => emulator.clusters(project).list())) {
    const name = foreign.clusters.get(id) ?? clusterName;
    if (clusterName !== name)
      problems.push(`${id}, which is not declared, is "${clusterName}", not "${name}"`);
  }
  problems.push(...compareForeign("alert configuration", alerts, foreign.alerts));
  problems.push(...compareForeign("store", stores, foreign.stores));
  problems.push(...compareForeign("access list entry", entries, foreign.entries));
  problems.push(...compareForeign("project", projects, foreign.projects));
  for (const [id, before] of foreign.rotations)
    if (!isDeepStrictEqual(emulator.auditLogRotation.get(id), before))
      problems.push(`the rotation of ${id}, which is not declared, was changed`);
  return problems;
}

function differingFields(fields: object, live: object | undefined): string[] {
  if (live === undefined) return ["existence"];
  const found = new Map<string, unknown>(Object.entries(live));
  return Object.entries(fields).flatMap(([field, value]) =>
    isDeepStrictEqual(found.get(field), value) ? [] : [field],
  );
}

function compareForeign<T extends object>(
  what: string,
  left: ReadonlyMap<string, T>,
  foreign: ReadonlyMap<string, T>,
): string[] {
  const over = [...left].filter(([id]) => !foreign.has(id));
  const lost = [...foreign].filter(([id, before]) => !isDeepStrictEqual(left.get(id), before));
  return [
    ...over.map(([id, live]) => `the ${what} ${id} is left over: ${JSON.stringify(live)}`),
    ...lost.map(
      ([id, before]) =>
        `the ${what} ${id} of others was ${JSON.stringify(before)}, is ${JSON.stringify(left.get(id))}`,
    ),
  ];
}
