import assert from "node:assert/strict";
import { askedTexts, optionTable, optionUsage, readAsked } from "../../../../src/cli/export/asked";
import { parseOptions } from "../../../../src/cli/usage";
import type { Listing } from "../../../../src/core/declaring";

describe("an option of an export that a kind adds", () => {
  const listing = (option?: Listing<unknown>["option"]): Listing<unknown> => ({
    what: "things",
    isInProjects: false,
    list: async () => [],
    describe: () => ({ what: "thing", id: "1" }),
    ...(option && { option }),
  });
  const always = listing();
  const toggled = listing({ name: "switch", help: "also the switched" });
  const valued = listing({
    name: "of",
    help: "also the things of this box",
    value: { form: "<box>", pattern: /^\w+$/ },
  });
  const listings = [always, toggled, valued];
  const asked = (...args: readonly string[]) =>
    readAsked(parseOptions(args, optionTable(listings)).values, listings);

  it("asks for its listing: as a switch, or with each of its values once", () => {
    assert.deepEqual([...asked()], []);
    assert.deepEqual(
      [...asked("--of", "b", "--of=a", "--of", "b", "--switch")],
      [
        [toggled, []],
        [valued, ["a", "b"]],
      ],
    );
    assert.deepEqual(askedTexts(asked("--of", "b", "--of=a", "--switch")), ["--switch", "--of a", "--of b"]);
  });

  it("has a line in the help", () => {
    assert.equal(
      optionUsage(listings),
      "  --switch             also the switched\n" +
        "  --of <box>           also the things of this box; may be repeated\n",
    );
  });
});
