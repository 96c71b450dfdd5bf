/** Sets of alert configurations as the class passes them to the provider. */

import * as fc from "fast-check";
import { withArgumentNames, withInputNames } from "../../../../src/dynamic/form";
import type { AlertConfig, AlertConfigBody } from "../../../../src/fields/alert-config";
import type { PlainObject } from "../../../../src/json";
import { canonicalJson, mapValues, withoutUndefined } from "../../../../src/json";
import type { Member, SetArgs } from "../../../../src/resources/alert-config-set/encoding";
import { declaredMembers, SECRETS_APART } from "../../../../src/resources/alert-config-set/encoding";
import type { AlertArgs } from "../../../../src/resources/alert-config/encoding";
import { stateOf } from "../../../../src/resources/alert-config/operations";
import { openPart, splitSecrets } from "../../../../src/secrets/notifications";
import type { REDACTIONS } from "../alert-config/alerts";
import { responseOf } from "../alert-config/alerts";
import { program } from "../alert-config/generators";

/** Alert configurations by name. */
export type Bodies = Readonly<Record<string, AlertConfigBody>>;

/** Arguments of a set besides its alert configurations. */
export interface SetOptions {
  readonly projectId?: string;
  readonly resourceName?: string;
  readonly unmanaged?: string | undefined;
  readonly unmanagedExcept?: readonly string[] | undefined;
  readonly secretsVersion?: string | number | undefined;
  readonly connection?: string | undefined;
}

/** The inputs of a set: members without secrets, and the secrets by name. */
export function setInputs(bodies: Bodies, options: SetOptions = {}): PlainObject {
  const { projectId = "p", resourceName = "alerts", ...rest } = options;
  const secrets = Object.entries(bodies).map(([name, { notifications }]) => [
    name,
    splitSecrets(notifications),
  ]);
  const byName = Object.fromEntries(
    secrets.filter(([, byKey]) => Object.keys(byKey ?? {}).length > 0),
  ) as PlainObject;
  return withInputNames({
    projectId,
    resourceName,
    ...withoutUndefined(rest),
    alertConfigs: mapValues(bodies, ({ notifications, ...body }) => ({
      ...body,
      notifications: notifications.map(openPart),
    })),
    ...(Object.keys(byName).length > 0 && { alertConfigSecrets: byName }),
  });
}

/** Names that a careless implementation would mix up with its own. */
const NAMES = ["a", "b", "c", "0", "constructor", "lag: notifications[0]", "b: notifications[1]", "ü. "];

/** Sets in which equal members are frequent. */
export const bodies: fc.Arbitrary<Bodies> = fc
  .record({
    names: fc.subarray(NAMES),
    pool: fc.array(program, { minLength: 1, maxLength: 3 }),
    choices: fc.array(fc.nat(2), { minLength: NAMES.length, maxLength: NAMES.length }),
  })
  .map(({ names, pool, choices }) =>
    Object.fromEntries(
      names.map((name, index) => [
        name,
        structuredClone(pool[(choices[index] ?? 0) % pool.length]) as AlertConfigBody,
      ]),
    ),
  );

/** The arguments that the provider gets for a set. */
export function setArgs(set: Bodies, options: SetOptions = {}): SetArgs {
  return SECRETS_APART.join(withArgumentNames(setInputs(set, options))) as unknown as SetArgs;
}

/** The members that the program of a set declares. */
export const declaredIn = (set: Bodies): Map<string, AlertArgs> => declaredMembers(setArgs(set));

/** A member as a write leaves it. */
export function memberOf(args: AlertArgs, live: AlertConfig): Member {
  return { id: live.id, alert: stateOf(args, live) };
}

/** The members after a write that the service returned as it does. */
export function writtenMembers(
  set: Bodies,
  options: SetOptions = {},
  redact: (typeof REDACTIONS)[number] = "new",
): Map<string, Member> {
  const declared = declaredMembers(setArgs(set, options));
  const liveOf = (name: string) => responseOf(set[name] as AlertConfigBody, redact);
  const member = ([name, args]: [string, AlertArgs], index: number): [string, Member] => [
    name,
    memberOf(args, { ...liveOf(name), id: `id-${index}` }),
  ];
  return new Map([...declared].map(member));
}

/** A value as it comes back from the engine, which sorts the names of objects. */
export function throughEngine<T>(value: T): T {
  return JSON.parse(canonicalJson(value)) as T;
}
