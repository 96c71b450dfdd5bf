/** Refreshes of a state, as the engine runs them. */

import assert from "node:assert/strict";
import type { ProviderMethods } from "../../../src/dynamic/provider";
import { jsonEqual, type PlainObject } from "../../../src/json";
import { throughJson } from "../../support/through-json";

/** Refreshes a state, and once more, which finds nothing else. Returns the next state, and the inputs if they differ. */
export async function refreshed(
  methods: () => Pick<ProviderMethods, "read">,
  id: string,
  state: PlainObject,
): Promise<{ readonly props: PlainObject; readonly inputs: PlainObject | undefined }> {
  const { props = {}, inputs } = await methods().read(id, throughJson(state));
  if (inputs === undefined) assert.deepEqual(props, throughJson(state));
  assert.deepEqual(inputs?.["changedSecrets"] ?? [], props["changedSecrets"]);
  const again = await methods().read(id, throughJson(props));
  assert.equal(again.inputs, undefined, "a second refresh found something else");
  assert.deepEqual(again.props, throughJson(props));
  return { props, inputs };
}

/** The inputs that differ from the declared ones, by name. */
export function driftOf(found: PlainObject, declared: PlainObject): PlainObject {
  const names = new Set([...Object.keys(found), ...Object.keys(declared)]);
  names.delete("changedSecrets");
  const differing = [...names].filter((name) => !jsonEqual(found[name] ?? null, declared[name] ?? null));
  return Object.fromEntries(differing.map((name) => [name, found[name]]));
}
