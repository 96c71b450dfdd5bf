import type { Integration, Notification, OplogS3Config } from "./entities";

/**
 * How responses show secrets: `new` as recent versions do, `old` as in older samples of the Ops Manager documentation,
 * `off` in plain text.
 */
export type RedactionMode = "new" | "old" | "off";

/** Notification fields that hold the key of an integration. */
export const INTEGRATION_KEYS = [
  "apiToken",
  "datadogApiKey",
  "notificationToken",
  "opsGenieApiKey",
  "serviceKey",
  "victorOpsApiKey",
] as const;

/** Notification fields with a URL that is itself a secret. */
export const SECRET_URLS = ["microsoftTeamsWebhookUrl", "webhookUrl"] as const;

/** All notification fields that are redacted. */
export const NOTIFICATION_SECRETS = [...INTEGRATION_KEYS, ...SECRET_URLS, "webhookSecret"] as const;

/** Whether a value is, or contains, the mask of a secret. */
export function isRedacted(value: string): boolean {
  return /\*{3}/.test(value) || value.includes("REDACTED:REDACTED@");
}

/** The fields of integrations that hold a key, and those that no response contains. */
export const SECRET_SETTINGS = {
  keys: ["apiKey", "apiToken", "notificationToken", "secret", "serviceKey"],
  urls: ["microsoftTeamsWebhookUrl", "url"],
  hidden: ["password", "tlsPemPassword"],
} as const;

/** Redacts the secrets of a notification. */
export function redactNotification(notification: Notification, mode: RedactionMode): Notification {
  if (mode === "off") return notification;
  const redacted = redactFields(notification, INTEGRATION_KEYS, SECRET_URLS, mode);
  return maskField(redacted, "webhookSecret", () => "***");
}

/** Redacts the secrets of an integration. */
export function redactIntegration(integration: Integration, mode: RedactionMode): Integration {
  const shown = { ...integration };
  for (const field of SECRET_SETTINGS.hidden) delete shown[field];
  return mode === "off" ? shown : redactFields(shown, SECRET_SETTINGS.keys, SECRET_SETTINGS.urls, mode);
}

function redactFields<T extends { [field: string]: unknown }>(
  object: T,
  keys: readonly string[],
  urls: readonly string[],
  mode: "new" | "old",
): T {
  let redacted = object;
  for (const field of keys) redacted = maskField(redacted, field, mode === "new" ? maskKey : maskKeyShort);
  if (mode === "new") for (const field of urls) redacted = maskField(redacted, field, maskUrl);
  return redacted;
}

function maskField<T extends { [field: string]: unknown }>(
  object: T,
  field: string,
  mask: (secret: string) => string,
): T {
  const secret = object[field];
  return typeof secret === "string" && secret !== "" ? { ...object, [field]: mask(secret) } : object;
}

/** Redacts the secrets of an S3 store; versions before 8.0.26 returned its keys in plain text. */
export function redactStore<T extends OplogS3Config>(config: T, mode: RedactionMode): T {
  const redacted = redactUri(config, mode);
  if (mode !== "new") return redacted;
  const { awsAccessKey, awsSecretKey } = config;
  return {
    ...redacted,
    ...(awsAccessKey === undefined ? {} : { awsAccessKey: maskAccessKey(awsAccessKey) }),
    ...(awsSecretKey === undefined ? {} : { awsSecretKey: "*".repeat(16) }),
  };
}

/** Redacts the connection string of a store, which versions before 8.0.26 returned in plain text, and its OIDC secret. */
export function redactUri<T extends Pick<OplogS3Config, "uri" | "oidc">>(config: T, mode: RedactionMode): T {
  if (mode === "off") return config;
  return {
    ...config,
    ...(config.oidc === undefined ? {} : { oidc: redactOidc(config.oidc) }),
    ...(mode === "new" ? { uri: maskUserInfo(config.uri) } : {}),
  };
}

/** Replaces all but the last four characters with stars. */
export function maskKey(secret: string): string {
  return secret.length <= 4 ? "*".repeat(secret.length) : "*".repeat(secret.length - 4) + secret.slice(-4);
}

/** Removes everything from a URL except scheme and host. */
export function maskUrl(url: string): string {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0];
  return origin === undefined ? "****" : `${origin}/****`;
}

/** Masks user and password of a connection string. */
export function maskUserInfo(uri: string): string {
  return uri.replace(/^(mongodb(?:\+srv)?:\/\/)[^/@]*@/i, "$1REDACTED:REDACTED@");
}

/** Keeps the first and last four characters around eight stars, regardless of the length. */
export function maskAccessKey(key: string): string {
  return key.length <= 8 ? "********" : `${key.slice(0, 4)}********${key.slice(-4)}`;
}

function maskKeyShort(secret: string): string {
  return `******${secret.length <= 4 ? "" : secret.slice(-4)}`;
}

function redactOidc(oidc: { [field: string]: unknown }): { [field: string]: unknown } {
  return "clientSecret" in oidc ? { ...oidc, clientSecret: "********" } : oidc;
}
