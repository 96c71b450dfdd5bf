/** `/versionManifest`: the list of all database versions that the service can deploy (specification 2.6, 4.5). */

import { z } from "zod";
import { isApiError, isShapeError } from "../errors";
import type { ApiResponse, ApiClient, CallOptions } from "../http/api-client";
import { orUndefined } from "./common";

/** The manifest as the service holds it; its structure may change without notice. */
export type VersionManifest = Record<string, unknown>;

/** What `X-MongoDB-Service-Version` says: `gitHash=...; versionString=...`. */
export interface ServiceVersion {
  gitHash?: string | undefined;
  versionString?: string | undefined;
}

const versionManifest: z.ZodType<VersionManifest> = z.record(z.string(), z.unknown());

const GET = { method: "GET", path: "/unauth/versionManifest", withoutEnvelope: true } as const;

/** Not every service offers it: none of the refusals of a request that needs no key says more than that. */
function isNotOffered(error: unknown): boolean {
  return isShapeError(error) || (isApiError(error) && [401, 403, 404, 405].includes(error.status));
}

/** A manifest, or what was read of it, together with the version of the service that holds it. */
export interface HeldManifest<T = VersionManifest> {
  readonly manifest: T;
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
  return held(api.send({ ...GET, schema: versionManifest, ...options }));
}

/** The same for one that is only looked through: its tree would take many times the size of its bytes. */
export async function lookThroughVersionManifest<T>(
  api: ApiClient,
  read: (bytes: Buffer) => T,
): Promise<HeldManifest<T> | undefined> {
  return held(api.send({ ...GET, read }));
}

async function held<T>(answering: Promise<ApiResponse<T>>): Promise<HeldManifest<T> | undefined> {
  const answer = await orUndefined(answering, isNotOffered);
  return answer && { manifest: answer.value, service: parseServiceVersion(answer.serviceVersion) };
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
