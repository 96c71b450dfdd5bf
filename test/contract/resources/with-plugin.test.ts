/** The tests of the kinds once more, with the plugin in place of the host. */

import { useAdapter } from "./managed";
import { pluginInPlace } from "./plugin-in-place";

const FILES = [
  "access-list-entry",
  "additional-fields",
  "alert-config",
  "alert-config-set",
  "alert-config-set-failures",
  "alert-config-set-states",
  "alert-config-writes",
  "cluster-name",
  "existing",
  "global-alert-config",
  "handover",
  "invalid-arguments",
  "log-rotation",
  "many",
  "project",
  "refusals",
  "s3-store",
  "undeclared",
  "unproven",
  "version-manifest",
];

describe("with the plugin:", () => {
  useAdapter(pluginInPlace, () => {
    for (const name of FILES) {
      const file = require.resolve(`./${name}.test`);
      // A run may have loaded it for the host already, or load it later.
      Reflect.deleteProperty(require.cache, file);
      require(file);
      Reflect.deleteProperty(require.cache, file);
    }
  });
});
