/** Arguments that several kinds have and the service does not know. */

import type { Field } from "./table";

export const PROJECT_ID = {
  type: "string",
  required: true,
  doc: "The id of the project. A change replaces the resource.",
} as const satisfies Field;

/** @param what an object that may exist: `an existing store` */
export const adoptOption = (what: string) =>
  ({
    type: "boolean",
    default: false,
    createOnly: true,
    doc: `Whether the first create adopts ${what}. A later change has no effect.`,
  }) as const satisfies Field;

export const SECRETS_VERSION = {
  type: "json",
  typescript: {
    argument: "pulumi.Input<string | number | undefined>",
    output: "string | number",
  },
  doc: "A version of the secrets, of your choice. A change writes all declared secrets again.",
  otherwise: "none",
} as const satisfies Field;

/** Of a key, whose secret the service shows once. */
export const KEY_ROTATION = {
  type: "string",
  mayBeEmpty: false,
  replacesOnceSet: true,
  doc: "Any text, such as a date. Another text replaces the key: the new one is created before the old one is deleted. Adding or removing the argument changes nothing.",
  otherwise: "none",
} as const satisfies Field;
