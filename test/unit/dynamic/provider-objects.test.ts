import assert from "node:assert/strict";
import { objectName } from "../../../src/core/ownership-table";
import type { HostShared } from "../../../src/dynamic/provider";
import { ConfigError } from "../../../src/errors";
import { type Calls, type Definition, failing, INPUTS, reasonsOf, run, scene, URN } from "./scene";

const claiming = (id: string): Partial<Definition> => ({
  claims: () => ({ id, adopts: true, argument: "size", mustExist: true }),
});

const TWO = `${URN}::two`;
const OBJECT = objectName("ClusterName", "id");

describe("the ownership of objects", () => {
  const deletions = (calls: Calls): unknown[] =>
    calls.filter(([method]) => method === "delete").map((call) => call[2]);

  it("does not delete the object that the replacement adopted", async () => {
    const { methods, calls, process } = scene(claiming("id"));
    await methods.check({}, run("a"));
    await methods.create(INPUTS);
    await methods.delete("id", INPUTS);
    await methods.delete("another", INPUTS);
    assert.deepEqual(deletions(calls), ["another"]);
    assert.deepEqual(process.said, ["The thing id is still managed by this program: it was not deleted."]);
  });

  it("deletes objects replaced by `replaceOnChanges`, and objects that only a refresh has read", async () => {
    const { methods, calls } = scene();
    await methods.diff("refreshed", INPUTS, INPUTS);
    await methods.check(INPUTS, run("a"));
    await methods.diff("replaced", { ...INPUTS, size: 5 }, INPUTS);
    await methods.check({}, run("a"));
    await methods.delete("refreshed", INPUTS);
    await methods.delete("replaced", INPUTS);
    assert.deepEqual(deletions(calls), ["refreshed", "replaced"]);
  });

  it("refuses a second resource that claims the same object", async () => {
    const { methods } = scene(claiming("id"));
    const text = 'The resources "a" and "b" both manage the thing id: keep one of them. Nothing was written.';
    for (const [name, reasons] of Object.entries({ a: [], b: [text] }))
      assert.deepEqual(await reasonsOf(methods, run(name)), reasons);
  });

  it("refuses to adopt what another resource has, and to keep what another one adopts", async () => {
    const { methods, process } = scene(claiming("id"));
    process.ownership.hold([OBJECT], TWO);
    const managed = "The thing id is managed by another resource of this program. Nothing was written.";
    assert.deepEqual(await reasonsOf(methods, run("one")), [managed]);
    const { failures } = await methods.check(INPUTS, run("one"));
    assert.deepEqual(failures, [], "one that exists adopts nothing");
    const keeping = scene();
    keeping.process.ownership.claim({ object: OBJECT, urn: TWO, adopts: true });
    const refused = /resource "two" of the same program adopts/;
    await assert.rejects(keeping.methods.diff("id", INPUTS, INPUTS), refused);
  });

  it("refuses to keep an object that another resource deletes in the same run", async () => {
    const { methods, process } = scene();
    await methods.check(INPUTS, run("one"));
    process.ownership.markForDeletion([OBJECT], `${URN}::one`);
    assert.deepEqual(await methods.diff("id", INPUTS, INPUTS), { changes: false });
    const other = scene();
    await other.methods.check(INPUTS, run("one"));
    other.process.ownership.markForDeletion([OBJECT], TWO);
    await assert.rejects(
      other.methods.diff("id", INPUTS, INPUTS),
      /resource "two" of the same program deletes it in the same run/,
    );
  });

  it("reports a conflict that the program detected", async () => {
    const news = run("a", { conflict: "Two of them." });
    assert.deepEqual(await reasonsOf(scene().methods, news), ["Two of them."]);
  });
});

describe("a changed connection", () => {
  const olds = { ...INPUTS, connection: "eu" };
  const local: Partial<Definition> = { hasChosenIds: true };

  it("is not read by the comparison of an update, which reads the object itself", async () => {
    const { methods } = scene({ checkMoved: async () => "another one" });
    assert.deepEqual(await methods.diff("id", olds, INPUTS), {});
  });

  it("does not need the configuration of the old one", async () => {
    const connect = (name?: string) => name === "eu" && failing(new ConfigError("not configured"))();
    assert.deepEqual(await scene(local, { connect }).methods.diff("id", olds, INPUTS), {});
  });

  it("does not delete an adopted object over another spelling of the same URL", async () => {
    const spellings: Record<string, string> = { eu: "https://h:443/", us: "https://h/api/public/v1.0" };
    const settings = (name = "") => ({ baseUrl: spellings[name] ?? "https://h" });
    const { methods, calls } = scene({ ...local, ...claiming("id") }, { settings });
    await methods.check({}, { ...run("a"), connection: "eu" });
    await methods.delete("id", INPUTS);
    await methods.delete("id", { ...INPUTS, connection: "us" });
    assert.deepEqual(calls, []);
  });

  it("does not delete the moved object over the old or the new connection", async () => {
    const settings = (name = "default") => ({ baseUrl: `https://${name}` });
    const { methods, calls } = scene(local, { settings });
    await methods.check(olds, run("a"));
    await methods.diff("id", olds, INPUTS);
    await methods.delete("id", olds);
    await methods.delete("id", INPUTS);
    assert.deepEqual(calls, []);
  });
});

/** A kind whose resources manage several objects. */
function objects(
  rest: Partial<NonNullable<NonNullable<Definition["objects"]>["several"]>>,
): Partial<Definition> {
  const several = {
    managed: () => ({ kept: [], deleted: [] }),
    overwritten: async () => [],
    furtherChanges: () => undefined,
    ...rest,
  };
  return { objects: { declared: () => [], place: () => undefined, several } };
}

describe("a resource with several objects", () => {
  /** It keeps `kept` and deletes `deleted`. */
  const several = objects({ managed: () => ({ kept: ["kept"], deleted: ["deleted"] }) });

  it("does not count as the one that will delete what another resource has", async () => {
    const { methods, process } = scene(several);
    process.ownership.hold(["deleted"], TWO);
    await methods.check(INPUTS, run("one"));
    await methods.diff("id", INPUTS, INPUTS);
    process.ownership.recordCheck(TWO, true);
    assert.ok(process.ownership.isFree("deleted"));
  });

  it("is refused if another resource has or adopts an object that it keeps", async () => {
    const takes: ((process: HostShared) => void)[] = [
      ({ ownership }) => ownership.hold(["kept"], TWO),
      ({ ownership }) => void ownership.claim({ object: "kept", urn: TWO, adopts: true }),
      ({ ownership }) => ownership.reserve({ kept: "two" }),
    ];
    for (const take of takes) {
      const { methods, process } = scene(several);
      take(process);
      await methods.check(INPUTS, run("one"));
      await assert.rejects(
        methods.diff("id", INPUTS, INPUTS),
        /Other resources of the program manage or adopt objects of this thing as well: kept\. Keep one/,
      );
    }
  });

  describe("in a place of its own", () => {
    const conflict = (others: readonly string[]) => `not beside ${others.join(" and ")}`;
    const place = (alone: boolean): Partial<Definition> => ({
      objects: { declared: () => [], place: ({ projectId: name = "" }) => ({ name, alone, conflict }) },
    });

    it("is refused beside the others that the program announces, by name", async () => {
      const { methods } = scene(place(true));
      const neighbours = ["ClusterName::two", "AlertConfig::three"];
      assert.deepEqual(await reasonsOf(methods, run("one", { neighbours })), ["not beside two and three"]);
    });

    it("refuses one that is checked after it, which others would not", async () => {
      const around = { ownership: scene().process.ownership };
      await scene(place(true), {}, around).methods.check({}, run("two"));
      const shared = scene(place(false), {}, around);
      assert.deepEqual(await reasonsOf(shared.methods, run("one")), ["not beside two"]);
      const { methods } = scene(place(false));
      assert.deepEqual(await reasonsOf(methods, run("one", { neighbours: ["ClusterName::two"] })), []);
    });
  });

  describe("that an update changes as well", () => {
    const further = (isHidden: boolean): Partial<Definition> =>
      objects({ furtherChanges: () => ({ text: "more is deleted", isHidden }) });
    for (const preview of [true, false])
      it(preview ? "says so in a preview" : "says nothing in an update", async () => {
        for (const isHidden of [false, true]) {
          const { methods, process } = scene(further(isHidden));
          await methods.check(INPUTS, run("one", {}, preview));
          assert.deepEqual(await methods.diff("id", INPUTS, INPUTS), isHidden ? { changes: true } : {});
          assert.deepEqual(process.logged, preview ? [[`${URN}::one`, "info", "more is deleted"]] : []);
        }
      });

    it("says nothing in a refresh, which changes nothing", async () => {
      const { methods, process } = scene(further(true));
      assert.deepEqual(await methods.diff("id", INPUTS, INPUTS), { changes: false });
      assert.deepEqual(process.logged, []);
    });
  });
});
