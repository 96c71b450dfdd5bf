import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import {
  applyWithSentinels,
  isKnownNow,
  lazyOutput,
  secretIfGiven,
  secretTexts,
} from "../../../src/program/arguments";
import { UNKNOWN } from "../../../src/unknowns";

/** Returns an output that is unknown in a preview. */
function unknownOutput(): pulumi.Output<string> {
  const { Output, unknown } = pulumi as unknown as {
    Output: new (...args: unknown[]) => pulumi.Output<string>;
    unknown: unknown;
  };
  const soon = <T>(value: T): Promise<T> => Promise.resolve(value);
  return new Output([], soon(unknown), soon(false), soon(false), soon([]));
}

/** Resolves an output as the engine does. */
async function settle(output: pulumi.Output<unknown>): Promise<{ value: unknown; secret: boolean }> {
  const inside = output as unknown as {
    promise(withUnknowns: boolean): Promise<unknown>;
    isSecret: Promise<boolean>;
  };
  return { value: await inside.promise(true), secret: await inside.isSecret };
}

describe("applyWithSentinels", () => {
  it("passes unknown values as the sentinel, and the rest as known", async () => {
    const value = { a: unknownOutput(), b: [1, unknownOutput()] };
    const { value: given } = await settle(applyWithSentinels(value, (known) => JSON.stringify(known)));
    assert.equal(given, JSON.stringify({ a: UNKNOWN, b: [1, UNKNOWN] }));
  });

  it("keeps secrets secret", async () => {
    const { secret } = await settle(applyWithSentinels({ a: pulumi.secret("s") }, ({ a }) => a.length));
    assert.equal(secret, true);
  });
});

describe("secretIfGiven", () => {
  it("leaves an absent value absent", () => assert.equal(secretIfGiven(undefined), undefined));
});

describe("isKnownNow", () => {
  const cases: [what: string, value: unknown, isKnown: boolean][] = [
    ["plain values at any depth", { a: ["x", { b: 1 }], c: undefined, d: null }, true],
    ["a promise", { a: [Promise.resolve(1)] }, false],
    ["an output", [{ a: pulumi.output(1) }], false],
  ];
  for (const [what, value, isKnown] of cases)
    it(`is ${isKnown} for ${what}`, () => assert.equal(isKnownNow(value), isKnown));
});

describe("lazyOutput", () => {
  it("is created once, at the first read", async () => {
    let made = 0;
    const resource = { late: "placeholder" } as unknown as pulumi.Resource & { late: pulumi.Output<number> };
    lazyOutput(resource, "late", () => pulumi.output(++made));
    assert.equal(made, 0);
    assert.deepEqual([(await settle(resource.late)).value, (await settle(resource.late)).value], [1, 1]);
  });
});

describe("secretTexts", () => {
  const cases: [what: string, args: unknown, texts: string[] | undefined][] = [
    ["nothing without secrets", { a: "x", b: [pulumi.output("y")] }, undefined],
    ["a secret at the top", { a: pulumi.secret("s1"), b: "x" }, ["s1"]],
    ["secrets at depth", { a: [{ b: pulumi.secret("s1") }, "x"], c: { d: pulumi.secret(42) } }, ["s1", "42"]],
    ["all texts in a secret object", { a: pulumi.secret({ b: "s1", c: ["s2"] }) }, ["s1", "s2"]],
    ["a secret in a promise", { a: Promise.resolve({ b: pulumi.secret("s1") }) }, ["s1"]],
  ];
  for (const [what, args, texts] of cases)
    it(`returns ${what}, as a secret`, async () =>
      assert.deepEqual(await settle(secretTexts(args)), { value: texts, secret: true }));
});
