import type { Context, Route } from "../context";
import { serviceError } from "../errors";
import { isJsonObject } from "../json";
import { requireGlobalRole } from "../permissions";
import { text } from "../reply";
import { GLOBAL_SCOPE } from "../store";

/**
 * `PUT /versionManifest` and `GET /unauth/versionManifest` (Ops Manager documentation, "Version Manifest"). Both return the
 * manifest, as public clients show; that it is byte for byte is a guess: the service may serialize it again.
 */
export function versionManifestRoutes(context: Context): Route[] {
  const { versionManifest } = context.store.tables;
  return [
    {
      method: "PUT",
      path: "/versionManifest",
      body: "json",
      envelope: false,
      handle(request) {
        requireGlobalRole(request, "GLOBAL_AUTOMATION_ADMIN");
        if (!isJsonObject(request.body) || !Array.isArray(request.body["versions"]))
          throw serviceError("INVALID_JSON");
        versionManifest.set({ id: "current", text: request.text });
        return text(request.text);
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
