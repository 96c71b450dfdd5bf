import assert from "node:assert/strict";
import type { PlainObject } from "../../../src/json";
import { UNKNOWN } from "../../../src/unknowns";
import { bodiesOf, failOn, type Managed, managed, useEmulator, writesTo } from "./managed";

describe("ProjectBackup against the emulator", () => {
  const emulator = useEmulator();
  let backup: Managed;
  beforeEach(() => void (backup = managed("ProjectBackup", emulator)));

  const OPLOG = { id: "oplog-a", type: "s3OplogStore" };
  const SNAPSHOTS = { id: "snap-a", type: "s3blockstore" };
  const THEIRS = { id: "theirs", type: "oplogStore" };
  const PASSWORD = "kmip-password-of-the-program";
  const inputs = (rest: PlainObject = {}): PlainObject => ({
    projectId: emulator.projectId,
    oplogStoreFilter: [OPLOG],
    snapshotStoreFilter: [SNAPSHOTS],
    ...rest,
  });
  const live = () => emulator.projectBackups.get(emulator.projectId);
  const byHand = (fields: object): void => void emulator.projectBackups.update(emulator.projectId, fields);

  for (const status of [404, 401] as const)
    it(`is set where nobody has set it, which the service says with a ${status}`, async () => {
      emulator.settings.missingProjectBackup = status;
      assert.deepEqual(await backup.preview(inputs()), []);
      assert.equal(await backup.up(inputs()), "create");
      assert.deepEqual(live()?.oplogStoreFilter, [OPLOG]);
      assert.equal(await backup.refresh(), "same");
    });

  it("needs a global key, as a message says", async () => {
    const { orgId, apiKeyId } = emulator;
    emulator.apiKeys.update(apiKeyId, { roles: [{ orgId, roleName: "ORG_OWNER" }] });
    await assert.rejects(
      backup.up(inputs()),
      /401 .*Required role: Global Owner or Global Backup Admin; a global API key/,
    );
    assert.equal(emulator.counters.writes, 0);
  });

  it("is listed in a preview by what changes, and keeps what is not declared", async () => {
    emulator.projectBackups.set(emulator.projectId, {
      labelFilter: ["gold"],
      oplogStoreFilter: [THEIRS],
      daemonFilter: [{ machine: "daemon-1", headRootDirectory: "/head/" }],
    });
    const said = (await backup.preview(inputs())).join();
    assert.match(
      said,
      /exists and is adopted; this changes it:\n {2}oplogStoreFilter\[0\]\.id: "theirs" => "oplog-a"/,
    );
    await backup.up(inputs());
    assert.deepEqual(live()?.labelFilter, ["gold"]);
    assert.equal(live()?.daemonFilter?.length, 1);
    byHand({ labelFilter: ["silver"] });
    assert.equal(await backup.refresh(), "same");
  });

  it("is previewed with stores and filters that are not known yet, also where somebody has set it", async () => {
    const unknown = [
      inputs({ oplogStoreFilter: UNKNOWN }),
      inputs({ oplogStoreFilter: [UNKNOWN], labelFilter: UNKNOWN }),
      inputs({ oplogStoreFilter: [{ id: UNKNOWN, type: "s3OplogStore" }], kmipClientCertPath: UNKNOWN }),
    ];
    for (const each of unknown) assert.deepEqual(await backup.preview(each), []);
    emulator.projectBackups.set(emulator.projectId, { oplogStoreFilter: [OPLOG] });
    for (const each of unknown) assert.match((await backup.preview(each)).join(), /exists and is adopted/);
    await backup.up(inputs());
    for (const each of unknown) await backup.preview(each);
  });

  it("compares filters as sets", async () => {
    const both = inputs({ oplogStoreFilter: [OPLOG, THEIRS], labelFilter: ["a", "b"] });
    await backup.up(both);
    byHand({ oplogStoreFilter: [THEIRS, OPLOG], labelFilter: ["b", "a"] });
    assert.equal(await backup.refresh(), "same");
    await backup.up({ ...both, labelFilter: ["b", "a"] });
    assert.deepEqual(writesTo(emulator), ["PUT"]);
    byHand({ oplogStoreFilter: [THEIRS] });
    assert.equal(await backup.refresh(), "changed");
    await backup.up(both);
    assert.equal(live()?.oplogStoreFilter?.length, 2);
  });

  describe("with a password", () => {
    const certificate = { kmipClientCertPath: "/etc/kmip.pem", kmipClientCertPassword: PASSWORD };

    it("is repaired after it was changed by hand, and no message shows it", async () => {
      await backup.up(inputs(certificate));
      assert.equal(live()?.kmipClientCertPassword, PASSWORD);
      byHand({ kmipClientCertPassword: "password-set-by-hand" });
      assert.equal(await backup.refresh(), "changed");
      assert.deepEqual(backup.state?.outputs["changedSecrets"], ["kmipClientCertPassword"]);
      const said = (await backup.preview(inputs(certificate))).join();
      assert.doesNotMatch(said, /kmip-password|by-hand/);
      await backup.up(inputs(certificate));
      assert.equal(live()?.kmipClientCertPassword, PASSWORD);
      assert.equal(await backup.refresh(), "same");
    });

    it("keeps it through the change of a filter, and through a destroy", async () => {
      await backup.up(inputs(certificate));
      await backup.up(inputs({ ...certificate, labelFilter: ["x"] }));
      await backup.destroy();
      assert.equal(live()?.kmipClientCertPassword, PASSWORD);
    });

    it("is not lost if the program does not declare it and the service shows a mask", async () => {
      await backup.up(inputs());
      const masked = { id: emulator.projectId, oplogStoreFilter: [OPLOG], kmipClientCertPassword: "******" };
      for (const step of ["preview", "up"] as const) {
        failOn(emulator)("GET", { status: 200, body: masked });
        await assert.rejects(
          backup[step](inputs({ labelFilter: ["x"] })),
          /kmipClientCertPassword: the service has it, the program does not declare it.*Nothing was written/,
        );
      }
      assert.equal(writesTo(emulator).length, 1);
    });

    it("prevents no change that needs no write", async () => {
      const declared = inputs({ labelFilter: ["x"] });
      await backup.up(declared);
      const masked = { id: emulator.projectId, ...declared, kmipClientCertPassword: "******" };
      failOn(emulator)("GET", { status: 200, body: masked }, { times: "always" });
      for (const change of [{ resetOnDestroy: true }, { labelFilter: undefined }]) {
        await backup.preview({ ...declared, ...change });
        await backup.up({ ...declared, ...change });
      }
      assert.equal(writesTo(emulator).length, 1);
    });

    const shownMasked = (rest: object): void =>
      failOn(emulator)("GET", {
        status: 200,
        body: { id: emulator.projectId, labelFilter: ["a"], kmipClientCertPassword: "******", ...rest },
      });

    it("is named by the preview of an adoption that would lose it, which secretsVersion allows", async () => {
      const adopting = { projectId: emulator.projectId, labelFilter: ["b"] };
      const preview = async (rest: object): Promise<string> => {
        shownMasked({ kmipClientCertPath: "/theirs" });
        return (await backup.preview({ ...adopting, ...rest })).join();
      };
      await assert.rejects(preview({}), /kmipClientCertPassword: the service has it.*only a mask/);
      assert.match(
        await preview({ secretsVersion: 1 }),
        /kmipClientCertPassword: is not declared and will be removed/,
      );
      assert.equal(emulator.counters.writes, 0);
    });

    for (const [what, declared, theirs] of [
      ["nobody declares", {}, { kmipClientCertPath: "/theirs" }],
      ["belongs to another certificate by now", certificate, { kmipClientCertPath: "/theirs" }],
      ["was changed by hand", certificate, { ...certificate, kmipClientCertPassword: "their*****hand" }],
    ] as const)
      it(`is not lost by a destroy that only knows its mask: one that ${what}`, async () => {
        const declaring = { projectId: emulator.projectId, labelFilter: ["a"], ...declared };
        await backup.up(declaring);
        emulator.clearRequests();
        shownMasked(theirs);
        await assert.rejects(backup.destroy(), /shows only a mask of it.*Nothing was written/);
        assert.equal(emulator.counters.writes, 0);
      });

    it("must have the path of its certificate", async () => {
      await assert.rejects(
        backup.preview(inputs({ kmipClientCertPassword: PASSWORD })),
        ({ message }: Error) =>
          message.startsWith("kmipClientCertPath: is missing") && !message.includes(PASSWORD),
      );
    });
  });

  it("takes out of the filters what the program has put in when it is destroyed, so that stores can be deleted", async () => {
    await backup.up(inputs({ labelFilter: ["eu"] }));
    byHand({ oplogStoreFilter: [OPLOG, THEIRS], labelFilter: ["eu", "theirs"] });
    assert.equal(await backup.refresh(), "changed");
    await backup.destroy();
    assert.deepEqual(
      [live()?.oplogStoreFilter, live()?.snapshotStoreFilter, live()?.labelFilter],
      [[THEIRS], [], ["theirs"]],
    );
  });

  it("takes out a daemon by its machine, if the service has filled in the folder", async () => {
    await backup.up(inputs({ daemonFilter: [{ machine: "d1" }] }));
    byHand({
      daemonFilter: [
        { machine: "d1", headRootDirectory: "/head/" },
        { machine: "theirs", headRootDirectory: "/head/" },
      ],
    });
    await backup.destroy();
    assert.deepEqual(live()?.daemonFilter, [{ machine: "theirs", headRootDirectory: "/head/" }]);
  });

  it("keeps the fields of a newer version with the item that has them, and sends no mask of one", async () => {
    const [x, y] = [
      { id: "x", type: "oplogStore", region: "of-x" },
      { id: "y", type: "oplogStore", region: "of-y" },
    ];
    const filter = (...ids: string[]) => ids.map((id) => ({ id, type: "oplogStore" }));
    // The emulator knows no such fields, so that the first request is refused.
    const up = async (...ids: string[]) => {
      emulator.projectBackups.set(emulator.projectId, { oplogStoreFilter: [x, y] });
      byHand({ vault: { token: "****abcd" } });
      emulator.clearRequests();
      await backup.up({ projectId: emulator.projectId, oplogStoreFilter: filter(...ids) });
      assert.doesNotMatch(JSON.stringify(bodiesOf(emulator, "PUT")), /\*\*/);
      return bodiesOf(emulator, "PUT")[0]?.["oplogStoreFilter"];
    };
    assert.deepEqual(await up("y", "z"), [y, ...filter("z")]);
    assert.deepEqual(await up("x"), [x]);
    assert.deepEqual(await up(), []);
    await up("z");
    await backup.destroy();
    assert.deepEqual(live()?.oplogStoreFilter, []);
    assert.doesNotMatch(JSON.stringify(bodiesOf(emulator, "PUT")), /\*\*/);
  });

  it("is set although the response does not say of which project, and not read from that of another one", async () => {
    const theirs = { labelFilter: ["theirs"], kmipClientCertPath: "/theirs" };
    emulator.projectBackups.set(emulator.projectId, theirs);
    failOn(emulator)("GET", { status: 200, body: theirs });
    assert.match((await backup.preview(inputs())).join(), /exists and is adopted/);
    await backup.up(inputs());
    assert.equal(live()?.kmipClientCertPath, "/theirs");
    failOn(emulator)("GET", { status: 200, body: { id: "6f0000000000000000000009", ...theirs } });
    await assert.rejects(backup.refresh(), /the response is about another object, 6f0000000000000000000009/);
  });

  it("has empty filters after a destroy with resetOnDestroy", async () => {
    await backup.up(inputs({ resetOnDestroy: true }));
    byHand({ oplogStoreFilter: [OPLOG, THEIRS], labelFilter: ["theirs"] });
    await backup.destroy();
    assert.deepEqual([live()?.oplogStoreFilter, live()?.labelFilter], [[], []]);
  });

  it("is destroyed without a write if it is gone, or has nothing of the program", async () => {
    await backup.up(inputs());
    emulator.projectBackups.delete(emulator.projectId);
    emulator.clearRequests();
    await backup.destroy();
    assert.equal(emulator.counters.writes, 0);
  });

  it("ends right if the response to a write is lost", async () => {
    const patient = managed("ProjectBackup", emulator, { pause: async () => undefined });
    failOn(emulator)("PUT", "resetAfter");
    await patient.up(inputs());
    failOn(emulator)("PUT", "resetBefore");
    await patient.destroy();
    assert.deepEqual(live()?.oplogStoreFilter, []);
    assert.equal(bodiesOf(emulator, "PUT").length, 3);
  });

  for (const [change, problem] of [
    [{ oplogStoreFilter: [{ id: "x" }] }, "oplogStoreFilter[0].type: is missing"],
    [{ daemonFilter: [{ headRootDirectory: "/head/" }] }, "daemonFilter[0].machine: is missing"],
    [{ syncStoreFilter: [1] }, "syncStoreFilter[0]: must be a string, not 1"],
  ] as const)
    it(`is refused before a request: ${problem}`, async () => {
      await assert.rejects(backup.preview(inputs(change)), ({ message }: Error) =>
        message.startsWith(problem),
      );
      assert.equal(emulator.counters.requests, 0);
    });
});
