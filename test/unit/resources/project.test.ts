import assert from "node:assert/strict";
import { dynamicProvider } from "../../../src/dynamic/provider";
import { project } from "../../../src/resources/project/definition";
import { UNKNOWN } from "../../../src/unknowns";
import { surroundings } from "../dynamic/surroundings";
import { offline } from "./connection";
import { ARGS } from "./kinds";

describe("the check of a project", () => {
  const FORM = "must be 1 to 32 characters of A-Z, 0-9, ., _ and -";
  const RESERVED = 'name: must not begin with "10gen-" or end with "-10gen"';
  const LONG = "A".repeat(33);
  const tags = (...texts: string[]): object => ({ tags: texts });
  const eleven = Array.from({ length: 11 }, (_, index) => `TAG-${index}`);
  const cases: [what: string, args: object, reason?: string][] = [
    ["ten tags", tags(...eleven.slice(1))],
    ["eleven tags", tags(...eleven), "tags: must be at most 10 tags"],
    ["all characters of a tag", tags("AZ09._-", LONG.slice(1))],
    ["a tag in lower case", tags("EU", "shop"), `tags[1]: ${FORM}, not "shop"`],
    ["an empty tag", tags(""), `tags[0]: ${FORM}, not ""`],
    ["a long tag", tags(LONG), `tags[0]: ${FORM}, not "${LONG}"`],
    ["a tag twice", tags("EU", "US", "EU"), 'tags: must not have "EU" twice'],
    ["tags that are not known yet", tags(UNKNOWN, UNKNOWN)],
    ["an empty name", { name: "" }, "name: must not be empty"],
    ["a reserved name", { name: "10gen-shop" }, `${RESERVED}, not "10gen-shop"`],
    ["another reserved name", { name: "shop-10gen" }, `${RESERVED}, not "shop-10gen"`],
  ];
  for (const [what, args, reason] of cases)
    it(`${reason === undefined ? "accepts" : "refuses"} ${what}`, async () => {
      const provider = dynamicProvider(project, () => offline(), surroundings());
      const { failures } = await provider.check({}, { ...ARGS.Project, ...args });
      const found = failures.map((failure) => failure.reason);
      assert.deepEqual(found, reason === undefined ? [] : [reason]);
    });
});
