/** The report of a comparison of a stack with the service. `schema/drift-report.v1.json` describes its JSON form. */

export interface DriftReport {
  readonly version: 1;
  /** `managed` counts the compared objects; each other number is the length of its list. */
  readonly summary: Readonly<Record<"managed" | Category, number>>;
  readonly changed: readonly ChangedField[];
  readonly missing: readonly MissingObject[];
  readonly unmanaged: readonly UnmanagedObject[];
  readonly duplicates: readonly Duplicates[];
  readonly unverifiable: readonly UnverifiableSecret[];
}

/** A field that differs. */
export interface ChangedField {
  readonly urn: string;
  /** The Pulumi id of the object; in a set that of the alert configuration: `<projectId>/<alertConfigId>`. */
  readonly id: string;
  /** The argument, as `metricThreshold.threshold`; in a set it begins with `alertConfigs.<name>.`. */
  readonly path: string;
  /** `null` if unset, and {@link SECRET} for a secret. */
  readonly declared: unknown;
  readonly live: unknown;
}

/** An object of the stack that no longer exists. */
export interface MissingObject {
  readonly urn: string;
  readonly id: string;
}

/** An alert configuration that the stack does not have, in a project of which it has some. */
export interface UnmanagedObject {
  readonly projectId: string;
  readonly id: string;
  readonly eventTypeName: string;
}

/** Alert configurations of a project that mean the same. */
export interface Duplicates {
  readonly projectId: string;
  readonly ids: readonly string[];
}

/** A secret that can be neither confirmed nor contradicted, by the path of its argument. */
export interface UnverifiableSecret {
  readonly urn: string;
  readonly path: string;
}

export const CATEGORIES = ["changed", "missing", "unmanaged", "duplicates", "unverifiable"] as const;

export type Category = (typeof CATEGORIES)[number];

/** The categories that count as drift unless `--fail-on` says otherwise. */
export const DEFAULT_FAIL_ON: readonly Category[] = ["changed", "missing"];

/** Shown in place of a secret. */
export const SECRET = "[secret]";

/** The lists of a report. */
export type Findings = Pick<DriftReport, Category>;

export function reportOf(managed: number, findings: Findings): DriftReport {
  const { changed, missing, unmanaged, duplicates, unverifiable } = findings;
  return {
    version: 1,
    summary: {
      managed,
      changed: changed.length,
      missing: missing.length,
      unmanaged: unmanaged.length,
      duplicates: duplicates.length,
      unverifiable: unverifiable.length,
    },
    changed,
    missing,
    unmanaged,
    duplicates,
    unverifiable,
  };
}
