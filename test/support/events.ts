/** The events of the engine, from `--event-log`. */

import { readFile, rm } from "node:fs/promises";
import { codeOf } from "./errors";

/** An event of the engine; events without any of these fields are not used here. */
export interface EngineEvent {
  /** A step is planned (preview) or starts. */
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

/** A change of a resource. */
export interface Change {
  /** The name of the resource in the program. */
  readonly resource: string;
  readonly op: string;
  /** The paths of the properties that differ, sorted. */
  readonly fields: readonly string[];
}

/**
 * Reads the events of a run, if it wrote any, and removes the log, because debug messages of Pulumi contain secrets in plain
 * text.
 */
export async function takeEvents(file: string): Promise<EngineEvent[]> {
  try {
    // A killed engine leaves the last line incomplete.
    const lines = (await readFile(file, "utf8")).split("\n").slice(0, -1);
    await rm(file);
    const events = lines.map((line) => JSON.parse(line) as EngineEvent);
    return events.filter(({ diagnosticEvent }) => diagnosticEvent?.severity !== "debug");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** The changes of resources of this package, sorted by name, without unchanged ones and the stack itself. */
export function changesIn(events: readonly EngineEvent[]): Change[] {
  const isPreview = !events.some(({ resOutputsEvent }) => resOutputsEvent !== undefined);
  return events
    .map((event) => (isPreview ? event.resourcePreEvent : event.resOutputsEvent)?.metadata)
    .filter((metadata) => metadata !== undefined)
    .filter(
      ({ op, urn }) => op !== "same" && /::(?:pulumi-nodejs:dynamic\/opsmanager|opsmanager:index):/.test(urn),
    )
    .map(({ op, urn, detailedDiff }) => ({
      resource: urn.slice(urn.lastIndexOf("::") + 2),
      op,
      fields: Object.keys(detailedDiff ?? {}).sort(),
    }))
    .sort((a, b) => a.resource.localeCompare(b.resource) || a.op.localeCompare(b.op));
}

/** Counts the created, updated, unchanged and other resources; the stack itself counts as one. */
export function countChanges(events: readonly EngineEvent[]): Readonly<Record<string, number>> {
  return (
    events.findLast(({ summaryEvent }) => summaryEvent !== undefined)?.summaryEvent?.resourceChanges ?? {}
  );
}
