/** The languages of exported programs, and what the README of each says. */

import { INSTALLED, INSTALLED_PLUGIN } from "../../version";

export const LANGUAGES = ["typescript", "typescript-plugin", "yaml"] as const;

export type Language = (typeof LANGUAGES)[number];

interface Texts {
  /** The commands that install what the program needs, once and on each machine. */
  readonly install: readonly string[];
  readonly again: readonly string[];
  /** What the first preview shows of a resource with secrets. */
  readonly change: string;
  /** The file besides the program and the configuration that is committed. */
  readonly locked: string;
  readonly protection: string;
}

const { plugin, sdk } = INSTALLED_PLUGIN;
const PROTECT_FILE = "`protect.ts` sets the resource option `protect` of all resources.";

export const TEXTS: Readonly<Record<Language, Texts>> = {
  typescript: {
    install: [`npm install ${INSTALLED}`],
    again: ["npm ci"],
    change: "`[diff: -__imported~notificationSecrets]`",
    locked: " and `package-lock.json`",
    protection: PROTECT_FILE,
  },
  "typescript-plugin": {
    install: [plugin, `npm install ${sdk}`],
    again: [plugin, "npm ci"],
    change: "`[diff: ~notifications]`",
    locked: " and `package-lock.json`",
    protection: PROTECT_FILE,
  },
  yaml: {
    install: [plugin],
    again: [plugin],
    change: "`[diff: ~notifications]`",
    locked: "",
    protection: "The resource option `protect` of all resources is set.",
  },
};
