/** Reads what a service contains, as far as the key may read it. */

import { listProjects } from "../../api/projects";
import { completeSchema, textsOf, validateArgs } from "../../core/check";
import type { Connection } from "../../core/connections";
import type { Described, Listing } from "../../core/declaring";
import type { Context } from "../../core/definition";
import { withValue } from "../../core/problems";
import { readingContext } from "../../core/scope";
import { isApiError } from "../../errors";
import { didYouMean } from "../../core/suggest";
import type { ApiClient } from "../../http/api-client";
import { KINDS } from "../../kinds";
import { UNKNOWN } from "../../unknowns";
import { UsageError } from "../usage";
import type { Asked } from "./asked";
import { NOTHING_ASKED } from "./asked";

/** The objects by the listing that found them. */
export type Objects = ReadonlyMap<Listing<unknown>, readonly unknown[]>;

export interface Inventory {
  /** By id. */
  readonly projects: readonly Project[];
  /** What belongs to no project. */
  readonly service: Objects;
  /** The listings of which not everything could be read, or is left out. */
  readonly unread: ReadonlySet<Listing<unknown>>;
  /** What options asked for. */
  readonly asked: Asked;
  readonly skipped: readonly Skipped[];
}

/** A project before it is read; without a name if the key may not list projects. */
type Group = Pick<Project, "id"> & { readonly name?: string | undefined };

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly objects: Objects;
}

/** All listings; kinds that declare the same objects share one. */
export const LISTINGS: readonly Listing<unknown>[] = [
  ...new Set(KINDS.map(({ declaring }) => declaring.listing)),
];

/** What is left out, and why. */
export interface Skipped {
  readonly what: string;
  readonly reason: string;
}

/** Is called when a part has been read. */
export type Progress = (done: number, of: number) => void;

/** @param wanted ids or names of projects; all that the key can read when empty */
export async function readInventory(
  api: ApiClient,
  wanted: readonly string[],
  progress: Progress,
  asked: Asked = NOTHING_ASKED,
): Promise<Inventory> {
  const skipped: Skipped[] = [];
  const isAsked = (listing: Listing<unknown>): boolean => listing.option === undefined || asked.has(listing);
  const unread = new Set(LISTINGS.filter((listing) => !isAsked(listing)));
  const groups = await findGroups(api, wanted);
  let done = 0;
  /** Reads all listings of a project or of the service. */
  const readPlace = async (partsOf: (listing: Listing<unknown>) => readonly Part[]): Promise<Objects> => {
    const parts = LISTINGS.filter(isAsked).flatMap((listing) =>
      partsOf(listing).map((part) => ({ listing, ...part })),
    );
    const results = await Promise.all(
      parts.map(async (part) => ({ ...part, ...(await readListing(part.objects)) })),
    );
    progress((done += 1), groups.length + 1);
    const objects = new Map<Listing<unknown>, readonly unknown[]>();
    for (const { listing, suffix, found, reason } of results) {
      if (found !== undefined) objects.set(listing, [...(objects.get(listing) ?? []), ...found]);
      if (reason === undefined) continue;
      unread.add(listing);
      skipped.push({ what: `${listing.what}${suffix}`, reason });
    }
    return objects;
  };
  const readProject = async ({ id, name = id }: Group): Promise<Project> => {
    const suffix = ` ${placeOf({ id, name })}`;
    const objects = await readPlace(({ ofProject }) => partOf(suffix, ofProject?.(api, id)));
    return { id, name, objects };
  };
  const [service, ...projects] = await Promise.all([
    readPlace((listing) => [
      ...partOf("", listing.ofService?.(api)),
      ...(asked.get(listing) ?? []).flatMap((value) =>
        partOf(` of ${value}`, listing.option?.value?.list(api, value)),
      ),
    ]),
    ...groups.map(readProject),
  ]);
  skipped.sort((a, b) => (a.what < b.what ? -1 : 1));
  return { projects, service, unread, asked, skipped };
}

/** A part of a listing that one request reads. */
interface Part {
  /** Where the objects are, for messages. */
  readonly suffix: string;
  readonly objects: Promise<readonly unknown[] | undefined>;
}

/** No part if the listing has none there. */
function partOf(suffix: string, objects: Part["objects"] | undefined): Part[] {
  return objects === undefined ? [] : [{ suffix, objects }];
}

/** What a listing has, or why it cannot be read. */
interface Listed {
  readonly found?: readonly unknown[];
  readonly reason?: string;
}

async function readListing(objects: Part["objects"]): Promise<Listed> {
  try {
    const found = await objects;
    return found === undefined ? { reason: "the service does not show it" } : { found };
  } catch (error) {
    // The service refuses the request to this key.
    if (!isApiError(error) || ![401, 403].includes(error.status)) throw error;
    return { reason: error.message };
  }
}

/** The classes of the resources that declare what listings have. */
export function kindsOf(listings: ReadonlySet<Listing<unknown>>): ReadonlySet<string> {
  const kinds = KINDS.filter(({ declaring }) => listings.has(declaring.listing));
  return new Set(kinds.map(({ definition }) => definition.kind));
}

/** The project of something, for messages. */
function placeOf({ id, name }: Pick<Project, "id" | "name">): string {
  return `of the project ${name === id ? id : `${name} (${id})`}`;
}

async function findGroups(api: ApiClient, wanted: readonly string[]): Promise<Group[]> {
  const areIds = wanted.length > 0 && wanted.every((each) => PROJECT_ID.test(each));
  const all = await listProjects(api).catch((error: unknown) => {
    if (!isApiError(error) || ![403, 404, 405].includes(error.status)) throw error;
    if (areIds) return [];
    throw new Error(
      `${error.message} To export projects without that list, give their ids: --project <id>.`,
      {
        cause: error,
      },
    );
  });
  if (wanted.length === 0) return byId(all);
  const found = wanted.map((each): Group => {
    const exact = all.find(({ id }) => id === each);
    const [named, ...others] = all.filter(({ name }) => name === each);
    if (others.length > 0) {
      const ids = [named, ...others].map((group) => group?.id).join(", ");
      throw new UsageError(
        `--project: several projects have the name "${each}". Give one of their ids: ${ids}`,
      );
    }
    const group = exact ?? named ?? (PROJECT_ID.test(each) ? { id: each, name: undefined } : undefined);
    if (group !== undefined) return group;
    throw new UsageError(
      `--project: the key can read no project with the id or the name "${each}"${didYouMean(
        each,
        all.map(({ name }) => name),
      )}`,
    );
  });
  return byId([...new Map(found.map((group) => [group.id, group])).values()]);
}

const PROJECT_ID = /^[0-9a-f]{24}$/;

function byId<T extends { readonly id: string }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Leaves out what the provider would refuse in a program: a preview would fail as a whole because of one object. */
export async function withoutRefused(inventory: Inventory, connection: Connection): Promise<Inventory> {
  const skipped: Skipped[] = [];
  const unread = new Set(inventory.unread);
  const schemas = new Map(
    KINDS.map(({ definition }) => [definition.kind, completeSchema(definition)] as const),
  );
  const context = readingContext(connection);
  const withoutThem = async (objects: Objects, projectId: string, suffix: string): Promise<Objects> => {
    const accepted = new Map<Listing<unknown>, unknown[]>();
    for (const [listing, live] of objects) {
      const left: unknown[] = [];
      for (const each of live) {
        const described = listing.describe(each, { projectId, slug: "" });
        const reasons = [...(await refusals(described, context, schemas)), ...(described.reasons ?? [])];
        if (reasons.length === 0) left.push(each);
        else {
          skipped.push({ what: described.what + suffix, reason: reasons.join("; ") });
          unread.add(listing);
        }
      }
      accepted.set(listing, left);
    }
    return accepted;
  };
  const projects: Project[] = [];
  for (const project of inventory.projects) {
    const objects = await withoutThem(project.objects, project.id, ` ${placeOf(project)}`);
    projects.push({ ...project, objects });
  }
  const service = await withoutThem(inventory.service, "", "");
  return { ...inventory, projects, service, unread, skipped: [...inventory.skipped, ...skipped] };
}

/** Checks arguments as a preview does, with secrets that nobody knows yet. */
async function refusals(
  { checked }: Described,
  context: Context,
  schemas: ReadonlyMap<string, ReturnType<typeof completeSchema>>,
): Promise<string[]> {
  if (checked === undefined) return [];
  const { definition, args, secrets } = checked;
  const declared = secrets.reduce<unknown>((object, path) => withValue(object, path, UNKNOWN), args);
  const schema = schemas.get(definition.kind) ?? completeSchema(definition);
  const problems = await validateArgs(definition, schema, declared as typeof args, () => context);
  const errors = textsOf(problems, "error");
  return errors.length === 0 ? [] : [`the provider refuses it: ${errors.join("; ")}`];
}
