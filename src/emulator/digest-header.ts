/** The parameters of an `Authorization: Digest` header, unescaped, by lower-case name. */
export type DigestParameters = Readonly<Partial<Record<string, string>>>;

const PARAMETER =
  /[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))[ \t]*(?:,|$)/y;

/**
 * Parses an `Authorization` header. Gives `undefined` for another scheme and `"malformed"` for a Digest header that
 * breaks the grammar of RFC 9110 or names a parameter twice.
 */
export function parseDigestHeader(header: string): DigestParameters | "malformed" | undefined {
  const scheme = /^digest[ \t]+/i.exec(header);
  if (scheme === null) return undefined;
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = scheme[0].length;
  while (PARAMETER.lastIndex < header.length) {
    const match = PARAMETER.exec(header);
    if (match === null) return "malformed";
    const name = (match[1] ?? "").toLowerCase();
    if (parameters.has(name)) return "malformed";
    parameters.set(name, match[3] ?? (match[2] ?? "").replaceAll(/\\(.)/g, "$1"));
    if (match[0].endsWith(",") && PARAMETER.lastIndex === header.length) return "malformed";
  }
  return Object.fromEntries(parameters);
}
