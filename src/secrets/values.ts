/** Finds the secrets in bodies of the API: the values of secret fields, and passwords inside URLs. */

import { ALERT_CONFIG } from "../fields/alert-config";
import { S3_SNAPSHOT_STORE } from "../fields/store";
import { PROJECT } from "../fields/project";
import { PROJECT_BACKUP } from "../fields/project-backup";
import { allSecretNames } from "../fields/table";
import { isPlainObject, mapValues } from "../json";
import { decodePercent, REDACTED } from "./filter";

/** The fields whose value is secret anywhere in a body of the API, and the secret settings. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set([
  ...[ALERT_CONFIG, S3_SNAPSHOT_STORE, PROJECT, PROJECT_BACKUP].flatMap(allSecretNames),
  "clientKey",
  "privateKey",
  "tlsPemPassword",
]);

/**
 * The properties of resources, and fields of single objects of the API, that are secret by these names at the top level only: deeper in
 * the properties they may be names that a program has chosen, such as those of the members of a set.
 */
const SECRET_PROPERTIES: ReadonlySet<string> = new Set(["apiKey", "key", "password", "secret", "url"]);

/** Whether the property at a path is secret. */
export function isSecretPath(path: readonly (string | number)[]): boolean {
  const name = String(path.at(-1));
  return SECRET_FIELDS.has(name) || (path.length === 1 && SECRET_PROPERTIES.has(name));
}

/** Inputs of the classes that hold the secrets of a resource and nothing else. The plugin has these at their objects. */
export const SECRET_INPUTS: ReadonlySet<string> = new Set(["notificationSecrets", "alertConfigSecrets"]);

/** Returns all secret values in properties or in a body: strings in a secret field, and passwords and tokens inside URLs. */
export function secretValuesIn(value: unknown, secret = false): string[] {
  const isSecret = (key: string): boolean => SECRET_FIELDS.has(key) || SECRET_INPUTS.has(key);
  const own = isPlainObject(value)
    ? Object.entries(value).filter(([name]) => SECRET_PROPERTIES.has(name))
    : [];
  return [
    ...own.flatMap(([, item]) => secretValues(item, true, isSecret)),
    ...secretValues(value, secret, isSecret),
  ];
}

/** Does the same for a body that is sent, which may have fields of a newer version of the service. */
export function secretValuesInBody(body: unknown): string[] {
  return secretValues(
    body,
    false,
    (key) => SECRET_FIELDS.has(key) || SECRET_PROPERTIES.has(key) || SECRET_NAME.test(key),
  );
}

function secretValues(
  value: unknown,
  secret: boolean,
  isSecret: (key: string) => boolean,
  found: string[] = [],
): string[] {
  if (typeof value === "string") {
    if (secret) found.push(value, ...secretPartsOf(value));
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value))
      secretValues(item, secret || isSecret(key), isSecret, found);
  }
  return found;
}

/** The user info of a connection string. A password may contain `@` or `/`, so it ends at the last `@` before the `?`. */
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)?([^?]*)@/i;

/** Returns a connection string without user and password. */
export function withoutUserInfo(uri: string): string {
  return uri.replace(USER_INFO, "$1");
}

/** Returns the user info of a connection string, if it has one. */
export function userInfoOf(uri: string): string | undefined {
  return USER_INFO.exec(uri)?.[2];
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const HOST = /(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?/i.source;
const HOSTS_AND_DATABASE = new RegExp(`^${HOST}(?:,${HOST})*(?:/[\\w.-]*)?$`, "i");

/**
 * Returns scheme, hosts and database of a connection string. User info and options are left out, since both can contain
 * passwords; `undefined` if they cannot be separated from the rest.
 */
export function publicPartOf(uri: string): string | undefined {
  const scheme = SCHEME.exec(uri)?.[0] ?? "";
  const rest = uri.slice(scheme.length);
  const at = rest.lastIndexOf("@");
  // Such an `@` may end a password that contains a `?`, or belong to an option.
  if (/[?#]/.test(rest.slice(0, Math.max(at, 0)))) return undefined;
  const open = rest.slice(at + 1).replace(/[?#].*$/s, "");
  return HOSTS_AND_DATABASE.test(open) ? scheme + open : undefined;
}

/** Shorter values of options are not redacted: `true` and the like would make every message unreadable. */
const LEAST_OPTION_LENGTH = 8;

/** Returns the parts of a URL or connection string that are secrets by themselves, also percent-decoded. */
function secretPartsOf(text: string): string[] {
  const scheme = SCHEME.exec(text)?.[0];
  if (scheme === undefined) return [];
  const rest = text.slice(scheme.length);
  // If a password contains `@`, any of them may end it.
  const userInfos = [...rest.matchAll(/@/g)].map(({ index }) => rest.slice(0, index));
  const passwords = userInfos.map((userInfo) => userInfo.slice(userInfo.indexOf(":") + 1));
  const parts = [...passwords, ...optionValuesOf(rest)];
  return [...new Set([...parts, ...parts.map(decodePercent)])];
}

/** Returns the values after the `?`; of `authMechanismProperties=AWS_SESSION_TOKEN:abc` also the part after the colon. */
function optionValuesOf(rest: string): string[] {
  const [, query = ""] = /\?(.*)/s.exec(rest) ?? [];
  return query
    .split(/[&#,]/)
    .flatMap((option) => [/=(.*)/s.exec(option)?.[1] ?? "", /:(.*)/s.exec(option)?.[1] ?? ""])
    .filter((value) => value.length >= LEAST_OPTION_LENGTH);
}

/** Fields of unknown versions of the service with such names are probably secret. */
const SECRET_NAME = /token|secret|passw|credential|(?:api|access|private|service)_?key/i;

/** The paths of fields that may be secret by their names, at any depth. */
export function pathsThatSoundSecret(value: unknown): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const at = Array.isArray(value) ? Number(name) : name;
    const inside = pathsThatSoundSecret(item).map((path) => [at, ...path]);
    return /key/i.test(name) || SECRET_NAME.test(name) ? [[at], ...inside] : inside;
  });
}

/** Redacts the secret fields of a body for the log, and fields whose names sound secret. */
export function redactFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactFields);
  if (!isPlainObject(value)) return value;
  return mapValues(value, (item, key) => (isSecretField(key, item) ? REDACTED : redactFields(item)));
}

function isSecretField(key: string, value: unknown): boolean {
  if (SECRET_FIELDS.has(key)) return value != null;
  return typeof value === "string" && (SECRET_PROPERTIES.has(key) || SECRET_NAME.test(key));
}
