/** Random programs: what a round declares, and how it edits that. */

import type { Dice } from "../../../scripts/soak/dice";
import type { AlertConfigBody } from "../../../src/fields/alert-config";
import type { AlertNotification } from "../../../src/fields/notification";
import type { OplogS3ConfigBody } from "../../../src/fields/oplog-s3-config";
import { chooseEvent } from "../as-declared";

export const PROJECTS = ["60a2b7c9e4b0c5571d3f8e12", "60b9d1f2e4b0c5571d47a90b"] as const;
/** A key that no request of a round uses, so that its access list locks nobody out. */
export const ACCESS_LIST = { orgId: "5f3e9c41d2a7b84e60c1f0a3", apiKeyId: "61c0e61bf1d24b3a7e905d2c" };
/** The name of the other connection. */
export const SECOND = "second";

type Connected = { readonly connection?: typeof SECOND | undefined };
type InProject = Connected & { readonly projectId: string };

/** The arguments that a round declares. */
interface ArgsByKind {
  readonly AccessListEntry: Connected &
    typeof ACCESS_LIST & { readonly entry: string; readonly adopt?: true };
  readonly AlertConfig: AlertConfigBody & InProject & { readonly adoptId?: string };
  readonly AlertConfigSet: InProject & {
    readonly unmanaged: "ignore" | "report";
    readonly alertConfigs: Readonly<Record<string, AlertConfigBody>>;
  };
  readonly AuditLogRotation: InProject & {
    readonly sizeThresholdMB: number;
    readonly timeThresholdHrs: number;
  };
  readonly ClusterName: InProject & {
    readonly clusterId: string;
    readonly clusterName: string;
    readonly restoreOnDelete: boolean;
  };
  readonly OplogS3Config: Connected & OplogS3ConfigBody & { readonly storeId: string; readonly adopt?: true };
  /** `text`: the content of the file that the argument `manifest` names. */
  readonly VersionManifest: { readonly text: string; readonly allowDowngrade: true };
}

type Kind = keyof ArgsByKind;
export type ArgsOf<K extends Kind> = ArgsByKind[K];

/** A resource of the program. */
interface DeclarationOf<K extends Kind> {
  readonly kind: K;
  readonly name: string;
  /** Its previous name, after it was renamed. */
  readonly alias?: string;
  readonly args: ArgsOf<K>;
}

export type Declaration = { [K in Kind]: DeclarationOf<K> }[Kind];

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

type ClusterId = Pick<ArgsOf<"ClusterName">, "projectId" | "clusterId">;
const CLUSTERS: readonly [ClusterId, ...ClusterId[]] = [
  { projectId: PROJECTS[0], clusterId: "62d1f3b7a90e4c5d8b2f6e01" },
  { projectId: PROJECTS[0], clusterId: "62d8a2c4a90e4c5d8b31b7d3" },
  { projectId: PROJECTS[1], clusterId: "64f7c1e2a90e4c5d8b5500ab" },
];
const MEMBERS = ["a", "b", "lag: notifications[0]", "0", "constructor", "no primary"] as const;

/** What a round does with a kind of resource. */
interface Rules<K extends Kind> {
  /** The most resources in a program. */
  readonly most: number;
  /** @param manifest the document that the service starts with */
  readonly create: (chance: Chance, manifest: string) => ArgsOf<K>;
  readonly change: (chance: Chance, args: ArgsOf<K>) => ArgsOf<K>;
}

const RULES: { readonly [K in Kind]: Rules<K> } = {
  AccessListEntry: {
    most: 2,
    create: (chance) => ({ ...chooseConnection(chance), ...ACCESS_LIST, entry: chooseEntry(chance) }),
    // A replacement.
    change: (chance, args) => ({ ...args, entry: chooseEntry(chance) }),
  },
  AlertConfig: {
    most: 5,
    create: (chance) => ({
      ...chooseConnection(chance),
      projectId: chance.die.oneOf(PROJECTS),
      ...unlikeOthers(chance, chooseAlert(chance)),
    }),
    change: (chance, args) => ({ ...args, ...changeAlert(chance, args) }),
  },
  AlertConfigSet: {
    most: 1,
    create: (chance) => ({
      ...chooseConnection(chance),
      projectId: chance.die.oneOf(PROJECTS),
      unmanaged: chance.die.oneOf(["ignore", "report"]),
      alertConfigs: chooseMembers(chance, {}),
    }),
    change: (chance, args) => ({ ...args, alertConfigs: chooseMembers(chance, args.alertConfigs) }),
  },
  AuditLogRotation: {
    most: 1,
    create: (chance) => ({
      ...chooseConnection(chance),
      projectId: chance.die.oneOf(PROJECTS),
      ...chooseThresholds(chance),
    }),
    change: (chance, args) => ({ ...args, ...chooseThresholds(chance) }),
  },
  ClusterName: {
    most: 2,
    create: (chance) => ({
      ...chooseConnection(chance),
      ...chance.die.oneOf(CLUSTERS),
      clusterName: chance.unique("cluster"),
      restoreOnDelete: chance.die.chance(0.5),
    }),
    change: (chance, args) => ({ ...args, clusterName: chance.unique("cluster") }),
  },
  OplogS3Config: {
    most: 2,
    create: (chance) => ({
      ...chooseConnection(chance),
      storeId: chance.die.oneOf(["oplog-a", "oplog-b", "oplog-c"]),
      acceptedTos: true,
      ...chooseStore(chance),
      ...chooseStoreSecrets(chance),
      pathStyleAccessEnabled: true,
      s3BucketEndpoint: "https://s3.example.com",
      s3BucketName: "oplog",
    }),
    change: (chance, args) => ({
      ...args,
      ...(chance.die.chance(0.5) ? chooseStore(chance) : chooseStoreSecrets(chance)),
    }),
  },
  VersionManifest: {
    most: 1,
    create: (chance, text) => ({ text: editManifest(chance, text), allowDowngrade: true }),
    change: (chance, args) => ({ ...args, text: editManifest(chance, args.text) }),
  },
};

export const KINDS = Object.keys(RULES) as readonly Kind[];

/** The program of the next stage. @param kinds those that the build of the package knows */
export function edit(
  chance: Chance,
  before: readonly Declaration[],
  manifest: string,
  kinds = KINDS,
): Declaration[] {
  const { die } = chance;
  const likely = before.length === 0 ? 0.6 : 0.25;
  const kept = before.flatMap((each) => (die.chance(0.15) ? [] : [renamed(chance, changed(chance, each))]));
  const added = kinds.flatMap((kind) => {
    const free = RULES[kind].most - kept.filter((each) => each.kind === kind).length;
    const chosen = Array.from({ length: free }, () => die.chance(likely)).filter((isAdded) => isAdded);
    return chosen.map(() => created(chance, kind, manifest));
  });
  // Two resources for one cluster or store are refused, and so is a new resource for a store that is deleted later in the run.
  const taken = new Set([...kept, ...before.filter(({ kind }) => kind === "OplogS3Config")].map(objectOf));
  return [...kept, ...added.filter((each) => taken.size < taken.add(objectOf(each)).size)];
}

function objectOf({ kind, name, args }: Declaration): string {
  if (kind === "ClusterName") return args.clusterId;
  return kind === "OplogS3Config" ? args.storeId : name;
}

function created(chance: Chance, kind: Kind, manifest: string): Declaration {
  const args = RULES[kind].create(chance, manifest);
  return { kind, name: chance.unique("resource"), args } as Declaration;
}

/** With one change, or none. */
function changed<K extends Kind>(chance: Chance, declaration: DeclarationOf<K>): Declaration {
  const { kind, args } = declaration;
  const { die } = chance;
  if (die.chance(0.4)) return declaration as Declaration;
  if (kind !== "VersionManifest" && die.chance(0.2)) {
    const connection = (args as Connected).connection === SECOND ? undefined : SECOND;
    return { ...declaration, args: { ...args, connection } } as Declaration;
  }
  return { ...declaration, args: RULES[kind].change(chance, args) } as Declaration;
}

function renamed(chance: Chance, { alias: _, ...declaration }: Declaration): Declaration {
  if (!chance.die.chance(0.15)) return declaration;
  return { ...declaration, name: chance.unique("resource"), alias: declaration.name };
}

function chooseConnection({ die }: Chance): Connected {
  return die.chance(0.4) ? { connection: SECOND } : {};
}

function chooseEntry(chance: Chance): string {
  return `10.20.${chance.unique("entry").replace("entry-", "")}.0/24`;
}

function chooseThresholds({ die }: Chance) {
  return { sizeThresholdMB: die.between(100, 2000), timeThresholdHrs: die.between(1, 48) };
}

function changeAlert(chance: Chance, args: ArgsOf<"AlertConfig">): Partial<ArgsOf<"AlertConfig">> {
  const { die } = chance;
  return die.oneOf<() => Partial<ArgsOf<"AlertConfig">>>([
    () => ({ enabled: args.enabled !== true }),
    () => ({ notifications: [...args.notifications, chooseNotification(chance)] }),
    () => ({ notifications: args.notifications.slice(0, 1) }),
    () => ({ matchers: [], metricThreshold: undefined, ...unlikeOthers(chance, chooseAlert(chance)) }),
    // A replacement, if it is another project.
    () => ({ projectId: die.oneOf(PROJECTS) }),
  ])();
}

function chooseMembers(chance: Chance, before: Readonly<Record<string, AlertConfigBody>>): typeof before {
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
  return {
    ...chooseEvent(die),
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
  const secret = (prefix: string): string => chooseSecret(chance, prefix);
  return die.oneOf<() => AlertNotification>([
    () => ({ typeName: "SLACK", channelName: die.oneOf(["#a", "#b"]), apiToken: secret("xoxb-") }),
    () => ({ typeName: "PAGER_DUTY", serviceKey: secret("pager-") }),
    () => ({
      typeName: "WEBHOOK",
      webhookUrl: `https://hooks.example.com/${encodeURIComponent(secret("hook-"))}`,
      webhookSecret: secret("sign-"),
    }),
    () => ({ typeName: "EMAIL", emailAddress: die.oneOf(["a@example.com", "b@example.com"]), delayMin: 5 }),
  ])();
}

type Open = "assignmentEnabled" | "labels" | "s3MaxConnections" | "sseEnabled";

function chooseStore({ die }: Chance): Pick<ArgsOf<"OplogS3Config">, Open> {
  return {
    assignmentEnabled: die.chance(0.6),
    labels: die.oneOf([[], ["eu"], ["eu", "us"]]),
    s3MaxConnections: die.between(5, 50),
    sseEnabled: die.chance(0.5),
  };
}

type Hidden = "awsAccessKey" | "awsSecretKey" | "uri";

function chooseStoreSecrets(chance: Chance): Pick<ArgsOf<"OplogS3Config">, Hidden> {
  const password = encodeURIComponent(chooseSecret(chance, "password-"));
  return {
    awsAccessKey: chooseSecret(chance, "AKIA"),
    awsSecretKey: chooseSecret(chance, "secret-"),
    uri: `mongodb://backup:${password}@metadata.example.com/`,
  };
}

function editManifest(chance: Chance, text: string): string {
  const document = JSON.parse(text) as { updated: number; versions: { name: string }[] };
  const [first] = document.versions;
  const name = `9.0.${chance.unique("v").replace("v-", "")}`;
  return JSON.stringify({ ...document, versions: [...document.versions, { ...first, name }] });
}
