import assert from "node:assert/strict";
import type { RoleGrant } from "../../../src/emulator";
import { sharedEmulator, signed } from "./client";

const NOWHERE = "0123456789abcdef01234567";
const NEW = { desc: "ci", roles: ["ORG_READ_ONLY"] };

describe("API keys", () => {
  const emulator = sharedEmulator();
  const ofOrg = (id = ""): string => `/orgs/${emulator.orgId}/apiKeys${id && `/${id}`}`;
  const ofProject = (id = ""): string => `/groups/${emulator.projectId}/apiKeys${id && `/${id}`}`;
  const outcome = async (line: string, body?: unknown) => (await signed(emulator, line, { body })).outcome;
  const sorted = (roles: RoleGrant[]): string[] =>
    roles.map(({ roleName, orgId, groupId }) => [roleName, orgId ?? groupId].join(" ")).sort();
  const rolesOf = (id: string): string[] => sorted(emulator.apiKeys.get(id)?.roles ?? []);

  describe("of an organization", () => {
    it("are created with the private key in plain text, which later is masked", async () => {
      const { status, body } = await signed(emulator, `POST ${ofOrg()}`, { body: NEW });
      const { orgId } = emulator;
      assert.deepEqual([status, body.desc, body.roles], [200, "ci", [{ orgId, roleName: "ORG_READ_ONLY" }]]);
      assert.match(body.publicKey, /^[a-z]{8}$/);
      assert.equal(emulator.apiKeys.get(body.id)?.privateKey, body.privateKey);
      const masked = `********-****-****-${body.privateKey.slice(-12)}`;
      const one = await signed(emulator, `GET ${ofOrg(body.id)}`);
      assert.deepEqual(one.body, { ...body, privateKey: masked });
      const list = await signed(emulator, `GET ${ofOrg()}?itemsPerPage=2&pageNum=2`);
      assert.deepEqual([list.body.totalCount, list.body.results.length], [4, 2]);
      assert.deepEqual(list.body.results[1], one.body);
    });

    it("sign requests with their roles, until they are deleted with their access lists", async () => {
      const { body: key } = await signed(emulator, `POST ${ofOrg()}`, { body: NEW });
      const entries = [{ ipAddress: "127.0.0.1" }];
      assert.equal(await outcome(`POST ${ofOrg(key.id)}/accessList`, entries), "200");
      const get = async () => (await signed(emulator, `GET ${ofOrg(key.id)}`, { key })).outcome;
      assert.equal(await get(), "200");
      const refused = await signed(emulator, `POST ${ofOrg()}`, { key, body: NEW });
      assert.equal(refused.outcome, "401 USER_UNAUTHORIZED");
      assert.equal(await outcome(`PATCH ${ofOrg(key.id)}`, { roles: ["ORG_OWNER"] }), "200");
      assert.equal((await signed(emulator, `POST ${ofOrg()}`, { key, body: NEW })).outcome, "200");
      assert.equal(await outcome(`DELETE ${ofOrg(key.id)}`), "204");
      assert.equal(await get(), "401");
      assert.deepEqual(emulator.accessList(key.id).list(), []);
    });

    it("are the keys of the emulator, also that of the caller", async () => {
      const { body } = await signed(emulator, `GET ${ofOrg(emulator.apiKeyId)}`);
      assert.equal(body.publicKey, emulator.publicKey);
      assert.deepEqual(sorted(body.roles), rolesOf(emulator.apiKeyId));
    });

    it("keep their roles in projects when those in the organization are replaced", async () => {
      const { id } = emulator.apiKeys.list()[1] ?? assert.fail();
      await signed(emulator, `PATCH ${ofProject(id)}`, { body: { roles: ["GROUP_OWNER"] } });
      const roles = ["ORG_MEMBER", "ORG_GROUP_CREATOR"];
      const { body } = await signed(emulator, `PATCH ${ofOrg(id)}`, { body: { roles } });
      const { orgId, projectId } = emulator;
      const inOrg = [`ORG_GROUP_CREATOR ${orgId}`, `ORG_MEMBER ${orgId}`];
      assert.deepEqual(sorted(body.roles), ["GLOBAL_READ_ONLY ", `GROUP_OWNER ${projectId}`, ...inOrg]);
      assert.notDeepEqual(body.roles.slice(-2), emulator.apiKeys.get(id)?.roles.slice(0, 2), "another order");
      assert.equal(body.desc, "dashboards, read only");
    });

    for (const [expected, body] of [
      ["400 API_KEY_REQUIRES_DESCRIPTION", { roles: ["ORG_MEMBER"] }],
      ["400 INVALID_API_KEY_DESC", { ...NEW, desc: "" }],
      ["400 INVALID_API_KEY_DESC", { ...NEW, desc: "x".repeat(251) }],
      ["400 MISSING_API_KEY_ROLES", { desc: "x" }],
      ["400 MISSING_API_KEY_ROLES", { desc: "x", roles: [] }],
      ["400 INVALID_ROLE_FOR_ORG", { ...NEW, roles: ["ORG_MEMBER", "GROUP_OWNER"] }],
      ["400 INVALID_JSON_ATTRIBUTE", { ...NEW, roles: "ORG_MEMBER" }],
      ["400 ATTRIBUTE_READ_ONLY", { ...NEW, publicKey: "abcdefgh" }],
      ["400 INVALID_ATTRIBUTE", { ...NEW, accessList: [] }],
    ] as const)
      it(`are not created from ${JSON.stringify(body).slice(0, 80)}: ${expected}`, async () => {
        assert.equal(await outcome(`POST ${ofOrg()}`, body), expected);
        assert.equal(emulator.apiKeys.list().length, 3);
      });

    it("are not changed without a field, nor to have no roles", async () => {
      const line = `PATCH ${ofOrg(emulator.apiKeyId)}`;
      assert.equal(await outcome(line, {}), "400 MISSING_ONE_OF_ATTRIBUTES");
      assert.equal(await outcome(line, { roles: [] }), "400 MISSING_API_KEY_ROLES");
      assert.equal(await outcome(line, { desc: "" }), "400 INVALID_API_KEY_DESC");
    });

    it("are 400 API_KEY_NOT_FOUND if they do not exist or belong to another organization", async () => {
      const { id: orgId } = emulator.entities("orgs").add({ name: "another" });
      const foreign = emulator.apiKeys.add({ orgId, desc: "", publicKey: "x", privateKey: "x", roles: [] });
      for (const id of [NOWHERE, foreign.id]) {
        assert.equal(await outcome(`GET ${ofOrg(id)}`), "400 API_KEY_NOT_FOUND");
        assert.equal(await outcome(`PATCH ${ofOrg(id)}`, NEW), "400 API_KEY_NOT_FOUND");
        assert.equal(await outcome(`DELETE ${ofOrg(id)}`), "400 API_KEY_NOT_FOUND");
        assert.equal(await outcome(`GET ${ofOrg(id)}/accessList`), "400 API_KEY_NOT_FOUND");
      }
      assert.equal(await outcome(`GET /orgs/${NOWHERE}/apiKeys`), "404 ORG_NOT_FOUND");
      const body = { roles: ["GROUP_OWNER"] };
      assert.equal(
        await outcome(`PATCH ${ofProject(foreign.id)}`, body),
        "400 API_KEY_CAN_ONLY_BELONG_TO_ONE_ORG",
      );
    });

    it("are at most 500", async () => {
      for (let turn = 3; turn < 500; turn += 1)
        emulator.apiKeys.add({ orgId: emulator.orgId, desc: "", publicKey: "x", privateKey: "x", roles: [] });
      assert.equal(await outcome(`POST ${ofOrg()}`, NEW), "400 MAX_API_KEYS_PER_ORG_EXCEEDED");
    });
  });

  describe("of a project", () => {
    const listed = async (): Promise<string[]> => {
      const { body } = await signed(emulator, `GET ${ofProject()}`);
      return body.results.map(({ id }: { id: string }) => id);
    };

    it("are keys of the organization that have a role there", async () => {
      const { id } = emulator.apiKeys.list()[1] ?? assert.fail();
      const before = rolesOf(id);
      assert.deepEqual(await listed(), []);
      const roles = ["GROUP_READ_ONLY", "GROUP_BACKUP_ADMIN"];
      assert.equal(await outcome(`PATCH ${ofProject(id)}`, { roles }), "200");
      assert.deepEqual(await listed(), [id]);
      const of = (...names: string[]) => names.map((name) => `${name} ${emulator.projectId}`);
      assert.deepEqual(rolesOf(id), [...before, ...of(...roles)].sort());
      assert.equal(await outcome(`PATCH ${ofProject(id)}`, { roles: ["GROUP_OWNER"] }), "200");
      assert.deepEqual(rolesOf(id), [...before, ...of("GROUP_OWNER")].sort());
      assert.equal(await outcome(`POST ${ofProject(id)}`, [{ roles: ["GROUP_USER_ADMIN"] }]), "204");
      assert.deepEqual(rolesOf(id), [...before, ...of("GROUP_USER_ADMIN")].sort());
      assert.equal(await outcome(`DELETE ${ofProject(id)}`), "204");
      assert.deepEqual(rolesOf(id), before);
      assert.equal(await outcome(`DELETE ${ofProject(id)}`), "400 API_KEY_NOT_FOUND");
    });

    it("are created in the organization, as its member", async () => {
      const body = { desc: "ci", roles: ["GROUP_OWNER"] };
      const { body: key } = await signed(emulator, `POST ${ofProject()}`, { body });
      const { orgId, projectId } = emulator;
      assert.deepEqual(sorted(key.roles), [`GROUP_OWNER ${projectId}`, `ORG_MEMBER ${orgId}`]);
      assert.equal((await signed(emulator, `GET ${ofProject()}`, { key })).outcome, "200");
      assert.equal(await outcome(`GET ${ofOrg(key.id)}`), "200");
      assert.equal(await outcome(`GET ${ofProject(key.id)}`), "405 METHOD_NOT_ALLOWED");
    });

    it("have roles in projects only", async () => {
      const id = emulator.apiKeyId;
      const line = `PATCH ${ofProject(id)}`;
      assert.equal(await outcome(line, { roles: ["ORG_OWNER"] }), "400 INVALID_ROLE_FOR_GROUP");
      assert.equal(await outcome(line, { roles: [] }), "400 MISSING_API_KEY_ROLES");
      assert.equal(await outcome(line, { desc: "x", roles: ["GROUP_OWNER"] }), "400 INVALID_ATTRIBUTE");
      assert.equal(await outcome(`PATCH ${ofProject(NOWHERE)}`, {}), "400 API_KEY_NOT_FOUND");
      assert.equal(await outcome(`POST ${ofProject()}`, NEW), "400 INVALID_ROLE_FOR_GROUP");
      assert.equal(await outcome(`POST ${ofProject(id)}`, { roles: ["GROUP_OWNER"] }), "400 INVALID_JSON");
    });

    it("lose their roles there with the project", async () => {
      const { body: project } = await signed(emulator, "POST /groups", {
        body: { name: "short-lived", orgId: emulator.orgId },
      });
      const { id } = emulator.apiKeys.list()[1] ?? assert.fail();
      const before = rolesOf(id);
      const line = `PATCH /groups/${project.id}/apiKeys/${id}`;
      assert.equal(await outcome(line, { roles: ["GROUP_OWNER"] }), "200");
      assert.equal(await outcome(`DELETE /groups/${project.id}`), "202");
      assert.deepEqual(rolesOf(id), before);
    });
  });
});
