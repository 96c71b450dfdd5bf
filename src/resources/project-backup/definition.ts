/** How the backup configuration of a project is set, read and taken back. */

import { getProjectBackup, putProjectBackup } from "../../api/project-backup";
import type { ResourceDefinition } from "../../core/definition";
import { error } from "../../core/problems";
import type { SettingsArgs, SettingsState } from "../../core/settings-kind";
import { settingsKind } from "../../core/settings-kind";
import { FILTERS, type ProjectBackup } from "../../fields/project-backup";
import type { PlainObject } from "../../json";
import { isEmptyList, isPlainObject, omit, pick } from "../../json";
import { isMasked } from "../../secrets/masks";
import { knownValue } from "../../unknowns";
import { PROJECT_BACKUP_DESCRIPTION } from "./description";

type Args = SettingsArgs &
  Omit<ProjectBackup, "id" | "links"> & {
    readonly secretsVersion?: string | number | undefined;
    readonly resetOnDestroy?: boolean | undefined;
  };

type Filter = keyof typeof FILTERS;
const FILTER_NAMES = Object.keys(FILTERS) as Filter[];

const { operations, declaring, change } = settingsKind<Args, ProjectBackup>(
  PROJECT_BACKUP_DESCRIPTION,
  {
    read: async (api, { projectId = "" }) => getProjectBackup(api, projectId),
    send: async (api, { projectId = "" }, body) => putProjectBackup(api, projectId, body),
    isSet: ({ id }) => id !== undefined,
  },
  {
    keepsUndeclared: true,
    validate(args) {
      const { kmipClientCertPath: path, kmipClientCertPassword: password } = knownValue(args) ?? {};
      return password !== undefined && path === undefined
        ? [
            error(
              ["kmipClientCertPath"],
              "is missing: kmipClientCertPassword is the password of that certificate",
            ),
          ]
        : [];
    },
    option: { name: "project-backups", help: "export the backup configuration of each project" },
  },
);

const definition: ResourceDefinition<Args, SettingsState<Args>> = {
  ...operations,
  async delete(context, id, { args, kept: { written } }) {
    // A refresh may have found what others have put in.
    const ours = { ...args, ...pick<PlainObject, string>(written?.declared ?? {}, FILTER_NAMES) };
    const left = (live: ProjectBackup): PlainObject =>
      Object.fromEntries(FILTER_NAMES.map((name) => [name, leftIn(name, ours, live)]));
    const isDone = (live: ProjectBackup): boolean =>
      FILTER_NAMES.every((name) => (live[name] ?? []).length === (left(live)[name] as unknown[]).length);
    await change(context, id, isDone, (live) => ({ ...keptOf(live, args), ...left(live) }));
  },
};

export const projectBackup = { definition, declaring };

/** The items of a filter that the program has not put in. */
function leftIn(name: Filter, args: Args, live: ProjectBackup): unknown[] {
  const items: readonly unknown[] = args.resetOnDestroy === true ? [] : (live[name] ?? []);
  const ours = ((args[name] ?? []) as readonly unknown[]).map(keyOf);
  return items.filter((item) => !ours.includes(keyOf(item)));
}

/** What tells an item of a filter apart: a label, the id of a store, or a daemon. */
function keyOf(item: unknown): string {
  if (!isPlainObject(item)) return String(item);
  const { id, machine, headRootDirectory } = item;
  return JSON.stringify(id === undefined ? [machine, headRootDirectory] : [id]);
}

/** The rest of the configuration, without what the service does not show. */
function keptOf(live: ProjectBackup, { kmipClientCertPassword: declared }: Args): PlainObject {
  const { kmipClientCertPassword: shown = declared, ...rest } = omit(live, ["id", "links"]);
  const kept = Object.entries(rest).filter(([, value]) => !isEmptyList(value));
  const password = isMasked(shown) ? declared : shown;
  return {
    ...Object.fromEntries(kept),
    ...(password !== undefined && { kmipClientCertPassword: password }),
  };
}
