/** Checks of a resource before anything is written: its arguments, and who else manages its object. */

import { z } from "zod";
import { isConfigError, messageOf } from "../errors";
import { omit } from "../json";
import { CONNECTION_NAME } from "./settings";
import type { CommonArgs, Context, ManagedObjects, ResourceDefinition } from "./definition";
import type { Ownership, Announcement } from "./ownership";
import { conflictText, nameOf, quotedNames } from "./ownership";
import type { Problem } from "./problems";
import { checkSchema, problemText } from "./problems";
import type { Unsettled } from "../unknowns";
import { isUnknown } from "../unknowns";

/**
 * The schema of the argument `connection`.
 * @internal kept out of the declarations: zod's own types do not pass every user's compiler
 */
export const connectionName: z.ZodType = z
  .string()
  .regex(CONNECTION_NAME, 'must be a name such as "eu"')
  .optional();

/** What a kind says of its arguments. */
export type Rules<Args extends CommonArgs = CommonArgs> = Omit<
  ResourceDefinition<Args, never>,
  "existing" | "fromOutputs" | "create" | "read" | "update"
>;

/** Arguments that the schemas do not describe: `import` has its own check, and no program declares `changedSecrets`. */
const WITHOUT_SCHEMA = ["import", "changedSecrets"] as const;

/**
 * The schema of the arguments of a resource, with `connection`.
 * @internal kept out of the declarations: zod's own types do not pass every user's compiler
 */
export function completeSchema({ schema }: Pick<ResourceDefinition<never, never>, "schema">): z.ZodType {
  return schema().extend({ connection: connectionName }).strict();
}

/**
 * Validates the arguments of a resource.
 * @internal kept out of the declarations: zod's own types do not pass every user's compiler
 */
export async function validateArgs<Args extends CommonArgs>(
  definition: Rules<Args>,
  schema: z.ZodType,
  args: Args,
  contextOf: (connection: string | undefined) => Context,
): Promise<{ errors: string[]; warnings: string[] }> {
  const described = omit(args, WITHOUT_SCHEMA);
  const { problems, settled } = checkSchema(schema, described, definition.kind);
  if (!isUnknown(args.connection) && !problems.some(({ path }) => path === "connection")) {
    try {
      const context = contextOf(args.connection);
      problems.push(...((await definition.validate?.(settled as Unsettled<Args>, context)) ?? []));
      problems.push(...importProblems(definition, args));
    } catch (error) {
      if (!isConfigError(error)) throw error;
      problems.push({ path: "", message: error.message, severity: "error" });
    }
  }
  return { errors: textsOf(problems, "error"), warnings: textsOf(problems, "warning") };
}

export function textsOf(problems: readonly Problem[], severity: Problem["severity"]): string[] {
  return problems.filter((problem) => problem.severity === severity).map(problemText);
}

function importProblems<Args extends CommonArgs>(definition: Rules<Args>, args: Args): Problem[] {
  const { import: id } = args;
  if (id === undefined) return [];
  const problem = (message: string): Problem => ({ path: "import", message, severity: "error" });
  // A JavaScript program may give another value.
  if (typeof id !== "string") return [problem("must be a string")];
  try {
    const message = definition.validateImport?.({ ...args, import: id });
    return message === undefined ? [] : [problem(message)];
  } catch (error) {
    return [problem(messageOf(error))];
  }
}

/**
 * Claims the object that the arguments name.
 * @param isNew whether a create will follow
 * @returns why another resource has it
 */
export function claimObject(
  definition: Rules,
  ownership: Ownership,
  { urn, conflict }: Announcement,
  args: CommonArgs,
  isNew: boolean,
  objectOf: (id: string) => string,
): string[] {
  if (conflict !== undefined) return [conflict];
  const claimed = definition.claims?.(args);
  if (claimed === undefined) return [];
  const object = objectOf(claimed.id);
  const adopts = claimed.adopts && isNew;
  const owner = ownership.claim({ object, urn, adopts });
  const place = `${definition.what} ${claimed.id}`;
  if (owner !== undefined) return [conflictText([nameOf(owner), nameOf(urn)], place)];
  return adopts && ownership.isHeld(object)
    ? [`The ${place} is managed by another resource of this program. Nothing was written.`]
    : [];
}

/** Returns the errors and warnings about objects that another resource of the program declares as well. */
export function claimMeanings(
  definition: Rules,
  ownership: Ownership,
  { urn }: Announcement,
  args: CommonArgs,
): Problem[] {
  const isSet = definition.objects !== undefined;
  return (definition.declared?.(args) ?? []).flatMap(({ path, meaning }): Problem[] => {
    const other = ownership.declare(meaning, { urn, isSet, path });
    if (other === undefined) return [];
    const where = other.path === "" ? "" : ` (${other.path})`;
    const found = `the resource ${quotedNames([other.urn])}${where} of this program declares the same ${ALERT}`;
    return isSet || other.isSet
      ? [{ path, severity: "error", message: `${found}: keep one of them. Nothing was written.` }]
      : [{ path, severity: "warning", message: `${found}, so that the project gets two equal ones.` }];
  });
}

const ALERT = "alert configuration";

/** Returns why the resource cannot have its objects in the place that it names, beside those of other resources. */
export function claimPlace(
  definition: Rules,
  ownership: Ownership,
  { urn, neighbours = [], undecided = [] }: Announcement,
  args: CommonArgs,
): string[] {
  ownership.expect(urn, [...neighbours, ...undecided]);
  const place = definition.place?.(args);
  if (place === undefined) return [];
  const other = ownership.enter(place.name, urn, place.alone);
  const others = [...(place.alone ? neighbours : []), ...(other === undefined ? [] : [other])];
  return others.length === 0 ? [] : [place.conflict([...new Set(others.map(nameOf))])];
}

/** @throws Error when another resource of the program is about to adopt the object of this one */
export function refuseAdopted(
  definition: Rules,
  ownership: Ownership,
  id: string,
  object: string,
  args: CommonArgs,
): void {
  const adopter = ownership.adopterOf(object);
  if (adopter === undefined || definition.claims?.(args)?.id === id) return;
  throw new Error(
    `The ${definition.what} ${id} is managed by this resource, and the resource ${JSON.stringify(nameOf(adopter))} of the same program ` +
      "adopts it: keep one of them. Nothing was written.",
  );
}

/** @throws Error when another resource of the program deletes the object of this one */
export function refuseDeleted(
  ownership: Ownership,
  what: string,
  id: string,
  object: string,
  urn: string | undefined,
): void {
  const deleter = ownership.deleterOf(object);
  if (deleter === undefined || deleter === urn) return;
  throw new Error(
    `The ${what} ${id} is managed by this resource, and the resource ${JSON.stringify(nameOf(deleter))} of the same program ` +
      'deletes it in the same run. If that is a set with unmanaged: "delete", declare the object there. If the object moves from ' +
      "one resource to the other, remove the dependency between the two. Then run `pulumi refresh` and `pulumi up`.",
  );
}

/**
 * Holds the objects that a resource keeps, and releases those that it is about to delete.
 * @throws Error when another resource of the program has an object that this one keeps
 */
export function recordObjects(
  ownership: Ownership,
  what: string,
  { kept, deleted }: ManagedObjects,
  urn: string | undefined,
): void {
  const taken = kept.filter((object) => ownership.isTaken(object, urn));
  if (taken.length > 0) {
    throw new Error(
      `Other resources of the program manage or adopt objects of this ${what} as well: ${taken.join(", ")}. ` +
        "Keep one resource for each object. Nothing was written.",
    );
  }
  for (const object of kept) {
    refuseDeleted(ownership, "object", object, object, urn);
    ownership.hold(object, urn);
  }
  // What another resource has is not deleted.
  for (const object of deleted) if (!ownership.isTaken(object, urn)) ownership.release(object, urn);
}
