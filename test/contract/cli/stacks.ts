/** The state of a stack as `pulumi stack export` prints it, made from resources that were created without the engine. */

import type { DriftReport } from "../../../src/cli/drift/report";
import { compareState } from "../../../src/cli/drift/compare";
import { readState } from "../../../src/cli/drift/state";
import { withInstances } from "../../../src/cli/connect";
import type { Connections } from "../../../src/core/connections";
import { decode } from "../../../src/dynamic/form";
import type { PlainObject } from "../../../src/json";
import { isPlainObject, mapValues } from "../../../src/json";
import { encode } from "../../../src/core/stored";
import { sealStruct } from "../../../src/native/values";
import { SIGNATURE_KEY } from "../../../src/signature";
import type { Kind, Managed } from "../resources/managed";
import { definitionOf } from "../resources/managed";

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
  return { [SIGNATURE_KEY]: "1b47061264138c4ac30d75fd1eb44270", ...content };
}

/** The form of the provider whose resources a state has. */
export type Form = "classes" | "plugin";

export const FORMS: readonly Form[] = ["classes", "plugin"];

const TYPES = { classes: "pulumi-nodejs:dynamic/opsmanager", plugin: "opsmanager:index" } as const;

export function typeOf(kind: string, form: Form = "classes"): string {
  return `${TYPES[form]}:${kind}`;
}

export function urnOf(kind: string, name = "resource", form: Form = "classes"): string {
  return `urn:pulumi:test::test::${typeOf(kind, form)}::${name}`;
}

type Props = Readonly<Record<"inputs" | "outputs", PlainObject>>;

const OF_FORM = {
  classes({ state, secret = [] }: Entry, mode: Mode): Props {
    const hide = (values: PlainObject): PlainObject =>
      mapValues(values, (value, key) => {
        if ([...SECRET_OUTPUTS, ...secret].includes(key)) return secretIn(mode, value);
        if (key !== "oidc" || !isPlainObject(value) || value["clientSecret"] === undefined) return value;
        return { ...value, clientSecret: secretIn(mode, value["clientSecret"]) };
      });
    const provider = { __provider: "text" };
    return {
      inputs: { ...hide(storable(state?.inputs)), ...provider },
      outputs: { ...hide(storable(state?.outputs)), ...provider },
    };
  },
  plugin({ kind, state, secret = [] }: Entry, mode: Mode): Props {
    const definition = definitionOf(kind);
    const args = decode(definition, state?.outputs ?? {});
    const marks = secret.map((name) => [name]);
    const outputs = sealStruct(storable(encode(definition, args)), marks).toJavaScript();
    const hide = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(hide);
      if (!isPlainObject(value)) return value;
      return SIGNATURE_KEY in value ? secretIn(mode, hide(value["value"])) : mapValues(value, hide);
    };
    return { inputs: {}, outputs: hide(outputs) as PlainObject };
  },
} as const;

/** Without values that cannot be stored, as the engine does. */
function storable(values: PlainObject = {}): PlainObject {
  return JSON.parse(JSON.stringify(values)) as PlainObject;
}

function stored(entry: Entry, mode: Mode, form: Form): PlainObject {
  const { kind, name, state, rest = {} } = entry;
  return {
    urn: urnOf(kind, name, form),
    custom: true,
    id: state?.id,
    type: typeOf(kind, form),
    ...OF_FORM[form](entry, mode),
    ...rest,
  };
}

export function documentOf(
  entries: readonly Entry[],
  mode: Mode,
  form: Form = "classes",
  others: readonly PlainObject[] = [],
): PlainObject {
  const stack = { urn: "urn:pulumi:test::test::pulumi:pulumi:Stack::test-test", type: "pulumi:pulumi:Stack" };
  const own = entries.map((entry) => stored(entry, mode, form));
  return { version: 3, deployment: { resources: [stack, ...others, ...own] } };
}

export async function driftIn(
  document: unknown,
  connections: Connections,
  { showSecrets }: Mode = ENCRYPTED,
): Promise<DriftReport> {
  const state = readState(document);
  const all = withInstances(connections, state.instances, {});
  return compareState(state, all, showSecrets);
}

/** Without what cannot be verified, which is no drift. */
export function driftOf({ changed, missing, unmanaged, duplicates }: DriftReport): object {
  return { changed, missing, unmanaged, duplicates };
}

export const NONE = { changed: [], missing: [], unmanaged: [], duplicates: [] };
