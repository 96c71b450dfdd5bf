/** Adopts objects that exist but are not in the state, as the documentation tells a user to do. */

import { omit } from "../../../src/json";
import type { Disturbed } from "./disturb";
import type { Declaration } from "./declarations";
import { isAlert, isMadeBy, keyOf, keysOf, objectsOf } from "./service";
import { readState, type Recorded } from "./state";
import { declare, type Round } from "./world";

/**
 * Sets, names of clusters and rotations need nothing.
 * @returns the objects that exist although no error said that they may
 */
export async function recover(round: Round, { output, isKilled }: Disturbed): Promise<string[]> {
  const { emulator, stack, foreign, story } = round;
  const problems: string[] = [];
  const isTold = isKilled || output.includes("may have been created all the same");
  const { recorded } = await readState(stack);
  const known = new Set([...recorded.flatMap(keysOf), ...foreign.keys()]);
  const orphans = [...objectsOf(emulator)].filter(([key]) => !known.has(key));

  /** The id of an object that the declaration describes, and that is not in the state. */
  const findOrphan = ({ kind, name, args }: Declaration): string | undefined => {
    const isItself = (each: Recorded): boolean =>
      each.kind === kind && each.name === name && !each.isOld && each.id.startsWith(args.projectId ?? "");
    if (isAlert(kind) && recorded.some(isItself)) return undefined;
    const prefix = keyOf(kind, "");
    const found = orphans.find(([key, live]) => key.startsWith(prefix) && isMadeBy(kind, args, live));
    return found?.[0].slice(prefix.length);
  };

  const adopting = round.declarations.map((declaration): Declaration => {
    const plain = withoutAdoption(declaration);
    const id = findOrphan(plain);
    if (id === undefined) return plain;
    const { kind, name, args } = declaration;
    const isKnown = args.adopt === true || args.adoptId === id || declaration.import === id;
    if (!isTold && !isKnown) problems.push(`${name} exists as ${id}, and no error said that it may`);
    story.push(`${name} adopts`);
    if (kind === "Project") return { ...plain, import: id };
    const how = isAlert(kind) ? { adoptId: id } : ({ adopt: true } as const);
    return { ...plain, args: { ...plain.args, ...how } };
  });
  await declare(round, adopting);
  return problems;
}

/** Once an object is in the state, the arguments that adopt it have no effect. */
export function withoutAdoption({ import: _, args, ...rest }: Declaration): Declaration {
  return { ...rest, args: omit(args, ["adopt", "adoptId"]) };
}
