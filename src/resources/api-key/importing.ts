/** What an import of a key takes over: everything but its secret. */

import type { Problem } from "../../core/problems";
import { importProblems } from "../../core/resource-id";
import { knownText } from "../../unknowns";

/** Says of an import what it lacks, and will lack. @param output that with the secret */
export function missingSecret(what: string, output: string): string {
  return `The service shows the secret of the ${what} only when it is created, so ${output} stays missing. If it is needed, create a new ${what}.`;
}

/** Refuses an import of a key of another place. @param placeOf returns the place in an id */
export function placeProblems(
  args: unknown,
  argument: string,
  place: unknown,
  placeOf: (id: string) => string,
): Problem[] {
  return importProblems(args, (imported) => {
    const [theirs, ours] = [placeOf(imported), knownText(place)];
    return ours === undefined || theirs === ours ? undefined : `must begin with ${ours}, the ${argument}`;
  });
}
