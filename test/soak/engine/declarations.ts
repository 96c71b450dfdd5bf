/** Random programs: what a round declares, and how it edits that. */

import type { AlertConfigBody, GlobalAlertConfigBody } from "../../../src/fields/alert-config";
import type { LogRotationBody } from "../../../src/fields/log-rotation";
import type { OplogS3ConfigBody, S3SnapshotStoreBody } from "../../../src/fields/s3-store";
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

type Connected = { readonly connection?: typeof SECOND | undefined };
type InProject = Connected & { readonly projectId: string };

/** The arguments that a round declares. */
interface ArgsByKind {
  readonly AccessListEntry: Connected & {
    readonly orgId: string;
    readonly apiKeyId: string;
    readonly entry: string;
    readonly adopt?: true;
  };
  readonly AlertConfig: AlertConfigBody & InProject & { readonly adoptId?: string };
  readonly AlertConfigSet: InProject & {
    readonly unmanaged: "ignore" | "report";
    readonly alertConfigs: Readonly<Record<string, AlertConfigBody>>;
  };
  readonly AuditLogRotation: InProject & LogRotationBody & { readonly disableOnDestroy: boolean };
  readonly ClusterName: InProject & {
    readonly clusterId: string;
    readonly clusterName: string;
    readonly restoreOnDelete: boolean;
  };
  readonly GlobalAlertConfig: GlobalAlertConfigBody & Connected & { readonly adoptId?: string };
  readonly OplogS3Config: Connected & OplogS3ConfigBody & { readonly storeId: string; readonly adopt?: true };
  readonly Project: Connected & {
    readonly orgId: string;
    readonly name: string;
    readonly tags: readonly string[];
    readonly allowDelete: true;
  };
  readonly S3SnapshotStore: Connected &
    S3SnapshotStoreBody & { readonly storeId: string; readonly adopt?: true };
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
  /** The id of the object that it takes over. */
  readonly import?: string;
  readonly args: ArgsOf<K>;
}

export type Declaration = { [K in Kind]: DeclarationOf<K> }[Kind];

type ClusterId = Pick<ArgsOf<"ClusterName">, "projectId" | "clusterId">;
const CLUSTERS: readonly [ClusterId, ...ClusterId[]] = [
  { projectId: PROJECTS[0], clusterId: "62d1f3b7a90e4c5d8b2f6e01" },
  { projectId: PROJECTS[0], clusterId: "62d8a2c4a90e4c5d8b31b7d3" },
  { projectId: PROJECTS[1], clusterId: "64f7c1e2a90e4c5d8b5500ab" },
];

/** What a round does with a kind of resource. */
interface Rules<K extends Kind> {
  /** The most resources in a program. */
  readonly most: number;
  /** @param manifest the document that the service starts with */
  readonly create: (chance: Chance, manifest: string) => Omit<ArgsOf<K>, "connection">;
  readonly change: (chance: Chance, args: ArgsOf<K>) => ArgsOf<K>;
}

const BUCKET = { s3BucketEndpoint: "https://s3.example.com", s3BucketName: "bucket" };
const STORE = { acceptedTos: true, pathStyleAccessEnabled: true, ...BUCKET };

const RULES: { readonly [K in Kind]: Rules<K> } = {
  AccessListEntry: {
    most: 2,
    create: ({ die }) => {
      return { orgId: ORG, apiKeyId: LISTED_KEY, entry: die.oneOf(["192.0.2.10", "198.51.100.7/24"]) };
    },
    // Always a replacement.
    change: (chance, args) => ({ ...args, entry: `2001:db8::${chance.unique("a").replace("a-", "")}` }),
  },
  AlertConfig: {
    most: 5,
    create: (chance) => ({ ...chooseProject(chance), ...unlikeOthers(chance, chooseAlert(chance)) }),
    change: (chance, args) => ({ ...args, ...changeAlert(chance, args) }),
  },
  AlertConfigSet: {
    most: 1,
    create: (chance) => ({
      ...chooseProject(chance),
      unmanaged: chance.die.oneOf(["ignore", "report"]),
      alertConfigs: chooseMembers(chance, {}),
    }),
    change: (chance, args) => ({ ...args, alertConfigs: chooseMembers(chance, args.alertConfigs) }),
  },
  AuditLogRotation: {
    most: 1,
    create: (chance) => ({
      ...chooseProject(chance),
      ...chooseRotation(chance),
      disableOnDestroy: chance.die.chance(0.5),
    }),
    change: (chance, args) => ({
      ...args,
      ...(chance.die.chance(0.3) ? chooseProject(chance) : chooseRotation(chance)),
    }),
  },
  ClusterName: {
    most: 2,
    create: (chance) => ({
      ...chance.die.oneOf(CLUSTERS),
      clusterName: chance.unique("cluster"),
      restoreOnDelete: chance.die.chance(0.5),
    }),
    change: (chance, args) => ({ ...args, clusterName: chance.unique("cluster") }),
  },
  GlobalAlertConfig: {
    most: 2,
    create: (chance) => ({
      ...chooseProjects(chance),
      ...unlikeOthers(chance, chooseAlert(chance)),
    }),
    change: (chance, args) => ({
      ...args,
      ...(chance.die.chance(0.3)
        ? { groupIds: undefined, tags: undefined, ...chooseProjects(chance) }
        : changeContent(chance, args)),
    }),
  },
  OplogS3Config: {
    most: 2,
    create: createStore,
    change: changeStore,
  },
  Project: {
    most: 2,
    create: (chance) => {
      return { orgId: ORG, name: chance.unique("project"), tags: chooseTags(chance), allowDelete: true };
    },
    change: (chance, args) => ({
      ...args,
      ...(chance.die.chance(0.5) ? { name: chance.unique("project") } : { tags: chooseTags(chance) }),
    }),
  },
  S3SnapshotStore: {
    most: 2,
    create: (chance) => ({ ...createStore(chance), loadFactor: chance.die.between(1, 9) }),
    change: (chance, args) =>
      chance.die.chance(0.3) ? { ...args, loadFactor: chance.die.between(1, 9) } : changeStore(chance, args),
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
  // Two resources for one object are refused, and so is a new resource for a store or an entry that is deleted later in the run.
  const refused = before.filter(({ kind, args }) => "storeId" in args || kind === "AccessListEntry");
  const taken = new Set([...kept, ...refused].map(objectOf));
  return [...kept, ...added.filter((each) => taken.size < taken.add(objectOf(each)).size)];
}

function objectOf({ kind, name, args }: Declaration): string {
  if (kind === "ClusterName") return args.clusterId;
  if (kind === "AccessListEntry") return args.entry;
  return "storeId" in args ? `${kind} ${args.storeId}` : name;
}

function created(chance: Chance, kind: Kind, manifest: string): Declaration {
  const connected = kind === "VersionManifest" ? {} : chooseConnection(chance);
  const args = { ...connected, ...RULES[kind].create(chance, manifest) };
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

function chooseProject({ die }: Chance): { readonly projectId: string } {
  return { projectId: die.oneOf(PROJECTS) };
}

function chooseConnection({ die }: Chance): Connected {
  return die.chance(0.4) ? { connection: SECOND } : {};
}

function changeAlert(chance: Chance, args: ArgsOf<"AlertConfig">): Partial<ArgsOf<"AlertConfig">> {
  // A replacement, if it is another project.
  return chance.die.chance(0.2) ? { projectId: chance.die.oneOf(PROJECTS) } : changeContent(chance, args);
}

function changeContent(chance: Chance, args: AlertConfigBody): Partial<AlertConfigBody> {
  return chance.die.oneOf<() => Partial<AlertConfigBody>>([
    () => ({ enabled: args.enabled !== true }),
    () => ({ notifications: [...args.notifications, chooseNotification(chance)] }),
    () => ({ notifications: args.notifications.slice(0, 1) }),
    () => ({ matchers: [], metricThreshold: undefined, ...unlikeOthers(chance, chooseAlert(chance)) }),
  ])();
}

function chooseProjects(chance: Chance): Pick<GlobalAlertConfigBody, "forAllGroups" | "groupIds" | "tags"> {
  return chance.die.chance(0.5)
    ? { forAllGroups: true, tags: [...chooseTags(chance)] }
    : { forAllGroups: false, groupIds: chance.die.oneOf([[...PROJECTS], [PROJECTS[1]]]) };
}

function createStore(chance: Chance): Omit<ArgsOf<"OplogS3Config">, "connection"> {
  const storeId = chance.die.oneOf(["store-a", "store-b", "store-c"]);
  return { storeId, ...chooseStore(chance), ...chooseStoreSecrets(chance), ...STORE };
}

function changeStore<T extends ArgsOf<"OplogS3Config">>(chance: Chance, args: T): T {
  return { ...args, ...(chance.die.chance(0.5) ? chooseStore(chance) : chooseStoreSecrets(chance)) };
}
