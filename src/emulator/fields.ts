import { serviceError } from "./errors";
import { isJsonObject, type JsonObject } from "./json";

/** What a field of a request body must look like. */
export interface FieldRule {
  readonly type: "string" | "boolean" | "number" | "integer" | "object" | "array" | "strings";
  readonly required?: boolean;
  /** The only values that are taken. */
  readonly values?: readonly string[];
}

/** The fields that a request body may have. */
export type FieldRules = Readonly<Record<string, FieldRule>>;

/**
 * Checks an object of a request body and gives its fields without those that are null. The service refuses unknown
 * and read-only fields and names them (Ops Manager documentation); that null means absent is a guess.
 */
export function readFields(
  value: unknown,
  rules: FieldRules,
  options: { readonly path?: string; readonly readOnly?: readonly string[] } = {},
): JsonObject {
  const at = (name: string): string => (options.path === undefined ? name : `${options.path}.${name}`);
  if (!isJsonObject(value))
    throw options.path === undefined
      ? serviceError("INVALID_JSON")
      : serviceError("INVALID_JSON_ATTRIBUTE", options.path);
  const fields: JsonObject = {};
  for (const [name, field] of Object.entries(value)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined)
      throw serviceError(
        options.readOnly?.includes(name) === true ? "ATTRIBUTE_READ_ONLY" : "INVALID_ATTRIBUTE",
        at(name),
      );
    if (field === null) continue;
    checkField(field, rule, at(name));
    fields[name] = field;
  }
  for (const [name, rule] of Object.entries(rules)) {
    if (rule.required === true && fields[name] === undefined)
      throw serviceError("MISSING_ATTRIBUTE", at(name));
  }
  return fields;
}

function checkField(value: unknown, rule: FieldRule, path: string): void {
  if (!hasType(value, rule.type)) throw serviceError("INVALID_JSON_ATTRIBUTE", path);
  if (rule.values !== undefined && !rule.values.includes(value as string))
    throw serviceError("INVALID_ENUM_VALUE", path, String(value));
}

function hasType(value: unknown, type: FieldRule["type"]): boolean {
  switch (type) {
    case "integer":
      return Number.isSafeInteger(value);
    case "object":
      return isJsonObject(value);
    case "array":
      return Array.isArray(value);
    case "strings":
      return Array.isArray(value) && value.every((element) => typeof element === "string");
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "string":
    case "boolean":
      return typeof value === type;
  }
}
