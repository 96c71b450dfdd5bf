import { startS3 } from "./support/s3";
import { describeSharedState } from "./support/shared-state";

describeSharedState("an S3-compatible bucket", startS3);
