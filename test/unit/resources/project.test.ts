import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { dynamicProvider } from "../../../src/dynamic/provider";
import { Project } from "../../../src/resources/project";
import { project } from "../../../src/resources/project/definition";
import { UNKNOWN } from "../../../src/unknowns";
import { surroundings } from "../dynamic/surroundings";
import { offline } from "./connection";
import { arrived, mockEngine } from "./registered";

const ARGS = { name: "shop", orgId: "5f3e9c41d2a7b84e60c1f0a3" };
const FLAGS = { withDefaultAlertsSettings: false, allowDelete: false };

describe("Project", () => {
  before(mockEngine);

  it("passes the arguments of the program", async () => {
    const args = {
      ...ARGS,
      tags: pulumi.output(["EU"]),
      allowDelete: pulumi.output<boolean | undefined>(undefined),
    };
    assert.deepEqual(await arrived(new Project("project", args)), { ...ARGS, ...FLAGS, tags: ["EU"] });
  });

  it("leaves it to the check to report arguments that a JavaScript program omits", async () =>
    assert.deepEqual(await arrived(new Project("without arguments", undefined as never)), FLAGS));

  it("can be declared once for each name, organization and connection", async () => {
    const args = { ...ARGS, name: "twice" };
    const text = `The resources "once" and "twice" both manage the project ${ARGS.orgId}/twice: keep one of them. Nothing was written.`;
    for (const each of [new Project("once", args), new Project("twice", args)])
      assert.equal((await arrived(each))["conflict"], text);
    const elsewhere = new Project("elsewhere", { ...args, connection: "eu" });
    assert.equal((await arrived(elsewhere))["conflict"], undefined);
  });

  it("passes only an id and a connection for a look-up", async () => {
    const found = Project.get("found", "60a2b7c9e4b0c5571d3f8e12", { connection: "eu" });
    assert.deepEqual(await arrived(found), { id: "60a2b7c9e4b0c5571d3f8e12", connection: "eu" });
  });

  const tags = (...texts: string[]): object => ({ tags: texts });
  const eleven = Array.from({ length: 11 }, (_, index) => `TAG-${index}`);
  const cases: [what: string, args: object, reason: string | undefined][] = [
    ["ten tags", tags(...eleven.slice(1)), undefined],
    ["eleven tags", tags(...eleven), "tags: must be at most 10 tags"],
    ["all characters of a tag", tags("AZ09._-", "A".repeat(32)), undefined],
    [
      "a tag in lower case",
      tags("EU", "shop"),
      'tags[1]: must be 1 to 32 characters of A-Z, 0-9, ., _ and -, not "shop"',
    ],
    ["an empty tag", tags(""), 'tags[0]: must be 1 to 32 characters of A-Z, 0-9, ., _ and -, not ""'],
    [
      "a long tag",
      tags("A".repeat(33)),
      `tags[0]: must be 1 to 32 characters of A-Z, 0-9, ., _ and -, not "${"A".repeat(33)}"`,
    ],
    ["a tag twice", tags("EU", "US", "EU"), 'tags: must not have "EU" twice'],
    ["tags that are not known yet", tags(UNKNOWN, UNKNOWN), undefined],
    ["an empty name", { name: "" }, "name: must not be empty"],
    [
      "a reserved name",
      { name: "10gen-shop" },
      'name: must not begin with "10gen-" or end with "-10gen", not "10gen-shop"',
    ],
    [
      "another reserved name",
      { name: "shop-10gen" },
      'name: must not begin with "10gen-" or end with "-10gen", not "shop-10gen"',
    ],
    [
      "an argument of the API that is none here",
      { ldapGroupMappings: [] },
      "ldapGroupMappings: is not an argument of Project",
    ],
  ];
  for (const [what, args, reason] of cases) {
    it(`${reason === undefined ? "accepts" : "refuses"} ${what}`, async () => {
      const provider = dynamicProvider(project, () => offline(), surroundings());
      const { failures } = await provider.check({}, { ...ARGS, ...args });
      assert.deepEqual(
        failures.map((failure) => failure.reason),
        reason === undefined ? [] : [reason],
      );
    });
  }
});
