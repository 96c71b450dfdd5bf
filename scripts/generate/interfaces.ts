/** The source of the interfaces of the API, from the tables of their fields. */

import { ACCESS_LIST_ENTRY_INTERFACES } from "../../src/fields/access-list-entry";
import { ALERT_CONFIG_INTERFACES } from "../../src/fields/alert-config";
import { API_KEY_INTERFACES } from "../../src/fields/api-key";
import { CLUSTER_INTERFACES } from "../../src/fields/cluster";
import { FEATURE_CONTROL_INTERFACES } from "../../src/fields/feature-control";
import { INTEGRATION_INTERFACES } from "../../src/fields/integration";
import { LOG_ROTATION_INTERFACES } from "../../src/fields/log-rotation";
import { NOTIFICATION_INTERFACES } from "../../src/fields/notification";
import { PROJECT_BACKUP_INTERFACES } from "../../src/fields/project-backup";
import { PROJECT_INTERFACES } from "../../src/fields/project";
import { STORE_INTERFACES } from "../../src/fields/store";
import { SNAPSHOT_SCHEDULE_INTERFACES } from "../../src/fields/snapshot-schedule";
import { SETTINGS_INTERFACES } from "../../src/fields/settings";
import type { Documented, Field, Fields } from "../../src/fields/table";
import { LINK_INTERFACES } from "../../src/fields/table";
import { VERSION_MANIFEST_INTERFACES } from "../../src/fields/version-manifest";
import { comment, header, importsOf } from "./source";

/** The interfaces by the name of their file, which is that of the file with the tables. */
const FILES: Readonly<Record<string, readonly Documented[]>> = {
  "access-list-entry": ACCESS_LIST_ENTRY_INTERFACES,
  "alert-config": ALERT_CONFIG_INTERFACES,
  "api-key": API_KEY_INTERFACES,
  cluster: CLUSTER_INTERFACES,
  "feature-control": FEATURE_CONTROL_INTERFACES,
  integration: INTEGRATION_INTERFACES,
  link: LINK_INTERFACES,
  "log-rotation": LOG_ROTATION_INTERFACES,
  notification: NOTIFICATION_INTERFACES,
  project: PROJECT_INTERFACES,
  "project-backup": PROJECT_BACKUP_INTERFACES,
  store: STORE_INTERFACES,
  settings: SETTINGS_INTERFACES,
  "snapshot-schedule": SNAPSHOT_SCHEDULE_INTERFACES,
  "version-manifest": VERSION_MANIFEST_INTERFACES,
};

/** The types that are written by hand, by their files. */
const BY_HAND: Readonly<Record<string, string>> = {
  AdditionalFields: "../fields/additional",
  KnownDay: "../fields/snapshot-schedule-catalogue",
  KnownPolicy: "../fields/feature-control-catalogue",
  LogRotation: "../fields/log-rotation",
  Returned: "../fields/table",
};

/** The files with the interfaces, by their paths. */
export function interfaceFiles(): Record<string, string> {
  const entries = Object.entries(FILES).map(([file, interfaces]) => [
    `src/types/${file}.ts`,
    sourceOf(file, interfaces),
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

function sourceOf(file: string, interfaces: readonly Documented[]): string {
  const code = interfaces.map(interfaceCode).join("\n");
  const own = new Set(interfaces.map(({ name }) => name));
  return `${header(`src/fields/${file}.ts`)}\n${importsOf(code, fileOfType, own)}\n${code}`;
}

/** The file of a type that generated code names; `undefined` for one of TypeScript. */
export function fileOfType(name: string): string | undefined {
  if (BY_HAND[name] !== undefined) return BY_HAND[name];
  if (/^(Known|Open$)/.test(name))
    return /^Known(AuthMethod|WriteConcern)$/.test(name)
      ? "../fields/store-catalogue"
      : "../fields/alert-catalogue";
  const found = Object.entries(FILES).find(([, list]) => list.some((each) => each.name === name));
  return found && `./${found[0]}`;
}

function interfaceCode({ name, doc, see, table, use, base, own }: Documented): string {
  const isArgument = use === "arguments";
  const names = own ?? Object.keys(table).filter((field) => !isArgument || table[field]?.readOnly !== true);
  const shown = isArgument ? names : names.filter((field) => table[field]?.type !== "additional");
  const members = shown.map((field) => {
    const row = table[field] as Field;
    const isThere = isArgument ? row.required === true : row.always === true;
    const optional = isThere ? ":" : "?:";
    const text = isArgument ? docOf(row) : (row.returnedDoc ?? docOf(row));
    const tags = isArgument ? defaultOf(row) : [];
    return `${text === "" ? "" : comment(text, tags, "  ")}  ${field}${optional} ${typeText(row, use)}${isThere ? "" : " | undefined"};\n`;
  });
  const heritage = base === undefined ? "" : ` extends ${base}`;
  return `${comment(doc, see === undefined ? [] : [`@see ${see}`])}export interface ${name}${heritage} {\n${members.join("")}}\n`;
}

export function docOf({ doc = "", secret }: Field): string {
  return secret === true ? `Secret. ${doc}` : doc;
}

export function defaultOf({ otherwise, required, sent, default: fallback }: Field): string[] {
  const value = sent ?? fallback;
  if (otherwise !== undefined) return [`@default ${otherwise}`];
  return required === true || value === undefined ? [] : [`@default ${JSON.stringify(value)}`];
}

/** The type of a known value. */
export function typeText({ type, open }: Field, use: Documented["use"]): string {
  if (type === "strings") return open === undefined ? "string[]" : `Open<${open}>[]`;
  if (type === "additional") return "AdditionalFields";
  if (type === "string" && open !== undefined) return `Open<${open}>`;
  if (typeof type === "string") return type;
  const table = "list" in type ? type.list : type.object;
  return `${nameOf(table, use)}${"list" in type ? "[]" : ""}`;
}

/** The interface of a table for one use, if there is one. */
export function interfaceOf(table: Fields, use: Documented["use"]): string | undefined {
  return interfacesOf(table).find((each) => each.use === use)?.name;
}

function interfacesOf(table: Fields): Documented[] {
  return Object.values(FILES).flatMap((list) => list.filter((each) => each.table === table));
}

/** The interface with a name. */
export function interfaceWith(name: string): Documented | undefined {
  return Object.values(FILES)
    .flat()
    .find((each) => each.name === name);
}

/** @throws Error for a type that no table describes */
export function namedTable(name: string): Fields {
  const found = interfaceWith(name)?.table;
  if (found === undefined) throw new Error(`no table describes ${name}`);
  return found;
}

export function nameOf(table: Fields, use: Documented["use"]): string {
  const name = interfaceOf(table, use) ?? interfacesOf(table)[0]?.name;
  if (name === undefined) throw new Error("a table has no interface");
  return name;
}
