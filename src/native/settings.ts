/** The settings of a provider in the engine's protocol. */

import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { PlainObject } from "../json";
import { isPlainObject, mapValues, withoutNulls } from "../json";
import { isInstance } from "./plugin";
import { isSecretPath } from "../secrets/values";
import { markSecret, openStruct, structOf } from "./values";

const isBox = (name: string, value: unknown): value is PlainObject =>
  isSecretPath([name]) && isPlainObject(value);

/**
 * Marks the secret settings. Those of the configuration are each in an object: the engine marks the object if the configuration has the
 * setting as a secret, and the plugin marks the value in it. Marking the setting itself would hide which of them did.
 * @param urn that of the provider
 */
export function sealSettings(settings: PlainObject, urn: string): Struct {
  const seal = (value: unknown): unknown =>
    isInstance(urn) ? markSecret(value) : { value: markSecret(value) };
  return structOf(
    mapValues(withoutNulls(settings), (value, name) => (isSecretPath([name]) ? seal(value) : value)),
  );
}

/** Opens settings that are sealed, or that the engine sends to be checked. @returns also which of them the configuration has in plain text */
export function openSettings(struct: Struct | undefined) {
  const { plain, secrets } = openStruct(struct);
  const marked = new Set(secrets.filter(({ length }) => length === 1).map(([name]) => name));
  return {
    settings: mapValues(plain, (value, name) => (isBox(name, value) ? value["value"] : value)),
    inPlainText: Object.keys(plain).filter((name) => isBox(name, plain[name]) && !marked.has(name)),
  };
}
