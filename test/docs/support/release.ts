/** A release of the plugin on the machine of a reader. */

import { succeed } from "../../support/run";
import { writeRelease } from "../../../scripts/plugin/release";
import { useLanguages } from "../../e2e/support/plugin";
import type { useMachine } from "./machine";

/** Where the pages have a release of the plugin. */
export const RELEASE = "~/opsmanager-plugin";

/**
 * A release of the plugin in the home folder, and the environment of programs in other languages, before the tests of the current suite.
 * Use it only in tests and hooks.
 */
export function useRelease(machine: ReturnType<typeof useMachine>): NodeJS.ProcessEnv {
  const env = useLanguages("go", "python", "yaml");
  before(async function makeRelease() {
    this.timeout(0);
    await writeRelease(RELEASE.replace("~", machine.folder));
    // What was downloaded before: the home folder is an empty one.
    const [modules = "", builds = ""] = (await succeed("go", ["env", "GOMODCACHE", "GOCACHE"], OWN)).split(
      "\n",
    );
    const pip = await succeed("python3", ["-m", "pip", "cache", "dir"], OWN);
    Object.assign(env, { GOMODCACHE: modules, GOCACHE: builds, PIP_CACHE_DIR: pip.trim() });
  });
  return env;
}

const OWN = { env: process.env };
