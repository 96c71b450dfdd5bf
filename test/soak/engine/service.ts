/** What the service holds: objects that the program declares, and those of others. */

import { isDeepStrictEqual } from "node:util";
import type { Dice } from "../dice";
import type { AlertConfig, Emulator } from "../../../src/emulator";
import { normalizeCidr } from "../../../src/emulator/addresses";
import type { AlertConfigBody } from "../../../src/fields/alert-config";
import { omit, pick, withoutUndefined } from "../../../src/json";
import { isAsDeclared } from "../as-declared";
import type { Chance } from "./choices";
import { type Args, type Declaration, type Kind, LISTED_KEY, ORG, PROJECTS } from "./declarations";
import type { Recorded } from "./state";

/** An object of the service. */
type Live = Readonly<Record<string, unknown>>;
export type Objects = Map<string, Live>;

/** The objects that nobody declares, as they were left. One that anybody may change is `undefined`. */
export type Foreign = Map<string, Live | undefined>;

const COLLECTIONS = {
  AccessListEntry: "accessList",
  AlertConfig: "alertConfigs",
  AlertConfigSet: "alertConfigs",
  AuditLogRotation: "auditLogRotation",
  ClusterName: "clusters",
  FileSystemSnapshotStore: "fileSystemSnapshotStores",
  GlobalAlertConfig: "globalAlertConfigs",
  MongoSnapshotStore: "mongoSnapshotStores",
  OplogS3Config: "oplogS3Configs",
  Project: "projects",
  S3SnapshotStore: "s3SnapshotStores",
  VersionManifest: "versionManifest",
} as const satisfies Readonly<Record<Kind, string>>;
type Collection = (typeof COLLECTIONS)[Kind];

/** The kinds whose objects exist before and after their resources. */
export const SETTINGS: readonly Kind[] = ["AuditLogRotation", "ClusterName", "VersionManifest"];

export const keyOf = (kind: Kind, id: string): string => `${COLLECTIONS[kind]} ${id}`;

export const isAlert = (kind: Kind): boolean => kind === "AlertConfig" || kind === "GlobalAlertConfig";

/** The keys of the objects of a resource in the state. */
export const keysOf = ({ kind, objectIds }: Pick<Recorded, "kind" | "objectIds">): string[] =>
  objectIds.map((id) => keyOf(kind, id));

/** Everything that a round may change, by its key. */
export function objectsOf(emulator: Emulator): Objects {
  const state = emulator.snapshot();
  const objects: Readonly<Record<Collection, readonly object[]>> = {
    ...state,
    accessList: state.accessList.filter(({ apiKeyId }) => apiKeyId === LISTED_KEY),
    // The others show the name of the sharded cluster that they belong to.
    clusters: state.clusters
      .filter(({ parentId }) => parentId === undefined)
      .map((cluster) => pick(cluster, ["id", "groupId", "clusterName"])),
    // Without those that are being deleted.
    projects: state.projects.filter(({ deleted }) => deleted === undefined),
  };
  return new Map(
    [...new Set(Object.values(COLLECTIONS))].flatMap((collection) =>
      (objects[collection] as Live[]).map((live) => {
        const id = live["id"] ?? live["cidrBlock"] ?? live["groupId"];
        return [`${collection} ${String(id)}`, live] as const;
      }),
    ),
  );
}

/** Others add objects of their own. */
export function addForeign(chance: Chance, emulator: Emulator, foreign: Foreign): void {
  const { die, unique } = chance;
  const notification = { id: unique("id"), typeName: "EMAIL", emailAddress: `${unique("o")}@example.com` };
  const alert = { eventTypeName: "NO_PRIMARY", enabled: true, matchers: [], notifications: [notification] };
  const before = objectsOf(emulator);
  emulator.alertConfigs(die.oneOf(PROJECTS)).add(alert as never);
  emulator.globalAlertConfigs.add({ ...alert, forAllGroups: true, groupIds: [], tags: [] } as never);
  emulator.accessList(LISTED_KEY).add({ cidrBlock: `203.0.113.${die.between(1, 254)}/32`, count: 0 });
  emulator.entities("projects").add({ orgId: ORG, name: unique("others"), tags: [] });
  for (const stores of [emulator.oplogS3Configs, emulator.s3SnapshotStores])
    stores.set(unique("others"), { s3BucketName: "theirs", labels: [] });
  for (const [key, live] of objectsOf(emulator)) if (!before.has(key)) foreign.set(key, live);
}

/** The changes by hand of an object of a kind; `undefined` is its deletion. */
function changesOf(kind: Kind, live: Live, chance: Chance): (object | undefined)[] {
  switch (kind) {
    case "AccessListEntry":
      return [undefined];
    case "AuditLogRotation":
      return [undefined, { sizeThresholdMB: 77, timeThresholdHrs: 7 }];
    case "Project":
      return [undefined, { name: chance.unique("by-hand") }, { tags: ["BY-HAND"] }];
    case "FileSystemSnapshotStore":
    case "MongoSnapshotStore":
    case "OplogS3Config":
    case "S3SnapshotStore":
      return [undefined, { labels: ["by hand"] }, { assignmentEnabled: live["assignmentEnabled"] !== true }];
    case "ClusterName":
      return [{ clusterName: chance.unique("by-hand") }];
    case "VersionManifest": {
      const document = JSON.parse(String(live["text"])) as { versions: object[] };
      return [{ text: JSON.stringify({ ...document, versions: document.versions.slice(0, 2) }) }];
    }
    default: {
      const { enabled, notifications } = live as unknown as AlertConfig;
      const [first, ...others] = notifications;
      return [
        undefined,
        { enabled: !enabled },
        { notifications: [{ ...first, delayMin: 17 }, ...others] },
        { eventTypeName: "NO_PRIMARY", metricThreshold: null, matchers: [] },
      ];
    }
  }
}

/** Somebody changes or deletes an object of the program. Returns what, for a reader. */
export function changeByHand(chance: Chance, emulator: Emulator, recorded: readonly Recorded[]): string {
  const record = chooseFrom(chance.die, recorded);
  const id = chooseFrom(chance.die, record?.objectIds ?? []);
  const live = record && id && objectsOf(emulator).get(keyOf(record.kind, id));
  if (!live) return "nothing";
  const scope = [live["apiKeyId"], live["groupId"]].find((each) => each !== undefined && each !== id);
  // All collections are changed in the same way.
  const objects = emulator.entities(COLLECTIONS[record.kind] as "orgs", scope as string | undefined);
  const change = chooseFrom(chance.die, changesOf(record.kind, live, chance));
  if (change === undefined) objects.delete(id);
  else objects.update(id, change);
  return `${record.kind} ${id}`;
}

function chooseFrom<T>(die: Dice, choices: readonly T[]): T | undefined {
  return choices[die.between(0, choices.length - 1)];
}

/** What an object must be: its key, its name for a reader, and the fields that differ. */
type Expected = readonly [key: string, what: string, differing: (live: Live) => readonly string[]];

/** Arguments that are not fields of the object. */
const OPTIONS = [
  ...(["adopt", "allowDelete", "allowDowngrade", "connection"] as const),
  ...(["disableOnDestroy", "restoreOnDelete"] as const),
];

function expectedOf({ kind, name, args }: Declaration, record: Recorded): Expected[] {
  if (kind === "AlertConfigSet")
    return Object.entries(args.alertConfigs ?? {}).map(([member, body]) => {
      const key = keyOf(kind, record.members[member] ?? "");
      return [key, `${name}.${member}`, (live) => differingAlert({ ...args, ...body }, live)];
    });
  const [key = `none of ${name}`] = keysOf(record);
  return [[key, name, (live) => differingFields(kind, args, live)]];
}

function differingAlert(args: Args, live: Live): string[] {
  const isSame = isAsDeclared(args as AlertConfigBody, live as unknown as AlertConfig);
  return isSame && live["groupId"] === args.projectId ? [] : ["content"];
}

function differingFields(kind: Kind, args: Args, live: Live): string[] {
  const plain = (value: unknown): unknown => (Array.isArray(value) ? value.map(String).sort() : value);
  const wrong = Object.entries(fieldsOf(kind, args)).flatMap(([field, value]) =>
    isDeepStrictEqual(plain(live[field]), plain(value)) ? [] : [field],
  );
  return isAlert(kind) ? [...wrong, ...differingAlert(args, live)] : wrong;
}

/** The fields that an object must have, except the content of an alert configuration. */
function fieldsOf(kind: Kind, args: Args): object {
  const { forAllGroups, groupIds = [], tags = [], entry = "" } = args;
  if (kind === "AlertConfig") return {};
  if (kind === "GlobalAlertConfig") return { forAllGroups, groupIds, tags };
  if (kind === "AccessListEntry") return { cidrBlock: normalizeCidr(entry) };
  const { projectId, clusterId, storeId = clusterId, ...fields } = omit(args, OPTIONS);
  return withoutUndefined({ ...fields, groupId: projectId, id: storeId });
}

/** Whether an object may be what a create of a kind has made. */
export function isMadeBy(kind: Kind, args: Args, live: Live): boolean {
  if (isAlert(kind)) return differingAlert(args, live).length === 0;
  if (kind === "AccessListEntry") return live["cidrBlock"] === normalizeCidr(args.entry ?? "");
  if (kind === "Project") return live["name"] === args.name;
  return args.storeId !== undefined && live["id"] === args.storeId;
}

/** The problems: what is lost, left over, doubled or different. */
export function compareService(
  emulator: Emulator,
  declarations: readonly Declaration[],
  recorded: readonly Recorded[],
  foreign: Foreign,
): string[] {
  const left = objectsOf(emulator);
  const problems = declarations.flatMap((declaration) => {
    const { name, kind } = declaration;
    const [record, ...others] = recorded.filter((each) => each.name === name && each.kind === kind);
    if (record === undefined || others.length > 0) return [`${name} is not once in the state`];
    return expectedOf(declaration, record).flatMap(([key, what, differing]) => {
      const live = left.get(key);
      left.delete(key);
      if (live === undefined) return [`${what} (${key}) does not exist`];
      const wrong = differing(live);
      return wrong.length === 0 ? [] : [`${what} has another ${wrong.join()}: ${JSON.stringify(live)}`];
    });
  });
  const names = declarations.map(({ name }) => name);
  const gone = recorded.filter(({ name }) => !names.includes(name));
  const over = [...left].filter(([key]) => !foreign.has(key));
  const changed = [...foreign].filter(
    ([key, before]) => before !== undefined && !isDeepStrictEqual(left.get(key), before),
  );
  return [
    ...problems,
    ...gone.map(({ name }) => `${name} is still in the state`),
    ...over.map(([key, live]) => `${key} is left over: ${JSON.stringify(live)}`),
    ...changed.map(([key, before]) => `${key} of others was ${JSON.stringify(before)}`),
  ];
}
