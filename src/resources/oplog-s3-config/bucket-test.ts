/** The service tests the bucket at every write of a store: what a failing test says, and when it is tried again. */

import type { Context, Inputs } from "../../core/behaviour";
import { isApiError } from "../../errors";

/** Which argument a refusal speaks of, and what to do (Ops Manager documentation, "Error codes"). */
const REFUSALS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    BACKUP_MONGO_CONNECTION_FAILED:
      "uri: the service cannot reach the metadata database. Check hosts, user and password of the connection string, which is secret and not shown.",
    BACKUP_S3_CONNECTION_FAILED:
      "s3BucketEndpoint: the service cannot reach it. Check the URL, customCertificates, and disableProxyS3 if the service uses a proxy.",
    BACKUP_S3_TOS_NOT_ACCEPTED:
      "acceptedTos: the service wants the terms of service accepted; set it to true.",
  }),
);

/** How often, and after which pause, a bucket is tested again that failed the service's test. */
const VALIDATIONS = 3;
const VALIDATION_PAUSE_MS = 5_000;

/** The service tests the bucket at every write, and the first test after a change may fail for a moment. */
export async function validated<T>(context: Context, inputs: Inputs, write: () => Promise<T>): Promise<T> {
  const bucket = `the bucket ${JSON.stringify(inputs["s3BucketName"])} at ${String(inputs["s3BucketEndpoint"])}`;
  for (let validation = 1; ; validation++) {
    try {
      return await write();
    } catch (error) {
      if (!isApiError(error)) throw error;
      const advice = REFUSALS.get(error.errorCode ?? "");
      if (advice !== undefined) throw new Error(`${advice} (${error.message})`, { cause: error });
      if (!/^BACKUP[-_]S3[-_]VALIDATION_FAILED$/.test(error.errorCode ?? "")) throw error;
      if (validation === VALIDATIONS) {
        throw new Error(
          `s3BucketName: the service cannot use ${bucket}, after ${VALIDATIONS} tests of writing, reading and deleting there. ` +
            `Check the name, the endpoint, the keys and their rights. (${error.message})`,
          { cause: error },
        );
      }
      context.say(
        `The service could not use ${bucket} yet; it is asked again in ${VALIDATION_PAUSE_MS / 1000} s.`,
      );
      await context.pause(VALIDATION_PAUSE_MS);
    }
  }
}
