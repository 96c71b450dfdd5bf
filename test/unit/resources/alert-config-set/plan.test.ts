import assert from "node:assert/strict";
import * as fc from "fast-check";
import { omit } from "../../../../src/json";
import type { Member, Members } from "../../../../src/resources/alert-config-set/encoding";
import type { Plan } from "../../../../src/resources/alert-config-set/plan";
import { hasSecrets, planOf } from "../../../../src/resources/alert-config-set/plan";
import { sameAlert } from "../../../../src/resources/alert-config/compare";
import { refreshedState } from "../../../../src/resources/alert-config/operations";
import { argsOf, EMAIL, GROUP, HOOK, PAGER, responseOf, simple, SLACK } from "../alert-config/alerts";
import type { Bodies } from "./sets";
import { bodies, declaredIn, memberOf, writtenMembers } from "./sets";
import { property } from "../../../support/runs";

function idsIn(members: Members): Record<string, string> {
  return Object.fromEntries([...members].map(([name, { id }]) => [name, id]));
}

function plan(before: Bodies, after: Bodies, writeSecrets = false): Plan {
  return planOf(writtenMembers(before), declaredIn(after), writeSecrets);
}

const A = simple(EMAIL);
const B = simple(GROUP);
const C = simple(SLACK);

describe("planOf", () => {
  it("writes an imported member under a new name, since the state lacks its secrets", () => {
    const [member] = writtenMembers({ a: simple(omit(SLACK, ["apiToken"])) }).values();
    assert.ok(member?.alert);
    const { alert } = member;
    const imported = { ...member, alert: { ...alert, args: { ...alert.args, imported: true } } };
    const { changed } = planOf(new Map([["a", imported]]), declaredIn({ b: C }));
    assert.deepEqual([...changed], [["b", imported]]);
  });

  property(
    "puts every declared name and every member into exactly one group",
    1000,
    bodies,
    bodies,
    fc.boolean(),
    fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    (before, after, writeSecrets, unwritten) => {
      const members = new Map(
        [...writtenMembers(before)].map(([name, member], index): [string, Member] =>
          unwritten[index] === true ? [name, { id: member.id }] : [name, member],
        ),
      );
      const declared = declaredIn(after);
      const { unchanged, changed, removed, added } = planOf(members, declared, writeSecrets);
      const names = [unchanged, changed, added].flatMap((group) => [...group.keys()]);
      assert.deepEqual(names.sort(), [...declared.keys()].sort());
      const planned = [unchanged, changed, removed]
        .flatMap((group) => [...group.values()])
        .map(({ id }) => id);
      assert.deepEqual(planned.sort(), [...members.values()].map(({ id }) => id).sort());
      // A removed member keeps its name, which no declared one has.
      for (const [name, member] of removed) {
        assert.equal(members.get(name), member);
        assert.ok(!declared.has(name));
      }
      const byId = new Map([...members.values()].map((member) => [member.id, member]));
      for (const [name, { id, alert }] of unchanged) {
        const args = declared.get(name);
        const former = byId.get(id)?.alert?.args;
        assert.ok(alert !== undefined && args !== undefined && former !== undefined);
        assert.equal(alert.args, args);
        assert.ok(sameAlert(former, args));
        assert.ok(!(writeSecrets && hasSecrets(args)));
      }
      // A member is created again under its own name only if all that is deleted was dropped by the program.
      const dropped = [...removed.values()].every(({ id }) =>
        [...members].some(([name, member]) => member.id === id && !declared.has(name)),
      );
      for (const name of added.keys()) assert.ok(dropped || !members.has(name));
    },
  );

  const [ids, was, secrets] = [{ a: "id-0" }, { a: A, b: B }, { a: A, c: C }];
  const cases: [what: string, args: Parameters<typeof plan>, expected: [object, object, object, string[]]][] =
    [
      ["of a new set", [{}, was], [{}, {}, {}, ["a", "b"]]],
      ["without a change", [{ a: A }, { a: A }], [ids, {}, {}, []]],
      ["with another content", [{ a: A }, { a: B }], [{}, ids, {}, []]],
      [
        "with other contents, in another order",
        [was, { b: C, a: simple(PAGER) }],
        [{}, { a: "id-0", b: "id-1" }, {}, []],
      ],
      ["with another name", [{ a: A }, { b: A }], [{ b: "id-0" }, {}, {}, []]],
      ["with another name and content", [{ a: A }, { b: B }], [{}, {}, ids, ["b"]]],
      ["of one less", [{ a: A, b: A }, { b: A }], [{ b: "id-1" }, {}, ids, []]],
      ["of one more of the same", [{ a: A }, { a: A, b: A }], [ids, {}, {}, ["b"]]],
      [
        "of equal ones with other names",
        [
          { a: A, b: A },
          { x: A, y: A },
        ],
        [{ x: "id-0", y: "id-1" }, {}, {}, []],
      ],
      ["of contents that are exchanged", [was, { a: B, b: A }], [{ a: "id-1", b: "id-0" }, {}, {}, []]],
      ["of names that move on by one", [was, { b: A, c: B }], [{ b: "id-0", c: "id-1" }, {}, {}, []]],
      ["with the name of a removed one", [was, { b: A }], [{ b: "id-0" }, {}, { "b (removed)": "id-1" }, []]],
      [
        "with the name of a removed one, whose next name is taken as well",
        [{ ...was, "b (removed)": C }, { b: A }],
        [{ b: "id-0" }, {}, { "b (removed)": "id-2", "b (removed) (removed)": "id-1" }, []],
      ],
      ["that writes secrets again", [secrets, secrets, true], [ids, { c: "id-1" }, {}, []]],
      [
        "that writes secrets of new names",
        [secrets, { x: A, y: C }, true],
        [{ x: "id-0" }, { y: "id-1" }, {}, []],
      ],
    ];
  for (const [what, args, expected] of cases) {
    it(`returns the plan ${what}`, () => {
      const { unchanged, changed, removed, added } = plan(...args);
      assert.deepEqual([idsIn(unchanged), idsIn(changed), idsIn(removed), [...added.keys()]], expected);
    });
  }

  it("keeps each secret and each response with its notification, in whatever order they are declared now", () => {
    const first = { ...HOOK, webhookUrl: "https://first.example.com/x", webhookSecret: "first" };
    const before = simple(SLACK, first, PAGER, { ...HOOK, webhookUrl: "https://second.example.com/y" });
    const live = { ...responseOf(before), id: "id-0" };
    const members = new Map([["a", memberOf(argsOf(before), live)]]);
    const { length } = before.notifications;
    const inAnyOrder = fc.shuffledSubarray(before.notifications, { minLength: length });
    fc.assert(
      fc.property(inAnyOrder, (notifications) => {
        const { unchanged } = planOf(members, declaredIn({ a: simple(...notifications) }));
        const alert = unchanged.get("a")?.alert ?? assert.fail("it is written");
        const types = notifications.map(({ typeName }) => typeName);
        assert.deepEqual(alert.args.notifications, notifications);
        const returned = alert.baseline.returned.notifications.map((each) => each?.typeName);
        assert.deepEqual(returned, types);
        // The same response is as it was after the write.
        assert.equal(refreshedState(alert, live), alert);
        // A change by hand is found where it was made.
        const changed = structuredClone(live);
        Object.assign(changed.notifications[0] ?? {}, { apiToken: "****9999" });
        const path = `notifications[${types.indexOf("SLACK")}].apiToken (SLACK)`;
        assert.deepEqual(refreshedState(alert, changed).args.changedSecrets, [path]);
      }),
    );
  });
});
