/** What the operations on the resources of a kind share. */

import { setTimeout } from "node:timers/promises";
import { isConfigError } from "../errors";
import { parseBaseUrl } from "../http/base-url";
import type { completeSchema } from "./check";
import type { Settings } from "./settings";
import type { Connections } from "./connections";
import type { CommonArgs, Context, ResourceDefinition, StateOf } from "./definition";
import type { Ownership } from "./ownership";
import { createOwnership, objectName, quotedNames } from "./ownership";
import type { PreviewReads } from "./preview";
import { createPreviewReads } from "./preview";
import type { Report, Severity } from "./report";

/** What the resources of a process share. */
export interface Process {
  readonly ownership: Ownership;
  readonly previewReads: PreviewReads;
  readonly report: Report;
  readonly pause: (ms: number) => Promise<void>;
}

export function createProcess(report: Report): Process {
  return {
    ownership: createOwnership(),
    previewReads: createPreviewReads(5_000, report),
    report,
    pause: async (ms) => setTimeout(ms),
  };
}

/** The resource that an operation is about. */
export interface Call {
  /** Its URN, if it is certain. */
  readonly urn?: string | undefined;
  /** Replaces what the program marks as secret in a text. */
  readonly filter: (text: string) => string;
}

export type AnyState = StateOf<CommonArgs>;

/** A kind: the shared rules need not know the types of its arguments and state. */
export type AnyKind = ResourceDefinition<CommonArgs, AnyState>;

/** A kind in a process. */
export interface Scope {
  readonly definition: AnyKind;
  readonly connections: Connections;
  readonly process: Process;
  /** A process serves either a preview or an update. */
  isPreview: boolean;
  /** @internal kept out of the declarations: zod's own types do not pass every user's compiler */
  schema?: ReturnType<typeof completeSchema>;
}

export function contextOf(
  { connections, process: { ownership, pause, report } }: Scope,
  connection: string | undefined,
  { urn, filter }: Call,
): Context {
  const send = (severity: Severity) => (text: string) => void report(urn, severity, filter(text));
  return {
    ...connections(connection),
    ownership,
    pause,
    filter,
    urn,
    name: urn === undefined ? undefined : quotedNames([urn]),
    say: send("info"),
    warn: send("warn"),
  };
}

export function objectOf(
  { definition, connections }: Scope,
  id: string,
  connection: string | undefined,
): string {
  const scope = definition.hasServiceIds ? "" : serverOf(connections(connection).settings);
  return objectName(definition.kind, id, scope);
}

/** The objects of a resource that stays: after a change of its connection also the one at the former, if that is still configured. */
export function heldObjects(scope: Scope, id: string, former: CommonArgs, args: CommonArgs): string[] {
  const object = objectOf(scope, id, args.connection);
  if (former.connection === args.connection) return [object];
  try {
    return [object, objectOf(scope, id, former.connection)];
  } catch (error) {
    if (!isConfigError(error)) throw error;
    return [object];
  }
}

export async function log(
  { report }: Process,
  { urn, filter }: Call,
  severity: Severity,
  ...texts: readonly string[]
): Promise<void> {
  for (const text of texts) await report(urn, severity, filter(text));
}

/** One name for a server, however its URL is spelled. */
export function serverOf({ baseUrl }: Settings): string {
  const { origin, path } = parseBaseUrl(baseUrl, true, "baseUrl");
  return origin + path;
}
