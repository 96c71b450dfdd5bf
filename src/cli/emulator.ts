/** The emulator as a process. */

import { messageOf } from "../errors";
import { readFileSync } from "node:fs";
import { pick } from "../json";
import { startEmulator, type Emulator, type EmulatorOptions, type FaultRule } from "../emulator";
import { parseFaultRule } from "../emulator/faults";
import { readSeedFile } from "../emulator/state-file";
import { parseOptions, readChoice, UsageError } from "./usage";

const usage = (name: string): string => `Usage: ${name} [options]

Emulates the public API of MongoDB Ops Manager on 127.0.0.1.

  --port <n>              port of the API (default: a free port)
  --control-port <n>      port of the control interface (default: a free port)
  --json                  print addresses and keys as one line of JSON
  --seed <file.json>      initial collections
  --state <file.json>     read and keep the state in this file
  --public-url <url>      origin under which clients reach the API, if that is not loopback
  --tls                   serve https with a self-signed certificate
  --challenge <form>      Digest challenge: qop (default), op or none
  --algorithm <name>      Digest algorithm: MD5 (default) or SHA-256
  --redact <form>         redaction of secrets: new (default), old or off
  --shuffle               vary the order of keys and lists
  --rate-limit <n>/min    requests that a key may send each minute
  --latency <ms>          delay before every response
  --faults <file.json>    faults to inject, as an array
  --log                   log each request to standard error
  --help                  show this help
`;

const OPTIONS = {
  port: { type: "string", default: "0" },
  "control-port": { type: "string", default: "0" },
  json: { type: "boolean", default: false },
  seed: { type: "string" },
  state: { type: "string" },
  "public-url": { type: "string" },
  tls: { type: "boolean", default: false },
  challenge: { type: "string", default: "qop" },
  algorithm: { type: "string", default: "MD5" },
  redact: { type: "string", default: "new" },
  shuffle: { type: "boolean", default: false },
  "rate-limit": { type: "string" },
  latency: { type: "string", default: "0" },
  faults: { type: "string" },
  log: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

function readOptions(args: readonly string[]): { options: EmulatorOptions; json: boolean; help: boolean } {
  const { values } = parseOptions(args, OPTIONS);
  const options: EmulatorOptions = {
    port: readInteger("--port", values.port, 65_535),
    controlPort: readInteger("--control-port", values["control-port"], 65_535),
    latencyMs: readInteger("--latency", values.latency, 3_600_000),
    challenge: readChoice("--challenge", values.challenge, ["qop", "op", "none"]),
    algorithm: readChoice("--algorithm", values.algorithm, ["MD5", "SHA-256"]),
    redact: readChoice("--redact", values.redact, ["new", "old", "off"]),
    shuffle: values.shuffle,
    tls: values.tls,
    log: values.log,
    rateLimit: readRateLimit(values["rate-limit"]),
  };
  if (values.seed !== undefined)
    options.seed = readFileOption("--seed", values.seed, (path) => readSeedFile(path) ?? {});
  if (values.state !== undefined) options.stateFile = values.state;
  if (values["public-url"] !== undefined)
    options.publicUrl = readOrigin("--public-url", values["public-url"]);
  if (values.faults !== undefined) options.faults = readFileOption("--faults", values.faults, readFaults);
  return { options, json: values.json, help: values.help };
}

function readInteger(flag: string, text: string, max: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) > max)
    throw new UsageError(`${flag} must be an integer from 0 to ${max}, not "${text}"`);
  return Number(text);
}

function readOrigin(flag: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["https:", "http:"].includes(url.protocol))
    throw new UsageError(`${flag} must be a URL of the form https://host:port, not "${text}"`);
  return url.origin;
}

function readRateLimit(text: string | undefined): { requests: number; minutes: number } | null {
  if (text === undefined) return null;
  const requests = /^(\d{1,9})(?:\/min)?$/.exec(text)?.[1];
  if (requests === undefined) throw new UsageError(`--rate-limit must have the form 100/min, not "${text}"`);
  return { requests: Number(requests), minutes: 1 };
}

function readFileOption<T>(flag: string, path: string, read: (path: string) => T): T {
  try {
    return read(path);
  } catch (error) {
    throw new UsageError(`${flag}: ${messageOf(error)}`);
  }
}

function readFaults(path: string): FaultRule[] {
  const rules: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (!Array.isArray(rules)) throw new TypeError(`${path} must contain an array`);
  return rules.map(parseFaultRule);
}

/** What `--json` prints. */
const SHOWN = [
  "baseUrl",
  "controlUrl",
  "controlToken",
  "publicKey",
  "privateKey",
  "projectId",
  "orgId",
  "apiKeyId",
  "clusterId",
  "caCert",
] as const;

function print(emulator: Emulator): void {
  const lines = Object.entries(pick(emulator, SHOWN)).map(([name, value]) =>
    value.includes("\n") ? `${name}:\n${value}` : `${name.padEnd(14)}${value}`,
  );
  const page = `${emulator.controlUrl}/#token=${emulator.controlToken}`;
  process.stdout.write(
    `The emulator is ready; stop it with Ctrl-C.\n\n${lines.join("\n")}\n\nControl page: ${page}\n`,
  );
}

/** Runs the emulator until a signal stops it. @param name that of the command, for its usage */
export async function runEmulator(name: string, args: readonly string[]): Promise<number> {
  const { options, json, help } = readOptions(args);
  if (help) {
    process.stdout.write(usage(name));
    return 0;
  }
  const emulator = await startEmulator(options);
  // Registered before the output, because a reader of the output may stop the process at once.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void emulator.close());
  if (json) process.stdout.write(`${JSON.stringify(pick(emulator, SHOWN))}\n`);
  else print(emulator);
  return 0;
}
