import assert from "node:assert/strict";
import * as fc from "fast-check";
import { UNKNOWN } from "../../../../src/unknowns";
import type { PlainObject } from "../../../../src/json";
import { mapValues, omit } from "../../../../src/json";
import { argsFrom, decode, encode } from "../../../../src/dynamic/form";
import type { AnyDefinition } from "../../../../src/core/definition";
import { alertConfigSet } from "../../../../src/resources/alert-config-set/definition";
import type { Member, Members, SetState } from "../../../../src/resources/alert-config-set/encoding";
import type { SetArgs } from "../../../../src/resources/alert-config-set/encoding";
import { normalize, secretAt, SECRETS_APART } from "../../../../src/resources/alert-config-set/encoding";
import { EMAIL, REDACTIONS, responseOf, simple, SLACK } from "../alert-config/alerts";
import { SECRET } from "../alert-config/generators";
import type { Bodies, SetOptions } from "./sets";
import { bodies, declaredIn, memberOf, setArgs, setInputs, throughEngine, writtenMembers } from "./sets";
import { property } from "../../../support/runs";

const KIND = alertConfigSet as unknown as AnyDefinition;

const options: fc.Arbitrary<SetOptions> = fc.record(
  {
    unmanaged: fc.constantFrom("ignore", "report", "delete"),
    unmanagedExcept: fc.subarray(["x1", "x2"]),
    secretsVersion: fc.constantFrom(1, "v2"),
  },
  { requiredKeys: [] },
);

const redaction = fc.constantFrom(...REDACTIONS);

const unmanagedOne = fc.record({ id: fc.constantFrom("u1", "u2", "u3"), enabled: fc.boolean() });
const found = fc.array(unmanagedOne, { maxLength: 2 });

function outputsOf(state: SetState, props: PlainObject): PlainObject {
  return throughEngine(encode(KIND, state, props));
}

function stateIn(outputs: PlainObject): SetState {
  return decode(KIND, outputs) as SetState;
}

/** Absent and `undefined`, and an absent and an empty list of changed secrets, are the same. */
function plainMembers(members: Members): unknown {
  const plain = ({ id, alert }: Member): unknown =>
    alert && {
      id,
      args: { ...alert.args, changedSecrets: alert.args.changedSecrets ?? [] },
      alertConfigId: alert.service.alertConfigId,
      baseline: alert.baseline,
    };
  return throughEngine(mapValues(Object.fromEntries(members), plain));
}

function assertSame(actual: unknown, expected: unknown): void {
  assert.deepEqual(throughEngine(actual), throughEngine(expected));
}

function hasNoSecretOutside(outputs: PlainObject): void {
  const { alertConfigSecrets: _, ...rest } = outputs;
  assert.ok(!JSON.stringify(rest).includes(SECRET), JSON.stringify(rest));
}

const argsIn = (inputs: PlainObject) => argsFrom(KIND, inputs) as SetArgs;

describe("the inputs of a set in the dynamic host", () => {
  it("keeps what is unknown, as a whole or in part", () => {
    const members = (alertConfigs: unknown, alertConfigSecrets?: unknown): unknown =>
      argsIn({ alertConfigs, alertConfigSecrets }).alertConfigs;
    assert.equal(members(UNKNOWN), UNKNOWN);
    const partly = { a: UNKNOWN, b: { notifications: UNKNOWN } };
    assert.deepEqual(members(partly), partly);
    const notifications = [{ typeName: "SLACK", channelName: "#a" }];
    const { a } = members({ a: { notifications } }, UNKNOWN) as { a: { notifications: unknown } };
    assert.deepEqual(a.notifications, [{ typeName: "SLACK", channelName: "#a", apiToken: UNKNOWN }]);
  });
});

describe("normalize of a set", () => {
  const LIST = [{ id: "u1" }];

  it("drops an empty map of secrets, which would be shown as secret", () => {
    assert.deepEqual(SECRETS_APART.normalize({ projectId: "p", alertConfigSecrets: {} }, {}), {
      projectId: "p",
    });
    const inputs = setInputs({ one: simple(SLACK) });
    assert.deepEqual(SECRETS_APART.normalize(inputs, {}), inputs);
    for (const news of [
      { alertConfigSecrets: UNKNOWN },
      { ...inputs, alertConfigSecrets: UNKNOWN },
      { alertConfigs: UNKNOWN },
    ])
      assert.deepEqual(SECRETS_APART.normalize(news, inputs), news);
  });

  it("keeps the secrets of members that `ignoreChanges` keeps after the program dropped them", () => {
    const olds = setInputs({ one: simple(SLACK), two: simple(SLACK), plain: simple(EMAIL) });
    const dropped = setInputs({ one: simple(SLACK) });
    const kept = { ...dropped, alertConfigs: olds["alertConfigs"] };
    assert.deepEqual(SECRETS_APART.normalize(kept, olds), olds);
    assert.deepEqual(SECRETS_APART.normalize(omit(kept as PlainObject, ["alertConfigSecrets"]), olds), olds);
    assert.deepEqual(SECRETS_APART.normalize(dropped, olds), dropped);
    // A secret that the program itself has dropped is not restored.
    const without = setInputs({ one: simple({ typeName: "SLACK", channelName: "#x" }) });
    assert.deepEqual(SECRETS_APART.normalize(without, olds), without);
    // Nor is that of a member which the state lacks, because its write failed.
    const lacking = { ...olds, alertConfigs: dropped["alertConfigs"] };
    assert.deepEqual(SECRETS_APART.normalize(dropped, lacking), dropped);
  });

  const cases: [unmanaged: string | undefined, olds: unknown, expected: unknown][] = [
    [undefined, LIST, undefined],
    ["ignore", LIST, undefined],
    ["report", undefined, undefined],
    ["report", LIST, LIST],
    ["report", [], []],
    ["delete", undefined, undefined],
    ["delete", [], undefined],
    ["delete", LIST, []],
  ];
  for (const [unmanaged, olds, expected] of cases) {
    it(`has ${JSON.stringify(expected)} as the list with ${unmanaged} after ${JSON.stringify(olds)}`, () => {
      const inputs = unmanaged === undefined ? {} : { unmanaged };
      const { unmanagedAlertConfigs } = normalize(inputs, { unmanagedAlertConfigs: olds });
      assert.deepEqual(unmanagedAlertConfigs, expected);
    });
  }
});

describe("the dynamic host returns the state of a set that it stored", () => {
  property(
    "after a write, also in part",
    300,
    bodies,
    options,
    redaction,
    fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    fc.boolean(),
    found,
    (set, given, redact, unwritten, isIncomplete, unmanagedAlertConfigs) => {
      const inputs = setInputs(set, given);
      const written = [...writtenMembers(set, given, redact)];
      const isLeft = (index: number) => unwritten[index] === true && isIncomplete;
      const members = new Map(
        written.map(([name, member], index) => [name, isLeft(index) ? { id: member.id } : member]),
      );
      const state = { args: { ...setArgs(set, given), unmanagedAlertConfigs }, members, isIncomplete };
      const outputs = outputsOf(state, inputs);
      const back = stateIn(outputs);

      assert.deepEqual(plainMembers(back.members), plainMembers(members));
      assert.equal(back.isIncomplete, isIncomplete);
      // An empty list of findings is no argument.
      const { unmanagedAlertConfigs: listed = [] } = back.args;
      assertSame(listed, unmanagedAlertConfigs);
      const others = ["alertConfigs", "unmanagedAlertConfigs"] as const;
      assertSame(omit(back.args, others), omit(state.args, others));
      // What was not written is not among the alert configurations, so that the next update differs.
      const known = [...members].filter(([, { alert }]) => alert !== undefined).map(([name]) => name);
      assert.deepEqual(Object.keys(back.args.alertConfigs).sort(), known.sort());
      assert.deepEqual(outputsOf(back, outputs), outputs);
      hasNoSecretOutside(outputs);
    },
  );
});

describe("the outputs of a set in the dynamic host", () => {
  const state = (set: Bodies): SetState => {
    return { args: setArgs(set), members: writtenMembers(set), isIncomplete: false };
  };

  it("has the ids by name, and what was changed by name and path", () => {
    const args = declaredIn({ "a: b": simple(SLACK) }).get("a: b") ?? assert.fail();
    const { id, alert } = memberOf(args, { ...responseOf(simple(SLACK)), id: "a1" });
    assert.ok(alert !== undefined);
    const path = "notifications[0].apiToken (SLACK)";
    const drifted = { ...alert, args: { ...alert.args, changedSecrets: [path] } };
    const members = new Map([["a: b", { id, alert: drifted }]]);
    const outputs = outputsOf({ ...state({ "a: b": simple(SLACK) }), members }, {});
    assert.deepEqual(outputs["alertConfigIds"], { "a: b": "a1" });
    assert.deepEqual(outputs["changedSecrets"], [`a: b: ${path}`]);
    assert.deepEqual(stateIn(outputs).members.get("a: b")?.alert?.args.changedSecrets, [path]);
  });

  it("stores neither baselines nor a mark if there is nothing to store", () => {
    const set = { one: { ...simple(EMAIL), enabled: true, matchers: [] } };
    const args = declaredIn(set).get("one") ?? assert.fail();
    const members = new Map([["one", memberOf(args, { ...set.one, id: "a1" })]]);
    const outputs = outputsOf({ ...state(set), members }, {});
    assert.deepEqual([outputs["__written"], outputs["__incomplete"]], [undefined, undefined]);
  });

  it("keeps the name of the resource where the engine does not show it", () => {
    const set = state({ one: simple(EMAIL) });
    const outputs = encode(KIND, set, {});
    assert.deepEqual([outputs["resourceName"], outputs["__resourceName"]], [undefined, "alerts"]);
    const { args } = stateIn(outputs);
    assert.equal(args.resourceName, "alerts");
  });

  it("finds the secret at a path of a report, whatever the name of the member contains", () => {
    const notifications = [{ typeName: "SLACK", channelName: "#dba", apiToken: "xoxb-1" }];
    const member = { eventTypeName: "NO_PRIMARY", notifications };
    const args = argsIn({ projectId: "p", alertConfigs: { "lag: notifications[0]": member } });
    assert.equal(secretAt(args, "lag: notifications[0]: notifications[0].apiToken"), "xoxb-1");
    assert.equal(secretAt(args, "other: notifications[0].apiToken"), undefined);
  });
});
