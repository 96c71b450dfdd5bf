/** The languages of exported programs, and what the README of each says. */

import { basename } from "node:path";
import { INSTALLED, INSTALLED_PLUGIN, VERSION } from "../../version";

export const LANGUAGES = ["typescript", "typescript-plugin", "yaml"] as const;

export type Language = (typeof LANGUAGES)[number];

interface Texts {
  /** The commands that install what the program needs, once and on each machine. */
  readonly install: readonly string[];
  readonly again: readonly string[];
  /** The dependencies that only this language has, by package. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** What the first preview shows of a resource with secrets. */
  readonly change: string;
  /** The files besides the program and the configuration that are committed. */
  readonly locked: readonly string[];
  readonly protection: string;
}

/** The folder of a program for the archives of packages that are on no registry. */
export const PACKAGES = "packages";

const { plugin, sdk } = INSTALLED_PLUGIN;
const CLASSES = installing("pulumi-opsmanager", INSTALLED);
const SDK = installing("@pulumi-opsmanager/opsmanager", sdk);
const PROTECT_FILE = "`protect.ts` sets the resource option `protect` of all resources.";

export const TEXTS: Readonly<Record<Language, Texts>> = {
  typescript: {
    ...CLASSES,
    change: "`[diff: -__imported~notificationSecrets]`",
    protection: PROTECT_FILE,
  },
  "typescript-plugin": {
    ...SDK,
    install: [plugin, ...SDK.install],
    again: [plugin, ...SDK.again],
    change: "`[diff: ~notifications]`",
    protection: PROTECT_FILE,
  },
  yaml: {
    install: [plugin],
    again: [plugin],
    dependencies: {},
    change: "`[diff: ~notifications]`",
    locked: [],
    protection: "The resource option `protect` of all resources is set.",
  },
};

/**
 * How a program gets a package. An archive becomes a part of the program, so that every machine that has the program can install it.
 * @param from its archive, or what npm finds in a registry
 */
function installing(name: string, from: string) {
  const archive = from.endsWith(".tgz") ? `${PACKAGES}/${basename(from)}` : undefined;
  return {
    dependencies: { [name]: archive === undefined ? `^${VERSION}` : `file:${archive}` },
    install: [
      ...(archive === undefined ? [] : [`mkdir -p ${PACKAGES} && cp ${from} ${PACKAGES}`]),
      "npm install",
    ],
    again: ["npm ci"],
    locked: ["package-lock.json", ...(archive === undefined ? [] : [PACKAGES])],
  };
}
