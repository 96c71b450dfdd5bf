const TYPE = "pulumi-nodejs:dynamic/opsmanager:";
const NOISE = [
  /^@ /,
  /^\s*$/,
  /^(Previewing|Updating|Refreshing|Destroying|Duration)\b/,
  /pulumi:pulumi:Stack/,
  /\b(creating|updating|deleting|refreshing|running) \(\d+s\)/,
  /^\s+\[(id|urn)=/,
  /^The resources in the stack have been deleted/,
  /^If you want to remove the stack completely/,
];

/**
 * Keeps the lines about resources and the outputs of the stack. Properties of created and deleted resources are omitted from a
 * diff, and the name of a resource is added after its type.
 */
export function shortenOutput(output: string): string[] {
  const lines = output.split("\n").map((line) => line.trimEnd());
  const kept: string[] = [];
  let isWhole = false;
  let isOutputOnly = false;
  lines.forEach((line, index) => {
    const header = formatHeader(line, lines.slice(index + 1, index + 3));
    if (header !== undefined) {
      isWhole = /\((create|delete)\)$/.test(header);
      isOutputOnly = false;
      kept.push(header);
      return;
    }
    if (/^(Outputs|Resources|Diagnostics):/.test(line)) isWhole = isOutputOnly = false;
    else if (line.trim() === "--outputs:--") isOutputOnly = true;
    if (isWhole || isOutputOnly || NOISE.some((pattern) => pattern.test(line))) return;
    kept.push(line.replace(TYPE, ""));
  });
  return kept;
}

/** Formats `~ AlertConfig: (update)` and the URN below it as `~ AlertConfig replication-lag (update)`. */
function formatHeader(line: string, below: readonly string[]): string | undefined {
  const [, indent, sign, type, action] =
    /^( *)([-+~]+) pulumi-nodejs:dynamic\/opsmanager:(\w+): \((\w+)\)$/.exec(line) ?? [];
  if (indent === undefined) return undefined;
  const name = below
    .map((candidate) => /^\s+\[urn=.*::(.+)\]$/.exec(candidate)?.[1])
    .find((found) => found !== undefined);
  return `${indent}${sign} ${type} ${name ?? ""} (${action})`;
}
