import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { Program } from "../../../src/cli/export/declarations";
import { importEntry, programOf, resourcesOf } from "../../../src/cli/export/declarations";
import type { Inventory } from "../../../src/cli/export/inventory";
import { readInventory } from "../../../src/cli/export/inventory";
import { programFiles } from "../../../src/cli/export/program";
import type { Connections } from "../../../src/core/connections";
import { dynamicProvider } from "../../../src/dynamic/provider";
import type { PlainObject } from "../../../src/json";
import { omit } from "../../../src/json";
import { alertConfig } from "../../../src/resources/alert-config/definition";
import { definitionOf } from "../resources/managed";
import { surroundings } from "../../unit/dynamic/surroundings";
import { useFolder } from "../../support/files";
import { connectionsTo, useEmulator } from "../resources/managed";
import { EMAIL, STORE } from "../../unit/emulator/client";
import { exported, idsOf, type Imported } from "./printed";

describe("an exported program", () => {
  const emulator = useEmulator({ catalogue: "open", defaultWebhook: true, seed: { alertConfigs: [] } });
  const folder = useFolder();
  let connections: Connections;

  beforeEach(() => void (connections = connectionsTo(emulator)));
  afterEach(async () => connections(undefined).api.close());

  const put = (index: number, body: object) =>
    emulator.alertConfigs().set(`65000000000000000000000${index}`, { enabled: true, ...body });
  const place = (index: number, notifications: object[]) =>
    put(index, { eventTypeName: "HOST_DOWN", notifications });
  const inventory = async (): Promise<Inventory> => readInventory(connections(undefined), []);
  const files = (program: Program): ReadonlyMap<string, string> =>
    programFiles(program, { name: "ops-manager", settings: connections(undefined).settings });
  const notificationsOf = async (kind: string): Promise<PlainObject[]> => {
    const all = resourcesOf(programOf(await inventory(), "resources"));
    return all.find((each) => each.kind === kind)?.args["notifications"] as PlainObject[];
  };
  const imported = async (kind: string): Promise<Imported> => {
    const all = resourcesOf(programOf(await inventory(), "resources"));
    return importEntry(all.find((each) => each.kind === kind) ?? assert.fail(kind)) as never;
  };

  it("leaves out and names what the provider refuses, or could not write back", async () => {
    const [good, empty, later] = [[EMAIL], [], [{ typeName: "LATER", laterToken: "secret-of-later" }]].map(
      (notifications, index) => place(index, notifications).id,
    );
    const found = await inventory();
    const { skipped } = found;
    const exportedIds = idsOf(found, "alert configurations");
    const skippedIds = skipped.map(({ what }) => what.split(" ")[2]);
    assert.deepEqual([exportedIds, skippedIds], [[good], [empty, later]]);
    assert.match(JSON.stringify(skipped), /must have at least one item.*the field laterToken of LATER/);
    assert.doesNotMatch(JSON.stringify(skipped), /secret-of-later/);
  });

  it("declares a type of notification that is not documented with its fields", async () => {
    place(0, [{ typeName: "LATER", laterRoom: "dba" }]);
    const { additionalFields } = (await notificationsOf("AlertConfig"))[0] ?? {};
    assert.deepEqual(additionalFields, { laterRoom: "dba" });
  });

  it("has the mode and the units of a metric threshold as the service returns them", async () => {
    const metric = { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 5 };
    const thresholds = [metric, { ...metric, mode: "AVERAGE", units: "RAW" }];
    thresholds.forEach((metricThreshold, index) =>
      put(index, { eventTypeName: "OUTSIDE_METRIC_THRESHOLD", metricThreshold, notifications: [EMAIL] }),
    );
    const all = resourcesOf(programOf(await inventory(), "resources"));
    const found = all.flatMap(({ args }) => args["metricThreshold"] ?? []);
    assert.equal(found.length, 2);
    for (const each of thresholds)
      assert.ok(
        found.some((one) => isDeepStrictEqual(one, each)),
        JSON.stringify(found),
      );
  });

  it("declares the fields of a store that this version does not know, except those that may be secret", async () => {
    const later = { retention: { days: 5 }, encryptionKey: "not-declared", usedSize: 7 };
    emulator.oplogS3Configs.set("later", { ...STORE, ...later });
    const all = resourcesOf(programOf(await inventory(), "resources"));
    const { args } = all.find(({ id }) => id === "later") ?? assert.fail();
    assert.deepEqual(args["additionalFields"], { retention: { days: 5 } });
  });

  it("leaves out and names a notification that refers to an integration in place of its key", async () => {
    const pager = { typeName: "PAGER_DUTY", delayMin: 0 };
    const slack = { typeName: "SLACK", channelName: "#dba" };
    const integrationId = "650000000000000000000abc";
    const [withKey, without, webhook, both] = [
      [{ ...pager, serviceKey: "0123456789abcdef0123456789abcdef", integrationId }],
      [EMAIL, { ...pager, integrationId }],
      // Its URL is not required.
      [{ typeName: "WEBHOOK", integrationId }],
      [
        { ...slack, apiToken: "", integrationId },
        { ...pager, integrationId },
      ],
    ].map((notifications, index) => place(index, notifications).id);
    const found = await inventory();
    assert.deepEqual(idsOf(found, "alert configurations"), [withKey, webhook]);
    assert.deepEqual(
      found.skipped.map(({ what, reason }) => [what.split(" ")[2], reason]),
      [
        [without, "this version cannot declare the field integrationId of PAGER_DUTY in place of serviceKey"],
        [
          both,
          "this version cannot declare the field integrationId of SLACK in place of apiToken, " +
            "the field integrationId of PAGER_DUTY in place of serviceKey",
        ],
      ],
    );
    assert.ok(!JSON.stringify(found.skipped).includes(integrationId));
    const program = programOf(found, "resources");
    assert.deepEqual(
      resourcesOf(program).flatMap(({ secrets }) => secrets.map(({ key }) => key)),
      ["shop-production.host-down-pager-duty.serviceKey"],
    );
  });

  describe("with fields that this version does not know", () => {
    const VALUE = "a-value-of-the-service";
    const HIDDEN = "a-value-that-is-not-declared";
    beforeEach(() => {
      put(0, {
        eventTypeName: "HOST_DOWN",
        typeName: "HOST",
        severityOverride: VALUE,
        "odd\nname": [{ a: VALUE }],
        matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "a", negate: HIDDEN }],
        notifications: [
          {
            ...EMAIL,
            notifierId: HIDDEN,
            teamName: HIDDEN,
            format: VALUE,
            sender: { signingKey: HIDDEN },
            sealed: `${HIDDEN}****`,
          },
        ],
      });
      put(1, { eventTypeName: "HOST_RECOVERED", authToken: HIDDEN, notifications: [EMAIL] });
      put(2, { eventTypeName: "HOST_RESTARTED", notifications: [EMAIL, EMAIL] });
    });
    const ALL = "negate of matchers, sealed of EMAIL and sender of EMAIL";

    for (const form of ["resources", "sets"] as const) {
      it(`declares them as additionalFields, and names those that it leaves alone (${form})`, async () => {
        const program = files(programOf(await inventory(), form));
        const text = program.get("projects/shop-production.ts") ?? "";
        const isSet = form === "sets";
        const declared = (name: string) =>
          isSet ? `    "${name}": {` : `new opsmanager.AlertConfig("shop-production-${name}",`;
        const indent = isSet ? "    " : "";
        for (const [name, also] of [
          ["host-down-a", `${ALL}, which this version leaves as they are.`],
          ["host-recovered", "authToken, which this version leaves as it is."],
        ] as const)
          assert.ok(text.includes(`${indent}// The service also has ${also}\n${declared(name)}`), text);
        assert.equal(text.split("The service also has").length, 3);
        const spaced = text.replaceAll(/\s+/g, " ").replaceAll(", }", " }");
        assert.ok(
          spaced.includes(
            `additionalFields: { "odd\\nname": [{ a: "${VALUE}" }], severityOverride: "${VALUE}" }`,
          ),
          text,
        );
        assert.ok(spaced.includes(`additionalFields: { format: "${VALUE}" }`), text);
        assert.ok(!text.includes(HIDDEN));
      });
    }

    it("names those that it leaves alone in the summary", async () => {
      const { output } = await exported(emulator, "--out", folder());
      assert.ok(
        output.includes(`\nLeft as they are, since this version does not know them: authToken, ${ALL}.\n`),
        output,
      );
      assert.ok(!output.includes(HIDDEN));
    });
  });

  for (const text of ["{}", '{"updated":1,"versions":[]}', '{"versions":null}']) {
    it(`has no version manifest if the service has an empty one: ${text}`, async () => {
      emulator.versionManifest.set("current", { text });
      const found = await inventory();
      assert.deepEqual([idsOf(found, "version manifest"), found.skipped], [[], []]);
    });
  }

  it("leaves out and names a version manifest that the provider refuses", async () => {
    emulator.versionManifest.set("current", { text: '{"updated":1,"versions":[{"builds":[]}]}' });
    const found = await inventory();
    assert.deepEqual(idsOf(found, "version manifest"), []);
    assert.match(JSON.stringify(found.skipped), /version manifest.*the provider refuses it/);
  });

  it("is the same if alert configurations that differ in secrets alone have other ids", async () => {
    const URL = { typeName: "WEBHOOK", webhookUrl: "https://hooks.example.com/a-long-path" };
    const plain = { typeName: "WEBHOOK" };
    const textOf = async (...order: object[]) => {
      for (const [index, notification] of order.entries()) place(index, [notification]);
      return files(programOf(await inventory(), "resources")).get("projects/shop-production.ts");
    };
    assert.equal(await textOf(URL, plain), await textOf(plain, URL));
  });

  it("declares no keys of a store that has none, in versions that do not return the method", async () => {
    const role = { ...omit(STORE, ["awsAccessKey", "awsSecretKey"]), s3AuthMethod: "IAM_ROLE" };
    emulator.oplogS3Configs.set("role", { ...role, assignmentEnabled: true, labels: [] });
    const { inputs } = await imported("OplogS3Config");
    assert.equal(inputs["s3AuthMethod"], "IAM_ROLE");
  });

  it("leaves out what this version does not know of the sign-in of a store", async () => {
    emulator.oplogS3Configs.set("main", { ...STORE, oidc: { enabled: true, laterField: "later" } });
    const { inputs } = await imported("OplogS3Config");
    assert.deepEqual(inputs["oidc"], { enabled: true });
  });

  it("sets a secret that the service does not have by the first update", async () => {
    const { id } = place(0, [{ typeName: "WEBHOOK" }]);
    const entry = await imported("AlertConfig");
    const { __imported: _, ...inputs } = entry.inputs;
    const key = Object.keys(inputs["notificationSecrets"] as object)[0] ?? "";
    const methods = dynamicProvider(alertConfig, connections, surroundings());
    await methods.update(entry.id, entry.outputs, {
      ...inputs,
      notificationSecrets: { [key]: { webhookUrl: "https://hooks.example.com/new" } },
    });
    const live = emulator.alertConfigs().get(id);
    assert.equal(live?.notifications[0]?.["webhookUrl"], "https://hooks.example.com/new");
  });

  it("sends no write without secrets to delete a store before the first update", async () => {
    emulator.oplogS3Configs.set("main", { ...STORE, s3AuthMethod: "KEYS" });
    const entry = await imported("OplogS3Config");
    const methods = dynamicProvider(definitionOf("OplogS3Config"), connections, surroundings());
    await assert.rejects(methods.delete(entry.id, entry.outputs), /not known before the first `pulumi up`/);
    assert.equal(emulator.counters.writes, 0);
  });
});
