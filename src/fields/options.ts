/** Arguments that several kinds have and the service does not know. */

import type { Field } from "./table";

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
