/** The areas whose tests `npm run mutate` judges. */

export interface Area {
  /** What is changed, as globs. */
  readonly mutate: readonly string[];
  /** What must notice, as globs: tests of the fast levels. */
  readonly tests: readonly string[];
}

export const AREAS: Readonly<Record<string, Area>> = {
  ownership: {
    mutate: ["src/core/ownership.ts", "src/core/check.ts", "src/program/neighbours.ts"],
    tests: [
      "test/contract/resources/{alert-config,alert-config-set,handover}.test.ts",
      "test/unit/{core,program}/**/*.test.ts",
    ],
  },
  comparison: {
    mutate: [
      "src/core/{adoption,differences,kept-fields,masks}.ts",
      "src/resources/alert-config/{comparison,complete-body,drift,matching,unknown-fields}.ts",
      "src/resources/oplog-s3-config/drift.ts",
    ],
    tests: [
      "test/contract/resources/{alert-config,alert-config-read,oplog-s3-config,oplog-s3-config-drift}.test.ts",
      "test/unit/core/**/*.test.ts",
      "test/unit/resources/{alert-config,oplog-s3-config}/**/*.test.ts",
    ],
  },
  sets: {
    mutate: ["src/resources/alert-config-set/*.ts"],
    tests: [
      "test/contract/resources/{alert-config-set,exposed-secrets,handover,unproven}.test.ts",
      "test/unit/resources/alert-config-set/**/*.test.ts",
    ],
  },
  secrets: {
    mutate: [
      "src/secrets.ts",
      "src/secret-filter.ts",
      "src/core/marked-secrets.ts",
      "src/resources/alert-config/secrets.ts",
    ],
    tests: [
      "test/unit/*.test.ts",
      "test/unit/core/**/*.test.ts",
      "test/unit/resources/alert-config/**/*.test.ts",
    ],
  },
  Digest: {
    mutate: ["src/http/digest/*.ts"],
    tests: ["test/unit/http/**/*.test.ts", "test/contract/http-client.test.ts"],
  },
  export: {
    mutate: ["src/cli/export/*.ts"],
    tests: ["test/contract/cli/export*.test.ts", "test/unit/cli/export/**/*.test.ts"],
  },
};
