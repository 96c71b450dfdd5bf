/** A second adapter beside that of the engine's host: it keeps one resource in memory, with typed values and without Pulumi. */

import { isDeepStrictEqual } from "node:util";
import { diffOf } from "../../../src/core/diff";
import type { AnyState, CommonArgs } from "../../../src/core/definition";
import * as operations from "../../../src/core/resource";
import { contextOf, createShared, type Scope } from "../../../src/core/scope";
import type { Stored as StoredResource } from "../../../src/core/stored";
import { completeInputs } from "../../../src/core/stored";
import { argsFrom } from "../../../src/dynamic/form";
import type { Emulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { connectionsTo, definitionOf, type Kind } from "./managed";

interface Stored {
  readonly id: string;
  readonly state: AnyState;
  /** Those of the last update or refresh. */
  readonly args: CommonArgs;
}

export function inMemory(kind: Kind, emulator: Emulator) {
  const definition = definitionOf(kind);
  const urn = `urn::${kind}::resource`;
  const call = { urn, filter: (text: string) => text };
  const settled = (): string[] => [urn];
  let stored: Stored | undefined;

  const newProcess = (): Scope => ({
    definition,
    connections: connectionsTo(emulator),
    shared: createShared(async () => undefined),
  });
  /** Checks the arguments and compares them with the state. */
  async function plan(inputs: PlainObject, preview: boolean) {
    const scope = newProcess();
    const normal = completeInputs(definition, inputs, {});
    const args = argsFrom(definition, normal);
    const former = stored?.args;
    const checked = { ...call, former, announcement: { urn, preview, neighbours: [] }, problems: [] };
    const errors = await operations.check(scope, args, checked);
    if (errors.length > 0) throw new Error(errors.join("\n"));
    if (stored === undefined || former === undefined) return { scope, args };
    const { id, state } = stored;
    const facts = {
      state: () => state,
      former,
      isPreview: preview,
      hasUnknown: false,
      isInProgram: true,
      settled: settled(),
    };
    return { scope, args, verdict: await diffOf(scope, id, args, { ...call, ...facts }) };
  }
  const storedAs = (state: AnyState, former: CommonArgs): StoredResource => ({
    outputs: {},
    former,
    isOfOtherHost: false,
    state: () => state,
  });
  const there = (): Stored => {
    if (stored === undefined) throw new Error("the resource was not created");
    return stored;
  };

  return {
    get id() {
      return stored?.id;
    },
    async preview(inputs: PlainObject): Promise<void> {
      await plan(inputs, true);
    },
    async up(inputs: PlainObject): Promise<"create" | "update" | "same" | "replace"> {
      const { scope, args, verdict } = await plan(inputs, false);
      if (stored === undefined) {
        stored = { ...(await operations.create(scope, args, { ...call, settled })), args };
        return "create";
      }
      if (verdict?.replaces !== undefined) return "replace";
      const { id, state, args: former } = stored;
      const isChanged = verdict?.changes ?? !isDeepStrictEqual(args, former);
      stored = {
        id,
        args,
        state: isChanged ? await operations.update(scope, id, storedAs(state, former), args, call) : state,
      };
      return isChanged ? "update" : "same";
    },
    async refresh(): Promise<"same" | "changed" | "gone"> {
      const { id, state } = there();
      const context = contextOf(newProcess(), state.args.connection, call);
      const found = await definition.read(context, id, state);
      if (found !== undefined && found !== state) stored = { id, state: found, args: found.args };
      if (found === undefined) stored = undefined;
      return found === undefined ? "gone" : found === state ? "same" : "changed";
    },
    async destroy(): Promise<void> {
      const { id, state } = there();
      await operations.remove(newProcess(), id, storedAs(state, state.args), state.args.connection, call);
      stored = undefined;
    },
  };
}
