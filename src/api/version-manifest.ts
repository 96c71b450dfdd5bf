/** `/versionManifest`: the list of all database versions that the service can deploy (specification 2.6, 4.5). */

import { z } from "zod";
import type { ApiClient, CallOptions } from "../http/api-client";
import { orUndefined } from "./common";

/** The manifest as the service holds it; its structure may change without notice. */
export type VersionManifest = Record<string, unknown>;

/** What `X-MongoDB-Service-Version` says: `gitHash=...; versionString=...`. */
export interface ServiceVersion {
  gitHash?: string | undefined;
  versionString?: string | undefined;
}

const versionManifest: z.ZodType<VersionManifest> = z.record(z.string(), z.unknown());

const GET = {
  method: "GET",
  path: "/unauth/versionManifest",
  withoutKey: true,
  withoutEnvelope: true,
} as const;

/** `GET /unauth/versionManifest`, which needs no key; `undefined` for a service that does not offer it. */
export async function getVersionManifest(
  api: ApiClient,
  options: CallOptions = {},
): Promise<VersionManifest | undefined> {
  return orUndefined(
    api.request({ ...GET, schema: versionManifest, ...options }),
    (error) => (error as { status?: unknown }).status === 404,
  );
}

/** `PUT /versionManifest`: the bytes of the file, unmodified. The answer may be anything. */
export async function putVersionManifest(
  api: ApiClient,
  bytes: Buffer,
  options: CallOptions = {},
): Promise<void> {
  await api.request({ method: "PUT", path: "/versionManifest", bytes, withoutEnvelope: true, ...options });
}

/** The version of the service, from the header of `GET /unauth/versionManifest`. */
export async function getServiceVersion(api: ApiClient, options: CallOptions = {}): Promise<ServiceVersion> {
  const { serviceVersion } = await api.answer({ ...GET, ...options });
  return parseServiceVersion(serviceVersion);
}

export function parseServiceVersion(header: string | undefined): ServiceVersion {
  const field = (name: string): string | undefined =>
    new RegExp(`(?:^|[;\\s])${name}=([^;\\s]+)`).exec(header ?? "")?.[1];
  return { gitHash: field("gitHash"), versionString: field("versionString") };
}
