/**
 * Pulumi's schema of the package, from its TypeScript: types and documentation from the interfaces of the arguments, the classes and the
 * results, secrets from the tables of fields, replacements from the definitions.
 */

import * as ts from "typescript";
import { z } from "zod";
import type { AnyKind } from "../../src/core/definition";
import type { PlainObject } from "../../src/json";
import { mapValues } from "../../src/json";
import { KINDS } from "../../src/kinds";
import { FUNCTION_NAMES, listProperty } from "../../src/native/functions";
import { PACKAGE } from "../../src/native/plugin";
import { SECRET_FIELDS } from "../../src/secrets/values";
import { VERSION } from "../../src/version";
import { compile, describe } from "../docs/public-api";
import { exampleOf } from "./examples";

/** A part of the schema (Pulumi documentation, "Package schema"). */
type Spec = PlainObject;

/** Arguments and outputs, or the result of a function. */
type Use = "declared" | "result";

/** Whether functions leave the field out. Of a connection string they return the public part. */
function isHidden(name: string): boolean {
  return SECRET_FIELDS.has(name) && name !== "uri";
}

interface Members {
  readonly properties: Record<string, Spec>;
  readonly required: string[];
}

/** The module of the Go SDK. */
export const GO_MODULE = "github.com/pulumi-opsmanager/pulumi-opsmanager/sdk/go";

const INDEX = "src/index.ts";
const FUNCTIONS = "src/functions/types.ts";
const SETTINGS = "src/core/settings.ts";

export function packageSchema(): Spec {
  const compiled = compile([INDEX, FUNCTIONS, SETTINGS]);
  const { checker } = compiled;
  const read = createReader(checker);
  const named = (file: string) => new Map(compiled.exportsOf(file).map((symbol) => [symbol.name, symbol]));
  const [index, results, settings] = [named(INDEX), named(FUNCTIONS), named(SETTINGS)];
  const config = read.membersOf(find(settings, "Settings"), []);
  const functionSpec = (name: string): Spec => {
    const upper = name.charAt(0).toUpperCase() + name.slice(1);
    const inputs = read.membersOf(find(results, `${upper}Args`), ["connection"]);
    return {
      ...read.documentation(find(index, name)),
      inputs: { type: "object", ...inputs },
      outputs: {
        type: "object",
        ...read.resultOf(find(results, `${upper}Result`), listProperty(name as never)),
      },
    };
  };
  const resources = KINDS.map(({ definition }) => [
    `${PACKAGE}:index:${definition.kind}`,
    resourceSpec(read, definition, find(index, definition.kind), find(index, `${definition.kind}Args`)),
  ]);
  return {
    name: PACKAGE,
    version: VERSION,
    displayName: "MongoDB Ops Manager",
    description: "MongoDB Ops Manager, and services with the same public API v1.0.",
    keywords: ["pulumi", "mongodb", "ops-manager", "category/database", "kind/native"],
    license: "Apache-2.0",
    publisher: "pulumi-opsmanager",
    meta: { supportPack: true },
    config: { variables: config.properties },
    provider: {
      description: "The connection to a service. Settings that are left out come from the environment.",
      inputProperties: config.properties,
    },
    types: read.types,
    resources: Object.fromEntries(resources) as Spec,
    functions: Object.fromEntries(
      FUNCTION_NAMES.map((name) => [`${PACKAGE}:index:${name}`, functionSpec(name)]),
    ),
    language: {
      nodejs: { packageName: "@pulumi-opsmanager/opsmanager", respectSchemaVersion: true },
      python: { packageName: "pulumi_opsmanager", respectSchemaVersion: true, pyproject: { enabled: true } },
      go: {
        importBasePath: `${GO_MODULE}/opsmanager`,
        modulePath: GO_MODULE,
        respectSchemaVersion: true,
        generateResourceContainerTypes: true,
      },
    },
  };
}

function find(symbols: ReadonlyMap<string, ts.Symbol>, name: string): ts.Symbol {
  const found = symbols.get(name);
  if (found === undefined) throw new Error(`nothing has the name ${name}`);
  return found;
}

function resourceSpec(
  read: ReturnType<typeof createReader>,
  definition: AnyKind,
  resource: ts.Symbol,
  args: ts.Symbol,
): Spec {
  const whole = integersIn(definition);
  const withIntegers = ({ properties, required }: Members): Members => ({
    properties: mapValues(properties, (spec, name) =>
      whole.has(name) ? { ...spec, type: "integer" } : spec,
    ),
    required,
  });
  const inputs = withIntegers(read.membersOf(args, ["connection"]));
  for (const name of definition.replaceOn)
    if (inputs.properties[name] !== undefined) inputs.properties[name]["willReplaceOnChanges"] = true;
  const outputs = withIntegers(read.membersOf(resource, ["connection", "adopt", "adoptId", "id", "urn"]));
  // An output that repeats an argument means the same; the class says how the dynamic host stores it.
  for (const [name, { description }] of Object.entries(inputs.properties))
    if (outputs.properties[name] !== undefined) Object.assign(outputs.properties[name], { description });
  const { description = "" } = read.documentation(resource);
  return {
    description: `${String(description)}${exampleOf(definition.kind)}`,
    inputProperties: inputs.properties,
    requiredInputs: inputs.required,
    properties: outputs.properties,
    required: outputs.required,
    aliases: [{ type: `pulumi-nodejs:dynamic/${PACKAGE}:${definition.kind}` }],
  };
}

/** The names of whole numbers, by the schema of the arguments. */
function integersIn(definition: AnyKind): Set<string> {
  const { properties = {} } = z.toJSONSchema(definition.schema(), { unrepresentable: "any" }) as {
    properties?: Record<string, { type?: string }>;
  };
  return new Set(Object.keys(properties).filter((name) => properties[name]?.type === "integer"));
}

/** Reads types of TypeScript as types of the schema. Object types are named, and described once in `types`. */
function createReader(checker: ts.TypeChecker) {
  const types: Record<string, Spec> = {};

  function documentation(symbol: ts.Symbol): Spec {
    const described = describe(symbol, checker);
    const fallback = described.tags.find(([name]) => name === "default")?.[1];
    const text = described.documentation
      .replace(/^Secret\. /, "")
      .replaceAll(/\s*\n\s*/g, " ")
      .trim();
    const whole = fallback === undefined ? text : `${text} Default: ${fallback}.`;
    return whole === "" ? {} : { description: whole };
  }

  function membersOf(owner: ts.Symbol, except: readonly string[]): Members {
    const type = checker.getDeclaredTypeOfSymbol(owner);
    return membersOfType(
      type.flags & ts.TypeFlags.Any ? checker.getTypeOfSymbol(owner) : type,
      "declared",
      except,
    );
  }

  function membersOfType(type: ts.Type, use: Use, except: readonly string[] = []): Members {
    const properties: Record<string, Spec> = {};
    const required: string[] = [];
    for (const symbol of type.getProperties()) {
      const declared = declaredType(symbol);
      if (declared === undefined || except.includes(symbol.name)) continue;
      if (use === "result" && isHidden(symbol.name)) continue;
      properties[symbol.name] = {
        ...specOf(declared, symbol.name, use),
        ...documentation(symbol),
        ...(use === "declared" && SECRET_FIELDS.has(symbol.name) && { secret: true }),
      };
      const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
      if (!isOptional && !mayBeUndefined(declared)) required.push(symbol.name);
    }
    return { properties, required };
  }

  /** The type of a property as this package declares it; `undefined` for one of another package, and for a method. */
  function declaredType(symbol: ts.Symbol): ts.Type | undefined {
    const [declaration] = symbol.declarations ?? [];
    // The properties of a mapped type are declared nowhere.
    if (declaration === undefined) return checker.getTypeOfSymbol(symbol);
    if (
      /node_modules/.test(declaration.getSourceFile().fileName) ||
      (symbol.flags & ts.SymbolFlags.Property) === 0
    )
      return undefined;
    const isDeclared = ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration);
    return isDeclared && declaration.type !== undefined
      ? checker.getTypeFromTypeNode(declaration.type)
      : checker.getTypeOfSymbol(symbol);
  }

  function mayBeUndefined(type: ts.Type): boolean {
    return alternatives(type).some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
  }

  /** The types that a value may have when it is known. */
  function alternatives(type: ts.Type): ts.Type[] {
    const { aliasSymbol, aliasTypeArguments } = type;
    const [inner] = aliasTypeArguments ?? [];
    if (inner !== undefined && WRAPPERS.has(aliasSymbol?.name ?? "")) return alternatives(inner);
    // An output of a type that has no fields.
    const [value] = isLater(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
    if (value !== undefined) return alternatives(value);
    if (type.isUnion()) return type.types.filter((each) => !isLater(each)).flatMap(alternatives);
    return [type];
  }

  function isLater({ symbol }: ts.Type): boolean {
    return symbol !== undefined && ["Promise", "OutputInstance"].includes(symbol.name);
  }

  /** @param where the name of the property, for an object type without a name */
  function specOf(type: ts.Type, where: string, use: Use): Spec {
    const known = alternatives(type).filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0);
    const isAll = (flag: ts.TypeFlags): boolean => known.every(({ flags }) => (flags & flag) !== 0);
    if (known.some(({ flags }) => (flags & ts.TypeFlags.Any) !== 0)) return { $ref: "pulumi.json#/Any" };
    if (known.some(({ symbol }) => symbol?.name.endsWith("Asset"))) return { $ref: "pulumi.json#/Asset" };
    if (isAll(ts.TypeFlags.BooleanLike)) return { type: "boolean" };
    if (isAll(ts.TypeFlags.NumberLike)) return { type: MINUTES.has(where) ? "integer" : "number" };
    if (known.every(isText)) return { type: "string" };
    const [first, ...others] = known;
    if (first === undefined) throw new Error(`${where} has no type`);
    if (others.length > 0) return { oneOf: [{ type: "string" }, { type: "number" }], type: "string" };
    if (checker.isArrayType(first)) {
      const [item] = checker.getTypeArguments(first as ts.TypeReference);
      return { type: "array", items: specOf(item as ts.Type, where, use) };
    }
    const index = checker.getIndexInfoOfType(first, ts.IndexKind.String);
    if (index !== undefined) return { type: "object", additionalProperties: specOf(index.type, where, use) };
    return { $ref: `#/types/${objectType(first, where, use)}` };
  }

  /** A text, or one of some texts or any other (`Open`). */
  function isText(type: ts.Type): boolean {
    const isOpen =
      type.isIntersection() && type.types.some(({ flags }) => (flags & ts.TypeFlags.String) !== 0);
    return isOpen || (type.flags & ts.TypeFlags.StringLike) !== 0;
  }

  function objectType(type: ts.Type, where: string, use: Use): string {
    const given = type.aliasSymbol?.name ?? type.symbol?.name ?? "__type";
    const name = given.startsWith("__") ? where.charAt(0).toUpperCase() + where.slice(1) : given;
    // An object of the service may have the name of a resource, and lacks its secrets.
    const isResource = KINDS.some(({ definition }) => definition.kind === name);
    const isOther = use === "result" && type.getProperties().some((symbol) => isHidden(symbol.name));
    const token = `${PACKAGE}:index:${isResource || isOther ? `${name}Result` : name}`;
    if (types[token] === undefined) {
      const spec: Spec = { type: "object" };
      types[token] = spec;
      const symbol = type.aliasSymbol ?? type.symbol;
      Object.assign(spec, symbol === undefined ? {} : documentation(symbol), membersOfType(type, use));
    }
    return token;
  }

  return {
    types,
    documentation,
    membersOf,
    /** A result without the secret fields, which functions leave out. @param list the property for a list */
    resultOf(symbol: ts.Symbol, list: string): Members {
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      return checker.isArrayType(type)
        ? { properties: { [list]: specOf(type, list, "result") }, required: [list] }
        : membersOfType(type, "result");
    },
  };
}

/** Types whose argument is the type of the known value. */
const WRAPPERS: ReadonlySet<string> = new Set(["Input", "Output", "InputsOf", "Unwrap", "UnwrappedObject"]);

/** Whole numbers by their meaning. */
const MINUTES: ReadonlySet<string> = new Set(["delayMin", "intervalMin"]);
