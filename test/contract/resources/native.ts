/** The third adapter: the plugin, called with the messages of the engine's protocol, without the engine. */

import type { handleUnaryCall } from "@grpc/grpc-js";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import type { Report } from "../../../src/core/scope";
import type { Emulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { createPlugin } from "../../../src/native/plugin";
import { createService } from "../../../src/native/service";
import { openStruct, sealStruct } from "../../../src/native/values";
import type { Kind } from "./managed";

/** A resource in the state. */
interface Stored {
  readonly id: string;
  readonly inputs: messages.CheckResponse["getInputs"] extends () => infer Value ? Value : never;
  readonly outputs: Stored["inputs"];
}

/** Calls of one plugin process. */
export function pluginFor({ baseUrl, publicKey, privateKey }: Emulator, report: Report) {
  const service = createService(
    createPlugin(JSON.stringify({ resources: {} }), report, async () => undefined),
  );
  async function call<Response>(name: string, request: unknown): Promise<Response> {
    const handler = service[name] as handleUnaryCall<unknown, Response>;
    return new Promise((resolve, reject) => {
      handler({ request } as never, (error, response) => {
        if (error === null || error === undefined) resolve(response as Response);
        else reject(Object.assign(new Error((error as { details?: string }).details), { failure: error }));
      });
    });
  }
  const settings = sealStruct({ baseUrl, publicKey, privateKey, maxRetries: "0" }, []);
  const ready = call("configure", new messages.ConfigureRequest().setArgs(settings));
  return {
    call: async <Response>(name: string, request: unknown) =>
      ready.then(async () => call<Response>(name, request)),
  };
}

export function native(kind: Kind, emulator: Emulator, name = "resource") {
  const urn = `urn:pulumi:test::test::opsmanager:index:${kind}::${name}`;
  const said: string[] = [];
  const report: Report = async (_urn, _severity, text) => void said.push(text);
  let stored: Stored | undefined;
  const there = (): Stored => {
    if (stored === undefined) throw new Error("the resource was not created");
    return stored;
  };

  /** Checks the arguments and compares them with the state. */
  async function plan(inputs: PlainObject) {
    const { call } = pluginFor(emulator, report);
    const request = new messages.CheckRequest().setUrn(urn).setNews(sealStruct(inputs, []));
    const checked = await call<messages.CheckResponse>("check", request.setOlds(stored?.inputs));
    const failures = checked.getFailuresList().map((failure) => failure.getReason());
    if (failures.length > 0) throw new Error(failures.join("\n"));
    const news = checked.getInputs();
    if (stored === undefined) return { call, news };
    const compared = new messages.DiffRequest().setUrn(urn).setId(stored.id).setNews(news);
    const { outputs, inputs: oldInputs } = stored;
    const verdict = await call<messages.DiffResponse>(
      "diff",
      compared.setOlds(outputs).setOldInputs(oldInputs),
    );
    return { call, news, verdict };
  }
  async function write(
    inputs: PlainObject,
    isPreview: boolean,
  ): Promise<"create" | "update" | "same" | "replace"> {
    const { call, news, verdict } = await plan(inputs);
    if (verdict === undefined) {
      const request = new messages.CreateRequest().setUrn(urn).setProperties(news).setPreview(isPreview);
      const created = await call<messages.CreateResponse>("create", request);
      if (!isPreview) stored = { id: created.getId(), inputs: news, outputs: created.getProperties() };
      return "create";
    }
    if (verdict.getReplacesList().length > 0) return "replace";
    const { id, inputs: oldInputs, outputs } = there();
    if (verdict.getChanges() === messages.DiffResponse.DiffChanges.DIFF_NONE) {
      if (!isPreview) stored = { id, inputs: news, outputs };
      return "same";
    }
    const request = new messages.UpdateRequest().setUrn(urn).setId(id).setNews(news).setPreview(isPreview);
    const updated = await call<messages.UpdateResponse>(
      "update",
      request.setOlds(outputs).setOldInputs(oldInputs),
    );
    if (!isPreview) stored = { id, inputs: news, outputs: updated.getProperties() };
    return "update";
  }

  return {
    /** The messages of the provider. */
    said,
    get id() {
      return stored?.id;
    },
    /** What the state has, without marks of secrets. */
    get state() {
      return stored && { inputs: openStruct(stored.inputs).plain, outputs: openStruct(stored.outputs).plain };
    },
    async preview(inputs: PlainObject): Promise<void> {
      await write(inputs, true);
    },
    up: async (inputs: PlainObject) => write(inputs, false),
    async refresh(): Promise<"same" | "changed" | "gone"> {
      const { id, inputs, outputs } = there();
      const { call } = pluginFor(emulator, report);
      const request = new messages.ReadRequest().setUrn(urn).setId(id);
      const found = await call<messages.ReadResponse>(
        "read",
        request.setProperties(outputs).setInputs(inputs),
      );
      if (found.getId() === "") {
        stored = undefined;
        return "gone";
      }
      const isSame =
        JSON.stringify(found.getInputs()?.toJavaScript()) === JSON.stringify(inputs?.toJavaScript());
      stored = { id, inputs: found.getInputs(), outputs: found.getProperties() };
      return isSame ? "same" : "changed";
    },
    /** Reads an object into the state as `pulumi import` does. */
    async import(id: string): Promise<void> {
      const { call } = pluginFor(emulator, report);
      const found = await call<messages.ReadResponse>(
        "read",
        new messages.ReadRequest().setUrn(urn).setId(id),
      );
      stored = { id: found.getId(), inputs: found.getInputs(), outputs: found.getProperties() };
    },
    async destroy(): Promise<void> {
      const { id, outputs } = there();
      const { call } = pluginFor(emulator, report);
      await call("delete", new messages.DeleteRequest().setUrn(urn).setId(id).setProperties(outputs));
      stored = undefined;
    },
  };
}
