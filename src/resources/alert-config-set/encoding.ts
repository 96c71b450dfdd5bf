/** The typed form of a set of alert configurations, and the form in which the engine stores it. */

import type { CommonArgs, Inputs, Outputs, SecretsApart, StateOf } from "../../core/definition";
import type { MaybeNotTaken, NotTaken } from "../../core/not-taken";
import { maybeNotTaken } from "../../core/not-taken";
import { parsePath, valueAt } from "../../core/problems";
import { idOfParts } from "../../core/resource-id";
import type { UnmanagedAlertConfig } from "../../types/alert-config";
import { isUnknown, knownValue } from "../../unknowns";
import type { PlainObject } from "../../json";
import { groupBy, isPlainObject, jsonEqual, mapValues, pick, withoutUndefined } from "../../json";
import type { AlertArgs, AlertState } from "../alert-config/encoding";
import * as alerts from "../alert-config/encoding";

/** The arguments of an alert configuration of a set, notifications with their secrets. */
export type MemberArgs = Omit<AlertArgs, "projectId" | "adoptId" | "secretsVersion" | keyof CommonArgs>;

export interface SetArgs extends CommonArgs {
  readonly projectId: string;
  /** The name of the resource. */
  readonly resourceName: string;
  readonly alertConfigs: Readonly<Record<string, MemberArgs>>;
  readonly unmanaged?: "ignore" | "report" | "delete" | undefined;
  readonly unmanagedExcept?: readonly string[] | undefined;
  readonly secretsVersion?: string | number | undefined;
  /** The list that a refresh found. A program has none. */
  readonly unmanagedAlertConfigs?: readonly UnmanagedAlertConfig[] | undefined;
}

/** Its `args` are as of the last write or refresh, without the members that were not written or are gone. */
export interface SetState extends StateOf<SetArgs> {
  readonly members: Members;
  /** Whether a write was carried out in part, so that the inputs in the state are not those of `args`. */
  readonly isIncomplete?: boolean;
}

/** By name. */
export type Members = ReadonlyMap<string, Member>;

export interface Member {
  readonly id: string;
  /** Absent if a write failed: the alert configuration exists, and its content is not known. */
  readonly alert?: AlertState | undefined;
  /**
   * Set if the set took over what existed while it did not know which other resources the program has, so that one of them may
   * have it.
   */
  readonly mayBeOthers?: boolean;
}

/** The name of a resource may have slashes. */
export const ID = idOfParts(["projectId", "resourceName"], (name) => name);

/** The members as alert configurations of the project; none while they are unknown as a whole. */
export function declaredMembers({ projectId, alertConfigs }: SetArgs): Map<string, AlertArgs> {
  const known: SetArgs["alertConfigs"] = knownValue(alertConfigs) ?? {};
  return new Map(Object.entries(known).map(([name, member]) => [name, { ...member, projectId }]));
}

/**
 * With "report" the list that a refresh found stays in the inputs; with "delete" it becomes empty, so that a preview shows what the update
 * deletes.
 */
export function normalize(inputs: Inputs, olds: Inputs): Inputs {
  const { unmanaged } = inputs;
  const { unmanagedAlertConfigs: found } = olds;
  return {
    ...inputs,
    ...(unmanaged === "report" && pick(olds, ["unmanagedAlertConfigs"])),
    ...(unmanaged === "delete" && Array.isArray(found) && found.length > 0 && { unmanagedAlertConfigs: [] }),
  };
}

/** How the dynamic host has the secrets of all members: in one map beside them, by their names. */
export const SECRETS_APART: SecretsApart = {
  input: "alertConfigSecrets",
  split({ alertConfigs, ...props }) {
    if (!isPlainObject(alertConfigs)) return { ...props, alertConfigs };
    const members = Object.entries(alertConfigs).map(([name, member]) => {
      const { notificationSecrets = {}, ...open } = isPlainObject(member)
        ? alerts.SECRETS_APART.split(member)
        : {};
      return {
        name,
        open: isPlainObject(member) ? open : member,
        secrets: notificationSecrets as PlainObject,
      };
    });
    const withSecrets = members.filter(({ secrets }) => Object.keys(secrets).length > 0);
    return {
      ...props,
      alertConfigs: Object.fromEntries(members.map(({ name, open }) => [name, open])),
      alertConfigSecrets: Object.fromEntries(withSecrets.map(({ name, secrets }) => [name, secrets])),
    };
  },
  join: ({ alertConfigs, alertConfigSecrets, ...props }) => ({
    ...props,
    alertConfigs: isPlainObject(alertConfigs)
      ? membersWithSecrets(alertConfigs, alertConfigSecrets)
      : alertConfigs,
  }),
  normalize: (inputs, olds) => alerts.withoutEmpty(withKeptSecrets(inputs, olds), "alertConfigSecrets"),
};

/** A member that `ignoreChanges` keeps after the program dropped it keeps its secrets. */
function withKeptSecrets(inputs: Inputs, olds: Inputs): Inputs {
  const { alertConfigs: members, alertConfigSecrets: secrets = {} } = inputs;
  const { alertConfigs: former, alertConfigSecrets: formerSecrets = {} } = olds;
  if (!isPlainObject(secrets)) return inputs;
  const kept = Object.entries(formerSecrets as PlainObject).filter(([name]) => {
    const member = own(members, name);
    return member !== undefined && jsonEqual(member, own(former, name));
  });
  return { ...inputs, alertConfigSecrets: { ...Object.fromEntries(kept), ...secrets } };
}

/** Members with their secrets. A preview may not know a member as a whole. */
export function membersWithSecrets(members: PlainObject, secrets: unknown): PlainObject {
  return mapValues(members, (member, name) =>
    isPlainObject(member)
      ? alerts.SECRETS_APART.join({ ...member, notificationSecrets: own(secrets, name) })
      : member,
  );
}

/** What belongs to one member. @param all by name, or unknown as a whole */
function own(all: unknown, name: string): unknown {
  if (isUnknown(all)) return all;
  return isPlainObject(all) && Object.hasOwn(all, name) ? all[name] : undefined;
}

/** The arguments that describe members which a refresh has found; those whose content is not known are left out. */
export function argsOfMembers(args: SetArgs, members: Members): SetArgs {
  const known = [...members].flatMap(([name, { alert }]) =>
    alert === undefined ? [] : [[name, alert.args]],
  );
  const alertConfigs = Object.fromEntries(known) as SetArgs["alertConfigs"];
  return { ...args, alertConfigs, changedSecrets: changedSecretsOf(members) };
}

/** What the service did not take of all members. */
export function notTakenOfMembers(members: Members): MaybeNotTaken {
  const all = [...members].flatMap(([name, { alert }]) =>
    (alert?.notTaken ?? []).map((each) => ({ ...each, path: ["alertConfigs", name, ...each.path] })),
  );
  return maybeNotTaken(all);
}

/** The paths of the changed secrets of all members. */
function changedSecretsOf(members: Members): string[] {
  return [...members].flatMap(([name, { alert }]) =>
    (alert?.args.changedSecrets ?? []).map((path) => name + BEFORE_PATH + path),
  );
}

export function encode({ args, members, isIncomplete }: SetState): Outputs {
  const known = [...members].flatMap(([name, { alert }]) => (alert === undefined ? [] : [{ name, alert }]));
  const written = known.flatMap(({ name, alert }) => {
    const stored = alerts.storedBaseline(alert.baseline, alert.args);
    return stored === undefined ? [] : [[name, stored]];
  });
  const mayBeOthers = [...members].flatMap(([name, member]) => (member.mayBeOthers === true ? [name] : []));
  return {
    ...pick(args, ["projectId", "resourceName", "unmanaged", "unmanagedExcept", "secretsVersion"]),
    alertConfigs: Object.fromEntries(known.map(({ name, alert }) => [name, alerts.bodyOf(alert.args)])),
    alertConfigIds: Object.fromEntries([...members].map(([name, { id }]) => [name, id])),
    unmanagedAlertConfigs: args.unmanagedAlertConfigs ?? [],
    changedSecrets: changedSecretsOf(members),
    __written: written.length === 0 ? undefined : Object.fromEntries(written),
    __incomplete: isIncomplete ? true : undefined,
    __mayBeOthers: mayBeOthers.length === 0 ? undefined : mayBeOthers,
  };
}

const BEFORE_PATH = ": ";

export function decode(outputs: Outputs, notTaken: readonly NotTaken[] = []): SetState {
  const { alertConfigIds, changedSecrets, __written, __incomplete, __mayBeOthers, ...inputs } = outputs;
  const uncertain = new Set(__mayBeOthers as readonly string[] | undefined);
  const args = inputs as PlainObject & SetArgs;
  const { projectId, imported } = args;
  const changed = pathsByName((changedSecrets ?? []) as string[]);
  const member = ([name, id]: [string, unknown]): [string, Member] => {
    const declared = own(inputs["alertConfigs"], name);
    const alert = isPlainObject(declared) && {
      ...declared,
      ...withoutUndefined({ projectId, imported, changedSecrets: changed.get(name) }),
      alertConfigId: id,
      __written: own(__written, name),
    };
    const found: Member = { id: String(id), ...(uncertain.has(name) && { mayBeOthers: true }) };
    if (alert === false) return [name, found];
    const ours = notTaken.filter(({ path }) => path[1] === name);
    const fields = ours.map((each) => ({ ...each, path: each.path.slice(2) }));
    return [name, { ...found, alert: { ...alerts.decode(alert), ...maybeNotTaken(fields) } }];
  };
  const members = new Map(Object.entries(alertConfigIds ?? {}).map(member));
  return { args, members, isIncomplete: __incomplete === true };
}

/** The name may contain the separator, the path does not. */
function pathsByName(changedSecrets: readonly string[]): ReadonlyMap<string, string[]> {
  const byName = groupBy(changedSecrets.map(splitPath), ({ name }) => name);
  return new Map([...byName].map(([name, paths]) => [name, paths.map(({ path }) => path)]));
}

function splitPath(text: string): { name: string; path: string } {
  const end = text.lastIndexOf(`${BEFORE_PATH}notifications[`);
  return { name: text.slice(0, end), path: text.slice(end + BEFORE_PATH.length) };
}

/** The secret at a path in `changedSecrets`. */
export function secretAt({ alertConfigs }: SetArgs, text: string): unknown {
  const { name, path } = splitPath(text);
  return valueAt(own(alertConfigs, name), parsePath(path));
}
