/** Reads what a service contains, as far as the key may read it. */

import { listAlertConfigs } from "../../api/alert-configs";
import type { Cluster } from "../../api/clusters";
import { listClusters } from "../../api/clusters";
import type { Group } from "../../api/groups";
import { listGroups } from "../../api/groups";
import { listOplogS3Configs } from "../../api/oplog-s3-configs";
import type { VersionManifest } from "../../api/version-manifest";
import { getVersionManifest } from "../../api/version-manifest";
import { isApiError } from "../../errors";
import type { AlertConfig } from "../../fields/alert-config";
import type { OplogS3Config } from "../../fields/oplog-s3-config";
import { canonicalJson, isPlainObject } from "../../json";
import type { ApiClient } from "../../http/api-client";
import { isRenamable } from "../../resources/cluster-name/requests";

export interface Inventory {
  /** By id. */
  readonly projects: readonly Project[];
  readonly stores: readonly OplogS3Config[];
  readonly manifest: VersionManifest | undefined;
  readonly areStoresRead: boolean;
  readonly isManifestRead: boolean;
  readonly skipped: readonly Skipped[];
}

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly alertConfigs: readonly AlertConfig[];
  /** Those that can be renamed. */
  readonly clusters: readonly Cluster[];
  /** Whether the key may read all of it. */
  readonly isRead: boolean;
}

/** What is left out, and why. */
export interface Skipped {
  readonly what: string;
  readonly reason: string;
}

/** Is called when a part has been read. */
export type Progress = (done: number, of: number) => void;

/**
 * @param projectIds all projects that the key can read when empty
 * @param names those of projects that the service does not list, by id
 */
export async function readInventory(
  api: ApiClient,
  projectIds: readonly string[],
  progress: Progress,
  names: ReadonlyMap<string, string> = new Map(),
): Promise<Inventory> {
  const skipped: Skipped[] = [];
  const orSkip = async <T>(what: string, read: Promise<T>): Promise<T | undefined> => {
    try {
      return await read;
    } catch (error) {
      if (!isForbidden(error)) throw error;
      skipped.push({ what, reason: error.message });
      return undefined;
    }
  };
  const groups = await findGroups(api, projectIds, names);
  let done = 0;
  const step = async <T>(part: Promise<T>): Promise<T> => {
    const result = await part;
    progress((done += 1), groups.length + 2);
    return result;
  };
  const projects = groups.map(async ({ id, name = id }): Promise<Project> => {
    const place = placeOf({ id, name });
    const [alertConfigs, clusters] = await Promise.all([
      orSkip(`alert configurations ${place}`, listAlertConfigs(api, id)),
      orSkip(`clusters ${place}`, listClusters(api, id)),
    ]);
    return {
      id,
      name,
      alertConfigs: byId(alertConfigs ?? []),
      clusters: byId((clusters ?? []).filter(isRenamable)),
      isRead: alertConfigs !== undefined && clusters !== undefined,
    };
  });
  const [stores, manifest, ...read] = await Promise.all([
    step(orSkip("oplog stores", listOplogS3Configs(api))),
    step(getVersionManifest(api)),
    ...projects.map(step),
  ]);
  if (manifest === undefined) {
    skipped.push({
      what: "version manifest",
      reason: "the service does not show it (GET /unauth/versionManifest)",
    });
  }
  skipped.sort((a, b) => (a.what < b.what ? -1 : 1));
  return {
    projects: read,
    stores: byId(stores ?? []),
    manifest: manifest === undefined || isEmpty(manifest.manifest) ? undefined : manifest.manifest,
    areStoresRead: stores !== undefined,
    isManifestRead: manifest !== undefined,
    skipped,
  };
}

/** The project of something, for messages. */
export function placeOf({ id, name }: Pick<Project, "id" | "name">): string {
  return `of the project ${name === id ? id : `${name} (${id})`}`;
}

async function findGroups(
  api: ApiClient,
  projectIds: readonly string[],
  names: ReadonlyMap<string, string>,
): Promise<Group[]> {
  const all = await listGroups(api).catch((error: unknown) => {
    if (!isApiError(error) || ![403, 404, 405].includes(error.status)) throw error;
    if (projectIds.length > 0) return [];
    throw new Error(`${error.message} To export projects without that list, name them: --project <id>.`, {
      cause: error,
    });
  });
  if (projectIds.length === 0) return byId(all);
  const listed = new Map(all.map((group) => [group.id, group]));
  return byId([...new Set(projectIds)].map((id) => listed.get(id) ?? { id, name: names.get(id) }));
}

/** Whether a manifest has no versions. One without the list that has other fields may have them in a form of its own. */
function isEmpty({ versions, ...others }: VersionManifest): boolean {
  if (Array.isArray(versions)) return versions.length === 0;
  return versions == null && Object.keys(others).every((name) => name === "updated");
}

/** Sorts items by id, and within them fields and lists, whose order the service does not keep. */
function byId<T extends { readonly id: string }>(items: readonly T[]): T[] {
  return items.map((item) => inOneOrder(item) as T).sort((a, b) => (a.id < b.id ? -1 : 1));
}

function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(inOneOrder).map((item) => ({ item, text: canonicalJson(item) }));
    return items.sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ item }) => item);
  }
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, inOneOrder(item)]));
}

/** Whether the service refuses the request to this key. */
function isForbidden(error: unknown): error is Error {
  return isApiError(error) && (error.status === 401 || error.status === 403);
}
