import { serviceError } from "./errors";
import { readFields, type FieldRules, type FieldsOf } from "./fields";
import { isJsonObject, type JsonObject } from "./json";
import { isRedacted } from "./redaction";

const text = { type: "string" } as const;

const OIDC_FIELDS = {
  clientId: text,
  clientSecret: text,
  enabled: { type: "boolean", required: true },
  method: { type: "string", values: ["callback", "azure", "gcp", "k8s"] },
  scope: text,
  tokenResource: text,
  tokenUri: text,
} as const satisfies FieldRules;

/**
 * Reads the body of a POST, or of a PUT that replaces `current`: its `id` is in the path, and the body may only repeat it.
 */
export function readStoreBody<const Rules extends FieldRules>(
  body: unknown,
  rules: Rules,
  others: { readonly readOnly: readonly string[]; readonly newer: readonly string[] },
  current: { readonly id: string } | undefined,
): FieldsOf<Rules> {
  if (current !== undefined && isJsonObject(body) && body["id"] != null && body["id"] !== current.id)
    throw serviceError("ATTRIBUTE_READ_ONLY", "id");
  const complete = current !== undefined && isJsonObject(body) ? { ...body, id: current.id } : body;
  return readFields(complete, rules, others);
}

/** Validates the settings for OIDC. A PUT keeps the client secret if it is omitted or masked, but removes omitted settings. */
export function readOidc(
  value: JsonObject,
  current: { readonly oidc?: { [field: string]: unknown } } | undefined,
): JsonObject {
  const oidc = readFields(value, OIDC_FIELDS, { path: "oidc" });
  if (oidc.clientSecret !== undefined && !isRedacted(oidc.clientSecret)) return oidc;
  const kept = current?.oidc?.["clientSecret"];
  if (kept !== undefined) return { ...oidc, clientSecret: kept };
  if (oidc.clientSecret !== undefined) throw serviceError("INVALID_ATTRIBUTE", "oidc.clientSecret");
  return oidc;
}
