/** Reads an object that the state does not have yet: for `pulumi import`, and for the look-up of a program. */

import { existsSync } from "node:fs";
import { completeSchema, validateArgs } from "../core/check";
import { IMPORTED } from "../core/declaring";
import type { AnyState, Context } from "../core/definition";
import { pathText } from "../core/problems";
import type { AnyKind } from "../kinds";

/** The object as a program would declare it, and everything that the service returns of it. */
export interface Imported {
  /** That of the declaration: it leads to no write. */
  readonly declared: AnyState;
  /** Absent for a kind that reads no single object, such as a set. */
  readonly whole?: AnyState | undefined;
}

/**
 * @param isLookUp whether a program only reads the object, so that nothing declares it afterwards
 * @throws Error if it does not exist
 */
export async function readForImport(
  { definition, declaring }: AnyKind,
  context: Context,
  id: string,
  isLookUp: boolean,
): Promise<Imported> {
  const { listing, form } = declaring;
  const missing = async (): Promise<Error> => {
    const text = `The ${definition.what} ${id} does not exist.`;
    return new Error((await listing.absent?.(context.api, id, text)) ?? text);
  };
  // It names the right form of an id.
  const whole = form === "sets" ? undefined : await definition.read(context, id, undefined);
  if (whole === undefined && form !== "sets") throw await missing();
  const parts = id.split("/");
  if (form === "sets" && parts.slice(1).join("/") === "")
    throw new Error(`The id ${JSON.stringify(id)} is not of the form <projectId>/<name>.`);
  const [first = ""] = parts;
  // The value of an option is the beginning of the ids.
  const ofOption = listing.option?.value?.form.split("/").length;
  const projectId = listing.isInProjects ? first : "";
  const live = await listing.list(
    context.api,
    ofOption === undefined ? projectId : parts.slice(0, ofOption).join("/"),
  );
  const isMeant = (each: unknown): boolean =>
    listing.describe(each, projectId).id.toLowerCase() === id.toLowerCase();
  const found = (live ?? []).filter((each) => form === "sets" || isMeant(each));
  // The name of a set is the last part of its id.
  const place = { projectId, slug: "" };
  const [declared] = declaring.declare(place, found, (name) =>
    form === "sets" ? parts.slice(1).join("/") : name,
  );
  if (declared === undefined) throw await missing();
  const { args, assumed = [], file, secrets = [], state } = declared;
  if (!isLookUp && file !== undefined && !existsSync(file.path))
    throw new Error(
      `An import expects the ${definition.what} as ${file.path} in ${process.cwd()}. Put the file there first.`,
    );
  if (!isLookUp && definition.adoption?.missing !== undefined) context.warn(definition.adoption.missing);
  for (const name of isLookUp ? [] : assumed)
    context.warn(
      `${name}: the service does not return it, and ${JSON.stringify(args[name])} is a guess. Declare the real value before the next change.`,
    );
  if (!isLookUp && secrets.length > 0) {
    // The check that follows names those that are required.
    const problems = await validateArgs(definition, completeSchema(definition), args, () => context);
    const required = new Set(problems.map(({ path }) => path));
    const optional = secrets.map(({ path }) => pathText(path)).filter((path) => !required.has(path));
    if (optional.length > 0)
      context.warn(
        `The service has ${optional.join(", ")}, and does not show the value. Declare it before the next change, which is refused without it.`,
      );
  }
  // The first update compares the object with the program: where the program has less, nothing is written.
  return { declared: { ...state, args: { ...state.args, ...IMPORTED } }, whole };
}
