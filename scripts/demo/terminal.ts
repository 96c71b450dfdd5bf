/** The output of the demo: headings, colours, a table. */

/** Writes lines in different styles. */
export interface Terminal {
  line(text?: string): void;
  heading(text: string): void;
  /** A less prominent line. */
  faint(text: string): void;
  good(text: string): void;
  bad(text: string): void;
  /** A line of Pulumi, coloured by its sign. */
  change(text: string): void;
}

/** Creates a terminal, with colours only for an interactive stream. */
export function createTerminal(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Terminal {
  const coloured = stream.isTTY && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
  const write = (code: string, text: string): void => {
    stream.write(coloured && text !== "" ? `\u001B[${code}m${text}\u001B[0m\n` : `${text}\n`);
  };
  return {
    line: (text = "") => write("0", text),
    heading: (text) => write("1", text),
    faint: (text) => write("2", text),
    good: (text) => write("32", text),
    bad: (text) => write("31", text),
    change: (text) => write(selectColour(text), text),
  };
}

function selectColour(line: string): string {
  const sign = line.trimStart()[0];
  if (sign === "+") return "32";
  if (sign === "-") return "31";
  return sign === "~" ? "33" : "0";
}

/** Aligns columns; the first one to the left, the others to the right. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(cell.length, widest[column] ?? 0)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("   "),
  );
}
