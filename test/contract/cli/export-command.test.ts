import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../../src/cli/usage";
import { useFolder } from "../../support/files";
import { sharedEmulator } from "../../unit/emulator/client";
import { exported, type Summary } from "./printed";

describe("the command export", () => {
  const emulator = sharedEmulator();
  const path = useFolder();
  let out: string;
  beforeEach(() => void (out = path("program")));

  const run = async (args: readonly string[]) => exported(emulator, ...args);
  const filesIn = (): string[] => readdirSync(out, { recursive: true, encoding: "utf8" }).sort();
  const read = (name: string): string => readFileSync(join(out, name), "utf8");

  it("writes the program into an empty folder, and says what it contains", async () => {
    mkdirSync(out);
    const { code, output } = await run(["--out", out]);
    assert.equal(code, 0);
    const settings = ".gitignore Pulumi.yaml README.md import.json index.ts package.json";
    const modules = "projects projects/shop-production.ts projects/shop-staging.ts protect.ts";
    const others = "secrets.sh tsconfig.json version-manifest.json";
    assert.equal(filesIn().join(" "), `${settings} ${modules} ${others}`);
    const lines = output.split("\n");
    assert.match(lines[0] ?? "", new RegExp(`^Exported \\d+ resources of 2 projects to ${out}\\.$`));
    assert.match(lines[1] ?? "", /^The service does not show \d+ secrets?: run secrets\.sh\.$/);
    assert.deepEqual(lines.slice(2), ["Next: follow README.md in the folder.", ""]);
    assert.equal(emulator.counters.writes, 0);
  });

  it("prints a summary as JSON", async () => {
    const { code, output } = await run(["--out", out, "--as", "sets", "--json"]);
    assert.equal(code, 0);
    const { projects, resources, secrets, skipped } = JSON.parse(output) as Summary;
    assert.deepEqual(
      projects.map(({ name }) => name),
      ["shop-production", "shop-staging"],
    );
    const kinds = new Set(resources.map(({ type }) => type));
    assert.ok(kinds.has("AlertConfigSet") && !kinds.has("AlertConfig"), [...kinds].join());
    assert.ok(secrets.length > 0);
    assert.deepEqual(skipped, []);
  });

  it("restricts the export to projects, by their ids or names, and names the Pulumi project", async () => {
    await run(["--out", out, "--project", emulator.projectId, "--name", "shop"]);
    assert.deepEqual(readdirSync(join(out, "projects")), ["shop-production.ts"]);
    assert.match(read("Pulumi.yaml"), /^name: "shop"$/m);
    // YAML would read the number 2026 without quotes.
    rmSync(out, { recursive: true });
    await run(["--out", out, "--project", "shop-staging", "--name", "2026"]);
    assert.deepEqual(readdirSync(join(out, "projects")), ["shop-staging.ts"]);
    assert.match(read("Pulumi.yaml"), /^name: "2026"$/m);
  });

  it("refuses a name that no project has, or more than one", async () => {
    await assert.rejects(
      run(["--out", out, "--project", "shop-stagin"]),
      /^UsageError: --project: the key can read no project with the id or the name "shop-stagin" \(did you mean shop-staging\?\)$/,
    );
    const [id, other] = ["650000000000000000000001", emulator.projectId];
    emulator.entities("projects").set(id, { id, orgId: emulator.orgId, name: "shop-production" });
    await assert.rejects(
      run(["--out", out, "--project", "shop-production"]),
      (error: Error) =>
        error instanceof UsageError && error.message.includes(id) && error.message.includes(other),
    );
    assert.ok(!existsSync(out));
  });

  it("writes the settings of the connection into the README, and how to undo everything", async () => {
    await run(["--out", out]);
    const readme = read("README.md");
    assert.ok(readme.includes(`pulumi config set opsmanager:baseUrl ${emulator.baseUrl}\n`), readme);
    assert.ok(readme.includes(`pulumi config set opsmanager:publicKey ${emulator.publicKey}\n`));
    assert.match(readme, /^pulumi stack rm --force --preserve-config production$/m);
    assert.ok(!readme.includes(emulator.privateKey));
    assert.match(read(".gitignore"), /^import\.json$/m);
  });

  it("prints one alert configuration with --alert, and what takes it over", async () => {
    const [{ id } = { id: "" }] = emulator.alertConfigs().list();
    for (const project of [emulator.projectId, "shop-production"]) {
      const { code, output } = await run(["--alert", `${project}/${id}`]);
      assert.equal(code, 0);
      const [program = "", entries = ""] = output.split(/^\/\/ import\.json, .*:\n/m);
      const { resources } = JSON.parse(entries) as { resources: { name: string; id: string }[] };
      const [entry, ...more] = resources;
      assert.deepEqual([entry?.id, more], [`${emulator.projectId}/${id}`, []]);
      assert.ok(program.includes(`new opsmanager.AlertConfig("${entry?.name}", {`), program);
    }
  });

  it("ends with 3 and names what the key cannot read", async () => {
    const action = { status: 401, body: { error: 401, errorCode: "USER_UNAUTHORIZED", detail: "No." } };
    emulator.faults.add({ match: { path: "/admin/", times: "always" }, action });
    const { code, output } = await run(["--out", out]);
    assert.equal(code, 3);
    assert.match(output, /^Skipped: oplog stores: .* Required role: Global Owner or Global Backup Admin\.$/m);
    assert.ok(existsSync(join(out, "index.ts")));
  });

  it("fails without a file if the service cannot be read", async () => {
    emulator.faults.add({ match: { method: "GET", times: "always" }, action: { status: 500 } });
    await assert.rejects(run(["--out", out]), /\/groups: 500/);
    assert.ok(!existsSync(out));
  });

  const wrong: [what: string, args: () => string[], message: RegExp][] = [
    ["no folder", () => [], /^one of --out, --into and --alert is necessary/],
    ["two places", () => ["--out", out, "--into", out], /^one of --out, --into and --alert is necessary/],
    ["--force with --into", () => ["--into", out, "--force"], /^--force belongs to --out$/],
    ["an empty --out", () => ["--out", ""], /^one of --out, --into/],
    ["another form", () => ["--out", out, "--as", "files"], /^--as must be one of resources, sets/],
    [
      "one project and all",
      () => ["--out", out, "--all-projects", "--project", "a"],
      /^--project and --all-projects exclude each other$/,
    ],
    ["an odd name", () => ["--out", out, "--name", "a b"], /^--name must consist of .* not "a b"$/],
    [
      "a filled folder",
      () => ["--out", path()],
      /^--out: the folder .* is not empty\. .* --into; to write the program again, --force$/,
    ],
    ["a file as folder", () => ["--out", path("filled")], /^--out: .*filled is not a folder$/],
    [
      "an alert configuration without its project",
      () => ["--alert", "no-slash"],
      /^--alert must be <project>\/<id of the alert configuration>, not "no-slash"$/,
    ],
    ["an unknown option", () => ["--nonsense"], /^Unknown option '--nonsense'$/],
  ];
  for (const [what, args, message] of wrong) {
    it(`refuses ${what} as an invalid command line, before it reads anything`, async () => {
      writeFileSync(path("filled"), "");
      await assert.rejects(
        run(args()),
        (error: Error) => error instanceof UsageError && message.test(error.message),
      );
      assert.equal(emulator.counters.requests, 0);
    });
  }
});
