import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import {
  applyWithSentinels,
  isKnownNow,
  lazyOutput,
  secretIfGiven,
  secretTexts,
} from "../../../src/program/arguments";
import { UNKNOWN } from "../../../src/core/unknowns";

/** An output that a preview does not know. */
function unknownOutput(): pulumi.Output<string> {
  const { Output, unknown } = pulumi as unknown as {
    Output: new (...args: unknown[]) => pulumi.Output<string>;
    unknown: unknown;
  };
  const soon = <T>(value: T): Promise<T> => Promise.resolve(value);
  return new Output([], soon(unknown), soon(false), soon(false), soon([]));
}

/** What the engine gets of an output. */
async function settled(output: pulumi.Output<unknown>): Promise<{ value: unknown; secret: boolean }> {
  const inside = output as unknown as {
    promise(withUnknowns: boolean): Promise<unknown>;
    isSecret: Promise<boolean>;
  };
  return { value: await inside.promise(true), secret: await inside.isSecret };
}

describe("applyWithSentinels", () => {
  it("runs over plain values, promises and outputs at any depth", async () => {
    const value = { a: pulumi.output(1), b: [Promise.resolve("x")], c: { d: pulumi.output([true]) } };
    const result = await settled(applyWithSentinels(value, (known) => known));
    assert.deepEqual(result, { value: { a: 1, b: ["x"], c: { d: [true] } }, secret: false });
  });

  it("runs in spite of something unknown, which arrives as the sentinel while the rest is known", async () => {
    const value = { a: unknownOutput(), b: [1, unknownOutput()] };
    const { value: given } = await settled(applyWithSentinels(value, (known) => JSON.stringify(known)));
    assert.equal(given, JSON.stringify({ a: UNKNOWN, b: [1, UNKNOWN] }));
  });

  it("keeps a secret a secret", async () => {
    const { secret } = await settled(applyWithSentinels({ a: pulumi.secret("s") }, ({ a }) => a.length));
    assert.equal(secret, true);
  });
});

describe("secretIfGiven", () => {
  it("marks what is given", async () =>
    assert.deepEqual(await settled(secretIfGiven("s") as pulumi.Output<unknown>), {
      value: "s",
      secret: true,
    }));
  it("leaves alone what is not", () => assert.equal(secretIfGiven(undefined), undefined));
});

describe("isKnownNow", () => {
  const cases: [what: string, value: unknown, isKnown: boolean][] = [
    ["plain values at any depth", { a: ["x", { b: 1 }], c: undefined, d: null }, true],
    ["a promise", { a: [Promise.resolve(1)] }, false],
    ["an output", [{ a: pulumi.output(1) }], false],
  ];
  for (const [what, value, isKnown] of cases) {
    it(`is ${isKnown} for ${what}`, () => assert.equal(isKnownNow(value), isKnown));
  }
});

describe("lazyOutput", () => {
  it("is made once, when it is first read", async () => {
    let made = 0;
    const resource = { late: "placeholder" } as unknown as pulumi.Resource & { late: pulumi.Output<number> };
    lazyOutput(resource, "late", () => pulumi.output(++made));
    assert.equal(made, 0);
    assert.deepEqual([(await settled(resource.late)).value, (await settled(resource.late)).value], [1, 1]);
  });
});

describe("secretTexts", () => {
  const cases: [what: string, args: unknown, texts: string[] | undefined][] = [
    ["nothing where nothing is secret", { a: "x", b: [pulumi.output("y")] }, undefined],
    ["a secret at the top", { a: pulumi.secret("s1"), b: "x" }, ["s1"]],
    [
      "secrets at depth",
      { a: [{ b: pulumi.secret("s1") }, { b: "x" }], c: { d: pulumi.secret(42) } },
      ["s1", "42"],
    ],
    ["everything in a secret object", { a: pulumi.secret({ b: "s1", c: ["s2"] }) }, ["s1", "s2"]],
    ["a secret in a promise", { a: Promise.resolve({ b: pulumi.secret("s1") }) }, ["s1"]],
  ];
  for (const [what, args, texts] of cases) {
    it(`finds ${what}, and is a secret itself`, async () =>
      assert.deepEqual(await settled(secretTexts(args)), { value: texts, secret: true }));
  }
});
