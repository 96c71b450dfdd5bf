/** The run of an engine that a provider process takes part in. */

import type { Ownership } from "./ownership";
import { createOwnership, tableOf } from "./ownership";
import type { Neighbours, OwnershipTable } from "./ownership-table";
import type { ProcessId } from "./processes";
import { commandLineOf, thisProcess } from "./processes";
import { earlierEvents, openRunLog } from "./run-log";

export interface Run {
  readonly ownership: Ownership;
  /**
   * Returns the resources of the program in the place of a set, which only a preview of the same `pulumi up` knows; `undefined`
   * without one.
   */
  neighboursOf(this: void, urn: string): Neighbours | undefined;
}

/** A run of which this process knows everything. */
export function alone(): Run {
  return { ownership: createOwnership(), neighboursOf: () => undefined };
}

/**
 * @param address that of the engine; by default this process is alone
 * @param isChild whether the engine started this process, and did not attach to it
 */
export function openRun(address: string | undefined, isChild: boolean): Run {
  if (address === undefined) return alone();
  const self = thisProcess(isChild);
  const engine = self.parents.at(-1);
  let preview: OwnershipTable | undefined;
  let isRead = false;
  function readPreview(): void {
    isRead = true;
    const events = engine && isWhole(engine) ? earlierEvents(address ?? "", engine) : undefined;
    preview = events && tableOf(events);
  }
  return {
    ownership: createOwnership(openRunLog(address, self)),
    neighboursOf(urn) {
      if (!isRead) readPreview();
      return preview?.facts.neighboursOf(urn);
    },
  };
}

/** Whether the engine's preview shows all resources of the program. With targets it leaves out the others, and `watch` has no preview. */
function isWhole(engine: ProcessId): boolean {
  const command = commandLineOf(engine);
  const isLimited = (argument: string): boolean =>
    /^(--target|--exclude|watch$)/.test(argument) || /^-[^-]*t/.test(argument);
  const isLimitedBy = (name: string): boolean => /^PULUMI_OPTION_(TARGET|EXCLUDE)/.test(name);
  return command !== undefined && !command.some(isLimited) && !Object.keys(process.env).some(isLimitedBy);
}
