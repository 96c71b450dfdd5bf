/** Types of TypeScript as types of Pulumi's schema. Object types are named, and described once. */

import * as ts from "typescript";
import { LOG_ROTATION } from "../../src/fields/log-rotation";
import { NOTIFICATION } from "../../src/fields/notification";
import { S3_SNAPSHOT_STORE } from "../../src/fields/s3-store";
import type { Fields } from "../../src/fields/table";
import type { PlainObject } from "../../src/json";
import { KINDS } from "../../src/kinds";
import { PACKAGE } from "../../src/native/plugin";
import { capitalized } from "../../src/words";
import { SECRET_FIELDS } from "../../src/secrets/values";
import { describe } from "../docs/public-api";

/** A part of the schema (Pulumi documentation, "Package schema"). */
export type Spec = PlainObject;

/** Arguments and outputs, or the result of a function. */
type Use = "declared" | "result";

export interface Members {
  readonly properties: Record<string, Spec>;
  readonly required: string[];
}

export interface Reader {
  readonly checker: ts.TypeChecker;
  /** The object types that were described, by their tokens. */
  readonly types: Record<string, Spec>;
}

/** A result without the secret fields, which functions leave out. @param list the property for a list */
export function resultOf(reader: Reader, symbol: ts.Symbol, list: string): Members {
  const type = reader.checker.getDeclaredTypeOfSymbol(symbol);
  return reader.checker.isArrayType(type)
    ? { properties: { [list]: specOf(reader, type, list, "result") }, required: [list] }
    : membersOfType(reader, type, "result");
}

/** Whether functions leave the field out. Of a connection string they return the public part. */
function isHidden(name: string): boolean {
  return SECRET_FIELDS.has(name) && name !== "uri";
}

export function documentation(reader: Reader, symbol: ts.Symbol): Spec {
  const described = describe(symbol, reader.checker);
  const fallback = described.tags.find(([name]) => name === "default")?.[1];
  const text = described.documentation
    .replace(/^Secret\. /, "")
    .replaceAll(/\s*\n\s*/g, " ")
    .trim();
  const whole = fallback === undefined ? text : `${text} Default: ${fallback}.`;
  return whole === "" ? {} : { description: whole };
}

export function membersOf(reader: Reader, owner: ts.Symbol, except: readonly string[]): Members {
  const type = reader.checker.getDeclaredTypeOfSymbol(owner);
  return membersOfType(
    reader,
    type.flags & ts.TypeFlags.Any ? reader.checker.getTypeOfSymbol(owner) : type,
    "declared",
    except,
  );
}

function membersOfType(reader: Reader, type: ts.Type, use: Use, except: readonly string[] = []): Members {
  const properties: Record<string, Spec> = {};
  const required: string[] = [];
  for (const symbol of type.getProperties()) {
    const declared = declaredType(reader, symbol);
    if (declared === undefined || except.includes(symbol.name)) continue;
    if (use === "result" && isHidden(symbol.name)) continue;
    properties[symbol.name] = {
      ...specOf(reader, declared, symbol.name, use),
      ...documentation(reader, symbol),
      ...(use === "declared" && SECRET_FIELDS.has(symbol.name) && { secret: true }),
    };
    const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
    if (!isOptional && !mayBeUndefined(reader, declared)) required.push(symbol.name);
  }
  return { properties, required };
}

/** The type of a property as this package declares it; `undefined` for one of another package, and for a method. */
function declaredType(reader: Reader, symbol: ts.Symbol): ts.Type | undefined {
  const [declaration] = symbol.declarations ?? [];
  // The properties of a mapped type are declared nowhere.
  if (declaration === undefined) return reader.checker.getTypeOfSymbol(symbol);
  if (
    /node_modules/.test(declaration.getSourceFile().fileName) ||
    (symbol.flags & ts.SymbolFlags.Property) === 0
  )
    return undefined;
  const isDeclared = ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration);
  return isDeclared && declaration.type !== undefined
    ? reader.checker.getTypeFromTypeNode(declaration.type)
    : reader.checker.getTypeOfSymbol(symbol);
}

function mayBeUndefined(reader: Reader, type: ts.Type): boolean {
  return alternatives(reader, type).some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
}

/** The types that a value may have when it is known. */
function alternatives(reader: Reader, type: ts.Type): ts.Type[] {
  const { aliasSymbol, aliasTypeArguments } = type;
  const [inner] = aliasTypeArguments ?? [];
  if (inner !== undefined && WRAPPERS.has(aliasSymbol?.name ?? "")) return alternatives(reader, inner);
  // An output of a type that has no fields.
  const [value] = isLater(type) ? reader.checker.getTypeArguments(type as ts.TypeReference) : [];
  if (value !== undefined) return alternatives(reader, value);
  if (type.isUnion())
    return type.types.filter((each) => !isLater(each)).flatMap((each) => alternatives(reader, each));
  return [type];
}

function isLater({ symbol }: ts.Type): boolean {
  return symbol !== undefined && ["Promise", "OutputInstance"].includes(symbol.name);
}

/** @param where the name of the property, for an object type without a name */
function specOf(reader: Reader, type: ts.Type, where: string, use: Use): Spec {
  const known = alternatives(reader, type).filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0);
  const isAll = (flag: ts.TypeFlags): boolean => known.every(({ flags }) => (flags & flag) !== 0);
  if (known.some(({ flags }) => (flags & ts.TypeFlags.Any) !== 0)) return { $ref: "pulumi.json#/Any" };
  if (known.some(({ symbol }) => symbol?.name.endsWith("Asset"))) return { $ref: "pulumi.json#/Asset" };
  if (isAll(ts.TypeFlags.BooleanLike)) return { type: "boolean" };
  if (isAll(ts.TypeFlags.NumberLike)) return { type: WHOLE.has(where) ? "integer" : "number" };
  if (known.every(isText)) return { type: "string" };
  const [first, ...others] = known;
  if (first === undefined) throw new Error(`${where} has no type`);
  if (others.length > 0) return { oneOf: [{ type: "string" }, { type: "number" }], type: "string" };
  if (reader.checker.isArrayType(first)) {
    const [item] = reader.checker.getTypeArguments(first as ts.TypeReference);
    return { type: "array", items: specOf(reader, item as ts.Type, where, use) };
  }
  const index = reader.checker.getIndexInfoOfType(first, ts.IndexKind.String);
  if (index !== undefined)
    return { type: "object", additionalProperties: specOf(reader, index.type, where, use) };
  return { $ref: `#/types/${objectType(reader, first, where, use)}` };
}

/** A text, or one of some texts or any other (`Open`). */
function isText(type: ts.Type): boolean {
  const isOpen = type.isIntersection() && type.types.some(({ flags }) => (flags & ts.TypeFlags.String) !== 0);
  return isOpen || (type.flags & ts.TypeFlags.StringLike) !== 0;
}

function objectType(reader: Reader, type: ts.Type, where: string, use: Use): string {
  const given = type.aliasSymbol?.name ?? type.symbol?.name ?? "__type";
  const name = given.startsWith("__") ? capitalized(where) : given;
  // An object of the service may have the name of a resource, and lacks its secrets.
  const isResource = KINDS.some(({ definition }) => definition.kind === name);
  const isOther = use === "result" && type.getProperties().some((symbol) => isHidden(symbol.name));
  const token = `${PACKAGE}:index:${isResource || isOther ? `${name}Result` : name}`;
  if (reader.types[token] === undefined) {
    const spec: Spec = { type: "object" };
    reader.types[token] = spec;
    const symbol = type.aliasSymbol ?? type.symbol;
    Object.assign(
      spec,
      symbol === undefined ? {} : documentation(reader, symbol),
      membersOfType(reader, type, use),
    );
  }
  return token;
}

/** Types whose argument is the type of the known value. */
const WRAPPERS: ReadonlySet<string> = new Set(["Input", "Output", "InputsOf", "Unwrap", "UnwrappedObject"]);

/** The names of whole numbers: each means the same wherever it is. */
const WHOLE: ReadonlySet<string> = new Set(
  [NOTIFICATION, LOG_ROTATION, S3_SNAPSHOT_STORE].flatMap((table: Fields) =>
    Object.keys(table).filter((name) => table[name]?.limits?.whole === true),
  ),
);
