import assert from "node:assert/strict";
import { emulators, sharedEmulator, signed } from "./client";

const OWNERS = { roleName: "GROUP_OWNER", ldapGroups: ["cn=dba", "cn=sre"] };
const READERS = { roleName: "GROUP_READ_ONLY", ldapGroups: ["cn=everyone"] };
const IDP = { roleName: "GROUP_OWNER", idpGroups: ["dba"] };

describe("group mappings of projects", () => {
  const emulator = sharedEmulator();
  const start = emulators();
  const path = (): string => `/groups/${emulator.projectId}`;
  const change = (body: object) => signed(emulator, `PATCH ${path()}`, { body });

  it("are created, replaced and returned, in another order than sent", async () => {
    const fields = { ldapGroupMappings: [OWNERS, READERS], idpGroupMappings: [IDP] };
    const body = { name: "mapped", orgId: emulator.orgId, ...fields };
    const { body: made } = await signed(emulator, "POST /groups", { body });
    const reversed = { ...OWNERS, ldapGroups: ["cn=sre", "cn=dba"] };
    assert.deepEqual(made.ldapGroupMappings, [READERS, reversed]);
    assert.deepEqual(made.idpGroupMappings, [IDP]);
    await signed(emulator, `PATCH /groups/${made.id}`, { body: { ldapGroupMappings: [OWNERS] } });
    const { body: read } = await signed(emulator, `GET /groups/${made.id}`);
    assert.deepEqual(read.ldapGroupMappings, [reversed]);
    assert.deepEqual(read.idpGroupMappings, [IDP], "the other mapping is kept");
  });

  it("are absent from a project without them", async () => {
    const { body } = await signed(emulator, `GET ${path()}`);
    assert.deepEqual([body.ldapGroupMappings, body.idpGroupMappings], [undefined, undefined]);
  });

  for (const [outcome, body] of [
    ["400 MISSING_ROLE_ENTRY_IN_LDAP_MAPPING", { ldapGroupMappings: [READERS] }],
    ["400 MISSING_ROLE_ENTRY_IN_LDAP_MAPPING", { ldapGroupMappings: [] }],
    ["400 DUPLICATE_ROLE_ENTRY_IN_LDAP_MAPPING", { ldapGroupMappings: [OWNERS, READERS, READERS] }],
    ["400 INVALID_ENUM_VALUE", { ldapGroupMappings: [OWNERS, { ...READERS, roleName: "ORG_OWNER" }] }],
    ["400 MISSING_ATTRIBUTE", { ldapGroupMappings: [OWNERS, { roleName: "GROUP_READ_ONLY" }] }],
    ["400 MISSING_ATTRIBUTE", { ldapGroupMappings: [{ ...OWNERS, ldapGroups: [] }] }],
    ["400 INVALID_ATTRIBUTE", { ldapGroupMappings: [{ ...OWNERS, idpGroups: ["dba"] }] }],
    ["400 INVALID_JSON_ATTRIBUTE", { ldapGroupMappings: [{ ...OWNERS, ldapGroups: "cn=dba" }] }],
    ["400 INVALID_ATTRIBUTE", { idpGroupMappings: [IDP, IDP] }],
  ] as const)
    it(`refuses ${JSON.stringify(body)} with ${outcome}, and changes nothing`, async () => {
      const before = emulator.snapshot().projects;
      assert.equal((await change(body)).outcome, outcome);
      assert.deepEqual(emulator.snapshot().projects, before);
    });

  it("are refused without LDAP", async () => {
    emulator.settings.ldap = false;
    const refused = "400 DISALLOWED_ATTRIBUTE_TURN_ON_LDAP";
    assert.equal((await change({ ldapGroupMappings: [OWNERS] })).outcome, refused);
  });

  it("of an identity provider are unknown to versions before 8.0.17", async () => {
    const send = async (version: string) => {
      const older = await start({ serviceVersion: `gitHash=a; versionString=${version}` });
      const body = { idpGroupMappings: [IDP] };
      return (await signed(older, `PATCH /groups/${older.projectId}`, { body })).outcome;
    };
    assert.equal(await send("8.0.16.500"), "400 INVALID_ATTRIBUTE");
    assert.equal(await send("8.0.17.500"), "200");
    assert.equal(await send("10.0.0"), "200");
  });
});
