/** The report of a part of the benchmark, as data for the formatters. */

export interface Report {
  /** The base name of the files in `bench/results`. */
  readonly part: string;
  readonly title: string;
  /** How it was measured, one sentence each. */
  readonly notes: string[];
  readonly tables: Table[];
  readonly charts: Chart[];
  readonly targets: Target[];
  /** The raw measurements for the JSON file. */
  readonly measurements: unknown[];
}

export interface Table {
  readonly title: string;
  readonly columns: string[];
  readonly rows: string[][];
}

export interface Chart {
  /** The name of its file without `.svg`. */
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
  /** Fewer rounds and smaller N; only checks that the part works. */
  readonly quick: boolean;
  /** Logs progress. */
  readonly say: (line: string) => void;
}

/** The module of a part of the benchmark. */
export interface Part {
  run(options: RunOptions): Promise<Report>;
}
