/** What a part of the benchmark tells. Everything is data; how it is shown is the business of the writers. */

export interface Report {
  /** Names the files in `bench/results`. */
  readonly part: string;
  readonly title: string;
  /** How it was measured, a sentence each. */
  readonly notes: string[];
  readonly tables: Table[];
  readonly charts: Chart[];
  readonly targets: Target[];
  /** What was measured, raw, for the JSON file. */
  readonly measurements: unknown[];
}

export interface Table {
  readonly title: string;
  readonly columns: string[];
  readonly rows: string[][];
}

export interface Chart {
  /** The name of its file, without `.svg`. */
  readonly name: string;
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: Series[];
}

export interface Axis {
  readonly title: string;
  readonly log?: boolean;
}

export interface Series {
  readonly name: string;
  readonly points: Point[];
}

/** `low` and `high` are drawn as a bar through the point. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly low?: number;
  readonly high?: number;
}

export interface Target {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
}

export interface RunOptions {
  /** Fewer repeats and smaller N; the numbers only show that the part works. */
  readonly quick: boolean;
  /** Tells what is being done. */
  readonly say: (line: string) => void;
}

/** A part of the benchmark: a module with this. */
export interface Part {
  run(options: RunOptions): Promise<Report>;
}
