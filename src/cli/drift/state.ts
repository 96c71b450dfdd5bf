/** The resources of this package in the state of a stack. */

import type { StackResource } from "../../core/drift-report";
import type { Path } from "../../core/problems";
import { valueAt } from "../../core/problems";
import { knownText, UNKNOWN } from "../../unknowns";
import { SIGNATURE_KEY } from "../../signature";
import type { PlainObject } from "../../json";
import { canonicalJson, isPlainObject, mapValues } from "../../json";
import { parseJson } from "../text";
import { isInstance, PACKAGE } from "../../native/plugin";
import { inFormOfClasses } from "./plugin-state";

const OF_CLASSES = "pulumi-nodejs:dynamic/opsmanager:";
const OF_PLUGIN = `${PACKAGE}:index:`;
const INSTANCE = `pulumi:providers:${PACKAGE}`;

export interface StackState {
  /** As `project/stack`; empty if the state has no resources. */
  readonly stack: string;
  readonly resources: readonly StackResource[];
  /** The settings of the provider instances by URN, with an unknown value in place of each secret that is encrypted. */
  readonly instances: ReadonlyMap<string, PlainObject>;
}

/** @throws Error for anything but the output of `pulumi stack export`, or a checkpoint file */
export function readState(document: unknown): StackState {
  const resources = resourcesIn(document);
  if (resources === undefined) {
    throw new Error(
      "The state is not what `pulumi stack export` prints: it has no list deployment.resources.",
    );
  }
  const all = resources.filter(isPlainObject);
  const instances = new Map(all.flatMap(instanceIn));
  return {
    stack: stackOf(all[0]?.["urn"]),
    resources: all.flatMap((each) => ownResource(each, instances)),
    instances,
  };
}

function instanceIn({ type, urn, inputs }: PlainObject): [urn: string, settings: PlainObject][] {
  if (type !== INSTANCE || typeof urn !== "string" || !isInstance(urn)) return [];
  return [[urn, decoded(isPlainObject(inputs) ? inputs : {}, urn) as PlainObject]];
}

/** Every URN begins with `urn:pulumi:<stack>::<project>::`. */
function stackOf(urn: unknown): string {
  const [, stack, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(String(urn)) ?? [];
  return stack === undefined ? "" : `${project}/${stack}`;
}

function ownResource(resource: PlainObject, instances: StackState["instances"]): StackResource[] {
  const { type, urn, id, outputs = {}, external, delete: isDeleted, provider } = resource;
  const prefix = [OF_CLASSES, OF_PLUGIN].find((each) => String(type).startsWith(each));
  // Resources that are only looked up, and those that wait for their deletion, are not part of what is declared.
  if (prefix === undefined || external === true || isDeleted === true) return [];
  if (typeof urn !== "string") throw new Error("The state has a resource without a URN.");
  if (typeof id !== "string" || !isPlainObject(outputs)) {
    throw new Error(`${urn}: its id or its outputs in the state are damaged.`);
  }
  const kind = String(type).slice(prefix.length);
  const { __provider, ...own } = outputs;
  const open = mapValues(own, (value) => decoded(value, urn));
  const isOfPlugin = prefix === OF_PLUGIN;
  // `<URN>::<id>`
  const instance = String(provider).replace(/::[^:]*$/, "");
  return [
    {
      urn,
      kind,
      id,
      // The first update after a takeover writes the form of the plugin.
      outputs: isOfPlugin && __provider === undefined ? inFormOfClasses(kind, open, urn) : open,
      connection: instances.has(instance) ? instance : knownText(open["connection"]),
      server: knownText(open["__server"]),
      isOfPlugin,
      isSecret: (path: Path) => isInSecret(own, path),
    },
  ];
}

function resourcesIn(document: unknown): unknown[] | undefined {
  const { deployment, checkpoint } = isPlainObject(document) ? document : {};
  const latest = isPlainObject(checkpoint) ? checkpoint["latest"] : deployment;
  const resources = isPlainObject(latest) ? (latest["resources"] ?? []) : undefined;
  return Array.isArray(resources) ? resources : undefined;
}

/** The value by which the engine marks a secret. */
const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

function isSecretValue(value: unknown): value is PlainObject {
  return isPlainObject(value) && value[SIGNATURE_KEY] === SECRET_SIGNATURE;
}

/** With `--show-secrets` a secret has its JSON text in place of a cipher text. */
function decoded(value: unknown, urn: string): unknown {
  if (isSecretValue(value)) {
    const { plaintext } = value;
    return typeof plaintext === "string"
      ? decoded(parseJson(plaintext, `${urn}: a decrypted secret in the state`), urn)
      : UNKNOWN;
  }
  if (Array.isArray(value)) return value.map((item) => decoded(item, urn));
  return isPlainObject(value) ? mapValues(value, (item) => decoded(item, urn)) : value;
}

function isInSecret(value: unknown, [part, ...rest]: Path): boolean {
  if (isSecretValue(value)) return true;
  if (part !== undefined) return isInSecret(valueAt(value, [part]), rest);
  return canonicalJson(value ?? null).includes(SECRET_SIGNATURE);
}
