import type { Notification, OplogS3Config } from "./entities";

/**
 * How answers show secrets: `new` as recent versions do, `old` as the older samples of the Ops Manager documentation
 * show them, `off` in clear.
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

/** Notification fields that hold a URL which is itself a secret. */
export const SECRET_URLS = ["microsoftTeamsWebhookUrl", "webhookUrl"] as const;

/** Every notification field that is answered redacted. */
export const NOTIFICATION_SECRETS = [...INTEGRATION_KEYS, ...SECRET_URLS, "webhookSecret"] as const;

/** Whether a value is, or contains, the mask of a secret. */
export function isRedacted(value: string): boolean {
  return /\*{3}/.test(value) || value.includes("REDACTED:REDACTED@");
}

/** The notification as it is answered. */
export function redactNotification(notification: Notification, mode: RedactionMode): Notification {
  if (mode === "off") return notification;
  const answered: Notification = { ...notification };
  const redact = (field: string, mask: (secret: string) => string): void => {
    const secret = answered[field];
    if (typeof secret === "string" && secret !== "") answered[field] = mask(secret);
  };
  for (const field of INTEGRATION_KEYS) redact(field, mode === "new" ? maskKey : maskKeyShort);
  redact("webhookSecret", () => "***");
  if (mode === "new") for (const field of SECRET_URLS) redact(field, maskUrl);
  return answered;
}

/** The secrets of an oplog store as they are answered; versions before 8.0.26 answered the keys in clear. */
export function redactOplogStore(config: OplogS3Config, mode: RedactionMode): OplogS3Config {
  if (mode === "off") return config;
  const oidc = config.oidc === undefined ? {} : { oidc: redactOidc(config.oidc) };
  if (mode === "old") return { ...config, ...oidc };
  const { awsAccessKey, awsSecretKey } = config;
  return {
    ...config,
    ...oidc,
    ...(awsAccessKey === undefined ? {} : { awsAccessKey: maskAccessKey(awsAccessKey) }),
    ...(awsSecretKey === undefined ? {} : { awsSecretKey: "*".repeat(16) }),
    uri: maskUserInfo(config.uri),
  };
}

/** Stars for all but the last four characters. */
export function maskKey(secret: string): string {
  return secret.length <= 4 ? "*".repeat(secret.length) : "*".repeat(secret.length - 4) + secret.slice(-4);
}

/** A URL of which only scheme and host are left. */
export function maskUrl(url: string): string {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0];
  return origin === undefined ? "****" : `${origin}/****`;
}

/** A connection string without its user and password. */
export function maskUserInfo(uri: string): string {
  return uri.replace(/^(mongodb(?:\+srv)?:\/\/)[^/@]*@/i, "$1REDACTED:REDACTED@");
}

/** First and last four characters around eight stars, whatever the length. */
export function maskAccessKey(key: string): string {
  return key.length <= 8 ? "********" : `${key.slice(0, 4)}********${key.slice(-4)}`;
}

function maskKeyShort(secret: string): string {
  return `******${secret.length <= 4 ? "" : secret.slice(-4)}`;
}

function redactOidc(oidc: { [field: string]: unknown }): { [field: string]: unknown } {
  return "clientSecret" in oidc ? { ...oidc, clientSecret: "********" } : oidc;
}
