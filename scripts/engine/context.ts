/** What every step needs, and what they all lead to. */

/** The ways to an engine, in the order in which they are tried. */
export const allWays = ["path", "cache", "download", "build"] as const;

/** One way to an engine. */
export type Way = (typeof allWays)[number];

/** A usable engine: `pulumi`, its Node.js language host and the launcher of dynamic providers, in one folder. */
export interface Engine {
  /** The folder of the programs, to be put in front of PATH. */
  readonly binDir: string;
  /** What `pulumi version` says, without a leading `v`. */
  readonly version: string;
  /** The way that led to it. */
  readonly source: Way;
}

/** Tells the user something: one short plain line. */
export type Say = (line: string) => void;

/** What every step needs. */
export interface Context {
  /** Pulumi's home folder, where engines are kept. */
  readonly home: string;
  /** The environment of every program that is started. */
  readonly env: NodeJS.ProcessEnv;
  readonly say: Say;
  /** Aborted on Ctrl-C; ends every program and every wait. */
  readonly signal: AbortSignal;
}
