/** One seeded run: a mixed load through failing connections, against the emulator. */

import { inspect } from "node:util";
import { OpsManagerClient } from "../../src/client";
import type { Emulator } from "../../src/emulator";
import { isPromised } from "./belief";
import type { Dice } from "./dice";
import { dice } from "./dice";
import { echo, faultsOf } from "./faults";
import type { Secrets, Task } from "./tasks";
import { alertConfig, clusterName, manifest, oplogStore, reads } from "./tasks";

/** What a run found wrong, and how much went on in it. */
export interface Report {
  readonly seed: number;
  readonly problems: readonly string[];
  readonly calls: { readonly failed: number };
  readonly logLines: number;
}

const TIMEOUT_MS = 250;
const SLOW_MS = 500;

export async function soakRun(emulator: Emulator, seed: number): Promise<Report> {
  emulator.reset();
  const lots = dice(seed);
  const secrets = secretsOf(lots);
  for (const rule of faultsOf(lots, SLOW_MS)) emulator.faults.add(rule);
  if (lots.chance(0.3)) emulator.faults.add(echo("/alertConfigs", [secrets.apiToken], lots.between(1, 2)));
  if (lots.chance(0.3)) {
    emulator.faults.add(echo("/s3Configs", [secrets.accessKey, secrets.secretKey, secrets.uriPassword], 1));
  }
  const isWrongKey = lots.chance(0.02);
  const lines: string[] = [];
  const errors: unknown[] = [];
  const client = new OpsManagerClient(
    {
      baseUrl: emulator.baseUrl,
      publicKey: emulator.publicKey,
      privateKey: isWrongKey ? "not the right one" : emulator.privateKey,
      timeoutSeconds: TIMEOUT_MS / 1000,
      maxConcurrency: lots.between(1, 8),
      maxRetries: lots.between(0, 4),
      envelope: lots.chance(0.2),
    },
    {
      env: {},
      log: { level: "trace", write: (line) => void lines.push(line) },
      sleep: async (_, signal) => signal?.throwIfAborted(),
    },
  );
  const abort = new AbortController();
  const problems: string[] = [];
  try {
    const tasks = tasksOf(lots).map(async (task, index) =>
      task({
        client,
        emulator,
        dice: dice(seed * 1000 + index),
        name: `soak-${seed}-${index}`,
        secrets,
        signal: abort.signal,
        failed: (error) => errors.push(error),
      }),
    );
    if (lots.chance(0.3)) void afterTurns(lots.between(5, 60)).then(() => emulator.forgetNonces());
    if (lots.chance(0.1)) void afterTurns(lots.between(5, 100)).then(() => abort.abort());
    const verifications = await Promise.all(tasks);
    await settled(emulator);
    for (const verify of verifications) {
      try {
        verify();
      } catch (error) {
        problems.push(String(error));
      }
    }
  } finally {
    await client.close();
  }
  for (const error of errors) {
    if (!isPromised(error)) problems.push(`an error that is none of the promised: ${inspect(error)}`);
  }
  const texts = [
    ...lines,
    ...errors.flatMap((error) => [inspect(error, { depth: 10, showHidden: true }), JSON.stringify(error)]),
  ];
  for (const secret of [emulator.privateKey, "not the right one", ...Object.values(secrets)]) {
    for (const form of formsOf(secret)) {
      const found = texts.find((text) => text.includes(form));
      if (found !== undefined) problems.push(`the secret ${form} stands in: ${found.slice(0, 400)}`);
    }
  }
  return { seed, problems, calls: { failed: errors.length }, logLines: lines.length };
}

function secretsOf(lots: Dice): Secrets {
  return {
    apiToken: `xoxb-${lots.secret(24)}`,
    accessKey: `AKIA${lots.secret(16)}`,
    secretKey: lots.secret(40),
    uriPassword: lots.secret(20),
  };
}

function tasksOf(lots: Dice): Task[] {
  const chosen = Array.from({ length: lots.between(3, 8) }, () =>
    lots.oneOf([alertConfig, oplogStore, reads]),
  );
  // There is one of each, so one task for each.
  if (lots.chance(0.7)) chosen.push(clusterName);
  if (lots.chance(0.5)) chosen.push(manifest);
  return chosen;
}

async function afterTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
}

/** Waits until the service has done what nobody waits for any more: no more requests come in. */
async function settled(emulator: Emulator): Promise<void> {
  const isSlow = emulator.faults
    .list()
    .some(
      ({ action, acted }) =>
        acted > 0 && typeof action === "object" && "delayMs" in action && action.delayMs >= SLOW_MS,
    );
  emulator.faults.clear();
  // What the client gave up waiting for is done all the same, only later.
  await new Promise((resolve) => setTimeout(resolve, isSlow ? SLOW_MS : 10));
  let before = -1;
  for (let quiet = 0; quiet < 3; quiet = emulator.counters.requests === before ? quiet + 1 : 0) {
    before = emulator.counters.requests;
    await afterTurns(5);
  }
}

/** The ways in which a secret could stand in a text. */
function formsOf(secret: string): string[] {
  return [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64"),
    JSON.stringify(secret).slice(1, -1),
  ];
}
