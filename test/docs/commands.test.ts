import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readPages } from "../../scripts/docs/blocks";
import { repository } from "../../scripts/demo/repository";
import { startEmulator } from "../../src/emulator";
import { useMachine } from "./support/machine";
import { commandsOf, scriptOf, startOf } from "./support/script";

const pages = readPages().filter((page) => commandsOf(page).length > 0);

describe("the commands of the documentation", () => {
  const machine = useMachine();

  for (const page of pages) {
    it(`run: ${page.path}`, async () => {
      const emulator = await startEmulator();
      const cwd = join(machine.folder, page.path.replaceAll("/", "-"));
      try {
        const start = startOf(page);
        let script = scriptOf(page, emulator);
        if (start === "a stack") {
          await cp(machine.project, cwd, { recursive: true });
          await writeFile(join(cwd, "environment"), EXPORTS);
          await machine.succeed(cwd, scriptOf({ path: "a stack", text: STACK }, emulator));
          script = `source ./environment\n${script}`;
        } else await mkdir(cwd);
        await machine.succeed(start === "the repository" ? repository : cwd, script);
      } finally {
        await emulator.close();
      }
    });
  }
});

const EXPORTS = `export PULUMI_BACKEND_URL=file://$PWD/state PULUMI_CONFIG_PASSPHRASE=choose-one\n`;

const STACK = `
\`\`\`sh
source ./environment
mkdir state
pulumi stack init production
pulumi config set opsmanager:baseUrl http://127.0.0.1:40123
pulumi config set opsmanager:publicKey vkwzbqre
pulumi config set --secret opsmanager:privateKey
pulumi config set projectId 60a2b7c9e4b0c5571d3f8e12
pulumi up --skip-preview
\`\`\`
`;
