/** The run of an engine that a provider process takes part in. */

import { createOnce } from "./once";
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
  /** Whether that preview has shown a resource that adopts an object. */
  isAdoptedLater(this: void, object: string): boolean;
}

/** A run of which this process knows everything. */
export function alone(): Run {
  return { ownership: createOwnership(), neighboursOf: () => undefined, isAdoptedLater: () => false };
}

/**
 * @param address that of the engine; by default this process is alone
 * @param isChild whether the engine started this process, and did not attach to it
 */
export function openRun(address: string | undefined, isChild: boolean): Run {
  if (address === undefined) return alone();
  const self = thisProcess(isChild);
  const engine = self.parents.at(-1);
  const once = createOnce();
  const preview = (): OwnershipTable["facts"] | undefined =>
    once("preview", () => {
      const events = engine && earlierEvents(address, engine);
      return events && tableOf(events).facts;
    });
  const isWholePreview = (): boolean => once("whole", () => engine !== undefined && isWhole(engine));
  return {
    ownership: createOwnership(openRunLog(address, self)),
    neighboursOf: (urn) => (isWholePreview() ? preview()?.neighboursOf(urn) : undefined),
    isAdoptedLater: (object) => preview()?.adopterOf(object) !== undefined,
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
