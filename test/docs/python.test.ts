import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { blocksOf, readPage } from "../../scripts/docs/blocks";
import { useMachine } from "./support/machine";
import { useRelease } from "./support/release";

const { path, text } = readPage("docs/troubleshooting.md");
const HEADING = "### No module named 'pulumi'\n";

describe("the troubleshooting of a program in Python", () => {
  const machine = useMachine();
  const release = useRelease(machine);

  it("quotes the message of a missing virtual environment, and repairs it exactly as printed", async () => {
    const project = join(machine.folder, "no-environment");
    await mkdir(project);
    await writeFile(join(project, "__main__.py"), "import pulumi_opsmanager\n");
    const writeRuntime = async (runtime: string): Promise<void> =>
      writeFile(join(project, "Pulumi.yaml"), `name: no-environment\n${runtime}`);
    await writeRuntime("runtime: python\n");
    // A Python without packages, whatever this machine has.
    await machine.succeed(project, `python3 -m venv ../empty && mkdir ../empty-state`);
    const env = {
      ...release,
      PATH: [join(machine.folder, "empty/bin"), release["PATH"]].join(delimiter),
      PULUMI_BACKEND_URL: `file://${join(machine.folder, "empty-state")}`,
      PULUMI_CONFIG_PASSPHRASE: "a-passphrase",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    };
    await machine.succeed(project, "pulumi stack init test", env);
    const preview = async () => machine.run(project, "pulumi preview", env);

    const [entry = ""] = text.slice(text.indexOf(HEADING) + HEADING.length).split("\n### ");
    const failed = await preview();
    assert.notEqual(failed.code, 0);
    assert.ok(failed.output.includes(HEADING.slice("### ".length).trim()), failed.output);

    const [runtime, commands, ...others] = blocksOf({ path, text: entry });
    assert.deepEqual([runtime?.language, commands?.language, others.length], ["yaml", "sh", 0]);
    await writeRuntime(runtime?.text ?? "");
    await machine.succeed(project, `set -e\n${commands?.text ?? ""}`, env);
    const { code, output } = await preview();
    assert.equal(code, 0, output);
  });
});
