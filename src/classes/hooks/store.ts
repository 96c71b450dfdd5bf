/** What the classes of stores pass to the engine. */

import * as pulumi from "@pulumi/pulumi";
import { FIELDS_WITH_SECRETS, S3_SNAPSHOT_STORE } from "../../fields/store";
import type { Fields } from "../../fields/table";
import type { PlainObject } from "../../json";
import { isPlainObject, mapValues, pick } from "../../json";
import { secretIfGiven } from "../../program/arguments";
import type { ClassData, Constructed } from "../../program/registration";
import { registrationOf as standard } from "../../program/registration";
import type { Registration } from "../../program/resource";
import { isLookUp } from "../../program/resource";

/** Names the store after its resource, and marks its secrets. */
export function registrationOf(
  data: ClassData,
  { name, args, options }: Constructed<{ readonly storeId?: pulumi.Input<string | undefined> }>,
): Registration {
  const storeId = args.storeId ?? (isLookUp(options) ? undefined : name);
  return {
    ...standard(data, { ...args, storeId }),
    inputs: { ...withMarkedSecrets(S3_SNAPSHOT_STORE, args), storeId },
    // The secrets as the program declares them: `check` compares them with what a resource transform made of them.
    run: { sealed: pulumi.secret(pick<PlainObject, string>({ ...args }, FIELDS_WITH_SECRETS)) },
  };
}

/** Marks the secret arguments, also those of an object. */
function withMarkedSecrets(fields: Fields, args: object): PlainObject {
  return mapValues({ ...args }, (value: unknown, name: string) => {
    const { secret, type } = fields[name] ?? {};
    if (secret === true) return secretIfGiven(value);
    if (value === undefined || typeof type !== "object" || !("object" in type)) return value;
    return pulumi.output(value).apply((known) =>
      // `check` reports a value that is not an object.
      isPlainObject(known) ? withMarkedSecrets(type.object, known) : known,
    );
  });
}
