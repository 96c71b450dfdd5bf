import { isJsonObject } from "./json";
import { maskKey, maskUrl, INTEGRATION_KEYS, SECRET_URLS } from "./redaction";

const HIDDEN = "********";

/** Fields that are hidden as a whole. */
const SECRETS = [
  "awsAccessKey",
  "awsSecretKey",
  "clientSecret",
  "privateKey",
  "webhookBodyTemplate",
  "webhookHeadersTemplate",
  "webhookSecret",
];

/** How the control interface shows secret fields to those without its token. */
const MASKS = new Map<string, (secret: string) => string>([
  ...INTEGRATION_KEYS.map((field) => [field, maskKey] as const),
  ...SECRET_URLS.map((field) => [field, (url: string) => maskUser(maskUrl(url))] as const),
  ...SECRETS.map((field) => [field, () => HIDDEN] as const),
  ["uri", maskUser],
]);

// Up to the last @, since passwords are not always escaped.
function maskUser(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/).*@/i, `$1${HIDDEN}@`);
}

/** The value with every secret masked, at any depth. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, maskField(MASKS.get(name), field)]),
  );
}

// A secret of the wrong type is one all the same: somebody may have sent it in a body that was refused.
function maskField(mask: ((secret: string) => string) | undefined, field: unknown): unknown {
  if (mask === undefined || field === null) return maskSecrets(field);
  return typeof field === "string" ? mask(field) : HIDDEN;
}

/** A request body with its secrets masked; what is not JSON is left out, since nobody knows what is in it. */
export function maskBody(body: string): string {
  try {
    return JSON.stringify(maskSecrets(JSON.parse(body)));
  } catch {
    return "(not JSON)";
  }
}
