import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { changesIn } from "../support/events";
import { repository } from "../support/repository";
import type { Sandbox } from "../support/sandbox";
import { translate } from "../../scripts/docs/languages";
import { run } from "../support/run";
import type { Emulator } from "../../src/emulator";
import type { Summary } from "../contract/cli/printed";
import { succeeded } from "../e2e/support/assertions";
import { exportTo } from "../e2e/support/exported";
import { usePlayground } from "../e2e/support/playground";
import { fillInstallation, INSTALLATION } from "../fixtures/installation";
import { secretValues } from "../fixtures/installation-secrets";
import { useSdks } from "./support/installed";

describe("an existing installation, exported for the plugin", function () {
  const sdks = useSdks();

  for (const [language, form, ...flags] of [
    ["typescript-plugin", "resources"],
    ["typescript-plugin", "sets"],
    ["yaml", "resources"],
    ["yaml", "sets", "--projects"],
    // What `pulumi convert` makes of the program in YAML.
    ["python", "sets", "--projects"],
  ] as const)
    describe(`in ${[language, "as", form, ...flags].join(" ")}`, function () {
      let summary: Summary;
      let written = 0;
      const secrets: Record<string, { secret: string }> = {};

      async function makeFolder(sandbox: Sandbox, service: Emulator): Promise<string> {
        await fillInstallation(service, 12);
        written = service.counters.writes;
        const [folder, ofClasses] = [join(sandbox.folder, "program"), join(sandbox.folder, "classes")];
        const asked = ["--as", form, ...flags];
        const of = language === "python" ? "yaml" : language;
        const exported = await exportTo(service, folder, ...asked, "--language", of, "--json");
        succeeded(exported);
        summary = JSON.parse(exported.stdout) as Summary;
        succeeded(await exportTo(service, ofClasses, ...asked));
        const file = await readFile(join(ofClasses, "import.json"), "utf8");
        for (const [key, value] of Object.entries(secretValues(service, summary.secrets, file)))
          secrets[`ops-manager:${key}`] = value;
        if (language === "python") await writePython(folder);
        await sdks.installIn(folder, language === "typescript-plugin" ? "ts" : language);
        return folder;
      }
      const playground = usePlayground(this, {
        program: { folder: makeFolder },
        emulator: INSTALLATION,
        config: () => secrets,
        env: sdks.env,
      });
      const wroteNothing = (): void => assert.equal(playground.emulator.counters.writes, written);

      if (language === "typescript-plugin")
        it("passes a strict compiler", async () => {
          const compiler = join(repository, "node_modules/.bin/tsc");
          succeeded(await run(compiler, ["-p", playground.folder], { env: process.env }));
        });

      it("is taken over without a write to the service", async () => {
        const { stack } = playground;
        succeeded(await stack.run("import", "--file", "import.json", "--generate-code=false"));
        wroteNothing();
        const types = ((await stack.stored()).resources ?? []).map((each) => (each as { type: string }).type);
        const ours = types.filter((type) => type.startsWith("opsmanager:index:"));
        assert.equal(ours.length, summary.resources.length);
        assert.deepEqual(summary.skipped, []);
      });

      it("shows secrets as additions, and an up writes nothing", async () => {
        const up = await playground.run("up");
        succeeded(up);
        wroteNothing();
        assert.doesNotMatch(up.output, /is not as declared/);
        const changes = changesIn(up.events);
        assert.deepEqual(new Set(changes.map(({ op }) => op)), new Set(["update"]));
        const fields = changes.flatMap(({ fields: changed }) => changed);
        const last = new Set(fields.map((field) => field.split(".").at(-1)));
        for (const name of last)
          assert.ok(
            summary.secrets.some(({ path }) => path.endsWith(String(name))),
            `${String(name)} is no secret`,
          );
      });

      it("is quiet after that", async () => {
        succeeded(await playground.run("preview", "--refresh", "--expect-no-changes"));
        wroteNothing();
      });
    });
});

/** Translates an exported program as `pulumi convert` does. */
async function writePython(folder: string): Promise<void> {
  const file = join(folder, "Pulumi.yaml");
  const { python = "" } =
    (await translate(new Map([["exported", await readFile(file, "utf8")]]))).get("exported") ?? {};
  await writeFile(file, "name: ops-manager\nruntime: python\n");
  await writeFile(join(folder, "__main__.py"), python);
}
