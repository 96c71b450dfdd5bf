/**
 * Pulumi's schema of the package, from its TypeScript: types and documentation from the interfaces of the arguments, the classes and the
 * results, secrets from the tables of fields, replacements from the definitions.
 */

import type * as ts from "typescript";
import type { AnyDefinition } from "../../src/core/definition";
import { replaceOnOf } from "../../src/core/description";
import { KINDS } from "../../src/kinds";
import { FUNCTION_NAMES, listProperty } from "../../src/native/functions";
import { PACKAGE } from "../../src/native/plugin";
import { capitalized } from "../../src/words";
import { VERSION } from "../../src/version";
import { readPages } from "../docs/blocks";
import { compile } from "../docs/public-api";
import { exampleOf, exampleOfFunction } from "./examples";
import type { Reader, Spec } from "./schema-types";
import { documentation, membersOf, resultOf } from "./schema-types";

/** The module of the Go SDK. */
export const GO_MODULE = "github.com/pulumi-opsmanager/pulumi-opsmanager/sdk/go";

const INDEX = "src/index.ts";
const FUNCTIONS = "src/functions/types.ts";
const SETTINGS = "src/core/settings.ts";

export function packageSchema(): Spec {
  const compiled = compile([INDEX, FUNCTIONS, SETTINGS]);
  const { checker } = compiled;
  const reader: Reader = { checker, types: {} };
  const named = (file: string) => new Map(compiled.exportsOf(file).map((symbol) => [symbol.name, symbol]));
  const [index, results, settings] = [named(INDEX), named(FUNCTIONS), named(SETTINGS)];
  const config = membersOf(reader, find(settings, "Settings"), []);
  const pages = readPages();
  const described = (symbol: ts.Symbol, example: string): Spec => {
    const { description = "" } = documentation(reader, symbol);
    return { description: `${String(description)}${example}` };
  };
  const functionSpec = (name: string): Spec => {
    const upper = capitalized(name);
    const inputs = membersOf(reader, find(results, `${upper}Args`), ["connection"]);
    return {
      ...described(find(index, name), exampleOfFunction(name, pages)),
      inputs: { type: "object", ...inputs },
      outputs: {
        type: "object",
        ...resultOf(reader, find(results, `${upper}Result`), listProperty(name as never)),
      },
    };
  };
  const resources = KINDS.map(({ definition }) => {
    const { kind } = definition;
    const [resource, args] = [find(index, kind), find(index, `${kind}Args`)];
    const description = described(resource, exampleOf(kind, pages));
    return [
      `${PACKAGE}:index:${kind}`,
      { ...description, ...resourceSpec(reader, definition, resource, args) },
    ];
  });
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
    types: reader.types,
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

function resourceSpec(reader: Reader, definition: AnyDefinition, resource: ts.Symbol, args: ts.Symbol): Spec {
  const inputs = membersOf(reader, args, ["connection"]);
  for (const name of replaceOnOf(definition))
    if (inputs.properties[name] !== undefined) inputs.properties[name]["willReplaceOnChanges"] = true;
  const outputs = membersOf(reader, resource, ["connection", "adopt", "adoptId", "id", "urn"]);
  // An output that repeats an argument means the same; the class says how the dynamic host stores it.
  for (const [name, { description }] of Object.entries(inputs.properties))
    if (outputs.properties[name] !== undefined) Object.assign(outputs.properties[name], { description });
  return {
    inputProperties: inputs.properties,
    requiredInputs: inputs.required,
    properties: outputs.properties,
    required: outputs.required,
    aliases: [{ type: `pulumi-nodejs:dynamic/${PACKAGE}:${definition.kind}` }],
  };
}
