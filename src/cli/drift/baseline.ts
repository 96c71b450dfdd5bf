/** A baseline accepts the findings that existed when it was written, so that later reports show only new ones. */

import { z } from "zod";
import { canonicalJson, isPlainObject, mapValues, omit, pick } from "../../json";
import { parseJson } from "../text";
import type { Comparison, DriftReport } from "./report";
import { CATEGORIES, reportOf } from "./report";

const entry = z.record(z.string(), z.unknown());
const schema = z.strictObject({
  version: z.literal(1),
  accepted: z.preprocess(withEveryCategory, z.record(z.enum(CATEGORIES), z.array(entry))),
});

/** An older version did not know the last one. */
function withEveryCategory(accepted: unknown): unknown {
  return isPlainObject(accepted) ? { notTaken: [], ...accepted } : accepted;
}

export type Baseline = z.infer<typeof schema>;
type Entry = z.infer<typeof entry>;

/** The text of a baseline that accepts all findings. The same findings in another order give the same text. */
export function baselineText(report: DriftReport): string {
  const accepted = mapValues(listsOf(report), (list) =>
    [...new Set(list.map(entryText))].sort().map((text): unknown => JSON.parse(text)),
  );
  return `${JSON.stringify({ version: 1, accepted }, null, 2)}\n`;
}

/** @throws Error for a text that is not a baseline */
export function parseBaseline(content: string): Baseline {
  const { success, data, error } = schema.safeParse(parseJson(content, "The baseline"));
  if (success) return data;
  const [issue] = error.issues;
  const path = issue?.path.join(".") ?? "";
  throw new Error(`The file is not a baseline: ${path === "" ? "" : `${path}: `}${issue?.message}.`);
}

/** The report without the accepted findings. */
export function withoutAccepted(report: DriftReport, { accepted }: Baseline): DriftReport {
  const left = mapValues(listsOf(report), (list, category) => {
    const known = accepted[category];
    const texts = new Set(known.map(entryText));
    const isAccepted = (finding: Entry): boolean =>
      texts.has(entryText(finding)) || known.some((group) => isPartOf(finding, group));
    return list.filter((finding) => !isAccepted(finding));
  });
  return reportOf(report.generated, { ...report, ...(left as unknown as Partial<Comparison>) });
}

/** Whether duplicates are some of a group of them. */
function isPartOf({ projectId, ids }: Entry, group: Entry): boolean {
  if (!Array.isArray(ids) || !Array.isArray(group["ids"]) || projectId !== group["projectId"]) return false;
  const all = new Set<unknown>(group["ids"]);
  return ids.every((id) => all.has(id));
}

function listsOf(report: DriftReport) {
  return pick(report, CATEGORIES) as unknown as Record<(typeof CATEGORIES)[number], readonly Entry[]>;
}

/** What identifies a finding. A secret has the same live value after every change, so its field stays accepted. */
function entryText(finding: Entry): string {
  const { ids, ...rest } = omit(finding, ["declared", "eventTypeName", "server"]);
  return canonicalJson(Array.isArray(ids) ? { ...rest, ids: ids.map(String).toSorted() } : rest);
}
