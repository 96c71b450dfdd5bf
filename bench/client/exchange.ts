/** The messages between the processes of the measurement, and the exchange that is measured. */

/** A port of the server, without Digest or with it. */
export type Door = "open" | "MD5" | "SHA-256";

export const PROJECT = "60a2b7c9e4b0c5571d3f8e12";
export const PATH = `/api/public/v1.0/groups/${PROJECT}/automationConfig/auditLogRotateConfig`;

/** The response to every request, as small as those of the service. */
export const ANSWER = {
  sizeThresholdMB: 1000,
  timeThresholdHrs: 24,
  numUncompressed: 5,
  percentOfDiskspace: 0.4,
  numTotal: 10,
};

/** A client under load. */
export interface Caller {
  /** `worker` is the number of the caller, from 0. */
  get(worker: number): Promise<unknown>;
  close(): Promise<void>;
}

export type ServerQuestion = "ports" | "take";

export interface ServerAnswer {
  readonly requests: number;
  readonly challenges: number;
  /** The share of one core that the server took. */
  readonly busy: number;
}

export type LoadQuestion =
  | { readonly do: "open"; readonly subject: string; readonly port: number; readonly concurrency: number }
  | { readonly do: "run"; readonly seconds: number }
  | { readonly do: "close" };

export interface LoadAnswer {
  readonly requests: number;
  readonly seconds: number;
  /** Processor time of the load process. */
  readonly cpuSeconds: number;
}
