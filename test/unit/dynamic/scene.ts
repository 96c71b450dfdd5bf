/** A minimal kind of resource, whose provider a test calls as the host of dynamic providers does. */

import { createOnce } from "../../../src/core/once";
import type { CommonArgs, Context, ResourceDefinition } from "../../../src/core/definition";
import type { Connection, Connections } from "../../../src/core/connections";
import { type ProviderMethods, type HostShared, dynamicProvider } from "../../../src/dynamic/provider";
import type { ApiClient } from "../../../src/http/api-client";
import type { PlainObject } from "../../../src/json";
import { surroundings } from "./surroundings";

export type Calls = [method: string, connection: string | undefined, ...args: unknown[]][];

/** Replaces parts of the connections. */
interface Connecting {
  readonly connect?: (name: string | undefined) => void;
  readonly settings?: (name: string | undefined) => object;
  readonly api?: ApiClient;
}

interface Args extends CommonArgs {
  readonly projectId?: string;
  readonly size?: number;
  readonly tags?: string[];
  readonly apiToken?: string;
}

/** The arguments, and a field that the service adds. */
export interface State {
  readonly args: Args;
  readonly made?: unknown;
}

export type Definition = ResourceDefinition<Args, State>;

/** A minimal kind of resource, and the calls of its methods. */
export function scene(
  rest: Partial<Definition> = {},
  { connect, settings, api = {} as ApiClient }: Connecting = {},
  around: Partial<HostShared> = {},
) {
  const calls: Calls = [];
  const called = (method: string, context: Context, ...args: unknown[]): true => {
    calls.push([method, (context as unknown as { at?: string }).at, ...args]);
    return true;
  };
  const definition: Definition = {
    kind: "ClusterName",
    what: "thing",
    text: "",
    role: "",
    example: "",
    moved: "",
    ids: { projectId: { type: "string", required: true } },
    object: {
      size: { type: "number" },
      tags: { type: "strings" },
      apiToken: { type: "string" },
    },
    options: { adoptId: { type: "string" } },
    outputs: {},
    decode: ({ made, ...args }) => ({ args, ...(made !== undefined && { made }) }),
    encode: ({ args, made }) => ({ ...args, made, nested: { gone: undefined, kept: null } }),
    sameMeaning: (a, b) => (a.size ?? 0) === (b.size ?? 0),
    create: async (context, args) => called("create", context, args) && { id: "id", state: { args } },
    read: async (context, id, state) =>
      called("read", context, id, state) && { args: { ...state?.args, size: 2 } },
    update: async (context, id, olds, news) => called("update", context, id, olds, news) && { args: news },
    delete: async (context, id, state) => void called("delete", context, id, state),
    ...rest,
  };
  const once = createOnce();
  const connections: Connections = (name) => {
    connect?.(name);
    const usual = { baseUrl: "https://h", strictCatalog: false };
    const named = (text: string): string => text;
    return {
      api,
      once,
      named,
      settings: { ...usual, ...settings?.(name) },
      at: name,
    } as unknown as Connection;
  };
  const process = surroundings(around);
  return { methods: dynamicProvider(definition, connections, process), calls, process };
}

export const PROVIDER = { __provider: "exports.handler = ..." };
export const URN = "urn:pulumi:s::p::pulumi-nodejs:dynamic/opsmanager:ClusterName";
export const INPUTS = { projectId: "p", size: 1 };
/** Inputs as the program passes them, of a resource with this name. */
export const run = (name: string, rest: object = {}, preview = false): PlainObject =>
  Object.assign({ __run: { urn: `${URN}::${name}`, preview, ...rest } }, INPUTS);
export const PREVIEW = { projectId: "p", __run: { urn: "urn::a", preview: true } };
export const reasonsOf = async (methods: ProviderMethods, news: PlainObject): Promise<string[]> =>
  (await methods.check({}, news)).failures.map(({ reason }) => reason);
export const failing = (thrown: unknown) => (): never => {
  throw thrown;
};

/** What `encode` adds. */
export const NESTED = { nested: { kept: null } };
