/** Leaves out what the provider would refuse in a program: a preview would fail as a whole because of one object. */

import { completeSchema, validateArgs } from "../../core/check";
import type { Connection } from "../../core/connections";
import type { Described, Listing } from "../../core/declaring";
import type { Context } from "../../core/definition";
import { createOwnership } from "../../core/ownership";
import { withValue } from "../../core/problems";
import { UNKNOWN } from "../../unknowns";
import type { Inventory, Objects, Project, Skipped } from "./inventory";
import { placeOf } from "./inventory";

export async function withoutRefused(inventory: Inventory, connection: Connection): Promise<Inventory> {
  const skipped: Skipped[] = [];
  const context: Context = {
    ...connection,
    ownership: createOwnership(),
    say: () => undefined,
    warn: () => undefined,
    pause: async () => undefined,
    filter: (text) => text,
  };
  const withoutThem = async (objects: Objects, projectId: string, suffix: string): Promise<Objects> => {
    const accepted = new Map<Listing<unknown>, unknown[]>();
    for (const [listing, live] of objects) {
      const left: unknown[] = [];
      for (const each of live) {
        const described = listing.describe(each, { projectId, slug: "" });
        const reasons = [...(await refusals(described, context)), ...(described.reasons ?? [])];
        if (reasons.length === 0) left.push(each);
        else skipped.push({ what: described.what + suffix, reason: reasons.join("; ") });
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
  return { ...inventory, projects, service, skipped: [...inventory.skipped, ...skipped] };
}

/** Checks arguments as a preview does, with secrets that nobody knows yet. */
async function refusals({ checked }: Described, context: Context): Promise<string[]> {
  if (checked === undefined) return [];
  const { definition, args, secrets } = checked;
  const declared = secrets.reduce<unknown>((object, path) => withValue(object, path, UNKNOWN), args);
  const { errors } = await validateArgs(
    definition,
    completeSchema(definition),
    declared as never,
    () => context,
  );
  return errors.length === 0 ? [] : [`the provider refuses it: ${errors.join("; ")}`];
}
