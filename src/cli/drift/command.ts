/** `pulumi-opsmanager drift`: compares the state of a stack with the service, and changes neither. */

import { readFile, writeFile } from "node:fs/promises";
import { text as readStream } from "node:stream/consumers";
import { messageOf } from "../../errors";
import { groupBy } from "../../json";
import { connect, CONNECTION_OPTIONS, CONNECTION_USAGE, withInstances } from "../connect";
import { exportStack } from "../stack";
import { counted, parseJson } from "../text";
import { parseOptions, readChoice, UsageError } from "../usage";
import { baselineText, parseBaseline, withoutAccepted } from "./baseline";
import { compareState } from "./compare";
import { FORMAT_NAMES, FORMATS } from "./formats";
import type { Category, DriftReport } from "./report";
import { CATEGORIES, DEFAULT_FAIL_ON } from "./report";
import { readState } from "./state";

const USAGE = `Usage: pulumi-opsmanager drift [options] [-]

Compares the state of a stack with the service, and changes neither: it lists fields that were changed, objects that are missing,
alert configurations that are not declared, equal ones, secrets that cannot be verified, and fields that the service did not take.

  --state <file>        read the state from this file, as \`pulumi stack export\` writes it; - reads standard input
                        (default: the state of --stack, or of the current stack)
  --show-secrets        compare secrets as well; the state must contain them decrypted
  --format <form>       text (default), json, markdown, junit or html
  --out <file>          write the report to this file
  --baseline <file>     leave out what this file accepts
  --update-baseline     write everything that was found to the file of --baseline
  --fail-on <list>      the categories that make the command exit with 7 (default: changed,missing): ${CATEGORIES.join(", ")}; none
  --help                show this help

${CONNECTION_USAGE}
Exit codes: 0 no drift, 7 drift in a category of --fail-on, 1 failure, also if a part could not be compared, 2 invalid options.
`;

const OPTIONS = {
  ...CONNECTION_OPTIONS,
  state: { type: "string" },
  "show-secrets": { type: "boolean", default: false },
  format: { type: "string", default: "text" },
  out: { type: "string" },
  baseline: { type: "string" },
  "update-baseline": { type: "boolean", default: false },
  "fail-on": { type: "string", default: DEFAULT_FAIL_ON.join(",") },
  help: { type: "boolean", default: false },
} as const;

const DRIFT = 7;
/** What could be compared was reported. */
const FAILURE = 1;

export async function runDrift(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values, positionals } = parseOptions(args, OPTIONS, true);
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const { baseline, out, stack, "show-secrets": showSecrets, "update-baseline": isUpdate } = values;
  const format = readChoice("--format", values.format, FORMAT_NAMES);
  const failOn = readCategories(values["fail-on"]);
  if (isUpdate && baseline === undefined)
    throw new UsageError("--update-baseline needs --baseline, which names the file");
  const file = stateFile(values.state, positionals);
  // Before anything slow: a baseline that cannot be used is an error of the command line.
  const accepted =
    baseline === undefined || isUpdate
      ? undefined
      : parseBaseline(await named("--baseline", readFile(baseline, "utf8")));

  const document = await (file === undefined ? exportStack({ stack }, showSecrets) : readDocument(file));
  const state = readState(document);
  if (state.resources.length === 0)
    process.stderr.write("The state has no resource of this package: is it the right stack?\n");
  const connections = withInstances(await connect(values, env), state.instances, env);
  const found = await compareState(state, connections, showSecrets);
  const unread = groupBy(found.notCompared, ({ reason }) => reason);
  for (const [reason, resources] of unread) {
    const [first, ...more] = new Set(resources.map(({ urn }) => urn));
    const others = more.length === 0 ? "" : ` and ${counted(more.length, "more resource")}`;
    process.stderr.write(`Not compared: ${first}${others}: ${reason}\n`);
  }
  if (isUpdate && unread.size > 0) throw new Error("A baseline needs everything compared; none was written.");

  if (baseline !== undefined && isUpdate) {
    await named("--baseline", writeFile(baseline, baselineText(found)));
    process.stderr.write(`Wrote what was found to ${baseline}.\n`);
    return 0;
  }
  const report = accepted === undefined ? found : withoutAccepted(found, accepted);
  const left = countIn(found) - countIn(report);
  if (left > 0) process.stderr.write(`${baseline} accepts ${counted(left, "more finding")}.\n`);
  const text = FORMATS[format](report, failOn);
  if (out === undefined) process.stdout.write(text);
  else await named("--out", writeFile(out, text));
  if (unread.size > 0) return FAILURE;
  return countIn(report, failOn) > 0 ? DRIFT : 0;
}

/** The number of findings. */
function countIn({ summary }: DriftReport, categories: readonly Category[] = CATEGORIES): number {
  return categories.reduce((sum, category) => sum + summary[category], 0);
}

function readCategories(list: string): Category[] {
  if (list === "none") return [];
  return list.split(",").map((name) => readChoice("--fail-on", name.trim(), CATEGORIES));
}

/** The file of the state, `-` for standard input; `undefined` for the state of a stack. */
function stateFile(state: string | undefined, positionals: readonly string[]): string | undefined {
  const [first] = positionals;
  const wrong = positionals.find((each, index) => each !== "-" || index > 0);
  if (wrong !== undefined)
    throw new UsageError(
      `"${wrong}" is not an option; the state is given by --state, or by - for standard input`,
    );
  if (first !== undefined && state !== undefined) throw new UsageError("--state and - exclude each other");
  return first ?? state;
}

async function readDocument(file: string): Promise<unknown> {
  if (file === "-") return parseJson(await readStream(process.stdin), "The state in standard input");
  return parseJson(await named("--state", readFile(file, "utf8")), `The state in ${file}`);
}

/** Names the option of a file that cannot be read or written. */
async function named<T>(option: string, work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw new Error(`${option}: ${messageOf(cause)}`, { cause });
  });
}
