/** Runs one seeded mixed load through failing connections against the emulator. */

import { inspect } from "node:util";
import { OpsManagerClient } from "../../src/client";
import type { Emulator } from "../../src/emulator";
import { isDocumented } from "./belief";
import type { Dice } from "./dice";
import { dice } from "./dice";
import { chooseFaults, echoSecrets } from "./faults";
import type { Secrets, Task } from "./tasks";
import { alertConfig, clusterName, manifest, oplogStore, reads } from "./tasks";

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
  const random = dice(seed);
  const secrets = chooseSecrets(random);
  for (const rule of chooseFaults(random, SLOW_MS)) emulator.faults.add(rule);
  if (random.chance(0.3))
    emulator.faults.add(echoSecrets("/alertConfigs", [secrets.apiToken], random.between(1, 2)));
  if (random.chance(0.3)) {
    emulator.faults.add(
      echoSecrets("/s3Configs", [secrets.accessKey, secrets.secretKey, secrets.uriPassword], 1),
    );
  }
  const isWrongKey = random.chance(0.02);
  const lines: string[] = [];
  const errors: unknown[] = [];
  const client = new OpsManagerClient(
    {
      baseUrl: emulator.baseUrl,
      publicKey: emulator.publicKey,
      privateKey: isWrongKey ? "not the right one" : emulator.privateKey,
      timeoutSeconds: TIMEOUT_MS / 1000,
      maxConcurrency: random.between(1, 8),
      maxRetries: random.between(0, 4),
      envelope: random.chance(0.2),
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
    const tasks = chooseTasks(random).map(async (task, index) =>
      task({
        client,
        emulator,
        dice: dice(seed * 1000 + index),
        name: `soak-${seed}-${index}`,
        secrets,
        signal: abort.signal,
        reportError: (error) => errors.push(error),
      }),
    );
    if (random.chance(0.3)) void afterTurns(random.between(5, 60)).then(() => emulator.forgetNonces());
    if (random.chance(0.1)) void afterTurns(random.between(5, 100)).then(() => abort.abort());
    const verifications = await Promise.all(tasks);
    await untilIdle(emulator);
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
    if (!isDocumented(error)) problems.push(`an undocumented error: ${inspect(error)}`);
  }
  const texts = [
    ...lines,
    ...errors.flatMap((error) => [inspect(error, { depth: 10, showHidden: true }), JSON.stringify(error)]),
  ];
  for (const secret of [emulator.privateKey, "not the right one", ...Object.values(secrets)]) {
    for (const form of encodingsOf(secret)) {
      const found = texts.find((text) => text.includes(form));
      if (found !== undefined) problems.push(`the secret ${form} is in: ${found.slice(0, 400)}`);
    }
  }
  return { seed, problems, calls: { failed: errors.length }, logLines: lines.length };
}

function chooseSecrets(random: Dice): Secrets {
  return {
    apiToken: `xoxb-${random.secret(24)}`,
    accessKey: `AKIA${random.secret(16)}`,
    secretKey: random.secret(40),
    uriPassword: random.secret(20),
  };
}

function chooseTasks(random: Dice): Task[] {
  const chosen = Array.from({ length: random.between(3, 8) }, () =>
    random.oneOf([alertConfig, oplogStore, reads]),
  );
  // The emulator has one cluster to rename and one manifest.
  if (random.chance(0.7)) chosen.push(clusterName);
  if (random.chance(0.5)) chosen.push(manifest);
  return chosen;
}

async function afterTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
}

/** Waits until the service has completed the requests that the client gave up. */
async function untilIdle(emulator: Emulator): Promise<void> {
  const isSlow = emulator.faults
    .list()
    .some(
      ({ action, acted }) =>
        acted > 0 && typeof action === "object" && "delayMs" in action && action.delayMs >= SLOW_MS,
    );
  emulator.faults.clear();
  // The service completes slow requests even after the timeout of the client.
  await new Promise((resolve) => setTimeout(resolve, isSlow ? SLOW_MS : 10));
  let before = -1;
  for (let quiet = 0; quiet < 3; quiet = emulator.counters.requests === before ? quiet + 1 : 0) {
    before = emulator.counters.requests;
    await afterTurns(5);
  }
}

/** The encodings in which a secret could be exposed. */
function encodingsOf(secret: string): string[] {
  return [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64"),
    JSON.stringify(secret).slice(1, -1),
  ];
}
