/** What a ProjectBackup is. */

import type { Description } from "../../core/description";
import { PROJECT_BACKUP } from "../../fields/project-backup";
import { PROJECT_ID, SECRETS_VERSION } from "../../fields/options";
import type { Fields } from "../../fields/table";
import { LINKS } from "../../fields/table";
import { omit } from "../../json";

const IDS = {
  projectId: PROJECT_ID,
} as const satisfies Fields;

const OPTIONS = {
  secretsVersion: SECRETS_VERSION,
  resetOnDestroy: {
    type: "boolean",
    default: false,
    doc: "Whether destroying the resource empties all filters, so that the project may use all daemons and stores.",
  },
} as const satisfies Fields;

const OUTPUTS = {
  links: {
    type: LINKS.type,
    stable: true,
    doc: "Links to the configuration and the project; as of the last write or of a refresh that found a change.",
  },
  changedSecrets: {
    type: "strings",
    doc: "The paths of secrets that were changed outside Pulumi, never their values. The next `pulumi up` restores them.",
  },
} as const satisfies Fields;

export const PROJECT_BACKUP_DESCRIPTION: Description = {
  kind: "ProjectBackup",
  what: "project backup configuration",
  text: "Which backup daemons and stores the backup jobs of a project may use. Every project has this configuration: the create changes what is there, which a preview shows. What is not declared stays as it is. A change counts for the next assignment of jobs, and moves none. Pass outputs of stores to the filters: the service deletes no store that a project names. Destroying the resource takes out of the filters what the program has put in, or empties them with `resetOnDestroy`.",
  role: "Global Owner or Global Backup Admin: a global API key, not one of an organization.",
  example: `const store = new opsmanager.FileSystemSnapshotStore("snapshots-nfs", {
  storePath: "/mnt/backup",
  assignmentEnabled: true,
});

new opsmanager.ProjectBackup("shop", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  snapshotStoreFilter: [{ id: store.id, type: "fileSystemStore" }],
});`,
  ids: IDS,
  object: omit(PROJECT_BACKUP, ["id", "links"]),
  options: OPTIONS,
  outputs: OUTPUTS,
  moved: "A changed connection must lead to the same project.",
  lookUp: {
    object: "the existing configuration",
    id: "the id of the project",
    missing: "if nobody has set it",
  },
  unique: ["projectId"],
  encrypted: ["__written"],
};
