import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { AlertConfigBody } from "../../../../src/fields/alert-config";
import { sameAlert } from "../../../../src/resources/alert-config/compare";
import { driftOf, openOnly } from "../../../../src/resources/alert-config/drift";
import { openAlert } from "../../../../src/resources/alert-config/encoding";
import { refreshedState, stateOf } from "../../../../src/resources/alert-config/operations";
import type { Live } from "./alerts";
import { argsOf } from "./alerts";
import { changed, program, responseTo, SECRET } from "./generators";
import { property } from "../../../support/runs";

interface Run {
  readonly declared: AlertConfigBody;
  readonly written: Live;
  readonly live: Live;
}

/** A write, the response to it, and a later response. */
const histories: fc.Arbitrary<Run> = program.chain((declared) =>
  responseTo(declared).chain((written) => changed(written).map((live) => ({ declared, written, live }))),
);

function isWhole(declared: AlertConfigBody, written: Live): boolean {
  const fields = Object.keys(declared) as (keyof Live)[];
  return (
    fields.every((field) => written[field] !== undefined) &&
    written.notifications.length === declared.notifications.length
  );
}

describe("the drift of an alert configuration in a state", () => {
  property(
    "is what a refresh finds, each changed argument once, and shows no secret",
    2_000,
    histories,
    ({ declared, written, live }) => {
      const state = stateOf(argsOf(declared), written);
      const { changes, changedSecrets } = driftOf(state.args, state.baseline, live);
      const isSame = sameAlert(refreshedState(state, live).args, state.args);
      assert.equal(changes.length + changedSecrets.length === 0, isSame, JSON.stringify(changes));
      assert.ok(!JSON.stringify(changes).includes(SECRET));
      const paths = changes.map(({ path }) => JSON.stringify(path));
      assert.deepEqual(paths, [...new Set(paths)]);
    },
  );

  property(
    "is nothing that a refresh does not find, without the baseline and the secrets",
    2_000,
    histories,
    ({ declared, written, live }) => {
      const state = stateOf(argsOf(declared), written);
      // Nobody knows what a service left out of a response that is not known.
      fc.pre(isWhole(declared, written));
      const open = { ...state.args, notifications: [...openAlert(state.args).notifications] };
      const { changes } = driftOf(open, undefined, openOnly(live));
      const isSame = refreshedState(state, live) === state;
      if (isSame) assert.deepEqual(changes, []);
    },
  );

  it("is nothing in a field that the type does not take, and that the program leaves out, without the baseline", () => {
    const email = { typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 60 };
    const declared = { eventTypeName: "HOST_DOWN", enabled: true, notifications: [email] };
    const notifications = [{ ...email, emailEnabled: true, roles: ["GROUP_OWNER"] }];
    const live = { id: "a1", ...declared, notifications };
    assert.deepEqual(driftOf(argsOf(declared), undefined, live).changes, []);
  });
});
