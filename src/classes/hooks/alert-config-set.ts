/** What the class of a set of alert configurations passes to the engine, and what it makes of its outputs. */

import * as pulumi from "@pulumi/pulumi";
import type { PlainObject } from "../../json";
import { isPlainObject, mapValues, omit } from "../../json";
import { lazyOutput } from "../../program/arguments";
import { announce, neighboursOf } from "../../program/neighbours";
import type { ClassData, Constructed } from "../../program/registration";
import { registrationOf as standard } from "../../program/registration";
import type { Registration } from "../../program/resource";
import { endingProgram } from "../../program/run";
import { membersWithSecrets } from "../../resources/alert-config-set/encoding";
import type { SecretsByKey } from "../../secrets/notifications";
import { SIGNATURE_KEY } from "../../signature";
import type { AlertNotification } from "../../types/notification";
import type { AlertConfigArgs } from "../alert-config";
import {
  isPlain,
  nowOrLater,
  openNotifications,
  secretInput,
  secretsOfNotifications,
} from "./notification-inputs";

/** An alert configuration of an `AlertConfigSet`. */
export type AlertConfigMember = Omit<
  AlertConfigArgs,
  "projectId" | "adoptId" | "secretsVersion" | "connection"
>;

interface SetArgs {
  readonly projectId?: pulumi.Input<string>;
  readonly alertConfigs?: unknown;
}

/** Moves the secrets of the members into their own input, and announces the set to its neighbours. */
export function registrationOf(data: ClassData, { kind, name, args }: Constructed<SetArgs>): Registration {
  const { alertConfigs, ...rest } = args;
  const alertConfigSecrets = alertConfigs === undefined ? undefined : secretInput(alertConfigs, secretsIn);
  const self = announce(`${kind}::${name}`, args.projectId);
  return {
    ...standard(data, args),
    inputs: {
      ...rest,
      resourceName: name,
      ...(alertConfigs !== undefined && {
        alertConfigs: openMembers(name, alertConfigs),
        alertConfigSecrets,
      }),
    },
    // Messages must name what is deleted.
    open: ["unmanagedExcept"],
    inIds: { projectId: args.projectId, "the names in alertConfigs": alertConfigs },
    run: { sealed: alertConfigSecrets ?? {}, ...neighboursOf(self, args.projectId) },
  };
}

/** Shows the members with their secrets. */
export function complete(resource: pulumi.Resource): void {
  const { alertConfigs: open, alertConfigSecrets: secrets } = resource as pulumi.Resource & Registered;
  lazyOutput(resource, "alertConfigs", () =>
    pulumi
      .all([open, secrets])
      .apply(([members, byName]) =>
        mapValues(membersWithSecrets(members ?? {}, byName), (member) =>
          omit<PlainObject, string>(member as PlainObject, ["unclear"]),
        ),
      ),
  );
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
