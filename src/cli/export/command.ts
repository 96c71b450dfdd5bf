/** `pulumi-opsmanager export`: writes a program that declares what an Ops Manager contains. */

import { pathText } from "../../core/problems";
import { groupBy } from "../../json";
import { CONNECTION_OPTIONS, CONNECTION_USAGE, connect } from "../connect";
import { progressLine } from "../progress";
import { parseOptions, readChoice, UsageError } from "../usage";
import { oneLine } from "../text";
import type { Program } from "./declarations";
import { programOf, resourcesOf } from "./declarations";
import { refuseFilledFolder, refuseLinks, writeFiles } from "./folder";
import { projectNames, readFormer } from "./former";
import type { Skipped } from "./inventory";
import { readInventory, withoutRefused } from "./inventory";
import { keepUnread } from "./keep";
import { programFiles } from "./program";

const USAGE = `Usage: pulumi-opsmanager export --out <folder> [options]

Writes a Pulumi program that declares what an Ops Manager contains, and a file for \`pulumi import\` that takes it over without a
write: alert configurations, names of clusters, oplog stores and the version manifest. It changes nothing on the service. Secrets
are never written: the README of the program lists the commands that set them.

  --out <folder>       the folder of the program
  --project <id>       export this project; may be repeated (default: all projects that the key can read)
  --all-projects       export all projects that the key can read
  --as <form>          resources (default): an AlertConfig for each alert configuration; sets: an AlertConfigSet for each project
  --name <name>        the name of the Pulumi project (default: ops-manager)
  --force              write into a folder that is not empty; modules of projects that are not read stay
  --json               print the projects, resources, secrets and what was skipped as JSON
  --help               show this help

${CONNECTION_USAGE}
Exit codes: 0 everything was exported, 3 something was skipped: the key may not read it, or the provider refuses it, 1 failure, 2 invalid options.
`;

const OPTIONS = {
  ...CONNECTION_OPTIONS,
  out: { type: "string" },
  project: { type: "string", multiple: true, default: [] as string[] },
  "all-projects": { type: "boolean", default: false },
  as: { type: "string", default: "resources" },
  name: { type: "string", default: "ops-manager" },
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
  const { values } = parseOptions(args, OPTIONS);
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const { out, project, name } = values;
  const form = readChoice("--as", values.as, ["resources", "sets"]);
  if (out === undefined || out === "") throw new UsageError("--out is missing: it names the folder to write");
  if (values["all-projects"] && project.length > 0)
    throw new UsageError("--project and --all-projects exclude each other");
  if (!/^[A-Za-z0-9_.-]{1,100}$/.test(name)) {
    throw new UsageError(`--name must consist of letters, digits, ".", "_" and "-", not "${name}"`);
  }
  await refuseFilledFolder(out, values.force);
  await refuseLinks(out);
  const former = await readFormer(out);

  const connection = (await connect(values, env))(undefined);
  const { api } = connection;
  const progress = progressLine(process.stderr);
  try {
    const found = await readInventory(
      api,
      project,
      (done, of) => progress.show(`Reading ${done} of ${of}`),
      projectNames(former),
    );
    progress.clear();
    const { kept, inventory: toDeclare } = await keepUnread(former, found, project, api);
    const inventory = await withoutRefused(toDeclare, connection);
    const program = programOf(inventory, form, name, kept);
    const files = programFiles(program);
    await refuseLinks(out, files.keys());
    await writeFiles(out, former, files);
    const summary = summaryOf(program, inventory.skipped);
    if (values.json) print(`${JSON.stringify(summary, null, 2)}\n`);
    else print(summaryText(out, program, summary));
    return inventory.skipped.length > 0 || kept.isIncomplete ? SKIPPED : 0;
  } finally {
    progress.clear();
    await api.close();
  }
}

/** What `--json` prints. */
function summaryOf(program: Program, skipped: readonly Skipped[]) {
  const resources = resourcesOf(program);
  return {
    projects: program.projects.map(({ id, name }) => ({ id, name })),
    resources: resources.map(({ kind, name, id }) => ({ type: kind, name, id })),
    secrets: resources.flatMap(({ name, secrets }) =>
      secrets.map(({ key, path }) => ({ key, resource: name, path: pathText(path) })),
    ),
    skipped,
    kept: program.kept.notes,
    removed: program.kept.removed,
  };
}

function summaryText(folder: string, program: Program, summary: ReturnType<typeof summaryOf>): string {
  const { projects, resources, secrets, skipped, kept, removed } = summary;
  const lines = [
    `Exported ${counted(resources.length, "resource")} of ${counted(projects.length, "project")} to ${folder}.`,
  ];
  if (secrets.length > 0) {
    const count = counted(secrets.length, "secret");
    lines.push(`The service does not show ${count}: README.md lists the commands that set them.`);
  }
  const unknown = unknownFields(program);
  if (unknown !== "")
    lines.push(oneLine(`Left as they are, since this version does not know them: ${unknown}.`));
  for (const { what, reason } of skipped) lines.push(oneLine(`Skipped: ${what}: ${reason}`));
  for (const { what, reason } of kept) lines.push(oneLine(`Kept: ${what}, since ${reason}.`));
  for (const { what, reason } of removed) lines.push(oneLine(`Removed: ${what}, since ${reason}.`));
  return `${lines.join("\n")}\nNext: follow README.md in the folder.\n`;
}

/** The fields that this version does not know, with the number of alert configurations that have them. */
function unknownFields(program: Program): string {
  const fields = resourcesOf(program).flatMap(({ unknown = [] }) => unknown.flatMap((each) => each.fields));
  return [...groupBy(fields, (field) => field)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([field, { length }]) => `${field} (${counted(length, "alert configuration")})`)
    .join(", ");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
