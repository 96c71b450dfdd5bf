import assert from "node:assert/strict";
import type { PlainObject } from "../../../src/json";
import { type Kind, managed, STORE, useEmulator } from "./managed";

const PROJECT = "60a2b7c9e4b0c5571d3f8e12";
const KEY = 'SLACK {"channelName":"#dba"}';
const alert = (rest: object = {}) => ({
  eventTypeName: "HOST_DOWN",
  notifications: [{ typeName: "SLACK", channelName: "#dba", ...rest }],
});
const ALERT = { projectId: PROJECT, ...alert() };
const SET = { projectId: PROJECT, __resourceName: "resource", alertConfigs: { down: alert() } };
const DECLARED = { [KEY]: { apiToken: "declared" } };
const SEALED = { down: DECLARED };
const TOKEN = "notifications[0].apiToken";
const OTHER = { [KEY]: { apiToken: "transformed" } };
const OIDC = { clientId: "a", clientSecret: "transformed", scopes: [] };
const OPEN = alert({ apiToken: "transformed" });

/** What the engine passes after a transform, and the secrets as the program declared them. */
const CASES: readonly [kind: Kind, inputs: PlainObject, sealed: PlainObject, path?: string][] = [
  ["OplogS3Config", STORE, STORE],
  ["OplogS3Config", { ...STORE, uri: "mongodb://transformed/" }, STORE, "uri"],
  ["OplogS3Config", { ...STORE, awsSecretKey: "transformed" }, STORE, "awsSecretKey"],
  ["OplogS3Config", { ...STORE, oidc: OIDC }, STORE, "oidc.clientSecret"],
  ["AlertConfig", { ...ALERT, notificationSecrets: DECLARED }, DECLARED],
  ["AlertConfig", { ...ALERT, notificationSecrets: OTHER }, DECLARED, "notificationSecrets"],
  ["AlertConfig", { ...ALERT, ...OPEN }, {}, TOKEN],
  ["AlertConfigSet", { ...SET, alertConfigSecrets: SEALED }, SEALED],
  ["AlertConfigSet", { ...SET, alertConfigSecrets: { down: OTHER } }, SEALED, "alertConfigSecrets"],
  ["AlertConfigSet", { ...SET, alertConfigs: { down: OPEN } }, {}, `alertConfigs.down.${TOKEN}`],
];

describe("a secret that the program did not declare", () => {
  const emulator = useEmulator();

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
