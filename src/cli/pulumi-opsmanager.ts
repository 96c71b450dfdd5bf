#!/usr/bin/env node
import { runDrift } from "./drift/command";
import { runEmulator } from "./emulator";
import { runExport } from "./export/command";
import { runCommand, UsageError } from "./usage";

const NAME = "pulumi-opsmanager";

const USAGE = `Usage: ${NAME} <command> [options]

  export      write a Pulumi program that declares what an Ops Manager contains, and take it over without a write
  drift       compare the state of a stack with the service
  emulator    emulate the public API of MongoDB Ops Manager on 127.0.0.1

Run ${NAME} <command> --help for the options of a command.
`;

async function run([command, ...args]: readonly string[]): Promise<number> {
  switch (command) {
    case "export":
      return runExport(args, process.env);
    case "drift":
      return runDrift(args, process.env);
    case "emulator":
      return runEmulator(`${NAME} emulator`, args);
    case "--help":
    case "help":
      process.stdout.write(USAGE);
      return 0;
    case undefined:
      throw new UsageError("a command is missing: export, drift or emulator");
    default:
      throw new UsageError(`"${command}" is not a command: there are export, drift and emulator`);
  }
}

void runCommand(NAME, async () => run(process.argv.slice(2)));
