import assert from "node:assert/strict";
import * as fc from "fast-check";
import { omit } from "../../../../src/json";
import { FORMATS } from "../../../../src/cli/drift/formats";
import type { Category, DriftReport } from "../../../../src/cli/drift/report";
import { PARTS } from "../../../../src/cli/drift/report";
import type { Findings } from "../../../../src/core/drift-report";
import { EMPTY, EXAMPLE, forAnyReport, NONE, twins, urnOf, reportOf } from "./reports";

type Print = (report: DriftReport) => string;

/** Checks what a format prints for any report. */
const assertAny = (print: Print, check: (output: string, found: DriftReport) => void): void =>
  forAnyReport((found) => check(print(found), found));

/** The tags of HTML or XML, without the values of attributes. */
function tagsOf(markup: string): string[] {
  return (markup.match(/<[^<>]*>?/g) ?? []).map((tag) => tag.replaceAll(/"[^"]*"/g, '""'));
}

/** Characters that move the cursor, end a line or reverse text. */
const ACTIVE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\uFFFE\uFFFF]/u;

/** A reference to another character than those of markup: " & ' < > and the backtick. */
const FOREIGN_REFERENCE = /&(?!#(?:34|38|39|60|62|96);)/;

/** The line that says what the examples are about. */
const ABOUT =
  "shop/prod on https://ops-manager.example.com:8443, 2026-11-23T10:00:00.000Z, pulumi-opsmanager 0.1.0";

describe("the formats of a drift report", () => {
  for (const [name, print] of Object.entries(FORMATS)) {
    it(`${name} ends in one newline, and holds no active characters`, () =>
      assertAny(print, (output, found) => {
        assert.match(output, /[^\n]\n$/);
        if (name === "json")
          assert.deepEqual(JSON.parse(output), JSON.parse(JSON.stringify(omit(found, ["compared"]))));
        else assert.doesNotMatch(output.replaceAll("\n", ""), ACTIVE);
      }));
  }

  const linesOf = (output: string): string[] => output.split("\n");
  const structures: [what: string, print: Print, structureOf: (output: string) => unknown][] = [
    ["lines of text", FORMATS.text, (output) => linesOf(output).length],
    [
      "cells of markdown",
      FORMATS.markdown,
      (output) => linesOf(output).map((line) => line.split("|").length),
    ],
    ["elements of junit", FORMATS.junit, tagsOf],
    ["elements of html", FORMATS.html, tagsOf],
  ];
  for (const [what, print, structureOf] of structures)
    it(`have the same ${what} whatever the words are`, () =>
      fc.assert(
        fc.property(twins, ([hostile, harmless]) =>
          assert.deepEqual(structureOf(print(hostile)), structureOf(print(harmless))),
        ),
      ));

  for (const name of ["junit", "html"] as const)
    it(`${name} refers only to the characters of markup`, () =>
      assertAny(FORMATS[name], (output) =>
        assert.doesNotMatch(output.replace(/<script>[^<]*<\/script>/, ""), FOREIGN_REFERENCE),
      ));

  describe("text", () => {
    it("begins with the numbers and lists changed fields by object", () =>
      assert.equal(
        FORMATS.text(EXAMPLE),
        `41 objects compared: 4 changed fields, 1 missing object, 3 unmanaged alert configurations, 1 group of duplicates, 1 unverifiable value, 1 field that was not taken, 1 object that was not compared.
${ABOUT}

4 changed fields: The service has another value than the stack declares.
  AlertConfig host-down (p1/a1)
    metricThreshold.threshold: 250.5 (declared: 100)
    notifications[0].apiToken: [secret] (declared: [secret])
  AlertConfigSet standard (p1/a2)
    alertConfigs.lag.enabled: (unset) (declared: true)
  AlertConfigSet standard (p1/a3)
    alertConfigs.full.matchers: [{"fieldName":"HOSTNAME","operator":"REGEX","value":"^(db|cfg)-"}] (declared: (unset))
Next: To restore what is declared, run \`pulumi refresh\` and \`pulumi up\`, unless the preview shows a replacement, which deletes the object. To keep the value of the service, declare it in the program.

1 missing object: The stack has the object, but it no longer exists.
  OplogS3Config store (oplog-1)
Next: To create it again, run \`pulumi refresh\` and \`pulumi up\`. If it is not needed any more, remove it from the program first.

3 unmanaged alert configurations: The stack manages other alert configurations there.
  Project p1
    a7: NO_PRIMARY
    a9: HOST_DOWN
  Project p2
    a8: HOST_DOWN
Next: To manage it, run \`pulumi-opsmanager export --into <folder of the program>\`, or \`pulumi import\` with the plugin. Otherwise delete it on the service, or accept it in a baseline.

1 group of duplicates: These alert configurations have the same meaning, as far as their secrets are shown.
  Project p1
    a1, a9
Next: Each of them sends its notifications. Keep one. Remove the others from the program, or delete them on the service if the stack does not manage them.

1 unverifiable value: A change of the value is not detected: it is encrypted in the state (compare with --show-secrets), or the service masks it or leaves it out.
  AlertConfig host-down
    notifications[1].serviceKey
Next: To write all declared secrets again, change secretsVersion of the resource.

1 field that was not taken: The service stored another value than the last write declared, and has it since.
  AlertConfig host-down (p1/a1)
    notifications[2].intervalMin: 60 (declared: 7)
Next: Declare the value of the service in the program, if it is acceptable.

1 object that was not compared: The report does not say whether it has changed.
  ClusterName orders (p3/c1)
    GET /groups/p3: 403 (FORBIDDEN)
Next: Remove the reason, and compare again.
`,
      ));

    it("distinguishes texts from what they look like", () => {
      const values = [null, "(unset)", "null", "", false, "false", 0, "0"];
      const changed = values.map((live) => ({ urn: "u", id: "i", path: "p", declared: "x", live }));
      const lines = FORMATS.text(reportOf(1, { ...NONE, changed })).split("\n");
      const shown = lines.filter((line) => line.includes("(declared: "));
      assert.equal(new Set(shown).size, values.length);
    });

    const global = { server: "http://a", id: "g1", eventTypeName: "HOST_DOWN" };
    const lag = { urn: urnOf("AlertConfigSet", "standard"), id: "p1/a2", path: "alertConfigs.lag" };
    const parent = "urn:pulumi:prod::shop::my:Team$pulumi-nodejs:dynamic/opsmanager:AlertConfig::a::b";
    const twice = [parent, urnOf("AlertConfig", "a::b")].map((urn) => ({ urn, id: "p/a" }));
    const twiceListed = ["  AlertConfig a::b (p/a)", "  AlertConfig a::b (p/a)"];
    const listed: [what: string, findings: Partial<Findings>, lines: string[]][] = [
      ["global alert configurations", { unmanaged: [global] }, ["  Global", "    g1: HOST_DOWN"]],
      ["a member of a set", { missing: [lag] }, ["  AlertConfigSet standard alertConfigs.lag (p1/a2)"]],
      ["resources of the same name, as a whole", { missing: twice }, twiceListed],
    ];
    for (const [what, findings, lines] of listed)
      it(`lists ${what}`, () => {
        const shown = FORMATS.text(reportOf(2, { ...NONE, ...findings })).split("\n");
        assert.deepEqual(shown.slice(4, 4 + lines.length), lines);
      });
  });

  describe("markdown", () => {
    it("begins with the numbers and has a table for each category", () => {
      const output = FORMATS.markdown(EXAMPLE);
      const [title, , summary] = output.split("\n");
      assert.deepEqual([title, summary], ["## Drift report", FORMATS.text(EXAMPLE).split("\n")[0]]);
      assert.ok(output.includes(`\n\n\`${ABOUT}\`\n\n`), output);
      assert.equal((output.match(/^### /gm) ?? []).length, PARTS.length);
      for (const row of [
        "| Object | Argument | Declared | Live |\n| --- | --- | --- | --- |",
        "| `AlertConfig host-down (p1/a1)` | `metricThreshold.threshold` | `100` | `250.5` |",
        "| `AlertConfigSet standard (p1/a2)` | `alertConfigs.lag.enabled` | `true` | `(unset)` |",
        "| `(unset)` | <code>&#91;&#123;&#34;fieldName&#34;&#58;&#34;HOSTNAME&#34;&#44;&#34;operator&#34;&#58;",
        "### 1 missing object\n\nThe stack has the object, but it no longer exists. To create it again, run `pulumi refresh` and `pulumi up`. If it is not needed any more, remove it from the program first.\n\n| Object |\n| --- |\n| `OplogS3Config store (oplog-1)` |\n",
        "| Object | Id | Event type |\n| --- | --- | --- |\n| `Project p1` | `a7` | `NO_PRIMARY` |",
        "| Object | Ids |\n| --- | --- |\n| `Project p1` | `a1, a9` |",
        "| `AlertConfig host-down` | `notifications[1].serviceKey` |",
      ])
        assert.ok(output.includes(row), `${row}\nis not in\n${output}`);
    });

    it("has no table if there is no drift", () => {
      const output = FORMATS.markdown(EMPTY);
      assert.match(output, /No drift found: 7 objects compared\./);
      assert.doesNotMatch(output, /###/);
    });

    it("holds no markup of a word outside of code", () =>
      assertAny(FORMATS.markdown, (output) => {
        const bare = output.replaceAll(/`[^`|\n]*`|<code>[^<>`|\n]*<\/code>/g, "");
        assert.doesNotMatch(bare, /[<>&`[\]!@\\]/);
      }));
  });

  describe("junit", () => {
    it("counts the categories of --fail-on as failures, and the others as skipped", () => {
      const counts = (failOn: readonly Category[]): (string | undefined)[] =>
        /failures="(\d+)" errors="1" skipped="(\d+)"/.exec(FORMATS.junit(EXAMPLE, failOn))?.slice(1) ?? [];
      assert.deepEqual(counts([]), ["0", "9"]);
      assert.deepEqual(counts(["unmanaged"]), ["2", "7"]);
      assert.match(FORMATS.junit(EXAMPLE, ["duplicates"]), /type="duplicates"/);
    });

    it("fails for each changed or missing object, skips what is no failure, and passes the rest", () => {
      const changed = EXAMPLE.changed.filter(({ id }) => id === "p1/a1");
      const { unmanaged, notCompared } = EXAMPLE;
      const compared = [...changed.slice(0, 1), { urn: urnOf("ClusterName", "shop"), id: "p1/c2" }];
      assert.equal(
        FORMATS.junit(reportOf(0, { ...NONE, changed, unmanaged, notCompared, compared })),
        `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="pulumi-opsmanager drift" tests="5" failures="1" errors="1" skipped="2">
<testsuite name="pulumi-opsmanager drift" timestamp="2026-11-23T10:00:00.000Z" tests="5" failures="1" errors="1" skipped="2">
<properties><property name="stack" value="shop/prod"/><property name="servers" value="https://ops-manager.example.com:8443"/><property name="package" value="0.1.0"/></properties>
<testcase classname="drift.changed" name="AlertConfig host-down (p1/a1)"><failure message="The service has another value than the stack declares." type="changed">metricThreshold.threshold: 250.5 (declared: 100)
notifications[0].apiToken: [secret] (declared: [secret])</failure></testcase>
<testcase classname="drift.unmanaged" name="Project p1"><skipped message="The stack manages other alert configurations there.">a7: NO_PRIMARY
a9: HOST_DOWN</skipped></testcase>
<testcase classname="drift.unmanaged" name="Project p2"><skipped message="The stack manages other alert configurations there.">a8: HOST_DOWN</skipped></testcase>
<testcase classname="drift.notCompared" name="ClusterName orders (p3/c1)"><error message="The report does not say whether it has changed." type="notCompared">GET /groups/p3: 403 (FORBIDDEN)</error></testcase>
<testcase classname="drift.unchanged" name="ClusterName shop (p1/c2)"/>
</testsuite>
</testsuites>
`,
      );
    });

    it("passes one test if there is no object", () => {
      const [, , suite = "", , ...rest] = FORMATS.junit(reportOf(0, NONE)).split("\n");
      assert.ok(suite.endsWith(' tests="1" failures="0" errors="0" skipped="0">'), suite);
      assert.deepEqual(rest, [
        '<testcase classname="drift" name="no drift"/>',
        "</testsuite>",
        "</testsuites>",
        "",
      ]);
    });
  });

  describe("html", () => {
    it("names no other address", () =>
      assert.doesNotMatch(
        FORMATS.html(EXAMPLE).replace(EXAMPLE.generated.servers.join(), ""),
        /https?:|url\(|@import|src=/,
      ));

    it("has a section for each category that has findings", () => {
      const sections = (found: DriftReport): string[] =>
        [...FORMATS.html(found).matchAll(/<details open id="(\w+)"/g)].map(([, id]) => id ?? "");
      assert.deepEqual(sections(EXAMPLE), PARTS);
      assert.deepEqual(sections(EMPTY), []);
      assert.match(FORMATS.html(EMPTY), /<p>No drift found: 7 objects compared\.<\/p>/);
    });
  });
});
