/** The resources of an exported program. */

import type { Declaration, DeclaredProject } from "./declarations";
import type { Kept } from "./keep";

/** The resources of a program, by the file that declares them. */
export interface Program {
  /** The name of the Pulumi project. */
  readonly name: string;
  readonly projects: readonly DeclaredProject[];
  /** What belongs to no project. */
  readonly service: readonly Declaration[];
  /** What stays of an earlier export. */
  readonly kept: Kept;
}

/** All new resources, in the order of the program. */
export function resourcesOf({ projects, service }: Program): Declaration[] {
  return [...projects.flatMap(({ declarations }) => declarations), ...service];
}
