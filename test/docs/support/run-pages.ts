/** Runs the commands of the pages of the documentation as a reader would. */

import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readPages } from "../../../scripts/docs/blocks";
import { repository } from "../../support/repository";
import { TEXTS } from "../../../src/cli/export/language";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { alert, MAIL, SLACK, startProjects } from "../../fixtures/projects";
import { emptyFolder, useMachine } from "./machine";
import { RELEASE, useRelease } from "./release";
import { commandsOf, scriptOf, startOf } from "./script";

const EXPORTS = `export PULUMI_BACKEND_URL=file://$PWD/state PULUMI_CONFIG_PASSPHRASE=choose-one\n`;

const MAKE_STACK = `mkdir state
pulumi stack init production
pulumi config set opsmanager:baseUrl http://127.0.0.1:40123
pulumi config set opsmanager:publicKey vkwzbqre
pulumi config set --secret opsmanager:privateKey`;

const STACK = `
\`\`\`sh
source ./environment
${MAKE_STACK}
pulumi config set projectId 60a2b7c9e4b0c5571d3f8e12
pulumi up --skip-preview
\`\`\`
`;

const EXPORTED_PROGRAM = `
\`\`\`sh
# Compiled once, at the end.
echo export PULUMI_NODEJS_TRANSPILE_ONLY=true >> environment
source ./environment
export OPSMANAGER_BASE_URL=http://127.0.0.1:40123 OPSMANAGER_PUBLIC_KEY=vkwzbqre
read -rs OPSMANAGER_PRIVATE_KEY
export OPSMANAGER_PRIVATE_KEY
npx pulumi-opsmanager export --out . --force
${TEXTS.typescript.install.join("\n")}
${MAKE_STACK}
echo ${SLACK.apiToken} | sh secrets.sh
pulumi import --file import.json --generate-code=false --yes
pulumi up --skip-preview
\`\`\`
`;

const COMPILE = "source ./environment\nif [ -f tsconfig.json ]; then npx tsc --noEmit; fi";

const mail = { ...MAIL, intervalMin: 60 };
const THRESHOLD = { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 4000, units: "RAW" };
const STANDARD = [
  alert("NO_PRIMARY", mail, SLACK),
  alert("HOST_DOWN", mail),
  { ...alert("OUTSIDE_METRIC_THRESHOLD", mail), metricThreshold: THRESHOLD },
];

/** What a page can start with: commands, and the service. */
const STARTS: Readonly<Record<string, { script: string; service: () => Promise<Emulator> }>> = {
  "a stack": { script: STACK, service: startEmulator },
  "an exported program": {
    script: EXPORTED_PROGRAM,
    service: async () =>
      startProjects({
        billing: STANDARD,
        orders: STANDARD,
        shop: [...STANDARD, { id: "65d0e1f2a3b4c5d6e7f80910", ...alert("TOO_MANY_ELECTIONS", SLACK) }],
        returns: [],
      }),
  },
};

/** The pages that every user reads; `npm run nightly` runs the commands of the others. */
const FIRST: ReadonlySet<string> = new Set([
  "README.md",
  "docs/getting-started.md",
  "docs/importing.md",
  "docs/plugin.md",
  "docs/tasks/change-alerts.md",
]);

export function isFirst(path: string): boolean {
  return FIRST.has(path);
}

/** Tests that run the commands of pages. */
export function runPages(isChosen: (path: string) => boolean): void {
  const machine = useMachine();
  const pages = readPages().filter((page) => isChosen(page.path) && commandsOf(page).length > 0);
  const env = pages.some(({ text }) => text.includes(RELEASE)) ? useRelease(machine) : {};

  for (const page of pages)
    it(`run: ${page.path}`, async () => {
      const start = STARTS[startOf(page)];
      const emulator = await (start?.service ?? startEmulator)();
      const cwd = join(machine.folder, page.path.replaceAll("/", "-"), "ops-manager");
      try {
        if (start === undefined) {
          await emptyFolder(cwd);
          await machine.succeed(
            startOf(page) === "the repository" ? repository : cwd,
            scriptOf(page, emulator),
            env,
          );
          return;
        }
        await cp(machine.project, cwd, { recursive: true });
        await writeFile(join(cwd, "environment"), EXPORTS);
        await machine.succeed(cwd, scriptOf({ path: startOf(page), text: start.script }, emulator));
        await machine.succeed(cwd, `source ./environment\n${scriptOf(page, emulator)}`, env);
        await machine.succeed(cwd, COMPILE);
      } finally {
        await emulator.close();
      }
    });
}
