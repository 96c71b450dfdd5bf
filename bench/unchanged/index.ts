/** Measures where the time of an `up` without changes goes, and what a user can save. */

import { delimiter } from "node:path";
import { openSandbox } from "../../test/support/sandbox";
import { ensureEngine } from "../../test/support/engine/ensure-engine";
import { ensureLanguageHost } from "../../scripts/plugin/language-hosts";
import { startEmulator } from "../../src/emulator";
import { withSpread } from "../report/format";
import { summary } from "../report/statistics";
import type { Report, RunOptions, Table } from "../report/types";
import type { Program } from "./programs";
import { PROGRAMS, preparePrograms } from "./programs";

/** The compiler of a program caches what it has checked, for later runs on the same machine. */
const FIRST = { TS_NODE_CACHE: "false" };

/** The environments of a run, and one with a preview. */
const SETTINGS = {
  "with a preview": {},
  again: {},
  "short stack traces": { NODE_OPTIONS: "--stack-trace-limit=3" },
  "first run": FIRST,
  "first run, no type check": { ...FIRST, PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
} as const;

type Setting = keyof typeof SETTINGS;

const NAMES = Object.keys(PROGRAMS) as Program[];

const NOTES = [
  "Each time is that of `pulumi up --skip-preview --expect-no-changes` of the real engine with a file backend, from start to end: the median with the fastest and the slowest run.",
  "with a preview: the same without `--skip-preview`.",
  "The programs are installed like the template, with npm, and have each resource as a statement.",
  "again: the program has not changed since the last run on this machine, so that ts-node takes it from its cache in the folder for temporary files.",
  "first run: without this cache (TS_NODE_CACHE=false), as on a new machine or in a pipeline. no type check: PULUMI_NODEJS_TRANSPILE_ONLY=true.",
  "short stack traces: NODE_OPTIONS=--stack-trace-limit=3, in a run like those of the column before.",
  "Neither the classes nor the plugin send a request in such a run.",
];

const NONE = "–";

interface Cell {
  readonly program: Program;
  readonly n: number;
  readonly setting: Setting;
}

interface Measurement extends Cell {
  readonly round: number;
  readonly seconds: number;
}

export async function run({ quick, say }: RunOptions): Promise<Report> {
  const cells = cellsOf(quick ? [1] : [1, 100]);
  const all = await measureAll(cells, quick ? 1 : 5, say);
  return {
    part: "unchanged",
    title: "up without changes",
    notes: NOTES,
    tables: [table(all)],
    charts: [],
    targets: [],
    measurements: all,
  };
}

/** A program in YAML has no compiler, and an empty one has neither resources nor a preview that takes longer. */
function cellsOf(sizes: readonly number[]): Cell[] {
  return NAMES.flatMap((program) => {
    const { runtime, of } = PROGRAMS[program];
    const settings = (Object.keys(SETTINGS) as Setting[]).filter(
      (setting) =>
        (of !== "nothing" || !["with a preview", "short stack traces"].includes(setting)) &&
        (runtime === "ts" || !setting.startsWith("first run")),
    );
    return (of === "nothing" ? [0] : sizes).flatMap((n) =>
      settings.map((setting) => ({ program, n, setting })),
    );
  });
}

async function measureAll(
  cells: readonly Cell[],
  rounds: number,
  say: RunOptions["say"],
): Promise<Measurement[]> {
  const { binDir } = await ensureEngine();
  const path = [binDir, await ensureLanguageHost("yaml", binDir), process.env["PATH"]].join(delimiter);
  const sandbox = await openSandbox({ binDir });
  const runners: Awaited<ReturnType<typeof openRunner>>[] = [];
  try {
    const programs = await preparePrograms(sandbox.folder);
    const folders = new Map<string, string>();
    for (const cell of cells) {
      say(`prepares ${cell.program}, ${cell.n}, ${cell.setting}`);
      const key = `${cell.program} ${cell.n}`;
      const folder = folders.get(key) ?? (await programs.write(cell.program, cell.n));
      folders.set(key, folder);
      runners.push(await openRunner(cell, folder, binDir, path));
    }
    const measured: Measurement[] = [];
    for (let round = 0; round < rounds; round++) {
      say(`round ${round + 1} of ${rounds}`);
      const at = Math.floor((runners.length * round) / rounds);
      for (const { cell, up } of [...runners.slice(at), ...runners.slice(0, at)])
        measured.push({ ...cell, round, seconds: await up() });
    }
    return measured;
  } finally {
    for (const { close } of runners) await close();
    await sandbox.close();
  }
}

/** Deploys a program to its own service. */
async function openRunner(cell: Cell, project: string, binDir: string, path: string) {
  const emulator = await startEmulator();
  const { baseUrl, publicKey, privateKey } = emulator;
  const env = { PATH: path, ...SETTINGS[cell.setting] };
  const sandbox = await openSandbox({ binDir, env });
  const config = {
    "opsmanager:baseUrl": baseUrl,
    "opsmanager:publicKey": publicKey,
    "opsmanager:privateKey": { secret: privateKey },
  };
  const stack = await sandbox.createStack({ project, name: "bench", config });
  const up = async (...flags: string[]): Promise<number> => {
    const { code, output, seconds } = await stack.run("up", ...flags);
    if (code !== 0) throw new Error(`${cell.program}: up failed:\n${output}`);
    return seconds;
  };
  const flags = cell.setting === "with a preview" ? [] : ["--skip-preview"];
  await up(...flags);
  return {
    cell,
    up: async () => up("--expect-no-changes", ...flags),
    close: async () => {
      await sandbox.close();
      await emulator.close();
    },
  };
}

function table(all: readonly Measurement[]): Table {
  const settings = Object.keys(SETTINGS) as Setting[];
  const rows = NAMES.flatMap((program) => {
    const sizes = [...new Set(all.filter((each) => each.program === program).map(({ n }) => n))];
    return sizes.map((n) => {
      const cells = settings.map((setting) => {
        const runs = all.filter(
          (each) => each.program === program && each.n === n && each.setting === setting,
        );
        return runs.length === 0 ? NONE : withSpread(summary(runs.map(({ seconds }) => seconds)));
      });
      return [program, String(n), ...cells];
    });
  });
  return { title: "Seconds", columns: ["", "N", ...settings], rows };
}
