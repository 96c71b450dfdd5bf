#!/usr/bin/env node
import { runDrift } from "./drift/command";
import { runEmulator } from "./emulator";
import { runExport } from "./export/command";
import { readChoice, runCommand } from "./usage";

const NAME = "pulumi-opsmanager";

const USAGE = `Usage: ${NAME} <command> [options]

  export      write a Pulumi program that declares what an Ops Manager contains, and take it over without a write
  drift       compare the state of a stack with the service
  emulator    emulate the public API of MongoDB Ops Manager on 127.0.0.1

Run ${NAME} <command> --help for the options of a command.
`;

const COMMANDS = new Map<string, (args: readonly string[]) => Promise<number>>([
  ["export", async (args) => runExport(args, process.env)],
  ["drift", async (args) => runDrift(args, process.env)],
  ["emulator", async (args) => runEmulator(`${NAME} emulator`, args)],
]);

const [command = "", ...args] = process.argv.slice(2);
const run = COMMANDS.get(command);
void runCommand(run === undefined ? NAME : `${NAME} ${command}`, async () => {
  if (run !== undefined) return run(args);
  if (!["--help", "help"].includes(command)) readChoice("the command", command, [...COMMANDS.keys()]);
  process.stdout.write(USAGE);
  return 0;
});
