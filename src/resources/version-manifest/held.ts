/** The manifest that the service holds, looked through and let go. */

import type { ServiceVersion } from "../../api/version-manifest";
import { lookThroughVersionManifest } from "../../api/version-manifest";
import type { ApiClient } from "../../http/api-client";
import type { Outline } from "./outline";
import { outlineOf } from "./outline";
import { piecesOf, sourceOf } from "./pieces";

/** `undefined` for a service that does not show it. */
export async function heldManifest(
  api: ApiClient,
): Promise<{ readonly outline: Outline; readonly service: ServiceVersion } | undefined> {
  const held = await lookThroughVersionManifest(api, (bytes) => outlineOf(piecesOf(sourceOf(bytes))));
  return held && { outline: held.manifest, service: held.service };
}
