/** Pulumi's output, without what a reader of the demo does not need. */

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
 * The lines that tell what happens to the resources, and the outputs of the stack. Of a diff the properties of
 * what is created or deleted as a whole are left out, and a type is followed by the name of its resource.
 */
export function readable(output: string): string[] {
  const lines = output.split("\n").map((line) => line.trimEnd());
  const kept: string[] = [];
  let isWhole = false;
  let isOutputOnly = false;
  lines.forEach((line, index) => {
    const header = headerOf(line, lines.slice(index + 1, index + 3));
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

/** `~ AlertConfig: (update)` and the URN below it as `~ AlertConfig replication-lag (update)`. */
function headerOf(line: string, below: readonly string[]): string | undefined {
  const [, indent, sign, type, action] =
    /^( *)([-+~]+) pulumi-nodejs:dynamic\/opsmanager:(\w+): \((\w+)\)$/.exec(line) ?? [];
  if (indent === undefined) return undefined;
  const name = below
    .map((candidate) => /^\s+\[urn=.*::(.+)\]$/.exec(candidate)?.[1])
    .find((found) => found !== undefined);
  return `${indent}${sign} ${type} ${name ?? ""} (${action})`;
}
