import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDrift } from "../../../src/cli/drift/command";
import type { DriftReport } from "../../../src/cli/drift/report";
import { readState } from "../../../src/cli/drift/state";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import { selfSignedCertificate } from "../../../src/emulator/tls-certificate";
import type { AlertConfigBody } from "../../../src/fields/alert-config";
import type { PlainObject } from "../../../src/json";
import { toInputs } from "../../../src/resources/alert-config/encoding";
import { setInputs } from "../../unit/resources/alert-config-set/sets";
import { writeAsset } from "../../unit/resources/version-manifest/engine-asset";
import type { Kind, Managed } from "../resources/managed";
import { configOf, connectionsTo, managed } from "../resources/managed";
import type { Entry, Mode } from "./stacks";
import { documentOf, driftIn, driftOf, ENCRYPTED, MODES, NONE, secretIn, SHOWN, urnOf } from "./stacks";

const EMAIL = { typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, intervalMin: 15 };
const GROUP = { typeName: "GROUP", roles: ["GROUP_OWNER"], emailEnabled: true, smsEnabled: false };
const SLACK = { typeName: "SLACK", channelName: "#dba", apiToken: "xoxb-stack-secret-0001" };
const HOST: AlertConfigBody = { eventTypeName: "HOST_DOWN", enabled: true, notifications: [GROUP, SLACK] };
const LAG: AlertConfigBody = {
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  metricThreshold: { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 100, units: "RAW" },
  notifications: [EMAIL],
};
const STORE: PlainObject = {
  storeId: "store",
  acceptedTos: true,
  awsAccessKey: "AKIADRIFTDRIFTDRIFT0",
  awsSecretKey: "drift-secret-key-0123456789",
  labels: ["a", "b"],
  oidc: {
    enabled: true,
    method: "azure",
    tokenUri: "https://id.example.com/token",
    clientId: "opsmanager",
    clientSecret: "drift-client-secret",
    scope: "s3",
  },
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog",
  s3MaxConnections: 50,
  sseEnabled: true,
  uri: "mongodb://backup:drift-password@metadata.example.com/",
};
const SECRETS = [
  "xoxb-stack-secret-0001",
  "drift-secret-key",
  "drift-client-secret",
  "drift-password",
  "AKIADRIFT",
  "by-hand-secret",
];
const CERTIFICATES = ["a.pem", "b.pem"].map((filename) => ({
  filename,
  certString: selfSignedCertificate(Date.now()).cert,
}));

const pathsIn = ({ changed }: DriftReport): string[] => changed.map(({ path }) => path);

describe("the drift of a stack", () => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator({ fullOplogResponse: true });
    for (const { id } of emulator.alertConfigs().list()) emulator.alertConfigs().delete(id);
  });
  afterEach(async () => emulator.close());

  const alertInputs = (body: AlertConfigBody, rest: object = {}): PlainObject =>
    toInputs({ projectId: emulator.projectId, ...rest, ...body });
  async function up(kind: Kind, inputs: PlainObject, name = "resource"): Promise<Entry> {
    const resource: Managed = managed(kind, emulator, { name });
    await resource.up(inputs);
    return { kind, name, state: resource.state };
  }
  const upAlert = async (body: AlertConfigBody, name?: string) => up("AlertConfig", alertInputs(body), name);
  const upSet = async (bodies: Readonly<Record<string, AlertConfigBody>>, rest: object = {}) =>
    up("AlertConfigSet", setInputs(bodies, { projectId: emulator.projectId, ...rest }), "set");
  const upStore = async (rest: PlainObject = {}) => up("OplogS3Config", { ...STORE, ...rest }, "store");

  async function report(entries: readonly Entry[], mode: Mode = SHOWN): Promise<DriftReport> {
    const found = await driftIn(documentOf(entries, mode), connectionsTo(emulator), mode);
    const text = JSON.stringify(found);
    for (const secret of [...SECRETS, "****", "REDACTED"]) assert.ok(!text.includes(secret), text);
    return found;
  }
  const idOf = ({ state }: Entry) => String(state?.outputs["alertConfigId"]);
  const memberId = ({ state }: Entry, name: string) =>
    ((state?.outputs["alertConfigIds"] ?? {}) as Record<string, string>)[name] ?? assert.fail();
  const live = (id: string) => emulator.alertConfigs().get(id) ?? assert.fail();

  describe("of sets", () => {
    for (const mode of MODES) {
      it(`is none after a write, and names the member that changed (${mode.title})`, async () => {
        const set = await upSet({ lag: LAG, "host: 1": HOST });
        assert.deepEqual(driftOf(await report([set], mode)), NONE);
        const lag = memberId(set, "lag");
        emulator.alertConfigs().update(lag, { metricThreshold: { threshold: 200 } });
        const host = memberId(set, "host: 1");
        const [group, slack] = live(host).notifications;
        emulator
          .alertConfigs()
          .update(host, { notifications: [{ ...group, roles: ["GROUP_READ_ONLY"] }, slack] });
        const { changed, ...rest } = await report([set], mode);
        const fieldOf = (id: string, path: string, declared: unknown, now: unknown): object => ({
          urn: urnOf("AlertConfigSet", "set"),
          id: `${emulator.projectId}/${id}`,
          path: `alertConfigs.${path}`,
          declared,
          live: now,
        });
        assert.deepEqual(changed, [
          fieldOf(lag, "lag.metricThreshold.threshold", 100, 200),
          fieldOf(host, "host: 1.notifications[0].roles", ["GROUP_OWNER"], ["GROUP_READ_ONLY"]),
        ]);
        assert.equal(rest.summary.managed, 2);
      });
    }

    it("names a secret of a member that changed", async () => {
      const set = await upSet({ host: HOST });
      const id = memberId(set, "host");
      const [group, slack] = live(id).notifications;
      emulator
        .alertConfigs()
        .update(id, { notifications: [group, { ...slack, apiToken: "by-hand-secret-9999" }] });
      assert.deepEqual(pathsIn(await report([set])), ["alertConfigs.host.notifications[1].apiToken"]);
      assert.deepEqual(pathsIn(await report([set], ENCRYPTED)), []);
    });

    it("names a member that was deleted", async () => {
      const set = await upSet({ lag: LAG, host: HOST });
      const id = memberId(set, "lag");
      emulator.alertConfigs().delete(id);
      const { missing } = await report([set]);
      assert.deepEqual(missing, [{ urn: urnOf("AlertConfigSet", "set"), id: `${emulator.projectId}/${id}` }]);
    });

    it("is not known of a member whose write failed", async () => {
      const resource = managed("AlertConfigSet", emulator, { name: "set" });
      await resource.up(setInputs({ lag: LAG }, { projectId: emulator.projectId }));
      emulator.faults.add({ match: { method: "PUT" }, action: { status: 500 } });
      const enabled = setInputs(
        { lag: { ...LAG, notifications: [GROUP] }, other: HOST },
        { projectId: emulator.projectId },
      );
      await assert.rejects(resource.up(enabled));
      const found = await report([{ kind: "AlertConfigSet", name: "set", state: resource.state }]);
      assert.deepEqual(driftOf(found), NONE);
      assert.ok(found.unverifiable.some(({ path }) => path === "alertConfigs.lag"));
    });
  });

  describe("of an oplog store", () => {
    const changes: [path: string, patch: PlainObject, declared: unknown, after: unknown][] = [
      ["assignmentEnabled", { assignmentEnabled: false }, undefined, false],
      ["labels", { labels: ["a", "c"] }, ["a", "b"], ["a", "c"]],
      ["s3BucketName", { s3BucketName: "other" }, "oplog", "other"],
      ["s3MaxConnections", { s3MaxConnections: 3 }, 50, 3],
      ["sseEnabled", { sseEnabled: false }, true, false],
      ["oidc.scope", { oidc: { ...(STORE["oidc"] as object), scope: "by-hand" } }, "s3", "by-hand"],
    ];
    for (const mode of MODES) {
      for (const redact of ["new", "old", "off"] as const) {
        it(`is none after a write, and what was changed after that (${mode.title}, redact ${redact})`, async () => {
          emulator.settings.redact = redact;
          const store = await upStore();
          assert.deepEqual(driftOf(await report([store], mode)), NONE);
          const before = emulator.oplogS3Configs.get("store") ?? assert.fail();
          for (const [path, patch, declared, after] of changes) {
            emulator.oplogS3Configs.set("store", { ...before, ...patch });
            const { changed } = await report([store], mode);
            const urn = urnOf("OplogS3Config", "store");
            const field = { urn, id: "store", path, declared: declared ?? null, live: after };
            assert.deepEqual(changed, [field]);
          }
          const secret = { awsAccessKey: "AKIABYHANDBYHAND9999" };
          emulator.oplogS3Configs.set("store", { ...before, ...secret });
          assert.deepEqual(pathsIn(await report([store], mode)), mode === SHOWN ? ["awsAccessKey"] : []);
        });
      }
    }

    it("is none for the fewer fields of other versions, and for fields that the program leaves out", async () => {
      emulator.settings.fullOplogResponse = false;
      const { oidc: _, labels: __, ...few } = STORE;
      const store = await up("OplogS3Config", { ...few, customCertificates: CERTIFICATES }, "store");
      for (const mode of MODES) {
        for (const fullOplogResponse of [false, true]) {
          for (const redact of ["new", "old", "off"] as const) {
            Object.assign(emulator.settings, { fullOplogResponse, redact, shuffle: true });
            assert.deepEqual(driftOf(await report([store], mode)), NONE, `${mode.title} ${redact}`);
          }
        }
      }
    });

    it("has the names of certificates, and not the certificates", async () => {
      const store = await upStore({ customCertificates: CERTIFICATES });
      emulator.oplogS3Configs.update("store", { customCertificates: CERTIFICATES.slice(1) });
      for (const mode of MODES) {
        const found = await report([store], mode);
        assert.deepEqual(pathsIn(found), ["customCertificates"]);
        assert.doesNotMatch(JSON.stringify(found), /CERTIFICATE--/);
      }
    });

    it("is that it is missing", async () => {
      const store = await upStore();
      emulator.oplogS3Configs.delete("store");
      const { missing } = await report([store]);
      assert.deepEqual(missing, [{ urn: urnOf("OplogS3Config", "store"), id: "store" }]);
    });
  });

  it("has the name of a cluster", async () => {
    const cluster = await up("ClusterName", {
      projectId: emulator.projectId,
      clusterId: emulator.clusterId,
      clusterName: "orders-new",
    });
    for (const mode of MODES) assert.deepEqual(driftOf(await report([cluster], mode)), NONE);
    emulator.clusters().update(emulator.clusterId, { clusterName: "by-hand" });
    const { changed } = await report([cluster]);
    assert.deepEqual(
      changed.map(({ path, declared, live: now }) => [path, declared, now]),
      [["clusterName", "orders-new", "by-hand"]],
    );
    const secret = { ...cluster, secret: ["clusterName"] };
    assert.equal((await report([secret])).changed[0]?.live, "[secret]");
    assert.deepEqual((await report([secret], ENCRYPTED)).unverifiable, [
      { urn: urnOf("ClusterName"), path: "clusterName" },
    ]);
    emulator.clusters().delete(emulator.clusterId);
    assert.equal((await report([cluster])).missing.length, 1);
  });

  it("has an older or another version manifest, but not a newer one", async () => {
    const folder = mkdtempSync(join(tmpdir(), "opsmanager-drift-"));
    const manifest = (day: string, name = "8.0.4") =>
      JSON.stringify({ updated: Date.parse(day), versions: [{ name, builds: [] }] });
    const setLive = (text: string) => emulator.versionManifest.set("current", { text });
    try {
      setLive(manifest("2026-01-01"));
      const uploaded = manifest("2026-06-01");
      const inputs = { manifest: writeAsset(join(folder, "manifest.json"), uploaded) };
      const versions = await up("VersionManifest", inputs);
      for (const mode of MODES) {
        setLive(uploaded);
        assert.deepEqual(driftOf(await report([versions], mode)), NONE, mode.title);
        setLive(JSON.stringify(JSON.parse(uploaded), null, 4));
        assert.deepEqual(driftOf(await report([versions], mode)), NONE, mode.title);
        setLive(manifest("2026-07-01", "8.0.5"));
        assert.deepEqual(driftOf(await report([versions], mode)), NONE, mode.title);
        setLive(manifest("2026-05-01"));
        assert.deepEqual(pathsIn(await report([versions], mode)), ["manifest"], mode.title);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  describe("beyond what it manages", () => {
    it("has the alert configurations that nobody declares, and no project of which it has none", async () => {
      const alert = await upAlert(LAG);
      const { id } = emulator.alertConfigs().add({ ...HOST } as object);
      emulator.alertConfigs("another-project").add({ ...HOST } as object);
      const { unmanaged } = await report([alert]);
      assert.deepEqual(unmanaged, [{ projectId: emulator.projectId, id, eventTypeName: "HOST_DOWN" }]);
    });

    it("leaves out those that a set excepts, in every spelling", async () => {
      const ids = Array.from({ length: 4 }, () => emulator.alertConfigs().add({ ...LAG } as object).id);
      const [plain = "", joined = "", upper = "", left] = ids;
      const unmanagedExcept = [plain, `${emulator.projectId}/${joined}`, upper.toUpperCase()];
      const set = await upSet({ host: HOST }, { unmanaged: "report", unmanagedExcept });
      const { unmanaged } = await report([set]);
      assert.deepEqual(
        unmanaged.map(({ id }) => id),
        [left],
      );
      // Encrypted, they are not known; then nothing can be said about what is unmanaged.
      const hidden = { ...set, secret: ["unmanagedExcept"] };
      assert.deepEqual((await report([hidden], ENCRYPTED)).unmanaged, []);
      assert.equal((await report([hidden])).unmanaged.length, 1);
    });

    it("has a set without members", async () => {
      const { id } = emulator.alertConfigs().add({ ...LAG } as object);
      const set = await upSet({}, { unmanaged: "report" });
      const found = await report([set]);
      assert.deepEqual(
        found.unmanaged.map((each) => each.id),
        [id],
      );
      assert.equal(found.summary.managed, 0);
    });

    it("has those that are equal, in whatever order their parts are", async () => {
      const alert = await upAlert(HOST);
      const [group, slack] = live(idOf(alert)).notifications;
      const twin = emulator.alertConfigs().add({ ...HOST, notifications: [slack, group] } as object).id;
      emulator.alertConfigs().add({ ...HOST, enabled: false } as object);
      const { duplicates } = await report([alert]);
      assert.deepEqual(
        duplicates.map(({ projectId, ids }) => [projectId, [...ids].sort()]),
        [[emulator.projectId, [idOf(alert), twin].sort()]],
      );
    });

    it("does not call two of the stack equal whose secrets differ", async () => {
      const hook = (secret: string): AlertConfigBody => ({
        ...HOST,
        notifications: [{ typeName: "WEBHOOK", webhookUrl: `https://hooks.example.com/${secret}` }],
      });
      const alerts = [
        await upAlert(hook("one-by-hand-secret"), "one"),
        await upAlert(hook("two-by-hand-secret"), "two"),
      ];
      assert.deepEqual((await report(alerts)).duplicates, []);
    });
  });

  it("is that of each connection", async () => {
    const eu = await startEmulator();
    try {
      const config = configOf("eu", eu);
      for (const { id } of eu.alertConfigs().list()) eu.alertConfigs().delete(id);
      const here = await upAlert(LAG, "here");
      const resource = managed("AlertConfig", emulator, { name: "there", config });
      await resource.up(alertInputs(LAG, { connection: "eu" }));
      const there: Entry = { kind: "AlertConfig", name: "there", state: resource.state };
      const id = eu.alertConfigs().list()[0]?.id ?? assert.fail();
      const document = documentOf([here, there], SHOWN);
      const compare = async () => driftIn(document, connectionsTo(emulator, config), SHOWN);
      assert.deepEqual(driftOf(await compare()), NONE);
      eu.alertConfigs().update(id, { enabled: false });
      const { changed } = await compare();
      assert.deepEqual(
        changed.map(({ urn, path }) => [urn, path]),
        [[urnOf("AlertConfig", "there"), "enabled"]],
      );
      await assert.rejects(
        driftIn(document, connectionsTo(emulator), SHOWN),
        /not configured for the connection "eu"/,
      );
    } finally {
      await eu.close();
    }
  });

  it("is one for two connections to the same service", async () => {
    const config = configOf("eu", emulator);
    const here = await upAlert(LAG, "here");
    const resource = managed("AlertConfig", emulator, { name: "there", config });
    await resource.up(alertInputs(HOST, { connection: "eu" }));
    const there: Entry = { kind: "AlertConfig", name: "there", state: resource.state };
    const found = await driftIn(documentOf([here, there], SHOWN), connectionsTo(emulator, config), SHOWN);
    assert.deepEqual(driftOf(found), NONE);
  });

  it("is that everything is missing if the project no longer exists", async () => {
    const entries = [
      await upAlert(LAG),
      await upSet({ host: HOST }),
      await up("ClusterName", {
        projectId: emulator.projectId,
        clusterId: emulator.clusterId,
        clusterName: "orders-new",
      }),
    ];
    emulator.entities("projects").delete(emulator.projectId);
    const { missing, summary } = await report(entries);
    assert.equal(missing.length, 3);
    assert.equal(summary.managed, 3);
  });

  describe("whose program marks further values as secret", () => {
    const secret = (name: string) => ({ secret: [name] });
    for (const [name, path, patch] of [
      ["eventTypeName", "eventTypeName", { eventTypeName: "NO_PRIMARY" }],
      [
        "matchers",
        "matchers[0].value",
        { matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "x" }] },
      ],
      ["metricThreshold", "metricThreshold.threshold", { metricThreshold: { threshold: 5 } }],
      ["notifications", "notifications[0].delayMin", undefined],
      ["enabled", "enabled", { enabled: false }],
    ] as const) {
      it(`does not show ${name}`, async () => {
        const body = { ...LAG, matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "db" }] };
        const alert = { ...(await upAlert(body)), ...secret(name) };
        for (const mode of MODES) assert.deepEqual(driftOf(await report([alert], mode)), NONE, mode.title);
        const id = idOf(alert);
        const [first] = live(id).notifications;
        emulator.alertConfigs().update(id, patch ?? { notifications: [{ ...first, delayMin: 9 }] });
        const { changed } = await report([alert]);
        assert.deepEqual(
          changed.map((each) => [each.path, each.declared, each.live]),
          [[path, "[secret]", "[secret]"]],
        );
        const hidden = await report([alert], ENCRYPTED);
        assert.deepEqual(driftOf(hidden), NONE);
        assert.ok(
          hidden.unverifiable.some((each) => each.path === name),
          JSON.stringify(hidden),
        );
      });
    }

    it("does not show members of a set", async () => {
      const set = await upSet({ lag: LAG, host: HOST });
      const hide = (mode: Mode): object => {
        const document = documentOf([set], mode) as { deployment: { resources: PlainObject[] } };
        const outputs = document.deployment.resources[1]?.["outputs"] as PlainObject;
        const members = outputs["alertConfigs"] as PlainObject;
        outputs["alertConfigs"] = { ...members, lag: secretIn(mode, members["lag"]) };
        return document;
      };
      const compare = async (mode: Mode) => driftIn(hide(mode), connectionsTo(emulator), mode);
      for (const mode of MODES) assert.deepEqual(driftOf(await compare(mode)), NONE, mode.title);
      emulator.alertConfigs().update(memberId(set, "lag"), { metricThreshold: { threshold: 5 } });
      const { changed } = await compare(SHOWN);
      assert.deepEqual(
        changed.map((each) => [each.path, each.live]),
        [["alertConfigs.lag.metricThreshold.threshold", "[secret]"]],
      );
      const hidden = await compare(ENCRYPTED);
      assert.deepEqual(hidden.changed, []);
      assert.ok(hidden.unverifiable.some(({ path }) => path === "alertConfigs.lag"));
      const whole = { ...set, ...secret("alertConfigs") };
      for (const mode of MODES.filter(({ decrypted }) => !decrypted))
        assert.deepEqual(driftOf(await report([whole], mode)), NONE, mode.title);
    });

    it("does not show fields of a store", async () => {
      for (const name of ["s3BucketName", "oidc", "labels", "customCertificates"]) {
        const resource = managed("OplogS3Config", emulator, { name: "store" });
        await resource.up({ ...STORE, customCertificates: CERTIFICATES, storeId: `store-${name}` });
        const store: Entry = { kind: "OplogS3Config", name: "store", state: resource.state, ...secret(name) };
        for (const mode of MODES)
          assert.deepEqual(driftOf(await report([store], mode)), NONE, `${name} ${mode.title}`);
        const patch = {
          s3BucketName: "other",
          oidc: { scope: "other" },
          labels: ["x"],
          customCertificates: [],
        };
        emulator.oplogS3Configs.update(`store-${name}`, { [name]: patch[name as keyof typeof patch] });
        const { changed } = await report([store]);
        assert.deepEqual(
          changed.map(({ declared, live: now }) => [declared, now]),
          [["[secret]", "[secret]"]],
          name,
        );
        assert.deepEqual((await report([store], ENCRYPTED)).changed, [], name);
      }
    });
  });

  describe("in a document", () => {
    it("is found in a checkpoint file too", async () => {
      const alert = await upAlert(LAG);
      emulator.alertConfigs().update(idOf(alert), { enabled: false });
      const { deployment } = documentOf([alert], SHOWN);
      const checkpoint = { version: 3, checkpoint: { stack: "organization/x/y", latest: deployment } };
      assert.deepEqual(pathsIn(await driftIn(checkpoint, connectionsTo(emulator), SHOWN)), ["enabled"]);
      assert.deepEqual(readState({ version: 3, checkpoint: { stack: "x", latest: {} } }).resources, []);
    });

    it("does not count what waits for its deletion, or is only looked up", async () => {
      const alert = await upAlert(LAG);
      emulator.alertConfigs().update(idOf(alert), { enabled: false });
      for (const rest of [{ delete: true }, { external: true }]) {
        const found = await report([{ ...alert, rest }]);
        assert.deepEqual([found.summary.managed, found.changed], [0, []]);
      }
    });

    it("of nothing needs no service", async () => {
      const none = () => assert.fail("no connection is needed");
      const found = await driftIn({ version: 3, deployment: {} }, none);
      assert.equal(found.summary.managed, 0);
      assert.equal(isDrift(found, ["changed", "missing"]), false);
    });

    const notAState =
      /^The state is not what `pulumi stack export` prints: it has no list deployment\.resources\.$/;
    for (const [what, document] of [
      ["null", null],
      ["a text", "state"],
      ["a list", []],
      ["an object", {}],
      ["a deployment that is a text", { deployment: "x" }],
      ["resources that are no list", { deployment: { resources: {} } }],
      ["a checkpoint without a state", { checkpoint: {} }],
    ] as const) {
      it(`is refused by one message: ${what}`, () =>
        assert.throws(() => readState(document), { message: notAState }));
    }

    const type = "pulumi-nodejs:dynamic/opsmanager:AlertConfig";
    const urn = urnOf("AlertConfig");
    const id = "60a2b7c9e4b0c5571d3f8e12/6b02d1b3218783fae5e6b3d4";
    const damaged: [what: string, resource: PlainObject][] = [
      ["without an id", { type, urn, outputs: {} }],
      ["whose outputs are a list", { type, urn, id, outputs: [] }],
      ["without notifications", { type, urn, id, outputs: { projectId: "p" } }],
      ["whose notifications are a number", { type, urn, id, outputs: { notifications: 5 } }],
      ["whose notifications are texts", { type, urn, id, outputs: { notifications: ["x"] } }],
      ["with an id of another form", { type, urn, id: "x", outputs: { notifications: [] } }],
      [
        "with a plaintext that is not JSON",
        {
          type,
          urn,
          id,
          outputs: {
            notifications: [],
            notificationSecrets: {
              ...secretIn(SHOWN, 0),
              plaintext: "xoxb-by-hand-secret",
            },
          },
        },
      ],
      ["of a kind of a later version", { type: `${type}OfTomorrow`, urn, id, outputs: {} }],
    ];
    for (const [what, resource] of damaged) {
      it(`with a resource ${what} is refused by one message that names it`, async () => {
        const document = { version: 3, deployment: { resources: [resource] } };
        await assert.rejects(driftIn(document, connectionsTo(emulator), SHOWN), (error: Error) => {
          assert.match(error.message, /^[^\n]+$/);
          assert.ok(error.message.includes(urn), error.message);
          assert.doesNotMatch(error.message, /by-hand-secret|is not a function|undefined/);
          return true;
        });
      });
    }
  });
});
