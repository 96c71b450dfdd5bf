/** The shapes of the functions' arguments, by the name of the function. */

import { z } from "zod";
import { MAX_ITEMS_PER_PAGE } from "../api/paging";
import { CONNECTION_NAME } from "../core/connection";

const filled = z.string().min(1, "must not be empty");
const fromOneOn = z.number().int("must be a whole number").min(1, "must be at least 1");
const connection = z.string().regex(CONNECTION_NAME, 'must be a name such as "eu"').optional();

const none = z.strictObject({ connection });
const ofProject = z.strictObject({ projectId: filled, connection });

export const shapes = {
  getAccessList: z.strictObject({ orgId: filled, apiKeyId: filled, connection }),
  getAccessListEntry: z.strictObject({
    orgId: filled,
    apiKeyId: filled,
    entry: filled,
    pageNum: fromOneOn.optional(),
    itemsPerPage: fromOneOn.max(MAX_ITEMS_PER_PAGE, `must be at most ${MAX_ITEMS_PER_PAGE}`).optional(),
    connection,
  }),
  getAlertConfig: z.strictObject({ projectId: filled, alertConfigId: filled, connection }),
  getAlertConfigs: ofProject,
  getAuditLogRotation: ofProject,
  getCluster: z.strictObject({ projectId: filled, clusterId: filled, connection }),
  getClusters: ofProject,
  getOplogS3Config: z.strictObject({ storeId: filled, connection }),
  getOplogS3Configs: none,
  getServiceVersion: none,
  getVersionManifest: none,
} as const;
