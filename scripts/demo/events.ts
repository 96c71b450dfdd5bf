/** What the engine says it did: the lines of `--event-log`. */

import { readFile, rm } from "node:fs/promises";
import { codeOf } from "../engine/errors";

/** One event of the engine; those without a field below are of no interest here. */
export interface EngineEvent {
  /** A step has been planned (preview), or begins. */
  readonly resourcePreEvent?: { readonly metadata: StepMetadata };
  /** A step has ended. */
  readonly resOutputsEvent?: { readonly metadata: StepMetadata };
  readonly resOpFailedEvent?: { readonly metadata: StepMetadata };
  readonly diagnosticEvent?: {
    readonly urn?: string;
    readonly message: string;
    readonly severity: string;
  };
  readonly summaryEvent?: { readonly resourceChanges: Readonly<Record<string, number>> };
}

interface StepMetadata {
  readonly op: string;
  readonly urn: string;
  readonly detailedDiff?: Readonly<Record<string, unknown>> | null;
}

/** One change of one resource. */
export interface Change {
  /** The name that the program gives to the resource. */
  readonly resource: string;
  readonly op: string;
  /** The paths of the properties that differ, sorted. */
  readonly fields: readonly string[];
}

/**
 * Reads the events of a run, none when it wrote no log, and removes the log: in what Pulumi's own debug messages say,
 * which nobody is shown, secrets stand in clear.
 */
export async function takeEvents(file: string): Promise<EngineEvent[]> {
  try {
    const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
    await rm(file);
    const events = lines.map((line) => JSON.parse(line) as EngineEvent);
    return events.filter(({ diagnosticEvent }) => diagnosticEvent?.severity !== "debug");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** The changes of resources of this package, sorted by name; unchanged ones and the stack itself are left out. */
export function changesIn(events: readonly EngineEvent[]): Change[] {
  const isPreview = !events.some(({ resOutputsEvent }) => resOutputsEvent !== undefined);
  return events
    .map((event) => (isPreview ? event.resourcePreEvent : event.resOutputsEvent)?.metadata)
    .filter((metadata) => metadata !== undefined)
    .filter(({ op, urn }) => op !== "same" && urn.includes("::pulumi-nodejs:dynamic/opsmanager:"))
    .map(({ op, urn, detailedDiff }) => ({
      resource: urn.slice(urn.lastIndexOf("::") + 2),
      op,
      fields: Object.keys(detailedDiff ?? {}).sort(),
    }))
    .sort((a, b) => a.resource.localeCompare(b.resource) || a.op.localeCompare(b.op));
}

/** How many resources were created, updated, unchanged and so on; the stack itself counts as one. */
export function countsIn(events: readonly EngineEvent[]): Readonly<Record<string, number>> {
  return (
    events.findLast(({ summaryEvent }) => summaryEvent !== undefined)?.summaryEvent?.resourceChanges ?? {}
  );
}
