import assert from "node:assert/strict";
import type { PlainObject } from "../../../src/json";
import { UNKNOWN } from "../../../src/unknowns";
import { DOWN } from "./inputs";
import {
  bodiesOf,
  failOn,
  type Managed,
  managed,
  programOn,
  refusedWith,
  useEmulator,
  writesTo,
} from "./managed";

const OTHER_ORG = "5f3e9c41d2a7b84e60c1f0b7";

describe("Project against the emulator", () => {
  const emulator = useEmulator();
  let project: Managed;
  beforeEach(() => {
    emulator.entities("orgs").set(OTHER_ORG, { name: "Southwind" });
    project = managed("Project", emulator, { pause: async () => undefined });
  });

  const all = () => emulator.entities("projects");
  const inputs = (rest: PlainObject = {}): PlainObject => ({
    name: "payments",
    orgId: emulator.orgId,
    tags: ["TEAM-PAY", "EU"],
    ...rest,
  });
  const up = async (rest?: PlainObject) => project.up(inputs(rest));
  const preview = async (rest?: PlainObject) => project.preview(inputs(rest));
  const live = () => all().get(project.id ?? "");
  const output = (name: string): unknown => project.state?.outputs[name];
  const byHand = (fields: object): void => void all().update(project.id ?? "", fields);
  const fail = failOn(emulator);
  const refuse = (method: string, status: number, errorCode: string): void =>
    fail(method, refusedWith(status, errorCode));
  const named = (name: string) =>
    all()
      .list()
      .filter((each) => each.name === name);

  describe("that is created", () => {
    it("has no alert configurations by default, and shows the key of its agents", async () => {
      assert.equal(await up(), "create");
      assert.deepEqual(emulator.alertConfigs(project.id).list(), []);
      assert.deepEqual(bodiesOf(emulator, "POST"), [{ ...inputs(), withDefaultAlertsSettings: false }]);
      assert.equal(output("projectId"), project.id);
      assert.equal(output("agentApiKey"), live()?.agentApiKey);
      await project.destroy().catch(() => undefined);
      await managed("Project", emulator).up(inputs({ name: "other", withDefaultAlertsSettings: true }));
      assert.notDeepEqual(emulator.alertConfigs(named("other")[0]?.id).list(), []);
    });

    it("may have a name with which another one begins, and that of one in another organization", async () => {
      await up({ name: "shop" });
      await managed("Project", emulator).up(inputs({ name: "shop-production", orgId: OTHER_ORG }));
      assert.equal(named("shop-production").length, 2);
    });

    it("is not taken over if it is not as declared: it must be somebody else's", async () => {
      fail("POST", "resetBefore");
      const addTheirs = async () =>
        void all().add({ name: "payments", orgId: emulator.orgId, tags: ["THEIRS"] });
      const slow = managed("Project", emulator, { pause: addTheirs });
      await assert.rejects(slow.up(inputs()), /the connection broke/);
      assert.equal(slow.state, undefined);
      await assert.rejects(
        slow.up(inputs()),
        /has a project "payments" already .* set the resource option import/,
      );
    });
  });

  describe("that exists", () => {
    const projectId = "60a2b7c9e4b0c5571d3f8e12";
    const declared = (rest: PlainObject = {}) => ({
      name: "shop-production",
      tags: undefined,
      __import: projectId,
      ...rest,
    });

    it("is imported as it is, with the key of its agents and tags that the program leaves out", async () => {
      assert.match((await preview(declared())).join(), /The project .* exists and is adopted as it is/);
      assert.equal(await up(declared()), "create");
      assert.deepEqual([project.id, output("agentApiKey")], [projectId, live()?.agentApiKey]);
      assert.equal(await project.refresh(), "same");
      assert.equal(await up(declared({ __import: undefined, name: "shop" })), "update");
      assert.deepEqual(live()?.tags, ["PRODUCTION", "TEAM-SHOP"]);
      assert.deepEqual(writesTo(emulator), ["PATCH"]);
      assert.equal(await project.refresh(), "same");
    });

    it("is not imported if it is not as declared", async () => {
      const differs =
        /import: the project .* is not as declared\. .* or import it as it is, and change it with the next `pulumi up`:\n {2}orgId: "5f3e9c41d2a7b84e60c1f0a3" => "5f3e9c41d2a7b84e60c1f0b7"/;
      for (const run of [preview, up]) await assert.rejects(run(declared({ orgId: OTHER_ORG })), differs);
      assert.deepEqual(writesTo(emulator), []);
    });
  });

  describe("that is changed", () => {
    let key: unknown;
    beforeEach(async () => {
      await up();
      key = output("agentApiKey");
      emulator.clearRequests();
    });

    it("keeps its id and the key of its agents, and sends what differs", async () => {
      const { id } = project;
      assert.equal(await up({ name: "billing", tags: ["EU", "TEAM-PAY"] }), "update");
      assert.equal(await up({ name: "billing", tags: ["EU"] }), "update");
      assert.equal(await up({ name: "billing", tags: undefined }), "update");
      assert.deepEqual(bodiesOf(emulator, "PATCH"), [{ name: "billing" }, { tags: ["EU"] }, { tags: [] }]);
      byHand({ name: "by-hand" });
      assert.equal(await project.refresh(), "changed");
      assert.deepEqual([project.id, output("agentApiKey")], [id, key]);
      assert.equal(await up({ name: "billing", tags: undefined }), "update");
      assert.equal(live()?.name, "billing");
    });

    it("does not change with the order of its tags, nor if the service leaves them out", async () => {
      emulator.settings.shuffle = true;
      assert.equal(await up({ tags: ["EU", "TEAM-PAY"] }), "same");
      assert.equal(await project.refresh(), "same");
      all().set(project.id ?? "", { ...live(), name: "payments" });
      const { tags: _, ...rest } = live() ?? {};
      fail("GET", { status: 200, body: { ...rest, links: [] } });
      assert.equal(await project.refresh(), "same");
    });

    it("needs no request for its flags, of which that of the creation is no change", async () => {
      assert.equal(await up({ withDefaultAlertsSettings: true }), "same");
      assert.equal(await up({ allowDelete: true }), "update");
      assert.deepEqual([output("allowDelete"), emulator.counters.requests], [true, 0]);
    });

    it("gets back the tags that it had if the program declares none", async () => {
      await up({ tags: undefined });
      byHand({ tags: ["BY-HAND"] });
      assert.equal(await project.refresh(), "changed");
      assert.equal(await up({ tags: undefined }), "update");
      assert.deepEqual(live()?.tags, []);
    });

    it("is changed although the response is lost", async () => {
      fail("PATCH", "resetAfter");
      assert.equal(await up({ name: "billing" }), "update");
      assert.equal(live()?.name, "billing");
    });

    for (const isRefreshed of [false, true]) {
      const between = isRefreshed ? ", and a refresh follows" : "";
      it(`gets its name back after a rename of unknown outcome${between}`, async () => {
        fail("PATCH", "resetAfter");
        fail("GET", { status: 500 });
        await assert.rejects(up({ name: "billing" }), /the connection broke/);
        assert.deepEqual([live()?.name, output("agentApiKey")], ["billing", key]);
        if (isRefreshed) await project.refresh();
        assert.equal(await up(), "update");
        assert.equal(live()?.name, "payments");
      });
    }

    it("keeps tags that the program never declared when a failed rename is taken back", async () => {
      await up({ tags: undefined });
      byHand({ tags: ["OWNED-BY-OPS"] });
      fail("PATCH", "resetBefore");
      fail("GET", { status: 500 });
      await assert.rejects(up({ tags: undefined, name: "billing" }));
      await up({ tags: undefined });
      assert.deepEqual(live()?.tags, ["OWNED-BY-OPS"]);
    });
  });

  describe("with groups of a directory", () => {
    const OWNERS = { roleName: "GROUP_OWNER", ldapGroups: ["cn=dba", "cn=sre"] };
    const READERS = { roleName: "GROUP_READ_ONLY", ldapGroups: ["cn=everyone"] };
    const ldapGroupMappings = [READERS, OWNERS];
    const idpGroupMappings = [{ roleName: "GROUP_OWNER", idpGroups: ["dba"] }];

    it("has them as declared, in any order", async () => {
      await up({ ldapGroupMappings, idpGroupMappings });
      assert.equal(await project.refresh(), "same");
      const reordered = [{ ...OWNERS, ldapGroups: ["cn=sre", "cn=dba"] }, READERS];
      await up({ ldapGroupMappings: reordered, idpGroupMappings });
      assert.deepEqual(writesTo(emulator), ["POST"]);
      assert.deepEqual(live()?.idpGroupMappings, idpGroupMappings);
    });

    it("gets back what others change, and keeps what is not declared", async () => {
      await up({ ldapGroupMappings });
      byHand({ ldapGroupMappings: [OWNERS], idpGroupMappings });
      assert.equal(await project.refresh(), "changed");
      assert.equal(await up({ ldapGroupMappings, name: "billing" }), "update");
      assert.deepEqual(bodiesOf(emulator, "PATCH"), [{ name: "billing", ldapGroupMappings }]);
      assert.deepEqual(live()?.idpGroupMappings, idpGroupMappings);
      byHand({ idpGroupMappings: [] });
      assert.equal(await project.refresh(), "same");
    });

    it("is read although the service has a mapping without groups", async () => {
      await up();
      byHand({ ldapGroupMappings: [{ roleName: "GROUP_OWNER" }], idpGroupMappings: null });
      assert.equal(await project.refresh(), "same");
    });

    it("keeps those of an argument that is removed, as the preview says", async () => {
      await up({ ldapGroupMappings });
      emulator.clearRequests();
      const said =
        /^ldapGroupMappings: the program no longer declares it, and the service keeps it as before\.$/;
      assert.match((await preview()).join(), said);
      assert.equal(await up(), "update");
      assert.equal(emulator.counters.writes, 0);
      assert.equal(live()?.ldapGroupMappings?.length, 2);
      assert.equal(await project.refresh(), "same");
      assert.equal(await up({ ldapGroupMappings: [] }), "same", "an empty list is none");
    });

    it("is imported with them", async () => {
      await up({ ldapGroupMappings });
      const other = managed("Project", emulator);
      await assert.rejects(
        other.up(inputs({ ldapGroupMappings: [OWNERS], __import: project.id })),
        /import: the project .* is not as declared/,
      );
      await other.up(inputs({ ldapGroupMappings, __import: project.id }));
      assert.equal(await other.refresh(), "same");
    });

    for (const [mappings, problem] of [
      [[READERS], "ldapGroupMappings: must have an entry for GROUP_OWNER"],
      [[OWNERS, READERS, READERS], "ldapGroupMappings: must have one entry for GROUP_READ_ONLY"],
      [[{ ...OWNERS, ldapGroups: [] }], "ldapGroupMappings[0].ldapGroups: must have at least one item"],
      [[{ roleName: "GROUP_OWNER" }], "ldapGroupMappings[0].ldapGroups: is missing"],
    ] as const)
      it(`is refused before a request: ${problem}`, async () => {
        await assert.rejects(preview({ ldapGroupMappings: mappings }), ({ message }: Error) => {
          assert.ok(message.startsWith(problem), message);
          return true;
        });
        assert.equal(emulator.counters.requests, 0);
      });

    it("is previewed with groups and roles that are not known yet", async () => {
      for (const mappings of [UNKNOWN, [UNKNOWN], [{ ...READERS, roleName: UNKNOWN }]])
        assert.deepEqual(await preview({ ldapGroupMappings: mappings }), []);
    });

    it("is told how to get them on a service without LDAP, and of a role that is not documented", async () => {
      emulator.settings.ldap = false;
      await assert.rejects(
        up({ ldapGroupMappings }),
        /DISALLOWED_ATTRIBUTE_TURN_ON_LDAP.*the service does not authenticate with LDAP/,
      );
      const odd = [OWNERS, { roleName: "GROUP_OWNR", ldapGroups: ["cn=x"] }];
      assert.match(
        (await preview({ ldapGroupMappings: odd })).join(),
        /ldapGroupMappings\[1\]\.roleName: "GROUP_OWNR" is not a documented role of a project \(did you mean GROUP_OWNER/,
      );
    });
  });

  it("is not renamed to the name of another one without a warning in the preview", async () => {
    await up();
    byHand({ name: "by-hand" });
    for (const [name, id] of Object.entries({ "shop-production": emulator.projectId, "by-hand": project.id }))
      assert.match(
        (await preview({ name })).join(),
        new RegExp(`^name: .* \\(${id}\\): if that is another one,`),
      );
    assert.deepEqual(await preview({ name: "shop-test" }), []);
  });

  describe("that moves to another organization", () => {
    beforeEach(async () => void (await up()));
    const text =
      /^orgId: a project cannot move .* set allowDelete to true, run `pulumi up`, and then change orgId/;

    it("is refused, also if allowDelete is not in the state yet", async () => {
      for (const run of [preview, up])
        await assert.rejects(run({ orgId: OTHER_ORG, allowDelete: true }), text);
      assert.match(
        (await preview({ orgId: UNKNOWN })).join(),
        /not known yet\. Then it is refused: orgId: a project/,
      );
      assert.deepEqual(writesTo(emulator), ["POST"]);
    });
  });

  describe("that is deleted", () => {
    const create = async (rest?: PlainObject) => up({ allowDelete: true, ...rest });

    it("is refused while another resource of the program has an object in it, and names that", async () => {
      const program = programOn(emulator);
      const removed = program.resource("Project", "removed");
      await removed.up(inputs({ allowDelete: true }));
      program.nextRun();
      const down = program.resource("AlertConfig", "down");
      await down.up({ ...DOWN, projectId: removed.id });
      await assert.rejects(
        removed.destroy(),
        /was not deleted, since other resources of the program have objects in it: "down"/,
      );
      assert.equal(named("payments").length, 1);
    });

    it("stays in the state if the service has not let it go within the time limit", async () => {
      emulator.settings.lateDeletionReads = 1000;
      const config = { "opsmanager:totalTimeoutSeconds": "10" };
      project = managed("Project", emulator, { config, pause: async () => undefined });
      await create();
      await assert.rejects(
        project.destroy(),
        /but it still exists: .* the service needs more than 10 s\. Delete it again later/,
      );
      assert.notEqual(project.state, undefined);
    });

    it("stays with active backups, as the advice says", async () => {
      await create();
      byHand({ activeBackups: 1 });
      await assert.rejects(
        project.destroy(),
        /409 CANNOT_CLOSE_GROUP_ACTIVE_BACKUP .* Stop and terminate all backups/,
      );
      assert.notEqual(live(), undefined);
    });

    for (const action of ["resetAfter", "resetBefore"] as const) {
      const isDeleted = action === "resetAfter";
      it(`is ${isDeleted ? "gone" : "still there"} if the connection breaks (${action})`, async () => {
        await create();
        const { id } = project;
        fail("DELETE", action);
        const destroyed = project.destroy();
        await (isDeleted ? destroyed : assert.rejects(destroyed, /the connection broke/));
        assert.equal(all().get(id ?? "") === undefined, isDeleted);
      });
    }

    it("may be gone already", async () => {
      await create();
      all().delete(project.id ?? "");
      await project.destroy();
      assert.equal(project.state, undefined);
    });

    it("is gone for a key that has no role in it any more, but only after a deletion", async () => {
      const owner = { roleName: "ORG_OWNER", orgId: emulator.orgId };
      emulator.apiKeys.update(emulator.apiKeyId, { roles: [owner] });
      await create();
      await project.destroy();
      assert.deepEqual(named("payments"), []);
      await create();
      refuse("GET", 401, "NOT_IN_GROUP");
      await assert.rejects(project.destroy(), /401 NOT_IN_GROUP/);
      assert.equal(named("payments").length, 1);
    });

    it("is gone for a key that has no role in it if the organization does not list it", async () => {
      await create();
      fail("GET", refusedWith(401, "NOT_IN_GROUP"), { path: `/groups/${project.id}`, times: "always" });
      await assert.rejects(project.destroy(), /401 NOT_IN_GROUP/);
      all().delete(project.id ?? "");
      await project.destroy();
      assert.equal(project.state, undefined);
    });

    it("stays if the deletion itself is refused for a key without a role, as long as the organization lists it", async () => {
      project = managed("Project", emulator, { pause: async () => undefined });
      await create();
      fail("DELETE", refusedWith(403, "NOT_IN_GROUP"));
      await assert.rejects(project.destroy(), /DELETE .* 403 NOT_IN_GROUP/);
      fail("DELETE", "resetBefore");
      fail("GET", refusedWith(401, "NOT_IN_GROUP"), {
        path: `/groups/${project.id}`,
        nth: 2,
        times: "always",
      });
      await assert.rejects(project.destroy(), /the connection broke/);
      assert.notEqual(live(), undefined);
    });
  });
});
