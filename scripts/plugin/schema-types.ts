/** Fields of the tables as types of Pulumi's schema. Object types are named, and described once. */

import { ALERT_CONFIG } from "../../src/fields/alert-config";
import { LOG_ROTATION } from "../../src/fields/log-rotation";
import type { Field, Fields } from "../../src/fields/table";
import { argumentNames, tableOf } from "../../src/fields/table";
import type { PlainObject } from "../../src/json";
import { pick } from "../../src/json";
import { KINDS } from "../../src/kinds";
import { PACKAGE } from "../../src/native/plugin";
import { SECRET_FIELDS } from "../../src/secrets/values";
import { capitalized } from "../../src/words";
import { defaultOf, interfaceWith, namedTable, nameOf } from "../generate/interfaces";

/** A part of the schema (Pulumi documentation, "Package schema"). */
export type Spec = PlainObject;

/** Arguments and outputs, or the result of a function. */
type Use = "declared" | "result";

export interface Members {
  readonly properties: Record<string, Spec>;
  readonly required: string[];
}

/** The object types that were described, by their tokens. */
export type Types = Record<string, Spec>;

/** The types that TypeScript derives from others. */
const NAMED: Readonly<Record<string, { readonly doc: string; readonly table: Fields }>> = {
  AlertConfigMember: { doc: "An alert configuration of an `AlertConfigSet`.", table: ALERT_CONFIG },
  EffectiveLogRotation: {
    doc: "The log rotation of a project with the documented defaults.",
    table: LOG_ROTATION,
  },
};

/** Whether functions leave the field out. Of a connection string they return the public part. */
function isHidden(name: string): boolean {
  return SECRET_FIELDS.has(name) && name !== "uri";
}

function documentation(field: Field, doc = field.doc ?? ""): Spec {
  const [fallback] = defaultOf(field).map((tag) => tag.replace("@default ", ""));
  const whole = fallback === undefined ? doc : `${doc} Default: ${fallback}.`;
  return whole === "" ? {} : { description: whole.replaceAll(/\s*\n\s*/g, " ") };
}

/** The arguments of a table. */
export function argumentsOfTable(types: Types, fields: Fields): Members {
  const shown = Object.entries(pick(fields, argumentNames(fields)));
  return {
    properties: Object.fromEntries(
      shown.map(([name, field]) => [name, propertyOf(types, name, field, "declared")]),
    ),
    required: shown.filter(([, field]) => field.required === true).map(([name]) => name),
  };
}

/** What the service returns of a table, without the secret fields, which functions leave out. */
export function resultOfTable(types: Types, fields: Fields): Members {
  const shown = Object.entries(fields).filter(
    ([name, field]) => !isHidden(name) && field.type !== "additional",
  );
  return {
    properties: Object.fromEntries(
      shown.map(([name, field]) => [name, propertyOf(types, name, field, "result")]),
    ),
    required: shown.filter(([, field]) => field.always === true).map(([name]) => name),
  };
}

export function propertyOf(types: Types, name: string, field: Field, use: Use): Spec {
  const doc = use === "result" ? (field.returnedDoc ?? field.doc) : field.doc;
  return {
    ...specOf(types, name, field, use),
    ...documentation(field, doc),
    ...(use === "declared" && SECRET_FIELDS.has(name) && { secret: true }),
  };
}

/** @param where the name of the property, for an object type without a name */
function specOf(types: Types, where: string, field: Field, use: Use): Spec {
  const { type, typescript, limits } = field;
  const table = tableOf(field);
  if (table !== undefined && typeof type === "object") {
    if (typescript !== undefined && Object.hasOwn(NAMED, typescript.output))
      return { $ref: `#/types/${objectType(types, typescript.output, table, "declared")}` };
    const name =
      typescript === undefined
        ? nameOf(table, use === "result" ? "response" : "arguments")
        : capitalized(where);
    const ref = { $ref: `#/types/${objectType(types, name, table, use)}` };
    return "list" in type ? { type: "array", items: ref } : ref;
  }
  if (typescript !== undefined) return specOfText(types, typescript.output);
  switch (type) {
    case "strings":
      return { type: "array", items: { type: "string" } };
    case "number":
      return { type: limits?.whole === true ? "integer" : "number" };
    case "additional":
      return { type: "object", additionalProperties: { $ref: "pulumi.json#/Any" } };
    default:
      return { type: type };
  }
}

/** The type of an output that only TypeScript describes. */
function specOfText(types: Types, text: string): Spec {
  const [, item] = /^(.+)\[\]$/.exec(text) ?? [];
  if (item !== undefined) return { type: "array", items: specOfText(types, item) };
  const [, value] = /^Record<string, (.+)>$/.exec(text) ?? [];
  if (value !== undefined) return { type: "object", additionalProperties: specOfText(types, value) };
  const [, unwrapped] = /^pulumi\.Unwrap<(.+)>$/.exec(text) ?? [];
  if (unwrapped !== undefined) return specOfText(types, unwrapped);
  if (text.endsWith("Asset")) return { $ref: "pulumi.json#/Asset" };
  if (text === "string | number") return { oneOf: [{ type: "string" }, { type: "number" }], type: "string" };
  if (text === "string" || text.startsWith('"')) return { type: "string" };
  return { $ref: `#/types/${objectType(types, text, NAMED[text]?.table ?? namedTable(text), "declared")}` };
}

function objectType(types: Types, name: string, table: Fields, use: Use): string {
  // An object of the service may have the name of a resource, and lacks its secrets.
  const isResource = KINDS.some(({ definition }) => definition.kind === name);
  const isOther = use === "result" && Object.keys(table).some(isHidden);
  const token = `${PACKAGE}:index:${isResource || isOther ? `${name}Result` : name}`;
  if (types[token] === undefined) {
    const spec: Spec = { type: "object" };
    types[token] = spec;
    const doc = NAMED[name]?.doc ?? interfaceWith(name)?.doc;
    const members = use === "result" ? resultOfTable(types, table) : argumentsOfTable(types, table);
    Object.assign(spec, doc === undefined ? {} : { description: doc }, members);
  }
  return token;
}
