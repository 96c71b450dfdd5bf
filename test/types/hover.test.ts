import assert from "node:assert/strict";
import { join } from "node:path";
import * as ts from "typescript";
import { repository } from "../../scripts/demo/repository";

const ENTRY = join(repository, "src/index.ts");

const program = ts.createProgram([ENTRY], {
  strict: true,
  exactOptionalPropertyTypes: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  skipLibCheck: true,
  types: ["node"],
});
const checker = program.getTypeChecker();

const entry = program.getSourceFile(ENTRY);
assert.ok(entry);
const entryModule = checker.getSymbolAtLocation(entry);
assert.ok(entryModule);
const exported = checker
  .getExportsOfModule(entryModule)
  .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));

const classes = exported.filter(({ flags, name }) => flags & ts.SymbolFlags.Class && !name.endsWith("Error"));
const functions = exported.filter(({ name }) => /^get[A-Z]\w+$/.test(name));
/** Without the index of the functions, which has no objects. */
const types = exported.filter(
  ({ flags, name }) => name !== "Functions" && flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias),
);

/** The properties of the objects that a program writes and reads, with the name of their type. */
const properties = [...classes, ...types].flatMap((owner) =>
  checker
    .getDeclaredTypeOfSymbol(owner)
    .getProperties()
    .filter((property) => fileOf(property).startsWith(join(repository, "src")))
    .map((property) => ({ owner: owner.name, property })),
);

function fileOf(symbol: ts.Symbol): string {
  return symbol.declarations?.[0]?.getSourceFile().fileName ?? "";
}

/** What an editor shows: also the documentation that a class inherits from the arguments that it repeats. */
function documentationOf(symbol: ts.Symbol): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker));
}

function tagOf(symbol: ts.Symbol, name: string): string | undefined {
  const found = symbol.getJsDocTags(checker).find((tag) => tag.name === name);
  return found && ts.displayPartsToString(found.text);
}

function namesWhere(condition: (property: ts.Symbol, owner: string) => boolean): string[] {
  return properties
    .filter(({ property, owner }) => condition(property, owner))
    .map(({ property, owner }) => `${owner}.${property.name}`);
}

describe("the documentation that an editor shows", () => {
  it("covers the classes, functions and objects of the package", () => {
    assert.equal(classes.length, 5);
    assert.equal(functions.length, 22);
    assert.ok(properties.length > 200, String(properties.length));
  });

  it("has the meaning of every argument, output and result", () => {
    assert.deepEqual(
      namesWhere((property) => documentationOf(property).split(" ").length < 3),
      [],
    );
  });

  it("has the default of every optional argument, or says when it is required", () => {
    const written =
      /Args$|^Alert(Notification|Matcher|MetricThreshold|Threshold)$|^Oidc$|^AlertConfigMember$/;
    const isUndecided = (property: ts.Symbol, owner: string): boolean =>
      written.test(owner) &&
      Boolean(property.flags & ts.SymbolFlags.Optional) &&
      tagOf(property, "default") === undefined &&
      !/Required (for|unless) /.test(documentationOf(property));
    assert.deepEqual(namesWhere(isUndecided), []);
  });

  it("has the unit of every number", () => {
    const unit =
      /[Mm]inutes|hours|percent|MB|bytes|number of|in `units`|number or string|version of the secrets|status code/;
    const isNumber = (property: ts.Symbol): boolean => {
      const type = checker.typeToString(checker.getTypeOfSymbol(property));
      return /\bnumber\b/.test(type) && !/\{|\[\]/.test(type);
    };
    assert.deepEqual(
      namesWhere((property) => isNumber(property) && !unit.test(documentationOf(property))),
      [],
    );
  });

  it("names the page of the API documentation for every field of the API", () => {
    const isOfApi = (property: ts.Symbol): boolean =>
      /\/src\/(fields|api)\//.test(fileOf(property)) && !fileOf(property).endsWith("table.ts");
    const known = namesWhere((property) => isOfApi(property));
    assert.ok(known.includes("AlertConfig.enabled") || known.includes("AlertConfigArgs.enabled"));
    assert.deepEqual(
      namesWhere((property) => isOfApi(property) && !/https:\/\//.test(tagOf(property, "see") ?? "")),
      [],
    );
  });

  it("has an example and the required role of every class and function", () => {
    for (const symbol of [...classes, ...functions]) {
      const documentation = documentationOf(symbol);
      assert.match(tagOf(symbol, "example") ?? "", /^```ts\n[\s\S]*\n```$/, symbol.name);
      const isVariant = symbol.name.endsWith("Output");
      assert.match(
        documentation,
        isVariant ? /The `Output` variant of/ : /Required role of the API key: /,
        symbol.name,
      );
    }
  });

  it("says what the id of a look-up is", () => {
    const lookUps = classes.flatMap((symbol) =>
      [...(symbol.exports?.values() ?? [])].filter(({ name }) => name === "get"),
    );
    assert.equal(lookUps.length, 4);
    for (const lookUp of lookUps) {
      const parameters = lookUp.getJsDocTags(checker).map(({ text }) => ts.displayPartsToString(text));
      assert.match(parameters.join("\n"), /^id /m);
    }
  });
});
