/** The argument that all functions share. */

/** What every function takes beside its own arguments. */
export interface FunctionArgs {
  /** The name of a connection other than the default one. */
  connection?: string | undefined;
}
