/** Reports of drift: an example with every kind of finding, and random ones full of hostile text. */

import * as fc from "fast-check";
import type { DriftReport } from "../../../../src/cli/drift/report";
import { type Findings, SECRET } from "../../../../src/core/drift-report";
import { reportOf as reportAbout } from "../../../../src/cli/drift/report";

export function urnOf(type: string, name: string): string {
  return `urn:pulumi:prod::shop::pulumi-nodejs:dynamic/opsmanager:${type}::${name}`;
}

export const GENERATED = {
  at: "2026-11-23T10:00:00.000Z",
  stack: "shop/prod",
  servers: ["https://ops-manager.example.com:8443"],
  package: "0.1.0",
};

export function reportOf(managed: number, findings: Findings): DriftReport {
  return reportAbout(GENERATED, managed, findings);
}

export const EMPTY = reportOf(7, {
  changed: [],
  missing: [],
  unmanaged: [],
  duplicates: [],
  unverifiable: [],
});

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
    { projectId: "p1", id: "a7", eventTypeName: "NO_PRIMARY" },
    { projectId: "p2", id: "a8", eventTypeName: "HOST_DOWN" },
    { projectId: "p1", id: "a9", eventTypeName: "HOST_DOWN" },
  ],
  duplicates: [{ projectId: "p1", ids: ["a1", "a9"] }],
  unverifiable: [{ urn: urnOf("AlertConfig", "host-down"), path: "notifications[1].serviceKey" }],
});

/** Text that means something to a browser, an XML parser, a Markdown renderer or a terminal. */
export const HOSTILE = [
  '</script><img src=x onerror="globalThis.ran = true">',
  "<script>globalThis.ran = true</script>",
  "<!--",
  "]]>",
  "<![CDATA[",
  "</style>",
  "' onmouseover='globalThis.ran = true",
  '"><b>',
  "&lt;b&gt; &amp; &#60;",
  "a|b",
  "a\\|b",
  "\\",
  "`",
  "``` <i>",
  "one\ntwo\r\nthree",
  "\u0000\u0007\u001B[31mred\u001B[0m\u009B",
  "\u202Egnp.exe",
  "\u2028\u2029\u0085",
  "\uD800",
  "\uDC00\uFFFE\uFFFF",
  "::",
  "a::b",
  "__proto__",
  "constructor",
  "",
  " ",
  "[x](javascript:alert(1)) ![y](http://example.com/z.png) http://example.com @all #1",
  "💥 ünïcödé 日本語",
] as const;

const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 3 }).map((parts) => parts.join("")),
);

const WORDS = 8;

/** A report in which numbers stand for words. */
const shape = fc.record({
  managed: fc.nat(),
  changed: listOf({ urn: word(), id: word(), path: word(), declared: value(), live: value() }),
  missing: listOf({ urn: word(), id: word() }),
  unmanaged: listOf({ projectId: word(), id: word(), eventTypeName: word() }),
  duplicates: listOf({ projectId: word(), ids: fc.uniqueArray(word(), { minLength: 2, maxLength: 4 }) }),
  unverifiable: listOf({ urn: word(), path: word() }),
});

type Shape = typeof shape extends fc.Arbitrary<infer S> ? S : never;

function listOf<T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T[]> {
  return fc.array(fc.record(model) as fc.Arbitrary<T>, { maxLength: 4 });
}

function word(): fc.Arbitrary<number> {
  return fc.nat({ max: WORDS - 1 });
}

/** A value, made of words. */
function value(): fc.Arbitrary<(wordAt: (index: number) => string) => unknown> {
  return fc.oneof(
    fc.constantFrom(null, SECRET, true, 0, -1.5).map((fixed) => () => fixed),
    word().map((index) => (wordAt: (index: number) => string) => wordAt(index)),
    fc
      .array(word(), { maxLength: 6 })
      .map((indexes) => (wordAt: (index: number) => string) => indexes.map(wordAt)),
    fc.tuple(word(), word()).map(
      ([key, index]) =>
        (wordAt: (index: number) => string) =>
          Object.fromEntries([[wordAt(key), wordAt(index)]]),
    ),
  );
}

function withWords(of: Shape, words: readonly string[]): DriftReport {
  const wordAt = (index: number): string => words[index] ?? "";
  const urnAt = (index: number): string => urnOf("AlertConfig", wordAt(index));
  const generated = {
    ...GENERATED,
    stack: wordAt(0),
    servers: [`https://${wordAt(1)}`, `http://${wordAt(2)}`],
  };
  return reportAbout(generated, of.managed, {
    changed: of.changed.map(({ urn, id, path, declared, live }) => ({
      urn: urnAt(urn),
      id: wordAt(id),
      path: wordAt(path),
      declared: declared(wordAt),
      live: live(wordAt),
    })),
    missing: of.missing.map(({ urn, id }) => ({ urn: urnAt(urn), id: wordAt(id) })),
    unmanaged: of.unmanaged.map(({ projectId, id, eventTypeName }) => ({
      projectId: wordAt(projectId),
      id: wordAt(id),
      eventTypeName: wordAt(eventTypeName),
    })),
    duplicates: of.duplicates.map(({ projectId, ids }) => ({
      projectId: wordAt(projectId),
      ids: ids.map(wordAt),
    })),
    unverifiable: of.unverifiable.map(({ urn, path }) => ({ urn: urnAt(urn), path: wordAt(path) })),
  });
}

const hostileWords = fc.uniqueArray(hostile, { minLength: WORDS, maxLength: WORDS });

/** A report of hostile words. */
export const report: fc.Arbitrary<DriftReport> = fc
  .tuple(shape, hostileWords)
  .map(([of, words]) => withWords(of, words));

/** The same report twice: of hostile words, and of harmless ones. */
export const twins: fc.Arbitrary<readonly [hostile: DriftReport, harmless: DriftReport]> = fc
  .tuple(shape, hostileWords)
  .map(([of, words]) => [withWords(of, words), withWords(of, "abcdefgh".split(""))]);
