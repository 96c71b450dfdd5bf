/** What an Ops Manager contains, as far as the key may read it and the provider would accept it. */

import { listProjects } from "../../api/projects";
import { completeSchema, textsOf, validateArgs } from "../../core/check";
import type { Connection } from "../../core/connections";
import type { Described, Listing } from "../../core/declaring";
import type { CommonArgs } from "../../core/definition";
import { withValue } from "../../core/problems";
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

/** A project before it is read; without a name if the key may not list projects. */
type Group = Pick<Place, "id"> & { readonly name?: string | undefined };

/** A project, or the service itself. */
export interface Place {
  /** Empty for the service. */
  readonly id: string;
  readonly name: string;
  readonly objects: Objects;
}

export interface Inventory {
  /** The projects by id, then the service. */
  readonly places: readonly Place[];
  /** What options asked for. */
  readonly asked: Asked;
  readonly skipped: readonly Skipped[];
}

/** What is left out, and why. */
export interface Skipped {
  readonly what: string;
  readonly reason: string;
  /** What it belongs to. */
  readonly listing: Listing<unknown>;
}

/** All listings; kinds that declare the same objects share one. */
export const LISTINGS: readonly Listing<unknown>[] = [
  ...new Set(KINDS.map(({ declaring }) => declaring.listing)),
];

/** @param wanted ids or names of projects; all that the key can read when empty */
export async function readInventory(
  connection: Connection,
  wanted: readonly string[],
  asked: Asked = NOTHING_ASKED,
): Promise<Inventory> {
  const { api } = connection;
  const groups = await findGroups(api, wanted);
  const skipped: Skipped[] = [];
  /** @param of what the listing is asked for. @param suffix says so in messages */
  const readList = async (listing: Listing<unknown>, of: string, suffix: string) => {
    const found = (await listing.list(api, of).catch(refusalIn)) ?? "the service does not show it";
    if (typeof found === "string") {
      skipped.push({ what: listing.what + suffix, reason: found, listing });
      return [];
    }
    const reasonsOf = refusals(connection, listing, of);
    const accepted: unknown[] = [];
    for (const live of found) {
      const described = listing.describe(live, of);
      const reasons = await reasonsOf(live, described);
      if (reasons.length === 0) accepted.push(live);
      else skipped.push({ what: described.what + suffix, reason: reasons.join("; "), listing });
    }
    return accepted;
  };
  const readPlace = async (id: string, name: string, suffix: string): Promise<Place> => {
    const listings = LISTINGS.filter(
      (each) => each.isInProjects === (id !== "") && (each.option === undefined || asked.has(each)),
    );
    const objects = listings.map(async (listing) => {
      const values = listing.option?.value && asked.get(listing);
      const lists = values?.map(async (value) => readList(listing, value, ` of ${value}`)) ?? [
        readList(listing, id, suffix),
      ];
      return [listing, (await Promise.all(lists)).flat()] as const;
    });
    return { id, name, objects: new Map(await Promise.all(objects)) };
  };
  const places = await Promise.all([
    ...groups.map(async ({ id, name = id }) =>
      readPlace(id, name, ` of the project ${name === id ? id : `${name} (${id})`}`),
    ),
    readPlace("", "service", ""),
  ]);
  skipped.sort((a, b) => (a.what < b.what ? -1 : 1));
  return { places, asked, skipped };
}

/** Why the service refuses a request to this key. @throws any other error */
function refusalIn(error: unknown): string {
  if (!isApiError(error) || ![401, 403].includes(error.status)) throw error;
  return error.message;
}

/**
 * Returns the function that says why no program can declare an object: a preview would fail as a whole because of it. It checks
 * arguments as a preview does, with secrets that nobody knows yet.
 */
function refusals(connection: Connection, listing: Listing<unknown>, projectId: string) {
  const kind = KINDS.find(({ declaring }) => declaring.listing === listing);
  const schema = kind && completeSchema(kind.definition);
  return async (live: unknown, { reasons = [] }: Described): Promise<readonly string[]> => {
    if (kind === undefined || schema === undefined || reasons.length > 0) return reasons;
    const [declared] = kind.declaring.declare({ projectId, slug: "" }, [live], (name) => name);
    // A file that arguments name does not exist yet.
    if (declared === undefined || declared.file !== undefined) return [];
    const { secrets = [] } = declared;
    const args = secrets.reduce<unknown>((all, { path }) => withValue(all, path, UNKNOWN), declared.args);
    const problems = await validateArgs(kind.definition, schema, args as CommonArgs, () => connection);
    const errors = textsOf(problems, "error");
    return errors.length === 0 ? [] : [`the provider refuses it: ${errors.join("; ")}`];
  };
}

const PROJECT_ID = /^[0-9a-f]{24}$/;

/** The projects by id. */
async function findGroups(api: ApiClient, wanted: readonly string[]): Promise<Group[]> {
  const all = await listProjects(api).catch((cause: unknown) => {
    if (!isApiError(cause) || ![403, 404, 405].includes(cause.status)) throw cause;
    if (wanted.length > 0 && wanted.every((each) => PROJECT_ID.test(each))) return [];
    const advice = "To export projects without that list, give their ids: --project <id>.";
    throw new Error(`${cause.message} ${advice}`, { cause });
  });
  const found = wanted.length === 0 ? all : wanted.map((each) => groupOf(each, all));
  const byId = new Map(found.map((group) => [group.id, group]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** @param wanted an id or a name */
function groupOf(wanted: string, all: readonly Group[]): Group {
  const exact = all.find(({ id }) => id === wanted);
  const named = all.filter(({ name }) => name === wanted);
  if (exact === undefined && named.length > 1) {
    const ids = named.map(({ id }) => id).join(", ");
    throw new UsageError(
      `--project: several projects have the name "${wanted}". Give one of their ids: ${ids}`,
    );
  }
  const group = exact ?? named[0];
  if (group !== undefined) return group;
  if (PROJECT_ID.test(wanted)) return { id: wanted };
  const advice = didYouMean(
    wanted,
    all.flatMap(({ name = [] }) => name),
  );
  throw new UsageError(`--project: the key can read no project with the id or the name "${wanted}"${advice}`);
}
