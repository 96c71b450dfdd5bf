/** Generated from `src/resources/alert-config/description.ts` by `npm run generate`: change that. */
import type * as pulumi from "@pulumi/pulumi";
import type { ArgumentsOf, FieldsAsOutputs, OutputsOf } from "../program/arguments";
import type { ClassData } from "../program/registration";
import type { LookUpOptions } from "../program/resource";
import type { AlertConfigBody, GlobalAlertConfigBody } from "../types/alert-config";
import type { Link } from "../types/link";
import type { AlertNotification } from "../types/notification";
import { lookUp, OpsManagerResource } from "../program/resource";
import { showCreateOnly } from "../program/registration";
import { complete, registrationOf } from "./hooks/alert-config";

/** Arguments of {@link AlertConfig}. */
export interface AlertConfigArgs extends ArgumentsOf<AlertConfigBody> {
  /** The id of the project. A change replaces the alert configuration. */
  projectId: pulumi.Input<string>;
  /**
   * A version of the secrets, of your choice. A change writes all declared secrets again.
   * @default none
   */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /**
   * The id of an existing alert configuration that the first create adopts, as a plain string. A later change has no effect.
   * @default none
   */
  adoptId?: string | undefined;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same alert configuration.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const ALERT_CONFIG: ClassData = {
  what: "alert configuration",
  inputs: [
    "projectId",
    "eventTypeName",
    "enabled",
    "matchers",
    "metricThreshold",
    "threshold",
    "notifications",
    "additionalFields",
    "secretsVersion",
    "adoptId",
  ],
  outputs: ["alertConfigId", "groupId", "created", "updated", "links", "changedSecrets"],
  defaults: {},
  secrets: ["notificationSecrets", "__written"],
  repeating: [],
  inIds: ["projectId"],
  createOnly: ["adoptId"],
  canImport: true,
};

/**
 * An alert configuration of a project. A preview checks it against the rules of the API: the event decides which matchers and
 * thresholds are allowed, and the type of a notification decides which fields it accepts. Destroying the resource deletes it.
 *
 * Required role of the API key: Project Owner.
 *
 * @example
 * ```ts
 * new opsmanager.AlertConfig("replication-lag", {
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
 *   enabled: true,
 *   matchers: [{ fieldName: "TYPE_NAME", operator: "EQUALS", value: "SECONDARY" }],
 *   metricThreshold: {
 *     metricName: "OPLOG_SLAVE_LAG_MASTER_TIME",
 *     operator: "GREATER_THAN",
 *     threshold: 60,
 *     units: "SECONDS",
 *   },
 *   notifications: [
 *     { typeName: "PAGER_DUTY", serviceKey: config.requireSecret("pagerDutyKey"), delayMin: 5 },
 *     { typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, intervalMin: 60 },
 *   ],
 * });
 * ```
 */
export class AlertConfig extends OpsManagerResource implements OutputsOf<AlertConfigArgs> {
  declare readonly projectId: pulumi.Output<string>;
  /** The notifications. Secret as a whole, because they contain secrets. */
  declare readonly notifications: pulumi.Output<AlertNotification[]>;
  declare readonly secretsVersion: pulumi.Output<string | number | undefined>;
  declare readonly adoptId: pulumi.Output<string | undefined>;
  /** The id of the alert configuration, which the service generates. */
  declare readonly alertConfigId: pulumi.Output<string>;
  /** The id of the project, as the service returns it. */
  declare readonly groupId: pulumi.Output<string | undefined>;
  /** When the alert configuration was created, ISO 8601 in UTC. */
  declare readonly created: pulumi.Output<string | undefined>;
  /** When the alert configuration was last changed, ISO 8601 in UTC; as of the last write or of a refresh that found a change. */
  declare readonly updated: pulumi.Output<string | undefined>;
  /** Links to the alert configuration and related objects; as of the last write or of a refresh that found a change. */
  declare readonly links: pulumi.Output<Link[]>;
  /** The paths of secrets that were changed or added outside Pulumi, never their values. The next `pulumi up` restores them. */
  declare readonly changedSecrets: pulumi.Output<string[]>;

  /**
   * @param name the name of the resource in the state
   * @param args `projectId`, `eventTypeName` and `notifications` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: AlertConfigArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<AlertConfigArgs> = args ?? {};
    super(
      "AlertConfig",
      name,
      given,
      registrationOf(ALERT_CONFIG, { kind: "AlertConfig", name, args: given, options }),
      options,
    );
    showCreateOnly(this, ALERT_CONFIG, given);
    complete(this);
  }

  /**
   * Reads an existing alert configuration without managing it.
   *
   * @param name the name of the resource in the state
   * @param id `<projectId>/<alertConfigId>`
   * @throws Error if it does not exist
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): AlertConfig {
    return lookUp(AlertConfig, name, id, options);
  }
}

export interface AlertConfig extends FieldsAsOutputs<AlertConfigBody> {}

/** Arguments of {@link GlobalAlertConfig}. */
export interface GlobalAlertConfigArgs extends ArgumentsOf<GlobalAlertConfigBody> {
  /**
   * A version of the secrets, of your choice. A change writes all declared secrets again.
   * @default none
   */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /**
   * The id of an existing alert configuration that the first create adopts, as a plain string. A later change has no effect.
   * @default none
   */
  adoptId?: string | undefined;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same alert configuration.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const GLOBAL_ALERT_CONFIG: ClassData = {
  what: "global alert configuration",
  inputs: [
    "eventTypeName",
    "enabled",
    "matchers",
    "metricThreshold",
    "threshold",
    "notifications",
    "additionalFields",
    "forAllGroups",
    "groupIds",
    "tags",
    "secretsVersion",
    "adoptId",
  ],
  outputs: ["alertConfigId", "created", "updated", "links", "changedSecrets"],
  defaults: {},
  secrets: ["notificationSecrets", "__written"],
  repeating: [],
  inIds: [],
  createOnly: ["adoptId"],
  canImport: true,
};

/**
 * A global alert configuration: it applies to all projects, to those with a tag, or to those that it names. Destroying the
 * resource deletes it; one that the service ships comes back when the service restarts, so disable it with `enabled: false`
 * instead.
 *
 * Required role of the API key: Global Owner or Global Monitoring Admin.
 *
 * @example
 * ```ts
 * new opsmanager.GlobalAlertConfig("host-down", {
 *   eventTypeName: "HOST_DOWN",
 *   enabled: true,
 *   forAllGroups: true,
 *   tags: ["production"],
 *   notifications: [{ typeName: "ADMIN", delayMin: 0, intervalMin: 15 }],
 * });
 * ```
 */
export class GlobalAlertConfig extends OpsManagerResource implements OutputsOf<GlobalAlertConfigArgs> {
  /** The notifications. Secret as a whole, because they contain secrets. */
  declare readonly notifications: pulumi.Output<AlertNotification[]>;
  declare readonly secretsVersion: pulumi.Output<string | number | undefined>;
  declare readonly adoptId: pulumi.Output<string | undefined>;
  /** The id of the alert configuration, which the service generates. */
  declare readonly alertConfigId: pulumi.Output<string>;
  /** When the alert configuration was created, ISO 8601 in UTC. */
  declare readonly created: pulumi.Output<string | undefined>;
  /** When the alert configuration was last changed, ISO 8601 in UTC; as of the last write or of a refresh that found a change. */
  declare readonly updated: pulumi.Output<string | undefined>;
  /** Links to the alert configuration and related objects; as of the last write or of a refresh that found a change. */
  declare readonly links: pulumi.Output<Link[]>;
  /** The paths of secrets that were changed or added outside Pulumi, never their values. The next `pulumi up` restores them. */
  declare readonly changedSecrets: pulumi.Output<string[]>;

  /**
   * @param name the name of the resource in the state
   * @param args `eventTypeName`, `notifications` and `forAllGroups` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: GlobalAlertConfigArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<GlobalAlertConfigArgs> = args ?? {};
    super(
      "GlobalAlertConfig",
      name,
      given,
      registrationOf(GLOBAL_ALERT_CONFIG, { kind: "GlobalAlertConfig", name, args: given, options }),
      options,
    );
    showCreateOnly(this, GLOBAL_ALERT_CONFIG, given);
    complete(this);
  }

  /**
   * Reads an existing global alert configuration without managing it.
   *
   * @param name the name of the resource in the state
   * @param id `<alertConfigId>`
   * @throws Error if it does not exist
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): GlobalAlertConfig {
    return lookUp(GlobalAlertConfig, name, id, options);
  }
}

export interface GlobalAlertConfig extends FieldsAsOutputs<GlobalAlertConfigBody> {}
