import assert from "node:assert/strict";
import { mapValues } from "../../src/json";
import { failedWith, messagesAt, stateOf, succeeded } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { alert, EMAIL, PROJECT } from "./support/resources";

const body = (eventTypeName: string) => ({ eventTypeName, enabled: true, notifications: [EMAIL] });

/** A set with the events of its members by name. */
const set = (name: string, members: Readonly<Record<string, string>>, options = ""): string => `
const ${name} = new opsmanager.AlertConfigSet("${name}", { projectId: "${PROJECT}",
  alertConfigs: ${JSON.stringify(mapValues(members, body))} }, { ${options} });
`;
const single = (name: string, event: string, rest = ""): string =>
  `const ${name} = ${alert(name, `eventTypeName: "${event}", ${rest}`).trim()}`;

describe("a set beside other resources", function () {
  const playground = usePlayground(this, { program: "" });
  const alerts = () => playground.emulator.alertConfigs();
  const run = async (operation: "preview" | "up", program: string) => {
    await playground.rewrite(program);
    return playground.run(operation);
  };
  const events = (): string[] =>
    playground
      .alerts()
      .map(({ eventTypeName }) => eventTypeName)
      .sort();
  const idOf = (event: string): string =>
    playground.alerts().find(({ eventTypeName }) => eventTypeName === event)?.id ?? assert.fail(event);
  const idsOfSet = async () =>
    (await stateOf(playground.stack))["s"]?.outputs?.["alertConfigIds"] as Record<string, string>;
  const MEMBERS = { down: "HOST_DOWN", lag: "HOST_RECOVERING", rollback: "HOST_ROLLBACK" };
  /** The set comes after the resource, which now declares something else. */
  const AFTER = single("a", "NO_PRIMARY") + set("s", MEMBERS, "dependsOn: [a]");

  before(async () => {
    for (const { id } of playground.alerts()) alerts().delete(id);
    succeeded(await run("up", single("a", "HOST_DOWN") + single("b", "HOST_ROLLBACK")));
  });

  it("does not take over what a resource has that depends on it, and names it", async () => {
    const down = idOf("HOST_DOWN");
    const { rollback: _, ...members } = MEMBERS;
    const resources = single("a", "NO_PRIMARY", "projectId: s.projectId,") + single("b", "HOST_ROLLBACK");
    const up = await run("up", set("s", members) + resources);
    const equal = `the project has the equal alert configuration ${down}, which may belong to "a"`;
    failedWith(
      up,
      `alertConfigs.down: ${equal}`,
      /Let this set depend on them \(dependsOn\) and not the reverse/,
    );
    assert.deepEqual(Object.keys(await idsOfSet()), ["lag"]);
    assert.equal((await stateOf(playground.stack))["a"]?.outputs?.["alertConfigId"], down);
  });

  it("creates its own if it comes after the resource", async () => {
    const rollback = idOf("HOST_ROLLBACK");
    succeeded(await run("up", AFTER));
    assert.equal((await idsOfSet())["rollback"], rollback);
    assert.deepEqual(events(), ["HOST_DOWN", "HOST_RECOVERING", "HOST_ROLLBACK", "NO_PRIMARY"]);
  });

  it("names where its members go, and separately what is deleted", async () => {
    const { down, rollback } = await idsOfSet();
    const program = set("s", { lag: "HOST_RECOVERING" }) + single("b", "HOST_DOWN", `adoptId: "${down}",`);
    const shown = messagesAt(await run("preview", program), "s");
    for (const text of [
      `take over these members; nothing is deleted on the service:\n  down: ${down}, to "b"`,
      `These members are deleted on the service:\n  rollback: ${rollback}`,
    ])
      assert.ok(shown.includes(text), shown);
    succeeded(await run("up", program));
    assert.deepEqual(events(), ["HOST_DOWN", "HOST_RECOVERING"]);
    assert.equal(idOf("HOST_DOWN"), down);
  });
});
