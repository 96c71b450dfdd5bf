/** Pulumi's schema of the package, from the descriptions of the kinds and of the functions, and from the tables of fields. */

import type { AnyDefinition } from "../../src/core/definition";
import { argumentsOf, replaceOnOf } from "../../src/core/description";
import { SETTINGS } from "../../src/fields/settings";
import type { Field } from "../../src/fields/table";
import type { FunctionDescription } from "../../src/functions/descriptions";
import { FUNCTIONS } from "../../src/functions/descriptions";
import { omit } from "../../src/json";
import { KINDS } from "../../src/kinds";
import { listProperty } from "../../src/native/functions";
import { PACKAGE } from "../../src/native/plugin";
import { capitalized } from "../../src/words";
import { VERSION } from "../../src/version";
import { readPages } from "../docs/blocks";
import { isAlwaysThere } from "../generate/classes";
import { withRole } from "../generate/source";
import { exampleOf, exampleOfFunction } from "./examples";
import type { Members, Spec, Types } from "./schema-types";
import { argumentsOfTable, propertyOf, resultOfTable } from "./schema-types";

/** The module of the Go SDK. */
export const GO_MODULE = "github.com/pulumi-opsmanager/pulumi-opsmanager/sdk/go";

export function packageSchema(): Spec {
  const types: Types = {};
  const pages = readPages();
  const config = argumentsOfTable(types, SETTINGS);
  const described = (text: string, role: string | undefined, example: string): Spec => {
    const whole = withRole(text, role).replaceAll(/\s*\n\s*/g, " ");
    return { description: `${whole}${example}` };
  };
  const resources = KINDS.map(({ definition }) => {
    const { kind, text, role } = definition;
    const description = described(text, role, exampleOf(kind, pages));
    return [`${PACKAGE}:index:${kind}`, { ...description, ...resourceSpec(types, definition) }];
  });
  const functions = Object.entries<FunctionDescription>(FUNCTIONS).map(([name, description]) => [
    `${PACKAGE}:index:${name}`,
    {
      ...described(description.text, description.role, exampleOfFunction(name, pages)),
      inputs: { type: "object", ...argumentsOfTable(types, description.args) },
      outputs: { type: "object", ...resultOf(types, name, description) },
    },
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
    types,
    resources: Object.fromEntries(resources) as Spec,
    functions: Object.fromEntries(functions) as Spec,
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

function resourceSpec(types: Types, definition: AnyDefinition): Spec {
  const { outputs, kind } = definition;
  const all = argumentsOf(definition);
  const inputs = argumentsOfTable(types, all);
  for (const name of replaceOnOf(definition))
    if (inputs.properties[name] !== undefined) inputs.properties[name]["willReplaceOnChanges"] = true;
  const stored = Object.entries(all).filter(([, field]) => field.createOnly !== true);
  const shown = Object.entries(outputs);
  const isThere = ([name, field]: [string, Field]): boolean => isAlwaysThere(definition, name, field);
  return {
    inputProperties: inputs.properties,
    requiredInputs: inputs.required,
    properties: Object.fromEntries([
      ...stored.map(([name, field]) => [name, propertyOf(types, name, field, "declared")]),
      ...shown.map(([name, field]) => [name, outputOf(types, name, field)]),
    ]) as Spec,
    required: [...stored.filter(isThere), ...shown.filter(([, field]) => field.always === true)].map(
      ([name]) => name,
    ),
    aliases: [{ type: `pulumi-nodejs:dynamic/${PACKAGE}:${kind}` }],
  };
}

/** What the service knows, secrets among it. */
function outputOf(types: Types, name: string, field: Field): Spec {
  return { ...propertyOf(types, name, field, "result"), ...(field.secret === true && { secret: true }) };
}

function resultOf(types: Types, name: string, { result }: FunctionDescription): Members {
  const { table = {}, listOf, isList, without = [], own = {} } = result;
  const items =
    listOf === undefined
      ? isList === true && propertyOf(types, name, { type: { object: table } }, "result")
      : itemOf(types, listOf);
  if (items === false) return resultOfTable(types, { ...own, ...(omit(table, without) as typeof table) });
  const list = listProperty(name as never);
  return { properties: { [list]: { type: "array", items } }, required: [list] };
}

/** The type of a result that lists have. */
function itemOf(types: Types, name: string): Spec {
  const { result }: FunctionDescription = FUNCTIONS[name as keyof typeof FUNCTIONS];
  const { own, table = {}, doc } = result;
  if (own === undefined) return propertyOf(types, name, { type: { object: table } }, "result");
  const token = `${PACKAGE}:index:${capitalized(name)}Result`;
  const description = `Result of \`${name}\`${doc === undefined ? "" : `: ${doc}`}.`;
  types[token] ??= {
    type: "object",
    description,
    ...resultOf(types, name, { result } as FunctionDescription),
  };
  return { $ref: `#/types/${token}` };
}
