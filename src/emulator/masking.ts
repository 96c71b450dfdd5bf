import { isJsonObject } from "./json";
import { maskKey, maskUrl, maskUserInfo, INTEGRATION_KEYS, SECRET_URLS } from "./redaction";

/** How the control interface shows secret fields to those without its token. */
const MASKS = new Map<string, (secret: string) => string>([
  ...INTEGRATION_KEYS.map((field) => [field, maskKey] as const),
  ...SECRET_URLS.map((field) => [field, maskUrl] as const),
  ...["awsAccessKey", "awsSecretKey", "clientSecret", "privateKey", "webhookSecret"].map(
    (field) => [field, () => "********"] as const,
  ),
  ["uri", maskUserInfo],
]);

/** The value with every secret masked, at any depth. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      typeof field === "string" ? (MASKS.get(name)?.(field) ?? field) : maskSecrets(field),
    ]),
  );
}

/** A request body with its secrets masked; what is not JSON is left out, since nobody knows what is in it. */
export function maskBody(body: string): string {
  try {
    return JSON.stringify(maskSecrets(JSON.parse(body)));
  } catch {
    return "(not JSON)";
  }
}
