/** GlobalAlertConfig: an alert configuration that belongs to no project. */

import type * as pulumi from "@pulumi/pulumi";
import type { GlobalAlertConfigBody } from "../fields/alert-config";
import type { AlertNotification } from "../fields/notification";
import type { Link } from "../fields/table";
import type { ArgumentsOf, FieldsAsOutputs, OutputsOf } from "../program/arguments";
import type { LookUpOptions } from "../program/resource";
import { lookUp, OpsManagerResource } from "../program/resource";
import { GLOBAL_INPUT_NAMES, OUTPUT_NAMES } from "./alert-config/encoding";
import { addOutputs, registrationOf, requirePlainId } from "./alert-registration";

/** Arguments of {@link GlobalAlertConfig}. */
export interface GlobalAlertConfigArgs extends ArgumentsOf<GlobalAlertConfigBody> {
  /** A version of the secrets, of your choice. A change writes all declared secrets again. @default none */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /** The id of an existing alert configuration that the first create adopts, as a plain string. A later change has no effect. @default none */
  adoptId?: string | undefined;
  /** The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection must lead to the same alert configuration. @default the settings `opsmanager:...` */
  connection?: string | undefined;
}

/**
 * A global alert configuration: it applies to all projects, to those with a tag, or to those that it names. Destroying the resource
 * deletes it; one that the service ships comes back when the service restarts, so disable it with `enabled: false` instead.
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
   * @param args `eventTypeName`, `forAllGroups` and `notifications` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: GlobalAlertConfigArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<GlobalAlertConfigArgs> = args ?? {};
    const { adoptId } = given;
    requirePlainId("GlobalAlertConfig", name, adoptId);
    const outputs = OUTPUT_NAMES.filter((output) => output !== "groupId");
    const { sealed, ...registration } = registrationOf(given, [...GLOBAL_INPUT_NAMES, ...outputs]);
    super(
      "GlobalAlertConfig",
      name,
      given,
      {
        ...registration,
        claimed: adoptId === undefined ? undefined : { what: "global alert configuration", parts: [adoptId] },
        run: { sealed },
      },
      options,
    );
    addOutputs(this, adoptId);
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

/** Its outputs have all fields of a global alert configuration. */
export interface GlobalAlertConfig extends FieldsAsOutputs<GlobalAlertConfigBody> {}
