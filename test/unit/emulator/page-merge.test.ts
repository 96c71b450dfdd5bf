import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import { MERGE_SCRIPT } from "../../../src/emulator/page/merge-script";

type Merge = (seen: unknown, saved: unknown, held: unknown, current?: unknown) => unknown;

// As the page does it: with the entity that it held when the edit began, and the one at the save.
const merge = runInNewContext(`${MERGE_SCRIPT}
(seen, saved, held, current = held) => {
  const merged = mergeEdit(seen, saved, current, findMasks(seen, held));
  return JSON.stringify({ merged, patch: makePatch(current, merged) });
}`) as Merge;

/** The entity after an edit, and the patch that changes it to that. */
const edit = (
  seen: unknown,
  saved: unknown,
  held: unknown,
  current = held,
): { merged: unknown; patch: unknown } => JSON.parse(String(merge(seen, saved, held, current)));

describe("an edit in the control page", () => {
  const ids = ["a", "b"];
  const REAL = {
    id: "1",
    uri: "mongodb://user:word@db/x",
    oidc: { clientSecret: "cl1ent", enabled: true },
    list: ids.map((id) => ({ id, apiToken: `${id}-token`, delay: 0 })),
    roles: ["OWNER"],
    note: null,
  };
  const SEEN = {
    ...REAL,
    uri: "mongodb://********@db/x",
    oidc: { clientSecret: "********", enabled: true },
    list: ids.map((id) => ({ id, apiToken: "***oken", delay: 0 })),
  };
  const [one, two] = SEEN.list;
  const [realOne, realTwo] = REAL.list;
  const oidc = (more: object) => ({ ...SEEN, oidc: { ...SEEN.oidc, ...more } });
  const list = (...elements: unknown[]) => ({ ...SEEN, list: elements });
  const third = { apiToken: "third" };
  const late = { ...two, delay: 5 };

  for (const [what, saved, patch] of [
    ["nothing", SEEN, {}],
    ["nothing but the order of fields", Object.fromEntries(Object.entries(SEEN).toReversed()), {}],
    ["a new field", { ...SEEN, more: { deep: [1] } }, { more: { deep: [1] } }],
    ["a field less", { ...SEEN, roles: undefined }, { roles: null }],
    ["a null", { ...SEEN, note: "text", roles: null }, { note: "text", roles: null }],
    ["a field beside a secret", oidc({ enabled: false }), { oidc: { enabled: false } }],
    ["a secret", oidc({ clientSecret: "new" }), { oidc: { clientSecret: "new" } }],
    ["no secret more", { ...SEEN, oidc: { enabled: true } }, { oidc: { clientSecret: null } }],
    ["a type", { ...SEEN, roles: { a: 1 }, oidc: [] }, { roles: { a: 1 }, oidc: [] }],
    ["an element less", list(two), { list: [realTwo] }],
    ["another order", list(two, one), { list: [realTwo, realOne] }],
    ["a field in another order", list(late, one), { list: [{ ...realTwo, delay: 5 }, realOne] }],
    ["an element more", list(one, two, third), { list: [realOne, realTwo, third] }],
  ] as const)
    it(`sends ${what}`, () => assert.deepEqual(edit(SEEN, saved, REAL).patch, patch));

  for (const [path, saved] of [
    ["uri", { ...SEEN, uri: "mongodb://********@db2/x" }],
    ["oidc.clientSecret", oidc({ clientSecret: "*********" })],
    ["elsewhere", { ...SEEN, elsewhere: "********" }],
    ["more.deep[0]", { ...SEEN, more: { deep: ["********"] } }],
    ["list[2].apiToken", list(one, two, { id: "c", apiToken: "***oken" })],
    ["list[0].apiToken", list({ apiToken: "***oken", delay: 3 })],
  ] as const)
    it(`refuses a mask as ${path}`, () =>
      assert.throws(
        () => edit(SEEN, saved, REAL),
        ({ message }: Error) => message.startsWith(`${path} is only a part of the value`),
      ));

  it("keeps what others have changed in the meantime", () => {
    const rotated = { ...realOne, apiToken: "rotated" };
    const current = { ...REAL, uri: "mongodb://other", list: [realTwo, rotated], added: true };
    const saved = { ...list({ ...one, delay: 5 }, two), roles: ["READER"] };
    const merged = { ...current, list: [{ ...rotated, delay: 5 }, realTwo], roles: ["READER"] };
    assert.deepEqual(edit(SEEN, saved, REAL, current).merged, merged);
  });

  it("tells elements without ids apart by their content, else by their place", () => {
    const tokens = ["one", "two"].map((token, index) => ({ token, n: index + 1 }));
    const [first, second] = tokens.map(({ n }) => ({ token: "****", n }));
    const merged = (...elements: unknown[]) => {
      const result = edit({ list: [first, second] }, { list: elements }, { list: tokens }).merged;
      return (result as { list: unknown }).list;
    };
    assert.deepEqual(merged(second), [tokens[1]]);
    assert.deepEqual(merged(second, first), tokens.toReversed());
    assert.deepEqual(merged(first, { ...second, n: 3 }), [tokens[0], { token: "two", n: 3 }]);
  });
});
