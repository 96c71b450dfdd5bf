import assert from "node:assert/strict";
import { failedWith, messagesAt, stateOf, succeeded } from "./support/assertions";
import { usePlayground } from "./support/playground";
import * as resources from "./support/resources";
import { EMAIL, PROJECT } from "./support/resources";

const body = (eventTypeName: string) => ({ eventTypeName, enabled: true, notifications: [EMAIL] });

interface Parts {
  /** The events of the members by name. */
  readonly members: Readonly<Record<string, string>>;
  readonly rest?: string;
  readonly options?: string;
}

const set = (name: string, { members, rest = "", options = "" }: Parts): string => `
const ${name} = new opsmanager.AlertConfigSet("${name}", { projectId: "${PROJECT}", ${rest}
  alertConfigs: ${JSON.stringify(Object.fromEntries(Object.entries(members).map(([key, event]) => [key, body(event)])))} }, { ${options} });
`;
const single = (name: string, event: string, rest = ""): string =>
  `const ${name} = ${resources.alert(name, `eventTypeName: "${event}", ${rest}`).trim()}`;
const EMPTY = JSON.stringify({ version: 3, deployment: {} });

describe("a set beside other resources", function () {
  const playground = usePlayground(this, { program: "" });
  const alerts = () => playground.emulator.alertConfigs();
  const add = (event: string): string => alerts().add({ ...body(event), matchers: [] } as never).id;
  const clear = (): void => {
    for (const { id } of alerts().list()) alerts().delete(id);
  };
  before(clear);
  afterEach(async () => {
    await playground.stack.restore(EMPTY);
    clear();
  });
  const deploy = async (program: string, ...flags: string[]) => {
    await playground.rewrite(program);
    return playground.run("up", ...flags);
  };
  const preview = async (program: string) => {
    await playground.rewrite(program);
    return playground.run("preview");
  };
  const events = (): string[] =>
    alerts()
      .list()
      .map(({ eventTypeName }) => eventTypeName)
      .sort();
  const idOf = (event: string): string =>
    alerts()
      .list()
      .find(({ eventTypeName }) => eventTypeName === event)?.id ?? assert.fail(event);
  const urnOf = async (name: string): Promise<string> => (await stateOf(playground.stack))[name]?.urn ?? "";

  it("names what it may delete while the exceptions are not known, and says what it deleted", async () => {
    const ids = [add("HOST_DOWN"), add("NO_PRIMARY")];
    const members = { lag: "HOST_RECOVERING" };
    succeeded(await deploy(set("s", { members, rest: `unmanaged: "report",` })));
    const added = add("HOST_ROLLBACK");
    const program = `
const store = ${resources.store("store").trim()}
${set("s", { members, rest: `unmanaged: "delete", unmanagedExcept: [store.id.apply(() => "${ids[0]}")],` })}`;
    const shown = messagesAt(await preview(program), "s");
    assert.match(shown, /are deleted, unless unmanagedExcept, which is not known yet, contains their ids/);
    for (const id of ids) assert.ok(shown.includes(id), shown);
    const up = await deploy(program);
    succeeded(up);
    assert.match(
      messagesAt(up, "s"),
      new RegExp(`Deleted alert configurations .* not declared: ${ids[1]} \\(NO_PRIMARY\\)\\.`),
    );
    assert.deepEqual(
      [ids[0], ids[1], added].map((id) => alerts().get(id ?? "") !== undefined),
      [true, false, true],
      "nothing is deleted that the preview could not name",
    );
  });

  it("with unmanaged delete is refused, whatever it excepts and even if it is the only target", async () => {
    const others = single("a", "HOST_DOWN") + set("two", { members: { x: "NO_PRIMARY" } });
    succeeded(
      await deploy(
        others + set("one", { members: { lag: "HOST_RECOVERING" }, rest: `unmanaged: "report",` }),
      ),
    );
    const rest = `unmanaged: "delete", unmanagedExcept: ["60a2b7c9e4b0c5571d3f8eff"],`;
    const program = others + set("one", { members: { lag: "HOST_RECOVERING" }, rest });
    failedWith(
      await deploy(program, "--target", await urnOf("one")),
      /unmanaged: "delete" requires that no other resource .* but "a", "two" have: declare them in this set/,
    );
    assert.deepEqual(events(), ["HOST_DOWN", "HOST_RECOVERING", "NO_PRIMARY"]);
  });

  it("does not take over what a resource has that depends on it, and names it", async () => {
    succeeded(await deploy(single("a", "HOST_DOWN")));
    const id = idOf("HOST_DOWN");
    // The set declares what the service has. The resource, which comes after it, now declares something else.
    const members = { down: "HOST_DOWN", lag: "HOST_RECOVERING" };
    const resource = single("a", "NO_PRIMARY", "projectId: s.projectId,");
    const up = await deploy(set("s", { members }) + resource);
    failedWith(
      up,
      new RegExp(
        `alertConfigs\\.down: the project has the equal alert configuration ${id}, which may belong to "a"`,
      ),
    );
    assert.match(up.output, /Let this set depend on them \(dependsOn\) and not the reverse/);
    const { s, a } = await stateOf(playground.stack);
    assert.deepEqual(Object.keys(s?.outputs?.["alertConfigIds"] ?? {}), ["lag"]);
    assert.equal(a?.outputs?.["alertConfigId"], id);
  });

  it("creates its own if it comes after the resource, and moves what no resource has any more", async () => {
    succeeded(await deploy(single("a", "HOST_DOWN") + single("b", "HOST_ROLLBACK")));
    const moved = idOf("HOST_ROLLBACK");
    const members = { down: "HOST_DOWN", rollback: "HOST_ROLLBACK" };
    const program = single("a", "NO_PRIMARY") + set("s", { members, options: "dependsOn: [a]" });
    const shown = messagesAt(await preview(program), "s");
    assert.match(
      shown,
      /A resource that had one of them and is no longer declared loses it; nothing is deleted/,
    );
    succeeded(await deploy(program));
    assert.deepEqual(events(), ["HOST_DOWN", "HOST_ROLLBACK", "NO_PRIMARY"]);
    const ids = (await stateOf(playground.stack))["s"]?.outputs?.["alertConfigIds"] as Record<string, string>;
    assert.equal(ids["rollback"], moved);
  });

  it("names where its members go, and separately what is deleted", async () => {
    const members = { down: "HOST_DOWN", lag: "HOST_RECOVERING", rollback: "HOST_ROLLBACK" };
    succeeded(await deploy(set("s", { members })));
    const [down, rollback] = [idOf("HOST_DOWN"), idOf("HOST_ROLLBACK")];
    const program =
      set("s", { members: { lag: "HOST_RECOVERING" } }) + single("a", "HOST_DOWN", `adoptId: "${down}",`);
    const shown = messagesAt(await preview(program), "s");
    assert.match(
      shown,
      new RegExp(`take over these members; nothing is deleted on the service:\\n  down: ${down}, to "a"`),
    );
    assert.match(
      shown,
      new RegExp(`These members are deleted on the service:\\n  rollback: ${rollback}$`, "m"),
    );
    succeeded(await deploy(program));
    assert.deepEqual(events(), ["HOST_DOWN", "HOST_RECOVERING"]);
    assert.equal(idOf("HOST_DOWN"), down);
  });
});
