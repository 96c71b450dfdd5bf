/** Parts of generated TypeScript. */

const WIDTH = 130;

/** The first line of a generated file. @param source the file that it is generated from */
export function header(source: string): string {
  return `/** Generated from \`${source}\` by \`npm run generate\`: change that. */\n`;
}

/** A text with the role that it takes. */
export function withRole(text: string, role: string | undefined): string {
  return role === undefined ? text : `${text}\n\nRequired role of the API key: ${role}`;
}

/** A comment of documentation. @param tags whole lines */
export function comment(text: string, tags: readonly string[] = [], indent = ""): string {
  const single = `${indent}/** ${text} */\n`;
  if (tags.length === 0 && single.length <= WIDTH + 1) return single;
  const width = WIDTH - indent.length - 3;
  const lines = [...text.split("\n").flatMap((line) => wrapped(line, width)), ...tags];
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */\n`].join(
    "\n",
  );
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

/**
 * The imports of the types that code names.
 * @param own the names that the file has itself
 */
export function importsOf(
  code: string,
  fileOf: (name: string) => string | undefined,
  own: ReadonlySet<string>,
): string {
  const withoutText = code.replace(/\/\*\*[\s\S]*?\*\/|"[^"\n]*"/g, "");
  const names = new Set(withoutText.match(/\b[A-Z]\w+/g) ?? []);
  const byFile = new Map<string, string[]>();
  for (const name of [...names].filter((each) => !own.has(each)).sort()) {
    const file = fileOf(name);
    if (file !== undefined) byFile.set(file, [...(byFile.get(file) ?? []), name]);
  }
  return [...byFile]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, list]) => `import type { ${list.join(", ")} } from "${file}";\n`)
    .join("");
}
