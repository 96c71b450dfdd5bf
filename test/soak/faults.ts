/** Chooses the faults of a run for every endpoint. */

import type { FaultRule } from "../../src/emulator/faults";
import type { Dice } from "./dice";

const ALL_METHODS = ["GET", "GET", "POST", "PUT", "PATCH", "DELETE"] as const;

type Action = FaultRule["action"];

const PATHS = [
  "/alertConfigs",
  "/alertConfigs/matchers",
  "/s3Configs",
  "/clusters",
  "/accessList",
  "/auditLogRotateConfig",
  "/versionManifest",
  "/",
] as const;

const BAD_GATEWAY: Action = {
  status: 502,
  headers: { "Content-Type": "text/html" },
  body: "<html><h1>Bad Gateway</h1></html>",
};

const BROKEN: readonly [Action, ...Action[]] = [
  "refuse",
  "resetBefore",
  "resetAfter",
  "truncate",
  BAD_GATEWAY,
  { status: 503 },
  { status: 500, body: { error: 500, errorCode: "UNEXPECTED_ERROR", detail: "Unexpected error." } },
  { status: 504, body: "" },
  { status: 503, headers: { "Retry-After": "2" } },
  { status: 503, headers: { "Retry-After": "Fri, 21 Nov 2036 12:00:00 GMT" } },
  { status: 429, body: { error: 429, errorCode: "RATE_LIMITED", detail: "Too many requests." } },
  { status: 429, headers: { "Retry-After": "1" } },
  { delayMs: 5 },
];

/** Success with an invalid body; only for requests whose response is read. */
const NONSENSE: readonly [Action, ...Action[]] = [
  { status: 200, headers: { "Content-Type": "text/html" }, body: "<html>Please log in</html>" },
  { status: 200, headers: { "Content-Type": "application/json" }, body: '{"id": "abc", ' },
  { status: 200, headers: { "Content-Type": "text/plain" }, body: "OK" },
  { status: 200, body: { unexpected: true } },
  { status: 302, headers: { Location: "https://sso.example.com/login?token=x" }, body: "" },
];

/** Returns the rules of a run. `slowMs` exceeds the timeout of the client. */
export function chooseFaults(dice: Dice, slowMs: number): FaultRule[] {
  const count = dice.between(2, 12);
  return Array.from({ length: count }, () => {
    const isNonsense = dice.chance(0.15);
    // A write that is retried after a timeout may be overtaken by its first attempt, which the client cannot detect.
    const isSlow = !isNonsense && dice.chance(0.03);
    const methods = isSlow || isNonsense ? (["GET", "POST", "PATCH"] as const) : ALL_METHODS;
    const action = isNonsense ? dice.oneOf(NONSENSE) : isSlow ? { delayMs: slowMs } : dice.oneOf(BROKEN);
    const times = dice.chance(0.04) ? ("always" as const) : dice.between(1, 3);
    return {
      match: {
        path: dice.oneOf(PATHS),
        method: dice.oneOf(methods),
        nth: dice.between(1, 4),
        times,
        authenticated: isNonsense ? true : dice.oneOf([true, true, false, "any"] as const),
      },
      action,
    };
  });
}

/** The service refuses a write and echoes the secrets in it. */
export function echoSecrets(path: string, secrets: readonly string[], nth: number): FaultRule {
  return {
    match: { method: "POST", path, nth },
    action: {
      status: 400,
      body: {
        error: 400,
        errorCode: "INVALID_ATTRIBUTE",
        detail: `Invalid: ${secrets.join(", ")}`,
        parameters: secrets.flatMap((secret) => [
          encodeURIComponent(secret),
          Buffer.from(secret).toString("base64"),
        ]),
      },
    },
  };
}
