/** The typed form of an alert configuration, and the form in which the engine stores it. */

import type { CommonArgs, Inputs, Outputs, SecretsApart, StateOf } from "../../core/definition";
import type { Delta } from "../../core/delta";
import { applyDelta, deltaOf } from "../../core/delta";
import { isUnknown } from "../../unknowns";
import type { AlertBody, LiveAlert } from "../../fields/alert-config";
import { GLOBAL_ALERT_CONFIG } from "../../fields/alert-config";
import type { AlertNotification, ComparedNotification, OpenNotification } from "../../fields/notification";
import { withOneSpelling } from "../../fields/notification";
import { argumentNames } from "../../fields/table";
import type { PlainObject } from "../../json";
import { isPlainObject, omit, pick, withoutUndefined } from "../../json";
import type { SecretField, UnclearSecrets } from "../../secrets/notifications";
import { joinSecrets, openPart, splitSecrets } from "../../secrets/notifications";
import type { ProjectId } from "./scope";

/** The arguments of an alert configuration, notifications with their secrets. */
export interface AlertArgs extends AlertBody, CommonArgs {
  readonly projectId?: ProjectId;
  readonly secretsVersion?: string | number | undefined;
  readonly adoptId?: string | undefined;
  readonly unclear?: UnclearSecrets | undefined;
}

/** Declared alert configurations by their names in a set. */
export type AlertsByName = ReadonlyMap<string, AlertArgs>;

export interface AlertState extends StateOf<AlertArgs> {
  readonly service: ServiceFields;
  readonly baseline: Baseline;
  /** Whether it is a global one that existed before its resource: the service may have shipped it. */
  readonly existedBefore?: boolean | undefined;
}

/** The outputs that only the service knows. */
interface ServiceFields extends Pick<LiveAlert, (typeof SERVICE_FIELDS)[number]> {
  readonly alertConfigId: string;
}

const SERVICE_FIELDS = ["groupId", "created", "updated", "links"] as const;

export function serviceFieldsOf(live: LiveAlert): ServiceFields {
  return { alertConfigId: live.id, ...pick(live, SERVICE_FIELDS) };
}

/** The last write, for all later comparisons. */
export interface Baseline {
  readonly declared: AlertBody;
  /** The response, which has a value for fields that the program leaves out. */
  readonly returned: ReturnedAlert;
  /** The paths of secrets that the provider has not written and no response confirms: those of an object that it took over. */
  readonly unverified?: readonly string[] | undefined;
}

/** The fields of an alert configuration, except `notifications`. */
export const FIELDS = argumentNames(GLOBAL_ALERT_CONFIG).filter((name) => name !== "notifications");

/** An alert configuration as returned, without its secrets. */
export interface ReturnedAlert extends Pick<LiveAlert, (typeof FIELDS)[number]> {
  /** One for each declared notification, in the order of the program; `null` where none was returned. */
  readonly notifications: readonly (ReturnedNotification | null)[];
}

export interface ReturnedNotification extends ComparedNotification {
  /** The secret fields that were returned, masked or not. */
  readonly secretFields: readonly SecretField[];
}

/** The ids of alert configurations that a set leaves to others, in all their spellings. */
export function exceptedIds(unmanagedExcept: readonly string[] = []): string[] {
  // A preview may not know the ids. One may be given as that of the Pulumi resource.
  const known = isUnknown(unmanagedExcept) ? [] : unmanagedExcept.filter((id) => !isUnknown(id));
  return known.map((id) => id.slice(id.lastIndexOf("/") + 1)).flatMap((id) => [id, id.toLowerCase()]);
}

/** The fields that are sent to the service. */
export function bodyOf(args: AlertArgs): AlertBody {
  return { ...pick(args, FIELDS), notifications: args.notifications };
}

/** The body of a write. @throws Error if it is unclear which secrets belong to a notification */
export function writableBody(args: AlertArgs): AlertBody {
  const { unclear } = args;
  if (unclear !== undefined) {
    throw new Error(
      `${unclear.notifications.join(", ")}: it is unclear which secret belongs to it, because notifications were added or removed ` +
        "outside of this program and `ignoreChanges` keeps them so. Declare the notifications as they are now, or remove them from " +
        "`ignoreChanges`. Nothing was written.",
    );
  }
  return { ...bodyOf(args), enabled: args.enabled === true };
}

/** An alert configuration without its secrets. */
export function openAlert(alert: AlertBody) {
  return { ...pick(alert, FIELDS), notifications: alert.notifications.map(openPart) };
}

/** How the dynamic host has the secrets of notifications: in one map beside them. */
export const SECRETS_APART: SecretsApart = {
  input: "notificationSecrets",
  split({ notifications, unclear: _, ...props }) {
    if (!Array.isArray(notifications)) return { ...props, notifications };
    const whole = notifications as AlertNotification[];
    const open = whole.map((each) => (isPlainObject(each) ? openPart(each) : each));
    return { ...props, notifications: open, notificationSecrets: splitSecrets(whole) };
  },
  join({ notificationSecrets, notifications, ...props }) {
    if (!Array.isArray(notifications)) return { ...props, notifications };
    return { ...props, ...joinSecrets(notifications as OpenNotification[], notificationSecrets) };
  },
  normalize: (inputs) => withoutEmpty(inputs, "notificationSecrets"),
};

/** Drops an input that holds secrets if there are none: there is nothing to hide. */
export function withoutEmpty(inputs: Inputs, name: string): Inputs {
  const secrets = inputs[name];
  return isPlainObject(secrets) && Object.keys(secrets).length === 0 ? omit(inputs, [name]) : inputs;
}

/** A baseline as the state stores it: as differences from the inputs beside it. Empty parts are absent. */
export interface StoredBaseline {
  /** The difference from the inputs. After a drift the inputs describe the live object, not the declared one. */
  readonly declared?: Delta;
  /** From `declared`, without notifications. */
  readonly returned?: Delta;
  /** From the declared notifications in one spelling. */
  readonly notifications?: readonly (Delta | null)[];
  readonly unverified?: readonly string[];
}

export function encode({ args, service, baseline, existedBefore }: AlertState): Outputs {
  return {
    ...pick(args, ["projectId", ...FIELDS, "notifications", "secretsVersion"]),
    ...service,
    links: service.links ?? [],
    changedSecrets: args.changedSecrets ?? [],
    __written: storedBaseline(baseline, args),
    __existedBefore: existedBefore,
  };
}

export function decode({ __written, __existedBefore, ...outputs }: Outputs): AlertState {
  const args = omit(outputs, ["alertConfigId", ...SERVICE_FIELDS]) as PlainObject & AlertArgs;
  return {
    args,
    service: pick(outputs, ["alertConfigId", ...SERVICE_FIELDS]) as PlainObject & ServiceFields,
    baseline: baselineFrom(__written ?? {}, args),
    ...(__existedBefore === true && { existedBefore: true }),
  };
}

/** The engine encrypts the whole state after every step, so only what is new is stored. */
export function storedBaseline(
  { declared, returned, unverified }: Baseline,
  args: AlertArgs,
): StoredBaseline | undefined {
  const asDeclared = declared.notifications.map(asReturned);
  const notifications = returned.notifications.map(
    (each, index) => each && deltaOf({ ...asDeclared[index] }, { ...each }),
  );
  const isAsDeclared = notifications.every((each) => each === undefined);
  const stored = withoutUndefined({
    declared: deltaOf({ ...bodyOf(args) }, { ...bodyOf(declared) }),
    returned: deltaOf(pick(declared, FIELDS), pick(returned, FIELDS)),
    notifications: isAsDeclared ? undefined : notifications.map((each) => (each === undefined ? {} : each)),
    unverified,
  });
  return Object.keys(stored).length === 0 ? undefined : (stored as StoredBaseline);
}

function baselineFrom(stored: StoredBaseline, args: AlertArgs): Baseline {
  const declared = applyDelta(bodyOf(args), stored.declared);
  const asDeclared = declared.notifications.map(asReturned);
  const notifications = stored.notifications?.map(
    (each, index) => each && applyDelta(asDeclared[index] ?? asReturned({ typeName: "" }), each),
  );
  const returned = applyDelta<ReturnedAlert>(
    { ...pick(declared, FIELDS), notifications: notifications ?? asDeclared },
    stored.returned,
  );
  return { declared, returned, unverified: stored.unverified };
}

/** A declared notification as a service returns it that adds nothing and returns no secret. */
function asReturned(declared: AlertNotification): ReturnedNotification {
  return withoutUndefined({ ...withOneSpelling(openPart(declared)), secretFields: [] });
}
