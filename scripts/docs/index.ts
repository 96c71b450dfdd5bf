/** Builds the documentation site into `.build/docs`. */

import { join } from "node:path";
import { repository } from "../demo/repository";
import { messageOf } from "../engine/errors";
import { interruptible } from "../engine/interrupt";
import { run } from "../engine/run";
import { stagePages } from "./stage";

const SITE = join(repository, ".build/site");

async function main(): Promise<void> {
  await interruptible(async (signal) => {
    const tool = async (name: string, ...args: string[]): Promise<void> => {
      const program = join(repository, "node_modules/.bin", name);
      const { code, output } = await run(program, args, { cwd: repository, env: process.env, signal });
      if (code !== 0) throw new Error(`${name} failed:\n${output.trim()}`);
    };
    await stagePages(SITE);
    await tool("typedoc", "--options", "docs/.vitepress/typedoc.json");
    await tool("vitepress", "build", "docs");
  });
  process.stdout.write("The site is in .build/docs; npm run docs:serve shows it.\n");
}

main().catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
});
