/** The README of an exported program. */

import type { Settings } from "../../core/settings";
import { groupBy } from "../../json";
import { VERSION } from "../../version";
import { importCommand } from "../stack";
import { counted, oneLine, printable } from "../text";
import type { Declaration, Program } from "./declarations";
import { GUESSED } from "./constants";
import { hasSets, resourcesOf, secretsOf } from "./declarations";
import type { Skipped } from "./inventory";
import type { Language } from "./language";
import { PACKAGES, TEXTS } from "./language";
import { listed } from "../../words";

export interface ReadmeSettings {
  /** The name of the Pulumi project. */
  readonly name: string;
  /** Those of the export. */
  readonly settings: Settings;
  /** The options of the export that asked for something. */
  readonly options?: readonly string[];
  /** @default "typescript" */
  readonly language?: Language;
  /** What the program leaves out. */
  readonly skipped?: readonly Skipped[];
}

export function readme(
  program: Program,
  { name, settings, language = "typescript", skipped = [] }: ReadmeSettings,
): string {
  const texts = TEXTS[language];
  const resources = resourcesOf(program);
  const keys = new Set(secretsOf(program).map(({ key }) => key));
  const further = (["caCert", "clientCert", "clientKey"] as const).filter((each) => settings[each]);
  const sets = hasSets(program);
  const updates = resources.filter(({ secrets }) => secrets.length > 0).length;
  const steps = [
    stackStep(texts.install, texts.locked),
    `Set the connection. \`pulumi config set --secret\` asks for the private key.${further.length === 0 ? "" : furtherText(further)}

${shell(
  `pulumi config set opsmanager:baseUrl ${shellText(settings.baseUrl)}`,
  `pulumi config set opsmanager:publicKey ${shellText(settings.publicKey)}`,
  "pulumi config set --secret opsmanager:privateKey",
  ...(settings.allowHttp ? ["pulumi config set opsmanager:allowHttp true"] : []),
)}`,
    ...(keys.size === 0 ? [] : [secretStep(keys.size)]),
    ...(resources.some(({ assumed = [] }) => assumed.length > 0) ? [GUESSED_STEP] : []),
    `Import the existing objects. This command writes nothing to the service. **Do not run \`pulumi up\` before it**: it would create
alert configurations a second time.

${shell(importCommand("import.json"))}${language === "typescript" || keys.size === 0 ? "" : WITHOUT_SECRETS}`,
    `Look at what the program would change:

${shell("pulumi preview")}

${previewText(updates, sets ? texts.change.replace("notification", "alertConfig") : texts.change)}`,
    `If the preview is as described, run it:

${shell("pulumi up")}`,
    `Commit the files, with ${listed(["Pulumi.production.yaml", ...texts.locked].map((path) => `\`${path}\``))}. Delete ${keys.size === 0 ? "" : "`secrets.sh` and "}\`import.json\`, which Git ignores.`,
  ];
  const counts = [...groupBy(resources, ({ kind }) => kind)].map(
    ([kind, group]) => `- ${group.length} ${kind}${membersOf(group)}`,
  );
  const leftOut = skipped.map(({ what, reason }) => `- ${oneLine(what)}: ${oneLine(reason)}`);
  return `# ${name}

This program declares what an Ops Manager contains. \`pulumi-opsmanager export\` ${VERSION} wrote it.

${counts.join("\n")}
${sets ? SETS : ""}
You need Node.js 20.19 and the Pulumi CLI 3.254, or later versions.

## Work with the existing stack

Once the import below is done and its files are committed, everybody begins here. Log in where the state is, and enter the passphrase if
there is one, as in its first step.

${shell(...texts.again, "pulumi stack select production", "pulumi preview")}

## Import, once

${steps.map((step) => `1. ${step.replaceAll(/\n(?=.)/g, "\n   ")}\n`).join("\n")}
To undo the import, remove the stack. This sends nothing to the service: everything stays there as it is, also what \`pulumi up\`
has written. To import again later, export again.

${shell("pulumi stack rm --force --preserve-config production")}

Do not use \`pulumi destroy\` for it: that deletes on the service.
${leftOut.length === 0 ? "" : `\n## Left out\n\n${leftOut.join("\n")}\n`}
## Later changes
${language === "typescript" ? LATER : ""}
${texts.protection} Pulumi then refuses to delete or replace one, also in
\`pulumi destroy\`. Updates are not affected. To delete or replace one resource, run \`pulumi state unprotect <URN>\` first.${language === "yaml" ? "" : SEVERAL}
`;
}

const SEVERAL = ` For
several, run \`pulumi config set protect false\` and \`pulumi up\` before you change the program, and \`pulumi config rm protect\`
afterwards.`;

/** How many members the sets have. */
function membersOf(declarations: readonly Declaration[]): string {
  const members = declarations.flatMap(({ args, shared: { argument } = {} }) =>
    argument === undefined ? [] : Object.keys(Object(args[argument]) as object),
  );
  return members.length === 0 ? "" : ` with ${counted(members.length, "member")}`;
}

function shell(...commands: readonly string[]): string {
  return ["```sh", ...commands, "```"].join("\n");
}

/** Settings without which the service may not be reached. Their values may be secret, or files of another machine. */
function furtherText(names: readonly string[]): string {
  const all = listed(names.map((name) => `\`opsmanager:${name}\``));
  return `\nThe stack also needs these settings of the export: ${all}.`;
}

/** Of the pages for daily work those that concern a program that exists. */
const TASKS = [
  ["change-alerts", "change an alert in all projects or in one"],
  ["projects", "add a project"],
  ["rotate-secrets", "rotate a secret"],
  ["rename-move-remove", "rename, move and remove resources"],
  ["changed-in-ui", "the user interface was changed"],
  ["undo", "undo a mistake"],
] as const;

const WITHOUT_SECRETS = `

It warns of each secret that is missing, because it reads the objects as the service shows them.`;

const LATER = `
They are described in \`node_modules/pulumi-opsmanager/docs/tasks\`:

${TASKS.map(([file, what]) => `- [${what}](node_modules/pulumi-opsmanager/docs/tasks/${file}.md)`).join("\n")}

To add what the program lacks later, run the export with \`--into .\`. With \`--force\` it would write everything again, without your
changes.
`;

const ARCHIVED = `
The package is on no public registry yet, so its archive is a part of the program, in \`${PACKAGES}\`. A copy of this folder can be
installed on another machine.
`;

const stackStep = (
  install: readonly string[],
  locked: readonly string[],
): string => `Choose where Pulumi keeps its state: \`pulumi login\`, or \`pulumi login --local\`. Create a stack there:

${shell(...install, "pulumi stack init production")}
${locked.includes(PACKAGES) ? ARCHIVED : ""}
With \`--local\`, and in most storage that you run yourself, this asks for a passphrase, which encrypts the secrets. Keep it where
your team keeps such values, and enter it in each new terminal:

${shell("read -rs PULUMI_CONFIG_PASSPHRASE", "export PULUMI_CONFIG_PASSPHRASE")}`;

function secretStep(count: number): string {
  return `Set ${counted(count, "secret")}, which the service does not show. \`secrets.sh\` asks for each, and says what the service shows of it and
which projects use it. It skips those that are set, so it can be run again. Secrets share a key if their field, their target and the
end of their masks are the same:

${shell("sh secrets.sh")}

Without a value for each key, every preview fails. If nobody knows a secret, create a new one where it comes from, such as Slack or
PagerDuty, and set that. If the service shows a part of the old one, the preview then warns that the new one is probably wrong, which
you can ignore, and \`pulumi up\` writes it. Otherwise nothing is compared: set \`secretsVersion: 1\` of the resource, so that
\`pulumi up\` writes all its secrets. Do not set an invented value, and do not remove the line: a later update would replace or
remove the secret that works.`;
}

const GUESSED_STEP = `Replace the values below a comment that begins with \`${GUESSED.replace(/,.*/, "")}\` with the real ones. The service does not
return them. The import does not write them, but an update of the resource does.`;

/**
 * What the first preview shows.
 * @param updates the number of resources with secrets
 * @param change the difference of one of them
 */
function previewText(updates: number, change: string): string {
  const changes =
    updates === 0 ? "no change" : `${counted(updates, "update")}, and nothing to create, replace or delete`;
  const text = `The preview must show ${changes}. If it shows anything else, stop: the import
was not complete. Remove the stack as described below, and begin again.

- These warnings are no problem here, because they concern what the service has already: a name that is not documented, an event
  that is marked as not alertable, missing roles of a notification, and a resource that declares the same alert configuration as
  another.`;
  if (updates === 0) return text;
  return `${text}
- The updates are those of secrets, such as ${change}, which the state does not have yet.
  An update compares them with what the service shows, and writes the object only if they differ.
- **Stop if a warning says that a secret is probably wrong.** Set it again with \`pulumi config set --secret <key>\`. Otherwise
  the update writes the wrong one.
- **Check by hand each secret that a warning names because it cannot be compared.** The first update does not write it, but the next
  change of its alert configuration or store does, and a wrong value then replaces the one that works. The preview of that change names
  it again.
- The update of an alert configuration or a store with secrets also reverts what was changed in it on the service since the export.`;
}

/** A value in a command. */
function shellText(text: string): string {
  return /^[\w:/.@%+-]+$/.test(text) ? text : `'${printable(text).replaceAll("'", String.raw`'\\''`)}'`;
}

const SETS = `
**A member that is removed from an AlertConfigSet is deleted on the service**, also with protection, since the
set itself is only updated. The preview names it below "These members are deleted on the service": look for that line before you run
\`pulumi up\`.
`;
