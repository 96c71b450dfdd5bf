import assert from "node:assert/strict";
import type { PlainObject } from "../../../src/json";
import { jsonEqual, omit, pick } from "../../../src/json";
import { EVERYTHING, type ReplacedKind } from "./everything";
import { definitionOf, type Kind, managed, useEmulator } from "./managed";
import { native } from "./native";

/** What the service sets by itself at each write. */
const STAMPS = ["created", "updated", "id", "links"];
const KINDS = Object.keys(EVERYTHING) as ReplacedKind[];

/** The arguments of a program, from the inputs of the classes. */
function argumentsFrom(kind: Kind, inputs: PlainObject): PlainObject {
  return { ...(definitionOf(kind).fromInputs?.(inputs) ?? inputs) };
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
});
