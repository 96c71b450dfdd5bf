import assert from "node:assert/strict";
import * as fc from "fast-check";
import { baselineText, parseBaseline, withoutAccepted } from "../../../../src/cli/drift/baseline";
import type { ChangedField, Findings } from "../../../../src/core/drift-report";
import type { DriftReport } from "../../../../src/cli/drift/report";
import { EMPTY, EXAMPLE, report, urnOf, reportOf } from "./reports";

const URN = urnOf("AlertConfig", "host-down");
const FIELD: ChangedField = { urn: URN, id: "p/a", path: "enabled", declared: true, live: false };

function reportWith(findings: Partial<Findings>): DriftReport {
  return reportOf(9, { ...EMPTY, ...findings });
}

/** What is reported after another report was accepted. */
function reported(accepted: Partial<Findings>, found: Partial<Findings>): DriftReport {
  return withoutAccepted(reportWith(found), parseBaseline(baselineText(reportWith(accepted))));
}

describe("the baseline of a drift report", () => {
  it("accepts everything that existed when it was written", () =>
    fc.assert(
      fc.property(report, (found) => {
        const rest = withoutAccepted(found, parseBaseline(baselineText(found)));
        assert.deepEqual(rest, { ...reportOf(found.summary.managed, EMPTY), generated: found.generated });
      }),
    ));

  it("accepts nothing if it was written without findings", () =>
    fc.assert(
      fc.property(report, (found) =>
        assert.deepEqual(withoutAccepted(found, parseBaseline(baselineText(EMPTY))), found),
      ),
    ));

  it("is the same text for the same findings in another order", () => {
    const shuffled = <T>(list: readonly T[]): fc.Arbitrary<T[]> =>
      fc.shuffledSubarray([...list], { minLength: list.length });
    const pairs = report.chain((found) =>
      fc
        .record({
          changed: shuffled(found.changed),
          missing: shuffled(found.missing),
          unmanaged: shuffled(found.unmanaged),
          duplicates: shuffled(found.duplicates),
          unverifiable: shuffled(found.unverifiable),
        })
        .map((other) => [found, reportOf(found.summary.managed, other)] as const),
    );
    fc.assert(fc.property(pairs, ([a, b]) => assert.equal(baselineText(a), baselineText(b))));
  });

  it("is the same text for keys and ids in another order", () => {
    const a = {
      changed: [{ ...FIELD, live: { x: 1, y: [2] } }],
      duplicates: [{ projectId: "p", ids: ["1", "2"] }],
    };
    const b = {
      changed: [{ ...FIELD, live: { y: [2], x: 1 } }],
      duplicates: [{ projectId: "p", ids: ["2", "1"] }],
    };
    assert.equal(baselineText(reportWith(a)), baselineText(reportWith(b)));
  });

  it("holds what identifies a finding, and no declared values", () =>
    assert.deepEqual(JSON.parse(baselineText(EXAMPLE)), {
      version: 1,
      accepted: {
        changed: EXAMPLE.changed
          .map(({ urn, id, path, live }) => ({ id, live, path, urn }))
          .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
        missing: [{ id: "oplog-1", urn: urnOf("OplogS3Config", "store") }],
        unmanaged: [
          { id: "a7", projectId: "p1" },
          { id: "a8", projectId: "p2" },
          { id: "a9", projectId: "p1" },
        ],
        duplicates: [{ ids: ["a1", "a9"], projectId: "p1" }],
        unverifiable: [{ path: "notifications[1].serviceKey", urn: urnOf("AlertConfig", "host-down") }],
      },
    }));

  const changes: [what: string, change: Partial<ChangedField>, isReported: boolean][] = [
    ["another declared value", { declared: null }, false],
    ["another live value", { live: null }, true],
    ["a live value of another type", { live: "false" }, true],
    ["another argument", { path: "threshold" }, true],
    ["another object", { id: "p/b" }, true],
    ["another resource", { urn: urnOf("AlertConfig", "other") }, true],
  ];
  for (const [what, change, isReported] of changes)
    it(`${isReported ? "reports" : "accepts"} a changed field with ${what}`, () => {
      const found = { ...FIELD, ...change };
      assert.deepEqual(
        reported({ changed: [FIELD] }, { changed: [found] }).changed,
        isReported ? [found] : [],
      );
    });

  it("reports a new finding of every category, and counts it", () => {
    const fresh: Findings = {
      changed: [{ ...FIELD, path: "threshold" }],
      missing: [{ urn: URN, id: "p/new" }],
      unmanaged: [{ projectId: "p1", id: "new", eventTypeName: "HOST_DOWN" }],
      duplicates: [{ projectId: "p1", ids: ["new", "a1"] }],
      unverifiable: [{ urn: URN, path: "notifications[2].apiToken" }],
    };
    const found: Findings = {
      changed: [...EXAMPLE.changed, ...fresh.changed],
      missing: [...fresh.missing, ...EXAMPLE.missing],
      unmanaged: [...EXAMPLE.unmanaged, ...fresh.unmanaged],
      duplicates: [...fresh.duplicates, ...EXAMPLE.duplicates],
      unverifiable: [...EXAMPLE.unverifiable, ...fresh.unverifiable],
    };
    assert.deepEqual(reported(EXAMPLE, found), reportWith(fresh));
  });

  it("accepts an unmanaged alert configuration whatever its event type", () => {
    const [first] = EXAMPLE.unmanaged;
    assert.ok(first !== undefined);
    assert.deepEqual(
      reported({ unmanaged: [first] }, { unmanaged: [{ ...first, eventTypeName: "X" }] }).unmanaged,
      [],
    );
  });

  const groups: [what: string, projectId: string, ids: string[], isReported: boolean][] = [
    ["the same ids in another order", "p", ["3", "1", "2"], false],
    ["some of the ids", "p", ["3", "1"], false],
    ["one more id", "p", ["1", "2", "3", "4"], true],
    ["ids of two accepted groups", "p", ["3", "5"], true],
    ["the ids of another project", "q", ["1", "2", "3"], true],
  ];
  for (const [what, projectId, ids, isReported] of groups)
    it(`${isReported ? "reports" : "accepts"} duplicates with ${what}`, () => {
      const accepted = [
        { projectId: "p", ids: ["1", "2", "3"] },
        { projectId: "p", ids: ["5", "6"] },
      ];
      const { duplicates } = reported({ duplicates: accepted }, { duplicates: [{ projectId, ids }] });
      assert.equal(duplicates.length, isReported ? 1 : 0);
    });

  const valid = JSON.parse(baselineText(EMPTY)) as { accepted: object };
  const refused: [what: string, content: string, message: RegExp][] = [
    ["an empty file", "", /^The baseline is not valid JSON: /],
    ["a text", "changed: []", /^The baseline is not valid JSON: /],
    [
      "another version",
      '{"version":2,"items":[]}',
      /^The baseline has the version 2; only version 1 is supported\.$/,
    ],
    [
      "a version as text",
      '{"version":"1"}',
      /^The baseline has the version "1"; only version 1 is supported\.$/,
    ],
    ["null", "null", /^The file is not a baseline: /],
    ["a list", "[]", /^The file is not a baseline: /],
    [
      "an object without a version",
      JSON.stringify({ accepted: valid.accepted }),
      /^The file is not a baseline: version: /,
    ],
    ["a drift report", JSON.stringify(EXAMPLE), /^The file is not a baseline: accepted: /],
    [
      "a missing list",
      JSON.stringify({ ...valid, accepted: { ...valid.accepted, missing: undefined } }),
      /^The file is not a baseline: accepted\.missing: /,
    ],
    [
      "a misspelled list",
      JSON.stringify({ ...valid, accepted: { ...valid.accepted, mising: [] } }),
      /^The file is not a baseline: accepted: .*"mising"/,
    ],
    [
      "a damaged entry",
      JSON.stringify({ ...valid, accepted: { ...valid.accepted, missing: [{ urn: 1, id: "a" }] } }),
      /^The file is not a baseline: accepted\.missing\.0\.urn: /,
    ],
  ];
  for (const [what, content, message] of refused)
    it(`refuses ${what}`, () => assert.throws(() => parseBaseline(content), { name: "Error", message }));
});
