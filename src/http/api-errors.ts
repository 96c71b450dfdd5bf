/** Creates errors from refusals of the service, with advice and without secrets. */

import type { PlainObject } from "../json";
import { ApiError } from "../errors";
import type { SecretFilter } from "../secrets/filter";
import type { ApiRequest } from "./api-request";
import { printable } from "./text";

const MAX_CODE_LENGTH = 100;
const MAX_DETAIL_LENGTH = 1_000;
const MAX_PARAMETER_LENGTH = 200;
const MAX_PARAMETERS = 20;

/** A response that is an error. */
export interface Refusal {
  /** A status of 400 or above. */
  readonly status: number;
  readonly body: PlainObject;
  readonly serviceVersion?: string | undefined;
  /** The advice if nothing in the response shows that the service sent it. */
  readonly foreignAdvice: string;
  /**
   * The HTTP status, if it is that of a success and only the body says otherwise. Such an error proves nothing about the object: a
   * 404 that a gateway hides is not trusted.
   */
  readonly hiddenBy?: number | undefined;
}

/** Creates the error of a refusal. */
export function createApiError(
  request: ApiRequest<unknown>,
  { status, body, serviceVersion, foreignAdvice, hiddenBy }: Refusal,
  filter: SecretFilter,
): ApiError {
  // Secrets are redacted before the text is cut: half a secret is not recognized.
  const shown = (value: unknown, maxLength: number): string | undefined =>
    typeof value === "string" && value !== "" ? printable(filter(value), maxLength) : undefined;
  const { method, path } = request;
  const errorCode = shown(body["errorCode"], MAX_CODE_LENGTH);
  const detail = shown(body["detail"], MAX_DETAIL_LENGTH);
  const parameters = Array.isArray(body["parameters"]) ? body["parameters"].slice(0, MAX_PARAMETERS) : [];
  const described = [errorCode, detail ?? shown(body["reason"], MAX_DETAIL_LENGTH)];
  const at = `${method} ${path}`;
  const start = `${at}: ${status} ${described.filter((part) => part !== undefined).join(" - ")}`.trimEnd();
  const isFromService = errorCode !== undefined || body["error"] === status || serviceVersion !== undefined;
  const hidden = `The HTTP status was ${hiddenBy}, but the body is an error; if a gateway hides the status, set opsmanager:envelope to true.`;
  const advice = [
    adviceFor(at, start, errorCode) || (isFromService ? "" : foreignAdvice),
    hiddenBy === undefined ? "" : hidden,
  ];
  const end = advice.join(" ").trim();
  return new ApiError(end === "" ? start : `${start.replace(/\.$/, "")}. ${end}`, {
    method,
    path,
    status,
    errorCode,
    detail,
    parameters: parameters.flatMap((item: unknown) => shown(item, MAX_PARAMETER_LENGTH) ?? []),
    fromService: isFromService && hiddenBy === undefined,
  });
}

const NO_ROLE = "The key was accepted, but it lacks the role that this operation requires.";
const BACKUPS = "Stop and terminate all backups of the project first.";
const MOST_TAGS = "A project has at most 10 tags.";

/** The advice by error code. Some refusals of projects have a misleading status. */
const ADVICE_BY_CODE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    API_KEY_CREATED_GROUPS_MUST_HAVE_ORG: "Set orgId.",
    AUTOMATION_CONFIG_NOT_FOUND:
      "The project has no automation configuration: the service manages none of its processes yet.",
    BILLING_UNSUPPORTED:
      "Some versions create projects only without the default alert configurations: leave withDefaultAlertsSettings out, or set it to false.",
    CANNOT_CHANGE_GROUP_NAME:
      "The service does not allow that this project is renamed: restore its name in the program.",
    CANNOT_CLOSE_ACCOUNT_ACTIVE_BACKUP: BACKUPS,
    CANNOT_CLOSE_GROUP_ACTIVE_BACKUP: BACKUPS,
    CANNOT_REMOVE_CALLER_FROM_ACCESS_LIST:
      "This request uses the same API key, from an address that only this entry allows. First add another entry that contains the " +
      "address, or delete the entry from another address or with another API key.",
    GROUP_ALREADY_EXISTS:
      "There is a project of this name, perhaps in another organization or since a moment ago. Choose another name, or manage that project: set the resource option import to its id.",
    GROUP_NOT_FOUND: "Check the projectId.",
    INVALID_GROUP_ID: "Check the projectId.",
    INVALID_GROUP_NAME: "Choose another name.",
    INVALID_GROUP_TOKEN: "A tag has 1 to 32 characters of A-Z, 0-9, ., _ and -.",
    INVALID_ORG_ID: "Check the orgId.",
    MAX_GROUPS_PER_ORG_EXCEEDED: "The organization has as many projects as the service allows.",
    MULTIPLE_GROUPS:
      "Several organizations have a project of this name: give orgId as well, or the id of the project.",
    NOT_IN_GROUP: "The project does not exist, or the API key has no role in it.",
    ORG_NOT_FOUND: "Check the orgId.",
    TOO_MANY_GROUP_TAGS: MOST_TAGS,
    TOO_MANY_GROUP_TOKENS: MOST_TAGS,
    WRITES_NOT_ALLOWED_DURING_APP_UPGRADES: "The service is being upgraded; retry after the upgrade.",
  }),
);

/** The advice for other refusals, by `METHOD path: status text`. The first row that matches counts. */
const ADVICE: readonly (readonly [refusal: RegExp, advice: string])[] = [
  [/: 401/, NO_ROLE],
  [
    /: 403.*(?:access|white)[ _-]?list/i,
    "Add the address of this machine to the access list of the API key.",
  ],
  [
    /LogRotateConfig: \d+ RESOURCE_NOT_FOUND\b/,
    "Log rotations require Ops Manager 6.0.24, 7.0.4 or a later version.",
  ],
  [/: 429/, "The service limits the rate of requests; reduce opsmanager:maxConcurrency."],
];

function adviceFor(request: string, refusal: string, errorCode = ""): string {
  const advice =
    ADVICE_BY_CODE.get(errorCode) ?? ADVICE.find(([pattern]) => pattern.test(refusal))?.[1] ?? "";
  const role = ROLES.find(([pattern]) => pattern.test(request))?.[1];
  return advice === NO_ROLE && role !== undefined ? `${advice} Required role: ${role}.` : advice;
}

/** The roles that the endpoints require, as the user interface of Ops Manager names them. The first row that matches counts. */
const ROLES: readonly (readonly [request: RegExp, role: string])[] = [
  [
    /^GET (?:\/orgs\/[^/]+)?\/groups(?:$|\/[^/]+$|\/byName\/|\/[^/]+\/(?:alertConfigs|clusters)\b)/,
    "any role in the project, such as Project Read Only",
  ],
  [/^POST \/groups$/, "Organization Owner or Organization Project Creator"],
  [/^PATCH \/groups\/[^/]+$/, "Project Owner; for tags Global Owner or Project Automation Admin"],
  [/^DELETE \/groups\/[^/]+$/, "Project Owner"],
  [/ \/groups\/[^/]+\/alertConfigs\b/, "Project Owner"],
  [/ \/groups\/[^/]+\/clusters\b/, "Project Monitoring Admin or Project Owner"],
  [/ \/groups\/[^/]+\/automationConfig\/(?:audit|system)LogRotateConfig$/, "Project Automation Admin"],
  [/ \/globalAlertConfigs\b/, "Global Owner or Global Monitoring Admin"],
  [/ \/admin\/backup\/(?:oplog|snapshot)\//, "Global Owner or Global Backup Admin"],
  [/ \/versionManifest$/, "Global Owner or Global Automation Admin"],
  [
    / \/orgs\/[^/]+\/apiKeys\/[^/]+\/accessList\b/,
    "Organization Owner, or none if the access list is that of the key itself",
  ],
];

/** Redacts the secrets of the request and the connection, which a service may echo, in an error and its cause. */
export function redactError(error: unknown, filter: SecretFilter): unknown {
  if (!(error instanceof Error)) return error;
  error.message = filter(error.message);
  // It repeats the message.
  if (error.stack !== undefined) error.stack = filter(error.stack);
  // The message of a parser quotes the response.
  if (error.cause !== undefined) error.cause = redactCause(error.cause, filter);
  if (error instanceof ApiError) {
    const { path, errorCode, detail, parameters } = error;
    Object.assign(error, {
      path: filter(path),
      errorCode: errorCode && filter(errorCode),
      detail: detail && filter(detail),
      parameters: parameters.map(filter),
    });
  }
  return error;
}

/** Keeps the message and the code only; other fields may hold parts of the response. */
function redactCause(cause: unknown, filter: SecretFilter): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code }: NodeJS.ErrnoException = cause;
  return Object.assign(new Error(filter(cause.message)), code !== undefined && { code });
}
