import assert from "node:assert/strict";
import { withArgumentNames } from "../../../src/dynamic/form";
import type { PlainObject } from "../../../src/json";
import { SECRETS_APART } from "../../../src/resources/alert-config/encoding";
import { NOTIFICATIONS } from "../../fixtures/alerts/good";
import { HOSTS } from "./adapters";
import { DOWN, INPUTS } from "./inputs";
import { type Kind, managed, useEmulator, writesTo } from "./managed";

const { EMAIL, GROUP } = NOTIFICATIONS;
const MAIL = { ...EMAIL, intervalMin: 7, delayMin: 0 };
const HOST = { fieldName: "HOSTNAME", operator: "EQUALS", value: "a" };
const METRIC = { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 5, units: "RAW" };
const ALERT = {
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  matchers: [HOST],
  metricThreshold: METRIC,
  notifications: [MAIL, { ...GROUP, emailEnabled: true, smsEnabled: true, intervalMin: 60, delayMin: 0 }],
};
const [, PEOPLE] = ALERT.notifications;

/** What the service stores in place of what it was sent, as a JSON Merge Patch, and what is said of it. */
type Case = [what: string, kind: Kind, patch: PlainObject, paths: Readonly<Record<string, string>>];

/** Fields that are drift until they are resolved. */
const DRIFT: readonly Case[] = [
  ["a disabled alert", "AlertConfig", { enabled: false }, { enabled: "true was written, and it has false" }],
  [
    "no matcher",
    "AlertConfig",
    { matchers: [] },
    { "matchers[0]": `${JSON.stringify(HOST)} was written, and it has none` },
  ],
  [
    "no list of matchers",
    "AlertConfig",
    { matchers: null },
    { "matchers[0]": `${JSON.stringify(HOST)} was written, and it has none` },
  ],
  [
    "another matcher",
    "AlertConfig",
    { matchers: [{ ...HOST, value: "b" }] },
    { "matchers[0].value": '"a" was written, and it has "b"' },
  ],
  [
    "another event",
    "AlertConfig",
    { eventTypeName: "INSIDE_METRIC_THRESHOLD" },
    { eventTypeName: '"OUTSIDE_METRIC_THRESHOLD" was written, and it has "INSIDE_METRIC_THRESHOLD"' },
  ],
  [
    "another threshold",
    "AlertConfig",
    { metricThreshold: { threshold: 50 } },
    { "metricThreshold.threshold": "5 was written, and it has 50" },
  ],
  [
    "another operator",
    "AlertConfig",
    { metricThreshold: { operator: "LESS_THAN" } },
    { "metricThreshold.operator": '"GREATER_THAN" was written, and it has "LESS_THAN"' },
  ],
  [
    "fewer notifications",
    "AlertConfig",
    { notifications: [MAIL] },
    { "notifications[1]": "was written, and it has none" },
  ],
  [
    "more notifications",
    "AlertConfig",
    { notifications: [...ALERT.notifications, { ...MAIL, emailAddress: "else@example.com" }] },
    { "notifications[2]": `it was not written, and the service has {"typeName":"EMAIL",` },
  ],
  [
    "another address",
    "AlertConfig",
    { notifications: [{ ...MAIL, emailAddress: "else@example.com" }, PEOPLE] },
    {
      "notifications[0].emailAddress": `"${String(EMAIL.emailAddress)}" was written, and it has "else@example.com"`,
    },
  ],
  [
    "a disabled global alert",
    "GlobalAlertConfig",
    { enabled: false },
    { enabled: "true was written, and it has false" },
  ],
  [
    "a global alert for other projects",
    "GlobalAlertConfig",
    { groupIds: ["6b0000000000000000000001"] },
    { groupIds: 'was written, and it has ["6b0000000000000000000001"]' },
  ],
  [
    "a store without encryption",
    "OplogS3Config",
    { sseEnabled: false },
    { sseEnabled: "true was written, and it has false" },
  ],
  [
    "a store of another bucket",
    "OplogS3Config",
    { s3BucketName: "other" },
    { s3BucketName: '"oplog" was written, and it has "other"' },
  ],
  [
    "a snapshot store of another weight",
    "S3SnapshotStore",
    { loadFactor: 9 },
    { loadFactor: "2 was written, and it has 9" },
  ],
  [
    "another rotation of the audit log",
    "AuditLogRotation",
    { timeThresholdHrs: 24 },
    { timeThresholdHrs: "12 was written, and it has 24" },
  ],
  [
    "another rotation of the system log",
    "SystemLogRotation",
    { percentOfDiskspace: 0.5 },
    { percentOfDiskspace: "0.1 was written, and it has 0.5" },
  ],
  [
    "another name of a cluster",
    "ClusterName",
    { clusterName: "orders-2" },
    { clusterName: '"orders-new" was written, and it has "orders-2"' },
  ],
  [
    "a project without a tag",
    "Project",
    { tags: ["EU"] },
    { tags: '["TEAM-PAY","EU"] was written, and it has ["EU"]' },
  ],
  [
    "another manifest",
    "VersionManifest",
    { updated: Date.parse("2020-01-01T00:00:00Z") },
    {
      manifest:
        "that of 2029-01-01T00:00:00.000Z was written, and it has another one: older (2020-01-01T00:00:00.000Z)",
    },
  ],
];

/** Fields for which a warning is enough. */
const ADJUSTED: readonly Case[] = [
  [
    "another interval",
    "AlertConfig",
    { notifications: [{ ...MAIL, intervalMin: 60 }, PEOPLE] },
    { "notifications[0].intervalMin": "7 was written, and it has 60" },
  ],
  [
    "another delay",
    "AlertConfig",
    { notifications: [{ ...MAIL, delayMin: 5 }, PEOPLE] },
    { "notifications[0].delayMin": "0 was written, and it has 5" },
  ],
  [
    "another flag",
    "AlertConfig",
    { notifications: [MAIL, { ...PEOPLE, smsEnabled: false }] },
    { "notifications[1].smsEnabled": "true was written, and it has false" },
  ],
  [
    "another role",
    "AlertConfig",
    { notifications: [MAIL, { ...PEOPLE, role: undefined, roles: ["GROUP_READ_ONLY"] }] },
    { "notifications[1].roles": 'was written, and it has ["GROUP_READ_ONLY"]' },
  ],
];

describe("a service that stores something else than it was sent", () => {
  const emulator = useEmulator();
  const store = (mergePatch: PlainObject): void => {
    for (const method of ["POST", "PUT", "PATCH"])
      emulator.faults.add({ match: { method, times: "always" }, action: { mergePatch } });
  };
  const inputsOf = (kind: Kind): PlainObject =>
    kind === "AlertConfig" ? { projectId: emulator.projectId, ...ALERT } : INPUTS[kind](emulator);
  const said = (paths: Readonly<Record<string, string>>): RegExp[] =>
    Object.entries(paths).map(([path, text]) => {
      const escaped = `The service did not take ${path} of "resource": `.replaceAll(/[[\].]/g, "\\$&");
      return new RegExp(`^${escaped}.*${text.replaceAll(/[[\].{}()+]/g, "\\$&")}`, "m");
    });

  for (const [where, adapter] of Object.entries(HOSTS)) {
    const argumentsOf = (kind: Kind): PlainObject => withArgumentNames(inputsOf(kind));

    for (const [what, kind, patch, paths] of DRIFT) {
      it(`is reported at the create, and at every up, after one write: ${what} in ${where}`, async () => {
        store(patch);
        const resource = adapter(kind, emulator);
        const inputs = argumentsOf(kind);
        assert.equal(await resource.up(inputs), "create");
        for (const text of said(paths)) assert.match(resource.said.join("\n"), text);

        resource.said.length = 0;
        await resource.preview(inputs);
        assert.match(resource.said.join("\n"), /The last write declared .* It is written again\./);
        resource.said.length = 0;
        emulator.clearRequests();
        // A rotation is read before and after its write: that nothing has changed is an error.
        if (kind.endsWith("LogRotation")) {
          await assert.rejects(resource.up(inputs), /the service still has the former one/);
        } else {
          assert.equal(await resource.up(inputs), "update");
          for (const text of said(paths)) assert.match(resource.said.join("\n"), text);
        }
        assert.equal(writesTo(emulator).length, 1);
      });

      it(`is drift until the service takes it: ${what} in ${where}`, async () => {
        store(patch);
        const resource = adapter(kind, emulator);
        const inputs = argumentsOf(kind);
        await resource.up(inputs);
        assert.equal(await resource.refresh(), "changed");
        assert.equal(await resource.refresh(), "same");
        emulator.faults.clear();
        assert.equal(await resource.up(inputs), "update");
        assert.equal(await resource.refresh(), "same");
        assert.equal(await resource.up(inputs), "same");
      });
    }

    for (const [what, kind, patch, paths] of ADJUSTED) {
      it(`is reported at the create, and causes no further write: ${what} in ${where}`, async () => {
        store(patch);
        const resource = adapter(kind, emulator);
        const inputs = argumentsOf(kind);
        await resource.up(inputs);
        for (const text of said(paths)) assert.match(resource.said.join("\n"), text);
        assert.equal(await resource.up(inputs), "same");
        assert.equal(await resource.refresh(), "same");
        assert.equal(await resource.up(inputs), "same");
      });
    }
  }

  it("is compared after a PATCH of enabled as well", async () => {
    const resource = managed("AlertConfig", emulator);
    await resource.up({ ...inputsOf("AlertConfig"), enabled: false });
    store({ enabled: false });
    await resource.up(inputsOf("AlertConfig"));
    assert.deepEqual(writesTo(emulator), ["POST", "PATCH"]);
    const text = 'The service did not take enabled of "resource": true was written, and it has false.';
    assert.deepEqual(resource.said, [text]);
  });

  it("is reported of each member of a set, which alone is written again", async () => {
    const set = managed("AlertConfigSet", emulator);
    const inputs = {
      projectId: emulator.projectId,
      __resourceName: "resource",
      alertConfigs: { down: DOWN, up: { ...DOWN, eventTypeName: "HOST_UP" } },
    };
    emulator.faults.add({ match: { method: "POST", nth: 2 }, action: { mergePatch: { enabled: false } } });
    await set.up(inputs);
    const text =
      /^The service did not take alertConfigs\.up\.enabled of "resource": true was written, and it has false\.$/m;
    assert.match(set.said.join("\n"), text);
    emulator.clearRequests();
    assert.equal(await set.up(inputs), "update");
    assert.deepEqual(writesTo(emulator), ["PUT"]);
    assert.equal(await set.up(inputs), "same");
  });

  it("is not reported of intervals that a type has by itself, of addresses in another case, and of fields without effect", async () => {
    const pager = { ...NOTIFICATIONS.PAGER_DUTY, intervalMin: 7, delayMin: 0 };
    const mail = { ...MAIL, emailAddress: "DBA@example.com", emailEnabled: true };
    const stored = [
      { ...pager, intervalMin: 60 },
      { ...mail, emailAddress: "dba@example.com", emailEnabled: false },
    ];
    store({ notifications: stored });
    const alert = managed("AlertConfig", emulator);
    await alert.up({
      projectId: emulator.projectId,
      ...SECRETS_APART.split({ ...DOWN, notifications: [pager, mail] }),
    });
    assert.doesNotMatch(alert.said.join("\n"), /did not take/);
    assert.equal(await alert.refresh(), "same");
  });

  it("is reported of a secret without its value, and without its mask", async () => {
    const slack = { ...NOTIFICATIONS.SLACK, apiToken: "xoxb-declared-1111", delayMin: 0, intervalMin: 15 };
    store({ notifications: [{ ...slack, apiToken: "xoxb-stored-2222" }] });
    const alert = managed("AlertConfig", emulator);
    await alert.up({
      projectId: emulator.projectId,
      ...SECRETS_APART.split({ ...DOWN, notifications: [slack] }),
    });
    const text = 'The service did not take notifications[0].apiToken of "resource": it has another value.';
    assert.equal(alert.said.at(-1), text);
    assert.doesNotMatch(JSON.stringify([alert.said, alert.state?.outputs["__notTaken"]]), /1111|2222/);
  });

  it("is read again if only the response to the write is another one", async () => {
    const alert = managed("AlertConfig", emulator);
    const shortened = { ...ALERT, id: "6b0000000000000000000001", notifications: [] };
    emulator.faults.add({
      match: { method: "POST" },
      action: { status: 200, afterWork: true, body: shortened },
    });
    await alert.up(inputsOf("AlertConfig"));
    assert.match(alert.said.join("\n"), /did not take notifications\[0\]/);
  });

  it("is not read from a response about another object, which leaves the state as it is", async () => {
    const alert = managed("AlertConfig", emulator);
    await alert.up(inputsOf("AlertConfig"));
    const { id, state } = alert;
    const other = { id: "6b0000000000000000000001", ...ALERT, enabled: false };
    emulator.faults.add({
      match: { method: "GET", path: /alertConfigs\/\w+$/ },
      action: { status: 200, body: other },
    });
    await assert.rejects(alert.refresh(), /the response is about another object, 6b0000000000000000000001\./);
    assert.deepEqual(alert.state, state);

    emulator.faults.add({ match: { method: "PUT" }, action: { status: 200, afterWork: true, body: other } });
    await alert.up({ ...inputsOf("AlertConfig"), matchers: [] });
    assert.equal(alert.id, id);
    assert.equal(alert.state?.outputs["alertConfigId"], id?.split("/")[1]);
  });

  it("is an error for an entry of an access list, which names no other object", async () => {
    const entry = managed("AccessListEntry", emulator);
    store({ ipAddress: "192.0.2.99" });
    emulator.faults.clear();
    emulator.faults.add({
      match: { method: "POST" },
      action: { status: 200, body: { results: [], totalCount: 0 } },
    });
    const text =
      /The response to the addition of 192\.0\.2\.17 is not an error, but the access list does not have it/;
    await assert.rejects(entry.up(INPUTS.AccessListEntry(emulator)), text);
    assert.equal(entry.state, undefined);
  });
});
