/** The look-up of an existing object by its id. */

import type * as pulumi from "@pulumi/pulumi";

/** Options of a look-up. */
export interface LookUpOptions extends pulumi.CustomResourceOptions {
  /** The name of a connection other than the default one. */
  connection?: string;
}

/** The resource of an existing object, which stays unmanaged: it takes an id in place of its arguments. */
export function lookUp<Resource>(
  type: new (name: string, args: never, options: pulumi.CustomResourceOptions) => Resource,
  name: string,
  id: pulumi.Input<pulumi.ID>,
  { connection, ...options }: LookUpOptions = {},
): Resource {
  return new type(name, { connection } as never, { ...options, id });
}
