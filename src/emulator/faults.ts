import { z } from "zod";
import { isJsonObject, mergePatch, type JsonObject } from "./json";

/** Selects the requests that a fault applies to. All given fields must match. */
export interface FaultMatch {
  readonly method?: string | undefined;
  /** A part of the request target, or a regular expression for it. In JSON the string `/.../` is an expression. */
  readonly path?: string | RegExp | undefined;
  /** The first matching request that is affected, counted from 1. @default 1 */
  readonly nth?: number | undefined;
  /** How many requests are affected, from that one on. @default 1 */
  readonly times?: number | "always" | undefined;
  /**
   * `true`: only authenticated requests and those to public endpoints; `false`: only the others, which get a challenge;
   * `"any"`: both. @default true
   */
  readonly authenticated?: boolean | "any" | undefined;
}

/** What happens in place of, or in addition to, the normal response. */
export type FaultAction =
  /** The connection is closed before the request is read. */
  | "refuse"
  /** The connection is closed after the request is read, before it is processed. */
  | "resetBefore"
  /** The request is processed, and the connection is closed without a response. */
  | "resetAfter"
  /** The request is processed, and the connection is closed in the middle of the response. */
  | "truncate"
  /** The request is processed after a delay. */
  | { readonly delayMs: number }
  /** The request is processed as if its body had been changed by this JSON Merge Patch (RFC 7396): the service stores something else. */
  | { readonly mergePatch: JsonObject }
  /** Another response. */
  | {
      readonly status: number;
      /** Whether the request is processed anyway, as behind a failing gateway. @default false */
      readonly afterWork?: boolean | undefined;
      readonly headers?: Readonly<Record<string, string>> | undefined;
      /** A string is sent unchanged, everything else as JSON. */
      readonly body?: unknown;
    };

/** A fault to inject. */
export interface FaultRule {
  readonly match?: FaultMatch;
  readonly action: FaultAction;
}

/** The properties of a request that a fault can match. */
interface FaultSubject {
  readonly method: string;
  readonly target: string;
  readonly authenticated: boolean;
}

/** A rule with its id, and how often it matched and acted. */
export interface FaultState extends FaultRule {
  readonly id: number;
  readonly matched: number;
  readonly acted: number;
}

/** The faults to inject. */
export interface Faults {
  add(rule: FaultRule): void;
  /** The rules with their counts. */
  list(): FaultState[];
  /** Removes a rule; returns whether it existed. */
  remove(id: number): boolean;
  clear(): void;
  /** Counts the request in every matching rule, and returns the action of the first that applies. */
  next(subject: FaultSubject): FaultAction | undefined;
}

/** Creates the faults of an emulator. */
export function createFaults(rules: readonly FaultRule[] = []): Faults {
  let active: { id: number; rule: FaultRule; matched: number; acted: number }[] = [];
  let added = 0;
  const faults: Faults = {
    add(rule) {
      active.push({ id: (added += 1), rule: parseFaultRule(rule), matched: 0, acted: 0 });
    },
    list: () => active.map(({ id, rule, matched, acted }) => ({ id, ...rule, matched, acted })),
    remove(id) {
      const before = active.length;
      active = active.filter((entry) => entry.id !== id);
      return active.length < before;
    },
    clear() {
      active = [];
    },
    next(subject) {
      let action: FaultAction | undefined;
      for (const entry of active) {
        if (!matches(entry.rule.match ?? {}, subject)) continue;
        entry.matched += 1;
        const { nth = 1, times = 1 } = entry.rule.match ?? {};
        if (
          action !== undefined ||
          entry.matched < nth ||
          (times !== "always" && entry.matched >= nth + times)
        )
          continue;
        entry.acted += 1;
        action = entry.rule.action;
      }
      return action;
    },
  };
  for (const rule of rules) faults.add(rule);
  return faults;
}

/** A short name of an action for logs. */
export function describeAction(action: FaultAction): string {
  if (typeof action === "string") return action;
  if ("mergePatch" in action) return `stores ${JSON.stringify(action.mergePatch)}`;
  return "status" in action ? `status ${action.status}` : `delay ${action.delayMs} ms`;
}

/** The body that is processed. A body that is not an object stays as it is. */
export function bodyAfter(action: FaultAction | undefined, body: Buffer | undefined): Buffer | undefined {
  if (body === undefined || typeof action !== "object" || !("mergePatch" in action)) return body;
  const sent: unknown = JSON.parse(body.toString("utf8"));
  return isJsonObject(sent) ? Buffer.from(JSON.stringify(mergePatch(sent, action.mergePatch))) : body;
}

const ruleSchema = z.strictObject({
  match: z
    .strictObject({
      method: z.string().optional(),
      path: z.union([z.string(), z.instanceof(RegExp)]).optional(),
      nth: z.int().min(1).optional(),
      times: z.union([z.int().min(1), z.literal("always")]).optional(),
      authenticated: z.union([z.boolean(), z.literal("any")]).optional(),
    })
    .optional(),
  action: z.union([
    z.enum(["refuse", "resetBefore", "resetAfter", "truncate"]),
    z.strictObject({ delayMs: z.number().min(0) }),
    z.strictObject({ mergePatch: z.record(z.string(), z.unknown()) }),
    z.strictObject({
      status: z.int().min(200).max(599),
      afterWork: z.boolean().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.unknown().optional(),
    }),
  ]),
});

/** Validates a rule. @throws TypeError that describes the problems */
export function parseFaultRule(rule: unknown): FaultRule {
  const parsed = ruleSchema.safeParse(rule);
  if (!parsed.success) throw new TypeError(`invalid fault: ${z.prettifyError(parsed.error)}`);
  const { match, action } = parsed.data;
  return { match: { ...match, path: parsePath(match?.path) }, action };
}

function parsePath(path: string | RegExp | undefined): string | RegExp | undefined {
  const pattern = typeof path === "string" ? /^\/(.+)\/$/.exec(path)?.[1] : undefined;
  // A path such as /a/b/ has slashes too, so an expression needs at least one of its special characters.
  return pattern !== undefined && /[\\^$*+?()[\]{}|]/.test(pattern) ? new RegExp(pattern) : path;
}

function matches(match: FaultMatch, subject: FaultSubject): boolean {
  const { method, path, authenticated = true } = match;
  if (method !== undefined && method.toUpperCase() !== subject.method) return false;
  if (authenticated !== "any" && authenticated !== subject.authenticated) return false;
  if (path === undefined) return true;
  // Unlike test(), search() ignores the last position of a global expression.
  return typeof path === "string" ? subject.target.includes(path) : subject.target.search(path) >= 0;
}
