/** The findings of a report as printable text, in the order of the report: what all formats but JSON have in common. */

import { canonicalJson, groupBy } from "../../../json";
import { capitalized } from "../../../core/declaring";
import { counted, printable } from "../../text";
import type { Category, DriftReport } from "../report";
import { SECRET } from "../../../core/drift-report";
import { CATEGORIES } from "../report";

/** The findings of a category. */
export interface Section {
  readonly category: Category;
  readonly title: string;
  readonly hint: string;
  /** What to do about it. */
  readonly next: string;
  /** The names of the cells of {@link Group.rows}. */
  readonly columns: readonly string[];
  readonly groups: readonly Group[];
}

/** The findings about one object or project. */
export interface Group {
  /** `AlertConfig host-down`, or `Project` and its id. */
  readonly name: string;
  /** Of the object; empty if the category does not name one. */
  readonly id: string;
  /** Empty for a project. */
  readonly urn: string;
  /** One for each finding. */
  readonly rows: readonly (readonly string[])[];
}

interface Words extends Pick<Section, "hint" | "next" | "columns"> {
  /** For one and for several. */
  readonly nouns: readonly [string, string];
}

const WORDS: Readonly<Record<Category, Words>> = {
  changed: {
    nouns: ["changed field", "changed fields"],
    hint: "The service has another value than the stack declares.",
    next: "To restore what is declared, run `pulumi refresh` and `pulumi up`. To keep the value of the service, declare it in the program.",
    columns: ["Argument", "Declared", "Live"],
  },
  missing: {
    nouns: ["missing object", "missing objects"],
    hint: "The stack has the object, but it no longer exists.",
    next: "To create it again, run `pulumi refresh` and `pulumi up`. To do without it, remove it from the program first.",
    columns: [],
  },
  unmanaged: {
    nouns: ["unmanaged alert configuration", "unmanaged alert configurations"],
    hint: "The stack manages other alert configurations of the project, but not this one.",
    next: "To manage it, run `pulumi-opsmanager export --into <folder of the program>`. Otherwise delete it on the service, or accept it in a baseline.",
    columns: ["Id", "Event type"],
  },
  duplicates: {
    nouns: ["group of duplicates", "groups of duplicates"],
    hint: "These alert configurations of the project have the same meaning, as far as their secrets are shown.",
    next: "Each of them sends its notifications. Keep the one that the stack manages, and delete the others on the service.",
    columns: ["Ids"],
  },
  unverifiable: {
    nouns: ["unverifiable secret", "unverifiable secrets"],
    hint: "A change of the secret is not detected: it is encrypted in the state (compare with --show-secrets), or the service masks it.",
    next: "To write all declared secrets again, change secretsVersion of the resource.",
    columns: ["Argument"],
  },
};

/** Shown in place of an unset value. */
export const UNSET = "(unset)";

/** What is counted in a category: `changed field`, or `changed fields`. */
export function nounOf(category: Category, count: number): string {
  const [one, several] = WORDS[category].nouns;
  return count === 1 ? one : several;
}

/** `2 changed fields` */
export function countText(category: Category, count: number): string {
  return `${count} ${nounOf(category, count)}`;
}

/** `41 objects compared` */
export function comparedText({ summary: { managed } }: DriftReport): string {
  return `${counted(managed, "object")} compared`;
}

/** `ops-manager/production on https://ops-manager.example.com:8443, 2026-11-23T10:00:00.000Z, pulumi-opsmanager 0.1.0` */
export function generatedText({ generated }: DriftReport): string {
  const { at, stack, servers, package: version } = generated;
  const where = [
    stack === "" ? "An empty stack" : stack,
    ...(servers.length === 0 ? [] : ["on", servers.join(", ")]),
  ];
  return printable(`${where.join(" ")}, ${at}, pulumi-opsmanager ${version}`);
}

/** The numbers of the report as one line. */
export function summaryText(report: DriftReport): string {
  const found = CATEGORIES.filter((category) => report.summary[category] > 0);
  if (found.length === 0) return `No drift found: ${comparedText(report)}.`;
  const counts = found.map((category) => countText(category, report.summary[category]));
  return `${comparedText(report)}: ${counts.join(", ")}.`;
}

/** The categories that have findings. */
export function sectionsOf(report: DriftReport, show: (value: unknown) => string = showValue): Section[] {
  const groups: Record<Category, Group[]> = {
    changed: group(report.changed, resource, ({ path, declared, live }) => [
      printable(path),
      show(declared),
      show(live),
    ]),
    missing: group(report.missing, resource, () => []),
    unmanaged: group(report.unmanaged, project, ({ id, eventTypeName }) =>
      [id, eventTypeName].map(printable),
    ),
    duplicates: group(report.duplicates, project, ({ ids }) => [ids.map(printable).join(", ")]),
    unverifiable: group(report.unverifiable, resource, ({ path }) => [printable(path)]),
  };
  return CATEGORIES.filter((category) => groups[category].length > 0).map((category) => {
    const { hint, next, columns } = WORDS[category];
    const several = nounOf(category, 2);
    const title = capitalized(several);
    return { category, title, hint, next, columns, groups: groups[category] };
  });
}

type Heading = Omit<Group, "rows">;

function group<T>(
  findings: readonly T[],
  headingOf: (finding: T) => Heading,
  rowOf: (finding: T) => string[],
): Group[] {
  const groups = groupBy(findings, (finding) => canonicalJson(headingOf(finding)));
  return [...groups.values()].map((members) => {
    const { name, id, urn } = headingOf(members[0] as T);
    return { name: printable(name), id: printable(id), urn: printable(urn), rows: members.map(rowOf) };
  });
}

function resource({ urn, id = "" }: { readonly urn: string; readonly id?: string }): Heading {
  // A name may contain `::` itself; no other part can.
  const [, , type, ...name] = urn.split("::");
  const isUrn = type !== undefined && name.length > 0;
  // `AlertConfig` of `pulumi-nodejs:dynamic/opsmanager:AlertConfig`
  return { name: isUrn ? `${type.slice(type.lastIndexOf(":") + 1)} ${name.join("::")}` : urn, id, urn };
}

function project({ projectId }: { readonly projectId: string }): Heading {
  return { name: `Project ${projectId}`, id: "", urn: "" };
}

/** `AlertConfig host-down (<id>)` */
export function labelOf({ name, id }: Group): string {
  return id === "" ? name : `${name} (${id})`;
}

/** `path: live => declared` as an update would change it, `id: event type`, or the only cell. */
export function lineOf([first, ...rest]: readonly string[]): string {
  return rest.length === 0 ? (first ?? "") : `${first}: ${rest.toReversed().join(" => ")}`;
}

/** A value as JSON, on one line unless `indent` is given. */
export function showValue(value: unknown, indent = 0): string {
  if (value == null) return UNSET;
  if (value === SECRET) return SECRET;
  return JSON.stringify(value, null, indent).split("\n").map(printable).join("\n");
}

/** Text for HTML and XML, between tags or in a quoted attribute. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
