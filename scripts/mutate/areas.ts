/** The areas whose tests `npm run mutate` judges. */

export interface Area {
  /** What is changed, as globs. */
  readonly mutate: readonly string[];
  /** The tests that run first, as globs. */
  readonly first: readonly string[];
  /** Those that must notice what these do not, of the fast levels. */
  readonly tests: readonly string[];
}

/** The tests of resources, each once: over the other adapter they take minutes for each mutant that nobody notices. */
const ONCE = "test/contract/resources/!(over-adapters).test.ts";

export const AREAS: Readonly<Record<string, Area>> = {
  ownership: {
    mutate: [
      "src/core/{check,ownership}.ts",
      "src/core/ownership-table/*.ts",
      "src/dynamic/identity.ts",
      "src/program/neighbours.ts",
    ],
    first: ["test/unit/{core,dynamic,program}/**/*.test.ts"],
    tests: ["test/contract/resources/*.test.ts"],
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
    first: ["test/unit/{core,dynamic,secrets}/**/*.test.ts", "test/unit/resources/**/*.test.ts"],
    tests: [ONCE, "test/contract/cli/{drift*,imports*}.test.ts"],
  },
  sets: {
    mutate: ["src/resources/alert-config-set/!(declare|drift-report).ts"],
    first: [
      "test/unit/resources/alert-config-set/**/*.test.ts",
      "test/contract/resources/alert-config-set*.test.ts",
    ],
    tests: ["test/contract/resources/*.test.ts"],
  },
  settings: {
    mutate: ["src/core/settings-kind/*.ts"],
    first: [
      "test/contract/resources/{feature-control,integration,log-rotation,project-backup,snapshot-schedule}*.test.ts",
    ],
    tests: [ONCE, "test/contract/cli/export-*.test.ts"],
  },
  secrets: {
    mutate: ["src/secrets/{filter,marked,notifications,values}.ts"],
    // Not generated.test.ts, which formats what it compares.
    first: ["test/unit/secrets/**/*.test.ts"],
    tests: ["test/unit/*/**/*.test.ts", "test/unit/!(generated).test.ts"],
  },
  Digest: {
    mutate: ["src/http/digest/*.ts"],
    first: ["test/unit/http/digest/**/*.test.ts"],
    tests: ["test/unit/http/**/*.test.ts", "test/contract/http-client*.test.ts"],
  },
  export: {
    mutate: ["src/cli/export/*.ts", "src/resources/*/declare.ts"],
    // Not export.test.ts, which takes minutes for each mutant that nobody notices.
    first: ["test/unit/cli/**/*.test.ts"],
    tests: ["test/contract/cli/export-*.test.ts"],
  },
};
