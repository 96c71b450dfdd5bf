import type { ControlledFeature } from "./entities";
import { serviceError } from "./errors";
import { readFields, type FieldRules } from "./fields";
import { isJsonObject, pickFields } from "./json";

/** The policies of the service, in the spelling of its responses; the documentation also has them in camel case. */
export const POLICIES: readonly string[] = [
  "DISABLE_AGENT_API_KEY_MANAGEMENT",
  "DISABLE_AUTHENTICATION_MECHANISMS",
  "DISABLE_BACKUP_AGENT",
  "DISABLE_IMPORT_TO_AUTOMATION",
  "DISABLE_MONGOD_HOST_MANAGEMENT",
  "DISABLE_MONGOD_LOG_MANAGEMENT",
  "DISABLE_SET_MONGOD_CONFIG",
  "DISABLE_SET_MONGOD_VERSION",
  "DISABLE_USER_MANAGEMENT",
  "EXTERNALLY_MANAGED_LOCK",
];

/** The only policy with parameters. */
const WITH_PARAMS = "DISABLE_SET_MONGOD_CONFIG";

const text = { type: "string" } as const;
const neededText = { type: "string", required: true } as const;

const FIELDS = {
  externalManagementSystem: { type: "object", required: true },
  policies: { type: "array", required: true },
} as const satisfies FieldRules;

const SYSTEM = { name: neededText, systemId: text, version: text } as const satisfies FieldRules;

const POLICY = {
  disabledParams: { type: "strings" },
  policy: { ...neededText, values: POLICIES },
} as const satisfies FieldRules;

/** Validates the body of a PUT (Ops Manager documentation, "Update Feature Control Policies for One Project"). */
export function readFeatureControl(
  body: unknown,
  newer: readonly string[],
): Pick<ControlledFeature, "externalManagementSystem" | "policies"> {
  // Unlike elsewhere, null is not the same as absent.
  if (isJsonObject(body) && body["policies"] === null)
    throw serviceError("INVALID_JSON_ATTRIBUTE", "policies");
  const given = readFields(body, FIELDS, { readOnly: ["_id", "created", "updated"], newer });
  const system = readFields(given.externalManagementSystem, SYSTEM, { path: "externalManagementSystem" });
  if (system.name === "") throw serviceError("MISSING_ATTRIBUTE", "externalManagementSystem.name");
  const policies = given.policies.map((element, index) => readPolicy(element, `policies[${index}]`));
  const names = policies.map(({ policy }) => policy);
  const repeated = names.findIndex((name, index) => names.indexOf(name) < index);
  // The error is a guess.
  if (repeated >= 0) throw serviceError("INVALID_ATTRIBUTE", `policies[${repeated}].policy`);
  return { ...pickFields(given, newer), externalManagementSystem: system, policies };
}

function readPolicy(element: unknown, path: string): { policy: string; disabledParams: string[] } {
  const { policy, disabledParams = [] } = readFields(element, POLICY, { path });
  if (policy !== WITH_PARAMS && disabledParams.length > 0)
    throw serviceError("INVALID_ATTRIBUTE", `${path}.disabledParams`);
  return { policy, disabledParams: [...disabledParams] };
}
