import assert from "node:assert/strict";
import type { AlertConfigBody } from "../../../src/fields/alert-config";
import { idOf } from "./alerts";
import { DOWN } from "./inputs";
import { type Managed, type ManagedOptions, itInHost, idsIn, programOn } from "./managed";
import { useSet } from "./sets";

const DELETE = "DELETE /groups/{projectId}/alertConfigs/{alertConfigId}";
const body = (eventTypeName: string): AlertConfigBody => ({ ...DOWN, eventTypeName });

describe("an alert configuration that goes from one resource of a program to another", () => {
  const { emulator, inputs: members, single } = useSet();
  let program: ReturnType<typeof programOn>;
  beforeEach(() => void (program = programOn(emulator, { pause: async () => undefined })));
  const setOf = (name: string, run?: ManagedOptions["run"]) => program.resource("AlertConfigSet", name, run);
  const alertOf = (name: string) => program.resource("AlertConfig", name);

  /** The same resource with what its program announces now. */
  const again = async (former: Managed, name: string, run?: ManagedOptions["run"]) => {
    const next = setOf(name, run);
    await next.import(former.state ?? assert.fail());
    return next;
  };
  const two = { down: body("HOST_DOWN"), up: body("HOST_UP") };
  /** A set of an earlier run, and the ids of its two members. */
  const former = async () => {
    const first = setOf("first");
    await first.up(members(two));
    const { down = "", up = "" } = idsIn(first);
    program.nextRun();
    return { first, down, up };
  };
  const exists = (id: string): boolean => emulator.alertConfigs().get(id) !== undefined;
  const deletions = () => emulator.counters.byEndpoint[DELETE] ?? 0;

  it("is adopted by the second set and not deleted by the first, which names the other", async () => {
    const { first, down } = await former();
    const second = setOf("second");
    await second.up(members({ down: two.down }));
    assert.deepEqual(idsIn(second), { down });
    await first.up(members({ up: two.up }));
    assert.equal(deletions(), 0);
    assert.ok(exists(down));
    assert.match(
      first.said.at(-1) ?? "",
      new RegExp(`${down} is managed by the resource "second" of this program now: it was not deleted`),
    );
    assert.deepEqual(Object.keys(idsIn(first)), ["up"]);
  });

  itInHost("is named in a preview with its new resource, apart from those that are deleted", async () => {
    const { first, down, up } = await former();
    const adopted = { [down.toUpperCase()]: "single" };
    const next = await again(first, "first", { adopted });
    const said = (await next.preview(members({}))).join("\n");
    assert.ok(said.includes(`nothing is deleted on the service:\n  down: ${down}, to "single"`), said);
    assert.ok(said.includes(`These members are deleted on the service:\n  up: ${up}`), said);
    assert.equal(emulator.counters.writes, 0);
  });

  itInHost("is not deleted by a set before the resource that announced its adoption has begun", async () => {
    const { first, down } = await former();
    const next = await again(first, "first", { adopted: { [down]: "single" } });
    await next.up(members({ up: two.up }));
    assert.equal(deletions(), 0);
    const alert = alertOf("single");
    await alert.up(single(two.down, { adoptId: down }));
    assert.equal(alert.state?.outputs["alertConfigId"], down);
    assert.equal(emulator.counters.writes, 0);
  });

  itInHost(
    "is not deleted by a set with unmanaged delete while another resource of the program may have it",
    async () => {
      const run = { undecided: ["AlertConfig::later"] };
      const set = setOf("set", run);
      await set.up(members(two, { unmanaged: "report" }));
      const found = (set.state?.outputs["unmanagedAlertConfigs"] ?? []) as { id: string }[];
      assert.ok(found.length > 0);
      program.nextRun();
      const next = await again(set, "set", run);
      await assert.rejects(
        next.up(members(two, { unmanaged: "delete" })),
        /not deleted, since it may belong to "AlertConfig::later"|not deleted, since it may belong to "later"/,
      );
      assert.equal(emulator.counters.writes, 0);
      for (const { id } of found) assert.ok(exists(id));
      program.nextRun();
      const alone = await again(set, "set");
      await alone.up(members(two, { unmanaged: "delete" }));
      for (const { id } of found) assert.ok(!exists(id));
    },
  );

  it("is deleted as unmanaged only if the state has listed it before the run, and no new member equals it", async () => {
    const set = setOf("set");
    const one = { down: two.down };
    await set.up(members(one, { unmanaged: "delete" }));
    program.nextRun();
    await set.up(members(one, { unmanaged: "delete" }));
    const [late, equal] = [body("HOST_UP"), body("NO_PRIMARY")].map(
      (each) => emulator.alertConfigs().add(each as object).id,
    );
    const texts = async (rest = {}) =>
      (await set.preview(members({ ...one, ...rest }, { unmanaged: "delete" }))).join("\n");
    program.nextRun();
    assert.equal(await set.refresh(), "changed");
    assert.equal(await texts(), "");
    await set.up(members(one, { unmanaged: "delete" }));
    assert.equal(deletions(), 0);
    program.nextRun();
    await set.refresh();
    const added = { primary: body("NO_PRIMARY") };
    assert.match(await texts(), new RegExp(`are deleted: .*${late ?? ""}`));
    assert.match(await texts(added), /are deleted, unless a new member adopts them: /);
    await set.up(members({ ...one, ...added }, { unmanaged: "delete" }));
    assert.equal(idsIn(set)["primary"], equal);
    assert.deepEqual([exists(late ?? ""), deletions()], [false, 1]);
  });

  itInHost(
    "is not deleted by a set with unmanaged delete if another resource has announced its adoption",
    async () => {
      const set = setOf("set");
      await set.up(members(two, { unmanaged: "report" }));
      const found = (set.state?.outputs["unmanagedAlertConfigs"] ?? []) as { id: string }[];
      const [adopted = "", ...others] = found.map(({ id }) => id);
      assert.ok(others.length > 0);
      program.nextRun();
      const next = await again(set, "set", { adopted: { [adopted]: "single" } });
      const said = (await next.preview(members(two, { unmanaged: "delete" }))).join();
      await next.up(members(two, { unmanaged: "delete" }));
      for (const id of others) assert.ok(said.includes(id) && !exists(id), id);
      assert.ok(!said.includes(adopted) && exists(adopted));
    },
  );

  it("is created with a warning if it was deleted earlier in the run that adopts it", async () => {
    const old = alertOf("alert");
    await old.up(single(two.down));
    const { id } = old;
    const adoptId = idOf(old);
    program.nextRun();
    await old.destroy();
    const next = alertOf("alert");
    await next.up(single(two.down, { adoptId }));
    assert.notEqual(idOf(next), adoptId);
    const warning = `The alert configuration "alert" (${id}) was deleted earlier in this run, and is written again.`;
    assert.deepEqual(next.said, [warning]);
  });

  it("is refused when both declare it", async () => {
    const first = setOf("first");
    await first.up(members(two));
    await assert.rejects(
      alertOf("single").up(single(two.down)),
      /the resource "first" \(alertConfigs\.down\) of this program declares the same alert configuration: keep one of them/,
    );
    await assert.rejects(
      setOf("second").up(members({ uno: two.up })),
      /^Error: alertConfigs\.uno: the resource "first" \(alertConfigs\.up\)/,
    );
  });

  it("is created once for each of two AlertConfigs that declare it, with a warning", async () => {
    const before = emulator.alertConfigs().list().length;
    const [first, second] = [alertOf("first"), alertOf("second")];
    await first.up(single(two.down));
    await second.up(single(two.down));
    assert.deepEqual(first.said, []);
    assert.match(
      second.said.join("\n"),
      /the resource "first" of this program declares the same alert configuration, so that there are two equal ones/,
    );
    assert.equal(emulator.alertConfigs().list().length, before + 2);
  });
});
