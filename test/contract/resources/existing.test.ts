import assert from "node:assert/strict";
import type { PlainObject } from "../../../src/json";
import { INPUTS } from "./inputs";
import { type Kind, managed, type ManagedOptions, programOn, useEmulator } from "./managed";

const NOWHERE = "6b0000000000000000000000";

/** How a program takes over an object, by its id. The others take over what exists in any case. */
const TAKES_OVER: Readonly<Partial<Record<Kind, (id: string) => PlainObject>>> = {
  AccessListEntry: () => ({ __adopt: true }),
  AlertConfig: (id) => ({ __adoptId: id.split("/")[1] }),
  FileSystemSnapshotStore: () => ({ __adopt: true }),
  Integration: () => ({ __adopt: true }),
  GlobalAlertConfig: (id) => ({ __adoptId: id }),
  MongoOplogStore: () => ({ __adopt: true }),
  MongoSnapshotStore: () => ({ __adopt: true }),
  OplogS3Config: () => ({ __adopt: true }),
  ProjectApiKey: () => ({ __adopt: true }),
  S3SnapshotStore: () => ({ __adopt: true }),
};
/** The kinds that leave in place what they take over, with what would change it in a destroy. */
const LEFT: Readonly<Partial<Record<Kind, PlainObject>>> = {
  AuditLogRotation: { disableOnDestroy: true },
  ClusterName: { restoreOnDelete: true },
  SystemLogRotation: { disableOnDestroy: true },
};
const IMPORTED = [
  ...(Object.keys(TAKES_OVER) as Kind[]),
  ...([
    "AgentApiKey",
    "ApiKey",
    "AuditLogRotation",
    "FeatureControl",
    "Project",
    "ProjectBackup",
    "SnapshotSchedule",
    "SystemLogRotation",
  ] as const),
];

describe("an object that exists before its resource", () => {
  const emulator = useEmulator();

  /** The inputs and the id of an object that exists. */
  async function makeExisting(kind: Kind) {
    const inputs = INPUTS[kind](emulator);
    const former = managed(kind, emulator);
    await former.up(inputs);
    emulator.clearRequests();
    return { inputs, id: former.id ?? assert.fail() };
  }

  const ways = IMPORTED.flatMap((kind) => [
    [kind, "the option import", (id: string) => ({ __import: id })] as const,
    ...(TAKES_OVER[kind] === undefined ? [] : [[kind, "an argument", TAKES_OVER[kind]] as const]),
  ]);
  for (const [kind, what, options] of ways)
    it(`is taken over as it is by ${what}, as the preview says, which then can be removed: ${kind}`, async () => {
      const { inputs, id } = await makeExisting(kind);
      const resource = managed(kind, emulator);
      const said = (await resource.preview({ ...inputs, ...options(id) })).join("\n");
      assert.match(said, / is adopted as it is\.$/m);
      assert.equal(
        /so (key|privateKey) stays missing/.test(said),
        kind === "AgentApiKey" || kind === "ApiKey",
      );
      assert.equal(await resource.up({ ...inputs, ...options(id) }), "create");
      assert.equal(resource.id, id);
      assert.equal(await resource.up(inputs), "same");
      assert.equal(await resource.refresh(), "same");
      assert.equal(emulator.counters.writes, 0);
    });

  for (const kind of Object.keys({ ...TAKES_OVER, ...LEFT }) as Kind[])
    for (const first of ["creation", "deletion"])
      it(`survives a forced replacement of its resource, with the ${first} first: ${kind}`, async () => {
        const program = programOn(emulator);
        const [former, next] = [program.resource(kind, "one"), program.resource(kind, "one")];
        const inputs = { ...INPUTS[kind](emulator), ...LEFT[kind] };
        await former.up(inputs);
        const adopting = TAKES_OVER[kind]?.(former.id ?? assert.fail());
        program.nextRun();
        if (first === "deletion") await former.destroy();
        await next.up({ ...inputs, ...adopting });
        if (first === "creation") {
          await former.destroy();
          assert.equal(emulator.counters.writes, 0);
        }
        assert.equal(await next.refresh(), "same");
      });

  for (const kind of [
    "AccessListEntry",
    "FileSystemSnapshotStore",
    "MongoOplogStore",
    "MongoSnapshotStore",
    "OplogS3Config",
    "Project",
    "ProjectApiKey",
    "S3SnapshotStore",
  ] as const)
    it(`is refused without that, and by a preview with onlineChecks: ${kind}`, async () => {
      const config = { "opsmanager:onlineChecks": "true" };
      const preview = async (options: ManagedOptions) =>
        managed(kind, emulator, options).preview(INPUTS[kind](emulator));
      assert.deepEqual(await preview({ config }), []);
      const { inputs, id } = await makeExisting(kind);
      const how = kind === "Project" ? `option import to "${id}"` : "Set `adopt: true`";
      const exists = `${id}.* exists already\\. (It has roles in the project\\. )?|.* already \\(${id}\\)\\. .*`;
      const refusal = new RegExp(`^(Error: )?(entry|keyId|name|storeId): .*(${exists})${how}`);
      await assert.rejects(preview({ config }), refusal);
      if (kind !== "Project") assert.deepEqual(await preview({}), []);
      await assert.rejects(managed(kind, emulator).up(inputs), refusal);
      assert.equal(emulator.counters.writes, 0);
    });

  const ENTRY = "5f3e9c41d2a7b84e60c1f0a3/61c0e5a8f1d24b3a7e905d11/192.0.2.17";
  const PROJECT = "60a2b7c9e4b0c5571d3f8e12";
  const refusals: [kind: Kind, id: unknown, refusal: RegExp, option?: "adoptId"][] = [
    [
      "AccessListEntry",
      `${NOWHERE}/${NOWHERE}/192.0.2.17`,
      /must be .*, the orgId, apiKeyId and entry of the/,
    ],
    ["AccessListEntry", "192.0.2.17", /is not of the form <orgId>\/<apiKeyId>\/<entry>/],
    ["AccessListEntry", ENTRY, /there is no access list entry /],
    ["AgentApiKey", NOWHERE, /is not of the form <projectId>\/<keyId>/],
    ["AgentApiKey", `${NOWHERE}/${NOWHERE}`, /must begin with .*, the projectId$/],
    ["AgentApiKey", `${PROJECT}/${NOWHERE}`, /there is no agent API key /],
    ["AlertConfig", NOWHERE, /The id .* is not of the form <projectId>\/<alertConfigId>/],
    ["AlertConfig", `${NOWHERE}/${NOWHERE}`, /must begin with the projectId/],
    ["AlertConfig", 65, /must be a string$/],
    ["AlertConfig", `${PROJECT}/${NOWHERE}`, /there is no alert configuration .*6b0000000000000000000000/],
    ["AlertConfig", NOWHERE, /there is no alert configuration .*6b0000000000000000000000/, "adoptId"],
    ["ApiKey", `${NOWHERE}/${NOWHERE}`, /must begin with .*, the orgId$/],
    ["ApiKey", `5f3e9c41d2a7b84e60c1f0a3/${NOWHERE}`, /there is no API key /],
    ["AuditLogRotation", NOWHERE, /must be .*, the projectId of the arguments/],
    ["GlobalAlertConfig", `${PROJECT}/${NOWHERE}`, /is not of the form <alertConfigId>/],
    [
      "GlobalAlertConfig",
      NOWHERE,
      /there is no global alert configuration 6b0000000000000000000000/,
      "adoptId",
    ],
    ["OplogS3Config", "x", /must be store, the storeId of the arguments/],
    ["Project", "shop", /there is no project shop/],
  ];
  for (const [kind, id, refusal, option = "import"] of refusals)
    it(`is not taken over by ${kind} with the ${option} ${JSON.stringify(id)}`, async () => {
      const inputs = INPUTS[kind](emulator);
      for (const step of ["preview", "up"] as const)
        await assert.rejects(
          managed(kind, emulator)[step]({ ...inputs, [`__${option}`]: id }),
          ({ message }: Error) => {
            assert.ok(message.startsWith(`${option}: `), message);
            return refusal.test(message);
          },
        );
      assert.equal(emulator.counters.writes, 0);
    });
});
