/** Encodings in which a service may echo a secret, implemented independently of the filter that decodes them. */

/** Each encoding can be reversed exactly for a whole text. */
export const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  raw: (text) => text,
  json: (text) => JSON.stringify(text),
  jsonInner: (text) => JSON.stringify(text).slice(1, -1),
  gson: (text) => escapeUnits(JSON.stringify(text), /[=&<>'+]/g),
  slashes: (text) => JSON.stringify(text).replaceAll("/", "\\/"),
  ascii: (text) => escapeUnits(JSON.stringify(text), /[^\x20-\x7e]/g),
  url: encodeURIComponent,
  urlLowerCase: (text) => encodeURIComponent(text).replace(/%../g, (each) => each.toLowerCase()),
  urlAll: (text) => Buffer.from(text).toString("hex").replace(/../g, "%$&"),
  form: (text) => new URLSearchParams({ q: text }).toString(),
  html: (text) =>
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#39;"),
  htmlAll: (text) => text.replace(/[^]/gu, (each) => `&#x${each.codePointAt(0)?.toString(16)};`),
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  hex: (text) => Buffer.from(text).toString("hex"),
};

/** Escapes the matching characters as in JSON. */
export function escapeUnits(text: string, which: RegExp): string {
  return text.replace(which, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Returns a secret in every encoding, each also inside a JSON string. */
export function spellingsOf(secret: string): string[] {
  const once = Object.entries(ENCODINGS).map(([name, encode]) =>
    // The name of the form field is not part of the secret.
    name === "form" ? encode(secret).slice("q=".length) : encode(secret),
  );
  return [...new Set([...once, ...once.map((text) => JSON.stringify(text).slice(1, -1))])];
}
