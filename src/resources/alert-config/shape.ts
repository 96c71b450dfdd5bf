/** The shape of an alert configuration's arguments. */

import { z } from "zod";
import type { AlertNotification } from "./arguments";
import type { ARGUMENT_NAMES } from "./names";

const text = z.string();
const filled = z.string().min(1, "must not be empty");
const finite = z.number();
const flag = z.boolean();

const notificationShape = z.strictObject({
  typeName: filled,
  apiToken: text.optional(),
  channelName: text.optional(),
  datadogApiKey: text.optional(),
  datadogRegion: text.optional(),
  delayMin: finite.optional(),
  emailAddress: text.optional(),
  emailEnabled: flag.optional(),
  intervalMin: finite.optional(),
  microsoftTeamsWebhookUrl: text.optional(),
  mobileNumber: text.optional(),
  notificationToken: text.optional(),
  opsGenieApiKey: text.optional(),
  opsGenieRegion: text.optional(),
  role: text.optional(),
  roles: z.array(filled).optional(),
  roomName: text.optional(),
  serviceKey: text.optional(),
  smsEnabled: flag.optional(),
  teamId: text.optional(),
  username: text.optional(),
  victorOpsApiKey: text.optional(),
  victorOpsRoutingKey: text.optional(),
  webhookBodyTemplate: text.optional(),
  webhookHeadersTemplate: text.optional(),
  webhookSecret: text.optional(),
  webhookUrl: text.optional(),
} satisfies Record<keyof AlertNotification, z.ZodType>);

export const shape = z.strictObject({
  projectId: filled,
  eventTypeName: filled,
  notifications: z.array(notificationShape),
  enabled: flag.optional(),
  matchers: z.array(z.strictObject({ fieldName: filled, operator: filled, value: text })).optional(),
  metricThreshold: z
    .strictObject({
      metricName: filled,
      mode: text.optional(),
      operator: filled,
      threshold: finite,
      units: text.optional(),
    })
    .optional(),
  threshold: z.strictObject({ operator: filled, threshold: finite, units: text.optional() }).optional(),
  secretsVersion: z.union([text, finite]).optional(),
  adoptId: filled.optional(),
} satisfies Record<(typeof ARGUMENT_NAMES)[number], z.ZodType>);
