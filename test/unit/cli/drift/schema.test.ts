import assert from "node:assert/strict";
import Ajv2020 from "ajv/dist/2020";
import { FORMATS } from "../../../../src/cli/drift/formats";
import { isPlainObject, omit, type PlainObject } from "../../../../src/json";
import schema from "../../../../schema/drift-report.v1.json";
import { EMPTY, EXAMPLE, forAnyReport } from "./reports";

const isValid = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

function problemsOf(document: unknown): string[] {
  isValid(document);
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Values of which all but a text are wrong where a text is expected, and all elsewhere. */
const WRONG = [null, true, -1, 0.5, "", {}, ["", ""]];

/** The document in every way that one of its objects lacks a key, has an additional one, or has a value of another type. */
function damagesOf(value: unknown): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => damagesOf(item).map((damaged) => value.with(index, damaged)));
  if (!isPlainObject(value)) return [];
  // Absent for global alert configurations.
  const required = Object.keys(value).filter((key) => key !== "projectId");
  const changed = Object.entries(omit(value, ["declared", "live"])).flatMap(([key, item]) => {
    const wrong = WRONG.filter((each) => each !== "" || typeof item !== "string" || key === "urn");
    return [...wrong, ...damagesOf(item)].map((damaged) => ({ ...value, [key]: damaged }));
  });
  return [{ ...value, additional: 1 }, ...required.map((key) => omit(value, [key])), ...changed];
}

describe("the schema of a drift report", () => {
  const printed = (found: typeof EXAMPLE): PlainObject => JSON.parse(FORMATS.json(found)) as PlainObject;

  it("accepts every report", () => {
    for (const found of [EMPTY, EXAMPLE]) assert.deepEqual(problemsOf(printed(found)), []);
    forAnyReport((found) => assert.deepEqual(problemsOf(printed(found)), []));
  });

  it("refuses every damaged report", () => {
    const damages = damagesOf(printed(EXAMPLE));
    assert.ok(damages.length > 300, String(damages.length));
    for (const damaged of damages) assert.notDeepEqual(problemsOf(damaged), [], JSON.stringify(damaged));
  });

  it("describes every property", () => {
    const visit = (part: unknown, path: string): void => {
      if (typeof part !== "object" || part === null) return;
      const { properties = {}, items, $defs = {} } = part as Record<string, Record<string, PlainObject>>;
      for (const [name, property] of [...Object.entries(properties), ...Object.entries($defs)]) {
        // A reference alone is described by its target.
        const isDescribed = ["title", "description"].every((key) => typeof property[key] === "string");
        assert.ok(isDescribed || Object.keys(property).join() === "$ref", `${path}.${name}`);
        visit(property, `${path}.${name}`);
      }
      visit(items, `${path}[]`);
    };
    visit(schema, "");
  });
});
