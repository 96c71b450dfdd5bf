/** How a service may spell what it echoes; written apart from the filter, which undoes the same. */

/** The inverse of each is exact for a whole text. */
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

/** The text with the characters of a class escaped as in JSON. */
export function escapeUnits(text: string, which: RegExp): string {
  return text.replace(which, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Every spelling of a secret, each also inside a JSON text. */
export function spellingsOf(secret: string): string[] {
  const once = Object.entries(ENCODINGS).map(([name, encode]) =>
    // The name of the form's field is no part of the secret.
    name === "form" ? encode(secret).slice("q=".length) : encode(secret),
  );
  return [...new Set([...once, ...once.map((text) => JSON.stringify(text).slice(1, -1))])];
}
