/** Generated from `src/resources/project-backup/description.ts` by `npm run generate`: change that. */
import type * as pulumi from "@pulumi/pulumi";
import type { InputsOf, OutputsOf } from "../program/arguments";
import type { ClassData } from "../program/registration";
import type { LookUpOptions } from "../program/resource";
import type { Link } from "../types/link";
import type { BackupDaemonRef, OplogStoreRef, SnapshotStoreRef } from "../types/project-backup";
import { lookUp, OpsManagerResource } from "../program/resource";
import { registrationOf } from "../program/registration";

/** Arguments of {@link ProjectBackup}. */
export interface ProjectBackupArgs {
  /** The id of the project. A change replaces the resource. */
  projectId: pulumi.Input<string>;
  /**
   * The labels of which a daemon or store must have one. The order does not matter; an empty list means any.
   * @default what the service has
   */
  labelFilter?: InputsOf<string[] | undefined>;
  /**
   * The backup daemons, in any order; an empty list means all.
   * @default what the service has
   */
  daemonFilter?: InputsOf<BackupDaemonRef[] | undefined>;
  /**
   * The oplog stores, in any order; an empty list means all.
   * @default what the service has
   */
  oplogStoreFilter?: InputsOf<OplogStoreRef[] | undefined>;
  /**
   * The snapshot stores, in any order; an empty list means all.
   * @default what the service has
   */
  snapshotStoreFilter?: InputsOf<SnapshotStoreRef[] | undefined>;
  /**
   * The ids of the sync stores, in any order; an empty list means all.
   * @default what the service has
   */
  syncStoreFilter?: InputsOf<string[] | undefined>;
  /**
   * The path of the KMIP client certificate on the hosts of the backup daemons.
   * @default what the service has
   */
  kmipClientCertPath?: pulumi.Input<string | undefined>;
  /**
   * Secret. The password of that certificate, which takes `kmipClientCertPath` as well.
   * @default what the service has
   */
  kmipClientCertPassword?: pulumi.Input<string | undefined>;
  /**
   * A version of the secrets, of your choice. A change writes all declared secrets again.
   * @default none
   */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /**
   * Whether destroying the resource empties all filters, so that the project may use all daemons and stores.
   * @default false
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same project.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const PROJECT_BACKUP: ClassData = {
  what: "project backup configuration",
  inputs: [
    "projectId",
    "labelFilter",
    "daemonFilter",
    "oplogStoreFilter",
    "snapshotStoreFilter",
    "syncStoreFilter",
    "kmipClientCertPath",
    "kmipClientCertPassword",
    "secretsVersion",
    "resetOnDestroy",
  ],
  outputs: ["links", "changedSecrets"],
  defaults: { resetOnDestroy: false },
  secrets: ["kmipClientCertPassword", "__written"],
  repeating: [],
  unique: ["projectId"],
  inIds: ["projectId"],
  createOnly: [],
  sealed: [["kmipClientCertPassword"]],
  canImport: true,
};

/**
 * Which backup daemons and stores the backup jobs of a project may use. Every project has this configuration: the create changes
 * what is there, which a preview shows. What is not declared stays as it is. A change counts for the next assignment of jobs, and
 * moves none. Pass outputs of stores to the filters: the service deletes no store that a project names. Destroying the resource
 * takes out of the filters what the program has put in, or empties them with `resetOnDestroy`.
 *
 * Required role of the API key: Global Owner or Global Backup Admin: a global API key, not one of an organization.
 *
 * @example
 * ```ts
 * const store = new opsmanager.FileSystemSnapshotStore("snapshots-nfs", {
 *   storePath: "/mnt/backup",
 *   assignmentEnabled: true,
 * });
 *
 * new opsmanager.ProjectBackup("shop", {
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   snapshotStoreFilter: [{ id: store.id, type: "fileSystemStore" }],
 * });
 * ```
 */
export class ProjectBackup extends OpsManagerResource implements OutputsOf<ProjectBackupArgs> {
  declare readonly projectId: pulumi.Output<string>;
  declare readonly labelFilter: pulumi.Output<string[] | undefined>;
  declare readonly daemonFilter: pulumi.Output<BackupDaemonRef[] | undefined>;
  declare readonly oplogStoreFilter: pulumi.Output<OplogStoreRef[] | undefined>;
  declare readonly snapshotStoreFilter: pulumi.Output<SnapshotStoreRef[] | undefined>;
  declare readonly syncStoreFilter: pulumi.Output<string[] | undefined>;
  declare readonly kmipClientCertPath: pulumi.Output<string | undefined>;
  declare readonly kmipClientCertPassword: pulumi.Output<string | undefined>;
  declare readonly secretsVersion: pulumi.Output<string | number | undefined>;
  declare readonly resetOnDestroy: pulumi.Output<boolean>;
  /** Links to the configuration and the project; as of the last write or of a refresh that found a change. */
  declare readonly links: pulumi.Output<Link[] | undefined>;
  /** The paths of secrets that were changed outside Pulumi, never their values. The next `pulumi up` restores them. */
  declare readonly changedSecrets: pulumi.Output<string[] | undefined>;

  /**
   * @param name the name of the resource in the state
   * @param args `projectId` is required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: ProjectBackupArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<ProjectBackupArgs> = args ?? {};
    super("ProjectBackup", name, given, registrationOf(PROJECT_BACKUP, given), options);
  }

  /**
   * Reads the existing configuration without managing it.
   *
   * @param name the name of the resource in the state
   * @param id the id of the project
   * @throws Error if nobody has set it
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): ProjectBackup {
    return lookUp(ProjectBackup, name, id, options);
  }
}
