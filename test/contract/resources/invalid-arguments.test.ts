import assert from "node:assert/strict";
import type { PlainObject } from "../../../src/json";
import { INPUTS } from "./inputs";
import { type Kind, itInHost, managed, STORE, useEmulator } from "./managed";

const PROJECT = "60a2b7c9e4b0c5571d3f8e12";
const ADMIN = { typeName: "ADMIN", emailAddress: "a@example.com" };
const FRACTION = "must be a fraction of the disk, from 0 to 1 (0.02 is 2 percent), not";
const ADDRESS = "must be an address such as 203.0.113.9 or 2001:db8::9, or a block such as 10.20.0.0/16, not";

/** Unit tests have the rules of addresses, of alert configurations and their sets, and more of stores. */
const INVALID: Readonly<Partial<Record<Kind, readonly (readonly [change: PlainObject, problem: string])[]>>> =
  {
    AccessListEntry: [[{ entry: "192.0.2" }, `entry: ${ADDRESS} "192.0.2"`]],
    AuditLogRotation: [
      [{ percentOfDiskspace: 2 }, `percentOfDiskspace: ${FRACTION} 2`],
      [{ percentOfDiskspace: -0.1 }, `percentOfDiskspace: ${FRACTION} -0.1`],
      [{ sizeThresholdMB: 0 }, "sizeThresholdMB: must be above 0, not 0"],
      [{ sizeThresholdMB: "10" }, 'sizeThresholdMB: must be a number, not "10"'],
      [{ sizeThresholdMB: undefined }, "sizeThresholdMB: is missing; it is a number"],
      [{ timeThresholdHrs: 1.5 }, "timeThresholdHrs: must be a whole number, not 1.5"],
      [{ timeThresholdHrs: -1 }, "timeThresholdHrs: must be above 0, not -1"],
      [{ numUncompressed: -1 }, "numUncompressed: must be at least 0, not -1"],
      [{ numTotal: 2.5 }, "numTotal: must be a whole number, not 2.5"],
      [{ projectId: "" }, "projectId: must not be empty"],
      [{ disableOnDestroy: "yes" }, 'disableOnDestroy: must be true or false, not "yes"'],
      [
        { percentOfDiskSpace: 1 },
        "percentOfDiskSpace: is not an argument of AuditLogRotation (did you mean percent",
      ],
    ],
    GlobalAlertConfig: [
      [{ forAllGroups: undefined, groupIds: undefined }, "forAllGroups: is missing"],
      [{ groupIds: undefined }, "groupIds: must have at least one id when forAllGroups is false"],
      [{ forAllGroups: true }, "groupIds: goes with forAllGroups: false only"],
      [{ tags: ["EU"] }, "tags: goes with"],
      [{ projectId: PROJECT }, "projectId: is not an argument of GlobalAlertConfig"],
      [{ notifications: [ADMIN] }, "notifications[0].emailAddress: does not belong to typeName ADMIN"],
    ],
    OplogS3Config: [
      [{ acceptedTos: false }, "acceptedTos: must be true, not false"],
      [{ awsSecretKey: undefined }, "awsSecretKey: is missing; it is required unless s3AuthMethod is IAM"],
      [{ s3MaxConnections: 0 }, "s3MaxConnections: must be above 0, not 0"],
      [{ s3MaxConnections: 1.5 }, "s3MaxConnections: must be a whole number, not 1.5"],
      [{ loadFactor: 1 }, "loadFactor: is not an argument of OplogS3Config"],
      [{ customCertificates: [{ filename: "a" }] }, "customCertificates[0].certString: is missing"],
    ],
    S3SnapshotStore: [[{ loadFactor: 0 }, "loadFactor: must be above 0, not 0"]],
  };

describe("invalid arguments are refused before any request:", () => {
  const emulator = useEmulator();
  for (const [kind, cases] of Object.entries(INVALID) as [Kind, (typeof INVALID)[Kind] & object][])
    for (const [change, problem] of cases)
      it(`${kind}: ${problem}`, async () => {
        const inputs = { ...INPUTS[kind](emulator), ...change };
        await assert.rejects(managed(kind, emulator).preview(inputs), ({ message }: Error) => {
          assert.ok(message.startsWith(problem) && !message.includes("\n"), message);
          return true;
        });
        assert.equal(emulator.counters.requests, 0);
      });
});

describe("enabled: null", () => {
  const emulator = useEmulator();
  const text = "enabled: is null, which counts as left out and means false.";

  for (const kind of ["AlertConfig", "GlobalAlertConfig"] as const)
    it(`is named by a warning of the preview: ${kind}`, async () => {
      const inputs = { ...INPUTS[kind](emulator), enabled: null };
      assert.deepEqual(await managed(kind, emulator).preview(inputs), [text]);
    });

  it("is named by a warning of the preview: a member of an AlertConfigSet", async () => {
    const inputs = {
      ...SET,
      alertConfigs: { down: { ...alert(), enabled: null } },
      alertConfigSecrets: SEALED,
    };
    assert.deepEqual(await managed("AlertConfigSet", emulator).preview(inputs), [
      `alertConfigs.down.${text}`,
    ]);
  });
});

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
    itInHost(
      `is ${path === undefined ? "not found" : `refused, and not shown: ${path}`} (${kind})`,
      async () => {
        const resource = managed(kind, emulator, { run: { sealed } });
        const failure: string = await resource.preview(inputs).then(
          () => "",
          ({ message }: Error) => message,
        );
        if (path === undefined) assert.equal(failure, "");
        else assert.ok(failure.includes(`${path}: is not from the arguments of the resource`), failure);
        assert.doesNotMatch(failure, /transformed/);
      },
    );
  }
});
