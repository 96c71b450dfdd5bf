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
