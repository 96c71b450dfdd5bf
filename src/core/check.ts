/** Checks of a resource before anything is written: its arguments, and who else manages its object. */

import { createHash } from "node:crypto";
import { z } from "zod";
import { argumentsSchema } from "../api/schema";
import { isConfigError } from "../errors";
import { isPlainObject, omit, pick } from "../json";
import { CONNECTION_NAME } from "./settings";
import type { Connection, ServiceRef } from "./connections";
import type { Description } from "./description";
import { argumentsOf } from "./description";
import type { AnyDefinition, CommonArgs, DeclaredObject, ManagedObjects, Named } from "./definition";
import type { Ownership, Announcement } from "./ownership";
import type { Declarer } from "./ownership-table";
import { conflictText, nameOf, quotedNames } from "./resource-names";
import type { Problem } from "./problems";
import type { Path } from "./problems";
import { checkSchema, error, parsePath, problemText, valueAt, warning } from "./problems";
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
export function completeSchema(definition: AnyDefinition): z.ZodType {
  const schema = argumentsSchema(argumentsOf(definition), definition.rules?.());
  return schema.extend({ connection: connectionName }).strict();
}

/**
 * Warns of `null` where leaving an argument out has an effect: a program that meant a value gets another one.
 * @param given what the program declares, before `null` counts as left out
 */
export function nullWarnings(
  { object, members = object }: Pick<Description, "object" | "members">,
  given: unknown,
  path: Path = [],
): Problem[] {
  if (!isPlainObject(given)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const { sent } = members[name] ?? {};
    if (value !== null || sent === undefined)
      return nullWarnings({ object, members }, value, [...path, name]);
    return [warning([...path, name], `is null, which counts as left out and means ${JSON.stringify(sent)}.`)];
  });
}

/**
 * Validates the arguments of a resource.
 * @internal kept out of the declarations: zod's own types do not pass every user's compiler
 */
export async function validateArgs(
  definition: AnyDefinition,
  schema: z.ZodType,
  args: CommonArgs,
  connectionOf: (service: ServiceRef) => Connection,
): Promise<Problem[]> {
  const { problems, checked } = checkSchema(schema, omit(args, WITHOUT_SCHEMA), definition.kind);
  if (isUnknown(args.connection) || problems.some(({ path }) => path === "connection")) return problems;
  try {
    const connection = connectionOf(args.connection);
    const whole = isPlainObject(checked) ? { ...checked, ...pick(args, ["import"]) } : checked;
    problems.push(...((await definition.validate?.(whole, connection)) ?? []));
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
  definition: AnyDefinition,
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
  const { definition, shared } = scope;
  const { announcement, args, isNew } = claiming;
  const { urn, conflict, neighbours, undecided = [], announced } = announcement;
  const named = conflict === undefined ? definition.claims?.(args) : undefined;
  const { objects } = definition;
  const place = objects?.place(args);
  const declared = objects?.declared(args) ?? [];
  const isSet = objects?.several !== undefined;
  const met = shared.ownership.check({
    urn,
    isNew,
    isSet,
    claim: named && {
      object: objectOf(scope, named.id, args.connection),
      adopts: named.adopts && isNew,
    },
    place: objects && { name: place?.name, alone: place?.alone === true },
    // A meaning has secrets, and the table does not.
    declared: declared.map(({ path, meaning }) => ({ path, meaning: hashOf(meaning) })),
    expected: neighbours && [...neighbours, ...undecided],
    announced,
  });
  const neighbourhood = [
    ...(place?.alone === true ? (neighbours ?? []) : []),
    ...(met.neighbour === undefined ? [] : [met.neighbour]),
  ];
  const conflicts = [
    conflict,
    named && claimRefusal(scope, claiming, named, met.claimant),
    neighbourhood.length === 0 ? undefined : place?.conflict([...new Set(neighbourhood.map(nameOf))]),
  ];
  return [
    ...conflicts.flatMap((text) => (text === undefined ? [] : [error([], text)])),
    ...declared.flatMap((object, index) => sameProblem(object, isSet, met.declarers[index])),
  ];
}

/** Returns why a resource cannot have the object that its arguments name. @param claimant the resource that has claimed it before */
function claimRefusal(
  scope: Scope,
  { announcement: { urn }, args, isNew }: Claiming,
  { id, adopts }: Named,
  claimant: string | undefined,
): string | undefined {
  const { ownership } = scope.shared;
  const what = `${scope.definition.what} ${id}`;
  const refusal = adopts && isNew ? ownership.refusalOf(`The adoption of the ${what}`) : undefined;
  if (refusal !== undefined) return `${refusal} Nothing was written.`;
  if (claimant !== undefined) return conflictText([nameOf(claimant), nameOf(urn)], what);
  return adopts && isNew && ownership.isHeld(objectOf(scope, id, args.connection))
    ? `The ${what} is managed by another resource of this program. Nothing was written.`
    : undefined;
}

/** The error or warning about an object that another resource of the program declares as well. */
function sameProblem({ path, what }: DeclaredObject, isSet: boolean, other: Declarer | undefined): Problem[] {
  if (other === undefined) return [];
  const where = other.path === "" ? "" : ` (${other.path})`;
  const found = `the resource ${quotedNames([other.urn])}${where} of this program declares the same ${what}`;
  return isSet || other.isSet
    ? [{ path, severity: "error", message: `${found}: keep one of them. Nothing was written.` }]
    : [{ path, severity: "warning", message: `${found}, so that there are two equal ones.` }];
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** @throws Error when another resource of the program is about to adopt the object of this one */
export function refuseAdopted(scope: Scope, id: string, args: CommonArgs): void {
  const { definition, shared } = scope;
  const adopter = shared.ownership.adopterOf(objectOf(scope, id, args.connection));
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
  const { definition, shared } = scope;
  const { ownership } = shared;
  const refuse = (): void => {
    const taken = kept.filter((object) => ownership.isHeldByAnother(object, urn));
    if (taken.length > 0) {
      throw new Error(
        `Other resources of the program manage or adopt objects of this ${definition.what} as well: ${taken.join(", ")}. ` +
          "Keep one resource for each object. Nothing was written.",
      );
    }
    for (const object of kept) refuseDeleted(ownership, `object ${object}`, object, urn);
  };
  refuse();
  if (kept.length > 0) ownership.hold(kept, urn);
  // Another process may say so at the same time.
  refuse();
  // What another resource has is not deleted.
  const released = deleted.filter((object) => !ownership.isHeldByAnother(object, urn));
  if (released.length > 0) ownership.release(released, urn);
}
