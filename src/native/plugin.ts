/** What the calls of one plugin process share. */

import { setTimeout } from "node:timers/promises";
import type { Connection, Connections } from "../core/connections";
import { createConnections } from "../core/connections";
import { createOnce } from "../core/once";
import { completeSchema } from "../core/check";
import type { AnyDefinition } from "../core/definition";
import { createReports } from "../core/reports";
import type { Report, Scope } from "../core/scope";
import { createShared, serverOf } from "../core/scope";
import { anySignal } from "../http/abort";
import type { Operation } from "../http/api-client";
import { abortable, withSignal } from "../http/api-client";
import type { AnyKind } from "../kinds";
import { KINDS } from "../kinds";
import { createMarkedSecrets } from "../secrets/marked";
import type { Run } from "../core/run";

export const PACKAGE = "opsmanager";

export type Plugin = ReturnType<typeof createPlugin>;

/**
 * @param schemaText the file `schema.json`
 * @param run the run of the engine
 * @param wait waits between two reads
 */
export function createPlugin(
  schemaText: string,
  send: Report,
  run: Run,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = async (ms, signal) =>
    setTimeout(ms, undefined, { signal }),
) {
  const { report, flush } = createReports(send);
  const cancelled = new AbortController();
  const once = createOnce();
  const marked = createMarkedSecrets();
  let connections: Connections = createConnections(sourcesOf({}), marked);
  const connect = (): Connection => connections(undefined);
  const shared = createShared(report, run);
  const baseOf = (definition: AnyDefinition): Omit<Scope, "connections" | "shared"> =>
    once(definition.kind, () => ({ definition, schema: completeSchema(definition) }));
  return {
    schemaText,
    marked,
    flush,
    report,
    /** The resources that were checked and not yet compared or created: the comparison after the read of a refresh follows no check. */
    checked: new Set<string>(),
    /** @param urn that of the provider; an older engine does not send it */
    configure(settings: Readonly<Record<string, string>>, urn?: string): void {
      run.ownership.join();
      connections = createConnections(sourcesOf(settings, urn), marked);
    },
    /** Aborts what is in progress. The engine also calls it before it ends the process, and reports a failure as a crash. */
    cancel: (): void => cancelled.abort(new Error("The operation was cancelled.")),
    api: () => withSignal(connect().api, cancelled.signal),
    /** The address of the service, which each state records: another one must have the same objects. */
    server: () => serverOf(connect().settings),
    /** @param signal ends the operation */
    scopeOf(definition: AnyDefinition, signal: AbortSignal | undefined): Scope {
      const ends = anySignal(cancelled.signal, signal);
      let operation: Operation | undefined;
      // A provider has one connection. Its name in the core is the address that a state records.
      const limited: Connections = () => {
        const connection = connect();
        operation ??= abortable(connection.api, ends);
        return { ...connection, api: operation.api };
      };
      const pause = async (ms: number): Promise<void> => wait(ms, operation?.signal() ?? ends);
      return { ...baseOf(definition), shared: { ...shared, pause }, connections: limited };
    },
  };
}

/** Whether a provider is one of the program: the engine makes the default ones from the configuration. @param urn that of the provider */
export function isInstance(urn: string): boolean {
  return !/::default(_[^:]*)?$/.test(urn);
}

/**
 * The settings of a provider, and the environment, which fills what they leave out.
 * @param urn that of the provider, if it is known
 */
export function sourcesOf(settings: Readonly<Record<string, string>>, urn = "") {
  const config = (key: string): string | undefined => settings[key.slice(PACKAGE.length + 1)];
  const ofInstance = urn !== "" && isInstance(urn);
  const advice = ofInstance ? "" : " A provider instance has arguments for this instead.";
  return { config, env: process.env, isInstance: ofInstance, advice };
}

/** @throws Error for a type that this version does not have */
export function kindOfType(type: string): AnyKind {
  const name = type.split(":").at(-1);
  const found = KINDS.find(({ definition }) => definition.kind === name);
  if (found === undefined)
    throw new Error(`This version of the provider does not know the resource ${type}.`);
  return found;
}
