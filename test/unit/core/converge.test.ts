import assert from "node:assert/strict";
import { overwrittenNotes, stateAsDeclared, takeOver } from "../../../src/core/converge";
import type { CommonArgs, Context, Adoption } from "../../../src/core/definition";

interface Args extends CommonArgs {
  readonly size: number;
}

const ONE: Args = { size: 1 };

interface Live {
  readonly size: number;
  readonly hasSecret?: boolean;
}

interface State {
  readonly args: Args;
  readonly live: Live;
}

/** A kind whose service has one object, or none, and what happens to it. */
function scene(live: Live | undefined) {
  const calls: string[] = [];
  const said: string[] = [];
  const kind: Adoption<Args, State, Live> = {
    what: "thing",
    advice: "Set adopt",
    find: async () => live,
    compare: (args, { size }) => ({
      same: args.size === size,
      changes: args.size === size ? [] : [`size: ${size} => ${args.size}`],
      changedSecrets: [],
      lostSecrets: [],
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
  const context = { settings: {}, say, configKeyOf: () => undefined } as unknown as Context;
  return { kind, context, calls, said };
}

// How an object is taken over is shown by the contract tests of stores and alert configurations.
it("a create refuses what another resource of the program took while it was read", async () => {
  const { kind, context, calls } = scene({ size: 1 });
  const named = { id: "x1", adopts: true, argument: "adopt", mustExist: false };
  await assert.rejects(
    takeOver({ kind, context, id: "x1", args: ONE }, named, () => true),
    /x1 is managed by another resource of this program\. N/,
  );
  assert.deepEqual(calls, []);
});

describe("the first update of an imported object", () => {
  const SILENTLY = { isWritten: true, said: "", text: undefined };
  const update = async (live: Live | undefined) => {
    const { kind, context, said } = scene(live);
    const state = await stateAsDeclared({ kind, context, id: "x1", args: ONE });
    const [text] = await overwrittenNotes({ kind, context, id: "x1", args: ONE });
    return { isWritten: state === undefined, said: said.join("\n"), text };
  };

  it("writes nothing if the object is as declared, as far as the service shows it, and names the rest", async () => {
    const { isWritten, said, text } = await update({ size: 1 });
    assert.deepEqual([isWritten, text], [false, said]);
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
