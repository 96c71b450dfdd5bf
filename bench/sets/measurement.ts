/** The measurements of the subjects. */

import type { Step } from "../provider/measurement";
import type { StateSize } from "../provider/with-pulumi";
import type { Traffic } from "./service";

/** `sets` and `plugin sets`: one resource for each project; `single`: one for each alert configuration; `floor`: the same without requests. */
export const SUBJECTS = ["sets", "plugin sets", "single", "floor", "curl"] as const;
export type Subject = (typeof SUBJECTS)[number];

/** What is created, and how the engine runs. */
export interface Cell {
  /** The number of alert configurations. */
  readonly n: number;
  /** The number of projects that share them. */
  readonly projects: number;
  /** Whether the engine writes the state only at the end, with PULUMI_SKIP_CHECKPOINTS. */
  readonly skipsCheckpoints: boolean;
}

export interface Measurement extends Cell, Traffic {
  readonly subject: Subject;
  readonly step: Step;
  readonly round: number;
  readonly seconds: number;
  /** After `up`. */
  readonly state?: StateSize;
}
