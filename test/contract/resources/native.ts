/** The third adapter: the plugin, called with the messages of the engine's protocol, without the engine. */

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { handleUnaryCall, Metadata } from "@grpc/grpc-js";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { createOwnership } from "../../../src/core/ownership";
import type { Report } from "../../../src/core/scope";
import type { Emulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { createPlugin } from "../../../src/native/plugin";
import { createService } from "../../../src/native/service";
import { openStruct, sealStruct } from "../../../src/native/values";
import type { Kind, Step } from "./managed";

type Properties = ReturnType<messages.CheckResponse["getInputs"]>;

/** A resource in the state. */
interface Stored {
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

/** What a failed call sends. */
interface Failure {
  readonly details: string;
  readonly metadata?: Metadata;
}

/** The program of a test has no other resources than those that it names. */
const NO_NEIGHBOURS = { neighbours: [], undecided: [], adopted: {} };

export type PluginProcess = ReturnType<typeof pluginFor>;

/** Calls of one plugin process. */
export function pluginFor(
  { baseUrl, publicKey, privateKey }: Emulator,
  report: Report,
  { config = {}, pause = async () => undefined }: Pick<NativeOptions, "config" | "pause"> = {},
) {
  const run = {
    ownership: createOwnership(),
    neighboursOf: () => NO_NEIGHBOURS,
    isAdoptedLater: () => false,
  };
  const plugin = createPlugin("{}", report, run, pause);
  const service = createService(plugin, () => plugin);
  async function call<Response>(name: string, request: unknown): Promise<Response> {
    const handler = service[name] as handleUnaryCall<unknown, Response>;
    return new Promise((resolve, reject) => {
      handler({ request } as never, (error, response) => {
        if (error === null || error === undefined) return resolve(response as Response);
        const failure = error as Failure;
        // The engine shows the text alone.
        reject(Object.assign(new Error(failure.details), { name: "", failure }));
      });
    });
  }
  const settings = sealStruct({ baseUrl, publicKey, privateKey, maxRetries: "0", ...config }, []);
  const ready = call("configure", new messages.ConfigureRequest().setArgs(settings));
  return {
    call: async <Response>(name: string, request: unknown) =>
      ready.then(async () => call<Response>(name, request)),
  };
}

export interface NativeOptions {
  /** The name of the resource. */
  readonly name?: string;
  /** Further settings of the provider, such as `onlineChecks`. */
  readonly config?: Readonly<Record<string, string>>;
  /** Replaces the time that the resource waits. */
  readonly pause?: () => Promise<void>;
  /** The process of an operation. @default each has its own */
  readonly shared?: (make: (report: Report) => PluginProcess) => PluginProcess;
}

export function native(kind: Kind, emulator: Emulator, options: NativeOptions = {}) {
  const urn = `urn:pulumi:test::test::opsmanager:index:${kind}::${options.name ?? "resource"}`;
  const said: string[] = [];
  const own: Report = async (_urn, _severity, text) => void said.push(text);
  const { shared = (make) => make(own) } = options;
  const start = (): PluginProcess => shared((report) => pluginFor(emulator, report, options));
  let stored: Stored | undefined;
  /** Whether the last write left a partially initialized resource, which the engine updates in any case. */
  /** The outputs of the last preview of an update. */
  let previewed: PlainObject | undefined;
  let isPartial = false;
  const there = (): Stored => stored ?? assert.fail("the resource was not created");

  async function checked({ call }: PluginProcess, inputs: PlainObject): Promise<Properties> {
    const request = new messages.CheckRequest().setUrn(urn).setNews(sealStruct(inputs, []));
    const response = await call<messages.CheckResponse>("check", request.setOlds(stored?.inputs));
    const failures = response.getFailuresList().map((failure) => failure.getReason());
    if (failures.length > 0) throw new Error(failures.join("\n"));
    return response.getInputs();
  }

  async function compared({ call }: PluginProcess, news: Properties) {
    const { id, inputs, outputs } = there();
    const request = new messages.DiffRequest().setUrn(urn).setId(id).setNews(news);
    return call<messages.DiffResponse>("diff", request.setOlds(outputs).setOldInputs(inputs));
  }

  function stepOf(verdict: messages.DiffResponse) {
    if (verdict.getReplacesList().length > 0) return "replace";
    return verdict.getChanges() === messages.DiffResponse.DiffChanges.DIFF_NONE ? "same" : "update";
  }

  /** Stores the state that the error of a write carries, as the engine does. */
  async function keepPartialState<T>(news: Properties, result: Promise<T>): Promise<T> {
    try {
      const value = await result;
      isPartial = false;
      return value;
    } catch (error) {
      const [packed] = (error as { failure: Failure }).failure.metadata?.get("grpc-status-details-bin") ?? [];
      const [detail] =
        packed === undefined ? [] : Status.deserializeBinary(packed as Uint8Array).getDetailsList();
      if (detail !== undefined) {
        const partial = messages.ErrorResourceInitFailed.deserializeBinary(detail.getValue_asU8());
        stored = { id: partial.getId(), inputs: news, outputs: partial.getProperties() };
        isPartial = true;
      }
      throw error;
    }
  }

  async function write(inputs: PlainObject, isPreview: boolean): Promise<Step> {
    const process = start();
    const { call } = process;
    const news = await checked(process, inputs);
    if (stored === undefined) {
      const request = new messages.CreateRequest().setUrn(urn).setProperties(news).setPreview(isPreview);
      const created = await keepPartialState(news, call<messages.CreateResponse>("create", request));
      if (!isPreview) stored = { id: created.getId(), inputs: news, outputs: created.getProperties() };
      return "create";
    }
    const step = stepOf(await compared(process, news));
    if (step === "replace") return step;
    const { id, inputs: oldInputs, outputs } = there();
    if (step === "same" && !isPartial) {
      if (!isPreview) stored = { id, inputs: news, outputs };
      return step;
    }
    const request = new messages.UpdateRequest().setUrn(urn).setId(id).setNews(news).setPreview(isPreview);
    const full = request.setOlds(outputs).setOldInputs(oldInputs);
    const updated = await keepPartialState(news, call<messages.UpdateResponse>("update", full));
    if (isPreview) previewed = openStruct(updated.getProperties()).plain;
    else stored = { id, inputs: news, outputs: updated.getProperties() };
    return "update";
  }

  return {
    urn,
    /** The messages of the provider. */
    said,
    get id() {
      return stored?.id;
    },
    /** What the state has, without marks of secrets. */
    get state() {
      return (
        stored && {
          id: stored.id,
          inputs: openStruct(stored.inputs).plain,
          outputs: openStruct(stored.outputs).plain,
        }
      );
    },
    /** Puts a resource into the state. */
    put({ id, inputs, outputs }: { id: string; inputs: PlainObject; outputs: PlainObject }): void {
      stored = { id, inputs: sealStruct(inputs, []), outputs: sealStruct(outputs, []) };
    },
    get previewed() {
      return previewed;
    },
    /** Returns the messages of a preview. */
    async preview(inputs: PlainObject): Promise<string[]> {
      const before = said.length;
      await write(inputs, true);
      return said.slice(before);
    },
    /** Whether an update is needed; `undefined` if the difference names what leads to it. */
    async changes(inputs: PlainObject): Promise<boolean | undefined> {
      const process = start();
      const verdict = await compared(process, await checked(process, inputs));
      return verdict.getDiffsList().length > 0 ? undefined : stepOf(verdict) !== "same";
    },
    up: async (inputs: PlainObject) => write(inputs, false),
    /** An `up` whose process ends before the engine stores anything. */
    async upWithoutState(inputs: PlainObject): Promise<void> {
      const before = { stored, isPartial };
      await write(inputs, false).catch(() => {});
      ({ stored, isPartial } = before);
    },
    async refresh(): Promise<"same" | "changed" | "gone"> {
      const { id, inputs, outputs } = there();
      const request = new messages.ReadRequest().setUrn(urn).setId(id);
      const full = request.setProperties(outputs).setInputs(inputs);
      const found = await start().call<messages.ReadResponse>("read", full);
      isPartial = false;
      if (found.getId() === "") {
        stored = undefined;
        return "gone";
      }
      stored = { id, inputs: found.getInputs(), outputs: found.getProperties() };
      return isDeepStrictEqual(openStruct(found.getInputs()).plain, openStruct(inputs).plain)
        ? "same"
        : "changed";
    },
    /** Reads an object into the state as `pulumi import` does. */
    async import(id: string): Promise<void> {
      const request = new messages.ReadRequest().setUrn(urn).setId(id);
      const found = await start().call<messages.ReadResponse>("read", request);
      stored = { id: found.getId(), inputs: found.getInputs(), outputs: found.getProperties() };
    },
    async destroy(): Promise<void> {
      const { id, outputs } = there();
      const request = new messages.DeleteRequest().setUrn(urn).setId(id).setProperties(outputs);
      await start().call("delete", request);
      stored = undefined;
    },
  };
}
