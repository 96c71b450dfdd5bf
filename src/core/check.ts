/** Checks of a resource before anything is written: its arguments, and who else manages its object. */

import { createHash } from "node:crypto";
import { z } from "zod";
import { isConfigError, messageOf } from "../errors";
import { omit } from "../json";
import { CONNECTION_NAME } from "./settings";
import type { Connection } from "./connections";
import type { AnyKind, CommonArgs, ManagedObjects } from "./definition";
import type { Ownership, Announcement } from "./ownership";
import { conflictText, nameOf, quotedNames } from "./resource-names";
import type { Problem } from "./problems";
import { checkSchema, error, parsePath, problemText, valueAt } from "./problems";
import type { Scope } from "./scope";
import { objectOf } from "./scope";
import { isUnknown } from "../unknowns";

/**
 * The schema of the argument `connection`.
 * @internal kept out of the declarations: zod's own types do not pass every user's compiler
 */
export const connectionName: z.ZodType = z
  .string()
  .regex(CONNECTION_NAME, 'must be a name such as "eu"')
  .optional();

/** Arguments that the schemas do not describe: `import` has its own check, and no program declares `changedSecrets`. */
const WITHOUT_SCHEMA = ["import", "changedSecrets"] as const;

/**
 * The schema of the arguments of a resource, with `connection`.
 * @internal kept out of the declarations: zod's own types do not pass every user's compiler
 */
export function completeSchema({ schema }: Pick<AnyKind, "schema">): z.ZodType {
  return schema().extend({ connection: connectionName }).strict();
}

/**
 * Validates the arguments of a resource.
 * @internal kept out of the declarations: zod's own types do not pass every user's compiler
 */
export async function validateArgs(
  definition: AnyKind,
  schema: z.ZodType,
  args: CommonArgs,
  connectionOf: (name: string | undefined) => Connection,
): Promise<Problem[]> {
  const { problems, settled } = checkSchema(schema, omit(args, WITHOUT_SCHEMA), definition.kind);
  if (isUnknown(args.connection) || problems.some(({ path }) => path === "connection")) return problems;
  try {
    const connection = connectionOf(args.connection);
    problems.push(...((await definition.validate?.(settled, connection)) ?? []));
    const refusal = idRefusal(definition, args);
    if (refusal !== undefined) problems.push(error(["import"], refusal));
  } catch (cause) {
    if (!isConfigError(cause)) throw cause;
    problems.push(error([], cause.message));
  }
  return problems;
}

/** Advice for a resource whose state cannot be read. */
export const RESTORE =
  "Restore an earlier state (`pulumi stack history`, `pulumi stack import`), or remove the resource from the state " +
  "(`pulumi state delete`) and import it again. Nothing was written.";

/**
 * Explains an error that an edited state has caused: the values of the engine have types that a check would have refused.
 * @param stored what the engine has of the resource, each as arguments
 */
export function explainDamage(
  definition: AnyKind,
  cause: unknown,
  stored: readonly (() => object)[],
): Error | undefined {
  if (!(cause instanceof TypeError)) return undefined;
  const schema = completeSchema(definition);
  const problems = stored.flatMap((read) => {
    try {
      const args = read();
      const found = checkSchema(
        schema,
        omit(args, [...WITHOUT_SCHEMA, "imported"] as never[]),
        definition.kind,
      ).problems;
      return found.filter(({ path }) => path !== "" && valueAt(args, parsePath(path)) !== undefined);
    } catch {
      return [];
    }
  });
  const texts = [...new Set(problems.map(problemText))];
  if (texts.length === 0) return undefined;
  return new Error(`The state of the ${definition.what} cannot be read: ${texts.join("; ")}. ${RESTORE}`, {
    cause,
  });
}

export function textsOf(problems: readonly Problem[], severity: Problem["severity"]): string[] {
  return problems.filter((problem) => problem.severity === severity).map(problemText);
}

/** Returns what is wrong with the id of the resource option `import`. */
function idRefusal(definition: AnyKind, args: CommonArgs): string | undefined {
  const { import: id } = args;
  if (id === undefined) return undefined;
  // A JavaScript program may give another value.
  if (typeof id !== "string") return "must be a string";
  try {
    return definition.validateImport?.({ ...args, import: id });
  } catch (cause) {
    return messageOf(cause);
  }
}

/** A resource of the program that claims its objects. */
interface Claiming {
  readonly announcement: Announcement;
  readonly args: CommonArgs;
  /** Whether a create will follow. */
  readonly isNew: boolean;
}

/**
 * Claims the objects that the arguments name or describe.
 * @returns why another resource has them
 */
export function claimObjects(scope: Scope, claiming: Claiming): Problem[] {
  const conflicts = [...claimNamed(scope, claiming), ...claimPlace(scope, claiming)];
  return [...conflicts.map((text) => error([], text)), ...claimMeanings(scope, claiming)];
}

function claimNamed(scope: Scope, { announcement: { urn, conflict }, args, isNew }: Claiming): string[] {
  if (conflict !== undefined) return [conflict];
  const { definition, process } = scope;
  const claimed = definition.claims?.(args);
  if (claimed === undefined) return [];
  const { ownership } = process;
  const object = objectOf(scope, claimed.id, args.connection);
  const adopts = claimed.adopts && isNew;
  const place = `${definition.what} ${claimed.id}`;
  const owner = ownership.claim({ object, urn, adopts });
  const refusal = adopts ? ownership.refusalOf(`The adoption of the ${place}`) : undefined;
  if (refusal !== undefined) return [`${refusal} Nothing was written.`];
  if (owner !== undefined) return [conflictText([nameOf(owner), nameOf(urn)], place)];
  return adopts && ownership.isHeld(object)
    ? [`The ${place} is managed by another resource of this program. Nothing was written.`]
    : [];
}

/** Returns why the resource cannot have its objects in the place that it names, beside those of other resources. */
function claimPlace({ definition, process }: Scope, { announcement, args }: Claiming): string[] {
  const { ownership } = process;
  const { urn, neighbours, undecided = [], announced } = announcement;
  if (announced !== undefined) ownership.announce(announced);
  if (neighbours !== undefined) ownership.expect(urn, [...neighbours, ...undecided]);
  if (definition.place === undefined) return [];
  const place = definition.place(args);
  const other = ownership.enter(place?.name, urn, place?.alone === true);
  if (place === undefined) return [];
  const others = [...(place.alone ? (neighbours ?? []) : []), ...(other === undefined ? [] : [other])];
  return others.length === 0 ? [] : [place.conflict([...new Set(others.map(nameOf))])];
}

/** Returns the errors and warnings about objects that another resource of the program declares as well. */
function claimMeanings({ definition, process }: Scope, { announcement, args }: Claiming): Problem[] {
  const { urn } = announcement;
  const isSet = definition.objects !== undefined;
  const declared = definition.declared?.(args) ?? [];
  if (declared.length === 0) return [];
  // A meaning has secrets, and the table does not.
  const hashed = declared.map(({ path, meaning }) => ({ path, meaning: hashOf(meaning) }));
  const others = process.ownership.declare({ urn, isSet }, hashed);
  return declared.flatMap(({ path, what }, index): Problem[] => {
    const other = others[index];
    if (other === undefined) return [];
    const where = other.path === "" ? "" : ` (${other.path})`;
    const found = `the resource ${quotedNames([other.urn])}${where} of this program declares the same ${what}`;
    return isSet || other.isSet
      ? [{ path, severity: "error", message: `${found}: keep one of them. Nothing was written.` }]
      : [{ path, severity: "warning", message: `${found}, so that there are two equal ones.` }];
  });
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** @throws Error when another resource of the program is about to adopt the object of this one */
export function refuseAdopted(scope: Scope, id: string, args: CommonArgs): void {
  const { definition, process } = scope;
  const adopter = process.ownership.adopterOf(objectOf(scope, id, args.connection));
  if (adopter === undefined || definition.claims?.(args)?.id === id) return;
  throw new Error(
    `The ${definition.what} ${id} is managed by this resource, and the resource ${JSON.stringify(nameOf(adopter))} of the same program ` +
      "adopts it: keep one of them. Nothing was written.",
  );
}

/**
 * @param title the object for messages
 * @throws Error when another resource of the program deletes the object of this one
 */
export function refuseDeleted(ownership: Ownership, title: string, object: string, urn?: string): void {
  const deleter = ownership.deleterOf(object);
  if (deleter === undefined || (deleter.urn !== undefined && deleter.urn === urn)) return;
  const who = deleter.urn === undefined ? "another resource" : `the resource ${quotedNames([deleter.urn])}`;
  throw new Error(
    `The ${title} is managed by this resource, and ${who} of the same program ` +
      'deletes it in the same run. If that is a set with unmanaged: "delete", declare the object there. If the object moves from ' +
      "one resource to the other, remove the dependency between the two. Then run `pulumi refresh` and `pulumi up`.",
  );
}

/**
 * Holds the objects that a resource keeps, and releases those that it is about to delete.
 * @throws Error when another resource of the program has an object that this one keeps
 */
export function recordObjects(scope: Scope, { kept, deleted }: ManagedObjects, urn?: string): void {
  const { definition, process } = scope;
  const { ownership } = process;
  const refuse = (): void => {
    const taken = kept.filter((object) => ownership.isTaken(object, urn));
    if (taken.length > 0) {
      throw new Error(
        `Other resources of the program manage or adopt objects of this ${definition.what} as well: ${taken.join(", ")}. ` +
          "Keep one resource for each object. Nothing was written.",
      );
    }
    for (const object of kept) refuseDeleted(ownership, `object ${object}`, object, urn);
  };
  holding(ownership, kept, urn, refuse);
  // What another resource has is not deleted.
  const released = deleted.filter((object) => !ownership.isTaken(object, urn));
  if (released.length > 0) ownership.release(released, urn);
}

/** Holds objects unless another resource has them: another process may say so at the same time. */
export function holding(
  ownership: Ownership,
  objects: readonly string[],
  urn: string | undefined,
  refuse: () => void,
): void {
  refuse();
  if (objects.length > 0) ownership.hold(objects, urn);
  refuse();
}
