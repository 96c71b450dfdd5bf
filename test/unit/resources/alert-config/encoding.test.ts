import assert from "node:assert/strict";
import * as fc from "fast-check";
import { UNKNOWN } from "../../../../src/unknowns";
import type { PlainObject } from "../../../../src/json";
import { omit, withoutUndefined } from "../../../../src/json";
import { alertConfig } from "../../../../src/resources/alert-config/definition";
import { sameAlert } from "../../../../src/resources/alert-config/compare";
import { argsOfLive } from "../../../../src/resources/alert-config/drift";
import { refresh } from "../../../../src/resources/alert-config/drift";
import type { AnyDefinition } from "../../../../src/core/definition";
import type { AlertArgs, AlertState } from "../../../../src/resources/alert-config/encoding";
import { openAlert, SECRETS_APART } from "../../../../src/resources/alert-config/encoding";
import { decode, encode } from "../../../../src/dynamic/form";
import { stateOf } from "../../../../src/resources/alert-config/operations";
import { secretPart, splitSecrets } from "../../../../src/secrets/notifications";
import { argsOf, EMAIL, inputsOf, PROGRAM, responseOf, simple, SLACK } from "./alerts";
import { changed, program, responseTo, SECRET } from "./generators";
import { property } from "../../../support/runs";
import { throughJson } from "../../../support/through-json";

function outputsOf(state: AlertState, props: PlainObject): PlainObject {
  return throughJson(encode(alertConfig as unknown as AnyDefinition, state, props));
}

const { encrypted = [] } = alertConfig;

function stateIn(outputs: PlainObject): AlertState {
  return decode(alertConfig, outputs) as AlertState;
}

function argsFrom(inputs: PlainObject): AlertArgs {
  return SECRETS_APART.join(inputs) as unknown as AlertArgs;
}

/** Absent and `undefined` are the same. */
function assertSame(actual: unknown, expected: unknown): void {
  assert.deepEqual(throughJson(actual), throughJson(expected));
}

/** An absent list of changed secrets is empty. */
function argsIn({ args }: AlertState): AlertArgs {
  return { ...args, changedSecrets: args.changedSecrets ?? [] };
}

function assertSameState(actual: AlertState, expected: AlertState): void {
  assertSame(argsIn(actual), argsIn(expected));
  assertSame(actual.service, expected.service);
  assertSame(actual.baseline, expected.baseline);
}

describe("the inputs of the dynamic host", () => {
  it("keeps notifications that are unknown, or of another type", () => {
    const ofType = (notifications: unknown): unknown => argsFrom({ notifications }).notifications;
    for (const notifications of [UNKNOWN, undefined, "none", [UNKNOWN, EMAIL], ["none"]]) {
      assert.deepEqual(ofType(notifications), notifications);
    }
  });
});

const normalize = (inputs: PlainObject) => SECRETS_APART.normalize(inputs, {});

describe("normalize", () => {
  it("drops an empty map of secrets, which would be shown as secret", () => {
    assert.deepEqual(normalize({ projectId: "p", notificationSecrets: {} }), { projectId: "p" });
    const inputs = inputsOf(PROGRAM);
    assert.deepEqual(normalize(inputs), inputs);
    assert.deepEqual(normalize({ notificationSecrets: UNKNOWN }), { notificationSecrets: UNKNOWN });
  });
});

describe("the outputs of the dynamic host", () => {
  it("stores no baseline if the service returned what was sent", () => {
    const declared = { ...simple(EMAIL), enabled: true, matchers: [] };
    const live = { ...declared, id: "a", groupId: "p" };
    assert.equal(outputsOf(stateOf(argsOf(declared), live), inputsOf(declared))["__written"], undefined);
  });

  it("leaves out what matters at create only", () => {
    const args = { ...argsOf(PROGRAM), adoptId: "a1", import: "p/a1" };
    const outputs = outputsOf(stateOf(args, responseOf(PROGRAM)), inputsOf(PROGRAM));
    assert.deepEqual([outputs["adoptId"], outputs["import"]], [undefined, undefined]);
  });
});

describe("the dynamic host returns the state that it stored", () => {
  const written = program.chain((declared) =>
    fc.record({ declared: fc.constant(declared), live: responseTo(declared) }),
  );

  property(
    "after a write",
    2000,
    written,
    fc.option(fc.constantFrom(1, "v2"), { nil: undefined }),
    ({ declared, live }, secretsVersion) => {
      const inputs = withoutUndefined({ ...inputsOf(declared), secretsVersion });
      const state = stateOf(argsFrom(inputs), live);
      const outputs = outputsOf(state, inputs);
      assertSameState(stateIn(outputs), state);
      assertSame(outputsOf(stateIn(outputs), outputs), outputs);
      assert.ok(!JSON.stringify(omit(outputs, encrypted)).includes(SECRET));
    },
  );

  property(
    "after a write of notifications that `ignoreChanges` kept, beside the secrets of the program",
    2000,
    written,
    program,
    ({ declared: kept, live }, declared) => {
      const { notificationSecrets } = inputsOf(declared);
      const inputs = { ...inputsOf(kept), notificationSecrets };
      const state = stateOf(argsFrom(inputs), live);
      assertSameState(stateIn(outputsOf(state, inputs)), state);
    },
  );

  const drifted = written.chain(({ declared, live }) =>
    fc.record({
      declared: fc.constant(declared),
      live: fc.constant(live),
      first: changed(live),
      second: changed(live),
    }),
  );

  property(
    "after refreshes, with the secrets and the baseline of the last write",
    2000,
    drifted,
    ({ declared, live, first, second }) => {
      const inputs = inputsOf(declared);
      const state = stateOf(argsFrom(inputs), live);
      let outputs = outputsOf(state, inputs);
      for (const found of [first, second, live]) {
        const before = stateIn(outputs);
        const { args } = refresh(before.args, before.baseline, found);
        const after = { ...stateOf(args, found, before.baseline), args };
        outputs = outputsOf(after, outputs);
        const back = stateIn(outputs);

        assertSame(outputs["notificationSecrets"], inputs["notificationSecrets"]);
        assertSame(back.service, after.service);
        assertSame(back.baseline, state.baseline);
        assertSame(openAlert(back.args), openAlert(args));
        assertSame(argsIn(back).changedSecrets, argsIn(after).changedSecrets);
        if (back.args.unclear === undefined) {
          assertSame(back.args.notifications, args.notifications);
        } else {
          assertSame(back.args.unclear.secrets, inputs["notificationSecrets"] ?? {});
          if (before.args.unclear === undefined) assertOwnSecretsOrNone(back.args, args);
        }
        assertSame(outputsOf(back, outputs), outputs);

        // The same response again is not a change.
        const again = refresh(back.args, back.baseline, found);
        assert.ok(sameAlert(again.args, back.args));
      }
      // All changes were undone. What the response to the write lacks counts as changed, and notifications with equal
      // addresses and masks cannot be told apart.
      const isComplete =
        ["enabled", ...Object.keys(declared)].every((name) => name in live) &&
        live.notifications.length === declared.notifications.length;
      const addresses = declared.notifications.map((each) => Object.keys(splitSecrets([each])).join());
      const isDistinct = new Set(addresses).size === addresses.length;
      if (isComplete && isDistinct) assert.ok(sameAlert(stateIn(outputs).args, state.args));
      assert.ok(!JSON.stringify(omit(outputs, encrypted)).includes(SECRET));
    },
  );

  function assertOwnSecretsOrNone(actual: AlertArgs, expected: AlertArgs): void {
    actual.notifications.forEach((notification, index) => {
      const secrets = secretPart(notification);
      const own = expected.notifications[index];
      if (Object.keys(secrets).length > 0) assertSame(secrets, own && secretPart(own));
    });
  }

  property("of an alert configuration that is only looked up", 1000, written, ({ live }) => {
    const state = stateOf(argsOfLive("p", live), live);
    const outputs = outputsOf(state, {});
    assertSame(omit(argsIn(stateIn(outputs)), ["unclear"]), argsIn(state));
    assertSame(stateIn(outputs).baseline, state.baseline);
    assert.ok(!JSON.stringify(outputs).includes(SECRET));
  });

  it("without a baseline, as older states are", () => {
    const outputs = { ...inputsOf(simple(SLACK)), alertConfigId: "a", links: [], changedSecrets: [] };
    const { declared, returned } = stateIn(outputs).baseline;
    assert.deepEqual(declared.notifications, [SLACK]);
    const open = { typeName: "SLACK", channelName: "#ops", delayMin: 0, secretFields: [] };
    assert.deepEqual(returned.notifications, [open]);
  });
});
