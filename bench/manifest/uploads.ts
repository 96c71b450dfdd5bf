/** The compared uploads, each in its own process. */

import type { HelperProcess } from "../support/helper-process";
import { startHelper } from "../support/helper-process";
import type { Usage } from "../support/measured-program";
import { measured } from "../support/measured-program";
import type { ServiceAddress } from "./service";

export interface Upload extends Usage {
  /** Resident memory before the upload. */
  readonly idleBytes: number;
}

export interface ManifestFile {
  readonly path: string;
  readonly sha256: string;
}

export type Uploader = (service: ServiceAddress, file: ManifestFile) => Promise<Upload>;

export const OURS = "VersionManifest, check and create";
export const CURL = "curl --digest, PUT";
export const CURL_TWICE = "curl --digest, GET and PUT";

export const UPLOADERS: Readonly<Record<string, Uploader>> = {
  [OURS]: async ({ baseUrl, publicKey, privateKey }, { path, sha256 }) => {
    const config = {
      "opsmanager:baseUrl": baseUrl,
      "opsmanager:publicKey": publicKey,
      "opsmanager:privateKey": privateKey,
    };
    const provider: HelperProcess<object, Upload> = startHelper(require.resolve("./provider-process.cjs"), {
      typescript: false,
    });
    try {
      return await provider.ask({ config, path, sha256 });
    } finally {
      await provider.stop();
    }
  },
  [CURL]: put,
  [CURL_TWICE]: async (service, file) => {
    const read = await curl([`${service.baseUrl}/api/public/v1.0/unauth/versionManifest`]);
    const written = await put(service, file);
    return {
      seconds: read.seconds + written.seconds,
      cpuSeconds: read.cpuSeconds + written.cpuSeconds,
      peakBytes: Math.max(read.peakBytes, written.peakBytes),
      idleBytes: written.idleBytes,
    };
  },
};

async function put(
  { baseUrl, publicKey, privateKey }: ServiceAddress,
  { path }: ManifestFile,
): Promise<Upload> {
  const credentials = ["--digest", "--user", `${publicKey}:${privateKey}`];
  const body = [
    "--request",
    "PUT",
    "--header",
    "Content-Type: application/json",
    "--data-binary",
    `@${path}`,
  ];
  return curl([...credentials, ...body, `${baseUrl}/api/public/v1.0/versionManifest`]);
}

async function curl(args: readonly string[]): Promise<Upload> {
  const output = ["--silent", "--show-error", "--output", "/dev/null", "--write-out", "%{http_code}"];
  const { usage, stdout } = await measured("curl", [...output, ...args]);
  if (stdout !== "200") throw new Error(`curl: the service returned ${stdout}`);
  return { ...usage, idleBytes: await measureIdleCurl() };
}

let idle: Promise<number> | undefined;

/** Measures the memory of curl without a transfer. */
function measureIdleCurl(): Promise<number> {
  return (idle ??= measured("curl", ["--version"]).then(({ usage }) => usage.peakBytes));
}
