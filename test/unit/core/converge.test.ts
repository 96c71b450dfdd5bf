import assert from "node:assert/strict";
import { overwrittenNotes, previewOfExisting, stateAsDeclared, takeOver } from "../../../src/core/converge";
import type { CommonArgs, Context, ExistingObject, Named } from "../../../src/core/definition";

interface Args extends CommonArgs {
  readonly size: number;
}

interface Live {
  readonly size: number;
  readonly hasSecret?: boolean;
}

interface State {
  readonly args: Args;
  readonly live: Live;
}

const NAMED: Named = { id: "x1", adopts: true, argument: "adopt", mustExist: false };

/** A kind whose service has one object, or none, and what happens to it. */
function scene(live: Live | undefined, settings: { readonly onlineChecks?: boolean } = {}) {
  const calls: string[] = [];
  const said: string[] = [];
  const kind: ExistingObject<Args, State, Live> = {
    what: "thing",
    advice: "Set adopt",
    find: async () => live,
    compare: (args, { size }) => ({
      same: args.size === size,
      changes: args.size === size ? [] : [`size: ${size} => ${args.size}`],
      changedSecrets: [],
      unverifiedSecrets: args.size === size ? ["key"] : [],
    }),
    known: (args) => args,
    write: async (_context, id, { size }) => {
      calls.push(`write ${id}`);
      return { size };
    },
    stateOf: (args, found) => ({ args, live: found }),
    lacksSecret: (_args, { hasSecret }) => hasSecret === false,
  };
  const say = (text: string) => void said.push(text);
  const context = { settings, say, configKeyOf: () => undefined } as unknown as Context;
  return { kind, context, calls, said };
}

describe("a create that names an object", () => {
  const take = async (
    live: Live | undefined,
    {
      named = {},
      isHeld = false,
      ...args
    }: { named?: Partial<Named>; isHeld?: boolean } & Partial<Args> = {},
  ) => {
    const { kind, context, calls, said } = scene(live);
    const state = await takeOver(kind, context, { ...NAMED, ...named }, { size: 1, ...args }, () => isHeld);
    return { size: state?.live.size, calls, said };
  };

  it("takes over what is as declared, without a write, and says which secrets are not shown", async () => {
    const { size, calls, said } = await take({ size: 1 });
    assert.deepEqual([size, calls], [1, []]);
    assert.match(said.join("\n"), /thing x1 exists and is adopted as it is\.[^]*declared key/);
  });

  it("writes what differs, once, after it said so", async () => {
    const { size, calls, said } = await take({ size: 2 });
    assert.deepEqual([size, calls], [1, ["write x1"]]);
    assert.match(said.join("\n"), /this changes it:\n {2}size: 2 => 1/);
  });

  it("creates what does not exist, unless it must", async () => {
    assert.equal((await take(undefined)).size, undefined);
    const missing = take(undefined, { named: { mustExist: true } });
    await assert.rejects(missing, /^Error: adopt: there is no thing x1\.$/);
  });

  it("refuses what exists if nobody asked to adopt it", () =>
    assert.rejects(
      take({ size: 1 }, { named: { adopts: false } }),
      /the thing "x1" exists already\. Set adopt\. Nothing/,
    ));

  it("refuses what another resource of the program has", () =>
    assert.rejects(
      take({ size: 1 }, { isHeld: true }),
      /x1 is managed by another resource of this program\. N/,
    ));

  it("refuses the import of what is not as declared", () =>
    assert.rejects(
      take({ size: 2 }, { import: "x1" }),
      /import: the thing x1 is not as declared[^]*size: 2 => 1/,
    ));
});

describe("the preview of a create that names an object", () => {
  const preview = async (live: Live | undefined, named: Partial<Named> = {}, onlineChecks?: boolean) => {
    const { kind, context } = scene(live, onlineChecks === undefined ? {} : { onlineChecks });
    const { problems, notes } = await previewOfExisting(kind, context, { ...NAMED, ...named }, { size: 1 });
    return [...problems.map(({ path, message }) => `${path}: ${message}`), ...notes];
  };

  it("shows what an adoption changes", async () =>
    assert.match((await preview({ size: 2 })).join(), /is adopted; this changes it:\n {2}size: 2 => 1/));

  it("refuses what must exist and does not", async () => {
    assert.deepEqual(await preview(undefined), []);
    assert.deepEqual(await preview(undefined, { mustExist: true }), ["adopt: there is no thing x1"]);
  });

  it("reads what nobody asked to adopt only if the checks are required", async () => {
    assert.deepEqual(await preview({ size: 1 }, { adopts: false }), []);
    assert.match((await preview({ size: 1 }, { adopts: false }, true)).join(), /exists already\. Set adopt/);
    assert.deepEqual(await preview(undefined, { adopts: false }, true), []);
  });
});

describe("the first update of an imported object", () => {
  const SILENTLY = { isWritten: true, said: "", text: undefined };
  const update = async (live: Live | undefined) => {
    const { kind, context, said } = scene(live);
    const state = await stateAsDeclared(kind, context, "x1", { size: 1 });
    const [text] = await overwrittenNotes(kind, context, "x1", { size: 1 });
    return { isWritten: state === undefined, said: said.join("\n"), text };
  };

  it("writes nothing if the object is as declared, as far as the service shows it", async () => {
    const { isWritten, said, text } = await update({ size: 1 });
    assert.deepEqual([isWritten, text], [false, undefined]);
    assert.match(said, /declared key/);
  });

  it("writes what differs, after it said so", async () => {
    const { isWritten, said, text } = await update({ size: 2 });
    assert.equal(isWritten, true);
    assert.match(said, /was imported and is not as declared[^]*size: 2 => 1/);
    assert.equal(text, said);
  });

  it("writes a secret that the service does not have", async () =>
    assert.deepEqual(await update({ size: 1, hasSecret: false }), SILENTLY));

  it("writes what is gone, so that the write says so", async () =>
    assert.deepEqual(await update(undefined), SILENTLY));
});
