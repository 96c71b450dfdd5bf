import assert from "node:assert/strict";
import type { PlainObject } from "../../../src/json";
import { jsonEqual, omit, pick } from "../../../src/json";
import { setInputs } from "../../unit/resources/alert-config-set/sets";
import { argsFrom, withInputNames } from "../../../src/dynamic/form";
import { EVERYTHING, type ReplacedKind } from "./everything";
import { definitionOf, idsIn, type Kind, managed, useEmulator } from "./managed";
import { native } from "./native";

/** What the service sets by itself at each write. */
const STAMPS = ["created", "updated", "id", "links"];
const KINDS = Object.keys(EVERYTHING) as ReplacedKind[];

/** The arguments of a program, from the inputs of the classes. */
function argumentsFrom(kind: Kind, inputs: PlainObject): PlainObject {
  return { ...argsFrom(definitionOf(kind), inputs) };
}

describe("what a program does not declare", () => {
  const emulator = useEmulator();

  /** How the object differs after a write, by the names of its fields. */
  function changesIn(before: PlainObject, after: PlainObject): string[] {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const plain = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map((item) => (typeof item === "object" ? omit(item as PlainObject, STAMPS) : item))
        : value;
    return names.filter(
      (name) => !STAMPS.includes(name) && !jsonEqual(plain(before[name]), plain(after[name])),
    );
  }

  for (const kind of KINDS) {
    const { add, live, change, adopting, programs, pulumiId, changed, byHand } = EVERYTHING[kind];

    it(`survives two changes of another field after an adoption: ${kind}`, async () => {
      const id = add(emulator);
      const before = live(emulator, id);
      const resource = managed(kind, emulator);
      const [first, ...rest] = programs(emulator);
      await resource.up({ ...first, ...adopting(id) });
      assert.equal(emulator.counters.writes, 0, "the adoption writes nothing");
      for (const next of rest) {
        assert.equal(await resource.up(next), "update");
        assert.deepEqual(changesIn(before, live(emulator, id)), [changed]);
      }
      assert.equal(await resource.refresh(), "same");
    });

    it(`survives two changes of another field after an import of which the program has less: ${kind}`, async () => {
      const id = add(emulator);
      const before = live(emulator, id);
      const resource = native(kind, emulator);
      const [, ...rest] = programs(emulator);
      await resource.import(pulumiId(id));
      for (const next of rest) {
        assert.equal(await resource.up(argumentsFrom(kind, next)), "update");
        assert.deepEqual(changesIn(before, live(emulator, id)), [changed]);
      }
      assert.equal(await resource.refresh(), "same");
    });

    it(`survives when others change it between two writes: ${kind}`, async () => {
      const id = add(emulator);
      const resource = managed(kind, emulator);
      const [first, second = {}] = programs(emulator);
      await resource.up({ ...first, ...adopting(id) });
      change(emulator, id, byHand);
      await resource.up(second);
      assert.deepEqual(pick(live(emulator, id), Object.keys(byHand)), byHand);
    });

    it(`is restored after a refresh has shown that others changed it: ${kind}`, async () => {
      const id = add(emulator);
      const before = live(emulator, id);
      const resource = managed(kind, emulator);
      const [first, second = {}] = programs(emulator);
      await resource.up({ ...first, ...adopting(id) });
      change(emulator, id, byHand);
      assert.equal(await resource.refresh(), "changed");
      await resource.up(second);
      assert.deepEqual(changesIn(before, live(emulator, id)), [changed]);
    });
  }

  describe("matchers of another event", () => {
    const PROJECT = "60a2b7c9e4b0c5571d3f8e12";
    const mail = { typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0 };
    const program = { projectId: PROJECT, enabled: true, eventTypeName: "HOST_DOWN", notifications: [mail] };
    const matchers = [{ fieldName: "TYPE_NAME", operator: "EQUALS", value: "PRIMARY" }];
    const other = { ...program, eventTypeName: "VERSION_BEHIND" };
    const removed =
      /^(The alert configuration .*: )?matchers: the service has it for another event.*Declare it to keep it\.$/;
    const add = (): string =>
      emulator.alertConfigs(PROJECT).add({ ...program, groupId: PROJECT, matchers } as object).id;
    const matchersOf = (id: string): unknown => emulator.alertConfigs(PROJECT).get(id)?.["matchers"];

    it("are named by the preview and by the write that removes them", async () => {
      const id = add();
      const resource = managed("AlertConfig", emulator);
      await resource.up({ ...program, ...withInputNames({ adoptId: id }) });
      const known = resource.said.length;
      const [said = ""] = await resource.preview(other);
      assert.match(said, removed);
      await resource.up(other);
      assert.ok(
        resource.said.slice(known + 1).some((text) => removed.test(text)),
        resource.said.join("\n"),
      );
      assert.deepEqual(matchersOf(id), []);
    });

    it("are named by the preview of an adoption that changes the event", async () => {
      const id = add();
      const resource = managed("AlertConfig", emulator);
      const adopting = { ...other, ...withInputNames({ adoptId: id }) };
      assert.match(
        (await resource.preview(adopting)).join("\n"),
        /matchers: is not declared and will be removed/,
      );
    });

    it("are named by the update of a set whose member somebody gave them", async () => {
      const set = managed("AlertConfigSet", emulator);
      const { projectId, ...member } = program;
      const withEvent = (eventTypeName: string): PlainObject =>
        setInputs({ down: { ...member, eventTypeName } }, { projectId });
      await set.up(withEvent("HOST_DOWN"));
      const { down = "" } = idsIn(set);
      emulator.alertConfigs(PROJECT).update(down, { matchers });
      const known = set.said.length;
      await set.up(withEvent("VERSION_BEHIND"));
      assert.match(
        set.said.slice(known).join("\n"),
        /down.*: matchers: the service has it for another event/,
      );
      assert.deepEqual(matchersOf(down), []);
    });

    it("stay when the program declares them, without a word", async () => {
      const id = add();
      const resource = managed("AlertConfig", emulator);
      await resource.up({ ...program, ...withInputNames({ adoptId: id }) });
      const known = resource.said.length;
      await resource.up({ ...other, matchers });
      assert.deepEqual(matchersOf(id), matchers);
      assert.deepEqual(
        resource.said.slice(known).filter((text) => /matchers/.test(text)),
        [],
      );
    });
  });
});
