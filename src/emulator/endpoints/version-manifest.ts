import type { Context, Route } from "../context";
import { serviceError } from "../errors";
import { isJsonObject } from "../json";
import { requireGlobalRole } from "../permissions";
import { one, text } from "../reply";
import { GLOBAL_SCOPE } from "../store";

/**
 * `PUT /versionManifest` and `GET /unauth/versionManifest` (Ops Manager documentation, "Version Manifest"). That the
 * document is returned byte for byte is a guess: the service may serialize it again.
 */
export function versionManifestRoutes(context: Context): Route[] {
  const { versionManifest } = context.store.tables;
  return [
    {
      method: "PUT",
      path: "/versionManifest",
      body: "json",
      envelope: false,
      handle(call) {
        requireGlobalRole(call, "GLOBAL_AUTOMATION_ADMIN");
        if (!isJsonObject(call.body) || !Array.isArray(call.body["versions"]))
          throw serviceError("INVALID_JSON");
        versionManifest.set({ id: "current", text: call.text });
        return one({ updated: call.body["updated"] ?? null });
      },
    },
    {
      method: "GET",
      path: "/unauth/versionManifest",
      public: true,
      handle() {
        const manifest = versionManifest.get(GLOBAL_SCOPE, "current");
        if (manifest === undefined) throw serviceError("RESOURCE_NOT_FOUND", "/unauth/versionManifest");
        return text(manifest.text);
      },
    },
  ];
}
