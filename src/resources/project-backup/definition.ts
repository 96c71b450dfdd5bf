/** How the backup configuration of a project is set, read and taken back. */

import { getProjectBackup, putProjectBackup } from "../../api/project-backup";
import type { ResourceDefinition } from "../../core/definition";
import { error } from "../../core/problems";
import type { SettingsArgs, SettingsState } from "../../core/settings-kind";
import { settingsKind } from "../../core/settings-kind";
import { FILTERS, PROJECT_BACKUP, type ProjectBackup } from "../../fields/project-backup";
import { publicArguments } from "../../fields/table";
import type { PlainObject } from "../../json";
import { isPlainObject } from "../../json";
import { compareMasked, isMasked } from "../../secrets/masks";
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
    isSet: (live) => Object.keys(live).length > 0,
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
    const declared = { ...args, ...written?.declared };
    const left = (live: ProjectBackup): PlainObject =>
      Object.fromEntries(FILTER_NAMES.map((name) => [name, leftIn(name, declared, live)]));
    const isDone = (live: ProjectBackup): boolean =>
      FILTER_NAMES.every((name) => (live[name] ?? []).length === (left(live)[name] as unknown[]).length);
    await change(context, id, isDone, (live) => ({ ...keptOf(live, declared), ...left(live) }));
  },
};

export const projectBackup = { definition, declaring };

/** The items of a filter that the program has not put in. */
function leftIn(name: Filter, args: Args, live: ProjectBackup): unknown[] {
  const items: readonly unknown[] = args.resetOnDestroy === true ? [] : (live[name] ?? []);
  const ours = (args[name] ?? []) as readonly unknown[];
  return items.filter((item) => !ours.some((each) => isDeclaredBy(each, item)));
}

/** Whether an item of a filter is a declared one: a label, the store with the id, or a daemon, whose folder the service may fill in. */
function isDeclaredBy(declared: unknown, item: unknown): boolean {
  if (!isPlainObject(declared) || !isPlainObject(item)) return declared === item;
  if (declared["id"] !== undefined) return declared["id"] === item["id"];
  const { machine, headRootDirectory = item["headRootDirectory"] } = declared;
  return machine === item["machine"] && headRootDirectory === item["headRootDirectory"];
}

/** The rest of the configuration. @throws Error if only a mask of a password is known */
function keptOf(live: ProjectBackup, declared: Args): PlainObject {
  const { kmipClientCertPassword: ours, kmipClientCertPath: path } = declared;
  const open = publicArguments<PlainObject>(PROJECT_BACKUP, { ...live });
  const { kmipClientCertPassword: shown } = live;
  if (shown !== undefined && !isMasked(shown)) return { ...open, kmipClientCertPassword: shown };
  // A service that never shows it has the declared one.
  const fits = shown === undefined || (ours !== undefined && compareMasked(ours, shown) !== "changed");
  if (ours !== undefined && path === open["kmipClientCertPath"] && fits)
    return { ...open, kmipClientCertPassword: ours };
  if (shown === undefined) return open;
  throw new Error(
    "kmipClientCertPassword: the service has one that the program does not know, and shows only a mask of it. A destroy replaces the whole " +
      "configuration, so it would remove the password. Declare it and run `pulumi up` first, or take the resource out of the state with " +
      "`pulumi state delete`. Nothing was written.",
  );
}
