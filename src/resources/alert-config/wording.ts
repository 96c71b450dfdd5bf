/** The words that all rules of alert configurations use. */

import type { Path, Problem } from "../../core/problems";
import { error, given, warning } from "../../core/problems";
import { didYouMean } from "../../core/suggest";

export interface RuleOptions {
  /** Unknown names are errors and not warnings. */
  readonly strictCatalog: boolean;
}

export function listOf(names: Iterable<string>): string {
  return [...names].join(", ");
}

/** A value that is none of those that the service takes. @param when what limits them, to be read behind the list */
export function noneOf(allowed: readonly string[], value: string, path: Path, when = ""): Problem {
  return error(
    path,
    `must be one of ${listOf(allowed)}${when}, not ${given(value, path)}${didYouMean(value, allowed)}`,
  );
}

/** A name that the catalogue lacks: the catalogue may be older than the service. */
export function unlisted(
  path: Path,
  name: string,
  what: string,
  names: Iterable<string>,
  { strictCatalog }: RuleOptions,
): Problem {
  const text = `${JSON.stringify(name)} is no ${what} that the documentation lists${didYouMean(name, names)}`;
  return strictCatalog ? error(path, text) : warning(path, text);
}
