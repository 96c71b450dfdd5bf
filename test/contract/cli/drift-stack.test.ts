import assert from "node:assert/strict";
import type { DriftReport } from "../../../src/cli/drift/report";
import { readState } from "../../../src/cli/drift/state";
import { startEmulator } from "../../../src/emulator";
import { selfSignedCertificate } from "../../../src/emulator/tls-certificate";
import type { AlertConfigBody } from "../../../src/fields/alert-config";
import type { PlainObject } from "../../../src/json";
import { SECRETS_APART } from "../../../src/resources/alert-config/encoding";
import { REDACTIONS } from "../../unit/resources/alert-config/alerts";
import { setInputs } from "../../unit/resources/alert-config-set/sets";
import { assetOf } from "../../unit/resources/version-manifest/engine-asset";
import { INPUTS } from "../resources/inputs";
import type { Kind, ManagedOptions } from "../resources/managed";
import { configOf, connectionsTo, managed, useEmulator, STORE as MANAGED_STORE } from "../resources/managed";
import type { Entry, Mode } from "./stacks";
import * as stacks from "./stacks";
import { driftIn, driftOf, ENCRYPTED, FORMS, MODES, NONE, secretIn, SHOWN, typeOf } from "./stacks";

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
const OIDC = { enabled: true, method: "azure", clientId: "o", clientSecret: "drift-client-secret" };
const oidc = { ...OIDC, scope: "s3", tokenUri: "https://id.example.com/token" };
const awsAccessKey = "AKIADRIFTDRIFTDRIFT0";
const STORE: PlainObject = { ...MANAGED_STORE, awsAccessKey, labels: ["a", "b"], oidc };
const SECRETS = ["xoxb-stack-secret-0001", "declared-secret-key", "drift-client-secret", "declared-password"];
const FORBIDDEN = [
  ...SECRETS,
  "AKIADRIFT",
  "AKIADECLARED",
  "by-hand-secret",
  "****",
  "REDACTED",
  "CERTIFICATE--",
];
const certString = selfSignedCertificate(Date.now()).cert;
const CERTIFICATES = ["a.pem", "b.pem"].map((filename) => ({ filename, certString }));

const pathsIn = ({ changed }: DriftReport): string[] => changed.map(({ path }) => path);
const changesIn = ({ changed }: DriftReport): unknown[] =>
  changed.map(({ path, declared, live }) => [path, declared, live]);

for (const form of FORMS)
  describe(`the drift of a stack of the ${form}`, () => {
    const emulator = useEmulator({ fullOplogResponse: true, seed: { alertConfigs: [] } });

    const documentOf = (entries: readonly Entry[], mode: Mode, others?: readonly PlainObject[]) =>
      stacks.documentOf(entries, mode, form, others);
    const urnOf = (kind: string, name?: string) => stacks.urnOf(kind, name, form);
    const alerts = () => emulator.alertConfigs();
    const addAlert = (body: object): string => alerts().add({ ...body }).id;
    const upWith = async (kind: Kind, inputs: PlainObject, options: ManagedOptions): Promise<Entry> => {
      const resource = managed(kind, emulator, options);
      await resource.up(inputs);
      return { kind, ...options, state: resource.state };
    };
    const up = async (kind: Kind, inputs: PlainObject, name = "resource") => upWith(kind, inputs, { name });
    const alertInputs = (body: AlertConfigBody, rest: object = {}): PlainObject =>
      SECRETS_APART.split({ projectId: emulator.projectId, ...rest, ...body });
    const upAlert = async (body: AlertConfigBody, name?: string) =>
      up("AlertConfig", alertInputs(body), name);
    const inSet = (bodies: Readonly<Record<string, AlertConfigBody>>, rest: object = {}): PlainObject =>
      setInputs(bodies, { projectId: emulator.projectId, ...rest });
    const upSet = async (...args: Parameters<typeof inSet>) => up("AlertConfigSet", inSet(...args), "set");
    const upStore = async (rest: PlainObject = {}) => up("OplogS3Config", { ...STORE, ...rest }, "store");
    const upCluster = async () => up("ClusterName", INPUTS.ClusterName(emulator));

    async function report(entries: readonly Entry[], mode: Mode = SHOWN): Promise<DriftReport> {
      const found = await driftIn(documentOf(entries, mode), connectionsTo(emulator), mode);
      const text = JSON.stringify(found);
      for (const secret of FORBIDDEN) assert.ok(!text.includes(secret), text);
      return found;
    }
    async function assertNone(entry: Entry, modes = MODES): Promise<void> {
      for (const mode of modes) assert.deepEqual(driftOf(await report([entry], mode)), NONE, mode.title);
    }
    const idOf = ({ state }: Entry) => String(state?.outputs["alertConfigId"]);
    const memberId = ({ state }: Entry, name: string) =>
      ((state?.outputs["alertConfigIds"] ?? {}) as Record<string, string>)[name] ?? assert.fail();
    const live = (id: string) => alerts().get(id) ?? assert.fail();

    describe("of sets", () => {
      it("is none after a write, and names the member and the secret that changed", async () => {
        const set = await upSet({ "host: 1": HOST, lag: LAG });
        await assertNone(set);
        const [lag, host] = [memberId(set, "lag"), memberId(set, "host: 1")];
        alerts().update(lag, { metricThreshold: { threshold: 200 } });
        const [group, slack] = live(host).notifications;
        alerts().update(host, { notifications: [{ ...group, roles: ["GROUP_READ_ONLY"] }, slack] });
        const urn = urnOf("AlertConfigSet", "set");
        const fieldOf = (member: string, path: string, declared: unknown, now: unknown): object => {
          const id = `${emulator.projectId}/${member}`;
          return { urn, id, path: `alertConfigs.${path}`, declared, live: now };
        };
        for (const mode of MODES) {
          const { changed, summary } = await report([set], mode);
          assert.deepEqual(changed, [
            fieldOf(host, "host: 1.notifications[0].roles", ["GROUP_OWNER"], ["GROUP_READ_ONLY"]),
            fieldOf(lag, "lag.metricThreshold.threshold", 100, 200),
          ]);
          assert.equal(summary.managed, 2);
        }
        alerts().update(host, { notifications: [group, { ...slack, apiToken: "by-hand-secret-9999" }] });
        const [number, token] = ["lag.metricThreshold.threshold", "host: 1.notifications[1].apiToken"];
        assert.deepEqual(pathsIn(await report([set])), [`alertConfigs.${token}`, `alertConfigs.${number}`]);
        assert.deepEqual(pathsIn(await report([set], ENCRYPTED)), [`alertConfigs.${number}`]);
        alerts().delete(lag);
        const missing = { urn, id: `${emulator.projectId}/${lag}`, path: "alertConfigs.lag" };
        assert.deepEqual((await report([set])).missing, [missing]);
      });

      it("is not known of a member whose write failed", async () => {
        const resource = managed("AlertConfigSet", emulator, { name: "set" });
        await resource.up(inSet({ lag: LAG }));
        emulator.faults.add({ match: { method: "PUT" }, action: { status: 500 } });
        await assert.rejects(resource.up(inSet({ lag: { ...LAG, notifications: [GROUP] }, other: HOST })));
        const found = await report([{ kind: "AlertConfigSet", name: "set", state: resource.state }]);
        assert.deepEqual(driftOf(found), NONE);
        assert.ok(found.unverifiable.some(({ path }) => path === "alertConfigs.lag"));
      });
    });

    it("has what was changed of a field that the program leaves out, also with an encrypted state if the plugin wrote it", async () => {
      const { intervalMin: _, ...email } = EMAIL;
      const alert = await upAlert({ ...LAG, notifications: [email] });
      alerts().update(idOf(alert), { notifications: [{ ...email, intervalMin: 7 }] });
      assert.deepEqual(pathsIn(await report([alert])), ["notifications[0].intervalMin"]);
      // The classes encrypt what was written as a whole.
      assert.deepEqual(
        pathsIn(await report([alert], ENCRYPTED)),
        form === "plugin" ? ["notifications[0].intervalMin"] : [],
      );
    });

    describe("of an oplog store", () => {
      const changes: [path: string, patch: PlainObject, declared: unknown, after: unknown][] = [
        ["assignmentEnabled", { assignmentEnabled: false }, null, false],
        ["labels", { labels: ["a", "c"] }, ["a", "b"], ["a", "c"]],
        ["s3BucketName", { s3BucketName: "other" }, "oplog", "other"],
        ["s3MaxConnections", { s3MaxConnections: 3 }, 50, 3],
        ["sseEnabled", { sseEnabled: false }, true, false],
        ["oidc.scope", { oidc: { ...oidc, scope: "by-hand" } }, "s3", "by-hand"],
      ];
      for (const redact of REDACTIONS)
        it(`is none after a write, and what was changed after that (redact ${redact})`, async () => {
          emulator.settings.redact = redact;
          const store = await upStore();
          await assertNone(store);
          const before = emulator.oplogS3Configs.get("store") ?? assert.fail();
          for (const mode of MODES) {
            for (const [path, patch, declared, after] of changes) {
              emulator.oplogS3Configs.set("store", { ...before, ...patch });
              const { changed } = await report([store], mode);
              const urn = urnOf("OplogS3Config", "store");
              assert.deepEqual(changed, [{ urn, id: "store", path, declared, live: after }]);
            }
            emulator.oplogS3Configs.set("store", { ...before, awsAccessKey: "AKIABYHANDBYHAND9999" });
            assert.deepEqual(pathsIn(await report([store], mode)), mode === SHOWN ? ["awsAccessKey"] : []);
          }
        });

      it("is none for the fewer fields of other versions, and for fields that the program leaves out", async () => {
        emulator.settings.fullOplogResponse = false;
        const { oidc: _, labels: __, ...few } = STORE;
        const store = await up("OplogS3Config", { ...few, customCertificates: CERTIFICATES }, "store");
        for (const fullOplogResponse of [false, true])
          for (const redact of REDACTIONS) {
            Object.assign(emulator.settings, { fullOplogResponse, redact, shuffle: true });
            await assertNone(store);
          }
      });

      it("is none for fields that the service stops returning, which cannot be verified", async () => {
        const store = await upStore({ s3AuthMethod: "IAM_ROLE" });
        emulator.settings.fullOplogResponse = false;
        await assertNone(store);
        for (const mode of MODES) {
          const { unverifiable } = await report([store], mode);
          const paths = unverifiable.map(({ path }) => path).filter((path) => path.startsWith("s3"));
          assert.deepEqual(paths, ["s3AuthMethod", "s3MaxConnections"], mode.title);
        }
      });

      it("has the names of certificates, and not the certificates", async () => {
        const store = await upStore({ customCertificates: CERTIFICATES });
        emulator.oplogS3Configs.update("store", { customCertificates: CERTIFICATES.slice(1) });
        for (const mode of MODES)
          assert.deepEqual(pathsIn(await report([store], mode)), ["customCertificates"]);
      });
    });

    it("has what was changed of a global alert configuration, and the global ones beside it", async () => {
      const { projectId } = emulator;
      const declared = { ...HOST, forAllGroups: false, groupIds: [projectId] };
      const global = await up(
        "GlobalAlertConfig",
        SECRETS_APART.split({ ...declared, notifications: [SLACK] }),
        "global",
      );
      await assertNone(global);
      const id = emulator.globalAlertConfigs.list()[0]?.id ?? "";
      emulator.globalAlertConfigs.update(id, { forAllGroups: true, groupIds: [], tags: ["EU"] });
      const shipped = { ...emulator.globalAlertConfigs.get(id), id: "65a0f0c1c2a94e17860000a1" };
      emulator.globalAlertConfigs.set(shipped.id, shipped);
      const equal = { ...shipped, eventTypeName: "HOST_UP" };
      for (const other of ["65a0f0c1c2a94e17860000b1", "65a0f0c1c2a94e17860000c1"])
        emulator.globalAlertConfigs.set(other, { ...equal, id: other });
      for (const mode of MODES) {
        const found = await report([global], mode);
        assert.deepEqual(changesIn(found), [
          ["forAllGroups", false, true],
          ["groupIds", [projectId], []],
          ["tags", null, ["EU"]],
        ]);
        const server = emulator.baseUrl;
        assert.deepEqual(found.unmanaged, [
          { server, id: shipped.id, eventTypeName: "HOST_DOWN" },
          { server, id: "65a0f0c1c2a94e17860000b1", eventTypeName: "HOST_UP" },
          { server, id: "65a0f0c1c2a94e17860000c1", eventTypeName: "HOST_UP" },
        ]);
        assert.deepEqual(found.duplicates.at(-1), {
          server,
          ids: ["65a0f0c1c2a94e17860000b1", "65a0f0c1c2a94e17860000c1"],
        });
      }
      emulator.globalAlertConfigs.delete(id);
      assert.deepEqual((await report([global])).missing, [{ urn: urnOf("GlobalAlertConfig", "global"), id }]);
    });

    const projects = () => emulator.entities("projects");
    const removeProject = () => projects().delete(emulator.projectId);
    const lastProject = (): string => projects().list().at(-1)?.id ?? "";
    const byHand: [kind: Kind, change: () => unknown, changes: unknown[], remove: () => unknown][] = [
      ["AccessListEntry", () => undefined, [], () => emulator.accessList().delete("192.0.2.17/32")],
      [
        "AuditLogRotation",
        () =>
          emulator.auditLogRotation.update(emulator.projectId, { timeThresholdHrs: 9, numUncompressed: 3 }),
        [
          ["timeThresholdHrs", 12, 9],
          ["numUncompressed", null, 3],
        ],
        removeProject,
      ],
      [
        "ClusterName",
        () => emulator.clusters().update(emulator.clusterId, { clusterName: "by-hand" }),
        [["clusterName", "orders-new", "by-hand"]],
        () => emulator.clusters().delete(emulator.clusterId),
      ],
      [
        "Project",
        () => projects().update(lastProject(), { name: "by-hand", tags: ["EU"] }),
        [
          ["name", "payments", "by-hand"],
          ["tags", ["TEAM-PAY", "EU"], ["EU"]],
        ],
        () => projects().delete(lastProject()),
      ],
      [
        "S3SnapshotStore",
        () => emulator.s3SnapshotStores.update("store", { loadFactor: 3, objectLockEnabled: true }),
        [
          ["loadFactor", 2, 3],
          ["objectLockEnabled", null, true],
        ],
        () => emulator.s3SnapshotStores.delete("store"),
      ],
    ];
    for (const [kind, change, changes, remove] of byHand)
      it(`is none after a write, then what was changed by hand, or that it is missing: ${kind}`, async () => {
        const entry = await up(kind, INPUTS[kind](emulator));
        emulator.settings.shuffle = true;
        await assertNone(entry);
        change();
        for (const mode of MODES)
          assert.deepEqual(changesIn(await report([entry], mode)), changes, mode.title);
        remove();
        assert.deepEqual((await report([entry])).missing, [{ urn: urnOf(kind), id: entry.state?.id }]);
      });

    it("has what a log rotation that was disabled lacks, and does not compare a setting that is secret", async () => {
      const { projectId, auditLogRotation } = emulator;
      const rotation = await up("AuditLogRotation", {
        projectId,
        sizeThresholdMB: 500,
        timeThresholdHrs: 12,
      });
      auditLogRotation.update(projectId, { timeThresholdHrs: 9 });
      const found = await report([{ ...rotation, secret: ["timeThresholdHrs", "effective"] }], ENCRYPTED);
      const unverifiable = found.unverifiable.map(({ path }) => path);
      assert.deepEqual([changesIn(found), unverifiable], [[], ["timeThresholdHrs"]]);
      auditLogRotation.delete(projectId);
      assert.deepEqual(changesIn(await report([rotation])), [
        ["sizeThresholdMB", 500, null],
        ["timeThresholdHrs", 12, null],
      ]);
    });

    it("has an older or another version manifest, but not a newer one", async () => {
      const manifest = (day: string, name = "8.0.4") =>
        JSON.stringify({ updated: Date.parse(day), versions: [{ name, builds: [] }] });
      const setLive = (text: string) => emulator.versionManifest.set("current", { text });
      setLive(manifest("2026-01-01"));
      const uploaded = manifest("2026-06-01");
      const versions = await up("VersionManifest", { manifest: assetOf(uploaded) });
      const spaced = JSON.stringify(JSON.parse(uploaded), null, 4);
      for (const text of [uploaded, spaced, manifest("2026-07-01", "8.0.5")]) {
        setLive(text);
        await assertNone(versions);
      }
      setLive(manifest("2026-05-01"));
      for (const mode of MODES)
        assert.deepEqual(pathsIn(await report([versions], mode)), ["manifest"], mode.title);
    });

    describe("beyond what it manages", () => {
      it("has the alert configurations that nobody declares, and no project of which it has none", async () => {
        const alert = await upAlert(LAG);
        const id = addAlert(HOST);
        emulator.alertConfigs("another-project").add({ ...HOST } as object);
        const { unmanaged } = await report([alert]);
        const { baseUrl: server, projectId } = emulator;
        assert.deepEqual(unmanaged, [{ server, projectId, id, eventTypeName: "HOST_DOWN" }]);
      });

      it("leaves out those that a set excepts, in every spelling", async () => {
        const [plain = "", joined = "", upper = "", left] = Array.from({ length: 4 }, () => addAlert(LAG));
        const unmanagedExcept = [plain, `${emulator.projectId}/${joined}`, upper.toUpperCase()];
        const set = await upSet({ host: HOST }, { unmanaged: "report", unmanagedExcept });
        const { unmanaged } = await report([set]);
        assert.equal(unmanaged.map(({ id }) => id).join(), left);
        // Encrypted, they are not known; then nothing can be said about what is unmanaged.
        const hidden = { ...set, secret: ["unmanagedExcept"] };
        assert.deepEqual((await report([hidden], ENCRYPTED)).unmanaged, []);
        assert.equal((await report([hidden])).unmanaged.length, 1);
      });

      it("has those beside a set without members", async () => {
        const id = addAlert(LAG);
        const { unmanaged, summary } = await report([await upSet({}, { unmanaged: "report" })]);
        assert.deepEqual([unmanaged.map((each) => each.id), summary.managed], [[id], 0]);
      });

      it("has those that are equal, in whatever order their parts are", async () => {
        const alert = await upAlert(HOST);
        const twin = addAlert({ ...HOST, notifications: live(idOf(alert)).notifications.toReversed() });
        addAlert({ ...HOST, enabled: false });
        const [{ projectId, ids } = assert.fail("none"), ...others] = (await report([alert])).duplicates;
        assert.deepEqual([projectId, [...ids].sort()], [emulator.projectId, [idOf(alert), twin].sort()]);
        assert.deepEqual(others, []);
      });

      it("does not call two of the stack equal whose secrets differ", async () => {
        const hook = async (name: string): Promise<Entry> => {
          const webhookUrl = `https://hooks.example.com/${name}-by-hand-secret`;
          return upAlert({ ...HOST, notifications: [{ typeName: "WEBHOOK", webhookUrl }] }, name);
        };
        assert.deepEqual((await report([await hook("one"), await hook("two")])).duplicates, []);
      });
    });

    if (form === "classes")
      it("is that of each connection, and one for two connections to the same service", async () => {
        const eu = await startEmulator({ seed: { alertConfigs: [] } });
        try {
          const config = { ...configOf("eu", eu), ...configOf("same", emulator) };
          const upOver = async (connection: string, body: AlertConfigBody) =>
            upWith("AlertConfig", alertInputs(body, { connection }), { name: connection, config });
          const entries = [await upAlert(LAG, "here"), await upOver("eu", LAG), await upOver("same", HOST)];
          const document = documentOf(entries, SHOWN);
          const compare = async () => driftIn(document, connectionsTo(emulator, config), SHOWN);
          assert.deepEqual(driftOf(await compare()), NONE);
          eu.alertConfigs().update(eu.alertConfigs().list()[0]?.id ?? "", { enabled: false });
          const [changed, ...more] = (await compare()).changed;
          assert.deepEqual([changed?.urn, changed?.path, more], [urnOf("AlertConfig", "eu"), "enabled", []]);
          const unconfigured = driftIn(document, connectionsTo(emulator), SHOWN);
          await assert.rejects(unconfigured, /not configured for the connection "eu"/);
        } finally {
          await eu.close();
        }
      });

    if (form === "plugin")
      it("is that of each provider instance, whose settings are in the state", async () => {
        const eu = await startEmulator({ seed: { alertConfigs: [] } });
        try {
          const resource = managed("AlertConfig", eu, { name: "eu" });
          await resource.up(alertInputs(LAG));
          const instance = "urn:pulumi:test::test::pulumi:providers:opsmanager::europe";
          const rest = { provider: `${instance}::0c5b9b26-7a5b-4f0e-8b6f-6c4d1b1a2f3e` };
          const entries = [
            await upAlert(LAG, "here"),
            { kind: "AlertConfig", name: "eu", state: resource.state, rest } as const,
          ];
          const compare = async (mode: Mode) => {
            const { baseUrl, publicKey, privateKey } = eu;
            const inputs = { baseUrl, publicKey, privateKey: secretIn(mode, privateKey) };
            const others = [{ urn: instance, type: "pulumi:providers:opsmanager", inputs }];
            return driftIn(documentOf(entries, mode, others), connectionsTo(emulator), mode);
          };
          assert.deepEqual(driftOf(await compare(SHOWN)), NONE);
          eu.alertConfigs().update(eu.alertConfigs().list()[0]?.id ?? "", { enabled: false });
          const {
            changed: [changed, ...more],
            generated,
          } = await compare(SHOWN);
          assert.deepEqual([changed?.urn, changed?.path, more], [urnOf("AlertConfig", "eu"), "enabled", []]);
          assert.deepEqual(generated.servers, [emulator.baseUrl, eu.baseUrl].sort());
          await assert.rejects(compare(ENCRYPTED), {
            message: `${instance}: its settings are encrypted in the state. Use --show-secrets.`,
          });
        } finally {
          await eu.close();
        }
      });

    it("takes one list for each project", async () => {
      const entries: Entry[] = [];
      for (const projectId of [emulator.projectId, "60b9d1f2e4b0c5571d47a90b"])
        for (const eventTypeName of ["HOST_DOWN", "HOST_UP", "NO_PRIMARY"]) {
          const inputs = alertInputs({ ...HOST, eventTypeName }, { projectId });
          entries.push(await up("AlertConfig", inputs, `${projectId} ${eventTypeName}`));
        }
      for (const mode of [SHOWN, ENCRYPTED]) {
        emulator.clearRequests();
        assert.equal((await report(entries, mode)).summary.managed, 6);
        const { byEndpoint } = emulator.counters;
        assert.deepEqual({ ...byEndpoint }, { "GET /groups/{projectId}/alertConfigs": 2 });
      }
    });

    it("is that everything is missing if the project no longer exists", async () => {
      const entries = [await upAlert(LAG), await upSet({ host: HOST }), await upCluster()];
      removeProject();
      const { missing, summary } = await report(entries);
      assert.deepEqual([missing.length, summary.managed], [3, 3]);
    });

    describe("whose program marks other values as secret", () => {
      /** Marks an output as secret, and changes the object. */
      async function assertHidden(
        entry: Entry,
        name: string,
        path: string,
        change: () => void,
      ): Promise<void> {
        const marked = { ...entry, secret: [name] };
        await assertNone(marked);
        change();
        assert.deepEqual(changesIn(await report([marked])), [[path, "[secret]", "[secret]"]]);
        const hidden = await report([marked], ENCRYPTED);
        assert.deepEqual(driftOf(hidden), NONE);
        assert.ok(hidden.unverifiable.some((each) => each.path === name));
      }

      const matchers = [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "db" }];
      const fields: [name: string, path: string, patch: PlainObject][] = [
        ["eventTypeName", "", { eventTypeName: "NO_PRIMARY" }],
        ["matchers", "[0].value", { matchers: [{ ...matchers[0], value: "x" }] }],
        ["metricThreshold", ".threshold", { metricThreshold: { threshold: 5 } }],
        ["notifications", "[0].delayMin", { notifications: [{ ...EMAIL, delayMin: 9 }] }],
        ["enabled", "", { enabled: false }],
      ];
      for (const [name, path, patch] of fields) {
        it(`does not show ${name}`, async () => {
          const alert = await upAlert({ ...LAG, matchers });
          await assertHidden(alert, name, name + path, () => alerts().update(idOf(alert), patch));
        });
      }

      it("does not show members of a set", async () => {
        const set = await upSet({ lag: LAG, host: HOST });
        const compare = async (mode: Mode) => {
          const document = documentOf([set], mode) as { deployment: { resources: PlainObject[] } };
          const outputs = document.deployment.resources[1]?.["outputs"] as PlainObject;
          const members = outputs["alertConfigs"] as PlainObject;
          outputs["alertConfigs"] = { ...members, lag: secretIn(mode, members["lag"]) };
          return driftIn(document, connectionsTo(emulator), mode);
        };
        for (const mode of MODES) assert.deepEqual(driftOf(await compare(mode)), NONE, mode.title);
        alerts().update(memberId(set, "lag"), { metricThreshold: { threshold: 5 } });
        const path = "alertConfigs.lag.metricThreshold.threshold";
        assert.deepEqual(changesIn(await compare(SHOWN)), [[path, "[secret]", "[secret]"]]);
        const hidden = await compare(ENCRYPTED);
        assert.deepEqual(hidden.changed, []);
        assert.ok(hidden.unverifiable.some((each) => each.path === "alertConfigs.lag"));
        const encrypted = MODES.filter(({ decrypted }) => !decrypted);
        await assertNone({ ...set, secret: ["alertConfigs"] }, encrypted);
      });

      const ofStores = {
        s3BucketName: "other",
        labels: ["x"],
        customCertificates: [],
        oidc: { scope: "other" },
      };
      for (const [name, after] of Object.entries(ofStores)) {
        it(`does not show ${name} of a store`, async () => {
          const store = await upStore({ customCertificates: CERTIFICATES });
          const change = () => emulator.oplogS3Configs.update("store", { [name]: after });
          await assertHidden(store, name, name === "oidc" ? "oidc.scope" : name, change);
        });
      }

      it("does not show the name of a cluster", async () => {
        const change = () => emulator.clusters().update(emulator.clusterId, { clusterName: "by-hand" });
        await assertHidden(await upCluster(), "clusterName", "clusterName", change);
      });
    });

    describe("in a document", () => {
      it("is found in a checkpoint file too", async () => {
        const alert = await upAlert(LAG);
        alerts().update(idOf(alert), { enabled: false });
        const { deployment } = documentOf([alert], SHOWN);
        const checkpoint = { version: 3, checkpoint: { stack: "organization/x/y", latest: deployment } };
        assert.deepEqual(pathsIn(await driftIn(checkpoint, connectionsTo(emulator), SHOWN)), ["enabled"]);
        assert.deepEqual(readState({ version: 3, checkpoint: { stack: "x", latest: {} } }).resources, []);
      });

      it("does not count what waits for its deletion, or is only looked up", async () => {
        const alert = await upAlert(LAG);
        alerts().update(idOf(alert), { enabled: false });
        for (const rest of [{ delete: true }, { external: true }]) {
          const found = await report([{ ...alert, rest }]);
          assert.deepEqual([found.summary.managed, found.changed], [0, []]);
        }
      });

      const noList = [{ deployment: "x" }, { deployment: { resources: {} } }, { checkpoint: {} }];
      for (const document of [null, "state", [], {}, ...noList]) {
        it(`is refused by one message: ${JSON.stringify(document)}`, () =>
          assert.throws(() => readState(document), {
            message:
              "The state is not what `pulumi stack export` prints: it has no list deployment.resources.",
          }));
      }

      const type = typeOf("AlertConfig", form);
      const urn = urnOf("AlertConfig");
      const id = "60a2b7c9e4b0c5571d3f8e12/6b02d1b3218783fae5e6b3d4";
      const notificationSecrets = { ...secretIn(SHOWN, 0), plaintext: "xoxb-by-hand-secret" };
      const damaged: [what: string, resource: PlainObject][] = [
        ["without an id", { id: undefined, outputs: {} }],
        ["whose outputs are a list", { outputs: [] }],
        ["without notifications", { outputs: { projectId: "p" } }],
        ["whose notifications are a number", { outputs: { notifications: 5 } }],
        ["whose notifications are texts", { outputs: { notifications: ["x"] } }],
        ["with an id of another form", { id: "x", outputs: { notifications: [] } }],
        ["with a plaintext that is not JSON", { outputs: { notifications: [], notificationSecrets } }],
        ["of a kind of a later version", { type: `${type}OfTomorrow`, outputs: {} }],
      ];
      for (const [what, resource] of damaged) {
        it(`with a resource ${what} is refused by one message that names it`, async () => {
          const document = { version: 3, deployment: { resources: [{ type, urn, id, ...resource }] } };
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
