#!/usr/bin/env node
import { runEmulator } from "./emulator";
import { runCommand } from "./usage";

const NAME = "opsmanager-emulator";

void runCommand(NAME, async () => runEmulator(NAME, process.argv.slice(2)));
