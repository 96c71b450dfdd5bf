import { serviceError } from "./errors";
import { isJsonObject, type JsonObject } from "./json";

interface FieldTypes {
  string: string;
  boolean: boolean;
  number: number;
  integer: number;
  object: JsonObject;
  array: readonly unknown[];
  strings: readonly string[];
}

/** The type of a field of a request body. */
interface FieldRule {
  readonly type: keyof FieldTypes;
  readonly required?: boolean;
  /** The only allowed values. */
  readonly values?: readonly string[];
}

/** The allowed fields of a request body. */
export type FieldRules = Readonly<Record<string, FieldRule>>;

/** The type of a body that satisfies its rules. */
export type FieldsOf<Rules extends FieldRules> = {
  -readonly [
    Name in keyof Rules as Rules[Name] extends { readonly required: true } ? Name : never
  ]: FieldTypes[Rules[Name]["type"]];
} & {
  -readonly [
    Name in keyof Rules as Rules[Name] extends { readonly required: true } ? never : Name
  ]?: FieldTypes[Rules[Name]["type"]];
};

/**
 * Validates an object of a request body, and returns its fields except those that are null. The service refuses unknown
 * and read-only fields by name (Ops Manager documentation); that null means absent is a guess.
 */
export function readFields<const Rules extends FieldRules>(
  value: unknown,
  rules: Rules,
  options: {
    readonly path?: string;
    readonly readOnly?: readonly string[];
    /** Fields of a newer version, which may have any value. */
    readonly newer?: readonly string[];
  } = {},
): FieldsOf<Rules> {
  const at = (name: string): string => (options.path === undefined ? name : `${options.path}.${name}`);
  if (!isJsonObject(value))
    throw options.path === undefined
      ? serviceError("INVALID_JSON")
      : serviceError("INVALID_JSON_ATTRIBUTE", options.path);
  const fields: JsonObject = {};
  for (const [name, field] of Object.entries(value)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined && options.newer?.includes(name) === true) {
      fields[name] = field;
      continue;
    }
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
  return fields as FieldsOf<Rules>;
}

function checkField(value: unknown, rule: FieldRule, path: string): void {
  if (!hasType(value, rule.type)) throw serviceError("INVALID_JSON_ATTRIBUTE", path);
  if (rule.values !== undefined && typeof value === "string" && !rule.values.includes(value))
    throw serviceError("INVALID_ENUM_VALUE", path, value);
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
    default:
      return false;
  }
}
