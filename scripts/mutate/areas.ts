/** The areas whose tests `npm run mutate` judges. */

export interface Area {
  /** What is changed, as globs. */
  readonly mutate: readonly string[];
  /** What must notice, as globs: tests of the fast levels. */
  readonly tests: readonly string[];
}

/** Mocha takes braces for a pattern only beside a star. */
const contract = (...names: readonly string[]): string[] =>
  names.map((name) => `test/contract/resources/${name}.test.ts`);

export const AREAS: Readonly<Record<string, Area>> = {
  ownership: {
    mutate: ["src/core/{check,ownership}.ts", "src/dynamic/identity.ts", "src/program/neighbours.ts"],
    tests: [
      ...contract("alert-config", "alert-config-set", "handover", "in-memory"),
      "test/unit/{core,dynamic,program}/**/*.test.ts",
    ],
  },
  comparison: {
    mutate: [
      "src/core/{adoption,comparison,converge,differences,kept-fields,key}.ts",
      "src/fields/quantity.ts",
      "src/secrets/masks.ts",
      "src/resources/alert-config/{comparison,complete-body,create-once,drift,matching}.ts",
      "src/resources/oplog-s3-config/drift.ts",
      "src/resources/*/drift-report.ts",
    ],
    tests: [
      ...contract("alert-config", "alert-config-read", "oplog-s3-config", "oplog-s3-config-drift"),
      "test/contract/cli/drift.test.ts",
      "test/contract/cli/drift-stack.test.ts",
      "test/contract/cli/imports.test.ts",
      "test/unit/{core,dynamic,secrets}/**/*.test.ts",
      "test/unit/resources/{alert-config,oplog-s3-config}/**/*.test.ts",
    ],
  },
  sets: {
    mutate: [
      "src/resources/alert-config-set/{adopting,definition,deleting,encoding,operations,others,outcomes,plan,texts,validation}.ts",
    ],
    tests: [
      ...contract("alert-config-set", "exposed-secrets", "handover", "unproven"),
      "test/unit/resources/alert-config-set/**/*.test.ts",
    ],
  },
  secrets: {
    mutate: ["src/secrets/{filter,marked,notifications,values}.ts"],
    tests: [
      "test/unit/{*,secrets/*}.test.ts",
      "test/unit/{core,dynamic}/**/*.test.ts",
      "test/unit/resources/alert-config/**/*.test.ts",
    ],
  },
  Digest: {
    mutate: ["src/http/digest/*.ts"],
    tests: ["test/unit/http/**/*.test.ts", "test/contract/http-client.test.ts"],
  },
  export: {
    mutate: ["src/cli/export/*.ts", "src/resources/*/declare.ts"],
    tests: ["test/contract/cli/export*.test.ts", "test/unit/cli/export/**/*.test.ts"],
  },
};
