/** The README of an exported program. */

import type { Settings } from "../../core/settings";
import { groupBy } from "../../json";
import { VERSION } from "../../version";
import { importCommand } from "../stack";
import { counted, listed, oneLine, printable } from "../text";
import type { Declaration, Program } from "./declarations";
import { GUESSED } from "./constants";
import { resourcesOf, secretsOf } from "./declarations";
import type { Skipped } from "./inventory";

export interface ReadmeSettings {
  /** The name of the Pulumi project. */
  readonly name: string;
  /** Those of the export. */
  readonly settings: Settings;
  /** The options of the export that asked for something. */
  readonly options?: readonly string[];
  /** What the program leaves out. */
  readonly skipped?: readonly Skipped[];
}

export function readme(program: Program, { name, settings, skipped = [] }: ReadmeSettings): string {
  const keys = new Set(secretsOf(program).map(({ key }) => key));
  const sets = resourcesOf(program).some(({ shared }) => shared?.argument !== undefined);
  const counts = [...groupBy(resourcesOf(program), ({ kind }) => kind)].map(
    ([kind, declarations]) => `- ${declarations.length} ${kind}`,
  );
  return `# ${name}

This program declares what an Ops Manager contains. \`pulumi-opsmanager export\` ${VERSION} wrote it.

${counts.join("\n")}
${sets ? SETS : ""}
## First steps

You need Node.js 20.19 and the Pulumi CLI 3.254, or later versions.

1. Choose where Pulumi keeps its state (\`pulumi login\`, or \`pulumi login --local\`), create a stack, and set the connection.
   \`pulumi config set --secret\` asks for the private key.

   \`\`\`sh
   npm install
   pulumi stack init production
   pulumi config set opsmanager:baseUrl ${shellText(settings.baseUrl)}
   pulumi config set opsmanager:publicKey ${shellText(settings.publicKey)}
   pulumi config set --secret opsmanager:privateKey
${settings.allowHttp ? "   pulumi config set opsmanager:allowHttp true\n" : ""}   \`\`\`
${furtherSettings(settings)}${keys.size === 0 ? "" : secretStep(keys.size)}${program.service.some(({ assumed = [] }) => assumed.length > 0) ? GUESSED_STEP : ""}
1. Import the existing objects. This command writes nothing to the service. **Do not run \`pulumi up\` before it**: ${updateBeforeImport(sets)}

   \`\`\`sh
   ${importCommand("import.json")}
   \`\`\`

1. Look at what the program would change, then run it:

   \`\`\`sh
   pulumi preview
   pulumi up
   \`\`\`

   ${expected(resourcesOf(program), sets)}

1. Delete \`import.json\`. It is not needed any more, and Git ignores it. Commit the rest, with \`Pulumi.production.yaml\`.

To undo the import, remove the stack. This sends nothing to the service: everything stays there as it is, also what \`pulumi up\`
has written. To import again later, keep \`import.json\`, or export again.

\`\`\`sh
pulumi stack rm --force --preserve-config production
\`\`\`

Do not use \`pulumi destroy\` for it: that deletes on the service.

## Later changes

\`node_modules/pulumi-opsmanager/docs/tasks\` describes them: change an alert in all projects or in one, add a project, rotate a
secret, rename, move and remove resources, and undo a mistake.
${leftOut(skipped)}${PROTECTION}`;
}

/** Settings without which the service may not be reached. Their values may be secret, or files of another machine. */
function furtherSettings(settings: Settings): string {
  const names = (["caCert", "clientCert", "clientKey"] as const).filter((name) => settings[name]);
  return names.length === 0
    ? ""
    : `
   The export had further settings, which the stack needs too: ${listed(names.map((name) => `\`opsmanager:${name}\``))}.
`;
}

function secretStep(count: number): string {
  const values = count === 1 ? "one secret" : `${count} secrets`;
  return `
1. Set ${values}, which the service does not show. \`secrets.sh\` asks for each, and says what the service shows of it. It
   skips those that are set, so it can be run again. Secrets share a key if their field, their target and the end of their masks
   are the same:

   \`\`\`sh
   sh secrets.sh
   \`\`\`
`;
}

const GUESSED_STEP = `
1. Replace the values below a comment that begins with \`${GUESSED.replace(/,.*/, "")}\` with the real ones. The service does not
   return them. The import does not write them, but an update of the resource does.
`;

/** What an update before the import would do. */
function updateBeforeImport(sets: boolean): string {
  return sets
    ? "a set\n   adopts only what is certainly equal, and creates the rest a second time."
    : "that would\n   create all alert configurations a second time.";
}

/** A value in a command. */
function shellText(text: string): string {
  return /^[\w:/.@%+-]+$/.test(text) ? text : `'${printable(text).replaceAll("'", String.raw`'\\''`)}'`;
}

/** What the first preview shows. */
function expected(resources: readonly Declaration[], sets: boolean): string {
  const updates = resources.filter(({ secrets }) => secrets.length > 0).length;
  const changes =
    updates === 0 ? "no change" : `${counted(updates, "update")}, and nothing to create, replace or delete`;
  const start = `The preview must show ${changes}. If it shows anything else, stop: the
   import was not complete. A warning that a name is not documented is not a problem here, because the service has the name.`;
  if (updates === 0) return start;
  const diff = sets ? "alertConfigSecrets" : "notificationSecrets";
  return `${start}

   - The updates are those of secrets, such as \`[diff: -__imported~${diff}]\`, which the state does not have yet.
     An update compares them with what the service shows, and writes the object only if they differ.
   - **Stop if a warning says that a secret is probably wrong.** Set it again with \`pulumi config set --secret <key>\`. Otherwise
     the update writes the wrong one.
   - A secret that cannot be compared is named in a warning, and not written. To write it, set \`secretsVersion\` of the resource.
   - The update of an object with secrets also reverts what was changed on the service since the export.`;
}

/** What the program lacks. */
function leftOut(skipped: readonly Skipped[]): string {
  const lines = skipped.map(({ what, reason }) => `- ${oneLine(what)}: ${oneLine(reason)}\n`);
  return lines.length === 0 ? "" : `\n## Left out\n\n${lines.join("")}`;
}

const SETS = `
**A member that is removed from an AlertConfigSet is deleted on the service**, also with protection, since the
set itself is only updated. The preview names it.
`;

const PROTECTION = `
## Protection

\`protect.ts\` sets the resource option \`protect\` of all resources. Pulumi then refuses to delete or replace a resource: if its line
is removed, if an argument changes that requires a replacement, and in \`pulumi destroy\`. Updates are not affected.

To delete or replace one resource, remove its protection from the state. Then change the program and run \`pulumi up\`:

\`\`\`sh
pulumi stack --show-urns
pulumi state unprotect <URN>
\`\`\`

To delete several resources, switch the protection off before you change the program, because Pulumi reads it from the state:

\`\`\`sh
pulumi config set protect false
pulumi up
\`\`\`

Then remove the lines, run \`pulumi up\`, and switch the protection on again:

\`\`\`sh
pulumi config set protect true
pulumi up
\`\`\`
`;
