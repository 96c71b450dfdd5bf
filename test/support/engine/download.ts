/**
 * Downloads the official release into the folder that the npm package `pulumi` uses. That package runs an install script
 * from the network without verifying it or the archive; here the SHA-256 is checked first.
 */

import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { EnvHttpProxyAgent, fetch, type Dispatcher, type Response } from "undici";
import pinnedChecksums from "./checksums.json";
import { findChecksum, type Pins, sha256 } from "./sha256";
import type { Context } from "./context";
import { codeOf, messageOf } from "../errors";
import type { WorkFolders } from "./install";
import { pinnedVersion } from "./pinned";
import { withProgress } from "./progress";
import { run } from "../run";

/** The source of releases, and their pinned checksums. */
export interface ReleaseSource {
  /** The URL of the folder with archives and checksum files, without a trailing slash. */
  readonly url: string;
  readonly pins: Pins;
}

/** The download host of Pulumi. */
export const officialReleases: ReleaseSource = {
  url: "https://get.pulumi.com/releases/sdk",
  pins: pinnedChecksums,
};

const CONNECT_MS = 5_000;
const RESPONSE_MS = 15_000;
const IDLE_MS = 30_000;

/** The platform in the notation of release archives. */
export const platform = `${process.platform}-${process.arch}`;

/**
 * Downloads, verifies and unpacks the release of the pinned version.
 *
 * @throws Error if the host cannot be reached, does not have the release, or the SHA-256 differs
 */
export async function downloadRelease(
  source: ReleaseSource,
  { binDir, scratch }: WorkFolders,
  context: Context,
): Promise<void> {
  const name = `pulumi-v${pinnedVersion}-${platform}.tar.gz`;
  const archive = join(scratch, name);
  const dispatcher = new EnvHttpProxyAgent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: RESPONSE_MS,
    bodyTimeout: IDLE_MS,
  });
  try {
    const expected = await expectedChecksum(source, name, dispatcher, context);
    context.say(`downloading ${source.url}/${name}`);
    const response = await get(`${source.url}/${name}`, dispatcher, context.signal);
    await save(response, archive, context);
    const actual = await sha256(archive);
    if (actual !== expected) {
      throw new Error(`${source.url}/${name} has SHA-256 ${actual}, expected ${expected}`);
    }
    context.say("the SHA-256 is correct; unpacking");
  } finally {
    await dispatcher.destroy();
  }
  await unpack(archive, binDir, context);
}

async function expectedChecksum(
  source: ReleaseSource,
  name: string,
  dispatcher: Dispatcher,
  context: Context,
): Promise<string> {
  const pinned = source.pins[pinnedVersion]?.sha256[platform];
  if (pinned !== undefined) return pinned;
  const url = `${source.url}/pulumi-${pinnedVersion}-checksums.txt`;
  context.say(`no SHA-256 is pinned for ${pinnedVersion} on ${platform}; using the one in ${url}`);
  const response = await get(url, dispatcher, context.signal);
  const published = findChecksum(await response.text(), name);
  if (published === undefined) throw new Error(`${url} has no line for ${name}`);
  return published;
}

async function get(url: string, dispatcher: Dispatcher, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { dispatcher, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    const cause = error instanceof Error ? error.cause : undefined;
    const reason = codeOf(cause) ?? messageOf(cause ?? error);
    throw new Error(`${new URL(url).host} cannot be reached (${reason})`, { cause: error });
  });
  if (!response.ok) throw new Error(`${url} returned ${response.status} ${response.statusText}`);
  return response;
}

async function save(response: Response, file: string, context: Context): Promise<void> {
  const { body } = response;
  if (body === null) throw new Error(`${response.url} returned no body`);
  const total = Number(response.headers.get("content-length") ?? Number.NaN);
  const chunks: AsyncIterable<Uint8Array> = body;
  let received = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      received += chunk.length;
      yield chunk;
    }
  };
  await withProgress(
    context.say,
    () => `${megabytes(received)} of ${megabytes(total)}`,
    async () => pipeline(counted, createWriteStream(file)),
  );
}

function megabytes(bytes: number): string {
  return Number.isNaN(bytes) ? "an unknown size" : `${Math.round(bytes / 1e6)} MB`;
}

async function unpack(archive: string, binDir: string, context: Context): Promise<void> {
  // The archive has the programs in a folder `pulumi`.
  const args = ["-xzf", archive, "-C", binDir, "--strip-components=1"];
  const { code, stderr } = await run("tar", args, { env: context.env, signal: context.signal });
  if (code !== 0) throw new Error(`${archive} cannot be unpacked: ${stderr}`);
}
