/** Pulumi ids. */

import { knownText } from "../unknowns";

/** The parts of an id by their names. */
type Parts<Name extends string> = Readonly<Record<Name, string>>;

/**
 * An id that consists of arguments and of ids of the service: `<projectId>/<clusterId>`.
 * @param canonical returns one spelling for all of a last part that mean the same, which may then have slashes; `undefined` for a wrong one
 */
export function idOfParts<const Name extends string>(
  names: readonly Name[],
  canonical: (last: string) => string | undefined = (last) => (/^[^/]+$/.test(last) ? last : undefined),
) {
  const form = names.map((name) => `<${name}>`).join("/");
  const spelled = (last: string): string => canonical(last) ?? last;
  const idOf = (args: Parts<Name>): string =>
    names.map((name, index) => (index < names.length - 1 ? args[name] : spelled(args[name]))).join("/");
  /** The id, if all of its parts are known. */
  const known = (args: Parts<Name>): string | undefined =>
    names.every((name) => knownText(args[name]) !== undefined) ? idOf(args) : undefined;
  /** @throws Error for an id of another form; it names the right one */
  const split = (id: string): Parts<Name> => {
    const [, ...parts] = new RegExp(`^${"([^/]+)/".repeat(names.length - 1)}(.+)$`).exec(id) ?? [];
    const end = parts.pop();
    const last = end && canonical(end);
    if (last === undefined) throw new Error(`The id ${JSON.stringify(id)} is not of the form ${form}.`);
    return Object.fromEntries(names.map((name, index) => [name, parts[index] ?? last])) as Parts<Name>;
  };
  /** Returns what is wrong with the id of the resource option `import`. @throws Error for an id of another form */
  const validateImport = (args: Parts<Name> & { readonly import: string }): string | undefined => {
    const [named, id] = [idOf(split(args.import)), known(args)];
    if (id === undefined || id === named) return undefined;
    const others = names.slice(0, -1).join(", ");
    return `must be ${id}, the ${others === "" ? "" : `${others} and `}${names.at(-1)} of the arguments`;
  };
  return { idOf, known, split, validateImport };
}
