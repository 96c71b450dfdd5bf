/** The areas whose tests `npm run mutate` judges. */

export interface Area {
  /** What is changed, as globs. */
  readonly mutate: readonly string[];
  /** What must notice, as globs: tests of the fast levels. */
  readonly tests: readonly string[];
}

export const AREAS: Readonly<Record<string, Area>> = {
  ownership: {
    mutate: [
      "src/core/{check,ownership,ownership-table}.ts",
      "src/dynamic/identity.ts",
      "src/program/neighbours.ts",
    ],
    tests: ["test/contract/resources/*.test.ts", "test/unit/{core,dynamic,program}/**/*.test.ts"],
  },
  comparison: {
    mutate: [
      "src/core/{comparison,converge,kept-fields,key,not-taken,rows}.ts",
      "src/fields/{additional,quantity}.ts",
      "src/secrets/masks.ts",
      "src/resources/alert-config/{compare,put-body,create-once,drift,matching}.ts",
      "src/resources/store/drift.ts",
      "src/resources/*/drift-report.ts",
    ],
    tests: [
      "test/contract/resources/*.test.ts",
      "test/contract/cli/{drift*,imports*}.test.ts",
      "test/unit/{core,dynamic,secrets}/**/*.test.ts",
      "test/unit/resources/**/*.test.ts",
    ],
  },
  sets: {
    mutate: ["src/resources/alert-config-set/!(declare|drift-report).ts"],
    tests: ["test/contract/resources/*.test.ts", "test/unit/resources/alert-config-set/**/*.test.ts"],
  },
  secrets: {
    mutate: ["src/secrets/{filter,marked,notifications,values}.ts"],
    // Not generated.test.ts, which formats what it compares.
    tests: ["test/unit/*/**/*.test.ts", "test/unit/!(generated).test.ts"],
  },
  Digest: {
    mutate: ["src/http/digest/*.ts"],
    tests: ["test/unit/http/**/*.test.ts", "test/contract/http-client*.test.ts"],
  },
  export: {
    mutate: ["src/cli/export/*.ts", "src/resources/*/declare.ts"],
    // Not export.test.ts, which takes minutes for each mutant that nobody notices.
    tests: ["test/contract/cli/export-*.test.ts", "test/unit/cli/**/*.test.ts"],
  },
};
