/** The tests of the kinds once more, with each other adapter in place of the host: a new file is among them by itself. */

import { readdirSync } from "node:fs";
import type { managed } from "./managed";
import { useAdapter } from "./managed";
import { pluginInPlace } from "./plugin-in-place";

const ADAPTERS: Readonly<Record<string, typeof managed>> = { plugin: pluginInPlace };

/** Files about what only the host has, those that name the adapters themselves, and those that bring the log of a run. */
const EXCEPT: ReadonlySet<string> = new Set([
  "alert-config-processes",
  "alert-config-set-neighbours",
  "alert-config-set-unsure",
  "connections",
  "damaged-state",
  "lives",
  "not-taken",
  "over-adapters",
  "plugin-messages",
  "plugin-states",
]);

const files = readdirSync(__dirname)
  .filter((name) => name.endsWith(".test.ts") && !EXCEPT.has(name.replace(".test.ts", "")))
  .map((name) => require.resolve(`./${name}`));

for (const [name, adapter] of Object.entries(ADAPTERS))
  describe(`with the ${name}:`, () => {
    useAdapter(adapter, () => {
      for (const file of files) {
        // A run may have loaded it for the host already, or load it later.
        Reflect.deleteProperty(require.cache, file);
        require(file);
        Reflect.deleteProperty(require.cache, file);
      }
    });
  });
