import assert from "node:assert/strict";
import type { PlainObject } from "../../../src/json";
import { UNKNOWN } from "../../../src/unknowns";
import { bodiesOf, failOn, type Managed, managed, refusedWith, useEmulator, writesTo } from "./managed";

describe("FeatureControl against the emulator", () => {
  const emulator = useEmulator();
  let control: Managed;
  beforeEach(() => void (control = managed("FeatureControl", emulator)));

  const CONFIG = { policy: "DISABLE_SET_MONGOD_CONFIG", disabledParams: ["net.port", "net.tls.mode"] };
  const VERSION = { policy: "DISABLE_SET_MONGOD_VERSION" };
  const inputs = (rest: PlainObject = {}): PlainObject => ({
    projectId: emulator.projectId,
    externalManagementSystem: { name: "pulumi" },
    policies: [VERSION, CONFIG],
    ...rest,
  });
  const live = () => emulator.controlledFeatures.get(emulator.projectId);
  const OPERATOR = { name: "mongodb-kubernetes-operator", systemId: "theirs", version: "1.30" };
  const operated = (): void =>
    void emulator.controlledFeatures.set(emulator.projectId, {
      externalManagementSystem: OPERATOR,
      policies: [{ policy: "EXTERNALLY_MANAGED_LOCK", disabledParams: [] }],
    });

  it("has its policies as a set, in either spelling, with parameters in any order", async () => {
    await control.up(inputs());
    const other = [
      { policy: "DisableSetMongodConfig", disabledParams: ["net.tls.mode", "net.port"] },
      { policy: "DisableSetMongodVersion", disabledParams: [] },
    ];
    assert.equal(await control.refresh(), "same");
    await control.up(inputs({ policies: other }));
    assert.deepEqual(writesTo(emulator), ["PUT"]);
    assert.equal(await control.refresh(), "same");
    assert.deepEqual(
      live()
        ?.policies.map(({ policy }) => policy)
        .sort(),
      [CONFIG.policy, VERSION.policy],
    );
  });

  it("is not written over a system that has taken the project over since, until a preview has shown it", async () => {
    await control.up(inputs({ __adopt: true }));
    operated();
    const refusal =
      /manages the project .* already, not "pulumi"\. Run `pulumi refresh`.*Nothing was written/;
    await assert.rejects(control.preview(inputs({ policies: [VERSION] })), refusal);
    const changed = inputs({ policies: [VERSION], __adopt: true });
    await assert.rejects(control.up(changed), refusal);
    assert.deepEqual(live()?.externalManagementSystem, OPERATOR);
    assert.equal(await control.refresh(), "changed");
    await control.up(changed);
    assert.equal(live()?.externalManagementSystem?.name, "pulumi");
  });

  it("keeps the fields of a newer version with the policy that has them, and not those of another system", async () => {
    const theirs = {
      externalManagementSystem: { ...OPERATOR, clusterUid: "theirs" },
      policies: [
        { policy: "DISABLE_BACKUP_AGENT", disabledParams: [], scope: "of-backup" },
        { ...VERSION, disabledParams: [], scope: "of-version" },
      ],
    };
    emulator.controlledFeatures.set(emulator.projectId, theirs);
    await control.up(inputs({ policies: [VERSION], __adopt: true }));
    assert.deepEqual(bodiesOf(emulator, "PUT")[0], {
      externalManagementSystem: { name: "pulumi" },
      policies: [{ ...VERSION, disabledParams: [], scope: "of-version" }],
    });
  });

  for (const system of [{}, { name: "" }, null])
    it(`is set where the service has the system ${JSON.stringify(system)}`, async () => {
      failOn(emulator)("GET", { status: 200, body: { externalManagementSystem: system, policies: [] } });
      await control.up(inputs());
      assert.equal(live()?.externalManagementSystem?.name, "pulumi");
    });

  it("is refused with the same policy in two spellings, and hides a name that is not known yet", async () => {
    const twice = inputs({ policies: [CONFIG, { policy: "DisableSetMongodConfig" }] });
    await assert.rejects(
      control.preview(twice),
      /^Error: policies\[1\]\.policy: is DISABLE_SET_MONGOD_CONFIG, as policies\[0\]/,
    );
    await control.up(inputs());
    const said = await managed("FeatureControl", emulator).preview(
      inputs({ policies: [{ policy: UNKNOWN }] }),
    );
    assert.doesNotMatch(said.join().toLowerCase(), new RegExp(UNKNOWN.toLowerCase()));
  });

  it("gets back a policy that is removed, added or changed by hand", async () => {
    await control.up(inputs());
    const lock = { policy: "EXTERNALLY_MANAGED_LOCK", disabledParams: [] };
    const without = { ...VERSION, disabledParams: [] };
    for (const policies of [
      [without],
      [without, CONFIG, lock],
      [without, { ...CONFIG, disabledParams: [] }],
    ]) {
      emulator.controlledFeatures.update(emulator.projectId, { policies });
      assert.equal(await control.refresh(), "changed");
      assert.equal(await control.up(inputs()), "update");
      assert.deepEqual(
        live()
          ?.policies.map(({ disabledParams }) => disabledParams?.length)
          .sort(),
        [0, 2],
      );
    }
  });

  it("keeps policies that the program does not declare, and those of an argument that is removed", async () => {
    emulator.controlledFeatures.set(emulator.projectId, {
      externalManagementSystem: { name: "pulumi" },
      policies: [{ policy: "DISABLE_BACKUP_AGENT", disabledParams: [] }],
    });
    await control.up(
      inputs({ policies: undefined, externalManagementSystem: { name: "pulumi", version: "2" } }),
    );
    assert.deepEqual(live()?.policies, [{ policy: "DISABLE_BACKUP_AGENT", disabledParams: [] }]);
    await control.up(inputs());
    const said = (await control.preview(inputs({ policies: undefined }))).join();
    assert.match(said, /policies: the program no longer declares it, and the service keeps it as before/);
    await control.up(inputs({ policies: undefined }));
    assert.equal(live()?.policies.length, 2);
    assert.equal(await control.refresh(), "same");
    await control.up(inputs({ policies: [] }));
    assert.deepEqual(live()?.policies, []);
  });

  describe("of a project that another system manages", () => {
    beforeEach(operated);
    const refusal = new RegExp(
      `externalManagementSystem\\.name: "${OPERATOR.name}" manages the project .* already, not "pulumi".*adopt: true.*again and again`,
    );

    it("is refused by name, at preview and before a write", async () => {
      for (const step of ["preview", "up"] as const) await assert.rejects(control[step](inputs()), refusal);
      const unknown = await control.preview(inputs({ externalManagementSystem: { name: UNKNOWN } }));
      assert.match(unknown.join(), /externalManagementSystem\.name: "mongodb-.*" => \(not known yet\)/);
      assert.equal(emulator.counters.writes, 0);
    });

    it("is taken over with adopt, and has no field of the former system", async () => {
      const said = (await control.preview(inputs({ __adopt: true }))).join();
      assert.match(
        said,
        /is adopted; this changes it:\n {2}externalManagementSystem\.name: "mongodb-.*" => "pulumi"/,
      );
      await control.up(inputs({ __adopt: true }));
      assert.deepEqual(live()?.externalManagementSystem, { name: "pulumi" });
      assert.equal(await control.up(inputs()), "same");
    });

    it("is shown as changed when that system writes its own again, and left to it by a destroy", async () => {
      await control.up(inputs({ __adopt: true }));
      operated();
      assert.equal(await control.refresh(), "changed");
      emulator.clearRequests();
      const other = managed("FeatureControl", emulator);
      emulator.controlledFeatures.set(emulator.projectId, {
        externalManagementSystem: { name: "pulumi" },
        policies: [],
      });
      await other.up(inputs());
      operated();
      assert.equal(await other.refresh(), "changed");
      await other.destroy();
      assert.match(
        other.said.join(),
        /was left as it is: "mongodb-kubernetes-operator" manages the project by now/,
      );
      assert.equal(live()?.policies.length, 1);
    });
  });

  it("is emptied by a destroy, which keeps the name of the system", async () => {
    await control.up(inputs());
    await control.destroy();
    assert.deepEqual(live()?.externalManagementSystem, { name: "pulumi" });
    assert.deepEqual(live()?.policies, []);
    assert.deepEqual(bodiesOf(emulator, "PUT").at(-1), {
      externalManagementSystem: { name: "pulumi" },
      policies: [],
    });
  });

  it("ends right if the response to a write is lost", async () => {
    failOn(emulator)("PUT", "resetAfter");
    const patient = managed("FeatureControl", emulator, { pause: async () => undefined });
    await patient.up(inputs());
    assert.deepEqual(writesTo(emulator), ["PUT"]);
    failOn(emulator)("PUT", "resetBefore");
    await patient.up(inputs({ policies: [VERSION] }));
    assert.equal(live()?.policies.length, 1);
  });

  it("is in the state as it was if a write is refused", async () => {
    await control.up(inputs());
    failOn(emulator)("PUT", refusedWith(403, "USER_UNAUTHORIZED"));
    await assert.rejects(control.up(inputs({ policies: [] })), /403 USER_UNAUTHORIZED/);
    assert.equal(await control.refresh(), "same");
  });

  it("is previewed with values that are not known yet, also where it is set", async () => {
    const unknown = [{ policies: UNKNOWN }, { policies: [UNKNOWN] }, { externalManagementSystem: UNKNOWN }];
    for (const each of unknown) await control.preview(inputs(each));
    await managed("FeatureControl", emulator).up(inputs());
    for (const each of unknown) await control.preview(inputs(each));
    await control.up(inputs());
    for (const each of unknown) await control.preview(inputs(each));
    assert.deepEqual(writesTo(emulator), ["PUT"]);
  });

  it("warns of a policy that is not documented", async () => {
    const said = await control.preview(inputs({ policies: [{ policy: "DISABLE_BACKUP_AGNT" }] }));
    assert.match(
      said.join(),
      /policies\[0\]\.policy: "DISABLE_BACKUP_AGNT" is not a documented policy \(did you mean/,
    );
  });
});
