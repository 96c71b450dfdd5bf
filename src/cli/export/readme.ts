/** The README of an exported program. */

import { groupBy } from "../../json";
import type { Program } from "./declarations";
import { resourcesOf } from "./declarations";

export function readme(program: Program): string {
  const { kept } = program;
  const secrets = [
    ...resourcesOf(program).flatMap((declaration) => declaration.secrets.map(({ key }) => key)),
    ...kept.secretKeys,
  ];
  const resources = [...resourcesOf(program), ...kept.resources];
  const counts = [...groupBy<{ kind: string }, string>(resources, ({ kind }) => kind)].map(
    ([kind, declarations]) => `- ${declarations.length} ${kind}`,
  );
  return `# ${program.name}

This program declares what an Ops Manager contains. \`pulumi-opsmanager export\` wrote it.

${counts.join("\n")}

## First steps

Choose where Pulumi keeps its state (\`pulumi login\`, or \`pulumi login --local\`), then create a stack and set the connection:

\`\`\`sh
npm install
pulumi stack init production
pulumi config set opsmanager:baseUrl https://ops-manager.example.com:8443
pulumi config set opsmanager:publicKey <public key>
pulumi config set --secret opsmanager:privateKey
\`\`\`
${secrets.length === 0 ? "" : secretSteps(secrets)}
Take over what exists. This command writes nothing to the service:

\`\`\`sh
pulumi import --file import.json --generate-code=false --yes
\`\`\`

Run the program:

\`\`\`sh
pulumi up
\`\`\`
${secrets.length === 0 ? "\nIt has nothing to change." : SECRETS_NOTE}

After that, \`import.json\` is no longer needed.
${PROTECTION}`;
}

const SECRETS_NOTE = `
It shows the secrets as additions, since the service does not show them. An update compares them with what the service shows, and
writes only those that differ. It names the secrets that cannot be compared: to write them all, set \`secretsVersion\` of the resource.`;

const PROTECTION = `
## Protection

\`protect.ts\` sets the resource option \`protect\` of all resources. Pulumi then refuses to delete or replace a resource: if its line
is removed, if an argument changes that requires a replacement, and in \`pulumi destroy\`. Updates are not affected.
An alert configuration that is removed from an AlertConfigSet is deleted, since the set itself is only updated.

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

function secretSteps(keys: readonly string[]): string {
  return `
The service does not show secrets. Set each; the command asks for the value:

\`\`\`sh
${keys.map((key) => `pulumi config set --secret ${key}`).join("\n")}
\`\`\`
`;
}
