/**
 * The tables of arguments, outputs and results in the documentation, and the lists of names. A page has `<!-- table Name -->` or
 * `<!-- names Name -->`, and `<!-- end -->`; the text between them is written from the types of the package and its catalogue.
 */

import { EVENT_TYPES, METRIC_NAMES, METRICS, NOT_ALERTABLE_EVENTS } from "../../src/fields/alert-catalogue";
import type { Property, PublicName } from "./public-api";

const MARKED = /(<!-- (table|names) (\w+) -->\n)[\s\S]*?(<!-- end -->)/g;

/** Returns a page with its tables as of the types. @throws Error for a name that the package does not export */
export function withTables(page: string, api: readonly PublicName[]): string {
  return page.replace(MARKED, (_whole, start: string, what: string, name: string, end: string) => {
    const hasSection = (heading: string): boolean => new RegExp(`^#+ ${heading}$`, "m").test(page);
    const rows = what === "names" ? namesOf(name) : tableOf(name, api, hasSection);
    return `${start}\n${rows.join("\n")}\n\n${end}`;
  });
}

/** What programs of the plugin do not have. */
const OF_CLASSES: ReadonlySet<string> = new Set(["connection"]);

/** The names of the catalogue by their groups, and the title of each group. */
const NAMES: Readonly<Record<string, [groups: ReadonlyMap<string, string>, titles: Record<string, string>]>> =
  {
    Events: [
      new Map([...EVENT_TYPES].filter(([name]) => !NOT_ALERTABLE_EVENTS.has(name))),
      {
        host: "Hosts",
        replicaSet: "Replica sets",
        shardedCluster: "Sharded clusters",
        backup: "Backup",
        other: "Agents, organizations, projects, teams and users",
      },
    ],
    Metrics: [
      new Map(METRIC_NAMES.map((name) => [name, METRICS.get(name) ?? "other"])),
      {
        raw: "Counts, in the unit `RAW`",
        data: "Amounts of data, in units such as `MEGABYTES` or `GIGABYTES`",
        time: "Times, in units such as `MILLISECONDS` or `SECONDS`",
        other: "Without documented units, partly of older versions",
      },
    ],
  };

function namesOf(list: string): string[] {
  const [groups, titles] = NAMES[list] ?? [];
  if (groups === undefined || titles === undefined) throw new Error(`There is no list of names ${list}`);
  return Object.entries(titles).map(([group, title]) => {
    const names = [...groups].filter(([, of]) => of === group).map(([name]) => name);
    return `- **${title}:** \`${names.sort().join("`, `")}\``;
  });
}

function tableOf(
  name: string,
  api: readonly PublicName[],
  hasSection: (heading: string) => boolean,
): string[] {
  const { kind, properties } = find(name, api);
  const isClass = kind === "class";
  // Outputs repeat the arguments.
  const known = isClass
    ? new Set(find(`${name}Args`, api).properties.map((property) => property.name))
    : new Set();
  const isWritten = properties.some(({ isOptional }) => !isOptional) && !name.endsWith("Result") && !isClass;
  return [
    `| ${isClass ? "output" : "name"} | type | meaning |`,
    "|---|---|---|",
    ...properties
      .filter((property) => !known.has(property.name))
      .sort((a, b) => rankOf(a) - rankOf(b))
      .map((property) => {
        const required = isWritten && !property.isOptional ? " (required)" : "";
        const mark = OF_CLASSES.has(property.name) ? " (only in the classes)" : required;
        return `| \`${property.name}\`${mark} | ${typeText(property, hasSection)} | ${meaningOf(property)} |`;
      }),
  ];
}

/** What must be given comes first, then the fields of the API, then what the provider adds. */
function rankOf({ isOptional, file }: Property): number {
  if (!isOptional) return 0;
  return file.startsWith("src/classes/") ? 2 : 1;
}

function find(name: string, api: readonly PublicName[]): PublicName {
  const found = api.find((one) => one.name === name);
  if (found === undefined) throw new Error(`pulumi-opsmanager does not export ${name}`);
  return found;
}

function meaningOf({ documentation, tags }: Property): string {
  const given = tags.find(([name]) => name === "default")?.[1];
  const text = documentation.replace(/\s*\n\s*/g, " ");
  if (given === undefined) return text;
  const isLiteral = /^("|\[|\d|true$|false$)/.test(given);
  return `${text} Default: ${isLiteral ? `\`${given}\`` : given}.`;
}

/** The type as a user thinks of it: any argument may be an output, and any known value another one. */
function typeText({ declared }: Property, hasSection: (heading: string) => boolean): string {
  let type = declared.replace(/\s+/g, " ");
  for (let before = ""; before !== type;) {
    before = type;
    type = type
      .replace(/\b(?:pulumi\.(?:Input|Output|Unwrap)|InputsOf)<((?:[^<>]|<[^<>]*>)*)>/g, "$1")
      .replace(/\bOpen<[^<>]*>/g, "string")
      .replace(/ \| undefined\b/g, "")
      .replace(/\bAdditionalFields\b/g, "Record<string, any>")
      .replace(/Record<string, ([^<>]*)>/g, "{ [name]: $1 }");
  }
  const words = type.replaceAll("|", "\\|");
  const section = /[A-Z]\w+/.exec(type)?.[0];
  if (section === undefined || !hasSection(section)) return `\`${words}\``;
  return `[\`${words}\`](#${section.toLowerCase()})`;
}
