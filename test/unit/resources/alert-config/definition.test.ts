import assert from "node:assert/strict";
import type { ProviderMethods } from "../../../../src/dynamic/provider";
import { dynamicProvider } from "../../../../src/dynamic/provider";
import { UNKNOWN } from "../../../../src/unknowns";
import { ShapeError } from "../../../../src/errors";
import type { ApiRequest } from "../../../../src/http/api-request";
import type { PlainObject } from "../../../../src/json";
import { omit } from "../../../../src/json";
import { alertConfig } from "../../../../src/resources/alert-config/definition";
import { surroundings } from "../../dynamic/surroundings";
import { connectionTo } from "../connection";
import { HOOK, inputsOf, METRIC, PROGRAM, responseOf, simple, SLACK } from "./alerts";

/** A provider of one alert configuration, in a process of its own. */
function providerOf(respond: (request: ApiRequest<unknown>) => unknown): ProviderMethods {
  const connection = connectionTo(respond);
  return dynamicProvider(alertConfig, () => connection, surroundings());
}

describe("an alert configuration of whose creation only the id is known", () => {
  const lost = new ShapeError("the response has no notifications.", { id: "a1" });

  async function partialState(): Promise<PlainObject> {
    const creation = providerOf(() => Promise.reject(lost)).create(inputsOf(PROGRAM));
    const error: unknown = await creation.catch((thrown: unknown) => thrown);
    const { id, properties } = error as { id?: string; properties?: PlainObject };
    assert.equal(id, "p/a1");
    return JSON.parse(JSON.stringify(properties)) as PlainObject;
  }

  it("is in the state with its arguments and secrets", async () => {
    const service = { alertConfigId: "a1", links: [], changedSecrets: [] };
    assert.deepEqual(omit(await partialState(), ["__written"]), { ...inputsOf(PROGRAM), ...service });
  });

  it("shows only what differs from the declared alert configuration in a refresh", async () => {
    const [slack, ...others] = responseOf(PROGRAM).notifications;
    const notifications = [...others, { ...slack, typeName: "SLACK", intervalMin: 60 }];
    const metricThreshold = { ...METRIC, threshold: 2048, units: "MEGABYTES" };
    const live = { ...responseOf(PROGRAM), metricThreshold, notifications };
    const { inputs } = await providerOf(() => live).read("p/a1", await partialState());
    assert.deepEqual(omit(inputs ?? {}, ["notifications"]), omit(inputsOf(PROGRAM), ["notifications"]));
  });
});

describe("an update that changes `enabled`", () => {
  // Their masks are equal.
  const first = { ...HOOK, webhookSecret: "hush-1", delayMin: 0 };
  const second = { ...HOOK, webhookSecret: "hush-2", delayMin: 5 };

  async function update(news: ReturnType<typeof simple>): Promise<string[]> {
    const declared = simple(first, second, SLACK);
    const { outs } = await providerOf(() => responseOf(declared)).create(inputsOf(declared));
    const methods: string[] = [];
    const live = { ...responseOf(declared), enabled: true };
    const provider = providerOf(({ method }) => {
      methods.push(method);
      return method === "GET" ? { results: [live] } : live;
    });
    const { outs: after } = await provider.update("p/a1", outs, inputsOf({ ...news, enabled: true }));
    const state = JSON.parse(JSON.stringify(after)) as PlainObject;
    const { inputs } = await providerOf(() => live).read("p/a1", state);
    assert.equal(inputs, undefined, "a refresh found a change");
    return methods;
  }

  it("writes nothing else", async () =>
    assert.deepEqual(await update(simple(first, second, SLACK)), ["PATCH"]));

  it("keeps the secrets of notifications with equal addresses apart when their order changes as well", async () =>
    assert.deepEqual(await update(simple(second, first, SLACK)), ["GET", "PUT"]));
});

describe("the preview of an import", () => {
  it("accepts an alert configuration whose notifications are not known yet", async () => {
    const around = surroundings();
    const connection = connectionTo(() => responseOf(PROGRAM), { onlineChecks: true });
    const provider = dynamicProvider(alertConfig, () => connection, around);
    const inputs = { ...inputsOf(PROGRAM), notifications: UNKNOWN, notificationSecrets: UNKNOWN };
    const run = { urn: "urn:pulumi:test::test::type::imported", preview: true };
    const { failures } = await provider.check({}, { ...inputs, __import: "p/a1", __run: run });
    assert.deepEqual(failures, []);
    const said = around.logged.filter(([, severity]) => severity === "info");
    const text = 'The alert configuration "imported" (p/a1) exists and is adopted as it is.';
    assert.deepEqual(said, [[run.urn, "info", text]]);
  });
});
