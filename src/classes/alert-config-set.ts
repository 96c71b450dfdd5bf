/** Generated from `src/resources/alert-config-set/description.ts` by `npm run generate`: change that. */
import type * as pulumi from "@pulumi/pulumi";
import type { InputsOf, OutputsOf } from "../program/arguments";
import type { ClassData } from "../program/registration";
import type { UnmanagedAlertConfig } from "../types/alert-config";
import type { AlertConfigMember } from "./hooks/alert-config-set";
import { OpsManagerResource } from "../program/resource";
import { complete, registrationOf } from "./hooks/alert-config-set";

/** Arguments of {@link AlertConfigSet}. */
export interface AlertConfigSetArgs {
  /** The id of the project. A change replaces the set. */
  projectId: pulumi.Input<string>;
  /**
   * The alert configurations, each under a name that you choose. The names exist only in the program and the state. A new name
   * for the same content changes nothing on the service.
   */
  alertConfigs: pulumi.Input<Record<string, pulumi.Input<AlertConfigMember>>>;
  /**
   * What happens to alert configurations of the project that this set does not declare. `ignore`: nothing. `report`: the output
   * `unmanagedAlertConfigs` lists them, and a refresh shows new ones as a change. `delete`: in addition, the next update deletes
   * those that the state lists. A preview shows them. No other resource of the program may have alert configurations of the
   * project.
   * @default "ignore"
   */
  unmanaged?: pulumi.Input<"ignore" | "report" | "delete" | undefined>;
  /**
   * The ids of alert configurations that other programs or people manage. They are neither listed nor deleted.
   * @default []
   */
  unmanagedExcept?: InputsOf<string[]> | undefined;
  /**
   * A version of the secrets, of your choice. A change writes all declared secrets again.
   * @default none
   */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same alert configurations.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const ALERT_CONFIG_SET: ClassData = {
  what: "set of alert configurations",
  inputs: ["projectId", "alertConfigs", "unmanaged", "unmanagedExcept", "secretsVersion"],
  outputs: ["alertConfigIds", "unmanagedAlertConfigs", "changedSecrets"],
  defaults: {},
  secrets: ["alertConfigSecrets", "__written"],
  repeating: [],
  inIds: ["projectId"],
  createOnly: [],
  canImport: false,
};

/**
 * All alert configurations of a project as one resource. The engine takes one step for it, regardless of their number. Existing
 * alert configurations with the same meaning are adopted. Destroying the set deletes the alert configurations that it manages.
 *
 * Required role of the API key: Project Owner.
 *
 * @example
 * ```ts
 * const mail = { typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, intervalMin: 60 };
 *
 * new opsmanager.AlertConfigSet("production", {
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   alertConfigs: {
 *     "no-primary": { eventTypeName: "NO_PRIMARY", enabled: true, notifications: [mail] },
 *     "host-down": { eventTypeName: "HOST_DOWN", enabled: true, notifications: [mail] },
 *   },
 *   unmanaged: "report",
 * });
 * ```
 */
export class AlertConfigSet extends OpsManagerResource implements OutputsOf<AlertConfigSetArgs> {
  declare readonly projectId: pulumi.Output<string>;
  /** The alert configurations by name. Secret as a whole, because it contains secrets. */
  declare readonly alertConfigs: pulumi.Output<Record<string, pulumi.Unwrap<AlertConfigMember>>>;
  declare readonly unmanaged: pulumi.Output<"ignore" | "report" | "delete" | undefined>;
  declare readonly unmanagedExcept: pulumi.Output<string[] | undefined>;
  declare readonly secretsVersion: pulumi.Output<string | number | undefined>;
  /** The ids of the alert configurations, which the service generates, by name. */
  declare readonly alertConfigIds: pulumi.Output<Record<string, string>>;
  /** The undeclared alert configurations of the project, as of the last write or refresh; empty if `unmanaged` is `ignore`. */
  declare readonly unmanagedAlertConfigs: pulumi.Output<UnmanagedAlertConfig[]>;
  /**
   * The secrets that were changed or added outside Pulumi, as in `no-primary: notifications[0].apiToken (SLACK)`, never their
   * values. The next `pulumi up` restores them.
   */
  declare readonly changedSecrets: pulumi.Output<string[]>;

  /**
   * @param name the name of the resource in the state
   * @param args `projectId` and `alertConfigs` are required
   * @param options the resource options of Pulumi, except `provider`, `import` and `customTimeouts`
   */
  constructor(name: string, args: AlertConfigSetArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<AlertConfigSetArgs> = args ?? {};
    super(
      "AlertConfigSet",
      name,
      given,
      registrationOf(ALERT_CONFIG_SET, { kind: "AlertConfigSet", name, args: given, options }),
      options,
    );
    complete(this);
  }
}
