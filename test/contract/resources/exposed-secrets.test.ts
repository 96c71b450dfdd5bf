import assert from "node:assert/strict";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import type { Kind } from "./managed";
import { managed, STORE } from "./managed";

const PROJECT = "60a2b7c9e4b0c5571d3f8e12";
const SLACK = { typeName: "SLACK", channelName: "#dba" };
const KEY = 'SLACK {"channelName":"#dba"}';
const ALERT = { projectId: PROJECT, eventTypeName: "HOST_DOWN", notifications: [SLACK] };
const SET = {
  projectId: PROJECT,
  __resourceName: "resource",
  alertConfigs: { down: { eventTypeName: "HOST_DOWN", notifications: [SLACK] } },
};
const DECLARED = { [KEY]: { apiToken: "declared" } };

/** What the engine passes after a transform, and the secrets as the program declared them. */
const CASES: readonly [kind: Kind, inputs: PlainObject, sealed: PlainObject, path: string | undefined][] = [
  ["OplogS3Config", STORE, STORE, undefined],
  ["OplogS3Config", { ...STORE, uri: "mongodb://transformed/" }, STORE, "uri"],
  ["OplogS3Config", { ...STORE, awsSecretKey: "transformed" }, STORE, "awsSecretKey"],
  [
    "OplogS3Config",
    { ...STORE, oidc: { clientId: "a", clientSecret: "transformed", scopes: [] } },
    STORE,
    "oidc.clientSecret",
  ],
  ["AlertConfig", { ...ALERT, notificationSecrets: DECLARED }, DECLARED, undefined],
  [
    "AlertConfig",
    { ...ALERT, notificationSecrets: { [KEY]: { apiToken: "transformed" } } },
    DECLARED,
    "notificationSecrets",
  ],
  [
    "AlertConfig",
    { ...ALERT, notifications: [{ ...SLACK, apiToken: "transformed" }] },
    {},
    "notifications[0].apiToken",
  ],
  ["AlertConfigSet", { ...SET, alertConfigSecrets: { down: DECLARED } }, { down: DECLARED }, undefined],
  [
    "AlertConfigSet",
    { ...SET, alertConfigSecrets: { down: { [KEY]: { apiToken: "transformed" } } } },
    { down: DECLARED },
    "alertConfigSecrets",
  ],
  [
    "AlertConfigSet",
    {
      ...SET,
      alertConfigs: {
        down: { eventTypeName: "HOST_DOWN", notifications: [{ ...SLACK, apiToken: "transformed" }] },
      },
    },
    {},
    "alertConfigs.down.notifications[0].apiToken",
  ],
];

describe("a secret that the program did not declare", () => {
  let emulator: Emulator;
  before(async () => void (emulator = await startEmulator()));
  after(async () => emulator.close());

  for (const [kind, inputs, sealed, path] of CASES) {
    it(`is ${path === undefined ? "not found" : `refused, and not shown: ${path}`} (${kind})`, async () => {
      const resource = managed(kind, emulator, { run: { sealed } });
      const failure: string = await resource.preview(inputs).then(
        () => "",
        ({ message }: Error) => message,
      );
      if (path === undefined) assert.equal(failure, "");
      else assert.ok(failure.includes(`${path}: is not from the arguments of the resource`), failure);
      assert.doesNotMatch(failure, /transformed/);
    });
  }
});
