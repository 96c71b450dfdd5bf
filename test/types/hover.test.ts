import assert from "node:assert/strict";
import { type Documented, type Property, readPublicApi } from "../../scripts/docs/public-api";

const api = readPublicApi();
const classes = api.filter(({ kind, name }) => kind === "class" && !name.endsWith("Error"));
const functions = api.filter(({ kind }) => kind === "function");
/** The objects that a program writes and reads, without the index of the functions. */
const objects = api.filter(({ kind, name }) => kind === "object" && name !== "Functions");

function tagOf({ tags }: Documented, name: string): string | undefined {
  return tags.find(([tag]) => tag === name)?.[1];
}

function propertiesWhere(condition: (property: Property, owner: string) => boolean): string[] {
  return [...classes, ...objects].flatMap(({ name, properties }) =>
    properties.filter((property) => condition(property, name)).map((property) => `${name}.${property.name}`),
  );
}

/** No argument, output or result is so, except these. */
function noneIs(condition: (property: Property, owner: string) => boolean, ...except: string[]): void {
  assert.deepEqual(propertiesWhere(condition), except);
}

describe("the documentation that an editor shows", () => {
  it("covers the classes, functions and objects of the package", () => {
    assert.equal(classes.length, 21);
    assert.equal(functions.length, 60);
    assert.ok(propertiesWhere(() => true).length > 200);
  });

  it("has the meaning of every argument, output and result", () => {
    noneIs(({ documentation }) => documentation.split(" ").length < 3);
  });

  it("has the default of every optional argument, or says when it is required", () => {
    const written =
      /Args$|^Alert(Notification|Matcher|MetricThreshold|Threshold)$|^Oidc$|^AlertConfigMember$/;
    const lacksDefault = (property: Property): boolean =>
      property.isOptional &&
      tagOf(property, "default") === undefined &&
      !/Required (for|unless) /.test(property.documentation);
    noneIs((property, owner) => written.test(owner) && lacksDefault(property));
  });

  it("has the unit of every number", () => {
    const unit =
      /[Mm]inutes|hours|percent|MB|bytes|number of|in `units`|number or string|version of the secrets|status code|weight of|days|weeks|months|GB|milliseconds|[Hh]our of|minute of/;
    const lacksUnit = ({ declared, documentation }: Property): boolean =>
      /\bnumber\b/.test(declared) && !unit.test(documentation);
    noneIs(lacksUnit, "GetAuditLogRotationResult.effective", "GetSystemLogRotationResult.effective");
  });

  it("names the page of the API documentation for every field of the API, at the field or at its object", () => {
    const isOfApi = ({ file }: Property): boolean =>
      /^src\/(fields|api|types)\//.test(file) && !file.endsWith("table.ts");
    assert.ok(propertiesWhere(isOfApi).includes("AlertConfigArgs.enabled"));
    noneIs((property) => isOfApi(property) && !/https:\/\//.test(property.source ?? ""));
  });

  it("has an example and the required role of every class and function", () => {
    for (const { name, tags, documentation } of [...classes, ...functions]) {
      assert.match(tags.get("example") ?? "", /^```ts\n[\s\S]*\n```$/, name);
      const expected = name.endsWith("Output") ? /The `Output` variant of/ : /Required role of the API key: /;
      assert.match(documentation, expected, name);
    }
  });

  it("says what the id of a look-up is", () => {
    const lookUps = classes.flatMap(({ methods }) => methods.filter(({ name }) => name === "get"));
    assert.equal(lookUps.length, 20);
    for (const { tags } of lookUps) assert.ok(tags.some(([, text]) => /^id ./.test(text)));
  });
});
