/** What the adapters over the core have in common: the tests of every kind run over each. */

import { withInputNames } from "../../../src/dynamic/form";
import type { Emulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { inMemory } from "./in-memory";
import { type Kind, managed } from "./managed";
import { native } from "./native";

/** A resource of any adapter. */
export interface AdaptedResource {
  readonly id: string | undefined;
  preview(inputs: PlainObject): Promise<unknown>;
  up(inputs: PlainObject): Promise<"create" | "update" | "same" | "replace">;
  refresh(): Promise<"same" | "changed" | "gone">;
  destroy(): Promise<void>;
}

/** One that shows the messages of the provider. */
interface SayingResource extends AdaptedResource {
  readonly said: string[];
}

/** The host takes create-only arguments under names of their own. */
function inHost(kind: Kind, emulator: Emulator): SayingResource {
  const resource = managed(kind, emulator, { pause: async () => undefined });
  const up = async (args: PlainObject) => resource.up(withInputNames(args));
  const preview = async (args: PlainObject) => resource.preview(withInputNames(args));
  return Object.assign(Object.create(resource) as typeof resource, { up, preview });
}

type Adapter<T> = (kind: Kind, emulator: Emulator) => T;

/** Those with an engine. */
export const HOSTS: Readonly<Record<string, Adapter<SayingResource>>> = {
  "the host": inHost,
  "the plugin": (kind, emulator) => native(kind, emulator),
};

export const ADAPTERS: Readonly<Record<string, Adapter<AdaptedResource>>> = { ...HOSTS, memory: inMemory };
