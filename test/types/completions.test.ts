import assert from "node:assert/strict";
import { join } from "node:path";
import * as ts from "typescript";
import { repository } from "../../scripts/demo/repository";
import {
  MATCHER_FIELD_NAMES,
  MATCHER_OPERATORS,
  THRESHOLD_OPERATORS,
} from "../../src/fields/alert-catalogue";
import { AUTH_METHODS, WRITE_CONCERNS } from "../../src/fields/oplog-s3-config";

/** Arguments with a cursor in place of a value, and some of what an editor offers there. */
const CASES: [argument: string, source: string, values: readonly string[]][] = [
  [
    "eventTypeName",
    `const alert: Partial<AlertConfigArgs> = { eventTypeName: "|" };`,
    ["NO_PRIMARY", "HOST_DOWN"],
  ],
  ["typeName", `const one: AlertNotification = { typeName: "|" };`, ["SLACK", "PAGER_DUTY"]],
  ["roles", `const one: Partial<AlertNotification> = { roles: ["|"] };`, ["GROUP_OWNER", "ORG_OWNER"]],
  ["opsGenieRegion", `const one: Partial<AlertNotification> = { opsGenieRegion: "|" };`, ["US", "EU"]],
  ["matcher fieldName", `const one: Partial<AlertMatcher> = { fieldName: "|" };`, MATCHER_FIELD_NAMES],
  ["matcher operator", `const one: Partial<AlertMatcher> = { operator: "|" };`, MATCHER_OPERATORS],
  ["metricName", `const one: Partial<AlertMetricThreshold> = { metricName: "|" };`, ["CONNECTIONS"]],
  ["units", `const one: Partial<AlertMetricThreshold> = { units: "|" };`, ["RAW", "GIGABYTES"]],
  ["threshold operator", `const one: Partial<AlertThreshold> = { operator: "|" };`, THRESHOLD_OPERATORS],
  ["s3AuthMethod", `const one: Partial<OplogS3ConfigArgs> = { s3AuthMethod: "|" };`, AUTH_METHODS],
  ["writeConcern", `const one: Partial<OplogS3ConfigArgs> = { writeConcern: "|" };`, WRITE_CONCERNS],
  [
    "unmanaged",
    `const one: Partial<AlertConfigSetArgs> = { unmanaged: "|" };`,
    ["ignore", "report", "delete"],
  ],
];

const IMPORTS = `import type {
  AlertConfigArgs, AlertConfigSetArgs, AlertMatcher, AlertMetricThreshold, AlertNotification, AlertThreshold, OplogS3ConfigArgs,
} from "../../src";
`;

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

  for (const [argument, text, values] of CASES) {
    it(`offers the documented values of ${argument}`, () => {
      const marked = IMPORTS + text;
      source = marked.replace("|", "");
      version++;
      const found = service.getCompletionsAtPosition(file, marked.indexOf("|"), {})?.entries ?? [];
      const names = found.map(({ name }) => name);
      assert.deepEqual(
        values.filter((value) => !names.includes(value)),
        [],
      );
    });
  }
});
