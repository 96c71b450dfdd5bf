/** `/versionManifest`: the list of all database versions that the service can deploy. */

import type { ServiceVersion } from "../types/version-manifest";
import { isApiError, isShapeError } from "../errors";
import type { ApiResponse, ApiClient } from "../http/api-client";
import { orUndefined } from "./common";
import { objectSchema } from "./schema";

/** The manifest of the service; its structure may change without notice. */
export type VersionManifest = Record<string, unknown>;

export type { ServiceVersion } from "../types/version-manifest";

const GET = { method: "GET", path: "/unauth/versionManifest", withoutEnvelope: true } as const;

/** Not every service has this endpoint. It needs no key, so any refusal means that it is not offered. */
function isNotOffered(error: unknown): boolean {
  return isShapeError(error) || (isApiError(error) && [401, 403, 404, 405].includes(error.status));
}

/** The manifest and the version of the service. */
export interface HeldManifest {
  readonly manifest: VersionManifest;
  readonly service: ServiceVersion;
}

/** `GET /unauth/versionManifest`, which needs no key; `undefined` for a service that does not offer it. */
export async function getVersionManifest(api: ApiClient): Promise<HeldManifest | undefined> {
  const response = await orUndefined(api.send({ ...GET, schema: objectSchema }), isNotOffered);
  return response && { manifest: response.value, service: parseServiceVersion(response.serviceVersion) };
}

/**
 * `PUT /versionManifest`: sends the bytes of the file unmodified. Services return the manifest or less; nothing of it is
 * needed, so the response is not kept.
 */
export async function putVersionManifest(api: ApiClient, bytes: Buffer): Promise<ApiResponse<unknown>> {
  return api.send({
    method: "PUT",
    path: "/versionManifest",
    bytes,
    withoutEnvelope: true,
    confirmedBy: ["updated", "versions"],
  });
}

/** The version of the service, which each response has in a header; empty if it does not. */
export async function getServiceVersion(api: ApiClient): Promise<ServiceVersion> {
  let response: ApiResponse<unknown>;
  try {
    response = await api.send(GET);
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    // A small response that every role may read.
    response = await api.send({ method: "GET", path: "/alertConfigs/matchers/fieldNames" });
  }
  return parseServiceVersion(response.serviceVersion);
}

export function parseServiceVersion(header: string | undefined): ServiceVersion {
  const field = (name: string): string | undefined =>
    new RegExp(`(?:^|[;\\s])${name}=([^;\\s]+)`).exec(header ?? "")?.[1];
  return { gitHash: field("gitHash"), versionString: field("versionString") };
}
