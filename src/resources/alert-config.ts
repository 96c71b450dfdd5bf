/** AlertConfig: an alert configuration of a project (specification 2.5, 4.6). */

import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { AlertConfig as LiveAlertConfig, AlertConfigBody } from "../api/alert-configs";
import {
  deleteAlertConfig,
  getAlertConfig,
  listAlertConfigs,
  setAlertConfigEnabled,
  updateAlertConfig,
} from "../api/alert-configs";
import type { Link } from "../api/common";
import { provesAbsence } from "../api/common";
import type { InputsOf } from "../core/arguments";
import { applyWithSentinels, computed, secretTexts } from "../core/arguments";
import type { Behaviour, Context, Inputs, State } from "../core/behaviour";
import { batchedReads } from "../core/batched-reads";
import { claim } from "../core/claims";
import { perConnection } from "../core/per-connection";
import { warnAbout } from "../core/program";
import { joinId, splitId } from "../core/resource-id";
import { thinProvider } from "../core/thin-provider";
import { isApiError } from "../errors";
import type { PlainObject } from "../json";
import { isPlainObject, omit, pick } from "../json";
import type {
  KnownEventTypeName,
  KnownMetricName,
  KnownNotificationTypeName,
  KnownRole,
  KnownUnits,
} from "./alert-config/catalogue";
import { createOnce, hold } from "./alert-config/creation";
import type { Written } from "./alert-config/meaning";
import { compareDeclared, described, refreshed, sameAlert, switched, written } from "./alert-config/meaning";
import { joinSecrets, openPart, secretsByKey } from "./alert-config/notification-secrets";
import { refusalOf } from "./alert-config/refusals";
import { alertProblems } from "./alert-config/rules";

/** A name that is offered for completion; any other is accepted as well. */
type Open<Known extends string> = Known | (string & {});

/** A rule that an object must satisfy to be checked for the alert. */
export interface AlertMatcher {
  /** `HOSTNAME`, `PORT`, `HOSTNAME_AND_PORT`, `REPLICA_SET_NAME`, `TYPE_NAME`, `SHARD_NAME`, `CLUSTER_NAME`; which ones depends on the event. */
  fieldName: string;
  /** `EQUALS`, `NOT_EQUALS`, `CONTAINS`, `NOT_CONTAINS`, `STARTS_WITH`, `ENDS_WITH`, `REGEX`. */
  operator: string;
  /** What the field is compared with; for TYPE_NAME `PRIMARY`, `SECONDARY`, `STANDALONE`, `CONFIG`, `MONGOS`. */
  value: string;
}

/** The threshold of an event about a metric. */
export interface AlertMetricThreshold {
  metricName: Open<KnownMetricName>;
  /** `AVERAGE`, the only mode there is. */
  mode?: string | undefined;
  /** `GREATER_THAN` or `LESS_THAN`. */
  operator: string;
  threshold: number;
  /** The unit of `threshold`; which ones depends on the metric. */
  units?: Open<KnownUnits> | undefined;
}

/** The threshold of an event about the health of members. */
export interface AlertThreshold {
  /** `GREATER_THAN` or `LESS_THAN`. */
  operator: string;
  threshold: number;
}

/** Whom to notify. Which fields it takes depends on `typeName`; those marked secret are secrets in state and previews. */
export interface AlertNotification {
  typeName: Open<KnownNotificationTypeName>;
  /** Secret. SLACK: the API or bot token. */
  apiToken?: string | undefined;
  /** SLACK: the channel. */
  channelName?: string | undefined;
  /** Secret. DATADOG: the API key. */
  datadogApiKey?: string | undefined;
  /** DATADOG: the region of the account; not in the specification. */
  datadogRegion?: string | undefined;
  /** Minutes from the alert condition to the first notification. */
  delayMin?: number | undefined;
  /** EMAIL: the address. */
  emailAddress?: string | undefined;
  /** GROUP, ORG, USER: whether to send e-mail. */
  emailEnabled?: boolean | undefined;
  /** Minutes between notifications of an alert that nobody acknowledged; at least 5. */
  intervalMin?: number | undefined;
  /** Secret. MICROSOFT_TEAMS: the URL of the incoming webhook. */
  microsoftTeamsWebhookUrl?: string | undefined;
  /** SMS: the number. */
  mobileNumber?: string | undefined;
  /** Secret. HIP_CHAT: the API token. */
  notificationToken?: string | undefined;
  /** Secret. OPS_GENIE: the API key. */
  opsGenieApiKey?: string | undefined;
  /** OPS_GENIE: `US` or `EU`. */
  opsGenieRegion?: string | undefined;
  /** GROUP, ORG: the role whose members are notified; the same as `roles` with one element. */
  role?: Open<KnownRole> | undefined;
  /** GROUP, ORG: the roles whose members are notified. */
  roles?: Open<KnownRole>[] | undefined;
  /** HIP_CHAT: the room. */
  roomName?: string | undefined;
  /** Secret. PAGER_DUTY: the integration key. */
  serviceKey?: string | undefined;
  /** GROUP, ORG, USER: whether to send text messages. */
  smsEnabled?: boolean | undefined;
  /** TEAM: the id of the team; not in the specification. */
  teamId?: string | undefined;
  /** USER: the name of a user of the project. */
  username?: string | undefined;
  /** Secret. VICTOR_OPS: the API key. */
  victorOpsApiKey?: string | undefined;
  /** VICTOR_OPS: the routing key. */
  victorOpsRoutingKey?: string | undefined;
  /** Secret. WEBHOOK: a template of the body; newer versions of the service. */
  webhookBodyTemplate?: string | undefined;
  /** Secret. WEBHOOK: a template of the headers; newer versions of the service. */
  webhookHeadersTemplate?: string | undefined;
  /** Secret. WEBHOOK: signs the calls; only together with `webhookUrl`. */
  webhookSecret?: string | undefined;
  /** Secret. WEBHOOK: the URL; without it that of the project's integration settings is used. */
  webhookUrl?: string | undefined;
}

/** Arguments of {@link AlertConfig}. */
export interface AlertConfigArgs {
  /** The id of the project. A change replaces the alert configuration. */
  projectId: pulumi.Input<string>;
  /** The event that triggers the alert. */
  eventTypeName: pulumi.Input<Open<KnownEventTypeName>>;
  /** Whom to notify; at least one. The order does not matter. */
  notifications: InputsOf<AlertNotification[]>;
  /** Whether the alert is on. Omitted, it is off. */
  enabled?: pulumi.Input<boolean | undefined>;
  /** Rules that an object must all satisfy; for events about hosts, replica sets and sharded clusters. */
  matchers?: InputsOf<AlertMatcher[]> | undefined;
  /** Required when eventTypeName is OUTSIDE_METRIC_THRESHOLD. */
  metricThreshold?: InputsOf<AlertMetricThreshold> | undefined;
  /** Required when eventTypeName is TOO_FEW_HEALTHY_MEMBERS or TOO_MANY_UNHEALTHY_MEMBERS. */
  threshold?: InputsOf<AlertThreshold> | undefined;
  /** The id of an existing alert configuration that the first create takes over. Later changes of it are no change. */
  adoptId?: string | undefined;
  /** The name of a connection other than the default one. A change replaces the alert configuration. */
  connection?: string | undefined;
}

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

const shape = z.strictObject({
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
  threshold: z.strictObject({ operator: filled, threshold: finite }).optional(),
  adoptId: filled.optional(),
});

/**
 * `adoptId` matters at create only. The engine never shows a property whose name begins so: adding or dropping it later
 * is no difference, neither by itself nor beside another one.
 */
const ADOPT_ID = "__adoptId";

const INPUT_NAMES = [
  ...Object.keys(shape.shape).filter((name) => name !== "adoptId"),
  ADOPT_ID,
  "notificationSecrets",
  "changedSecrets",
];
const COMPUTED = [
  "alertConfigId",
  "groupId",
  "created",
  "updated",
  "links",
  "changedSecrets",
  "__written",
] as const;

/** @internal */
export const alertConfig: Behaviour = {
  kind: "AlertConfig",
  shape,
  inputNames: INPUT_NAMES,
  replaceOn: ["projectId"],

  // Without a secret there is nothing to hide, and nothing to show as hidden.
  normalize: ({ notificationSecrets, ...inputs }) =>
    isPlainObject(notificationSecrets) && Object.keys(notificationSecrets).length === 0
      ? inputs
      : { ...inputs, ...(notificationSecrets !== undefined && { notificationSecrets }) },

  argumentsOf: wholeArguments,

  problems: (args, { settings }) => alertProblems(args, settings),

  sameMeaning: (a, b) => sameAlert(a, b),

  async create(context, inputs) {
    const projectId = inputs["projectId"] as string;
    const adoptId = inputs[ADOPT_ID];
    if (typeof adoptId === "string") return adopt(context, projectId, adoptId, inputs);
    const made = await writing(context, projectId, async () =>
      explained(inputs, createOnce(context, projectId, bodyOf(inputs), inputs)),
    );
    return { id: joinId(projectId, made.id), outputs: outputsOf(inputs, made) };
  },

  async read(context, id, state) {
    const { projectId, id: alertConfigId } = splitId(id, "<projectId>/<alertConfigId>");
    const live = await reads(context.api, projectId).read(alertConfigId);
    if (live === undefined) return undefined;
    hold(context.api, projectId, live.id);
    const before = state["__written"] as Written | undefined;
    if (before === undefined) {
      const inputs = { ...pick(state, ["connection"]), projectId, ...described(live) };
      return { inputs, outputs: { ...inputs, ...serviceFields(live), changedSecrets: [] } };
    }
    const { inputs: fresh, changedSecrets } = refreshed(before, state["notificationSecrets"], live);
    const inputs: Inputs = {
      ...pick(state, ["projectId", "notificationSecrets", "connection"]),
      ...fresh,
      ...(changedSecrets.length > 0 && { changedSecrets }),
    };
    const same = sameAlert(inputs, pick(state, INPUT_NAMES));
    // By itself a new stamp or link is no change, and shows no difference.
    const made = same ? pick(state, COMPUTED) : serviceFields(live);
    return { inputs, outputs: { ...inputs, ...made, changedSecrets, __written: before } };
  },

  async update(context, id, olds, news) {
    const { projectId, id: alertConfigId } = splitId(id, "<projectId>/<alertConfigId>");
    const before = pick(olds, INPUT_NAMES);
    const onlyEnabled = sameAlert(before, news, ["enabled"]);
    const enabled = news["enabled"] === true;
    const change = async (): Promise<LiveAlertConfig> =>
      onlyEnabled
        ? setAlertConfigEnabled(context.api, projectId, alertConfigId, enabled)
        : updateAlertConfig(context.api, projectId, alertConfigId, bodyOf(news));
    const live = await writing(context, projectId, async () => explained(news, existing(change(), id)));
    const outputs = outputsOf(news, live);
    const known = olds["__written"] as Written | undefined;
    // A PATCH wrote one field: what its answer tells of the others may be somebody's change, and no baseline.
    return onlyEnabled && known !== undefined
      ? { ...outputs, __written: switched(known, news, live) }
      : outputs;
  },

  async delete(context, id) {
    const { projectId, id: alertConfigId } = splitId(id, "<projectId>/<alertConfigId>");
    try {
      await writing(context, projectId, async () => deleteAlertConfig(context.api, projectId, alertConfigId));
    } catch (error) {
      if (!provesAbsence(error)) throw error;
    }
  },
};

/** The alert configurations of a project. */
const reads = perConnection((api, projectId) =>
  batchedReads<LiveAlertConfig>({
    list: async () => listAlertConfigs(api, projectId),
    get: async (id) => getAlertConfig(api, projectId, id),
    idOf: ({ id }) => id,
  }),
);

/** Runs a write; no list that was begun before its end answers a later read. */
async function writing<T>({ api }: Context, projectId: string, write: () => Promise<T>): Promise<T> {
  reads(api, projectId).invalidate();
  try {
    return await write();
  } finally {
    reads(api, projectId).invalidate();
  }
}

/** The arguments as the program wrote them, notifications with their secrets. */
function wholeArguments({
  notificationSecrets,
  changedSecrets: _,
  [ADOPT_ID]: adoptId,
  ...rest
}: Inputs): PlainObject {
  const args = adoptId === undefined ? rest : { ...rest, adoptId };
  const { notifications } = args;
  if (!Array.isArray(notifications)) return args;
  const joined = joinSecrets(notifications.filter(isPlainObject), notificationSecrets);
  // What is no notification at all is told by the shape.
  return {
    ...args,
    notifications: notifications.map((item: unknown) => (isPlainObject(item) ? joined.shift() : item)),
  };
}

/** Takes an existing alert configuration over, and writes only if it is not as declared. */
async function adopt(
  context: Context,
  projectId: string,
  alertConfigId: string,
  inputs: Inputs,
): Promise<{ id: string; outputs: State }> {
  const id = joinId(projectId, alertConfigId);
  const live = await getAlertConfig(context.api, projectId, alertConfigId);
  if (live === undefined) {
    throw new Error(`adoptId: the project ${projectId} has no alert configuration ${alertConfigId}.`);
  }
  hold(context.api, projectId, live.id);
  const { same, unverifiedSecrets } = compareDeclared(inputs, live);
  if (same && unverifiedSecrets.length > 0) {
    context.say(
      `${id} is taken over as it is. The service does not tell whether it has the declared ${unverifiedSecrets.join(", ")}; ` +
        "a later change of the declaration writes them.",
    );
  }
  const answer = same
    ? live
    : await writing(context, projectId, async () =>
        explained(inputs, updateAlertConfig(context.api, projectId, alertConfigId, bodyOf(inputs))),
      );
  return { id, outputs: outputsOf(inputs, answer) };
}

/** A refusal of the service told by the argument that caused it. */
async function explained<T>(inputs: Inputs, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw refusalOf(error, wholeArguments(inputs));
  }
}

async function existing<T>(change: Promise<T>, id: string): Promise<T> {
  try {
    return await change;
  } catch (error) {
    // An unknown metric is a 404 as well.
    if (!provesAbsence(error) || (isApiError(error) && error.errorCode === "INVALID_METRIC_NAME"))
      throw error;
    throw new Error(
      `The alert configuration ${id} no longer exists. Run \`pulumi refresh\`, then \`pulumi up\` makes it anew.`,
      {
        cause: error,
      },
    );
  }
}

/** The whole configuration as the service takes it, real secrets included and nothing that it makes by itself. */
function bodyOf(inputs: Inputs): AlertConfigBody {
  const notifications = joinSecrets(inputs["notifications"] as PlainObject[], inputs["notificationSecrets"]);
  return {
    ...pick(inputs, ["eventTypeName", "matchers", "metricThreshold", "threshold"]),
    enabled: inputs["enabled"] === true,
    notifications,
  } as unknown as AlertConfigBody;
}

function outputsOf(inputs: Inputs, live: LiveAlertConfig): State {
  return {
    ...omit(inputs, new Set(["changedSecrets", ADOPT_ID])),
    ...serviceFields(live),
    changedSecrets: [],
    __written: written(inputs, live),
  };
}

function serviceFields(live: LiveAlertConfig): PlainObject {
  const { id: alertConfigId, groupId, created, updated, links } = live;
  return { alertConfigId, groupId, created, updated, links: links ?? [] };
}

/** An alert configuration of a project. Destroying it deletes it. */
export class AlertConfig extends pulumi.dynamic.Resource {
  declare readonly projectId: pulumi.Output<string>;
  declare readonly eventTypeName: pulumi.Output<string>;
  /** Secret as a whole, since it holds secrets. */
  declare readonly notifications: pulumi.Output<AlertNotification[]>;
  declare readonly enabled: pulumi.Output<boolean | undefined>;
  declare readonly matchers: pulumi.Output<AlertMatcher[] | undefined>;
  declare readonly metricThreshold: pulumi.Output<AlertMetricThreshold | undefined>;
  declare readonly threshold: pulumi.Output<AlertThreshold | undefined>;
  declare readonly adoptId: pulumi.Output<string | undefined>;
  declare readonly connection: pulumi.Output<string | undefined>;
  /** The service's own id of it. */
  declare readonly alertConfigId: pulumi.Output<string>;
  declare readonly groupId: pulumi.Output<string | undefined>;
  /** ISO 8601 in UTC. */
  declare readonly created: pulumi.Output<string | undefined>;
  /** ISO 8601 in UTC, as of our last write or of a refresh that found a change. */
  declare readonly updated: pulumi.Output<string | undefined>;
  declare readonly links: pulumi.Output<Link[]>;
  /** Secrets that somebody changed or added outside, by name. */
  declare readonly changedSecrets: pulumi.Output<string[]>;

  /**
   * @param args `projectId`, `eventTypeName` and `notifications` are required.
   */
  constructor(name: string, args: AlertConfigArgs, options?: pulumi.CustomResourceOptions) {
    // Without arguments it is a look-up by id.
    const given = (args as AlertConfigArgs | undefined) ?? ({} as Partial<AlertConfigArgs>);
    const props = {
      ...computed(COMPUTED),
      ...computed(Object.keys(shape.shape)),
      __secrets: secretTexts(given),
      ...given,
      adoptId: undefined,
      [ADOPT_ID]: given.adoptId,
      ...(given.notifications !== undefined && {
        notifications: openNotifications(given.notifications),
        notificationSecrets: pulumi.secret(
          applyWithSentinels(given.notifications, (list) =>
            Array.isArray(list)
              ? secretsByKey(list.filter((item) => typeof item === "object") as PlainObject[])
              : {},
          ),
        ),
      }),
      ...(given.notifications === undefined && { notifications: undefined, notificationSecrets: undefined }),
    };
    super(
      thinProvider("AlertConfig"),
      name,
      props,
      pulumi.mergeOptions(options, { additionalSecretOutputs: ["notificationSecrets", "__written"] }),
      "opsmanager",
      "AlertConfig",
    );
    if (given.adoptId !== undefined) {
      claim(name, "alert configuration (adoptId)", [given.projectId, given.adoptId], given.connection);
    }
    if (given.notifications !== undefined) warnAbout(this, given, alertProblems);
    const self = this as unknown as Record<string, pulumi.Output<unknown>>;
    self["adoptId"] = pulumi.output(given.adoptId);
    self["notifications"] = pulumi
      .all([self["notifications"], self["notificationSecrets"]])
      .apply(([notifications, secrets]) => joinSecrets((notifications ?? []) as PlainObject[], secrets));
  }

  /** Looks up an existing alert configuration, which stays unmanaged. @param id `<projectId>/<alertConfigId>` */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: { connection?: string } & pulumi.CustomResourceOptions,
  ): AlertConfig {
    const { connection, ...rest } = options ?? {};
    return new AlertConfig(name, { connection } as AlertConfigArgs, { ...rest, id });
  }
}

/** The notifications without their secret fields; what is an output or a promise stays one, and as secret as it was. */
function openNotifications(notifications: AlertConfigArgs["notifications"]): pulumi.Input<unknown> {
  if (!Array.isArray(notifications)) {
    return applyWithSentinels(notifications, (list) => (Array.isArray(list) ? list.map(openIfObject) : list));
  }
  return notifications.map((notification) =>
    isPlain(notification) ? openPart(notification) : applyWithSentinels(notification, openIfObject),
  );
}

function openIfObject(value: unknown): unknown {
  return isPlain(value) ? openPart(value) : value;
}

function isPlain(value: unknown): value is PlainObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !pulumi.Output.isInstance(value) &&
    !(value instanceof Promise)
  );
}
