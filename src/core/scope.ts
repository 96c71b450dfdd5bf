/** What the operations on the resources of a kind share. */

import { setTimeout } from "node:timers/promises";
import type { z } from "zod";
import { isAuthError, isConfigError, isTransportError, lastFailureOf, messageOf } from "../errors";
import { withSignal } from "../http/api-client";
import { parseBaseUrl } from "../http/base-url";
import type { Settings } from "./settings";
import type { Connection, Connections, ServiceRef } from "./connections";
import type { AnyDefinition, CommonArgs, Context } from "./definition";
import { createOwnership } from "./ownership";
import type { Run } from "./run";
import { alone } from "./run";
import { objectName } from "./ownership-table";
import { quotedNames } from "./resource-names";

type Severity = "info" | "warn";

/** Logs a message at a resource, or at the stack. */
export type Report = (urn: string | undefined, severity: Severity, text: string) => Promise<void>;

/**
 * Runs the reads of a preview with a client whose requests end in time. Returns `undefined` when nothing was read: with
 * `onlineChecks: false`, and when the reads fail, which is logged as a warning. After a connection was not reached, its later reads
 * are not tried.
 * @throws Error when the reads fail and `onlineChecks` is true
 */
export type PreviewReads = <T>(
  context: Context,
  run: (context: Context) => Promise<T>,
) => Promise<T | undefined>;

/** What the resources of a process share: who owns which object, reads for previews, messages. */
export type Shared = ReturnType<typeof createShared>;

export function createShared(report: Report, run: Run = alone()) {
  return {
    ...run,
    readInPreview: createPreviewReads(5_000, report),
    report,
    pause: async (ms: number): Promise<void> => setTimeout(ms),
  };
}

/** The resource that an operation is about. */
export interface Subject {
  /** Its URN, if it is certain. */
  readonly urn?: string | undefined;
  /** Replaces what the program marks as secret in a text. */
  readonly filter: (text: string) => string;
}

/** A kind in a process. */
export interface Scope {
  readonly definition: AnyDefinition;
  readonly connections: Connections;
  readonly shared: Shared;
  /** @internal kept out of the declarations: zod's own types do not pass every user's compiler */
  schema?: z.ZodType;
}

export function contextOf(scope: Scope, service: ServiceRef, { urn, filter }: Subject): Context {
  const { ownership, pause, report } = scope.shared;
  const connection = scope.connections(service);
  connection.once("signIn", () => ownership.signIn(connection.settings.publicKey));
  const send = (severity: Severity) => (text: string) => void report(urn, severity, filter(text));
  return {
    ...connection,
    ownership,
    pause,
    filter,
    urn,
    name: urn === undefined ? undefined : quotedNames([urn]),
    say: send("info"),
    warn: send("warn"),
  };
}

/** The context of a command, which reads and says what it finds by itself. */
export function readingContext(connection: Connection): Context {
  return {
    ...connection,
    ownership: createOwnership(),
    say: () => undefined,
    warn: () => undefined,
    pause: async () => undefined,
    filter: (text) => text,
  };
}

export function objectOf(scope: Scope, id: string, service: ServiceRef): string {
  const { definition, connections } = scope;
  const server = definition.hasChosenIds === true ? serverOf(connections(service).settings) : "";
  return objectName(definition.kind, id, server);
}

/**
 * The object of a resource that stays; none for a set, whose members are its objects. A changed connection adds the object at the former
 * one, if that is still configured.
 */
export function heldObjects(scope: Scope, id: string, former: CommonArgs, args: CommonArgs): string[] {
  if (scope.definition.objects?.several !== undefined) return [];
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
  shared: Shared,
  call: Subject,
  severity: Severity,
  ...texts: string[]
): Promise<void> {
  for (const text of texts) await shared.report(call.urn, severity, call.filter(text));
}

/** One name for a server, however its URL is spelled. */
export function serverOf({ baseUrl }: Settings): string {
  const { origin, path } = parseBaseUrl(baseUrl, true);
  return origin + path;
}

/** @param limitMs the time limit for the reads of one resource */
export function createPreviewReads(limitMs: number, report: Report): PreviewReads {
  /** By the function that each connection has of its own: an operation may have a client of its own. */
  const unreached = new WeakSet<Context["once"]>();
  return async (context, run) => {
    const { onlineChecks } = context.settings;
    const isSkipped = onlineChecks === undefined && unreached.has(context.once);
    if (onlineChecks === false || isSkipped) return undefined;
    const signal = AbortSignal.timeout(limitMs);
    try {
      return await run({ ...context, api: withSignal(context.api, signal) });
    } catch (error) {
      if (isConfigError(error)) throw error;
      const late = `no response from ${context.settings.baseUrl} within ${limitMs / 1000} s.`;
      const reason = signal.aborted ? (lastFailureOf(error)?.message ?? late) : messageOf(error);
      const text = `The preview could not read from the service and does not show what would change there: ${reason}`;
      if (onlineChecks === true)
        throw new Error(`${text} (${context.named("opsmanager:onlineChecks")} is true)`, { cause: error });
      // Checks may run at the same time.
      const isKnown = unreached.has(context.once);
      // A refusal concerns this resource alone.
      if (signal.aborted || isTransportError(error) || isAuthError(error)) unreached.add(context.once);
      if (!isKnown) await report(undefined, "warn", context.filter(text));
      return undefined;
    }
  };
}
