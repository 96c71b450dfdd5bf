/** Reports of drift: an example with every kind of finding, and random ones full of hostile text. */

import * as fc from "fast-check";
import type { Comparison, DriftReport } from "../../../../src/cli/drift/report";
import { type Findings, SECRET } from "../../../../src/core/drift-report";
import { isPlainObject } from "../../../../src/json";
import { reportOf as reportAbout } from "../../../../src/cli/drift/report";

export function urnOf(type: string, name: string): string {
  return `urn:pulumi:prod::shop::pulumi-nodejs:dynamic/opsmanager:${type}::${name}`;
}

const SERVER = "https://ops-manager.example.com:8443";

export const GENERATED = {
  at: "2026-11-23T10:00:00.000Z",
  stack: "shop/prod",
  servers: [SERVER],
  package: "0.1.0",
};

/** @param managed the number of compared objects */
export function reportOf(managed: number, findings: Findings & Partial<Comparison>): DriftReport {
  return reportAbout(GENERATED, { notCompared: [], compared: objects(managed), ...findings });
}

function objects(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    urn: urnOf("ClusterName", `c${index}`),
    id: "p1/c",
  }));
}

export const NONE = {
  changed: [],
  missing: [],
  unmanaged: [],
  duplicates: [],
  unverifiable: [],
  notTaken: [],
};
export const EMPTY = reportOf(7, NONE);

const [HOST_DOWN, STANDARD] = [urnOf("AlertConfig", "host-down"), urnOf("AlertConfigSet", "standard")];

export const EXAMPLE = reportOf(41, {
  changed: [
    { urn: HOST_DOWN, id: "p1/a1", path: "metricThreshold.threshold", declared: 100, live: 250.5 },
    { urn: STANDARD, id: "p1/a2", path: "alertConfigs.lag.enabled", declared: true, live: null },
    { urn: HOST_DOWN, id: "p1/a1", path: "notifications[0].apiToken", declared: SECRET, live: SECRET },
    {
      urn: STANDARD,
      id: "p1/a3",
      path: "alertConfigs.full.matchers",
      declared: null,
      live: [{ fieldName: "HOSTNAME", operator: "REGEX", value: "^(db|cfg)-" }],
    },
  ],
  missing: [{ urn: urnOf("OplogS3Config", "store"), id: "oplog-1" }],
  unmanaged: [
    { server: SERVER, projectId: "p1", id: "a7", eventTypeName: "NO_PRIMARY" },
    { server: SERVER, projectId: "p2", id: "a8", eventTypeName: "HOST_DOWN" },
    { server: SERVER, projectId: "p1", id: "a9", eventTypeName: "HOST_DOWN" },
  ],
  duplicates: [{ server: SERVER, projectId: "p1", ids: ["a1", "a9"] }],
  unverifiable: [{ urn: urnOf("AlertConfig", "host-down"), path: "notifications[1].serviceKey" }],
  notTaken: [{ urn: HOST_DOWN, id: "p1/a1", path: "notifications[2].intervalMin", declared: 7, live: 60 }],
  notCompared: [
    { urn: urnOf("ClusterName", "orders"), id: "p3/c1", reason: "GET /groups/p3: 403 (FORBIDDEN)" },
  ],
});

/** Text that means something to a browser, an XML parser, a Markdown renderer or a terminal. */
const MARKUP = [
  '</script><img src=x onerror="globalThis.ran = true">',
  "<script>globalThis.ran = true</script>",
] as const;
const PARTS = [
  "<!--",
  "]]>",
  "<![CDATA[",
  "</style>",
  "' onmouseover='globalThis.ran = true",
  '"><b>',
] as const;
const MARKS = ["&lt;b&gt; &amp; &#60;", "a|b", "a\\|b", "\\", "`", "``` <i>", "::", "a::b", "", " "] as const;
const ACTIVE = ["one\ntwo\r\nthree", "\u0000\u0007\u001B[31mred\u001B[0m\u009B", "\u202Egnp.exe"] as const;
const BROKEN = ["\u2028\u2029\u0085", "\uD800", "\uDC00\uFFFE\uFFFF", "__proto__", "constructor"] as const;
const LINKS = "[x](javascript:alert(1)) ![y](http://example.com/z.png) http://example.com @all #1";
export const HOSTILE = [
  ...MARKUP,
  ...PARTS,
  ...MARKS,
  ...ACTIVE,
  ...BROKEN,
  LINKS,
  "💥 ünïcödé 日本語",
] as const;

const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 3 }).map((parts) => parts.join("")),
);

const LETTERS = "abcdefgh".split("");
const letter = fc.constantFrom(...LETTERS);
const value = fc.oneof(
  fc.constantFrom(null, SECRET, true, 0, -1.5),
  letter,
  fc.array(letter, { maxLength: 6 }),
  fc.tuple(letter, letter).map((pair) => Object.fromEntries([pair])),
);

/** A report in which letters stand for words. */
const shape = fc.record({
  compared: listOf({ urn: letter, id: letter }),
  notCompared: listOf({ urn: letter, id: letter, reason: letter }),
  changed: listOf({ urn: letter, id: letter, path: letter, declared: value, live: value }),
  missing: listOf({ urn: letter, id: letter, path: letter }, "path"),
  unmanaged: listOf({ server: letter, projectId: letter, id: letter, eventTypeName: letter }, "projectId"),
  duplicates: listOf(
    { server: letter, projectId: letter, ids: fc.uniqueArray(letter, { minLength: 2, maxLength: 4 }) },
    "projectId",
  ),
  unverifiable: listOf({ urn: letter, path: letter }),
  notTaken: listOf({ urn: letter, id: letter, path: letter, declared: value, live: value }),
});

/** @param optional the name of a key that some lack */
function listOf<T>(
  model: { [K in keyof T]: fc.Arbitrary<T[K]> },
  optional?: keyof T & string,
): fc.Arbitrary<T[]> {
  const requiredKeys = (Object.keys(model) as (keyof T & string)[]).filter((name) => name !== optional);
  return fc.array(fc.record(model, { requiredKeys }) as fc.Arbitrary<T>, { maxLength: 4 });
}

function withWords(of: Comparison, words: readonly string[]): DriftReport {
  const wordFor = (text: string): string =>
    (text.length === 1 ? words[LETTERS.indexOf(text)] : undefined) ?? text;
  const spell = (part: unknown): unknown => {
    if (typeof part === "string") return wordFor(part);
    if (Array.isArray(part)) return part.map(spell);
    if (!isPlainObject(part)) return part;
    const { urn, server, ...rest } = part;
    const fields = Object.entries(rest).map(([key, item]) => [wordFor(key), spell(item)]);
    return {
      ...(typeof urn === "string" && { urn: urnOf("AlertConfig", wordFor(urn)) }),
      ...(typeof server === "string" && { server: `https://${wordFor(server)}` }),
      ...Object.fromEntries(fields),
    };
  };
  const [stack = "", one, other] = words;
  const generated = { ...GENERATED, stack, servers: [`https://${one}`, `http://${other}`] };
  return reportAbout(generated, spell(of) as Comparison);
}

const hostileWords = fc.uniqueArray(hostile, { minLength: LETTERS.length, maxLength: LETTERS.length });

/** A report of hostile words. */
export const report: fc.Arbitrary<DriftReport> = fc
  .tuple(shape, hostileWords)
  .map(([of, words]) => withWords(of, words));

/** The same report twice: of hostile words, and of harmless ones. */
export const twins: fc.Arbitrary<readonly [hostile: DriftReport, harmless: DriftReport]> = fc
  .tuple(shape, hostileWords)
  .map(([of, words]) => [withWords(of, words), withWords(of, LETTERS)]);

/** Checks any report. */
export const forAnyReport = (check: (found: DriftReport) => void): void =>
  fc.assert(fc.property(report, (found) => check(found)));
