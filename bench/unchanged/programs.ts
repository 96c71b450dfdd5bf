/** The measured programs, in folders where everything is installed as a user does it. */

import { copyFile, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pluginsOf } from "../../test/e2e/support/plugin";
import { repository } from "../../test/support/repository";
import { succeed } from "../../test/support/run";
import { buildPlugin } from "../../scripts/plugin/build";
import { buildSdks } from "../../scripts/plugin/sdks";
import { userEnvironment } from "../../test/support/registry/environment";
import { packTo } from "../../test/support/registry/registry";

/** How much of a program there is, from nothing to resources. */
export const PROGRAMS = {
  "an empty program in YAML": { runtime: "yaml", of: "nothing" },
  "an empty program in JavaScript": { runtime: "js", of: "nothing" },
  "an empty program in TypeScript": { runtime: "ts", of: "nothing" },
  "the classes": { runtime: "ts", of: "classes" },
  "the plugin in TypeScript": { runtime: "ts", of: "plugin" },
  "the plugin in YAML": { runtime: "yaml", of: "plugin" },
} as const;

export type Program = keyof typeof PROGRAMS;

export interface Programs {
  /** Writes a program with `n` alert configurations into its own folder. */
  write(program: Program, n: number): Promise<string>;
}

/** The project that the emulator starts with. */
const PROJECT = "60a2b7c9e4b0c5571d3f8e12";

const TEMPLATE = join(repository, "template");

/** Packs and builds what the programs use. */
export async function preparePrograms(folder: string): Promise<Programs> {
  const [packages, plugin] = [join(folder, "packages"), join(folder, "plugin")];
  await mkdir(packages);
  const archives = {
    nothing: [],
    classes: [await packTo(packages)],
    plugin: [(await buildSdks(join(folder, "sdks"))).nodejs],
  };
  await buildPlugin(plugin);
  return {
    async write(program, n) {
      const { runtime, of } = PROGRAMS[program];
      const at = await mkdtemp(join(folder, "program-"));
      const name = runtime === "yaml" ? "yaml" : "nodejs";
      const plugins = of === "plugin" ? pluginsOf(plugin) : "";
      const alerts = Array.from({ length: n }, (_, index) => alert(index));
      const resources = runtime === "yaml" && n > 0 ? `resources:\n${alerts.map(inYaml).join("")}` : "";
      await writeFile(join(at, "Pulumi.yaml"), `name: bench\nruntime: ${name}\n${plugins}${resources}`);
      if (runtime === "yaml") return at;
      const source = of === "plugin" ? "@pulumi-opsmanager/opsmanager" : "pulumi-opsmanager";
      const imports = of === "nothing" ? "" : `import * as opsmanager from "${source}";\n\n`;
      await writeFile(join(at, `index.${runtime}`), `${imports}${alerts.map(inTypeScript).join("")}`);
      await install(at, archives[of]);
      return at;
    },
  };
}

/** Installs the packages of the template, with the given archives in place of this one. */
async function install(at: string, archives: readonly string[]): Promise<void> {
  const described = JSON.parse(await readFile(join(TEMPLATE, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const { "pulumi-opsmanager": _, ...dependencies } = described.dependencies;
  await writeFile(join(at, "package.json"), JSON.stringify({ ...described, name: "bench", dependencies }));
  await copyFile(join(TEMPLATE, "tsconfig.json"), join(at, "tsconfig.json"));
  const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--silent"];
  await succeed("npm", ["install", ...flags, ...archives], { cwd: at, env: userEnvironment() });
}

function alert(index: number) {
  return {
    projectId: PROJECT,
    eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
    enabled: true,
    matchers: [
      { fieldName: "HOSTNAME_AND_PORT", operator: "STARTS_WITH", value: `mongodb-${index}.example.com` },
    ],
    metricThreshold: {
      metricName: "CONNECTIONS",
      mode: "AVERAGE",
      operator: "GREATER_THAN",
      threshold: 1000 + index,
      units: "RAW",
    },
    notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 60, delayMin: 0 }],
  };
}

const inTypeScript = (args: object, index: number): string =>
  `new opsmanager.AlertConfig("alert-${index}", ${JSON.stringify(args, undefined, 2)});\n`;

const inYaml = (args: object, index: number): string =>
  `  alert-${index}: { type: "opsmanager:AlertConfig", properties: ${JSON.stringify(args)} }\n`;
