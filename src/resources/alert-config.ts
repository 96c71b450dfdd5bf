/** AlertConfig: an alert configuration of a project. */

import * as pulumi from "@pulumi/pulumi";
import type { AlertConfigBody } from "../fields/alert-config";
import type { AlertNotification } from "../fields/notification";
import type { Link } from "../fields/table";
import type { ArgumentsOf, FieldsAsOutputs, OutputsOf } from "../program/arguments";
import { adoptedIds, announce, announcedCount } from "../program/neighbours";
import type { LookUpOptions } from "../program/resource";
import { isLookUp, lookUp, OpsManagerResource } from "../program/resource";
import { INPUT_NAMES, OUTPUT_NAMES } from "./alert-config/encoding";
import { addOutputs, registrationOf, requirePlainId } from "./alert-registration";

/** Arguments of {@link AlertConfig}. */
export interface AlertConfigArgs extends ArgumentsOf<AlertConfigBody> {
  /** The id of the project. A change replaces the alert configuration. */
  projectId: pulumi.Input<string>;
  /** A version of the secrets, of your choice. A change writes all declared secrets again. @default none */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /** The id of an existing alert configuration that the first create adopts, as a plain string. A later change has no effect. @default none */
  adoptId?: string | undefined;
  /** The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection must lead to the same alert configuration. @default the settings `opsmanager:...` */
  connection?: string | undefined;
}

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
    const { projectId, adoptId } = given;
    requirePlainId("AlertConfig", name, adoptId);
    // For the sets of the program.
    if (!isLookUp(options))
      announce(`AlertConfig::${name}`, projectId, adoptId ?? options?.import?.split("/").at(-1));
    const { sealed, ...registration } = registrationOf(given, [...INPUT_NAMES, ...OUTPUT_NAMES]);
    super(
      "AlertConfig",
      name,
      given,
      {
        ...registration,
        claimed:
          adoptId === undefined ? undefined : { what: "alert configuration", parts: [projectId, adoptId] },
        inIds: { projectId },
        run: {
          sealed,
          ...(pulumi.runtime.isDryRun() && { announced: announcedCount() }),
          // The engine then deletes before it checks the resource that adopts the alert configuration.
          ...(options?.deleteBeforeReplace === true && { adopted: adoptedIds() }),
        },
      },
      options,
    );
    addOutputs(this, adoptId);
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

/** Its outputs have all fields of an alert configuration. */
export interface AlertConfig extends FieldsAsOutputs<AlertConfigBody> {}
