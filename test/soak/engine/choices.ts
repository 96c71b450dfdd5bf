/** Random values of arguments. */

import type { Dice } from "../dice";
import type { AlertConfigBody } from "../../../src/fields/alert-config";
import type { LogRotationBody } from "../../../src/fields/log-rotation";
import type { AlertNotification } from "../../../src/fields/notification";
import type { OplogS3ConfigBody } from "../../../src/fields/store";
import { chooseEvent } from "../as-declared";

/** Random choices, and the secrets among them. */
export interface Chance {
  readonly die: Dice;
  /** All secrets so far. */
  readonly secrets: string[];
  /** Makes names that were never used. */
  readonly unique: (prefix: string) => string;
}

export function createChance(die: Dice): Chance {
  let count = 0;
  return { die, secrets: [], unique: (prefix) => `${prefix}-${++count}` };
}

export function chooseSecret({ die, secrets }: Chance, prefix: string): string {
  // A secret must not end with white space, which is refused.
  const secret = `${prefix}${die.secret(24)}z`;
  secrets.push(secret);
  return secret;
}

const MEMBERS = ["a", "b", "lag: notifications[0]", "0", "constructor", "no primary"] as const;

export function chooseRotation({ die }: Chance): LogRotationBody {
  return {
    sizeThresholdMB: die.between(1, 2000) + 0.5,
    timeThresholdHrs: die.between(1, 48),
    ...(die.chance(0.5) && { numUncompressed: die.between(0, 9) }),
  };
}

export function chooseTags({ die }: Chance): string[] {
  return die.oneOf([[], ["TEAM-A"], ["TEAM-A", "TEST"]]);
}

export function chooseMembers(
  chance: Chance,
  before: Readonly<Record<string, AlertConfigBody>>,
): typeof before {
  const { die } = chance;
  const kept = Object.entries(before).flatMap(([name, body]) => {
    const roll = die.fraction();
    if (roll < 0.15) return [];
    return [[name, roll < 0.4 ? chooseAlert(chance) : body] as const];
  });
  const added = MEMBERS.filter((name) => !Object.hasOwn(before, name) && die.chance(0.4)).map(
    (name) => [name, chooseAlert(chance)] as const,
  );
  return Object.fromEntries([...kept, ...added]);
}

export function chooseAlert(chance: Chance): AlertConfigBody {
  const { die } = chance;
  return {
    ...chooseEvent(die),
    enabled: die.chance(0.7),
    notifications: Array.from({ length: die.between(1, 3) }, () => chooseNotification(chance)),
  };
}

/** Single resources have no name on the service: a mail address of their own tells them apart. */
export function unlikeOthers(chance: Chance, body: AlertConfigBody): AlertConfigBody {
  const emailAddress = `${chance.unique("team")}@example.com`;
  return { ...body, notifications: [{ typeName: "EMAIL", emailAddress }, ...body.notifications] };
}

export function chooseNotification(chance: Chance): AlertNotification {
  const { die } = chance;
  const secret = (prefix: string): string => chooseSecret(chance, prefix);
  return die.oneOf<() => AlertNotification>([
    () => ({ typeName: "SLACK", channelName: die.oneOf(["#a", "#b"]), apiToken: secret("xoxb-") }),
    () => ({ typeName: "PAGER_DUTY", serviceKey: secret("pager-") }),
    () => ({
      typeName: "WEBHOOK",
      webhookUrl: `https://hooks.example.com/${encodeURIComponent(secret("hook-"))}`,
      webhookSecret: secret("sign-"),
    }),
    () => ({ typeName: "EMAIL", emailAddress: die.oneOf(["a@example.com", "b@example.com"]), delayMin: 5 }),
  ])();
}

export function chooseStore({ die }: Chance): Partial<OplogS3ConfigBody> {
  return {
    assignmentEnabled: die.chance(0.6),
    labels: die.oneOf([[], ["eu"], ["eu", "us"]]),
    s3MaxConnections: die.between(5, 50),
    sseEnabled: die.chance(0.5),
  };
}

export function chooseStoreSecrets(chance: Chance): Partial<OplogS3ConfigBody> {
  const password = encodeURIComponent(chooseSecret(chance, "password-"));
  return {
    awsAccessKey: chooseSecret(chance, "AKIA"),
    awsSecretKey: chooseSecret(chance, "secret-"),
    uri: `mongodb://backup:${password}@metadata.example.com/`,
  };
}

export function editManifest(chance: Chance, text: string): string {
  const document = JSON.parse(text) as { updated: number; versions: { name: string }[] };
  const [first] = document.versions;
  const name = `9.0.${chance.unique("v").replace("v-", "")}`;
  return JSON.stringify({ ...document, versions: [...document.versions, { ...first, name }] });
}
