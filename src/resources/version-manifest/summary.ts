/** What a parsed manifest holds, in a few words. */

import type { PlainObject } from "../../json";
import type { ManifestSummary } from "./outline";
import { outlineOf } from "./outline";
import { piecesOfTree } from "./pieces";

export type { ManifestSummary } from "./outline";

export function summaryOf(manifest: PlainObject): ManifestSummary {
  return outlineOf(piecesOfTree(manifest)).summary;
}
