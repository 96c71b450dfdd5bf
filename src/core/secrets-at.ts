/** The secrets of a kind that has them one by one among its arguments. */

import { isPlainObject } from "../json";
import type { CommonArgs, Secrets, StateOf } from "./definition";
import type { Path } from "./problems";
import { pathText, valueAt } from "./problems";

export function secretsAt<Args extends CommonArgs, State extends StateOf<Args>>(
  paths: readonly Path[],
): Secrets<Args, State> {
  return {
    exposed(inputs, sealed, olds) {
      // A preview may not know them; the update does.
      if (!isPlainObject(sealed)) return [];
      const isForeign = (path: Path): boolean => {
        const secret = valueAt(inputs, path);
        return secret != null && secret !== valueAt(sealed, path) && secret !== valueAt(olds, path);
      };
      return paths.filter(isForeign).map(pathText);
    },
  };
}
