/** The state of a stack as `pulumi stack export` prints it, made from resources that were created without the engine. */

import type { DriftReport } from "../../../src/cli/drift/report";
import { compareState } from "../../../src/cli/drift/compare";
import { readState } from "../../../src/cli/drift/state";
import type { Connections } from "../../../src/core/connections";
import type { PlainObject } from "../../../src/json";
import { isPlainObject, mapValues } from "../../../src/json";
import type { Kind, Managed } from "../resources/managed";

/** Whether the secrets of a state are decrypted, and whether the command is told to compare them. */
export interface Mode {
  readonly title: string;
  readonly decrypted: boolean;
  readonly showSecrets: boolean;
}

export const SHOWN: Mode = { title: "with --show-secrets", decrypted: true, showSecrets: true };
export const ENCRYPTED: Mode = { title: "of an encrypted state", decrypted: false, showSecrets: false };

/** Also the two in which the option does not fit the state. */
export const MODES: readonly Mode[] = [
  SHOWN,
  ENCRYPTED,
  { title: "of a decrypted state without --show-secrets", decrypted: true, showSecrets: false },
  { title: "of an encrypted state with --show-secrets", decrypted: false, showSecrets: true },
];

export interface Entry {
  readonly kind: Kind;
  readonly name?: string;
  readonly state: Managed["state"];
  /** Further outputs that the program marks as secret. */
  readonly secret?: readonly string[];
  /** Further fields of the resource in the state. */
  readonly rest?: PlainObject;
}

/** The outputs that the classes mark as secret. */
const SECRET_OUTPUTS = [
  "agentApiKey",
  "notificationSecrets",
  "alertConfigSecrets",
  "awsAccessKey",
  "awsSecretKey",
  "uri",
  "__written",
];

/** A secret in a state. */
export function secretIn({ decrypted }: Mode, value: unknown): PlainObject {
  const content = decrypted
    ? { plaintext: JSON.stringify(value) }
    : { ciphertext: "v1:bm9uY2U=:Y2lwaGVydGV4dA==" };
  return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ...content };
}

export function urnOf(kind: string, name = "resource"): string {
  return `urn:pulumi:test::test::pulumi-nodejs:dynamic/opsmanager:${kind}::${name}`;
}

/** Without values that cannot be stored, as the engine does. */
function stored({ kind, name, state, secret = [], rest = {} }: Entry, mode: Mode): PlainObject {
  const hide = (values: PlainObject): PlainObject =>
    mapValues(JSON.parse(JSON.stringify(values)) as PlainObject, (value, key) => {
      if ([...SECRET_OUTPUTS, ...secret].includes(key)) return secretIn(mode, value);
      if (key !== "oidc" || !isPlainObject(value) || value["clientSecret"] === undefined) return value;
      return { ...value, clientSecret: secretIn(mode, value["clientSecret"]) };
    });
  return {
    urn: urnOf(kind, name),
    custom: true,
    id: state?.id,
    type: `pulumi-nodejs:dynamic/opsmanager:${kind}`,
    inputs: { ...hide(state?.inputs ?? {}), __provider: "text" },
    outputs: { ...hide(state?.outputs ?? {}), __provider: "text" },
    ...rest,
  };
}

export function documentOf(entries: readonly Entry[], mode: Mode): PlainObject {
  const stack = { urn: "urn:pulumi:test::test::pulumi:pulumi:Stack::test-test", type: "pulumi:pulumi:Stack" };
  return {
    version: 3,
    deployment: { resources: [stack, ...entries.map((entry) => stored(entry, mode))] },
  };
}

export async function driftIn(
  document: unknown,
  connections: Connections,
  { showSecrets }: Mode = ENCRYPTED,
): Promise<DriftReport> {
  return (await compareState(readState(document), connections, showSecrets)).report;
}

/** Without what cannot be verified, which is no drift. */
export function driftOf({ changed, missing, unmanaged, duplicates }: DriftReport): object {
  return { changed, missing, unmanaged, duplicates };
}

export const NONE = { changed: [], missing: [], unmanaged: [], duplicates: [] };
