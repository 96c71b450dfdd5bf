import { z } from "zod";

/** Which requests a fault is for. All that is given must fit. */
export interface FaultMatch {
  readonly method?: string | undefined;
  /** A part of the request target, or a regular expression over it. In JSON a text `/.../` is a regular expression. */
  readonly path?: string | RegExp | undefined;
  /** The first matching request that the fault is for, from 1. @default 1 */
  readonly nth?: number | undefined;
  /** How many requests it is for, from that one on. @default 1 */
  readonly times?: number | "always" | undefined;
  /**
   * `true`: only requests with accepted credentials (or to public endpoints); `false`: only the others, which are about
   * to be challenged; `"any"`: both. @default true
   */
  readonly authenticated?: boolean | "any" | undefined;
}

/** What happens instead of, or beside, the normal answer. */
export type FaultAction =
  /** The connection is cut before the request is read. */
  | "refuse"
  /** The connection is cut after the request was read, before the work. */
  | "resetBefore"
  /** The connection is cut after the work, without an answer. */
  | "resetAfter"
  /** The work is done, but the connection is cut in the middle of the answer. */
  | "truncate"
  /** The work is done after a pause. */
  | { readonly delayMs: number }
  /** Another response. */
  | {
      readonly status: number;
      /** Whether the work is done all the same, as behind a gateway that fails. @default false */
      readonly afterWork?: boolean | undefined;
      readonly headers?: Readonly<Record<string, string>> | undefined;
      /** A text is sent as it is, everything else as JSON. */
      readonly body?: unknown;
    };

/** A fault to inject. */
export interface FaultRule {
  readonly match?: FaultMatch;
  readonly action: FaultAction;
}

/** The request as far as a fault can match it. */
interface FaultSubject {
  readonly method: string;
  readonly target: string;
  readonly authenticated: boolean;
}

/** A rule with its number, and how often it matched and acted. */
export interface FaultState extends FaultRule {
  readonly id: number;
  readonly matched: number;
  readonly acted: number;
}

/** The faults that are to be injected. */
export interface Faults {
  add(rule: FaultRule): void;
  /** The rules with their counts. */
  list(): FaultState[];
  /** Removes the rule of this number and tells whether there was one. */
  remove(id: number): boolean;
  clear(): void;
  /** Counts the request for every rule that matches, and gives the action of the first that is due. */
  next(subject: FaultSubject): FaultAction | undefined;
}

/** Makes a list of faults. */
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
      let due: FaultAction | undefined;
      for (const entry of active) {
        if (!matches(entry.rule.match ?? {}, subject)) continue;
        entry.matched += 1;
        const { nth = 1, times = 1 } = entry.rule.match ?? {};
        if (due !== undefined || entry.matched < nth || (times !== "always" && entry.matched >= nth + times))
          continue;
        entry.acted += 1;
        due = entry.rule.action;
      }
      return due;
    },
  };
  for (const rule of rules) faults.add(rule);
  return faults;
}

/** A short name of an action for logs. */
export function describeAction(action: FaultAction): string {
  if (typeof action === "string") return action;
  return "status" in action ? `status ${action.status}` : `delay ${action.delayMs} ms`;
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
    z.strictObject({
      status: z.int().min(200).max(599),
      afterWork: z.boolean().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.unknown().optional(),
    }),
  ]),
});

/** Checks a rule that may come from JSON; throws a TypeError that says what is wrong. */
export function parseFaultRule(rule: unknown): FaultRule {
  const parsed = ruleSchema.safeParse(rule);
  if (!parsed.success) throw new TypeError(`not a fault: ${z.prettifyError(parsed.error)}`);
  const { match, action } = parsed.data;
  return { match: { ...match, path: parsePath(match?.path) }, action };
}

function parsePath(path: string | RegExp | undefined): string | RegExp | undefined {
  const pattern = typeof path === "string" ? /^\/(.+)\/$/.exec(path)?.[1] : undefined;
  // A path such as /a/b/ would be one as well, so only what uses the notation of an expression counts as one.
  return pattern !== undefined && /[\\^$*+?()[\]{}|]/.test(pattern) ? new RegExp(pattern) : path;
}

function matches(match: FaultMatch, subject: FaultSubject): boolean {
  const { method, path, authenticated = true } = match;
  if (method !== undefined && method.toUpperCase() !== subject.method) return false;
  if (authenticated !== "any" && authenticated !== subject.authenticated) return false;
  if (path === undefined) return true;
  // A global expression remembers its last position, so search() and not test().
  return typeof path === "string" ? subject.target.includes(path) : subject.target.search(path) >= 0;
}
