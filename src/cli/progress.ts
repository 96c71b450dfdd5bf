/** Shows on a terminal how far a command is. In a pipe it prints nothing. */

export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

export function progressLine(stream: NodeJS.WriteStream): ProgressLine {
  const write = (text: string): void => {
    if (stream.isTTY) stream.write(`\r\u001b[K${text}`);
  };
  return { show: write, clear: () => write("") };
}
