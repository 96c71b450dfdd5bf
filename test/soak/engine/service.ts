/** What the service holds: objects that the program declares, and those of others. */

import { isDeepStrictEqual } from "node:util";
import type { Dice } from "../../../scripts/soak/dice";
import type { Emulator, AlertConfig as LiveAlert, OplogS3Config as LiveStore } from "../../../src/emulator";
import type { AlertConfigBody } from "../../../src/fields/alert-config";
import { isAsDeclared } from "../as-declared";
import { ACCESS_LIST, type ArgsOf, type Chance, type Declaration, PROJECTS } from "./declarations";
import type { Recorded } from "./state";

/** The objects that nobody declares, as they were left. */
export type Foreign = ReturnType<typeof findForeign>;

/** Everything that the service starts with. */
export function findForeign(emulator: Emulator) {
  const clusters = PROJECTS.flatMap((project) => emulator.clusters(project).list());
  return {
    alerts: new Map(listAlerts(emulator).map((alert) => [alert.id, alert])),
    stores: new Map(emulator.oplogS3Configs.list().map((store) => [store.id, store])),
    entries: entriesIn(emulator),
    /** Those of the projects in which none was ever declared. */
    rotations: new Map(
      PROJECTS.map((project): [string, unknown] => [project, emulator.auditLogRotation.get(project)]),
    ),
    // The names of the clusters that were never declared, by id. The others show the name of the sharded cluster that they belong to.
    clusters: new Map(
      clusters.flatMap(({ id, parentId, clusterName }) =>
        parentId === undefined ? [[id, clusterName]] : [],
      ),
    ),
  };
}

export function listAlerts(emulator: Emulator): LiveAlert[] {
  return PROJECTS.flatMap((project) => emulator.alertConfigs(project).list());
}

function entriesIn(emulator: Emulator) {
  const list = emulator.accessList(ACCESS_LIST.apiKeyId).list();
  return new Map(list.map((each) => [each.cidrBlock, each]));
}

/** Others add objects of their own. */
export function addForeign(chance: Chance, emulator: Emulator, foreign: Foreign): void {
  const emailAddress = `${chance.unique("others")}@example.com`;
  const notifications = [{ id: chance.unique("id"), typeName: "EMAIL", delayMin: 0, emailAddress }];
  const alert = emulator
    .alertConfigs(chance.die.oneOf(PROJECTS))
    .add({ eventTypeName: "NO_PRIMARY", enabled: true, matchers: [], notifications });
  foreign.alerts.set(alert.id, alert);
  const id = chance.unique("others");
  foreign.stores.set(id, emulator.oplogS3Configs.set(id, { s3BucketName: "theirs", labels: [] }));
}

/** Somebody changes or deletes an object of the program. Returns what, for a reader. */
export function changeByHand(chance: Chance, emulator: Emulator, recorded: readonly Recorded[]): string {
  const { die } = chance;
  const record = chooseFrom(die, recorded);
  if (record === undefined) return "nothing";
  const { kind, id } = record;
  switch (kind) {
    case "AccessListEntry": {
      const [, apiKeyId, entry = ""] = /^\w+\/(\w+)\/(.*)$/.exec(id) ?? [];
      emulator.accessList(apiKeyId).delete(entry);
      return `entry ${entry}`;
    }
    case "AuditLogRotation":
      emulator.auditLogRotation.update(id, { timeThresholdHrs: die.between(1, 48) });
      return `rotation of ${id}`;
    case "OplogS3Config": {
      const stores = emulator.oplogS3Configs;
      const live = stores.get(id);
      if (live === undefined) return "nothing";
      die.oneOf<() => unknown>([
        () => stores.delete(id),
        () => stores.update(id, { labels: ["by hand"] }),
        () => stores.update(id, { assignmentEnabled: !live.assignmentEnabled }),
      ])();
      return `store ${id}`;
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
      const alerts = emulator.alertConfigs(alert.groupId);
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
  const stores = new Map(emulator.oplogS3Configs.list().map((store) => [store.id, store]));
  const entries = entriesIn(emulator);
  /** Takes an alert configuration out, so that those left over remain. */
  const expectAlert = (
    what: string,
    id: string | undefined,
    projectId: string,
    body: AlertConfigBody,
  ): void => {
    const live = alerts.get(id ?? "");
    if (live?.groupId !== projectId) problems.push(`${what} (${id}) does not exist in ${projectId}`);
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
      case "AlertConfig":
        expectAlert(name, record.alertIds[0], args.projectId, args);
        break;
      case "AlertConfigSet": {
        const names = Object.keys(args.alertConfigs).sort();
        if (!isDeepStrictEqual(Object.keys(record.members).sort(), names))
          problems.push(`${name} has ${Object.keys(record.members).join()}, not ${names.join()}`);
        for (const [member, body] of Object.entries(args.alertConfigs))
          expectAlert(`${name}.${member}`, record.members[member], args.projectId, body);
        break;
      }
      case "AccessListEntry":
        if (record.id !== `${args.orgId}/${args.apiKeyId}/${args.entry}`)
          problems.push(`${name} has the id ${record.id}`);
        if (!entries.delete(args.entry)) problems.push(`${args.entry} is not in the access list`);
        break;
      case "AuditLogRotation": {
        const { sizeThresholdMB, timeThresholdHrs } = emulator.auditLogRotation.get(args.projectId) ?? {};
        if (sizeThresholdMB !== args.sizeThresholdMB || timeThresholdHrs !== args.timeThresholdHrs)
          problems.push(`${name} is ${sizeThresholdMB} MB and ${timeThresholdHrs} h`);
        break;
      }
      case "OplogS3Config": {
        if (record.id !== args.storeId) problems.push(`${name} has the id ${record.id}`);
        const wrong = differingFields(args, stores.get(args.storeId));
        if (wrong.length > 0) problems.push(`${args.storeId} has another ${wrong.join()}`);
        stores.delete(args.storeId);
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
  for (const [project, before] of foreign.rotations)
    if (!isDeepStrictEqual(emulator.auditLogRotation.get(project), before))
      problems.push(`the log rotation of ${project}, which is not declared, has changed`);
  problems.push(...compareForeign("entry", entries, foreign.entries));
  problems.push(...compareForeign("alert configuration", alerts, foreign.alerts));
  problems.push(...compareForeign("store", stores, foreign.stores));
  return problems;
}

function differingFields(args: ArgsOf<"OplogS3Config">, live: LiveStore | undefined): string[] {
  if (live === undefined) return ["existence"];
  const { storeId: _, connection: __, adopt: ___, ...fields } = args;
  return Object.entries(fields).flatMap(([field, value]) =>
    isDeepStrictEqual(live[field as keyof LiveStore], value) ? [] : [field],
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
