import assert from "node:assert/strict";
import { baselineText, parseBaseline, withoutAccepted } from "../../../../src/cli/drift/baseline";
import type { ChangedField, Findings } from "../../../../src/core/drift-report";
import { CATEGORIES, type DriftReport } from "../../../../src/cli/drift/report";
import { omit, type PlainObject } from "../../../../src/json";
import { EMPTY, EXAMPLE, forAnyReport, NONE, urnOf, reportOf } from "./reports";

const URN = urnOf("AlertConfig", "host-down");
const FIELD: ChangedField = { urn: URN, id: "p/a", path: "enabled", declared: true, live: false };

function reportWith(findings: Partial<Findings>): DriftReport {
  return reportOf(9, { ...NONE, ...findings });
}

/** What is reported after another report was accepted. */
function reported(accepted: Partial<Findings>, found: Partial<Findings>): DriftReport {
  return withoutAccepted(reportWith(found), parseBaseline(baselineText(reportWith(accepted))));
}

describe("the baseline of a drift report", () => {
  it("accepts everything that existed when it was written", () =>
    forAnyReport((found) => {
      const rest = withoutAccepted(found, parseBaseline(baselineText(found)));
      const { compared, notCompared, generated } = found;
      assert.deepEqual(rest, { ...reportOf(0, { ...NONE, compared, notCompared }), generated });
    }));

  it("accepts nothing if it was written without findings", () =>
    forAnyReport((found) =>
      assert.deepEqual(withoutAccepted(found, parseBaseline(baselineText(EMPTY))), found),
    ));

  it("is the same text for the same findings in another order", () =>
    forAnyReport((found) => {
      const lists = CATEGORIES.map((category) => [category, found[category].toReversed()] as const);
      assert.equal(baselineText(reportWith(Object.fromEntries(lists))), baselineText(found));
    }));

  it("is the same text for keys and ids in another order", () => {
    const textOf = (live: object, ids: string[]) =>
      baselineText(
        reportWith({ changed: [{ ...FIELD, live }], duplicates: [{ server: "s", projectId: "p", ids }] }),
      );
    assert.equal(textOf({ x: 1, y: [2] }, ["1", "2"]), textOf({ y: [2], x: 1 }, ["2", "1"]));
  });

  it("holds what identifies a finding, and no declared values", () =>
    assert.deepEqual(JSON.parse(baselineText(EXAMPLE)), {
      version: 1,
      accepted: {
        changed: EXAMPLE.changed
          .map(({ urn, id, path, live }) => ({ id, live, path, urn }))
          .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
        missing: [{ id: "oplog-1", urn: urnOf("OplogS3Config", "store") }],
        unmanaged: ["a7 p1", "a8 p2", "a9 p1"].map((each) => ({
          id: each.slice(0, 2),
          projectId: each.slice(3),
        })),
        duplicates: [{ ids: ["a1", "a9"], projectId: "p1" }],
        unverifiable: [{ path: "notifications[1].serviceKey", urn: urnOf("AlertConfig", "host-down") }],
        notTaken: EXAMPLE.notTaken.map(({ urn, id, path, live }) => ({ id, live, path, urn })),
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
      const changed = [{ ...FIELD, ...change }];
      assert.deepEqual(reported({ changed: [FIELD] }, { changed }).changed, isReported ? changed : []);
    });

  it("reports a new finding of every category, and counts it", () => {
    const fresh: Findings = {
      changed: [{ ...FIELD, path: "threshold" }],
      missing: [{ urn: URN, id: "p/new" }],
      unmanaged: [{ server: "s", projectId: "p1", id: "new", eventTypeName: "HOST_DOWN" }],
      duplicates: [{ server: "s", projectId: "p1", ids: ["new", "a1"] }],
      unverifiable: [{ urn: URN, path: "notifications[2].apiToken" }],
      notTaken: [{ ...FIELD, path: "notifications[3].intervalMin" }],
    };
    const lists = CATEGORIES.map((each) => [each, [...EXAMPLE[each], ...fresh[each]]] as const);
    assert.deepEqual(reported(EXAMPLE, Object.fromEntries(lists)), reportWith(fresh));
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
      const accepted = ["123", "56"].map((all) => ({ server: "s", projectId: "p", ids: all.split("") }));
      const { duplicates } = reported(
        { duplicates: accepted },
        { duplicates: [{ server: "of the same", projectId, ids }] },
      );
      assert.equal(duplicates.length, isReported ? 1 : 0);
    });

  const valid = JSON.parse(baselineText(EMPTY)) as { accepted: object };
  const accepting = (change: object) => ({ ...valid, accepted: { ...valid.accepted, ...change } });
  const IS_NONE = "The file is not a baseline:";
  /** What is wrong, the content as text or an object, and the start of the message. */
  it("may be of a version that did not know what a write did not take", () => {
    const accepted = omit(valid.accepted as PlainObject, ["notTaken"]);
    const report = withoutAccepted(EXAMPLE, parseBaseline(JSON.stringify({ version: 1, accepted })));
    assert.deepEqual(report.notTaken, EXAMPLE.notTaken);
  });

  const refused: [what: string, content: unknown, message: string][] = [
    ["an empty file", "", "The baseline is not JSON."],
    ["a text", "changed: []", "The baseline is not JSON."],
    ["another version", { ...valid, version: 2 }, `${IS_NONE} version: `],
    ["null", null, `${IS_NONE} `],
    ["a drift report", EXAMPLE, `${IS_NONE} accepted: `],
    ["a missing list", accepting({ missing: undefined }), `${IS_NONE} accepted.missing: `],
    ["a misspelled list", accepting({ mising: [] }), `${IS_NONE} accepted: `],
    ["a damaged entry", accepting({ missing: ["a"] }), `${IS_NONE} accepted.missing.0: `],
  ];
  for (const [what, content, message] of refused)
    it(`refuses ${what}`, () => {
      const text = typeof content === "string" ? content : JSON.stringify(content);
      const isTold = (error: Error) =>
        error.name === "Error" &&
        (error.message === message || (message.endsWith(" ") && error.message.startsWith(message)));
      assert.throws(() => parseBaseline(text), isTold);
    });
});
