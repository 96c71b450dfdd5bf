/** `pulumi-opsmanager export`: writes a program that declares what an Ops Manager contains. */

import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "../../core/settings";
import { pathText } from "../../core/problems";
import { CONNECTION_OPTIONS, CONNECTION_USAGE, connect } from "../connect";
import { counted, oneLine } from "../text";
import { parseOptions, readChoice, UsageError } from "../usage";
import { askedTexts, optionTable, optionUsage, readAsked } from "./asked";
import type { Exported, Form, Program } from "./declarations";
import { programOf, resourcesOf, secretsOf } from "./declarations";
import { readFormer, refuseFilledFolder, refuseLinks, refuseLoss, writeFiles } from "./folder";
import type { Inventory, Skipped } from "./inventory";
import { LISTINGS, readInventory } from "./inventory";
import { addTo } from "./into";
import { alertText, parseAlert } from "./one-alert";
import type { Language } from "./language";
import { LANGUAGES } from "./language";
import { pluginFiles } from "./plugin-program";
import { programFiles } from "./program";
import { yamlFiles, yamlProgram } from "./yaml-program";
import { listed } from "../../words";

const USAGE = `Usage: pulumi-opsmanager export --out <folder> [options]
       pulumi-opsmanager export --into <folder> [options]
       pulumi-opsmanager export --alert <project>/<id> [options]

Writes a Pulumi program that declares what an Ops Manager contains, and a file for \`pulumi import\` that takes it over without a
write. It changes nothing on the service. Secrets are never written: secrets.sh has the commands that set them.
It reads ${listed(LISTINGS.filter(({ option }) => option === undefined).map(({ what }) => what))}.

  --out <folder>       the folder of a new program
  --into <folder>      the folder of a program that has a stack: writes only what the state of the stack lacks, as a new module
  --alert <project>/<id>  print the code and the import entry of one alert configuration
  --project <project>  export this project, by its id or name; may be repeated (default: all projects that the key can read)
  --all-projects       export all projects that the key can read
  --as <form>          resources (default): an AlertConfig for each alert configuration; sets: an AlertConfigSet for each project
  --language <language>  typescript (default): the classes; typescript-plugin and yaml: the plugin, which a program of these needs
${optionUsage(LISTINGS)}  --name <name>        the name of the Pulumi project (default: ops-manager)
  --force              write into a folder that is not empty, over the files of an earlier export
  --json               print the projects, resources, secrets and what was skipped as JSON
  --help               show this help

${CONNECTION_USAGE}
Exit codes: 0 everything was exported, 3 something was skipped: the key may not read it, or the provider refuses it, 1 failure, 2 invalid options.
`;

const OPTIONS = {
  ...CONNECTION_OPTIONS,
  out: { type: "string" },
  into: { type: "string" },
  alert: { type: "string" },
  project: { type: "string", multiple: true, default: [] as string[] },
  "all-projects": { type: "boolean", default: false },
  as: { type: "string", default: "resources" },
  language: { type: "string" },
  name: { type: "string" },
  force: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const SKIPPED = 3;

/** @param print writes to standard output */
export async function runExport(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  print: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<number> {
  const { values } = parseOptions(args, { ...optionTable(LISTINGS), ...OPTIONS });
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const { out, into, alert, project, name = "ops-manager", force, stack } = values;
  const form = readChoice("--as", values.as, ["resources", "sets"]);
  const targets = [out, into, alert].filter((each) => each !== undefined);
  if (targets.length !== 1 || targets[0] === "")
    throw new UsageError("one of --out, --into and --alert is necessary: where the export goes");
  if (values["all-projects"] && project.length > 0)
    throw new UsageError("--project and --all-projects exclude each other");
  if (!/^[A-Za-z0-9_.-]{1,100}$/.test(name)) {
    throw new UsageError(`--name must consist of letters, digits, ".", "_" and "-", not "${name}"`);
  }
  const language = readChoice("--language", values.language ?? "typescript", LANGUAGES);
  const wrong = (["name", "force", "language"] as const).find(
    (option) => out === undefined && values[option],
  );
  if (wrong !== undefined) throw new UsageError(`--${wrong} belongs to --out`);
  const asked = readAsked(values, LISTINGS);
  if (alert !== undefined && asked.size > 0)
    throw new UsageError(`${askedTexts(asked)[0]} belongs to --out or --into`);
  const wanted = alert === undefined ? project : parseAlert(alert).slice(0, 1);
  if (out !== undefined) await refuseFilledFolder(out, force);

  const connections = await connect(values, env, into);
  const connection = connections(undefined);
  try {
    const inventory = await readInventory(connection, wanted, asked);
    if (alert !== undefined) {
      print(await alertText(alert, inventory, connections, stack));
      return 0;
    }
    const { program, text } =
      into === undefined
        ? await writeProgram(inventory, { folder: out ?? "", form, name, language }, connection.settings)
        : await addTo({ folder: into, stack }, connections, inventory, form, project.length > 0);
    if (values.json) print(`${JSON.stringify(summaryOf(program, inventory.skipped), null, 2)}\n`);
    else print(text + skippedText(program, inventory.skipped));
    return inventory.skipped.length > 0 ? SKIPPED : 0;
  } finally {
    await connection.api.close();
  }
}

interface Wanted {
  readonly folder: string;
  readonly form: Form;
  readonly name: string;
  readonly language: Language;
}

const WRITERS = { typescript: programFiles, "typescript-plugin": pluginFiles, yaml: yamlFiles } as const;

async function writeProgram(
  inventory: Inventory,
  { folder, form, name, language }: Wanted,
  settings: Settings,
): Promise<Exported> {
  const { asked, skipped } = inventory;
  const former = await readFormer(folder);
  refuseLoss(former, inventory);
  const declared = programOf(inventory, form);
  const program = language === "yaml" ? yamlProgram(declared) : declared;
  const given = { name, settings, language, options: askedTexts(asked), skipped };
  const files = WRITERS[language](program, given, former.others);
  await refuseLinks(folder, files.keys());
  if (existsSync(join(folder, ".gitignore"))) files.delete(".gitignore");
  for (const path of former.modules.keys()) if (!files.has(path)) await rm(join(folder, path));
  await writeFiles(folder, files);
  const resources = counted(resourcesOf(program).length, "resource");
  const secrets = new Set(secretsOf(program).map(({ key }) => key)).size;
  const lines = [
    `Exported ${resources} of ${counted(program.length - 1, "project")} to ${folder}.`,
    ...(secrets === 0 ? [] : [`The service does not show ${counted(secrets, "secret")}: run secrets.sh.`]),
    ...(former.modules.size === 0
      ? []
      : [
          `If a stack already has this program, its names may have changed: compare them${language === "typescript" ? ", or use --into" : ""}.`,
        ]),
    "Next: follow README.md in the folder.",
  ];
  return { program, text: `${lines.join("\n")}\n` };
}

/** What `--json` prints. */
function summaryOf(program: Program, skipped: readonly Skipped[]) {
  return {
    projects: program.flatMap(({ id, name }) => (id === "" ? [] : [{ id, name }])),
    resources: resourcesOf(program).map(({ kind, name, id }) => ({ type: kind, name, id })),
    secrets: secretsOf(program).map(({ key, resource, path }) => ({ key, resource, path: pathText(path) })),
    skipped: skipped.map(({ what, reason }) => ({ what, reason })),
  };
}

function skippedText(program: Program, skipped: readonly Skipped[]): string {
  const unknown = new Set(
    resourcesOf(program).flatMap((each) => (each.unknown ?? []).flatMap(({ fields }) => fields)),
  );
  const lines = [
    ...(unknown.size === 0
      ? []
      : [`Left as they are, since this version does not know them: ${listed([...unknown].sort())}.`]),
    ...skipped.map(({ what, reason }) => `Skipped: ${what}: ${reason}`),
  ];
  return lines.map((line) => `${oneLine(line)}\n`).join("");
}
