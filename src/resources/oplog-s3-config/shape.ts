/** The shape of a store's arguments. */

import { z } from "zod";
import type { ARGUMENT_NAMES } from "./names";

const filled = z.string().min(1, "must not be empty");
const text = z.string();
const flag = z.boolean();

export const shape = z.strictObject({
  storeId: filled,
  acceptedTos: z.literal(true),
  assignmentEnabled: flag.optional(),
  awsAccessKey: text.optional(),
  awsSecretKey: text.optional(),
  customCertificates: z.array(z.strictObject({ filename: filled, certString: filled })).optional(),
  disableProxyS3: flag.optional(),
  encryptedCredentials: flag.optional(),
  labels: z.array(filled).optional(),
  oidc: z
    .strictObject({
      enabled: flag.optional(),
      method: text.optional(),
      tokenUri: text.optional(),
      clientId: text.optional(),
      clientSecret: text.optional(),
      scope: text.optional(),
      tokenResource: text.optional(),
    })
    .optional(),
  pathStyleAccessEnabled: flag,
  s3AuthMethod: text.optional(),
  s3BucketEndpoint: filled,
  s3BucketName: filled,
  s3MaxConnections: z.number().int("must be a whole number").positive("must be above 0"),
  s3RegionOverride: text.optional(),
  sseEnabled: flag,
  ssl: flag.optional(),
  uri: filled,
  writeConcern: text.optional(),
  secretsVersion: z.union([text, z.number()]).optional(),
  adopt: flag.optional(),
} satisfies Record<(typeof ARGUMENT_NAMES)[number], z.ZodType>);
