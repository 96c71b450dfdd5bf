import assert from "node:assert/strict";
import type { FaultAction, LogRotation } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { ROTATION } from "./inputs";
import { bodiesOf, configOf, connectionsTo, failOn, type Kind, type Managed } from "./managed";
import { itInHost, managed, refusedWith, useEmulator, writesTo } from "./managed";

/** What the emulator has before a test. */
const BEFORE = { sizeThresholdMB: 1000.5, timeThresholdHrs: 24, numUncompressed: 7 };
const CONFLICT = refusedWith(409, "AUTOMATION_CONFIG_CONCURRENT_MODIFICATION");
const NOT_MANAGED = refusedWith(404, "AUTOMATION_CONFIG_NOT_FOUND");

describe("a log rotation against the emulator", () => {
  const emulator = useEmulator();
  let pauses: number;
  let rotation: Managed;
  const make = (kind: Kind = "AuditLogRotation", options: Parameters<typeof managed>[2] = {}): Managed =>
    managed(kind, emulator, { pause: async () => void pauses++, ...options });
  beforeEach(() => {
    pauses = 0;
    rotation = make();
  });

  const inputs = (change: PlainObject = {}): PlainObject => ({
    projectId: emulator.projectId,
    ...ROTATION,
    ...change,
  });
  const effectiveOf = ({ state }: Managed) => state?.outputs["effective"] as LogRotation | undefined;
  const live = (): Omit<LogRotation, "groupId"> | undefined => {
    const { groupId: _, ...settings } = emulator.auditLogRotation.get(emulator.projectId) ?? { groupId: "" };
    return settings;
  };
  const byHand = (change: object): void => void emulator.auditLogRotation.update(emulator.projectId, change);
  const replaceByHand = (settings: Partial<LogRotation>): void =>
    void emulator.auditLogRotation.set(emulator.projectId, settings);
  const version = (): number => emulator.entities("automationConfig").get(emulator.projectId)?.version ?? 1;
  const fail = failOn(emulator);

  describe("that is created", () => {
    it("writes nothing if the service has what is declared, whatever the rest is", async () => {
      await rotation.up(inputs({ ...BEFORE, percentOfDiskspace: undefined, numUncompressed: undefined }));
      assert.deepEqual([writesTo(emulator), version()], [[], 1]);
      assert.equal(effectiveOf(rotation)?.numUncompressed, 7);
    });

    for (const [what, settings] of [
      ["nothing", undefined],
      [
        "zeros",
        { sizeThresholdMB: 0, timeThresholdHrs: 0, numUncompressed: 0, percentOfDiskspace: 0, numTotal: 0 },
      ],
      ["no automation configuration", NOT_MANAGED],
    ] as const) {
      it(`counts as not set if the service has ${what}: nothing of it is kept or reported`, async () => {
        emulator.auditLogRotation.delete(emulator.projectId);
        if (settings === NOT_MANAGED) fail("GET", NOT_MANAGED, { path: "LogRotateConfig", times: 3 });
        else if (settings !== undefined) replaceByHand(settings as LogRotation);
        assert.deepEqual(await rotation.preview(inputs()), []);
        await rotation.up(inputs());
        assert.deepEqual([bodiesOf(emulator, "PUT"), version()], [[ROTATION], 2]);
        assert.deepEqual(live(), { ...ROTATION, numUncompressed: 5, numTotal: 0 });
        assert.equal(await rotation.refresh(), "same");
        await rotation.destroy();
      });
    }

    it("cannot be imported if it is not set", async () => {
      emulator.auditLogRotation.delete(emulator.projectId);
      const imported = inputs({ __import: emulator.projectId });
      await assert.rejects(make().preview(imported), /import: there is no audit log rotation/);
    });
  });

  describe("that is updated", () => {
    beforeEach(async () => {
      await rotation.up(inputs());
      emulator.clearRequests();
    });

    it("writes nothing for a flag, or for what was changed by hand to the same", async () => {
      assert.equal(await rotation.up(inputs({ disableOnDestroy: true })), "update");
      byHand({ timeThresholdHrs: 5 });
      assert.equal(await rotation.up(inputs({ disableOnDestroy: true, timeThresholdHrs: 5 })), "update");
      assert.deepEqual(writesTo(emulator), []);
      assert.equal(await rotation.refresh(), "same");
    });

    it("carries fields that the provider does not know, unless the service refuses them", async () => {
      byHand({ includeAuditLogsWithMongoDBLogs: true });
      await rotation.up(inputs({ numTotal: 9 }));
      assert.equal(live()?.includeAuditLogsWithMongoDBLogs, true);
      byHand({ fieldOfLaterVersions: "x" });
      await rotation.up(inputs({ numTotal: 8 }));
      assert.match(rotation.said.join("\n"), /fieldOfLaterVersions could not be kept/);
      assert.deepEqual([live()?.numTotal, live()?.includeAuditLogsWithMongoDBLogs], [8, true]);
      assert.equal(await rotation.refresh(), "same");
    });

    it("restores what was never declared as it was, and resets an argument that is removed", async () => {
      byHand({ numUncompressed: 3 });
      assert.equal(await rotation.refresh(), "changed");
      assert.equal(rotation.state?.inputs["numUncompressed"], 3);
      assert.equal(await rotation.up(inputs()), "update");
      assert.equal(live()?.numUncompressed, 7);
      assert.equal(await rotation.up(inputs({ numUncompressed: 4 })), "update");
      assert.equal(await rotation.up(inputs()), "update");
      assert.equal(live()?.numUncompressed, 5);
      assert.equal(await rotation.refresh(), "same");
    });

    it("reports a rotation that was disabled as changed, does not forget it, and sets it again", async () => {
      emulator.auditLogRotation.delete(emulator.projectId);
      assert.equal(await rotation.refresh(), "changed");
      assert.equal(rotation.state?.inputs["sizeThresholdMB"], undefined);
      assert.equal(await rotation.up(inputs()), "update");
      assert.deepEqual(live(), { ...ROTATION, numUncompressed: 7, numTotal: 0 });
    });
  });

  describe("whose write", () => {
    const first: Partial<Record<string, FaultAction>> = {
      "conflicts with another change": CONFLICT,
      "is lost on the way": "resetBefore",
      "has its response lost": "resetAfter",
      "gets a response that shows nothing": { status: 200, body: "OK", afterWork: true },
      "ends in an error of a gateway": { status: 502, afterWork: true },
    };
    for (const [what, action] of Object.entries(first) as [string, FaultAction][]) {
      it(`${what}: it is compared again, and published once`, async () => {
        fail("PUT", action);
        const retrying = make("AuditLogRotation", { config: { "opsmanager:maxRetries": "4" } });
        assert.equal(await retrying.up(inputs()), "create");
        assert.deepEqual([live()?.sizeThresholdMB, version(), pauses], [500, 2, 1]);
        assert.equal(await retrying.refresh(), "same");
      });
    }

    it("conflicts again and again: it fails after some attempts", async () => {
      fail("PUT", CONFLICT, { times: "always" });
      await assert.rejects(rotation.up(inputs()), /AUTOMATION_CONFIG_CONCURRENT_MODIFICATION/);
      assert.equal(emulator.counters.writes, 4);
    });

    it("conflicts with one that had the same effect: nothing is written", async () => {
      fail("PUT", CONFLICT);
      const racing = make("AuditLogRotation", { pause: async () => replaceByHand(ROTATION) });
      await racing.up(inputs());
      assert.deepEqual(writesTo(emulator), ["PUT"]);
    });

    it("is swallowed by a proxy: it fails, and the next up writes", async () => {
      fail("PUT", { status: 200, body: {} });
      const said = /but the service still has the former one: a proxy or gateway/;
      await assert.rejects(rotation.up(inputs()), said);
      await rotation.up(inputs());
      assert.equal(live()?.sizeThresholdMB, 500);
    });

    it("is stored with another value: that is drift, and every up says so after one write", async () => {
      const rounding = make("AuditLogRotation", { pause: async () => byHand({ sizeThresholdMB: 512 }) });
      fail("PUT", { status: 200, body: {} });
      const declared = inputs({ ...BEFORE, percentOfDiskspace: undefined, sizeThresholdMB: 512.25 });
      await rounding.up(declared);
      const text =
        'The service did not take sizeThresholdMB of "resource": 512.25 was written, and it has 512.';
      assert.equal(rounding.said.at(-1), text);
      assert.equal(effectiveOf(rounding)?.sizeThresholdMB, 512);
      assert.equal(await rounding.refresh(), "changed");
      assert.equal(rounding.state?.inputs["sizeThresholdMB"], 512);
    });

    itInHost("never runs beside another of the same project", async () => {
      fail("PUT", { delayMs: 20 }, { times: "always" });
      const connections = connectionsTo(emulator, configOf("other", emulator));
      const both = (["AuditLogRotation", "SystemLogRotation"] as const).map((kind) =>
        make(kind, { connections }),
      );
      await Promise.all(
        both.map(async (each, at) => each.up(inputs(at === 0 ? {} : { connection: "other" }))),
      );
      const sent = emulator.requests().filter(({ authenticated }) => authenticated);
      const logs = sent.map(({ target }) => /(audit|system)Log/.exec(target)?.[1]);
      // The first read of each only finds out what exists.
      const steps = logs.filter((log, at) => logs.indexOf(log) !== at);
      assert.match(steps.join(" "), /^(audit|system) \1 \1 (?!\1)(\w+) \2 \2$/);
      assert.equal(version(), 3);
    });
  });

  describe("that is destroyed", () => {
    it("writes nothing if it is disabled already, or its project is gone", async () => {
      const other = make("SystemLogRotation");
      for (const each of [rotation, other]) await each.up(inputs({ disableOnDestroy: true }));
      emulator.clearRequests();
      emulator.auditLogRotation.delete(emulator.projectId);
      await rotation.destroy();
      emulator.entities("projects").delete(emulator.projectId);
      await other.destroy();
      assert.deepEqual(writesTo(emulator), []);
    });

    it("is disabled by an empty object, also if it has fields of a later version", async () => {
      await rotation.up(inputs({ disableOnDestroy: true }));
      byHand({ fieldOfLaterVersions: "x" });
      await rotation.destroy();
      assert.deepEqual(bodiesOf(emulator, "PUT").slice(1), [{}]);
    });

    it("stays in the state after a response that does not show that it was disabled", async () => {
      await rotation.up(inputs({ disableOnDestroy: true }));
      fail("PUT", { status: 200, body: {} });
      await assert.rejects(rotation.destroy(), /the service still has the former one/);
      assert.ok(rotation.state);
      await rotation.destroy();
      assert.equal(live()?.sizeThresholdMB, undefined);
    });
  });

  itInHost("can be looked up, unless it is not set", async () => {
    await rotation.up(inputs({ numTotal: 3 }));
    const found = make();
    await found.import({ id: emulator.projectId, inputs: inputs({ numTotal: 3 }), outputs: {} });
    await found.refresh();
    assert.deepEqual(effectiveOf(found), { ...ROTATION, numUncompressed: 7, numTotal: 3 });
    const unset = make("SystemLogRotation");
    emulator.systemLogRotation.delete(emulator.projectId);
    await unset.import({ id: emulator.projectId, inputs: inputs(), outputs: {} });
    await assert.rejects(unset.refresh(), /The SystemLogRotation .* does not exist/);
  });
});
