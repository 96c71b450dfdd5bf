import assert from "node:assert/strict";
import { packageSchema } from "../../../scripts/plugin/schema";
import { ALERT_CONFIG, GLOBAL_ALERT_CONFIG } from "../../../src/fields/alert-config";
import { NOTIFICATION } from "../../../src/fields/notification";
import { OPLOG_S3_CONFIG, S3_SNAPSHOT_STORE } from "../../../src/fields/store";
import { argumentNames, secretNames, type Fields } from "../../../src/fields/table";
import { LOG_ROTATION } from "../../../src/fields/log-rotation";
import { argumentsOf } from "../../../src/core/description";
import { SETTING_NAMES } from "../../../src/core/settings";
import { FUNCTIONS } from "../../../src/functions/descriptions";
import { KINDS } from "../../../src/kinds";

interface Properties {
  readonly [name: string]: { readonly secret?: boolean; readonly description?: string };
}
interface Schema {
  readonly config: { readonly variables: Properties };
  readonly provider: { readonly inputProperties: Properties };
  readonly types: Readonly<Record<string, { readonly properties: Properties }>>;
  readonly resources: Readonly<
    Record<
      string,
      {
        readonly description?: string;
        readonly inputProperties: Properties;
        readonly requiredInputs: readonly string[];
        readonly aliases: readonly { type: string }[];
      }
    >
  >;
  readonly functions: Readonly<
    Record<
      string,
      {
        readonly description?: string;
        readonly inputs: { readonly properties: Properties };
        readonly outputs: { readonly properties: Properties };
      }
    >
  >;
}

/** Inputs of a kind that the plugin does not have, or has under another name. */
describe("the schema of the plugin", function () {
  this.timeout(60_000);
  let schema: Schema;
  before(() => void (schema = packageSchema() as unknown as Schema));
  const inputsOf = (kind: string) =>
    schema.resources[`opsmanager:index:${kind}`]?.inputProperties ?? assert.fail(kind);

  it("has every kind, with an alias of its dynamic class", () => {
    assert.deepEqual(
      Object.entries(schema.resources).map(([token, { aliases }]) => [token, aliases[0]?.type]),
      KINDS.map(({ definition: { kind } }) => [
        `opsmanager:index:${kind}`,
        `pulumi-nodejs:dynamic/opsmanager:${kind}`,
      ]),
    );
  });

  for (const { definition } of KINDS)
    it(`has every argument of ${definition.kind}, with its documentation`, () => {
      const inputs = inputsOf(definition.kind);
      const wanted = Object.keys(argumentsOf(definition));
      assert.deepEqual(Object.keys(inputs).sort(), [...wanted].sort());
      for (const [name, { description = "" }] of Object.entries(inputs))
        assert.notEqual(description, "", name);
    });

  const TABLES: readonly [type: string, fields: Fields][] = [
    ["AlertConfig", ALERT_CONFIG],
    ["GlobalAlertConfig", GLOBAL_ALERT_CONFIG],
    ["OplogS3Config", OPLOG_S3_CONFIG],
    ["S3SnapshotStore", S3_SNAPSHOT_STORE],
    ["AuditLogRotation", LOG_ROTATION],
    ["AlertNotification", NOTIFICATION],
  ];
  for (const [type, fields] of TABLES)
    it(`has every field of the table, and the same secrets: ${type}`, () => {
      const token = `opsmanager:index:${type}`;
      const properties = schema.types[token]?.properties ?? inputsOf(type);
      const missing = argumentNames(fields).filter((name) => properties[name] === undefined);
      assert.deepEqual(missing, []);
      const secrets = Object.keys(properties).filter((name) => properties[name]?.secret === true);
      const readOnly = new Set(Object.keys(fields).filter((name) => fields[name]?.readOnly === true));
      assert.deepEqual(new Set(secrets), new Set(secretNames(fields).filter((name) => !readOnly.has(name))));
    });

  it("has every function, without secrets in its result", () => {
    assert.deepEqual(
      Object.keys(schema.functions),
      Object.keys(FUNCTIONS).map((name) => `opsmanager:index:${name}`),
    );
    for (const [name, { args }] of Object.entries(FUNCTIONS))
      assert.deepEqual(
        Object.keys(schema.functions[`opsmanager:index:${name}`]?.inputs.properties ?? {}),
        Object.keys(args),
      );
    const results = Object.values(schema.functions).flatMap(({ outputs }) => Object.keys(outputs.properties));
    for (const secret of secretNames(OPLOG_S3_CONFIG).filter((name) => name !== "uri"))
      assert.ok(!results.includes(secret), secret);
  });

  for (const [language, use] of [
    ["typescript", String.raw`opsmanager\.NAME\(`],
    ["yaml", String.raw`opsmanager:NAME\b`],
  ] as const)
    it(`shows a program in ${language} for every resource and function`, () => {
      const described = Object.entries({ ...schema.resources, ...schema.functions });
      for (const [token, { description = "" }] of described) {
        const uses = use.replace("NAME", token.split(":").at(-1) ?? "");
        assert.match(description, new RegExp(`\`\`\`${language}\n[^\`]*${uses}`));
      }
    });

  it("has every setting, the secret ones marked", () => {
    const { variables } = schema.config;
    assert.deepEqual(Object.keys(variables).sort(), [...SETTING_NAMES].sort());
    assert.deepEqual(
      Object.keys(variables)
        .filter((name) => variables[name]?.secret === true)
        .sort(),
      ["clientKey", "privateKey"],
    );
    assert.deepEqual(schema.provider.inputProperties, variables);
  });

  it("refers to types that it has", () => {
    const text = JSON.stringify(schema);
    const tokens = [...text.matchAll(/#\/types\/([^"]+)/g)].map(([, token = ""]) => token);
    assert.deepEqual(
      tokens.filter((token) => schema.types[token] === undefined),
      [],
    );
    for (const [token, { properties }] of Object.entries(schema.types))
      assert.notDeepEqual(properties, {}, token);
  });
});
