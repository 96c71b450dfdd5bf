/** The test that the service makes at every write of a store: it connects to the bucket or the deployment. */

import type { Context } from "../../core/definition";
import { isApiError } from "../../errors";
import type { StoreArgs } from "./encoding";

export interface WriteTest {
  /** The argument that a message names. */
  readonly argument: string;
  /** The error code of a test that failed. */
  readonly failed: RegExp;
  /** The longest time from the first test to the last one. */
  readonly seconds: number;
  readonly pauseMs: number;
  /** What is tested, for messages. */
  target(this: void, args: StoreArgs): string;
  /** What to check. */
  readonly advice: string;
}

/** The first test after a change may fail for a moment. */
export const BUCKET_TEST: WriteTest = {
  argument: "s3BucketName",
  failed: /^BACKUP[-_]S3[-_]VALIDATION_FAILED$/,
  seconds: 10,
  pauseMs: 5_000,
  target: ({ s3BucketName, s3BucketEndpoint }) =>
    `the bucket ${JSON.stringify(s3BucketName)} at ${s3BucketEndpoint}`,
  advice:
    "tests of writing, reading and deleting there. Check the name, the endpoint, the keys and their permissions.",
};

/** A replica set that is still starting has no primary. */
export const DEPLOYMENT_TEST: WriteTest = {
  argument: "uri",
  failed: /^BACKUP_MONGO_CONNECTION_FAILED$/,
  seconds: 120,
  pauseMs: 10_000,
  target: () => "the deployment",
  advice: "tests. Check that it is running.",
};

/** Repeats a write whose test fails, within the time limits of the settings. */
export async function withTest<T>(
  { say, pause, settings }: Pick<Context, "say" | "pause" | "settings">,
  test: WriteTest | undefined,
  args: StoreArgs,
  request: () => Promise<T>,
): Promise<T> {
  if (test === undefined) return request();
  const { argument, failed, seconds, pauseMs, advice } = test;
  const limitMs = Math.min(seconds, settings.totalTimeoutSeconds ?? Infinity) * 1_000;
  const most = Math.floor(limitMs / pauseMs) + 1;
  const target = test.target(args);
  for (let count = 1; ; count++) {
    try {
      return await request();
    } catch (error) {
      if (!isApiError(error) || !failed.test(error.errorCode ?? "")) throw error;
      if (count === most) {
        throw new Error(
          `${argument}: the service cannot use ${target}, after ${most} ${advice} (${error.message})`,
          { cause: error },
        );
      }
      say(`The service could not use ${target} yet; trying again in ${pauseMs / 1000} s.`);
      await pause(pauseMs);
    }
  }
}
