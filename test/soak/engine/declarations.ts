/** Random programs: what a round declares, and how it edits that. */

import type { Dice } from "../../../scripts/soak/dice";
import type { AlertConfigBody, AlertMetricThreshold } from "../../../src/fields/alert-config";
import type { AlertNotification } from "../../../src/fields/notification";

export const PROJECTS = ["60a2b7c9e4b0c5571d3f8e12", "60b9d1f2e4b0c5571d47a90b"] as const;
/** The name of the other connection. */
export const SECOND = "second";

interface Common {
  /** The name of the resource in the program. */
  readonly name: string;
  /** Its previous name, after it was renamed. */
  readonly alias?: string;
}

interface Connected {
  readonly connection?: typeof SECOND | undefined;
}

export interface Alert extends Common {
  readonly kind: "AlertConfig";
  readonly args: AlertConfigBody & Connected & { readonly projectId: string; readonly adoptId?: string };
}

export interface AlertSet extends Common {
  readonly kind: "AlertConfigSet";
  readonly args: Connected & {
    readonly projectId: string;
    readonly unmanaged: "ignore" | "report";
    readonly alertConfigs: Readonly<Record<string, AlertConfigBody>>;
  };
}

export interface Cluster extends Common {
  readonly kind: "ClusterName";
  readonly args: Connected & {
    readonly projectId: string;
    readonly clusterId: string;
    readonly clusterName: string;
    readonly restoreOnDelete: boolean;
  };
}

export interface Store extends Common {
  readonly kind: "OplogS3Config";
  readonly args: Connected & {
    readonly storeId: string;
    readonly acceptedTos: true;
    readonly assignmentEnabled: boolean;
    readonly awsAccessKey: string;
    readonly awsSecretKey: string;
    readonly labels: readonly string[];
    readonly pathStyleAccessEnabled: true;
    readonly s3BucketEndpoint: string;
    readonly s3BucketName: string;
    readonly s3MaxConnections: number;
    readonly sseEnabled: boolean;
    readonly uri: string;
    readonly adopt?: true;
  };
}

export interface Manifest extends Common {
  readonly kind: "VersionManifest";
  /** `text`: the content of the file that the argument `manifest` names. */
  readonly args: { readonly text: string; readonly allowDowngrade: true };
}

export type Declaration = Alert | AlertSet | Cluster | Store | Manifest;

/** Random choices, and the secrets among them. */
export interface Chance {
  readonly die: Dice;
  /** All secrets so far. */
  readonly secrets: string[];
  /** Makes names that were never used. */
  unique(prefix: string): string;
}

export function createChance(die: Dice): Chance {
  let count = 0;
  return { die, secrets: [], unique: (prefix) => `${prefix}-${++count}` };
}

export function chooseSecret({ die, secrets }: Chance, prefix: string): string {
  // A secret must not end with white space, which is refused.
  const secret = `${prefix}${die.secret(24)}z`;
  secrets.push(secret);
  return secret;
}

type ClusterId = Pick<Cluster["args"], "projectId" | "clusterId">;
const CLUSTERS: readonly [ClusterId, ...ClusterId[]] = [
  { projectId: PROJECTS[0], clusterId: "62d1f3b7a90e4c5d8b2f6e01" },
  { projectId: PROJECTS[0], clusterId: "62d8a2c4a90e4c5d8b31b7d3" },
  { projectId: PROJECTS[1], clusterId: "64f7c1e2a90e4c5d8b5500ab" },
];
const MEMBERS = ["a", "b", "lag: notifications[0]", "0", "constructor", "no primary"] as const;
/** The most resources of a kind in a program. A service has one manifest. */
const MOST = { AlertConfig: 5, AlertConfigSet: 1, ClusterName: 2, OplogS3Config: 2, VersionManifest: 1 };

/** The program of the next stage. `manifest` is the document that the service starts with. */
export function edit(chance: Chance, before: readonly Declaration[], manifest: string): Declaration[] {
  const { die } = chance;
  const isFirst = before.length === 0;
  const kept = before.flatMap((each) => (die.chance(0.15) ? [] : [renamed(chance, changed(chance, each))]));
  const added = Object.entries(MOST).flatMap(([kind, most]) => {
    const free = most - kept.filter((each) => each.kind === kind).length;
    return Array.from({ length: free }, () =>
      die.chance(isFirst ? 0.6 : 0.25) ? [create(chance, kind as Declaration["kind"], manifest)] : [],
    ).flat();
  });
  // Two resources for one cluster or store are refused, and so is a new resource for a store that is deleted later in the run.
  const taken = new Set([...kept, ...before.filter(({ kind }) => kind === "OplogS3Config")].map(objectOf));
  const possible = added.filter((each) => {
    const object = objectOf(each);
    if (taken.has(object)) return false;
    taken.add(object);
    return true;
  });
  return [...kept, ...possible];
}

function objectOf({ kind, name, args }: Declaration): string {
  if (kind === "ClusterName") return args.clusterId;
  return kind === "OplogS3Config" ? args.storeId : name;
}

function create(chance: Chance, kind: Declaration["kind"], manifest: string): Declaration {
  const { die } = chance;
  const name = chance.unique("resource");
  const connected = chooseConnection(die);
  switch (kind) {
    case "AlertConfig":
      return {
        kind,
        name,
        args: { ...connected, projectId: die.oneOf(PROJECTS), ...unlikeOthers(chance, chooseAlert(chance)) },
      };
    case "AlertConfigSet":
      return {
        kind,
        name,
        args: {
          ...connected,
          projectId: die.oneOf(PROJECTS),
          unmanaged: die.oneOf(["ignore", "report"]),
          alertConfigs: chooseMembers(chance, {}),
        },
      };
    case "ClusterName":
      return {
        kind,
        name,
        args: {
          ...connected,
          ...die.oneOf(CLUSTERS),
          clusterName: chance.unique("cluster"),
          restoreOnDelete: die.chance(0.5),
        },
      };
    case "OplogS3Config":
      return {
        kind,
        name,
        args: {
          ...connected,
          storeId: die.oneOf(["oplog-a", "oplog-b", "oplog-c"]),
          acceptedTos: true,
          ...chooseStore(chance),
          ...chooseStoreSecrets(chance),
          pathStyleAccessEnabled: true,
          s3BucketEndpoint: "https://s3.example.com",
          s3BucketName: "oplog",
        },
      };
    case "VersionManifest":
      return { kind, name, args: { text: manifest, allowDowngrade: true } };
  }
}

function chooseConnection(die: Dice): Connected {
  return die.chance(0.4) ? { connection: SECOND } : {};
}

/** One change, or none. */
function changed(chance: Chance, declaration: Declaration): Declaration {
  const { die } = chance;
  if (die.chance(0.4)) return declaration;
  const { kind, args } = declaration;
  if (kind !== "VersionManifest" && die.chance(0.2))
    return {
      ...declaration,
      args: { ...args, connection: args.connection === SECOND ? undefined : SECOND },
    } as Declaration;
  switch (kind) {
    case "AlertConfig":
      return { ...declaration, args: { ...args, ...changeAlert(chance, args) } };
    case "AlertConfigSet":
      return { ...declaration, args: { ...args, alertConfigs: chooseMembers(chance, args.alertConfigs) } };
    case "ClusterName":
      return { ...declaration, args: { ...args, clusterName: chance.unique("cluster") } };
    case "OplogS3Config": {
      const change = die.chance(0.5) ? chooseStore(chance) : chooseStoreSecrets(chance);
      return { ...declaration, args: { ...args, ...change } };
    }
    case "VersionManifest":
      return { ...declaration, args: { ...args, text: editManifest(chance, args.text) } };
  }
}

function renamed(chance: Chance, { alias: _, ...declaration }: Declaration): Declaration {
  if (!chance.die.chance(0.15)) return declaration as Declaration;
  return { ...declaration, name: chance.unique("resource"), alias: declaration.name } as Declaration;
}

function changeAlert(chance: Chance, args: Alert["args"]): Partial<Alert["args"]> {
  const { die } = chance;
  return die.oneOf<() => Partial<Alert["args"]>>([
    () => ({ enabled: args.enabled !== true }),
    () => ({ notifications: [...args.notifications, chooseNotification(chance)] }),
    () => ({ notifications: args.notifications.slice(0, 1) }),
    () => ({ matchers: [], metricThreshold: undefined, ...unlikeOthers(chance, chooseAlert(chance)) }),
    // A replacement, if it is another project.
    () => ({ projectId: die.oneOf(PROJECTS) }),
  ])();
}

function chooseMembers(chance: Chance, before: AlertSet["args"]["alertConfigs"]): typeof before {
  const { die } = chance;
  const kept = Object.entries(before).flatMap(([name, body]) => {
    const roll = die.fraction();
    if (roll < 0.15) return [];
    return [[name, roll < 0.4 ? chooseAlert(chance) : body] as const];
  });
  const added = MEMBERS.filter((name) => !Object.hasOwn(before, name) && die.chance(0.4)).map(
    (name) => [name, chooseAlert(chance)] as const,
  );
  return Object.fromEntries([...kept, ...added]);
}

function chooseAlert(chance: Chance): AlertConfigBody {
  const { die } = chance;
  const event = die.oneOf<Omit<AlertConfigBody, "notifications">>([
    { eventTypeName: "NO_PRIMARY" },
    { eventTypeName: "HOST_DOWN", matchers: [{ fieldName: "PORT", operator: "EQUALS", value: "27017" }] },
    {
      eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
      metricThreshold: die.oneOf<AlertMetricThreshold>([
        { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 10 },
        { metricName: "MEMORY_RESIDENT", operator: "GREATER_THAN", threshold: 2, units: "GIGABYTES" },
      ]),
    },
  ]);
  return {
    ...event,
    enabled: die.chance(0.7),
    notifications: Array.from({ length: die.between(1, 3) }, () => chooseNotification(chance)),
  };
}

/** Single resources have no name on the service: a mail address of their own tells them apart. */
function unlikeOthers(chance: Chance, body: AlertConfigBody): AlertConfigBody {
  const emailAddress = `${chance.unique("team")}@example.com`;
  return { ...body, notifications: [{ typeName: "EMAIL", emailAddress }, ...body.notifications] };
}

function chooseNotification(chance: Chance): AlertNotification {
  const { die } = chance;
  return die.oneOf<() => AlertNotification>([
    () => ({
      typeName: "SLACK",
      channelName: die.oneOf(["#a", "#b"]),
      apiToken: chooseSecret(chance, "xoxb-"),
    }),
    () => ({ typeName: "PAGER_DUTY", serviceKey: chooseSecret(chance, "pager-") }),
    () => ({
      typeName: "WEBHOOK",
      webhookUrl: `https://hooks.example.com/${encodeURIComponent(chooseSecret(chance, "hook-"))}`,
      webhookSecret: chooseSecret(chance, "sign-"),
    }),
    () => ({ typeName: "EMAIL", emailAddress: die.oneOf(["a@example.com", "b@example.com"]), delayMin: 5 }),
  ])();
}

type Open = "assignmentEnabled" | "labels" | "s3MaxConnections" | "sseEnabled";

function chooseStore({ die }: Chance): Pick<Store["args"], Open> {
  return {
    assignmentEnabled: die.chance(0.6),
    labels: die.oneOf([[], ["eu"], ["eu", "us"]]),
    s3MaxConnections: die.between(5, 50),
    sseEnabled: die.chance(0.5),
  };
}

function chooseStoreSecrets(chance: Chance): Pick<Store["args"], "awsAccessKey" | "awsSecretKey" | "uri"> {
  const password = encodeURIComponent(chooseSecret(chance, "password-"));
  return {
    awsAccessKey: chooseSecret(chance, "AKIA"),
    awsSecretKey: chooseSecret(chance, "secret-"),
    uri: `mongodb://backup:${password}@metadata.example.com/`,
  };
}

function editManifest({ unique }: Chance, text: string): string {
  const document = JSON.parse(text) as { updated: number; versions: { name: string }[] };
  const [first] = document.versions;
  const name = `9.0.${unique("v").replace("v-", "")}`;
  return JSON.stringify({ ...document, versions: [...document.versions, { ...first, name }] });
}
