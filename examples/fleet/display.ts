// Shows the progress: a line for each finished stack, and in a terminal also one for each that is running.

/** Where lines are written; `process.stdout` is one. */
export interface Screen {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface Display {
  started(stack: string): void;
  step(stack: string): void;
  /** Shows the result of a stack. */
  finished(stack: string, result: string): void;
}

export function createDisplay(screen: Screen): Display {
  /** The steps of each running stack so far. */
  const running = new Map<string, number>();
  let shown = 0;

  /** Replaces the lines of the running stacks. */
  function draw(line?: string): void {
    if (screen.isTTY !== true) {
      if (line !== undefined) screen.write(`${line}\n`);
      return;
    }
    const lines = [...running].map(([stack, steps]) => `${stack}: running, ${steps} steps`);
    const up = shown > 0 ? `\u001b[${shown}A\u001b[0J` : "";
    screen.write(up + [...(line === undefined ? [] : [line]), ...lines].map((text) => `${text}\n`).join(""));
    shown = lines.length;
  }

  return {
    started(stack) {
      running.set(stack, 0);
      draw(screen.isTTY === true ? undefined : `${stack}: started`);
    },
    step(stack) {
      running.set(stack, (running.get(stack) ?? 0) + 1);
      draw();
    },
    finished(stack, result) {
      running.delete(stack);
      draw(`${stack}: ${result}`);
    },
  };
}
