/** A server that keeps the states of Pulumi. */
export interface BackendServer {
  /** The variables with which Pulumi finds it. */
  readonly env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}
