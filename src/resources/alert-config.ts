/** AlertConfig: an alert configuration of a project. */

import * as pulumi from "@pulumi/pulumi";
import type { KnownEventTypeName, Open } from "../fields/alert-catalogue";
import type { AlertMatcher, AlertMetricThreshold, AlertThreshold } from "../fields/alert-config";
import type { AlertNotification } from "../fields/notification";
import type { Link } from "../fields/table";
import type { InputsOf } from "../program/arguments";
import { lazyOutput } from "../program/arguments";
import { announce } from "../program/neighbours";
import type { LookUpOptions } from "../program/resource";
import { isLookUp, lookUp, OpsManagerResource } from "../program/resource";
import { alertObject, INPUT_NAMES, OUTPUT_NAMES } from "./alert-config/encoding";
import { joinSecrets } from "./alert-config/secrets";
import { openNotifications, secretInput, secretsOfNotifications } from "./notification-inputs";

/** Arguments of {@link AlertConfig}. */
export interface AlertConfigArgs {
  /** The id of the project. A change replaces the alert configuration. */
  projectId: pulumi.Input<string>;
  /** The event that triggers the alert. */
  eventTypeName: pulumi.Input<Open<KnownEventTypeName>>;
  /** Whom to notify; at least one. The order does not matter. */
  notifications: InputsOf<AlertNotification[]>;
  /** Whether the alert is on. When omitted, it is off. */
  enabled?: pulumi.Input<boolean | undefined>;
  /** Rules that an object must all satisfy; for events about hosts, replica sets and sharded clusters. */
  matchers?: InputsOf<AlertMatcher[]> | undefined;
  /** Required when eventTypeName is OUTSIDE_METRIC_THRESHOLD. */
  metricThreshold?: InputsOf<AlertMetricThreshold> | undefined;
  /** Required when eventTypeName is TOO_FEW_HEALTHY_MEMBERS or TOO_MANY_UNHEALTHY_MEMBERS. */
  threshold?: InputsOf<AlertThreshold> | undefined;
  /** Your own version of the secrets: changing it writes all declared secrets again. */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /** The id of an existing alert configuration that the first create takes over. Changing it later has no effect. */
  adoptId?: string | undefined;
  /** The name of a connection other than the default one. A changed connection must lead to the same alert configuration. */
  connection?: string | undefined;
}

/** An alert configuration of a project. Destroying it deletes it. */
export class AlertConfig extends OpsManagerResource {
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
  /** The id that the service gave it. */
  declare readonly alertConfigId: pulumi.Output<string>;
  declare readonly groupId: pulumi.Output<string | undefined>;
  /** ISO 8601 in UTC. */
  declare readonly created: pulumi.Output<string | undefined>;
  /** ISO 8601 in UTC, as of our last write or of a refresh that found a change. */
  declare readonly updated: pulumi.Output<string | undefined>;
  declare readonly links: pulumi.Output<Link[]>;
  /** The paths of secrets that were changed or added outside of Pulumi. */
  declare readonly changedSecrets: pulumi.Output<string[]>;

  /** @param args `projectId`, `eventTypeName` and `notifications` are required. */
  constructor(name: string, args: AlertConfigArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<AlertConfigArgs> = args ?? {};
    const { notifications, ...rest } = given;
    const { projectId, adoptId } = rest;
    super(
      "AlertConfig",
      name,
      given,
      {
        inputs: {
          ...rest,
          ...(notifications !== undefined && {
            notifications: openNotifications(notifications),
            notificationSecrets: secretInput(notifications, secretsOfNotifications),
          }),
        },
        names: [...INPUT_NAMES.filter((input) => input !== "notificationSecrets"), ...OUTPUT_NAMES],
        secretNames: ["notificationSecrets", "__written"],
        claimed:
          adoptId === undefined ? undefined : { what: "alert configuration", parts: [projectId, adoptId] },
        canImport: true,
      },
      options,
    );
    announceAlert(name, given, options);
    const { notifications: open, notificationSecrets: secrets } = this as unknown as Registered;
    lazyOutput(this, "adoptId", () => pulumi.output(adoptId));
    lazyOutput(this, "notifications", () =>
      pulumi.all([open, secrets]).apply(([list, byKey]) => joinSecrets(list ?? [], byKey).notifications),
    );
  }

  /** Looks up an existing alert configuration, which stays unmanaged. @param id `<projectId>/<alertConfigId>` */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): AlertConfig {
    return lookUp(AlertConfig, name, id, options);
  }
}

/** The outputs that the SDK has put on the resource. */
interface Registered {
  notifications: pulumi.Output<AlertNotification[] | undefined>;
  /** Absent if there are no secrets. */
  notificationSecrets?: pulumi.Output<unknown>;
}

/** Tells sets of the same project about this alert configuration. */
function announceAlert(
  name: string,
  { projectId, adoptId }: Partial<AlertConfigArgs>,
  options: pulumi.CustomResourceOptions | undefined,
): void {
  if (isLookUp(options) || typeof projectId !== "string") return;
  const adopted = adoptId === undefined ? options?.import : `${projectId}/${adoptId}`;
  announce(`AlertConfig::${name}`, projectId, adopted === undefined ? undefined : alertObject(adopted));
}
