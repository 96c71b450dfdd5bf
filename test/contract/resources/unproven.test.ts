import assert from "node:assert/strict";
import type { Emulator, FaultAction } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { managed, STORE } from "./managed";

const NOTIFICATIONS = [{ typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 60, delayMin: 0 }];

const INPUTS = {
  AlertConfig: ({ projectId }) => ({
    projectId,
    eventTypeName: "HOST_DOWN",
    enabled: true,
    notifications: NOTIFICATIONS,
  }),
  AlertConfigSet: ({ projectId }) => ({
    projectId,
    __resourceName: "resource",
    alertConfigs: { down: { eventTypeName: "HOST_DOWN", enabled: true, notifications: NOTIFICATIONS } },
  }),
  ClusterName: ({ projectId, clusterId }) => ({ projectId, clusterId, clusterName: "orders-new" }),
  OplogS3Config: () => STORE,
} satisfies Readonly<Record<string, (emulator: Emulator) => PlainObject>>;

type Kind = keyof typeof INPUTS;
const KINDS = Object.keys(INPUTS) as Kind[];

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator();
});
afterEach(async () => emulator.close());

/** Responses to a read that do not prove that an object was deleted. */
const MISLEADING: Readonly<Record<string, readonly [FaultAction, RegExp]>> = {
  "a 404 from a proxy": [
    {
      status: 404,
      headers: { "Content-Type": "text/html" },
      body: "<html><h1>404 Not Found</h1></html>",
    },
    /404/,
  ],
  "a 404 for an unknown path": [
    { status: 404, body: { error: 404, errorCode: "RESOURCE_NOT_FOUND", detail: "Cannot find resource." } },
    /RESOURCE_NOT_FOUND/,
  ],
  "a 401 for a missing role": [
    { status: 401, body: { error: 401, errorCode: "USER_UNAUTHORIZED", detail: "Not authorized." } },
    /USER_UNAUTHORIZED/,
  ],
  "a 401 for a project without a role": [
    { status: 401, body: { error: 401, errorCode: "NOT_IN_GROUP" } },
    /NOT_IN_GROUP/,
  ],
  "a 403": [{ status: 403, body: { error: 403, errorCode: "IP_ADDRESS_NOT_ON_ACCESS_LIST" } }, /403/],
  "a 500": [{ status: 500, body: { error: 500, errorCode: "UNEXPECTED_ERROR" } }, /500/],
  "a page in place of JSON": [{ status: 200, body: "<html>hello</html>" }, /the response is a web page/],
  "a broken connection": ["resetAfter", /connection|closed|reset/i],
};

describe("a refresh keeps a resource in the state after", () => {
  for (const [what, [action, message]] of Object.entries(MISLEADING)) {
    for (const kind of KINDS) {
      it(`${what}: ${kind}`, async () => {
        const resource = managed(kind, emulator);
        await resource.up(INPUTS[kind](emulator));
        const before = resource.state;
        emulator.faults.add({ match: { method: "GET", times: "always" }, action });
        await assert.rejects(resource.refresh(), message);
        assert.deepEqual(resource.state, before);
      });
    }
  }
});

/** Responses to a deletion that do not show that it was carried out. */
const UNCONFIRMED: Readonly<Record<string, readonly [FaultAction, RegExp]>> = {
  "an error in the body": [
    { status: 200, body: { error: 403, errorCode: "USER_UNAUTHORIZED", detail: "no role" } },
    /403 USER_UNAUTHORIZED - no role\. The HTTP status was 200, but the body is an error/,
  ],
  "a status in the body": [{ status: 200, body: { status: 500 } }, /: 500\. The HTTP status was 200/],
  "the 404 of a gateway": [
    { status: 200, body: { error: 404, errorCode: "ALERT_CONFIG_NOT_FOUND" } },
    /404 ALERT_CONFIG_NOT_FOUND\. The HTTP status was 200/,
  ],
  "a text": [{ status: 200, body: "Access denied by policy" }, /but it still exists: a proxy or gateway/],
  "a JSON message": [
    { status: 200, body: { message: "Forbidden" } },
    /but it still exists: a proxy or gateway/,
  ],
  "a 202 without a body": [{ status: 202 }, /but it still exists: a proxy or gateway/],
};

describe("a deletion fails, and keeps the resource in the state, after a response with", () => {
  for (const [what, [action, message]] of Object.entries(UNCONFIRMED)) {
    for (const kind of KINDS.filter((each) => each !== "ClusterName")) {
      it(`${what}: ${kind}`, async () => {
        const resource = managed(kind, emulator, { pause: async () => undefined });
        await resource.up(INPUTS[kind](emulator));
        emulator.faults.add({ match: { method: "DELETE", times: "always" }, action });
        await assert.rejects(resource.destroy(), message);
        assert.ok(resource.state);
      });
    }
  }
});
