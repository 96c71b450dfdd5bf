/** Adopts objects that exist but are not in the state, as the documentation tells a user to do. */

import { isAsDeclared } from "../as-declared";
import type { Disturbed } from "./disturb";
import { type Declaration, LISTED_KEY, ORG } from "./declarations";
import { listAlerts, projectsOf, storesOf } from "./service";
import { readState } from "./state";
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
  const managed = new Set([...recorded.flatMap(({ alertIds }) => alertIds), ...foreign.alerts.keys()]);
  const orphans = listAlerts(emulator).filter(({ id }) => !managed.has(id));

  /** The id of an object that the declaration describes, and that is not in the state. */
  const findOrphan = ({ kind, name, args }: Declaration): string | undefined => {
    if (kind === "AlertConfig" || kind === "GlobalAlertConfig") {
      const projectId = "projectId" in args ? args.projectId : undefined;
      const isRecorded = recorded.some(
        (each) =>
          each.kind === kind &&
          each.name === name &&
          !each.isOld &&
          (projectId === undefined || each.id.startsWith(`${projectId}/`)),
      );
      if (isRecorded) return undefined;
      return orphans.find((live) => live.groupId === projectId && isAsDeclared(args, live))?.id;
    }
    if (kind === "Project") {
      if (recorded.some((each) => each.name === name && each.kind === kind)) return undefined;
      // One with an alias is in the state by its former name.
      const ids = recorded.map(({ id }) => id);
      return [...projectsOf(emulator).values()].find(
        (live) => live.name === args.name && !ids.includes(live.id),
      )?.id;
    }
    if (kind === "AccessListEntry") {
      const id = `${ORG}/${LISTED_KEY}/${args.entry}`;
      if (emulator.accessList(LISTED_KEY).get(args.entry) === undefined) return undefined;
      return recorded.some((each) => each.kind === kind && each.id === id) ? undefined : id;
    }
    if (kind !== "OplogS3Config" && kind !== "S3SnapshotStore") return undefined;
    if (storesOf(emulator, kind).get(args.storeId) === undefined) return undefined;
    const isRecorded = recorded.some((each) => each.kind === kind && each.id === args.storeId);
    return isRecorded ? undefined : args.storeId;
  };

  const adopting = round.declarations.map((declaration): Declaration => {
    const plain = withoutAdoption(declaration);
    const id = findOrphan(plain);
    if (id === undefined) return plain;
    const { name, args } = declaration;
    const isKnown =
      "adopt" in args || ("adoptId" in args && args.adoptId === id) || declaration.import === id;
    if (!isTold && !isKnown) problems.push(`${name} exists as ${id}, and no error said that it may`);
    story.push(`${name} adopts`);
    if (declaration.kind === "Project") return { ...plain, import: id };
    const isAlert = declaration.kind === "AlertConfig" || declaration.kind === "GlobalAlertConfig";
    const how = isAlert ? { adoptId: id } : { adopt: true };
    return { ...plain, args: { ...plain.args, ...how } } as Declaration;
  });
  await declare(round, adopting);
  return problems;
}

/** Once an object is in the state, the arguments that adopt it have no effect. */
export function withoutAdoption(declaration: Declaration): Declaration {
  const { import: _, ...others } = declaration;
  const { adoptId: __, adopt: ___, ...args } = declaration.args as { adoptId?: string; adopt?: true };
  return { ...others, args } as Declaration;
}
