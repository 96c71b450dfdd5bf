import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { omit } from "../../../src/json";
import { filesIn, useFolder } from "../../support/files";
import { BACKUP_CHAIN, INPUTS } from "../resources/inputs";
import { type Kind, managed, useEmulator } from "../resources/managed";
import { exported, importedIn } from "./printed";

/** The secrets that the service does not show, or shows in clear, by the arguments. */
const SECRETS: Partial<Record<Kind, Record<string, string>>> = {
  Integration: { serviceKey: "0123456789abcdef0123456789abcdef" },
  MongoOplogStore: { uri: "mongodb://backup:declared-password@store.example.com/" },
  MongoSnapshotStore: { uri: "mongodb://backup:declared-password@store.example.com/" },
  ProjectBackup: { kmipClientCertPassword: "kmip-password-of-the-service" },
};

describe("the options of an export for the backup chain, keys and policies", () => {
  const emulator = useEmulator();
  const out = useFolder();
  const options = (): string[] => [
    "--agent-api-keys",
    "--api-keys",
    emulator.orgId,
    "--project-api-keys",
    "--stores",
    "--project-backups",
    "--snapshot-schedules",
    "--feature-controls",
    "--integrations",
  ];
  const read = (path: string): string => readFileSync(out(path), "utf8");

  beforeEach(async () => {
    for (const kind of BACKUP_CHAIN) {
      const further =
        kind === "ProjectBackup" ? { kmipClientCertPath: "/etc/kmip.pem", ...SECRETS.ProjectBackup } : {};
      await managed(kind, emulator).up({ ...INPUTS[kind](emulator), ...further });
    }
    emulator.clearRequests();
  });

  for (const language of ["typescript", "yaml"])
    it(`take everything over without a write, and write no secret and no mask (${language})`, async () => {
      const args = ["--out", out(), "--language", language, ...options()];
      const { code, output } = await exported(emulator, ...args);
      assert.equal(code, 0, output);
      assert.doesNotMatch(output, /does not know them/);
      for (const [file, text] of Object.entries(await filesIn(out()))) {
        for (const secrets of Object.values(SECRETS))
          for (const secret of Object.values(secrets))
            assert.ok(!text.includes(secret), `${file}: ${secret}`);
        // The script looks for values that are copies of a mask.
        if (file !== "secrets.sh") assert.doesNotMatch(text, /\*\*\*|REDACTED/, file);
      }
      if (language === "yaml") return;
      const entries = read("import.json");
      for (const kind of BACKUP_CHAIN) {
        const found = importedIn(entries, kind);
        assert.ok(found.length > 0, kind);
        for (const { name, id, inputs, outputs } of found) {
          const resource = managed(kind, emulator, { name });
          await resource.import({ id, inputs, outputs });
          assert.equal(await resource.refresh(), "same", id);
          const declared = { ...omit(inputs, ["__provider", "imported"]), ...SECRETS[kind] };
          assert.match(await resource.up(declared), SECRETS[kind] === undefined ? /same/ : /same|update/, id);
          assert.equal(await resource.up(declared), "same", id);
        }
      }
      assert.equal(emulator.counters.writes, 0);
    });

  it("name each secret that the program has to get", async () => {
    const { output } = await exported(emulator, "--out", out(), "--json", ...options());
    const { secrets } = JSON.parse(output) as { secrets: { path: string }[] };
    const paths = secrets.map(({ path }) => path).filter((path) => !path.startsWith("notifications"));
    assert.deepEqual(paths.sort(), ["kmipClientCertPassword", "serviceKey", "uri", "uri"]);
  });

  it("export an integration whose password the service never shows", async () => {
    const further = { username: "u", password: "p", listenAddress: "0.0.0.0:9216" };
    const prometheus = { ...further, serviceDiscovery: "http", scheme: "http", enabled: true } as const;
    emulator.integrations().set("PROMETHEUS", prometheus);
    const { code, output } = await exported(emulator, "--out", out(), "--json", "--integrations");
    assert.equal(code, 0, output);
    const { secrets } = JSON.parse(output) as { secrets: { path: string }[] };
    assert.ok(secrets.some(({ path }) => path === "password"));
  });

  it("say of a key that its secret is missing", async () => {
    await exported(emulator, "--out", out(), ...options());
    const module = read("projects/shop-production.ts");
    assert.match(module, /The service shows a key only when it is created, so the output key is missing/);
    assert.match(module, /new opsmanager\.SnapshotSchedule\("shop-production-snapshot-schedule-/);
  });

  it("are named once, also those that several kinds have", async () => {
    await exported(emulator, "--out", out(), ...options());
    assert.equal(read("index.ts").split("// Option: --stores\n").length, 2);
    const { output } = await exported(emulator, "--help");
    assert.equal(output.split("--stores").length, 2);
  });

  it("are necessary", async () => {
    await exported(emulator, "--out", out());
    for (const kind of BACKUP_CHAIN) assert.deepEqual(importedIn(read("import.json"), kind), [], kind);
  });
});
