import assert from "node:assert/strict";
import * as fc from "fast-check";
import { parseChallenges, parseNextNonce } from "../../../../src/http/digest/challenge";

/** The challenges as `scheme {"name":"value"}`, separated by `; `. */
const flat = (header: string | string[]): string =>
  parseChallenges(header)
    .map(({ scheme, params }) => `${scheme} ${JSON.stringify(Object.fromEntries(params))}`)
    .join("; ");

const NONCE = "kWVA9Ciu7lNaN5QdjPe8kxPMReVjbt+B";
const SERVICE = `Digest realm="MMS Public API", domain="", nonce="${NONCE}", algorithm=MD5, op="auth", stale=false`;
const READ = `{"realm":"MMS Public API","domain":"","nonce":"${NONCE}","algorithm":"MD5","op":"auth","stale":"false"}`;
const R = '"realm":"r"';
const THREE = 'Basic realm="r", Digest realm="r", algorithm=SHA-256, Digest realm="r", algorithm=MD5';

const READ_THREE = `basic {${R}}; digest {${R},"algorithm":"SHA-256"}; digest {${R},"algorithm":"MD5"}`;

describe("parseChallenges", () => {
  const good: [what: string, header: string | string[], expected: string][] = [
    ["an empty header", "", ""],
    ["only empty list elements", " , ,, ", ""],
    ["a scheme alone", "Negotiate", "negotiate {}"],
    ["a scheme followed by a space", "Negotiate , NTLM ", "negotiate {}; ntlm {}"],
    ["the challenge of the service", SERVICE, `digest ${READ}`],
    ["escapes", String.raw`Digest realm="a\"b\\c\d"`, String.raw`digest {"realm":"a\"b\\cd"}`],
    ["schemes inside quotes", 'Digest a="b, Basic c=d", e=f', 'digest {"a":"b, Basic c=d","e":"f"}'],
    ["the name __proto__", "Digest __proto__=evil, a=r", 'digest {"__proto__":"evil","a":"r"}'],
    ["a token68", "Negotiate YIIJ+/CC==, Digest realm=r", 'negotiate {}; digest {"realm":"r"}'],
    ["a token68 with one equals sign", "Bearer abc= , Basic realm=r", 'bearer {}; basic {"realm":"r"}'],
    ["a token68 at the end", "Basic realm=r, Negotiate abc/+~", 'basic {"realm":"r"}; negotiate {}'],
    ["three in one header", THREE, READ_THREE],
    ["several headers", ["Basic a=b", 'Digest c="d", e=f'], 'basic {"a":"b"}; digest {"c":"d","e":"f"}'],
    ["a parameter of two challenges", "Digest a=b, Digest a=c", 'digest {"a":"b"}; digest {"a":"c"}'],
  ];
  for (const [what, header, expected] of good)
    it(`reads ${what}`, () => assert.equal(flat(header), expected));

  const five = Array.from("abcde", (x) => `Basic ${x}="${"x".repeat(4000)}"`);
  const bad: [what: string, header: string | string[], message: RegExp][] = [
    ["a repeated parameter", "Digest realm=a, nonce=b, Realm=c", /the parameter realm occurs twice/],
    ["an open quote", 'Basic a=b, Digest realm="abc', /unexpected text at position 11/],
    ["a quote that is escaped", String.raw`Digest realm="abc\"`, /unexpected text/],
    ["a value that is missing", "Digest realm=a, nonce=", /unexpected text/],
    ["parameters without a comma", "Digest realm=a nonce=b", /unexpected text/],
    ["a parameter without a scheme", "=x", /unexpected text at position 0/],
    ["a quoted scheme", '"Digest" realm=a', /unexpected text at position 0/],
    ["a vertical tab", 'Digest realm="a\u000bb"', /a value contains a control character/],
    ["a line break in a value", 'Digest realm="a\r\nX-Evil: 1"', /a value contains a control character/],
    ["a DEL", 'Digest realm="a\u007f"', /a value contains a control character/],
    ["a value above 4 KiB", `Digest realm="${"x".repeat(4097)}"`, /a value is too long/],
    ["a header above 16 KiB", `Digest realm=r${", a".repeat(6000)}`, /the header is too long/],
    ["headers above 16 KiB together", five, /the header is too long/],
  ];
  for (const [what, header, message] of bad)
    it(`refuses ${what}`, () => assert.throws(() => parseChallenges(header), message));

  it("accepts values of 4 KiB, and headers of 16 KiB", () => {
    const realm = "x".repeat(4096);
    assert.equal(flat(`Digest realm="${realm}"`), `digest {"realm":"${realm}"}`);
    assert.equal(flat("Basic".padEnd(16_384, ", ")), "basic {}");
  });

  const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/);
  // eslint-disable-next-line no-control-regex -- excludes refused characters
  const isPrintable = (text: string): boolean => !/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text);
  const value = fc.string({ unit: "binary-ascii", maxLength: 30 }).filter(isPrintable);
  const sizes = { minLength: 1, maxLength: 5 };
  const challenge = fc.record({
    scheme: token,
    params: fc.uniqueArray(fc.tuple(token, value), { selector: ([name]) => name.toLowerCase(), ...sizes }),
  });
  const quote = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&")}"`;

  it("parses every header that follows the grammar", () =>
    fc.assert(
      fc.property(
        fc.array(challenge, { minLength: 1, maxLength: 3 }),
        fc.constantFrom("=", " = ", "\t="),
        fc.constantFrom(", ", ",", " , ", ",, "),
        (challenges, equals, comma) => {
          const write = ({ scheme, params }: (typeof challenges)[number]): string =>
            `${scheme} ${params.map(([name, text]) => name + equals + quote(text)).join(comma)}`;
          const header = challenges.map(write).join(comma);
          const expected = challenges.map(({ scheme, params }) => {
            const fields = params.map(([name, text]) => [name.toLowerCase(), text] as const);
            return `${scheme.toLowerCase()} ${JSON.stringify(Object.fromEntries(fields))}`;
          });
          assert.equal(flat(header), expected.join("; "));
        },
      ),
    ));
});

describe("parseNextNonce", () => {
  const cases: [header: string | undefined, expected: string | undefined][] = [
    ['rspauth="abc", nextnonce="n", nc=00000001, qop=auth', "n"],
    ['rspauth="abc", nc=00000001, qop=auth', undefined],
    ['NextNonce="a+b=="', "a+b=="],
    [undefined, undefined],
    ["", undefined],
    ['nextnonce="open', undefined],
    ["nextnonce=a, nextnonce=b", undefined],
  ];
  for (const [header, expected] of cases)
    it(`reads ${String(header)}`, () => assert.equal(parseNextNonce(header), expected));
});
