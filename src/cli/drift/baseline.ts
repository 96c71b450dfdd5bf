/** A baseline accepts the findings that existed when it was written, so that later reports show only new ones. */

import { z } from "zod";
import { canonicalJson } from "../../json";
import type { Findings } from "../../core/drift-report";
import type { Category, DriftReport } from "./report";
import { CATEGORIES, reportOf } from "./report";

const text = z.string();

/** What identifies a finding. A secret has the same live value after every change, so its field stays accepted. */
const entries = z.strictObject({
  changed: z.array(z.strictObject({ urn: text, id: text, path: text, live: z.unknown() })),
  missing: z.array(z.strictObject({ urn: text, id: text })),
  unmanaged: z.array(z.strictObject({ projectId: text, id: text })),
  duplicates: z.array(z.strictObject({ projectId: text, ids: z.array(text) })),
  unverifiable: z.array(z.strictObject({ urn: text, path: text })),
});

const schema = z.strictObject({ version: z.literal(1), accepted: entries });

export type Baseline = z.infer<typeof schema>;

/** The text of a baseline that accepts all findings. The same findings in another order give the same text. */
export function baselineText(report: DriftReport): string {
  const found = entriesOf(report);
  const accepted = Object.fromEntries(
    CATEGORIES.map((category) => {
      const texts = [...new Set(found[category].map(canonicalJson))].sort();
      return [category, texts.map((entry): unknown => JSON.parse(entry))];
    }),
  );
  return `${JSON.stringify({ version: 1, accepted }, null, 2)}\n`;
}

/** @throws Error for a text that is not a baseline */
export function parseBaseline(content: string): Baseline {
  const value = parseJson(content);
  const version = (value as { version?: unknown } | null)?.version;
  if (version !== undefined && version !== 1)
    throw new Error(`The baseline has the version ${JSON.stringify(version)}; only version 1 is supported.`);
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  const path = issue?.path.join(".") ?? "";
  throw new Error(`The file is not a baseline: ${path === "" ? "" : `${path}: `}${issue?.message}.`);
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new Error(`The baseline is not valid JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** The report without the accepted findings. */
export function withoutAccepted(report: DriftReport, { accepted }: Baseline): DriftReport {
  const found = entriesOf(report);
  const isNew = (category: Category) => {
    const known = new Set(accepted[category].map(canonicalJson));
    return (_finding: unknown, index: number) => !known.has(canonicalJson(found[category][index]));
  };
  return reportOf(report.generated, report.summary.managed, {
    changed: report.changed.filter(isNew("changed")),
    missing: report.missing.filter(isNew("missing")),
    unmanaged: report.unmanaged.filter(isNew("unmanaged")),
    duplicates: report.duplicates.filter(
      ({ projectId, ids }) =>
        !accepted.duplicates.some(
          (group) => group.projectId === projectId && ids.every((id) => group.ids.includes(id)),
        ),
    ),
    unverifiable: report.unverifiable.filter(isNew("unverifiable")),
  });
}

function entriesOf(findings: Findings): Baseline["accepted"] {
  return {
    changed: findings.changed.map(({ urn, id, path, live }) => ({ urn, id, path, live: live ?? null })),
    missing: findings.missing.map(({ urn, id }) => ({ urn, id })),
    unmanaged: findings.unmanaged.map(({ projectId, id }) => ({ projectId, id })),
    duplicates: findings.duplicates.map(({ projectId, ids }) => ({ projectId, ids: [...ids].sort() })),
    unverifiable: findings.unverifiable.map(({ urn, path }) => ({ urn, path })),
  };
}
