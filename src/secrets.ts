/** Which fields of the API are secret, and the one filter that keeps their values out of texts. */

import { isPlainObject } from "./json";

/** Secret fields inside a notification of an alert configuration. */
export const SECRET_NOTIFICATION_FIELDS: ReadonlySet<string> = new Set([
  "apiToken",
  "datadogApiKey",
  "microsoftTeamsWebhookUrl",
  "notificationToken",
  "opsGenieApiKey",
  "serviceKey",
  "victorOpsApiKey",
  "webhookBodyTemplate",
  "webhookHeadersTemplate",
  "webhookSecret",
  "webhookUrl",
]);

/** Secret top-level fields of an oplog store; `oidc.clientSecret` is one as well. */
export const SECRET_STORE_FIELDS: ReadonlySet<string> = new Set(["awsAccessKey", "awsSecretKey", "uri"]);

/** Every field name whose value is secret wherever it stands in a body of the API. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set([
  ...SECRET_NOTIFICATION_FIELDS,
  ...SECRET_STORE_FIELDS,
  "clientSecret",
  "clientKey",
  "privateKey",
]);

/** What stands in the place of a secret in a text. */
export const REDACTED = "[secret]";

/** All secret values in a body: strings below a secret field, and the user and password of a connection string. */
export function secretValuesIn(value: unknown, secret = false): string[] {
  if (typeof value === "string") return secret ? [value, ...userInfoIn(value)] : [];
  if (Array.isArray(value)) return value.flatMap((item) => secretValuesIn(item, secret));
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    secretValuesIn(item, secret || SECRET_FIELDS.has(key) || key === "notificationSecrets"),
  );
}

/** The user info of a connection string; a password may hold a raw `@` or `/`, so it goes to the last `@` before `?`. */
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)?([^?]*)@/i;

/** A connection string without user and password. */
export function withoutUserInfo(uri: string): string {
  return uri.replace(USER_INFO, "$1");
}

/** The user info of a connection string, if there is any. */
export function userInfoOf(uri: string): string | undefined {
  return USER_INFO.exec(uri)?.[2];
}

function userInfoIn(text: string): string[] {
  const userInfo = text.includes("://") ? userInfoOf(text) : undefined;
  if (userInfo === undefined) return [];
  const password = userInfo.slice(userInfo.indexOf(":") + 1);
  return [password, safeDecode(password)];
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Replaces secrets in a text. */
export type SecretFilter = (text: string) => string;

/**
 * The filter for the given literal values: raw, URL-encoded, base64 and as escaped in JSON, because a service may
 * echo what it was sent in any of these forms.
 */
export function secretFilter(values: Iterable<string>): SecretFilter {
  const secrets = [...values].filter((value) => value !== "");
  if (secrets.length === 0) return (text) => text;
  // Most filters are never used, since no error comes and no log is written.
  let pattern: RegExp | undefined;
  return (text) => text.replace((pattern ??= patternOfAll(secrets)), REDACTED);
}

function patternOfAll(secrets: readonly string[]): RegExp {
  const forms = new Set<string>();
  for (const value of secrets) {
    const bytes = Buffer.from(value);
    const base64 = bytes.toString("base64");
    // Without lone surrogates, of which no URL can be made.
    const text = bytes.toString();
    forms.add(value);
    forms.add(encodeURIComponent(text));
    forms.add(encodeURI(text));
    forms.add(base64);
    forms.add(base64.replace(/=+$/, ""));
    forms.add(bytes.toString("base64url"));
    forms.add(JSON.stringify(value).slice(1, -1));
  }
  // The longest first, so that a secret which contains another is replaced as a whole.
  const alternatives = [...forms].sort((a, b) => b.length - a.length).map(patternOf);
  return new RegExp(alternatives.join("|"), "g");
}

function patternOf(form: string): string {
  const literal = form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  // A very short secret is replaced where it stands alone only; else it would shred every message.
  return form.length < 4 ? `(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])` : literal;
}

/** The body with every secret field replaced, for logs. */
export function redactFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactFields);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      SECRET_FIELDS.has(key) && item != null ? REDACTED : redactFields(item),
    ]),
  );
}
