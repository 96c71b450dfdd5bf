import assert from "node:assert/strict";
import { OpsManagerClient } from "../../../src/client";
import type { FaultAction } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { INPUTS, OTHER_KEY } from "./inputs";
import { failOn, itInHost, managed, programOn, refusedWith, useEmulator, writesTo } from "./managed";

const MARK = / \[pulumi [0-9a-f]{16}\]$/;
const now = async (): Promise<void> => undefined;

describe("a key whose secret the service shows once", () => {
  const emulator = useEmulator();
  const fail = failOn(emulator);
  const SECRETS = { AgentApiKey: "key", ApiKey: "privateKey" } as const;

  /** The keys of the kind, as the service has them. */
  const all = (kind: keyof typeof SECRETS): { id: string; desc: string; secret: string }[] =>
    kind === "AgentApiKey"
      ? emulator
          .agentApiKeys()
          .list()
          .map(({ key, ...rest }) => ({ ...rest, secret: key }))
      : emulator.apiKeys.list().map(({ privateKey, ...rest }) => ({ ...rest, secret: privateKey }));

  for (const kind of Object.keys(SECRETS) as (keyof typeof SECRETS)[]) {
    const output = SECRETS[kind];
    const inputs = (): PlainObject => INPUTS[kind](emulator);

    describe(kind, () => {
      it("is in the state, and survives refreshes, updates and an import of the same key elsewhere", async () => {
        const resource = managed(kind, emulator);
        await resource.up(inputs());
        const { secret, desc } = all(kind).at(-1) ?? assert.fail();
        assert.match(desc, MARK);
        const shown = (): unknown => resource.state?.outputs[output];
        assert.equal(shown(), secret);
        assert.equal(await resource.refresh(), "same");
        assert.equal(await resource.up({ ...inputs(), rotation: "first" }), "update");
        if (kind === "ApiKey") {
          emulator.apiKeys.update(all(kind).at(-1)?.id ?? "", { desc: "by hand" });
          assert.equal(await resource.refresh(), "changed");
          assert.equal(await resource.up({ ...inputs(), rotation: "first" }), "update");
          assert.equal(all(kind).at(-1)?.desc, desc);
        }
        assert.equal(shown(), secret);
        const other = managed(kind, emulator);
        await other.up({ ...inputs(), __import: resource.id });
        assert.equal(other.state?.outputs[output], undefined);
        assert.equal(await other.refresh(), "same");
        assert.ok(!JSON.stringify(other.state).includes("***"));
      });

      it("is replaced by another text of rotation, not by adding or removing it", async () => {
        const resource = managed(kind, emulator);
        await resource.up(inputs());
        emulator.clearRequests();
        assert.equal(await resource.up({ ...inputs(), rotation: "2026-11" }), "update");
        assert.equal(await resource.up({ ...inputs(), rotation: "2026-12" }), "replace");
        assert.equal(await resource.up(inputs()), "update");
        assert.equal(emulator.counters.writes, 0);
      });

      const lost: [what: string, action: FaultAction][] = [
        ["is lost", "resetAfter"],
        ["is truncated", "truncate"],
        ["is that of a gateway", { status: 502, afterWork: true, body: "" }],
        ["is that of a proxy", { status: 200, afterWork: true, body: "<html>ok</html>" }],
      ];
      for (const [what, action] of lost)
        it(`is created again if the response ${what}, and nothing is left of the first`, async () => {
          const before = all(kind).length;
          const resource = managed(kind, emulator, { pause: now });
          fail("POST", action);
          await resource.up(inputs());
          assert.deepEqual(writesTo(emulator), ["POST", "DELETE", "POST"]);
          assert.equal(all(kind).length, before + 1);
          assert.equal(resource.state?.outputs[output], all(kind).at(-1)?.secret);
          assert.match(resource.said.join(), /was lost\. The key that it had created was deleted/);
        });

      it("is not in the state after three lost responses, and nothing is left", async () => {
        const before = all(kind);
        const resource = managed(kind, emulator, { pause: now });
        fail("POST", "resetAfter", { times: "always" });
        await assert.rejects(resource.up(inputs()), /the connection broke/);
        assert.equal(resource.state, undefined);
        assert.deepEqual(all(kind), before);
      });

      it("is named by its mark if what was created cannot be found or deleted", async () => {
        for (const [method, action] of [
          ["GET", { status: 500 }],
          ["DELETE", refusedWith(403, "USER_UNAUTHORIZED")],
        ] as const) {
          const resource = managed(kind, emulator, { pause: now });
          fail("POST", "resetAfter");
          fail(method, action, { nth: method === "GET" ? 2 : 1, times: "always" });
          const told = /Look for the .* whose description ends with "\[pulumi [0-9a-f]{16}\]", and delete it/;
          await assert.rejects(resource.up(inputs()), told);
          emulator.faults.clear();
        }
      });

      it("is named by the next preview and up after a run that was killed, and by no other resource", async () => {
        const resource = managed(kind, emulator);
        await resource.upWithoutState(inputs());
        const { id } = all(kind).at(-1) ?? assert.fail();
        const told = new RegExp(`${id} \\("(agents|ci)"\\) was created for this resource and is in no state`);
        assert.match((await resource.preview(inputs())).join(), told);
        assert.deepEqual(await managed(kind, emulator, { name: "other" }).preview(inputs()), []);
        resource.said.length = 0;
        await resource.up(inputs());
        assert.match(resource.said.join(), told);
        assert.ok(
          all(kind).some((key) => key.id === id),
          "nobody asked to delete it",
        );
      });

      it("is not reported by its replacement, which exists before it is deleted", async () => {
        const program = programOn(emulator);
        const [former, next] = [program.resource(kind, "one"), program.resource(kind, "one")];
        await former.up(inputs());
        program.nextRun();
        assert.equal(await former.up({ ...inputs(), rotation: "a" }), "update");
        program.nextRun();
        assert.equal(await former.up({ ...inputs(), rotation: "b" }), "replace");
        await next.up({ ...inputs(), rotation: "b" });
        assert.doesNotMatch(next.said.join(), /is in no state/);
        const [one, other] = all(kind).slice(-2);
        assert.notEqual(one?.secret, other?.secret);
        await former.destroy();
        assert.equal(all(kind).at(-1)?.id, other?.id);
      });

      it("must have a description that leaves room for the mark and has none", async () => {
        const most = kind === "ApiKey" ? 224 : 974;
        await managed(kind, emulator).up({ ...inputs(), desc: "x".repeat(most) });
        const refused = async (desc: string): Promise<void> =>
          assert.rejects(managed(kind, emulator).preview({ ...inputs(), desc }), /^Error: desc: must /);
        await refused("x".repeat(most + 1));
        await refused("agents [pulumi 0123456789abcdef]");
      });

      itInHost("that does not exist any more is gone, whatever the service says", async () => {
        const resource = managed(kind, emulator);
        await resource.up(inputs());
        const before = resource.state ?? assert.fail();
        await resource.destroy();
        await resource.import(before);
        await resource.destroy();
        await resource.import(before);
        assert.equal(await resource.refresh(), "gone");
      });
    });
  }

  it("of agents is created whatever the form of its time", async () => {
    const key = { _id: "6b0000000000000000000001", desc: "agents", key: "key-of-the-agents" };
    for (const [createdTime, shown] of [
      [1_795_000_000_000, 1_795_000_000_000],
      ["1795000000000", 1_795_000_000_000],
      ["2026-11-18T09:46:40Z", 1_794_995_200_000],
      ["yesterday", undefined],
      [{}, undefined],
    ]) {
      fail("POST", { status: 200, body: { ...key, createdTime } });
      const resource = managed("AgentApiKey", emulator);
      await resource.up(INPUTS.AgentApiKey(emulator));
      assert.equal(resource.state?.outputs["createdTime"], shown);
    }
  });

  it("of an organization keeps its mark if the response to its creation does not show the description", async () => {
    const key = managed("ApiKey", emulator);
    const created = { id: "6b0000000000000000000001", publicKey: "abcdefgh", privateKey: OTHER_KEY };
    fail("POST", { status: 200, body: created });
    await key.up(INPUTS.ApiKey(emulator));
    assert.match(String(key.state?.outputs["__mark"]), MARK);
  });

  it("of an organization signs in, with the roles that are declared", async () => {
    const key = managed("ApiKey", emulator);
    await key.up({ orgId: emulator.orgId, desc: "reader", roles: ["ORG_READ_ONLY"] });
    const { publicKey, privateKey } = (key.state?.outputs ?? {}) as Record<string, string>;
    const client = new OpsManagerClient({
      baseUrl: emulator.baseUrl,
      publicKey: publicKey ?? "",
      privateKey: privateKey ?? "",
    });
    assert.ok((await client.apiKeys.list(emulator.orgId)).length > 1);
    await assert.rejects(
      client.apiKeys.create(emulator.orgId, { desc: "x", roles: ["ORG_OWNER"] }),
      /Organization Owner/,
    );
    await client.close();
  });

  it("of an organization keeps its roles in projects when its own change, and is confirmed to be gone", async () => {
    const key = managed("ApiKey", emulator);
    const inputs = INPUTS.ApiKey(emulator);
    await key.up(inputs);
    const id = key.id?.split("/")[1] ?? "";
    const inProject = { groupId: emulator.projectId, roleName: "GROUP_READ_ONLY" };
    emulator.apiKeys.update(id, { roles: [...(emulator.apiKeys.get(id)?.roles ?? []), inProject] });
    assert.equal(await key.refresh(), "same");
    assert.equal(await key.up({ ...inputs, roles: ["ORG_READ_ONLY"] }), "update");
    assert.deepEqual(emulator.apiKeys.get(id)?.roles, [
      { orgId: emulator.orgId, roleName: "ORG_READ_ONLY" },
      inProject,
    ]);
    fail("DELETE", { status: 204 });
    const destroyed = managed("ApiKey", emulator, { pause: now });
    await destroyed.import(key.state ?? assert.fail());
    await assert.rejects(destroyed.destroy(), /but it still exists/);
    assert.ok(emulator.apiKeys.get(id));
  });
});

describe("the key with which a provider of the run signs in", () => {
  const emulator = useEmulator();
  const refusal = /a provider of this run signs in with its key .*, which would /;

  it("is not deleted, and keeps its roles in its organization", async () => {
    const { orgId, apiKeyId } = emulator;
    const own = managed("ApiKey", emulator);
    const { desc, roles } = emulator.apiKeys.get(apiKeyId) ?? assert.fail();
    const names = roles.flatMap((role) => (role.orgId === orgId ? [role.roleName] : []));
    const inputs = { orgId, desc, roles: names };
    await own.up({ ...inputs, __import: `${orgId}/${apiKeyId}` });
    await assert.rejects(own.up({ ...inputs, roles: ["ORG_READ_ONLY"] }), refusal);
    await assert.rejects(own.destroy(), refusal);
    assert.equal(await own.up({ ...inputs, desc: "renamed" }), "update");
    assert.deepEqual(emulator.apiKeys.get(apiKeyId)?.desc, "renamed");
    emulator.apiKeys.update(apiKeyId, { roles: [...roles, { orgId, roleName: "ORG_GROUP_CREATOR" }] });
    await assert.rejects(own.up({ ...inputs, desc: "again" }), /would lose the roles ORG_GROUP_CREATOR/);
    assert.deepEqual(writesTo(emulator), ["PATCH"]);
  });

  it("is not taken out of a project, and keeps its roles there", async () => {
    const { projectId, apiKeyId: keyId } = emulator;
    const roles = ["GROUP_OWNER"];
    const before = emulator.apiKeys.get(keyId)?.roles ?? [];
    emulator.apiKeys.update(keyId, { roles: [...before, { groupId: projectId, roleName: "GROUP_OWNER" }] });
    const own = managed("ProjectApiKey", emulator);
    const less = { projectId, keyId, roles: ["GROUP_READ_ONLY"], __adopt: true };
    await assert.rejects(own.up(less), refusal);
    await own.up({ ...less, roles });
    emulator.apiKeys.update(keyId, {
      roles: [
        ...before,
        ...["GROUP_OWNER", "GROUP_READ_ONLY"].map((roleName) => ({ groupId: projectId, roleName })),
      ],
    });
    const more = own.up({ ...less, roles: ["GROUP_OWNER", "GROUP_MONITORING_ADMIN"] });
    await assert.rejects(more, /would lose the roles GROUP_READ_ONLY/);
    await assert.rejects(own.destroy(), refusal);
    assert.equal(emulator.counters.writes, 0);
  });
});

describe("the roles of a key in a project", () => {
  const emulator = useEmulator();

  it("are a set, and leave alone those elsewhere", async () => {
    const key = managed("ProjectApiKey", emulator);
    const inputs = INPUTS.ProjectApiKey(emulator);
    await key.up(inputs);
    assert.equal(await key.up({ ...inputs, roles: ["GROUP_MONITORING_ADMIN", "GROUP_READ_ONLY"] }), "same");
    assert.equal(await key.up({ ...inputs, roles: ["GROUP_OWNER"] }), "update");
    await key.destroy();
    const { roles } = emulator.apiKeys.get(OTHER_KEY) ?? assert.fail("the key stays");
    assert.deepEqual(roles, [{ orgId: emulator.orgId, roleName: "ORG_MEMBER" }]);
  });

  it("are gone after the key was deleted", async () => {
    const key = managed("ProjectApiKey", emulator);
    await key.up(INPUTS.ProjectApiKey(emulator));
    emulator.apiKeys.delete(OTHER_KEY);
    assert.equal(await key.refresh(), "gone");
  });
});
