/** One resource whose provider methods are called as the engine calls them, without the engine, against an emulator. */

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { type Connections, createConnections } from "../../../src/core/connections";
import type { RunInput } from "../../../src/dynamic/form";
import type { AnyDefinition } from "../../../src/core/definition";
import { type ProviderMethods, dynamicProvider } from "../../../src/dynamic/provider";
import { createOwnership, type Ownership } from "../../../src/core/ownership";
import type { Emulator, EmulatorOptions, FaultAction, FaultMatch } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { kindNamed } from "../../../src/kinds";
import { surroundings } from "../../unit/dynamic/surroundings";
import type { KindName } from "../../unit/resources/kinds";

export type Kind = KindName;

export function definitionOf(name: Kind): AnyDefinition {
  return kindNamed(name)?.definition ?? assert.fail(name);
}

/** The operation of an `up`. */
export type Step = "create" | "update" | "same" | "replace";

/** A resource in the state. */
export type Stored = Readonly<Record<"inputs" | "outputs", PlainObject>> & { readonly id: string };

export type Managed = ReturnType<typeof hosted>;

export interface ManagedOptions {
  /** Further settings, such as `opsmanager:onlineChecks`. */
  readonly config?: Readonly<Record<string, string>>;
  /** The connections of the process, if resources share them. By default each operation runs in its own process. */
  readonly connections?: Connections;
  /** The ownership of the process, if resources share it. */
  readonly ownership?: () => Ownership;
  /** The name of the resource. */
  readonly name?: string;
  /** What its program announces. */
  readonly run?: Partial<RunInput>;
  /** Replaces the time that the resource waits. */
  readonly pause?: () => Promise<void>;
}

/** A new service for each test of a suite. Use it only in tests and hooks. */
export function useEmulator(options: EmulatorOptions = {}): Emulator {
  let emulator: Emulator | undefined;
  beforeEach(async () => void (emulator = await startEmulator(options)));
  afterEach(async () => emulator?.close());
  return new Proxy({} as Emulator, { get: (_, name) => Reflect.get(emulator ?? {}, name) as unknown });
}

/** Connections of which the default one leads to the emulator. */
export function connectionsTo(
  emulator: Emulator,
  further: Readonly<Record<string, string>> = {},
): Connections {
  const config: Readonly<Record<string, string>> = {
    "opsmanager:baseUrl": emulator.baseUrl,
    "opsmanager:publicKey": emulator.publicKey,
    "opsmanager:privateKey": emulator.privateKey,
    "opsmanager:maxRetries": "0",
    ...further,
  };
  return createConnections({ config: (key) => config[key], values: config, env: {} });
}

/** The inputs of an oplog store, with secrets that no message may hold. */
export const STORE = {
  storeId: "store",
  acceptedTos: true,
  awsAccessKey: "AKIADECLARED",
  awsSecretKey: "declared-secret-key",
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog",
  s3MaxConnections: 50,
  sseEnabled: true,
  uri: "mongodb://backup:declared-password@metadata.example.com/",
};

/** The response with which the service refuses a request. */
export function refusedWith(status: number, errorCode: string, detail = "Refused.") {
  return { status, body: { error: status, errorCode, detail } };
}

/** Returns a function that lets the first request of a method fail, or those that `match` says. */
export function failOn(emulator: Emulator) {
  return (method: string, action: FaultAction, match: Partial<FaultMatch> = {}): void =>
    emulator.faults.add({ match: { method, ...match }, action });
}

/** The methods of the requests that write, one after the other. */
export function writesTo(emulator: Emulator): string[] {
  const writes = emulator.requests().filter(({ method, authenticated }) => authenticated && method !== "GET");
  return writes.map(({ method }) => method);
}

/** The bodies of the requests of a method, parsed, one after the other. */
export function bodiesOf(emulator: Emulator, method: string): PlainObject[] {
  const sent = emulator.requests().filter((each) => each.authenticated && each.method === method);
  return sent.map(({ body }) => JSON.parse(body || "null") as PlainObject);
}

/** The configuration of a named connection. */
export function configOf(name: string, { baseUrl, publicKey, privateKey }: Emulator): Record<string, string> {
  const values = { baseUrl, publicKey, privateKey };
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [`opsmanager-${name}:${key}`, value]),
  );
}

let adapter: typeof hosted = hosted;

/** Defines tests whose resources are those of another adapter. */
export function useAdapter(other: typeof hosted, define: () => void): void {
  before(() => void (adapter = other));
  after(() => void (adapter = hosted));
  adapter = other;
  define();
  adapter = hosted;
}

/** A test of what only the host has: announcements of the program, named connections, look-ups with their own form. */
export function itInHost(title: string, test: () => Promise<void>): void {
  if (adapter === hosted) it(title, test);
}

export const managed: typeof hosted = (...given) => adapter(...given);

function hosted(kind: Kind, emulator: Emulator, options: ManagedOptions = {}) {
  const connections = (): Connections => options.connections ?? connectionsTo(emulator, options.config);
  const said: string[] = [];
  const urn = `urn:pulumi:test::test::pulumi-nodejs:dynamic/opsmanager:${kind}::${options.name ?? "resource"}`;
  const process = (): ProviderMethods =>
    dynamicProvider(
      definitionOf(kind),
      connections(),
      surroundings({
        report: async (_urn, _severity, text) => void said.push(text),
        ...(options.ownership !== undefined && { ownership: options.ownership() }),
        ...(options.pause !== undefined && { pause: options.pause }),
      }),
    );
  let state: Stored | undefined;
  /** Whether the last write left a partially initialized resource, which the engine updates in any case. */
  let isPartial = false;

  /** Stores the state that an error of create or update carries, as the host and the engine do. */
  async function keepPartialState<T>(inputs: PlainObject, write: Promise<T>): Promise<T> {
    try {
      const result = await write;
      isPartial = false;
      return result;
    } catch (error) {
      const { id, properties } = error as { id?: string; properties?: PlainObject };
      if (id !== undefined && properties !== undefined) {
        isPartial = true;
        state = { id, inputs, outputs: properties };
      }
      throw error;
    }
  }

  async function checkInputs(
    methods: ProviderMethods,
    inputs: PlainObject,
    run: { preview: boolean },
  ): Promise<PlainObject> {
    const news = { ...inputs, __run: { urn, neighbours: [], ...options.run, ...run } };
    const { inputs: known, failures } = await methods.check(state?.inputs ?? {}, news);
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
    return known;
  }

  const resource = {
    /** The messages of the provider and those logged at the resource, without errors. */
    said,
    /** The stored inputs and outputs; unset before the create and after the deletion. */
    get state() {
      return state;
    },
    get id() {
      return state?.id;
    },
    /** Returns the messages of a preview. @throws Error with the problems */
    async preview(inputs: PlainObject) {
      const methods = process();
      const before = said.length;
      const known = await checkInputs(methods, inputs, { preview: true });
      if (state !== undefined) await methods.diff(state.id, state.outputs, known);
      return said.slice(before);
    },
    /** Whether an update is needed; `undefined` if the engine finds that in the inputs, and shows which of them differ. */
    async changes(inputs: PlainObject) {
      const [methods, { id, outputs }] = [process(), state ?? assert.fail("the resource was not created")];
      const known = await checkInputs(methods, inputs, { preview: false });
      return (await methods.diff(id, outputs, known)).changes;
    },
    /** Creates or updates the resource. @throws Error with the problems, or the error of the provider */
    async up(inputs: PlainObject): Promise<Step> {
      const methods = process();
      const known = await checkInputs(methods, inputs, { preview: false });
      if (state === undefined) {
        const { id, outs } = await keepPartialState(known, methods.create(known));
        state = { id, inputs: known, outputs: outs };
        return "create";
      }
      const { changes, replaces } = await methods.diff(state.id, state.outputs, known);
      if (replaces !== undefined) return "replace";
      const same = changes === false || (changes === undefined && isDeepStrictEqual(known, state.inputs));
      if (same && !isPartial) {
        state = { ...state, inputs: known };
        return "same";
      }
      const { outs } = await keepPartialState(known, methods.update(state.id, state.outputs, known));
      state = { ...state, inputs: known, outputs: outs };
      return "update";
    },
    /** Takes an object over as `pulumi import` does from a file. @throws Error with the problems */
    async import({ id, inputs, outputs }: Stored) {
      const { inputs: known, failures } = await process().check({}, inputs);
      if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
      state = { id, inputs: known, outputs };
    },
    /** An `up` whose process ends before the engine stores anything. */
    async upWithoutState(inputs: PlainObject): Promise<void> {
      const before = { state, isPartial };
      await resource.up(inputs).catch(() => {});
      ({ state, isPartial } = before);
    },
    /** Reads the resource into the state, and returns how its inputs differ. A missing resource is removed from the state. */
    async refresh(): Promise<"same" | "changed" | "gone"> {
      if (state === undefined) throw new Error("the resource was not created");
      const methods = process();
      const { id, props, inputs = state.inputs } = await methods.read(state.id, state.outputs);
      if (id === undefined || props === undefined) {
        state = undefined;
        return "gone";
      }
      const same = isDeepStrictEqual(inputs, state.inputs);
      state = { id, inputs, outputs: props };
      isPartial = false;
      return same ? "same" : "changed";
    },
    async destroy() {
      if (state === undefined) throw new Error("the resource was not created");
      await process().delete(state.id, state.outputs);
      state = undefined;
    },
  };
  return resource;
}

/** The resources of a program: one process runs them until the next run begins. */
export function programOn(emulator: Emulator, options: ManagedOptions = {}) {
  let ownership = createOwnership();
  const connections = connectionsTo(emulator);
  return {
    /** @param run what the program announces */
    resource: (kind: Kind, name: string, run?: ManagedOptions["run"]): Managed =>
      managed(kind, emulator, {
        connections,
        ...options,
        name,
        ownership: () => ownership,
        ...(run && { run }),
      }),
    /** The next process knows nothing of the last one. */
    nextRun(): void {
      ownership = createOwnership();
      emulator.clearRequests();
    },
  };
}

/** The ids of the members of a set, by name. */
export function idsIn({ state }: Managed): Record<string, string> {
  return (state?.outputs["alertConfigIds"] ?? {}) as Record<string, string>;
}
