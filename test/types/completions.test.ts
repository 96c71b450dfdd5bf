import assert from "node:assert/strict";
import { join } from "node:path";
import * as ts from "typescript";
import { repository } from "../support/repository";
import { MATCHER_FIELD_NAMES, MATCHER_OPERATORS } from "../../src/fields/alert-catalogue";
import { THRESHOLD_OPERATORS } from "../../src/fields/alert-catalogue";
import { AUTH_METHODS, WRITE_CONCERNS } from "../../src/fields/store-catalogue";

/** Fields, and some of what an editor offers as their values. */
const CASES: [type: string, field: string, values: readonly string[]][] = [
  ["AlertConfigArgs", "eventTypeName", ["NO_PRIMARY", "HOST_DOWN"]],
  ["GlobalAlertConfigArgs", "eventTypeName", ["NO_PRIMARY", "HOST_DOWN"]],
  ["AlertNotification", "typeName", ["SLACK", "PAGER_DUTY", "ADMIN"]],
  ["AlertNotification", "opsGenieRegion", ["US", "EU"]],
  ["AlertMatcher", "fieldName", MATCHER_FIELD_NAMES],
  ["AlertMatcher", "operator", MATCHER_OPERATORS],
  ["AlertMetricThreshold", "metricName", ["CONNECTIONS"]],
  ["AlertMetricThreshold", "units", ["RAW", "GIGABYTES"]],
  ["AlertThreshold", "operator", THRESHOLD_OPERATORS],
  ["OplogS3ConfigArgs", "s3AuthMethod", AUTH_METHODS],
  ["OplogS3ConfigArgs", "writeConcern", WRITE_CONCERNS],
  ["S3SnapshotStoreArgs", "writeConcern", WRITE_CONCERNS],
  ["AlertConfigSetArgs", "unmanaged", ["ignore", "report", "delete"]],
];

describe("an editor", () => {
  const file = join(repository, "test/types/completed.ts");
  let source = "";
  let version = 0;
  const options: ts.CompilerOptions = {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: (name) => (name === file ? String(version) : "0"),
    getScriptSnapshot: (name) => {
      const text = name === file ? source : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => repository,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: (name) => ts.sys.readFile(name),
    directoryExists: (name) => ts.sys.directoryExists(name),
  });

  function offers(type: string, field: string, value: string, values: readonly string[]): void {
    const marked = `import type { ${type} } from "../../src";\nconst one: Partial<${type}> = { ${field}: ${value} };`;
    source = marked.replace("|", "");
    version++;
    const found = service.getCompletionsAtPosition(file, marked.indexOf("|"), {})?.entries ?? [];
    const names = found.map(({ name }) => name);
    assert.deepEqual(
      values.filter((each) => !names.includes(each)),
      [],
    );
  }

  for (const [type, field, values] of CASES)
    it(`offers the documented values of ${field} (${type})`, () => offers(type, field, '"|"', values));

  it("offers the documented roles", () =>
    offers("AlertNotification", "roles", '["|"]', ["GROUP_OWNER", "ORG_OWNER"]));
});
