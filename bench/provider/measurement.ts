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

export interface Measurement extends Cell {
  readonly subject: Subject;
  readonly step: Step;
  readonly round: number;
  readonly seconds: number;
  /** Requests that the service did not answer with a challenge. */
  readonly requests: number;
  readonly challenges: number;
  /** Of the provider process. */
  readonly peakMb?: number | undefined;
  /** Of a resource in the state, after the step. */
  readonly stateBytes?: number | undefined;
}
