/** The findings of a report as printable text, in the order of the report: what all formats but JSON have in common. */

import { SECRET } from "../../../core/drift-report";
import type { PlainObject } from "../../../json";
import { canonicalJson, groupBy, omit } from "../../../json";
import { counted, printable } from "../../text";
import type { DriftReport, Part } from "../report";
import { PARTS } from "../report";

/** The findings of a category, or what was not compared. */
export interface Section {
  readonly category: Part;
  /** `2 changed fields` */
  readonly title: string;
  readonly hint: string;
  /** What to do about it. */
  readonly next: string;
  /** The names of the cells of {@link Group.rows}. */
  readonly columns: readonly string[];
  readonly groups: readonly Group[];
}

/** The findings about one object, a project or the service. */
export interface Group {
  /** `AlertConfig host-down (<id>)`, `Project` and its id, or `Global`. */
  readonly label: string;
  /** One for each finding; without cells if the label says everything. */
  readonly rows: readonly (readonly string[])[];
}

interface Words extends Pick<Section, "hint" | "next"> {
  /** For one and for several. */
  readonly nouns: readonly [string, string];
  /** The fields of a finding that are cells, by the name of the column. */
  readonly columns: Readonly<Record<string, string>>;
}

const WORDS: Readonly<Record<Part, Words>> = {
  changed: {
    nouns: ["changed field", "changed fields"],
    hint: "The service has another value than the stack declares.",
    next: "To restore what is declared, run `pulumi refresh` and `pulumi up`, unless the preview shows a replacement, which deletes the object. To keep the value of the service, declare it in the program.",
    columns: { Argument: "path", Declared: "declared", Live: "live" },
  },
  missing: {
    nouns: ["missing object", "missing objects"],
    hint: "The stack has the object, but it no longer exists.",
    next: "To create it again, run `pulumi refresh` and `pulumi up`. If it is not needed any more, remove it from the program first.",
    columns: {},
  },
  unmanaged: {
    nouns: ["unmanaged alert configuration", "unmanaged alert configurations"],
    hint: "The stack manages other alert configurations there.",
    next: "To manage it, run `pulumi-opsmanager export --into <folder of the program>`, or `pulumi import` with the plugin. Otherwise delete it on the service, or accept it in a baseline.",
    columns: { Id: "id", "Event type": "eventTypeName" },
  },
  duplicates: {
    nouns: ["group of duplicates", "groups of duplicates"],
    hint: "These alert configurations have the same meaning, as far as their secrets are shown.",
    next: "Each of them sends its notifications. Keep one. Remove the others from the program, or delete them on the service if the stack does not manage them.",
    columns: { Ids: "ids" },
  },
  unverifiable: {
    nouns: ["unverifiable value", "unverifiable values"],
    hint: "A change of the value is not detected: it is encrypted in the state (compare with --show-secrets), or the service masks it or leaves it out.",
    next: "To write all declared secrets again, change secretsVersion of the resource.",
    columns: { Argument: "path" },
  },
  notTaken: {
    nouns: ["field that was not taken", "fields that were not taken"],
    hint: "The service stored another value than the last write declared, and has it since.",
    next: "Declare the value of the service in the program, if it is acceptable.",
    columns: { Argument: "path", Declared: "declared", Live: "live" },
  },
  notCompared: {
    nouns: ["object that was not compared", "objects that were not compared"],
    hint: "The report does not say whether it has changed.",
    next: "Remove the reason, and compare again.",
    columns: { Reason: "reason" },
  },
};

/** Shown in place of an unset value. */
export const UNSET = "(unset)";

/** `2 changed fields` */
export function countText(category: Part, count: number): string {
  const [one, several] = WORDS[category].nouns;
  return `${count} ${count === 1 ? one : several}`;
}

/** The numbers of the report as one line. */
export function summaryText({ summary }: DriftReport): string {
  const compared = `${counted(summary.managed, "object")} compared`;
  const found = PARTS.filter((category) => summary[category] > 0);
  if (found.length === 0) return `No drift found: ${compared}.`;
  return `${compared}: ${found.map((category) => countText(category, summary[category])).join(", ")}.`;
}

/** `ops-manager/production on https://ops-manager.example.com:8443, 2026-11-23T10:00:00.000Z, pulumi-opsmanager 0.1.0` */
export function generatedText({ generated }: DriftReport): string {
  const { at, stack, servers, package: version } = generated;
  const on = servers.length === 0 ? "" : ` on ${servers.join(", ")}`;
  return printable(`${stack === "" ? "An empty stack" : stack}${on}, ${at}, pulumi-opsmanager ${version}`);
}

/** The categories that have findings, and what was not compared. */
export function sectionsOf(report: DriftReport): Section[] {
  const isOnOneServer = report.generated.servers.length <= 1;
  return PARTS.filter((category) => report[category].length > 0).map((category) => {
    const findings = report[category] as readonly object[] as readonly PlainObject[];
    const { hint, next, columns } = WORDS[category];
    const cellOf = (finding: PlainObject) => (name: string) =>
      name === "declared" || name === "live"
        ? showValue(finding[name])
        : printable([finding[name]].flat().join(", "));
    const groups = groupBy(findings, ({ urn, server, projectId, id }) =>
      canonicalJson(urn === undefined ? [server, projectId] : [urn, id]),
    );
    return {
      category,
      title: countText(category, findings.length),
      hint,
      next,
      columns: Object.keys(columns),
      groups: [...groups.values()].map((group) => ({
        label: labelOf(isOnOneServer ? omit(group[0] ?? {}, ["server"]) : (group[0] ?? {}), columns),
        rows: group.map((finding) => Object.values(columns).map(cellOf(finding))),
      })),
    };
  });
}

export function labelOf(
  { urn, server, projectId, id, path }: PlainObject,
  columns: Words["columns"] = {},
): string {
  if (typeof urn !== "string") {
    const place = typeof projectId === "string" ? `Project ${projectId}` : "Global";
    return printable(typeof server === "string" ? `${place} on ${server}` : place);
  }
  // A name may contain `::` itself; no other part can.
  const [, , type, ...rest] = urn.split("::");
  // `AlertConfig` of `pulumi-nodejs:dynamic/opsmanager:AlertConfig`
  const name = type === undefined ? urn : `${type.slice(type.lastIndexOf(":") + 1)} ${rest.join("::")}`;
  const member = typeof path === "string" && columns["Argument"] === undefined ? ` ${path}` : "";
  return printable(typeof id === "string" ? `${name}${member} (${id})` : name);
}

/** The lines below the label of a group: `path: live (declared: value)`, `id: event type`, or the only cell. */
export function linesOf({ rows }: Group): string[] {
  return rows.flatMap(([first, second, live]) => {
    if (first === undefined || second === undefined) return first ?? [];
    return live === undefined ? `${first}: ${second}` : `${first}: ${live} (declared: ${second})`;
  });
}

/** A section as a table: the columns, then a row for each finding. */
export function tableOf({ columns, groups }: Section): string[][] {
  const rows = groups.flatMap(({ label, rows: cells }) => cells.map((row) => [label, ...row]));
  return [["Object", ...columns], ...rows];
}

/** A value as JSON. */
function showValue(value: unknown): string {
  if (value == null) return UNSET;
  return value === SECRET ? SECRET : printable(JSON.stringify(value));
}

/** Text for HTML and XML, between tags or in a quoted attribute. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** An element of HTML or XML. @param content markup */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content?: string,
): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeMarkup(String(value))}"`);
  const start = `<${name}${pairs.join("")}`;
  return content === undefined ? `${start}/>` : `${start}>${content}</${name}>`;
}
