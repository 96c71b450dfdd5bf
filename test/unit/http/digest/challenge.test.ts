import assert from "node:assert/strict";
import * as fc from "fast-check";
import {
  ChallengeSyntaxError,
  parseAuthenticationInfo,
  parseChallenges,
} from "../../../../src/http/digest/challenge";
import { runs } from "../../../support/runs";

type Flat = [scheme: string, params: Record<string, string>];

function flat(header: string | string[]): Flat[] {
  return parseChallenges(header).map(({ scheme, params }) => [scheme, Object.fromEntries(params)]);
}

describe("parseChallenges", () => {
  const good: [what: string, header: string | string[], expected: Flat[]][] = [
    ["an empty header", "", []],
    ["only empty list elements", " , ,, ", []],
    ["a scheme alone", "Negotiate", [["negotiate", {}]]],
    [
      "a scheme alone, before another",
      "Negotiate, Basic realm=x",
      [
        ["negotiate", {}],
        ["basic", { realm: "x" }],
      ],
    ],
    [
      "a scheme followed by a space",
      "Negotiate , NTLM ",
      [
        ["negotiate", {}],
        ["ntlm", {}],
      ],
    ],
    ["one parameter", 'Basic realm="a b"', [["basic", { realm: "a b" }]]],
    [
      "the challenge of the service",
      'Digest realm="MMS Public API", domain="", nonce="kWVA9Ciu7lNaN5QdjPe8kxPMReVjbt+B", algorithm=MD5, op="auth", stale=false',
      [
        [
          "digest",
          {
            realm: "MMS Public API",
            domain: "",
            nonce: "kWVA9Ciu7lNaN5QdjPe8kxPMReVjbt+B",
            algorithm: "MD5",
            op: "auth",
            stale: "false",
          },
        ],
      ],
    ],
    ["names and schemes in any case", 'DIGEST Realm="X", NONCE=y', [["digest", { realm: "X", nonce: "y" }]]],
    [
      "white space around the equals sign",
      'Digest realm \t=  "x" , nonce= y',
      [["digest", { realm: "x", nonce: "y" }]],
    ],
    [
      "no space behind commas",
      'Digest realm="x",nonce=y,Basic realm=z',
      [
        ["digest", { realm: "x", nonce: "y" }],
        ["basic", { realm: "z" }],
      ],
    ],
    ["empty list elements", ',Digest realm="x",, , nonce=y,,', [["digest", { realm: "x", nonce: "y" }]]],
    ["escapes", String.raw`Digest realm="a\"b\\c\d"`, [["digest", { realm: String.raw`a"b\cd` }]]],
    [
      "commas and schemes inside quotes",
      'Digest realm="a, Basic realm=b", nonce=y',
      [["digest", { realm: "a, Basic realm=b", nonce: "y" }]],
    ],
    ["unknown parameters", 'Digest x-new="1", realm=r', [["digest", { "x-new": "1", realm: "r" }]]],
    [
      "a parameter called __proto__",
      "Digest __proto__=evil, realm=r",
      [
        [
          "digest",
          Object.fromEntries([
            ["__proto__", "evil"],
            ["realm", "r"],
          ]),
        ],
      ],
    ],
    [
      "a token68",
      "Negotiate YIIJvwYGKwYBBQUCoIIJszCC==, Digest realm=r",
      [
        ["negotiate", {}],
        ["digest", { realm: "r" }],
      ],
    ],
    ["a token68 without padding", "NTLM TlRMTVNTUAACAAAA", [["ntlm", {}]]],
    [
      "a token68 with one equals sign",
      "Bearer abc= , Basic realm=r",
      [
        ["bearer", {}],
        ["basic", { realm: "r" }],
      ],
    ],
    [
      "a token68 at the end",
      "Basic realm=r, Negotiate abc/+~",
      [
        ["basic", { realm: "r" }],
        ["negotiate", {}],
      ],
    ],
    [
      "three challenges in one header",
      'Basic realm="r", Digest realm="r", nonce="n", algorithm=SHA-256, Digest realm="r", nonce="n", algorithm=MD5',
      [
        ["basic", { realm: "r" }],
        ["digest", { realm: "r", nonce: "n", algorithm: "SHA-256" }],
        ["digest", { realm: "r", nonce: "n", algorithm: "MD5" }],
      ],
    ],
    [
      "several headers",
      ["Basic realm=a", 'Digest realm="b", nonce=c'],
      [
        ["basic", { realm: "a" }],
        ["digest", { realm: "b", nonce: "c" }],
      ],
    ],
    [
      "the same parameter in two challenges",
      "Digest realm=a, Digest realm=b",
      [
        ["digest", { realm: "a" }],
        ["digest", { realm: "b" }],
      ],
    ],
    ["letters beyond ASCII", 'Digest realm="J\u00e4s"', [["digest", { realm: "J\u00e4s" }]]],
    ["an empty quoted string", 'Digest opaque=""', [["digest", { opaque: "" }]]],
  ];
  for (const [what, header, expected] of good) {
    it(`reads ${what}`, () => assert.deepEqual(flat(header), expected));
  }

  const bad: [what: string, header: string | string[], message: RegExp][] = [
    ["a repeated parameter", "Digest realm=a, nonce=b, Realm=c", /the parameter realm occurs twice/],
    ["an open quote", 'Digest realm="abc', /unexpected text at position 13/],
    ["a quote that is escaped", String.raw`Digest realm="abc\"`, /unexpected text/],
    ["a value that is missing", "Digest realm=a, nonce=", /unexpected text/],
    ["two values in a row", 'Digest realm="a" "b"', /unexpected text/],
    ["text after a quoted value", 'Digest realm="a"b', /unexpected text/],
    ["parameters without a comma", "Digest realm=a nonce=b", /unexpected text/],
    ["a parameter without a scheme", "=x", /unexpected text at position 0/],
    ["a quoted scheme", '"Digest" realm=a', /unexpected text at position 0/],
    ["a vertical tab", 'Digest realm="a\u000bb"', /a value contains a control character/],
    ["a line break in a value", 'Digest realm="a\r\nX-Evil: 1"', /a value contains a control character/],
    ["an escaped line break", 'Digest realm="a\\\nb"', /a value contains a control character/],
    ["a DEL", 'Digest realm="a\u007f"', /a value contains a control character/],
    ["a value above 4 KiB", `Digest realm="${"x".repeat(4097)}"`, /a value is too long/],
    ["a header above 16 KiB", `Digest realm=r${", a".repeat(6000)}`, /the header is too long/],
    [
      "headers above 16 KiB together",
      [
        `Digest realm="${"x".repeat(4000)}"`,
        ..."abcd".split("").map((name) => `Basic ${name}="${"x".repeat(4000)}"`),
      ],
      /the header is too long/,
    ],
  ];
  for (const [what, header, message] of bad) {
    it(`refuses ${what}`, () =>
      assert.throws(
        () => parseChallenges(header),
        (error) => error instanceof ChallengeSyntaxError && message.test(error.message),
      ));
  }

  it("accepts values of 4 KiB", () =>
    assert.equal(
      parseChallenges(`Digest realm="${"x".repeat(4096)}"`)[0]?.params.get("realm")?.length,
      4096,
    ));

  const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/);
  // eslint-disable-next-line no-control-regex -- excludes refused characters
  const isPrintable = (text: string): boolean => !/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text);
  const value = fc.string({ unit: "binary-ascii", maxLength: 30 }).filter(isPrintable);
  const challenge = fc.record({
    scheme: token,
    params: fc.uniqueArray(fc.tuple(token, value), {
      selector: ([name]) => name.toLowerCase(),
      minLength: 1,
      maxLength: 5,
    }),
  });
  const quote = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&")}"`;

  it("parses every header that follows the grammar", () => {
    fc.assert(
      fc.property(
        fc.array(challenge, { minLength: 1, maxLength: 3 }),
        fc.constantFrom("=", " = ", "\t="),
        fc.constantFrom(", ", ",", " , ", ",, "),
        (challenges, equals, comma) => {
          const header = challenges
            .map(
              ({ scheme, params }) =>
                `${scheme} ${params.map(([name, text]) => name + equals + quote(text)).join(comma)}`,
            )
            .join(comma);
          assert.deepEqual(
            flat(header),
            challenges.map(({ scheme, params }) => [
              scheme.toLowerCase(),
              Object.fromEntries(params.map(([name, text]) => [name.toLowerCase(), text])),
            ]),
          );
        },
      ),
    );
  });

  it("returns challenges or throws a syntax error for any text", () => {
    const piece = fc.constantFrom(
      "Digest",
      "realm",
      "=",
      '"',
      "\\",
      ",",
      " ",
      "\t",
      "==",
      "a",
      "\n",
      "Basic ",
      "é",
    );
    const noise = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(noise, (header) => {
        try {
          for (const { scheme, params } of parseChallenges(header)) {
            assert.equal(scheme, scheme.toLowerCase());
            assert.ok(params instanceof Map);
          }
        } catch (error) {
          assert.ok(error instanceof ChallengeSyntaxError, String(error));
        }
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe("parseAuthenticationInfo", () => {
  const cases: [header: string | undefined, expected: Record<string, string>][] = [
    [
      'rspauth="abc", cnonce="c", nc=00000001, qop=auth',
      { rspauth: "abc", cnonce: "c", nc: "00000001", qop: "auth" },
    ],
    ['NextNonce="a+b=="', { nextnonce: "a+b==" }],
    [undefined, {}],
    ["", {}],
    ['nextnonce="open', {}],
    ["nextnonce=a, nextnonce=b", {}],
  ];
  for (const [header, expected] of cases) {
    it(`reads ${String(header)}`, () =>
      assert.deepEqual(Object.fromEntries(parseAuthenticationInfo(header)), expected));
  }
});
