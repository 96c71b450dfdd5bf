/** What is measured of each subject. */

export const SUBJECTS = ["ours", "floor", "by hand", "curl"] as const;
export type Subject = (typeof SUBJECTS)[number];

export const STEPS = ["up", "no-op up", "refresh", "destroy"] as const;
export type Step = (typeof STEPS)[number];

/** How many alert configurations, and how slow the service is. */
export interface Cell {
  readonly n: number;
  /** Milliseconds that each answer of the service is late. */
  readonly latencyMs: number;
}

/** What a subject tells of a step. */
export interface Figures {
  readonly seconds: number;
  /** Of the provider process. */
  readonly peakMb?: number | undefined;
  /** Of a resource in the state, after the step. */
  readonly stateBytes?: number;
}

export interface Measurement extends Cell, Figures {
  readonly subject: Subject;
  readonly step: Step;
  /** Measurements of one round were taken one after the other. */
  readonly round: number;
  /** Requests that the service did not answer with a challenge. */
  readonly requests: number;
  readonly challenges: number;
}

/** A subject that has what it needs, and takes one step after the other. */
export interface Stepper {
  readonly subject: Subject;
  /** `undefined` for a step that the subject does not know. */
  run(step: Step): Promise<Figures | undefined>;
  close(): Promise<void>;
}
