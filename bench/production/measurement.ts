/** The measurements: one stack on several backends, and many projects in one stack or in many. */

/** `single`: an AlertConfig for each alert configuration; `sets`: an AlertConfigSet for each project. */
export const SUBJECTS = ["single", "sets"] as const;
export type Subject = (typeof SUBJECTS)[number];

export const BACKENDS = ["file", "PostgreSQL", "S3"] as const;
export type Backend = (typeof BACKENDS)[number];

/** The `up` of alert configurations. */
export interface Cell {
  readonly subject: Subject;
  readonly backend: Backend;
  /** The number of alert configurations in all stacks together. */
  readonly n: number;
  /** The number of projects in all stacks together. */
  readonly projects: number;
  readonly stacks: number;
  /** Whether the engine writes the state only at the end, with PULUMI_SKIP_CHECKPOINTS. */
  readonly skipsCheckpoints: boolean;
}

export interface Measurement extends Cell {
  /** From the start of the first stack to the end of the last. */
  readonly seconds: number;
  /** The size of the states of all stacks. */
  readonly stateBytes: number;
}
