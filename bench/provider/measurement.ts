/** The measurements of the subjects. */

export const SUBJECTS = ["classes", "plugin", "floor", "by hand", "curl"] as const;
export type Subject = (typeof SUBJECTS)[number];

export const STEPS = ["up", "no-op up", "refresh", "destroy"] as const;
export type Step = (typeof STEPS)[number];

/** The number of alert configurations and the latency of the service. */
export interface Cell {
  readonly n: number;
  /** The delay of each response in milliseconds. */
  readonly latencyMs: number;
}

/** A service that has only what the subjects create. */
export interface Service {
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** The projects, which get the alert configurations in turn. */
  readonly projectIds: readonly string[];
}

/** The figures of a step. */
export interface Figures {
  readonly seconds: number;
  /** The mean size of a resource in the state after the step. */
  readonly stateBytes?: number;
}

export interface Measurement extends Cell, Figures {
  readonly subject: Subject;
  readonly step: Step;
  /** Measurements of a round are taken one after the other. */
  readonly round: number;
  /** Requests without those that got a challenge. */
  readonly requests: number;
  readonly challenges: number;
}

/** A prepared subject, which runs one step after the other. */
export interface Stepper {
  readonly subject: Subject;
  /** `undefined` for a step that the subject does not support. */
  run(step: Step): Promise<Figures | undefined>;
  close(): Promise<void>;
}
