import assert from "node:assert/strict";
import { z } from "zod";
import { checkSchema, error, given, idProblems } from "../../../src/core/problems";
import { pathText, problemText, warning } from "../../../src/core/problems";
import { UNKNOWN } from "../../../src/unknowns";

const optional = z.string().optional();
const shape = z.strictObject({
  projectId: z.string().min(1, "must not be empty"),
  enabled: z.boolean().optional(),
  labels: z.array(z.string()).min(1, "must have at least one item").optional(),
  acceptedTos: z.literal(true).optional(),
  count: z.number().int("must be a whole number").positive("must be above 0").optional(),
  notifications: z.array(
    z.strictObject({ typeName: z.string(), apiToken: optional, delayMin: z.number().optional() }),
  ),
  oidc: z.strictObject({ clientSecret: optional }).optional(),
});

const VALID = { projectId: "p", notifications: [{ typeName: "SLACK" }] };
const texts = (value: unknown): string[] =>
  checkSchema(shape, value, "AlertConfig").problems.map(problemText);

describe("checkSchema", () => {
  it("returns nothing for valid arguments", () => assert.deepEqual(texts(VALID), []));

  const second = (field: object) => ({ notifications: [{ typeName: "A" }, { typeName: "B", ...field }] });
  const noText = (type: string) => `must be a string, not ${type} (secret)`;
  const foreign = (meant: string) => `is not an argument of AlertConfig (did you mean ${meant}?)`;
  /** Arguments besides the valid ones. */
  const cases: [what: string, rest: object, ...problems: string[]][] = [
    [
      "missing fields",
      { projectId: undefined, notifications: [{}] },
      "projectId: is missing; it is a string",
      "notifications[0].typeName: is missing; it is a string",
    ],
    [
      "values of another type",
      { projectId: 5, enabled: "true" },
      "projectId: must be a string, not 5",
      'enabled: must be true or false, not "true"',
    ],
    ["an object, not an array", { notifications: {} }, "notifications: must be an array, not an object"],
    ["null", { projectId: null }, "projectId: must be a string, not nothing"],
    ["an empty string", { projectId: "" }, "projectId: must not be empty"],
    ["an empty array", { labels: [] }, "labels: must have at least one item"],
    ["a number below the minimum", { count: 0 }, "count: must be above 0, not 0"],
    ["another literal", { acceptedTos: false }, "acceptedTos: must be true, not false"],
    ["a fraction instead of an integer", { count: 1.5 }, "count: must be a whole number, not 1.5"],
    ["an unknown argument", { enabeld: true }, `enabeld: ${foreign("enabled")}`],
    ["a nested typo", second({ apitoken: "t0ken" }), `notifications[1].apitoken: ${foreign("apiToken")}`],
    ["a secret of another type", second({ apiToken: 1 }), `notifications[1].apiToken: ${noText("a number")}`],
    ["a nested secret", { oidc: { clientSecret: false } }, `oidc.clientSecret: ${noText("a boolean")}`],
    ["a secret object", { oidc: { clientSecret: {} } }, "oidc.clientSecret: must be a string, not an object"],
  ];
  for (const [what, rest, ...problems] of cases) {
    it(`reports ${what}`, () => {
      assert.deepEqual(texts({ ...VALID, ...rest }), problems);
      assert.doesNotMatch(problems.join(), /t0ken/);
    });
  }

  for (const rest of [
    { projectId: UNKNOWN },
    { enabled: UNKNOWN },
    { acceptedTos: UNKNOWN },
    { count: UNKNOWN },
    { notifications: UNKNOWN },
    { notifications: [UNKNOWN] },
    { notifications: [{ typeName: UNKNOWN, delayMin: UNKNOWN }] },
    { oidc: UNKNOWN },
  ]) {
    const shown = JSON.stringify(rest).replaceAll(JSON.stringify(UNKNOWN), "unknown");
    it(`accepts ${shown}`, () => assert.deepEqual(texts({ ...VALID, ...rest }), []));
  }

  it("accepts arguments of which nothing is known", () => assert.deepEqual(texts(UNKNOWN), []));

  it("reports problems beside unknown values", () =>
    assert.deepEqual(texts({ projectId: UNKNOWN, enabled: 1, notifications: [UNKNOWN, { typeName: 5 }] }), [
      "enabled: must be true or false, not 1",
      "notifications[1].typeName: must be a string, not 5",
    ]));
});

describe("checkSchema of an object whose keys the program chooses", () => {
  const byName = z.strictObject({ members: z.record(z.string(), shape) });
  const problems = (members: unknown): string[] =>
    checkSchema(byName, { members }, "AlertConfigSet").problems.map(problemText);

  it("accepts any name, and unknown values", () => {
    assert.deepEqual(problems({ a: VALID, "b c": VALID, constructor: VALID, unknown: UNKNOWN }), []);
    assert.deepEqual(problems(UNKNOWN), []);
  });

  it("names an object as such", () => {
    assert.deepEqual(problems({ a: "none" }), ['members.a: must be an object, not "none"']);
    assert.deepEqual(problems([]), ["members: must be an object, not an array"]);
    assert.deepEqual(problems(undefined), ["members: is missing; it is an object"]);
  });
});

describe("idProblems", () => {
  const textsOf = (value: unknown): string[] => idProblems(["projectId"], value).map(problemText);

  for (const value of ["60a2b7c9e4b0c5571d3f8e12", "60A2B7C9E4B0C5571D3F8E12", UNKNOWN, undefined, "", 5]) {
    it(`accepts ${JSON.stringify(value)}`, () => assert.deepEqual(textsOf(value), []));
  }

  const digits = "60a2b7c9e4b0c5571d3f8e1";
  for (const id of ["p", digits, `${digits}23`, `${digits}g`, ` ${digits}2`]) {
    it(`warns about ${JSON.stringify(id)}`, () => {
      assert.deepEqual(textsOf(id), [
        `projectId: ${JSON.stringify(id)} is not 24 hexadecimal digits, the form of the service's ids`,
      ]);
      assert.equal(idProblems(["projectId"], id)[0]?.severity, "warning");
    });
  }
});

describe("given", () => {
  const cases: [value: unknown, path: (string | number)[], text: string][] = [
    ["plain", ["a"], '"plain"'],
    [5, ["a"], "5"],
    [undefined, ["a"], "nothing"],
    [[1], ["a"], "an array"],
    ["x".repeat(100), ["a"], "a string of 100 characters"],
    ["hush", ["notifications", 0, "apiToken"], "a string (secret)"],
    ["hush", ["webhookUrl", "inside"], "a string (secret)"],
  ];
  for (const [value, path, text] of cases) {
    it(`describes ${JSON.stringify(value)?.slice(0, 20)} at ${pathText(path)} as ${text.slice(0, 20)}`, () =>
      assert.equal(given(value, path), text));
  }
});

describe("a problem", () => {
  it("has a path in property notation, a message and a severity", () => {
    const expected = { path: "a[0].b[1].c", message: "is wrong", severity: "error" };
    assert.deepEqual(error(["a", 0, "b", 1, "c"], "is wrong"), expected);
    assert.equal(problemText(warning(["a"], "is odd")), "a: is odd");
    assert.equal(problemText(warning([], "is odd")), "is odd");
  });
});
