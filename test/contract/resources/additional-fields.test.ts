import assert from "node:assert/strict";
import type { PlainObject } from "../../../src/json";
import { DOWN, INPUTS } from "./inputs";
import { bodiesOf, idsIn, type Managed, managed, useEmulator, writesTo } from "./managed";

const CRITICAL = { severityOverride: "CRITICAL", throttle: { minutes: 5 } };
const [MAIL] = DOWN.notifications;

/** The kinds that have them, and the collections of their objects. */
const COLLECTIONS = {
  AlertConfig: "alertConfigs",
  AlertConfigSet: "alertConfigs",
  FileSystemSnapshotStore: "fileSystemSnapshotStores",
  GlobalAlertConfig: "globalAlertConfigs",
  MongoOplogStore: "mongoOplogStores",
  MongoSnapshotStore: "mongoSnapshotStores",
  OplogS3Config: "oplogS3Configs",
  S3SnapshotStore: "s3SnapshotStores",
} as const;
const KINDS = Object.keys(COLLECTIONS) as (keyof typeof COLLECTIONS)[];

describe("additionalFields", () => {
  const emulator = useEmulator({ newerFields: ["severityOverride", "throttle", "format", "digest"] });

  for (const kind of KINDS) {
    describe(`of ${kind}`, () => {
      let resource: Managed;
      beforeEach(() => (resource = managed(kind, emulator)));
      const inputs = (additionalFields?: PlainObject): PlainObject => {
        const given = INPUTS[kind](emulator);
        const own = additionalFields === undefined ? {} : { additionalFields };
        return kind === "AlertConfigSet"
          ? { ...given, alertConfigs: { down: { ...DOWN, ...own } } }
          : { ...given, ...own };
      };
      const live = () => {
        const isOfProject = COLLECTIONS[kind] === "alertConfigs";
        const objects = emulator.entities(COLLECTIONS[kind], isOfProject ? emulator.projectId : undefined);
        const id = idsIn(resource)["down"] ?? resource.id?.split("/").at(-1) ?? "";
        return {
          get: () => ({ ...objects.get(id) }) as PlainObject,
          change: (patch: PlainObject) => objects.update(id, patch),
        };
      };
      const declared = (): unknown => {
        const { alertConfigs, ...own } = resource.state?.inputs ?? {};
        return (alertConfigs as PlainObject | undefined)?.["down"] ?? own;
      };

      it("are sent beside the other fields, and are as declared afterwards", async () => {
        await resource.up(inputs(CRITICAL));
        const [body = {}] = bodiesOf(emulator, "POST");
        const { severityOverride, throttle, additionalFields } = body;
        assert.deepEqual(
          [severityOverride, throttle, additionalFields],
          ["CRITICAL", { minutes: 5 }, undefined],
        );
        assert.deepEqual([await resource.refresh(), await resource.up(inputs(CRITICAL))], ["same", "same"]);
        assert.doesNotMatch(resource.said.join(), /did not take/);
      });

      it("are drift by name, also in an object, which may have more than is declared", async () => {
        await resource.up(inputs(CRITICAL));
        live().change({ throttle: { minutes: 5, unit: "MINUTES" }, digest: "daily" });
        assert.equal(await resource.refresh(), "same");
        live().change({ severityOverride: "INFO", throttle: { minutes: 7, unit: "MINUTES" } });
        assert.equal(await resource.refresh(), "changed");
        const found = (declared() as PlainObject)["additionalFields"];
        assert.deepEqual(found, { severityOverride: "INFO", throttle: { minutes: 7 } });
        assert.equal(await resource.up(inputs(CRITICAL)), "update");
        const { severityOverride, throttle, digest } = live().get();
        assert.deepEqual([severityOverride, throttle, digest], ["CRITICAL", { minutes: 5 }, "daily"]);
      });

      it("are removed when the program no longer declares them, and only they", async () => {
        await resource.up(inputs({ ...CRITICAL, format: "HTML" }));
        live().change({ digest: "daily" });
        assert.equal(await resource.up(inputs({ format: "HTML" })), "update");
        const { severityOverride, throttle, format, digest } = live().get();
        assert.deepEqual(
          [severityOverride, throttle, format, digest],
          [undefined, undefined, "HTML", "daily"],
        );
        await resource.up(inputs());
        assert.deepEqual([live().get()["format"], live().get()["digest"]], [undefined, "daily"]);
      });

      it("that the service does not keep are reported, and written once by each up", async () => {
        for (const method of ["POST", "PUT"])
          emulator.faults.add({
            match: { method, times: "always" },
            action: { mergePatch: { severityOverride: null } },
          });
        await resource.up(inputs(CRITICAL));
        const text =
          /did not take \S*additionalFields\.severityOverride of "resource": "CRITICAL" was written, and it has none\./;
        assert.match(resource.said.join("\n"), text);
        emulator.clearRequests();
        assert.equal(await resource.up(inputs(CRITICAL)), "update");
        assert.deepEqual(writesTo(emulator), ["PUT"]);
      });

      it("that are empty mean the same as none", async () => {
        await resource.up(inputs({}));
        assert.deepEqual([await resource.refresh(), await resource.up(inputs())], ["same", "same"]);
      });

      it("with a name that has an argument, or that the service sets, are refused with that argument", async () => {
        const [known, text] = kind.includes("Alert")
          ? ["enabled", "is an argument: declare it as "]
          : ["labels", "is an argument: declare it as "];
        const refused = resource.preview(inputs({ [known]: true, id: "x" }));
        await assert.rejects(refused, ({ message }: Error) => {
          const at = kind === "AlertConfigSet" ? "alertConfigs.down.additionalFields" : "additionalFields";
          assert.ok(message.includes(`${at}.${known}: ${text}${known}`), message);
          assert.ok(message.includes(`${at}.id: is set by the service; leave it out`), message);
          return true;
        });
        assert.equal(emulator.counters.writes, 0);
      });

      it("with a name that sounds like a secret cause a warning", async () => {
        const said = await resource.preview(inputs({ digest: [{ signingKey: "k-1" }], AuthToken: "t-1" }));
        for (const path of ["digest[0].signingKey", "AuthToken"])
          assert.ok(
            said.some((text) => text.includes(`additionalFields.${path}: its name sounds like a secret`)),
            said.join("\n"),
          );
        assert.doesNotMatch(said.join("\n"), /k-1|t-1/);
      });
    });
  }

  describe("of a notification", () => {
    const inputs = (...fields: (PlainObject | undefined)[]): PlainObject => ({
      projectId: emulator.projectId,
      ...DOWN,
      notifications: fields.map((additionalFields) => ({
        ...MAIL,
        ...(additionalFields && { additionalFields }),
      })),
    });
    const listIn = (object: PlainObject = {}) => object["notifications"] as PlainObject[];
    const live = () => emulator.alertConfigs().list().at(-1) ?? assert.fail();

    it("are sent, compared and removed in it, whatever the order of the service", async () => {
      const alert = managed("AlertConfig", emulator);
      await alert.up(inputs({ format: "HTML" }, { format: "TEXT" }));
      assert.deepEqual(
        listIn(bodiesOf(emulator, "POST")[0]).map(({ format }) => format),
        ["HTML", "TEXT"],
      );
      const { id, notifications } = live();
      emulator.alertConfigs().update(id, { notifications: notifications.toReversed() });
      assert.equal(await alert.refresh(), "same");
      emulator.alertConfigs().update(id, {
        notifications: notifications.map((each) => ({
          ...each,
          digest: "daily",
          ...(each["format"] === "TEXT" && { format: "PDF" }),
        })),
      });
      assert.equal(await alert.refresh(), "changed");
      assert.deepEqual(
        listIn(alert.state?.inputs).map(({ additionalFields }) => additionalFields),
        [{ format: "HTML" }, { format: "PDF" }],
      );
      await alert.up(inputs({ format: "HTML" }, undefined));
      assert.deepEqual(
        live().notifications.map(({ format, digest }) => [format, digest]),
        [
          ["HTML", "daily"],
          [undefined, "daily"],
        ],
      );
    });

    it("with a name that has an argument are refused with that argument", async () => {
      const refused = managed("AlertConfig", emulator).preview(inputs({ delayMin: 5 }));
      const text =
        /notifications\[0\]\.additionalFields\.delayMin: is an argument: declare it as notifications\[0\]\.delayMin/;
      await assert.rejects(refused, text);
    });

    it("that the service refuses are named by their path", async () => {
      emulator.settings.newerFields = [];
      const refused = managed("AlertConfig", emulator).up(inputs({ format: "HTML" }));
      await assert.rejects(
        refused,
        /notifications\[0\]\.additionalFields\.format: "HTML" was sent; the service does not take it/,
      );
    });
  });

  it("are part of what an adoption compares", async () => {
    const { projectId } = emulator;
    const { id } = emulator
      .alertConfigs()
      .add({ groupId: projectId, ...DOWN, severityOverride: "CRITICAL" } as never);
    const inputs = { projectId, ...DOWN, adoptId: id };
    const equal = managed("AlertConfig", emulator);
    await equal.up({ ...inputs, additionalFields: { severityOverride: "CRITICAL" } });
    assert.deepEqual(writesTo(emulator), []);
    const other = managed("AlertConfig", emulator, { name: "other" });
    await other.up({ ...inputs, additionalFields: { severityOverride: "INFO" } });
    assert.deepEqual(writesTo(emulator), ["PUT"]);
  });
});
