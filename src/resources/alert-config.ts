/** AlertConfig: an alert configuration of a project (specification 2.5, 4.6). */

import * as pulumi from "@pulumi/pulumi";
import type { Link } from "../api/common";
import { applyWithSentinels, computed, isKnownNow, lazyOutput, markedSecrets } from "../core/arguments";
import type { LookUpOptions } from "../core/look-up";
import { lookUp } from "../core/look-up";
import { warnAbout } from "../core/program";
import { runInput } from "../core/run-input";
import { resourceOptions, warnAboutOptions, withoutImport } from "../core/resource-options";
import { thinProvider } from "../core/thin-provider";
import type { PlainObject } from "../json";
import type {
  AlertConfigArgs,
  AlertMatcher,
  AlertMetricThreshold,
  AlertNotification,
  AlertThreshold,
} from "./alert-config/arguments";
import { ADOPT_ID, COMPUTED, REGISTERED_NAMES } from "./alert-config/names";
import { joinSecrets, openPart, secretsByKey } from "./alert-config/notification-secrets";
import { alertProblems } from "./alert-config/rules";

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
  declare readonly secretsVersion: pulumi.Output<string | number | undefined>;
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
    const { adoptId, notifications, ...rest } = given;
    const { options: otherOptions, imported } = withoutImport(options);
    const claimed = adoptId !== undefined && {
      what: "alert configuration",
      parts: [given.projectId, adoptId],
      connection: given.connection,
    };
    const props = {
      ...computed(COMPUTED),
      ...computed(REGISTERED_NAMES),
      ...markedSecrets(given),
      ...runInput("AlertConfig", name, options, claimed || undefined),
      ...imported,
      ...rest,
      ...(adoptId !== undefined && { [ADOPT_ID]: adoptId }),
      ...(notifications !== undefined && {
        notifications: openNotifications(notifications),
        ...notificationSecrets(notifications),
      }),
    };
    const frames = Error.stackTraceLimit;
    Error.stackTraceLimit = Math.min(frames, FRAMES);
    try {
      super(
        thinProvider("AlertConfig"),
        name,
        props,
        resourceOptions("AlertConfig", name, otherOptions, ["notificationSecrets", "__written"]),
        "opsmanager",
        "AlertConfig",
      );
    } finally {
      Error.stackTraceLimit = frames;
    }
    if (notifications !== undefined) warnAbout(this, given, alertProblems);
    const { notifications: open, notificationSecrets: secrets } = this as unknown as Registered;
    warnAboutOptions(this, options, given.connection);
    lazyOutput(this, "connection", () => pulumi.output(given.connection));
    lazyOutput(this, "adoptId", () => pulumi.output(adoptId));
    lazyOutput(this, "notifications", () =>
      pulumi.all([open, secrets]).apply(([list, byKey]) => joinSecrets(list ?? [], byKey)),
    );
  }

  /** Looks up an existing alert configuration, which stays unmanaged. @param id `<projectId>/<alertConfigId>` */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): AlertConfig {
    return lookUp(AlertConfig, name, id, options);
  }
}

/**
 * As many as name the line of the program that makes the resource. The SDK formats a stack for each of the four promises
 * of every output, and programs have alert configurations by the hundred.
 */
const FRAMES = 6;

/** What the SDK has put on the resource. */
interface Registered {
  notifications: pulumi.Output<PlainObject[] | undefined>;
  /** Only if some may be there. */
  notificationSecrets?: pulumi.Output<unknown>;
}

/** The secrets of notifications, if there may be some, hidden as a whole. */
function notificationSecrets(notifications: AlertConfigArgs["notifications"]): {
  notificationSecrets?: pulumi.Output<unknown>;
} {
  const secretsOf = (list: unknown): PlainObject =>
    Array.isArray(list) ? secretsByKey(list.filter(isPlain)) : {};
  if (!isKnownNow(notifications)) {
    return {
      notificationSecrets: pulumi.secret(applyWithSentinels<unknown, unknown>(notifications, secretsOf)),
    };
  }
  const secrets = secretsOf(notifications);
  return Object.keys(secrets).length === 0 ? {} : { notificationSecrets: pulumi.secret(secrets) };
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
