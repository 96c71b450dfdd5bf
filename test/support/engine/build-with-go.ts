/** Builds the engine from source with a Go toolchain and a Go module proxy. */

import { chmod, copyFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Context } from "./context";
import { findPrograms } from "./find";
import { userHome } from "./home";
import type { WorkFolders } from "./install";
import { dynamicLauncher, oldestGo, pinnedVersion } from "./pinned";
import { startStopwatch, withProgress } from "./progress";
import { run } from "../run";
import { isAtLeast, parseVersion } from "./version";

export interface Program {
  readonly name: string;
  /** The folder of the go.mod that pins the dependencies of the program. */
  readonly module: string;
  readonly packagePath: string;
  readonly linkerFlags: string;
}

const VERSION_VARIABLE = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

const programs: readonly Program[] = [
  {
    name: "pulumi-language-nodejs",
    module: join(__dirname, "go", "language-nodejs"),
    packagePath: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
    linkerFlags: "-s -w",
  },
  {
    name: "pulumi",
    module: join(__dirname, "go", "cli"),
    packagePath: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    linkerFlags: `-s -w -X ${VERSION_VARIABLE}=${pinnedVersion}`,
  },
];

/**
 * Builds the pinned version and adds the launcher of dynamic providers.
 *
 * @throws Error if Go is missing or too old, or if a build fails
 */
export async function buildWithGo({ binDir, scratch }: WorkFolders, context: Context): Promise<void> {
  const env = goEnvironment(context.env, scratch);
  const go = await findGo({ ...context, env });
  context.say(`building Pulumi ${pinnedVersion} with ${go}; without a build cache this takes some minutes`);
  for (const program of programs) await build(go, program, binDir, { ...context, env });
  const launcher = join(binDir, basename(dynamicLauncher));
  await copyFile(dynamicLauncher, launcher);
  await chmod(launcher, 0o755);
}

/** Builds another program of Pulumi, for tests. */
export async function buildProgram(program: Program, { binDir, scratch }: WorkFolders): Promise<void> {
  const env = goEnvironment(process.env, scratch);
  const say = (line: string): void => void process.stderr.write(`engine: ${line}\n`);
  const context = { home: "", env, say, signal: new AbortController().signal };
  await build(await findGo(context), program, binDir, context);
}

function goEnvironment(env: NodeJS.ProcessEnv, scratch: string): NodeJS.ProcessEnv {
  return {
    ...env,
    // Go requires a home folder for its caches; Pulumi does not require cgo.
    HOME: userHome(env),
    CGO_ENABLED: env["CGO_ENABLED"] ?? "0",
    GOWORK: "off",
    GOTMPDIR: scratch,
  };
}

/** Finds the first `go` on PATH that is recent enough. */
async function findGo(context: Context): Promise<string> {
  const files = await findPrograms("go", context.env["PATH"]);
  if (files.length === 0) throw new Error(`go is not on PATH; Go ${oldestGo} or later is required`);
  const problems: string[] = [];
  for (const file of files) {
    // Runs outside this project, where Go would report the toolchain of go.mod.
    const cwd = tmpdir();
    const result = await run(file, ["env", "GOVERSION"], { cwd, env: context.env, signal: context.signal });
    const version = parseVersion(result.stdout);
    if (version !== undefined && isAtLeast(version, oldestGo)) return file;
    problems.push(`${file} is ${version?.text ?? `broken (${result.stderr})`}`);
  }
  throw new Error(`${problems.join("; ")}; Go ${oldestGo} or later is required`);
}

async function build(go: string, program: Program, binDir: string, context: Context): Promise<void> {
  const { name, module, packagePath, linkerFlags } = program;
  const elapsed = startStopwatch();
  let compiled = 0;
  let latest = "preparing";
  const onErrorLine = (line: string): void => {
    // With -v, go prints each compiled package; lines with spaces are other messages.
    if (!line.includes(" ")) compiled += 1;
    latest = line;
  };
  const args = [
    "build",
    "-v",
    "-mod=readonly",
    "-trimpath",
    "-ldflags",
    linkerFlags,
    "-o",
    join(binDir, name),
    packagePath,
  ];
  const { code, stderr } = await withProgress(
    context.say,
    () => `${name}: ${compiled} packages compiled (${latest})`,
    async () => run(go, args, { cwd: module, env: context.env, signal: context.signal, onErrorLine }),
  );
  if (code !== 0) throw new Error(`go build of ${name} failed:\n${stderr}`);
  context.say(`built ${name} in ${elapsed()}`);
}
