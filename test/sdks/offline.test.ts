import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { openSandbox } from "../support/sandbox";
import type { Sandbox } from "../support/sandbox";
import { run, succeed } from "../support/run";
import { writeRelease } from "../../scripts/plugin/release";
import { startEmulator } from "../../src/emulator";
import { VERSION } from "../../src/version";
import { created, deleted, did, succeeded } from "../e2e/support/assertions";
import { connectionTo } from "../e2e/support/playground";
import { useLanguages } from "../e2e/support/plugin";
import { prepared } from "../e2e/support/prepared";
import { PROJECT } from "../e2e/support/resources";

/** Nothing listens there, so that any download fails. */
const NOWHERE = "http://127.0.0.1:9";
const OFFLINE = Object.fromEntries(
  ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "npm_config_registry", "PIP_INDEX_URL"].map(
    (name) => [name, NOWHERE],
  ),
);
const ALERT = `
  no-primary:
    type: opsmanager:AlertConfig
    properties:
      projectId: ${PROJECT}
      eventTypeName: NO_PRIMARY
      notifications: [{ typeName: EMAIL, emailAddress: dba@example.com, delayMin: 0, intervalMin: 60 }]
`;
const PYTHON = `
import pulumi_opsmanager as opsmanager

opsmanager.AlertConfig(
    "no-primary",
    project_id="${PROJECT}",
    event_type_name="NO_PRIMARY",
    notifications=[{"type_name": "EMAIL", "email_address": "dba@example.com", "delay_min": 0, "interval_min": 60}],
)
`;

describe("a release in a network without internet", function () {
  const env = useLanguages("python", "yaml");
  let emulator: Awaited<ReturnType<typeof startEmulator>>;
  let folder = "";
  let sandbox: Sandbox;

  before(async function prepareRelease() {
    this.timeout(0);
    emulator = await startEmulator();
    folder = await mkdtemp(join(tmpdir(), "release-"));
    await writeRelease(join(folder, "release"));
    // Outside: an archive of the Pulumi SDK for Python.
    const flags = ["--quiet", "--disable-pip-version-check", "--dest", join(folder, "wheels")];
    await succeed("python3", ["-m", "pip", "download", ...flags, wheel()], { env: process.env });
    // The program of Python runs in the environment that a test makes.
    const path = [join(folder, "venv/bin"), env["PATH"]].join(delimiter);
    sandbox = await openSandbox({
      binDir: await prepared(),
      env: { ...OFFLINE, NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1", PATH: path },
    });
  });
  after(async () => {
    await sandbox.close();
    await emulator.close();
    await rm(folder, { recursive: true, force: true });
  });

  const wheel = (): string => join(folder, "release", `pulumi_opsmanager-${VERSION}-py3-none-any.whl`);

  async function stackOf(name: string, runtime: string, files: Readonly<Record<string, string>>) {
    const project = await mkdtemp(join(sandbox.folder, "program-"));
    const rest = runtime === "yaml" ? `resources:${ALERT}` : "";
    await writeFile(join(project, "Pulumi.yaml"), `name: offline\nruntime: ${runtime}\n${rest}`);
    for (const [file, text] of Object.entries(files)) await writeFile(join(project, file), text);
    return sandbox.createStack({ project, name, config: connectionTo(emulator) });
  }

  it("has the checksums of its files", async () => {
    const cwd = join(folder, "release");
    succeeded(await run("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd, env: process.env }));
  });

  it("is installed from its archive in an empty home, and serves a program in YAML", async () => {
    const archive = join(folder, "release", `pulumi-resource-opsmanager-v${VERSION}-linux-amd64.tar.gz`);
    const given = ["plugin", "install", "resource", "opsmanager", VERSION, "--file", archive];
    succeeded(await sandbox.pulumi(sandbox.folder, given));
    const stack = await stackOf("yaml", "yaml", {});
    did(await stack.run("up", "--skip-preview"), [created("no-primary")]);
    did(await stack.run("destroy", "--skip-preview"), [deleted("no-primary")]);
  });

  it("serves a program in Python, with the wheels that were brought along", async () => {
    const venv = join(folder, "venv");
    const pip = [
      "install",
      "--quiet",
      "--no-index",
      "--find-links",
      join(folder, "wheels"),
      "pulumi-opsmanager",
    ];
    succeeded(await sandbox.with(folder, "python3", "-m", "venv", venv));
    succeeded(await sandbox.with(folder, join(venv, "bin/pip"), ...pip));
    const stack = await stackOf("python", "python", { "__main__.py": PYTHON });
    did(await stack.run("up", "--skip-preview"), [created("no-primary")]);
  });
});
