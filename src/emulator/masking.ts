import { isJsonObject } from "./json";
import { maskKey, maskUrl, INTEGRATION_KEYS, SECRET_SETTINGS, SECRET_URLS } from "./redaction";

const HIDDEN = "********";

/** Fields that are masked entirely. */
const SECRETS = [
  "agentApiKey",
  "awsAccessKey",
  "awsSecretKey",
  "clientSecret",
  "key",
  "kmipClientCertPassword",
  "privateKey",
  ...SECRET_SETTINGS.hidden,
  "webhookBodyTemplate",
  "webhookHeadersTemplate",
  "webhookSecret",
];

/** The masks of secret fields for readers without the control token. */
const MASKS = new Map<string, (secret: string) => string>([
  ...[...INTEGRATION_KEYS, ...SECRET_SETTINGS.keys].map((field) => [field, maskKey] as const),
  ...[...SECRET_URLS, ...SECRET_SETTINGS.urls].map(
    (field) => [field, (url: string) => maskUser(maskUrl(url))] as const,
  ),
  ...SECRETS.map((field) => [field, () => HIDDEN] as const),
  ["uri", maskUser],
]);

// Up to the last @, since passwords may contain unescaped ones.
function maskUser(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/).*@/i, `$1${HIDDEN}@`);
}

/** Masks every secret in a value, at any depth. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, maskField(MASKS.get(name), field)]),
  );
}

// A refused body may contain secrets of the wrong type, which are masked as well.
function maskField(mask: ((secret: string) => string) | undefined, field: unknown): unknown {
  if (mask === undefined || field === null) return maskSecrets(field);
  return typeof field === "string" ? mask(field) : HIDDEN;
}

/** Masks the secrets in a request body; a body that is not JSON is omitted, since it may contain anything. */
export function maskBody(body: string): string {
  try {
    return JSON.stringify(maskSecrets(JSON.parse(body)));
  } catch {
    return "(not JSON)";
  }
}
