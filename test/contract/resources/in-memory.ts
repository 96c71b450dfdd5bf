/**
 * A second adapter, beside the one for the host of dynamic providers: it runs programs of one or more resources in memory, on
 * typed values, without Pulumi. A plugin for another language would be a third.
 */

import { isDeepStrictEqual } from "node:util";
import type { Connections } from "../../../src/core/connections";
import type { CommonArgs, ResourceDefinition, StateOf } from "../../../src/core/definition";
import type { Announcement } from "../../../src/core/ownership";
import { compare as compareWithState } from "../../../src/core/compare";
import * as resource from "../../../src/core/resource";
import type { Scope } from "../../../src/core/scope";
import { createProcess } from "../../../src/core/scope";

type Step = "create" | "update" | "same" | "replace";

export interface InMemory<Args, State> {
  /** Starts the next run, whose process knows nothing of the last one. */
  nextRun(): void;
  preview(args: Args, announced?: Partial<Announcement>): Promise<string[]>;
  up(args: Args, announced?: Partial<Announcement>): Promise<Step>;
  refresh(): Promise<"same" | "changed" | "gone">;
  destroy(): Promise<void>;
  readonly stored: { readonly id: string; readonly state: State } | undefined;
  readonly said: string[];
}

export function inMemory<Args extends CommonArgs, State extends StateOf<Args>>(
  definition: ResourceDefinition<Args, State>,
  connect: () => Connections,
): InMemory<Args, State> {
  const said: string[] = [];
  const urn = `urn::${definition.kind}::resource`;
  const call = { urn, filter: (text: string) => text };
  const settled = (): string[] => [urn];
  const start = (): Scope => {
    const process = createProcess(async (_urn, _severity, text) => void said.push(text));
    return {
      definition,
      connections: connect(),
      process: { ...process, pause: async () => undefined },
      isPreview: false,
    };
  };
  let scope = start();
  let stored: { id: string; state: State } | undefined;
  /** Of the last update; after a refresh those in the state. */
  let former: Args | undefined;

  async function check(args: Args, announced: Partial<Announcement>): Promise<void> {
    const announcement = { urn, preview: false, ...announced };
    const errors = await resource.check(scope, args, { ...call, former, announcement, problems: [] });
    if (errors.length > 0) throw new Error(errors.join("\n"));
  }
  const compare = async (args: Args, { id, state }: NonNullable<typeof stored>) =>
    compareWithState(scope, id, args, {
      ...call,
      state: () => state,
      former: former ?? state.args,
      hasUnknown: false,
      isInProgram: true,
      settled: settled(),
    });

  return {
    said,
    get stored() {
      return stored;
    },
    nextRun: () => void (scope = start()),
    async preview(args, announced = {}) {
      const before = said.length;
      await check(args, { ...announced, preview: true });
      if (stored !== undefined) await compare(args, stored);
      scope = start();
      return said.slice(before);
    },
    async up(args, announced = {}) {
      await check(args, announced);
      const verdict = stored === undefined ? undefined : await compare(args, stored);
      const replaced = verdict?.replaces === undefined ? undefined : stored;
      if (stored === undefined || replaced !== undefined) {
        if (replaced !== undefined) {
          former = undefined;
          await check(args, announced);
        }
        const created = await resource.create(scope, args, { ...call, settled });
        stored = { id: created.id, state: created.state as State };
        former = args;
        if (replaced !== undefined) await resource.remove(scope, replaced.id, replaced.state, call);
        return replaced === undefined ? "create" : "replace";
      }
      const changes = verdict?.changes ?? !isDeepStrictEqual(args, former);
      const before = former ?? args;
      former = args;
      if (!changes) return "same";
      const updated = await resource.update(scope, stored.id, stored.state, before, args, call);
      stored = { id: stored.id, state: updated as State };
      return "update";
    },
    async refresh() {
      if (stored === undefined) throw new Error("the resource was not created");
      scope = start();
      const { id, state } = stored;
      const found = await resource.read(scope, id, state.args.connection, state, { filter: call.filter });
      if (found === undefined) {
        [stored, former] = [undefined, undefined];
        return "gone";
      }
      stored = { id, state: found as State };
      if (found === state) return "same";
      former = stored.state.args;
      return "changed";
    },
    async destroy() {
      if (stored === undefined) throw new Error("the resource was not created");
      await resource.remove(scope, stored.id, stored.state, call);
      [stored, former] = [undefined, undefined];
    },
  };
}
