import assert from "node:assert/strict";
import {
  created,
  deleted,
  did,
  failedWith,
  messagesAt,
  replacedBy,
  stateOf,
  succeeded,
  updated,
} from "./support/assertions";
import { nothingLeaked } from "./support/leaks";
import { usePlayground } from "./support/playground";
import { alert, cluster, MAIL, project, PROJECT } from "./support/resources";

const OTHER_ORG = "5f3e9c41d2a7b84e60c1f0b7";
const CLUSTER = "62d1f3b7a90e4c5d8b2f6e77";
const OTHERS = `
${alert("alert", "projectId: payments.id,")}
new opsmanager.AlertConfigSet("set", {
  projectId: payments.projectId,
  alertConfigs: { primary: { eventTypeName: "NO_PRIMARY", notifications: ${MAIL} } },
});
${cluster("cluster", `projectId: payments.id, clusterId: "${CLUSTER}",`)}
export const agentApiKey = payments.agentApiKey;
`;
const LOOK_UP = `export const { agentApiKey } = opsmanager.Project.get("other", "${PROJECT}");`;

describe("a project and the resources in it", function () {
  const playground = usePlayground(this, { program: project("payments") });
  const projects = () => playground.emulator.entities("projects");
  const live = () => projects().list().at(-1) ?? assert.fail("none");
  const run = async (args: string, operation: "preview" | "up" = "up") => {
    await playground.rewrite(project("payments", args) + OTHERS);
    return playground.run(operation);
  };

  it("are created, the project although the response is lost", async () => {
    const { emulator } = playground;
    emulator.faults.add({ match: { method: "POST", path: "/groups" }, action: "resetAfter" });
    did(await playground.run("up"), [created("payments")]);
    emulator
      .clusters(live().id)
      .set(CLUSTER, { clusterName: "payments", typeName: "SHARDED", lastHeartbeat: "2026-11-01T06:30:00Z" });
    did(await run(""), ["alert", "cluster", "set"].map(created));
    const { outputs = {} } = (await stateOf(playground.stack, "--show-secrets"))["payments"] ?? {};
    assert.equal(outputs?.["projectId"], live().id);
    const { plaintext } = outputs["agentApiKey"] as { readonly plaintext?: string };
    assert.equal(plaintext, JSON.stringify(live().agentApiKey));
  });

  it("are not replaced by a change of tags and name, which a preview shows", async () => {
    const change = 'name: "billing", tags: ["EU", "TEAM-PAY"],';
    did(await run(change, "preview"), [updated("payments", "name", "tags[0]", "tags[1]")]);
    did(await run(change), [updated("payments", "name", "tags[0]", "tags[1]")]);
    did(await playground.run("preview", "--expect-no-changes"), []);
  });

  it("stay in their organization, and are not deleted, until the state has allowDelete", async () => {
    const { emulator } = playground;
    const before = emulator.counters.writes;
    const moved = `orgId: "${OTHER_ORG}", allowDelete: true,`;
    failedWith(await run(moved, "preview"), "orgId: a project cannot move to another organization");
    failedWith(await run(moved), "set allowDelete to true, run `pulumi up`, and then change orgId");
    await playground.rewrite("");
    failedWith(await playground.run("up"), "its state does not have allowDelete: true");
    assert.equal(live().name, "billing");
    // The resources in it are deleted first.
    assert.equal(emulator.counters.writes - before, 2);
    did(await run('name: "billing", allowDelete: true,'), [
      ...["alert", "cluster", "set"].map(created),
      updated("payments", "allowDelete", "tags[0]", "tags[1]"),
    ]);
  });

  it("may be replaced together, as a preview says, when the organization changes", async () => {
    playground.emulator.entities("orgs").set(OTHER_ORG, { name: "Southwind" });
    const preview = await run(`orgId: "${OTHER_ORG}", allowDelete: true,`, "preview");
    assert.deepEqual(replacedBy(preview), ["alert", "cluster", "payments", "set"]);
    for (const name of ["alert", "cluster", "set"])
      assert.match(
        messagesAt(preview, name),
        /Is replaced only if projectId changes, which is not known yet\./,
      );
  });

  it("are gone after a destroy, which waits for the service", async () => {
    playground.emulator.settings.lateDeletionReads = 2;
    const keys = projects()
      .list()
      .map(({ agentApiKey = "" }) => agentApiKey);
    did(await playground.run("destroy"), ["alert", "cluster", "payments", "set"].map(deleted));
    assert.notEqual(live().name, "billing");
    await playground.rewrite(LOOK_UP);
    succeeded(await playground.run("up"));
    await nothingLeaked(playground, keys);
    const { stdout } = await playground.stack.stack("output", "--json", "--show-secrets");
    assert.deepEqual(JSON.parse(stdout), { agentApiKey: projects().get(PROJECT)?.agentApiKey });
  });
});
