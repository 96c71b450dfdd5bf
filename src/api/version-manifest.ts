/** `/versionManifest`: the list of all database versions that the service can deploy (specification 2.6, 4.5). */

import { z } from "zod";
import { isApiError, isShapeError } from "../errors";
import type { ApiResponse, ApiClient, CallOptions } from "../http/api-client";
import { isPlainObject } from "../json";
import { orUndefined } from "./common";

/** The manifest as the service holds it; its structure may change without notice. */
export type VersionManifest = Record<string, unknown>;

/** What `X-MongoDB-Service-Version` says: `gitHash=...; versionString=...`. */
export interface ServiceVersion {
  gitHash?: string | undefined;
  versionString?: string | undefined;
}

// Not `z.record`, which would copy megabytes.
const versionManifest = z.custom<VersionManifest>(isPlainObject, "must be an object");

const GET = { method: "GET", path: "/unauth/versionManifest", withoutEnvelope: true } as const;

/** Not every service offers it: none of the refusals of a request that needs no key says more than that. */
function isNotOffered(error: unknown): boolean {
  return isShapeError(error) || (isApiError(error) && [401, 403, 404, 405].includes(error.status));
}

/** The manifest and the version of the service. */
export interface HeldManifest {
  readonly manifest: VersionManifest;
  readonly service: ServiceVersion;
}

/**
 * `GET /unauth/versionManifest`, which needs no key on the service itself; `undefined` for a service that does not
 * offer it.
 */
export async function getVersionManifest(
  api: ApiClient,
  options: CallOptions = {},
): Promise<HeldManifest | undefined> {
  const response = await orUndefined(api.send({ ...GET, schema: versionManifest, ...options }), isNotOffered);
  return response && { manifest: response.value, service: parseServiceVersion(response.serviceVersion) };
}

/** `PUT /versionManifest`: the bytes of the file, unmodified. The answer may be anything. */
export async function putVersionManifest(
  api: ApiClient,
  bytes: Buffer,
  options: CallOptions = {},
): Promise<void> {
  await api.request({ method: "PUT", path: "/versionManifest", bytes, withoutEnvelope: true, ...options });
}

/** The version of the service, which every answer carries in a header; empty for a service that does not say. */
export async function getServiceVersion(api: ApiClient, options: CallOptions = {}): Promise<ServiceVersion> {
  let answer: ApiResponse<unknown>;
  try {
    answer = await api.send({ ...GET, ...options });
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    // Small, and open to every role.
    answer = await api.send({ method: "GET", path: "/alertConfigs/matchers/fieldNames", ...options });
  }
  return parseServiceVersion(answer.serviceVersion);
}

export function parseServiceVersion(header: string | undefined): ServiceVersion {
  const field = (name: string): string | undefined =>
    new RegExp(`(?:^|[;\\s])${name}=([^;\\s]+)`).exec(header ?? "")?.[1];
  return { gitHash: field("gitHash"), versionString: field("versionString") };
}
