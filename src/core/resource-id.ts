/** Pulumi ids. */

import { messageOf } from "../errors";
import { knownText } from "../unknowns";
import type { Problem } from "./problems";
import { error, idProblems, valueAt } from "./problems";

/** The parts of an id by their names. */
type Parts<Name extends string> = Readonly<Record<Name, string>>;

/**
 * An id that consists of arguments and of ids of the service: `<projectId>/<clusterId>`.
 * @param canonical returns one spelling for all of a last part that mean the same, which may then have slashes; `undefined` for a wrong one
 */
export function idOfParts<const Name extends string>(
  names: readonly Name[],
  canonical?: (last: string) => string | undefined,
) {
  const canonicalOf = canonical ?? ((last: string) => (/^[^/]+$/.test(last) ? last : undefined));
  const form = names.map((name) => `<${name}>`).join("/");
  const spelled = (last: string): string => canonicalOf(last) ?? last;
  const idOf = (args: Parts<Name>): string =>
    names.map((name, index) => (index < names.length - 1 ? args[name] : spelled(args[name]))).join("/");
  /** The id, if all of its parts are known. */
  const known = (args: Parts<Name>): string | undefined =>
    names.every((name) => knownText(args[name]) !== undefined) ? idOf(args) : undefined;
  /** @throws Error for an id of another form; it names the right one */
  const split = (id: string): Parts<Name> => {
    const [, ...parts] = new RegExp(`^${"([^/]+)/".repeat(names.length - 1)}(.+)$`).exec(id) ?? [];
    const end = parts.pop();
    const last = end && canonicalOf(end);
    if (last === undefined) throw new Error(`The id ${JSON.stringify(id)} is not of the form ${form}.`);
    return Object.fromEntries(names.map((name, index) => [name, parts[index] ?? last])) as Parts<Name>;
  };
  /** The arguments that are ids of the service: those without a spelling of their own. */
  const generated = canonical === undefined ? names : names.slice(0, -1);
  /** Warns of ids of another form, and refuses an `import` of another object. @param args may be unknown */
  const validate = (args: unknown): Problem[] => [
    ...generated.flatMap((name) => idProblems([name], valueAt(args, [name]))),
    ...importProblems(args, (imported) => {
      const [named, id] = [idOf(split(imported)), known((args ?? {}) as Parts<Name>)];
      if (id === undefined || id === named) return undefined;
      const others = names.slice(0, -1).join(", ");
      return `must be ${id}, the ${others === "" ? "" : `${others} and `}${names.at(-1)} of the arguments`;
    }),
  ];
  return { idOf, known, split, validate };
}

/**
 * Checks the resource option `import`.
 * @param refusal returns what is wrong with the id, or throws for one of another form
 */
export function importProblems(args: unknown, refusal: (id: string) => string | undefined): Problem[] {
  const id = valueAt(args, ["import"]);
  if (id === undefined) return [];
  // A JavaScript program may give another value.
  if (typeof id !== "string") return [error(["import"], "must be a string")];
  try {
    const text = refusal(id);
    return text === undefined ? [] : [error(["import"], text)];
  } catch (cause) {
    return [error(["import"], messageOf(cause))];
  }
}
