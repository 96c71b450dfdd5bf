/** AlertConfigSet: all alert configurations of a project as one resource. */

import * as pulumi from "@pulumi/pulumi";
import type { AlertNotification } from "../fields/notification";
import { isPlainObject, mapValues, omit } from "../json";
import type { InputsOf, OutputsOf } from "../program/arguments";
import { lazyOutput } from "../program/arguments";
import { announce, neighboursOf } from "../program/neighbours";
import { OpsManagerResource } from "../program/resource";
import { endingProgram } from "../program/run";
import type { AlertConfigArgs } from "./alert-config";
import type { UnmanagedAlertConfig } from "./alert-config-set/encoding";
import { INPUT_NAMES, OUTPUT_NAMES, withSecretsByName } from "./alert-config-set/encoding";
import type { SecretsByKey } from "../secrets/notifications";
import { SIGNATURE_KEY } from "../signature";
import {
  isPlain,
  nowOrLater,
  openNotifications,
  secretInput,
  secretsOfNotifications,
} from "./notification-inputs";

/** An alert configuration of an {@link AlertConfigSet}. */
export type AlertConfigMember = Omit<
  AlertConfigArgs,
  "projectId" | "adoptId" | "secretsVersion" | "connection"
>;

/** Arguments of {@link AlertConfigSet}. */
export interface AlertConfigSetArgs {
  /** The id of the project. A change replaces the set. */
  projectId: pulumi.Input<string>;
  /**
   * The alert configurations, each under a name that you choose. The names exist only in the program and the state. A new
   * name for the same content changes nothing on the service.
   */
  alertConfigs: pulumi.Input<Record<string, pulumi.Input<AlertConfigMember>>>;
  /**
   * What happens to alert configurations of the project that this set does not declare. `ignore`: nothing. `report`: the output
   * `unmanagedAlertConfigs` lists them, and a refresh shows new ones as a change. `delete`: in addition, the next update deletes
   * those that the state lists. A preview shows them. No other resource of the program may have alert configurations of the project.
   * @default "ignore"
   */
  unmanaged?: pulumi.Input<"ignore" | "report" | "delete" | undefined>;
  /** The ids of alert configurations that other programs or people manage. They are neither listed nor deleted. @default [] */
  unmanagedExcept?: InputsOf<string[]> | undefined;
  /** A version of the secrets, of your choice. A change writes all declared secrets again. @default none */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /** The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection must lead to the same alert configurations. @default the settings `opsmanager:...` */
  connection?: string | undefined;
}

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
    const { alertConfigs, ...rest } = given;
    const alertConfigSecrets = alertConfigs === undefined ? undefined : secretInput(alertConfigs, secretsIn);
    const self = announce(`AlertConfigSet::${name}`, given.projectId);
    super(
      "AlertConfigSet",
      name,
      // Its ids are not secret: messages must name what is deleted.
      omit(given, ["unmanagedExcept"]),
      {
        inputs: {
          ...rest,
          resourceName: name,
          ...(alertConfigs !== undefined && {
            alertConfigs: openMembers(name, alertConfigs),
            alertConfigSecrets,
          }),
        },
        names: [...INPUT_NAMES.filter((input) => input !== "alertConfigSecrets"), ...OUTPUT_NAMES],
        secretNames: ["alertConfigSecrets", "__written"],
        inIds: { projectId: given.projectId, "the names in alertConfigs": alertConfigs },
        run: { sealed: alertConfigSecrets ?? {}, ...neighboursOf(self, given.projectId) },
      },
      options,
    );
    const { alertConfigs: open, alertConfigSecrets: secrets } = this as unknown as Registered;
    lazyOutput(this, "alertConfigs", () =>
      pulumi
        .all([open, secrets])
        .apply(([members, byName]) =>
          mapValues(withSecretsByName(members ?? {}, byName), (member) => omit(member, ["unclear"])),
        ),
    );
  }
}

/** The outputs that the SDK adds to the resource. */
interface Registered {
  alertConfigs: pulumi.Output<Record<string, { notifications: AlertNotification[] }> | undefined>;
  /** Absent if there are no secrets. */
  alertConfigSecrets?: pulumi.Output<unknown>;
}

function openMembers(set: string, alertConfigs: unknown): pulumi.Input<unknown> {
  return nowOrLater(alertConfigs, (members) => {
    if (!isPlain(members)) return members;
    refuseNames(set, members);
    return mapValues({ ...members }, (member) => nowOrLater(member, openMember));
  });
}

/** Names that JavaScript or Pulumi give another meaning: a program with one of them would not end, or lose the member. */
const REFUSED_NAMES = ["toString", "__proto__", SIGNATURE_KEY];

function refuseNames(set: string, members: object): void {
  // `{ "__proto__": ... }` sets the prototype.
  const prototype: unknown = Object.getPrototypeOf(members);
  const isPlainOne = prototype === Object.prototype || prototype === null;
  const names = [...Object.keys(members), ...(isPlainOne ? [] : ["__proto__"])];
  const refused = names.find((name) => REFUSED_NAMES.includes(name));
  if (refused === undefined) return;
  throw endingProgram(
    new Error(
      `AlertConfigSet ${JSON.stringify(set)}: alertConfigs: ${JSON.stringify(refused)} cannot be the name of an alert configuration, since ` +
        "JavaScript or Pulumi gives it another meaning. Choose another name.",
    ),
  );
}

function openMember(member: unknown): unknown {
  if (!isPlain(member) || !("notifications" in member)) return member;
  return { ...member, notifications: openNotifications(member.notifications) };
}

/** The secrets of the members that may have some, by the name of the member. */
function secretsIn(alertConfigs: unknown): Record<string, SecretsByKey> {
  if (!isPlainObject(alertConfigs)) return {};
  const byName = mapValues(alertConfigs, (member) =>
    isPlainObject(member) ? secretsOfNotifications(member["notifications"]) : {},
  );
  return Object.fromEntries(Object.entries(byName).filter(([, secrets]) => Object.keys(secrets).length > 0));
}
