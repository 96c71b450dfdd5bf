/** The SDKs of the plugin, installed as a user does, and the programs of the pages in each language. */

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { delimiter, join } from "node:path";
import { repository } from "../../support/repository";
import { readSitePages } from "../../../scripts/docs/blocks";
import type { Language } from "../../../scripts/docs/programs";
import { programsIn } from "../../../scripts/docs/programs";
import { pinnedVersion } from "../../support/engine/pinned";
import { succeed } from "../../support/run";
import { buildSdks } from "../../../scripts/plugin/sdks";
import { GO_MODULE, packageSchema } from "../../../scripts/plugin/schema";
import { pluginsOf, useLanguages, usePlugin } from "../../e2e/support/plugin";

/** The programs of a page, in all languages. */
export interface PagePrograms {
  readonly name: string;
  readonly programs: Readonly<Record<Language, string>>;
}

export const PAGES: readonly PagePrograms[] = readSitePages().flatMap((page) =>
  programsIn(page).map((programs, index) => ({
    name: `${page.path.replace(/^docs\/(?:\.vitepress\/)?(.*)\.md$/, "$1").replaceAll("/", "_")}${index === 0 ? "" : index}`,
    programs: programs as Readonly<Record<Language, string>>,
  })),
);

const { env } = process;

/**
 * The SDKs and what is installed of them, made once for all suites and runs, until the schema or what makes them changes.
 * @returns the folder
 */
async function made(): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify([packageSchema(), pinnedVersion]));
  for (const name of (await readdir(SOURCES, { recursive: true })).sort()) {
    const file = join(SOURCES, name);
    if ((await stat(file)).isFile()) hash.update(await readFile(file));
  }
  const folder = join(BUILT, `sdks-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  await mkdir(BUILT, { recursive: true });
  const scratch = await mkdtemp(join(BUILT, "scratch-"));
  try {
    const sdks = await buildSdks(join(scratch, "sdks"));
    await mkdir(join(scratch, "go"));
    await succeed("tar", ["-xzf", sdks.go, "-C", join(scratch, "go")], { env });
    await succeed("python3", ["-m", "venv", join(scratch, "venv")], { env });
    const pip = join(scratch, "venv/bin/pip");
    await succeed(pip, ["install", "--quiet", "--disable-pip-version-check", sdks.python], { env });
    await cp(sdks.nodejs, join(scratch, "nodejs.tgz"));
    await rename(scratch, folder);
  } catch (error) {
    await rm(scratch, { recursive: true });
    // Another suite may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

const SOURCES = join(repository, "scripts/plugin");
const BUILT = join(repository, ".build/tests");

/** Installs the SDKs before the tests of the current suite. Use it only in tests and hooks. */
export function useSdks() {
  const plugin = usePlugin();
  const languages = useLanguages("go", "python", "yaml");
  let folder = "";

  before(async function installSdks() {
    this.timeout(0);
    folder = await made();
    const path = [join(folder, "venv/bin"), languages["PATH"]].join(delimiter);
    Object.assign(languages, { PATH: path, GOFLAGS: "-mod=mod", GOWORK: "off" });
  });

  async function installNodejs(at: string): Promise<void> {
    const modules = join(at, "node_modules");
    const ours = join(modules, "@pulumi-opsmanager/opsmanager");
    for (const each of [ours, join(modules, "@pulumi")]) await mkdir(each, { recursive: true });
    for (const name of ["@pulumi/pulumi", "@types", "typescript"])
      await symlink(join(repository, "node_modules", name), join(modules, name));
    await succeed("tar", ["-xzf", join(folder, "nodejs.tgz"), "--strip-components", "1", "-C", ours], {
      env,
    });
  }

  /** Writes a program, in a folder where its SDK is installed. */
  const install: Readonly<Record<Language, (at: string, program: string) => Promise<unknown>>> = {
    async ts(at, program) {
      await installNodejs(at);
      await writeFile(join(at, "package.json"), "{}");
      await writeFile(join(at, "index.ts"), program);
    },
    python: async (at, program) => writeFile(join(at, "__main__.py"), program),
    async go(at, program) {
      await writeFile(join(at, "main.go"), program);
      await writeFile(join(at, "go.mod"), "module program\n");
      const replaced = `-replace=${GO_MODULE}=${join(folder, "go")}`;
      await succeed("go", ["mod", "edit", "-go=1.25", replaced], { cwd: at, env });
      await succeed("go", ["mod", "tidy"], { cwd: at, env: { ...env, GOWORK: "off" } });
    },
    yaml: async () => undefined,
  };
  const runtimes = { ts: "nodejs", python: "python", go: "go", yaml: "yaml" } as const;

  /** Writes a program into its folder, in the place of another one in the same language. */
  async function write(at: string, language: Language, program: string): Promise<void> {
    const yaml = language === "yaml" ? program : "";
    await writeFile(join(at, "Pulumi.yaml"), plugin.project(runtimes[language]) + yaml);
    await install[language](at, program);
  }

  return {
    /** The environment of the programs. */
    env: languages,
    /** Installs the SDK for a program that is there, and says where the plugin is. */
    async installIn(at: string, language: "ts" | "yaml" | "python"): Promise<void> {
      await appendFile(join(at, "Pulumi.yaml"), pluginsOf(plugin.folder()));
      if (language === "ts") await installNodejs(at);
    },
    write,
    /** Makes the folder of a program. */
    async project(parent: string, language: Language, program: string): Promise<string> {
      const at = await mkdtemp(join(parent, "program-"));
      await write(at, language, program);
      return at;
    },
  };
}
