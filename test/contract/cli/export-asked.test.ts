import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../../../src/cli/usage";
import { filesIn } from "../../support/files";
import { type Kind, connectionsTo, managed, useEmulator } from "../resources/managed";
import { exported, importedIn, stackOf } from "./printed";
import { usePulumiStub } from "./pulumi-stub";
import type { Entry } from "./stacks";
import { documentOf, driftIn, driftOf, MODES, NONE } from "./stacks";

describe("an export of the access lists of keys", () => {
  const emulator = useEmulator();
  const pulumi = usePulumiStub();
  const folder = (): string => pulumi.path("program");
  const key = (apiKeyId = emulator.apiKeyId): string => `${emulator.orgId}/${apiKeyId}`;
  const run = async (...args: readonly string[]) => exported(emulator, "--out", folder(), "--force", ...args);
  const read = async (path: string): Promise<string> => readFile(join(folder(), path), "utf8");
  const entriesIn = async (path = "import.json") => importedIn(await read(path), "AccessListEntry");

  it("has none of keys that no option names", async () => {
    await run();
    assert.deepEqual(await entriesIn(), []);
    assert.doesNotMatch(await read("index.ts"), /AccessListEntry|Option/);
  });

  it("is taken over without a write, has no drift, and is the same again", async () => {
    const { code } = await run("--access-list", key(), "--access-list", key());
    assert.equal(code, 0);
    const index = await read("index.ts");
    assert.ok(
      index.startsWith(
        `// Exported: the projects, and what belongs to no project.\n// Option: --access-list ${key()}\n`,
      ),
    );
    assert.match(
      index,
      /new opsmanager\.AccessListEntry\("access-905d11-198-51-100-0-24", \{\n {2}orgId: ".*",\n {2}apiKeyId: ".*",\n {2}entry: "198\.51\.100\.0\/24",\n\}\);/,
    );
    const found = await entriesIn();
    assert.deepEqual(
      found.map(({ id }) => id),
      ["127.0.0.1", "198.51.100.0/24", "2001:db8:5a::/48", "203.0.113.10"].map((each) => `${key()}/${each}`),
    );
    const connections = connectionsTo(emulator);
    const entries: Entry[] = [];
    for (const { type, name, ...imported } of found) {
      const kind = type.replace(/^.*:/, "") as Kind;
      const resource = managed(kind, emulator, { name, connections });
      await resource.import(imported);
      const { __provider: _, ...inputs } = imported.inputs;
      assert.equal(await resource.up(inputs), "same", name);
      assert.equal(await resource.refresh(), "same", name);
      entries.push({ kind, name, state: resource.state });
    }
    assert.equal(emulator.counters.writes, 0);
    for (const mode of MODES)
      assert.deepEqual(driftOf(await driftIn(documentOf(entries, mode), connections, mode)), NONE);
    const before = await filesIn(folder());
    await run("--access-list", key());
    assert.deepEqual(await filesIn(folder()), before);
  });

  it("is not left out by a later one without the option, or with that of another key", async () => {
    await run("--access-list", key());
    const before = await filesIn(folder());
    for (const args of [[], ["--access-list", key(emulator.snapshot().apiKeys[1]?.id)]])
      await assert.rejects(
        run(...args),
        new RegExp(`^Error: index\\.ts was exported with --access-list ${key()}, which`),
      );
    assert.deepEqual(await filesIn(folder()), before);
  });

  it("adds to a program what its stack lacks, also beside chosen projects", async () => {
    await run();
    pulumi.installWith({}, stackOf(importedIn(await read("import.json"))));
    const into = ["--into", folder(), "--project", emulator.projectId];
    const { output } = await exported(emulator, ...into, "--access-list", key());
    assert.match(output, /^Added 4 resources to .*: projects\/service\.ts, import-service\.json\.$/m);
    assert.equal((await entriesIn("import-service.json")).length, 4);
  });

  for (const [what, args, message] of [
    [
      "a list without its organization",
      ["--access-list", "61c0e5a8f1d24b3a7e905d11"],
      /^--access-list must be <org>\/<key>, not "61c0/,
    ],
    ["one with --alert", ["--access-list", "o/k"], /^--access-list o\/k belongs to --out or --into$/],
  ] as const)
    it(`refuses ${what}`, async () => {
      const target = what === "one with --alert" ? ["--alert", "p/a"] : ["--out", folder()];
      await assert.rejects(
        exported(emulator, ...target, ...args),
        (error: Error) => error instanceof UsageError && message.test(error.message),
      );
    });
});
