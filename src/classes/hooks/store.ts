/** What the classes of stores pass to the engine. */

import type * as pulumi from "@pulumi/pulumi";
import type { ClassData, Constructed } from "../../program/registration";
import { registrationOf as standard } from "../../program/registration";
import type { Registration } from "../../program/resource";
import { isLookUp } from "../../program/resource";

/** Names the store after its resource. */
export function registrationOf(
  data: ClassData,
  { name, args, options }: Constructed<{ readonly storeId?: pulumi.Input<string | undefined> }>,
): Registration {
  const storeId = args.storeId ?? (isLookUp(options) ? undefined : name);
  return standard(data, { ...args, storeId });
}
