/**
 * Which objects of the service the resources of a run have, in one table that all provider processes of the run share (`run-log.ts`).
 *
 * The engine knows resources, not objects. It deletes the old resource after it has created the replacement, which may have
 * adopted the same object, and it runs resources at the same time that name the same object. So:
 *
 * 1. Two resources never have one object: the second that holds it, adopts it or names it is refused.
 * 2. What a resource holds, adopts or has announced to adopt is not deleted.
 * 3. A set adopts or deletes only what no resource has, deletes or has deleted. What it does not declare it deletes only if the state
 *    listed it before this run, and if it knows the other resources of the program.
 * 4. The host of the classes tells only a check which resource it is about. Where that is not certain, an object counts as that of
 *    another resource, and is not deleted.
 * 5. What a process is about to do with an object is an event before the request. Events have one order for all processes: the
 *    earlier one wins.
 *
 * A check claims the object that its resource names (`check.ts`), and reserves those that the program announces to adopt
 * (`program/neighbours.ts`). A create and an update (`resource.ts`) and a diff (`diff.ts`) hold the object of the resource. A check as
 * new makes the resource leave the object that it had. A deletion (`remove` in `resource.ts`) then calls `markForDeletion`. So an adopted object
 * survives the replacement of its resource, and a new name without an alias. It does not survive the removal of its resource, unless
 * another resource of the run adopts it. One case is not protected: with an indirect `deleteBeforeReplace` the engine deletes before it
 * checks, and the object is created again.
 *
 * A set marks its members before it deletes them. What it does not declare it deletes only if `isFree`, and only after every resource
 * that may have it has shown its objects (`alert-config-set/others.ts`). With `unmanaged: "delete"` it also refuses any other resource of
 * the program with alert configurations in its project (`enter`). What another program has is not known here: of such an object only
 * `unmanagedExcept` keeps that set away.
 */

import type { OwnershipTable } from "./ownership-table";
import { createTable } from "./ownership-table";
import type { RunEvent, RunLog } from "./run-log";
import { localLog } from "./run-log";

/** The facts about a resource that its program announces besides its arguments. */
export interface Announcement {
  /** The URN of the resource, which the methods of a dynamic provider do not get. */
  readonly urn: string;
  readonly preview: boolean;
  /** Why the resource must not be created or changed, known before any resource is registered. */
  readonly conflict?: string;
  /** For a set: the other resources of the program with objects in the same project, as `AlertConfig::name`. */
  readonly neighbours?: readonly string[];
  /** For a set: those whose project is not known yet. */
  readonly undecided?: readonly string[];
  /** For a set, and with `deleteBeforeReplace`: the ids of alert configurations that resources adopt, with the names of those. */
  readonly adopted?: Readonly<Record<string, string>>;
  /** In a preview, for an alert configuration: how many resources of the program have alert configurations. */
  readonly announced?: number;
}

type Table = OwnershipTable["changes"] & OwnershipTable["facts"];

export type Ownership = ReturnType<typeof createOwnership>;

/** @param log that of the run; by default this process is alone */
export function createOwnership(log: RunLog = localLog()) {
  const { changes, facts } = createTable();
  const apply = (event: RunEvent): unknown => applyTo(changes, event);
  const shared = {
    ...mapMethods(
      changes,
      (name) =>
        (...values) =>
          log.append([name, ...values], apply),
    ),
    ...mapMethods(facts, (_, fact) => (...values) => {
      log.read(apply);
      return fact(...values);
    }),
  } as Table;
  return {
    ...shared,
    /** The writer of the events of this process. */
    writer: log.writer,
    /** Whether the process that has written an event still runs. */
    isRunning: (writer: string): boolean => log.isRunning(writer),
    /** Makes this process one of the run, before it knows anything. */
    join: (): void => void log.problem(),
    /** Returns why an adoption or a deletion is refused, if this process may not know what the other processes of the run have. */
    refusalOf(action: string): string | undefined {
      const problem = log.problem();
      return problem === undefined ? undefined : `${action} is refused: ${problem}.`;
    },
  };
}

/** Returns the table that events have led to. */
export function tableOf(events: readonly RunEvent[]): OwnershipTable {
  const table = createTable();
  for (const event of events) applyTo(table.changes, event);
  return table;
}

type Method = (...values: unknown[]) => unknown;
type Methods = Readonly<Record<string, Method>>;

function applyTo(changes: OwnershipTable["changes"], [name, ...values]: RunEvent): unknown {
  // JSON has no `undefined`.
  return (changes as unknown as Methods)[name]?.(...values.map((value) => value ?? undefined));
}

function mapMethods(methods: object, make: (name: string, method: Method) => Method): Methods {
  const entries = Object.entries(methods as Methods);
  return Object.fromEntries(entries.map(([name, method]) => [name, make(name, method)]));
}
