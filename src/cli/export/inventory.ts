/** Reads what a service contains, as far as the key may read it. */

import type { Group } from "../../api/groups";
import { listGroups } from "../../api/groups";
import type { Listing } from "../../core/declaring";
import { isApiError } from "../../errors";
import type { ApiClient } from "../../http/api-client";
import { KINDS } from "../../kinds";

/** The objects by the listing that found them. */
export type Objects = ReadonlyMap<Listing<unknown>, readonly unknown[]>;

export interface Inventory {
  /** By id. */
  readonly projects: readonly Project[];
  /** What belongs to no project. */
  readonly service: Objects;
  /** What could not be read of that, and why. */
  readonly unread: ReadonlyMap<Listing<unknown>, string>;
  readonly skipped: readonly Skipped[];
}

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly objects: Objects;
  /** Whether the key may read all of it. */
  readonly isRead: boolean;
}

/** All listings; kinds that declare the same objects share one. */
const LISTINGS: readonly Listing<unknown>[] = [...new Set(KINDS.map(({ declaring }) => declaring.listing))];

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
  /** @returns why it cannot be read in place of the objects */
  const read = async (
    what: string,
    objects: Promise<readonly unknown[] | undefined>,
  ): Promise<readonly unknown[] | string> => {
    try {
      const found = await objects;
      if (found !== undefined) return found;
      skipped.push({ what, reason: "the service does not show it" });
      return "the service does not show it";
    } catch (error) {
      if (!isForbidden(error)) throw error;
      skipped.push({ what, reason: error.message });
      return "the key cannot read it";
    }
  };
  const groups = await findGroups(api, projectIds, names);
  const ofService = LISTINGS.flatMap((listing) =>
    listing.ofService ? [{ listing, list: listing.ofService }] : [],
  );
  const ofProject = LISTINGS.flatMap((listing) =>
    listing.ofProject ? [{ listing, list: listing.ofProject }] : [],
  );
  let done = 0;
  const step = async <T>(part: Promise<T>): Promise<T> => {
    const result = await part;
    progress((done += 1), groups.length + ofService.length);
    return result;
  };
  const projects = groups.map(async ({ id, name = id }): Promise<Project> => {
    const found = await Promise.all(
      ofProject.map(async ({ listing, list }) => {
        const objects = await read(`${listing.what} ${placeOf({ id, name })}`, list(api, id));
        return [listing, objects] as const;
      }),
    );
    return { id, name, ...partsOf(found) };
  });
  const service = ofService.map(
    async ({ listing, list }) => [listing, await step(read(listing.what, list(api)))] as const,
  );
  const [known, ...readProjects] = await Promise.all([Promise.all(service), ...projects.map(step)]);
  const { objects, unread } = partsOf(known);
  skipped.sort((a, b) => (a.what < b.what ? -1 : 1));
  return { projects: readProjects, service: objects, unread, skipped };
}

/** Separates what was read from what was not. */
function partsOf(found: readonly (readonly [Listing<unknown>, readonly unknown[] | string])[]): {
  readonly objects: Objects;
  readonly unread: ReadonlyMap<Listing<unknown>, string>;
  readonly isRead: boolean;
} {
  const objects = found.flatMap(([listing, items]) =>
    typeof items === "string" ? [] : [[listing, items] as const],
  );
  const unread = found.flatMap(([listing, reason]) =>
    typeof reason === "string" ? [[listing, reason] as const] : [],
  );
  return { objects: new Map(objects), unread: new Map(unread), isRead: unread.length === 0 };
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

function byId<T extends { readonly id: string }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Whether the service refuses the request to this key. */
function isForbidden(error: unknown): error is Error {
  return isApiError(error) && (error.status === 401 || error.status === 403);
}
