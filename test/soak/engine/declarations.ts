/** Random programs: what a round declares, and how it edits that. */

import type { AlertConfigBody, GlobalAlertConfigBody } from "../../../src/fields/alert-config";
import type { LogRotationBody } from "../../../src/fields/log-rotation";
import type { S3SnapshotStoreBody } from "../../../src/fields/store";
import { pick } from "../../../src/json";
import type { Kind as AnyKind } from "../../contract/resources/managed";
import {
  type Chance,
  chooseAlert,
  chooseMembers,
  chooseNotification,
  chooseRotation,
  chooseStore,
  chooseStoreSecrets,
  chooseTags,
  editManifest,
  unlikeOthers,
} from "./choices";

export const PROJECTS = ["60a2b7c9e4b0c5571d3f8e12", "60b9d1f2e4b0c5571d47a90b"] as const;
export const ORG = "5f3e9c41d2a7b84e60c1f0a3";
/** A key that no request of a round uses, so that its access list locks nobody out. */
export const LISTED_KEY = "61c0e61bf1d24b3a7e905d2c";
/** The name of the other connection. */
export const SECOND = "second";

/** The arguments that a round declares; each kind has some of them. */
export interface Args
  extends Partial<GlobalAlertConfigBody>, Partial<LogRotationBody>, Partial<S3SnapshotStoreBody> {
  readonly adopt?: true;
  readonly adoptId?: string;
  readonly alertConfigs?: Readonly<Record<string, AlertConfigBody>>;
  readonly allowDelete?: true;
  readonly allowDowngrade?: true;
  readonly apiKeyId?: string;
  readonly clusterId?: string;
  readonly clusterName?: string;
  readonly connection?: string | undefined;
  readonly disableOnDestroy?: boolean;
  readonly entry?: string;
  readonly name?: string;
  readonly orgId?: string;
  readonly projectId?: string;
  readonly restoreOnDelete?: boolean;
  readonly storeId?: string;
  readonly storePath?: string;
  /** The content of the file that the argument `manifest` names. */
  readonly text?: string;
  readonly unmanaged?: "ignore" | "report";
}

/** A resource of the program. */
export interface Declaration {
  readonly kind: Kind;
  readonly name: string;
  /** Its previous name, after it was renamed. */
  readonly alias?: string;
  /** The id of the object that it takes over. */
  readonly import?: string;
  readonly args: Args;
}

const CLUSTERS: readonly [Args, ...Args[]] = [
  { projectId: PROJECTS[0], clusterId: "62d1f3b7a90e4c5d8b2f6e01" },
  { projectId: PROJECTS[0], clusterId: "62d8a2c4a90e4c5d8b31b7d3" },
  { projectId: PROJECTS[1], clusterId: "64f7c1e2a90e4c5d8b5500ab" },
];

/** What a round does with a kind of resource. */
interface Rules {
  /** The most resources in a program. */
  readonly most: number;
  /** @param manifest the document that the service starts with */
  readonly create: (chance: Chance, manifest: string) => Args;
  /** Returns the arguments that change. */
  readonly change: (chance: Chance, args: Args) => Args;
}

const BUCKET = { s3BucketEndpoint: "https://s3.example.com", s3BucketName: "bucket" };
const STORE = { acceptedTos: true, pathStyleAccessEnabled: true, ...BUCKET };

/** Those that are left out are like another one, or have no object that others could take over. */
type LeftOut =
  | "AgentApiKey"
  | "ApiKey"
  | "FeatureControl"
  | "Integration"
  | "MongoOplogStore"
  | "ProjectApiKey"
  | "ProjectBackup"
  | "SnapshotSchedule"
  | "SystemLogRotation";
export type Kind = Exclude<AnyKind, LeftOut>;

const RULES: Readonly<Record<Kind, Rules>> = {
  AccessListEntry: {
    most: 2,
    create: ({ die }) => {
      return { orgId: ORG, apiKeyId: LISTED_KEY, entry: die.oneOf(["192.0.2.10", "198.51.100.7/24"]) };
    },
    // Always a replacement.
    change: (chance) => ({ entry: `2001:db8::${chance.unique("a").replace("a-", "")}` }),
  },
  AlertConfig: {
    most: 5,
    create: (chance) => ({ ...chooseProject(chance), ...unlikeOthers(chance, chooseAlert(chance)) }),
    // A replacement, if it is another project.
    change: (chance, args) => (chance.die.chance(0.2) ? chooseProject(chance) : changeContent(chance, args)),
  },
  AlertConfigSet: {
    most: 1,
    create: (chance) => ({
      ...chooseProject(chance),
      unmanaged: chance.die.oneOf(["ignore", "report"]),
      alertConfigs: chooseMembers(chance, {}),
    }),
    change: (chance, { alertConfigs = {} }) => ({ alertConfigs: chooseMembers(chance, alertConfigs) }),
  },
  AuditLogRotation: {
    most: 1,
    create: (chance) => ({
      ...chooseProject(chance),
      ...chooseRotation(chance),
      disableOnDestroy: chance.die.chance(0.5),
    }),
    change: (chance) => (chance.die.chance(0.3) ? chooseProject(chance) : chooseRotation(chance)),
  },
  ClusterName: {
    most: 2,
    create: (chance) => ({
      ...chance.die.oneOf(CLUSTERS),
      clusterName: chance.unique("cluster"),
      restoreOnDelete: chance.die.chance(0.5),
    }),
    change: (chance) => ({ clusterName: chance.unique("cluster") }),
  },
  FileSystemSnapshotStore: {
    most: 2,
    create: (chance) => ({ ...chooseFolder(chance), storeId: chance.die.oneOf(["files-a", "files-b"]) }),
    change: (chance) => (chance.die.chance(0.5) ? chooseLoad(chance) : chooseFolder(chance)),
  },
  GlobalAlertConfig: {
    most: 2,
    create: (chance) => ({ ...chooseProjects(chance), ...unlikeOthers(chance, chooseAlert(chance)) }),
    change: (chance, args) =>
      chance.die.chance(0.3)
        ? { groupIds: undefined, tags: undefined, ...chooseProjects(chance) }
        : changeContent(chance, args),
  },
  MongoSnapshotStore: {
    most: 2,
    create: (chance) => ({ ...chooseDeployment(chance), storeId: chance.die.oneOf(["mongo-a", "mongo-b"]) }),
    change: (chance) => (chance.die.chance(0.5) ? chooseLoad(chance) : chooseDeployment(chance)),
  },
  OplogS3Config: { most: 2, create: createStore, change: changeStore },
  Project: {
    most: 2,
    create: (chance) => {
      return { orgId: ORG, name: chance.unique("project"), tags: chooseTags(chance), allowDelete: true };
    },
    change: (chance) =>
      chance.die.chance(0.5) ? { name: chance.unique("project") } : { tags: chooseTags(chance) },
  },
  S3SnapshotStore: {
    most: 2,
    create: (chance) => ({ ...createStore(chance), ...chooseLoad(chance) }),
    change: (chance) => (chance.die.chance(0.3) ? chooseLoad(chance) : changeStore(chance)),
  },
  VersionManifest: {
    most: 1,
    create: (chance, text) => ({ text: editManifest(chance, text), allowDowngrade: true }),
    change: (chance, { text = "" }) => ({ text: editManifest(chance, text) }),
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
  // Two resources for one object are refused, and so is a new resource for a store or an entry that is deleted later in the run.
  const refused = before.filter(({ args }) => args.storeId !== undefined || args.entry !== undefined);
  const taken = new Set([...kept, ...refused].map(objectOf));
  return [...kept, ...added.filter((each) => taken.size < taken.add(objectOf(each)).size)];
}

function objectOf({ kind, name, args }: Declaration): string {
  const { clusterId, entry, storeId } = args;
  return `${kind} ${clusterId ?? entry ?? storeId ?? name}`;
}

function created(chance: Chance, kind: Kind, manifest: string): Declaration {
  const isConnected = kind !== "VersionManifest" && chance.die.chance(0.4);
  const args = { ...(isConnected && { connection: SECOND }), ...RULES[kind].create(chance, manifest) };
  return { kind, name: chance.unique("resource"), args };
}

/** With one change, or none. */
function changed(chance: Chance, declaration: Declaration): Declaration {
  const { kind, args } = declaration;
  const { die } = chance;
  if (die.chance(0.4)) return declaration;
  const isMoved = kind !== "VersionManifest" && die.chance(0.2);
  const connection = args.connection === SECOND ? undefined : SECOND;
  const change = isMoved ? { connection } : RULES[kind].change(chance, args);
  return { ...declaration, args: { ...args, ...change } };
}

function renamed(chance: Chance, { alias: _, ...declaration }: Declaration): Declaration {
  if (!chance.die.chance(0.15)) return declaration;
  return { ...declaration, name: chance.unique("resource"), alias: declaration.name };
}

function chooseProject({ die }: Chance): Args {
  return { projectId: die.oneOf(PROJECTS) };
}

function changeContent(chance: Chance, { enabled, notifications = [] }: Args): Args {
  return chance.die.oneOf<() => Args>([
    () => ({ enabled: enabled !== true }),
    () => ({ notifications: [...notifications, chooseNotification(chance)] }),
    () => ({ notifications: notifications.slice(0, 1) }),
    () => ({ matchers: [], metricThreshold: undefined, ...unlikeOthers(chance, chooseAlert(chance)) }),
  ])();
}

function chooseProjects(chance: Chance): Args {
  return chance.die.chance(0.5)
    ? { forAllGroups: true, tags: chooseTags(chance) }
    : { forAllGroups: false, groupIds: chance.die.oneOf([[...PROJECTS], [PROJECTS[1]]]) };
}

function createStore(chance: Chance): Args {
  const storeId = chance.die.oneOf(["store-a", "store-b", "store-c"]);
  return { storeId, ...chooseStore(chance), ...chooseStoreSecrets(chance), ...STORE };
}

function changeStore(chance: Chance): Args {
  return chance.die.chance(0.5) ? chooseStore(chance) : chooseStoreSecrets(chance);
}

function chooseFolder({ die }: Chance): Args {
  return { storePath: `/mnt/backup-${die.between(1, 9)}`, assignmentEnabled: die.chance(0.7) };
}

function chooseDeployment(chance: Chance): Args {
  return { ...pick(chooseStoreSecrets(chance), ["uri"]), assignmentEnabled: chance.die.chance(0.7) };
}

function chooseLoad({ die }: Chance): Args {
  return { loadFactor: die.between(1, 9) };
}
