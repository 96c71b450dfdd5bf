import assert from "node:assert/strict";
import { problemText } from "../../../../src/core/problems";
import type { Unsettled } from "../../../../src/unknowns";
import { UNKNOWN } from "../../../../src/unknowns";
import { dynamicProvider } from "../../../../src/dynamic/provider";
import { alertConfigSet } from "../../../../src/resources/alert-config-set/definition";
import type { SetArgs } from "../../../../src/resources/alert-config-set/encoding";
import { validateSet } from "../../../../src/resources/alert-config-set/validation";
import { surroundings } from "../../dynamic/surroundings";
import { EMAIL, GROUP, simple, SLACK } from "../alert-config/alerts";
import { offline } from "../connection";
import type { Bodies, SetOptions } from "./sets";
import { setArgs, setInputs } from "./sets";

const PROJECT = "60a2b7c9e4b0c5571d3f8e12";

function problemsOf(set: Bodies, options: SetOptions = {}, strictCatalog = false): string[] {
  return problemsIn(setArgs(set, { projectId: PROJECT, ...options }), strictCatalog);
}

function problemsIn(args: unknown, strictCatalog = false): string[] {
  return validateSet(args as Unsettled<SetArgs>, { strictCatalog }).map(
    (problem) => `${problem.severity}: ${problemText(problem)}`,
  );
}

describe("validateSet", () => {
  it("accepts a set, and one of which nothing is known", () => {
    assert.deepEqual(problemsOf({ one: simple(EMAIL), two: simple(SLACK) }), []);
    for (const args of [
      UNKNOWN,
      { projectId: UNKNOWN, alertConfigs: UNKNOWN, unmanaged: UNKNOWN, unmanagedExcept: UNKNOWN },
      { projectId: PROJECT, alertConfigs: { a: UNKNOWN, b: UNKNOWN }, unmanagedExcept: [UNKNOWN] },
      { projectId: PROJECT, alertConfigs: { a: { notifications: UNKNOWN }, b: { notifications: UNKNOWN } } },
    ]) {
      assert.deepEqual(problemsIn(args), []);
    }
  });

  it("validates each member as an alert configuration, under its name", () => {
    const found = problemsOf({
      lag: { eventTypeName: "OUTSIDE_METRIC_THRESHOLD", notifications: [{ typeName: "EMAIL" }] },
      "odd: name": { eventTypeName: "NO_PRIMRY", notifications: [EMAIL] },
    });
    assert.deepEqual(found, [
      "error: alertConfigs.lag.metricThreshold: is missing; it is required when eventTypeName is OUTSIDE_METRIC_THRESHOLD",
      "error: alertConfigs.lag.notifications[0].emailAddress: is missing; it is required when typeName is EMAIL",
      'warning: alertConfigs.odd: name.eventTypeName: "NO_PRIMRY" is not a documented event type (did you mean NO_PRIMARY?)',
    ]);
  });

  it("makes unlisted names errors with strictCatalog", () => {
    const odd = { eventTypeName: "NO_PRIMRY", notifications: [EMAIL] };
    const [problem = ""] = problemsOf({ odd }, {}, true);
    assert.match(problem, /^error: alertConfigs\.odd\.eventTypeName/);
  });

  it("warns about ids of another form, once for the project", () => {
    const members = { a: simple(EMAIL), b: simple(GROUP) };
    const found = problemsOf(members, { projectId: "p", unmanagedExcept: ["x"] });
    const about = found.map((text) => text.slice(0, text.indexOf(" is not")));
    assert.deepEqual(about, ['warning: projectId: "p"', 'warning: unmanagedExcept[0]: "x"']);
  });

  it("refuses names that Pulumi keeps for itself, and empty ones", () => {
    assert.deepEqual(problemsOf({ "": simple(EMAIL), __x: simple(GROUP), _y: simple(SLACK) }), [
      "error: alertConfigs: a name must not be empty",
      "error: alertConfigs.__x: a name must not begin with two underscores, which Pulumi keeps for itself",
    ]);
  });

  it("warns about members that mean the same, and not about those that differ in a secret", () => {
    const other = simple({ ...SLACK, apiToken: "another" });
    const same = { b: { ...simple(GROUP, EMAIL), enabled: false }, e: simple(GROUP, EMAIL) };
    const set = { a: simple(EMAIL, GROUP), ...same, c: simple(SLACK), d: other };
    assert.deepEqual(problemsOf(set), [
      "warning: alertConfigs: a, b, e mean the same, so that the project gets 3 equal alert configurations",
    ]);
  });
});

describe("the check of a set", () => {
  const reasonsOf = async (inputs: object): Promise<string[]> => {
    const provider = dynamicProvider(alertConfigSet, () => offline(), surroundings());
    const { failures } = await provider.check({}, { ...inputs });
    return failures.map(({ reason }) => reason);
  };

  it("names the path of each error, and no secret", async () => {
    const inputs = setInputs({ one: simple(SLACK) }, { projectId: "", unmanaged: "remove" });
    const alertConfigs = {
      one: { eventTypeName: 5, notifications: [{ ...EMAIL, typo: 1 }] },
      two: "nothing",
      three: { eventTypeName: "NO_PRIMARY", notification: [], notifications: [EMAIL], projectId: "p" },
    };
    const reasons = await reasonsOf({ ...inputs, alertConfigs, unmanagedExcept: [""], adoptId: "x" });
    const starts = [
      "projectId: must not be empty",
      'unmanaged: must be "ignore" or "report" or "delete", not "remove"',
      "unmanagedExcept[0]: must not be empty",
      "alertConfigs.one.eventTypeName: must be a string, not 5",
      "alertConfigs.one.notifications[0].typo: is not an argument of AlertConfigSet",
      'alertConfigs.two: must be an object, not "nothing"',
      "alertConfigs.three.notification: is not an argument of AlertConfigSet (did you mean notifications?)",
      "alertConfigs.three.projectId: is not an argument of AlertConfigSet",
      "adoptId: is not an argument of AlertConfigSet",
    ];
    const missing = starts.filter((start) => !reasons.some((reason) => reason.startsWith(start)));
    assert.deepEqual(missing, [], reasons.join("\n"));
    assert.ok(!reasons.join().includes(SLACK.apiToken));
  });
});
