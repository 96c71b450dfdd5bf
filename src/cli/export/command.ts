/** `pulumi-opsmanager export`: writes a program that declares what an Ops Manager contains. */

import { groupBy } from "../../json";
import { CONNECTION_OPTIONS, CONNECTION_USAGE, connect } from "../connect";
import { progressLine } from "../progress";
import { parseOptions, readChoice, UsageError } from "../usage";
import type { Declaration } from "./declarations";
import { declare, pathOf } from "./declarations";
import { refuseFilledFolder, refuseLinks, writeFiles } from "./folder";
import { projectNames, readFormer } from "./former";
import type { Inventory, Skipped } from "./inventory";
import { readInventory } from "./inventory";
import type { Kept } from "./keep";
import { keepUnread, NOTHING_KEPT } from "./keep";
import type { Program } from "./resources";
import { programFiles } from "./program";
import { resourcesOf } from "./resources";
import { withoutRefused } from "./refused";
import { oneLine } from "./source";

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
    if (values.json) print(`${JSON.stringify(summaryOf(inventory, program), null, 2)}\n`);
    else print(summaryText(out, inventory, program));
    return inventory.skipped.length > 0 || kept.isIncomplete ? SKIPPED : 0;
  } finally {
    progress.clear();
    await api.close();
  }
}

/** The program that declares what was read. */
export function programOf(
  inventory: Inventory,
  form: "resources" | "sets",
  name: string,
  kept: Kept = NOTHING_KEPT,
): Program {
  const taken = { resources: kept.resources.map((resource) => resource.name), projects: kept.projectNames };
  return { name, kept, ...declare(inventory, form, taken) };
}

interface Summary {
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly resources: readonly Pick<Declaration, "name" | "id">[];
  readonly secrets: readonly { readonly key: string; readonly resource: string; readonly path: string }[];
  readonly skipped: readonly Skipped[];
  readonly kept: readonly Skipped[];
  readonly removed: readonly Skipped[];
}

function summaryOf({ projects, skipped }: Inventory, program: Program): Summary {
  const resources = resourcesOf(program);
  return {
    projects: projects.map(({ id, name }) => ({ id, name })),
    resources: resources.map(({ kind, name, id }) => ({ type: kind, name, id })),
    secrets: resources.flatMap(({ name, secrets }) =>
      secrets.map((secret) => ({ key: secret.key, resource: name, path: pathOf(secret) })),
    ),
    skipped,
    kept: program.kept.notes,
    removed: program.kept.removed,
  };
}

function summaryText(folder: string, inventory: Inventory, program: Program): string {
  const { projects, resources, secrets, skipped, kept, removed } = summaryOf(inventory, program);
  const lines = [
    `Exported ${counted(resources.length, "resource")} of ${counted(projects.length, "project")} to ${folder}.`,
    ...(secrets.length === 0
      ? []
      : [
          `The service does not show ${counted(secrets.length, "secret")}: README.md lists the commands that set them.`,
        ]),
    ...unknownLine(program),
    ...skipped.map(({ what, reason }) => oneLine(`Skipped: ${what}: ${reason}`)),
    ...kept.map(({ what, reason }) => oneLine(`Kept: ${what}, since ${reason}.`)),
    ...removed.map(({ what, reason }) => oneLine(`Removed: ${what}, since ${reason}.`)),
    "Next: follow README.md in the folder.",
  ];
  return `${lines.join("\n")}\n`;
}

/** The fields that this version does not know, with the number of alert configurations that have them. */
function unknownLine(program: Program): string[] {
  const fields = resourcesOf(program).flatMap(({ unknown = [] }) => unknown.flatMap((each) => each.fields));
  const counts = [...groupBy(fields, (field) => field)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([field, { length }]) => `${field} (${counted(length, "alert configuration")})`);
  if (counts.length === 0) return [];
  return [oneLine(`Left as they are, since this version does not know them: ${counts.join(", ")}.`)];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
