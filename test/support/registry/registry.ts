/**
 * An npm registry with this package, as a user will find it. It redirects every other request to the configured registry, so that
 * package managers install everything else as usual.
 */

import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../repository";
import { succeed } from "../run";

export interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

/** Packs the built repository and serves it. */
export async function startRegistry(): Promise<Registry> {
  const tarball = await pack();
  const manifest = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
    name: string;
    version: string;
  };
  const { name, version } = manifest;
  const others = (await npm("config", "get", "registry")).trim().replace(/\/$/, "");
  const file = `/${name}/-/${name}-${version}.tgz`;
  const server = createServer((request, response) => {
    const target = request.url ?? "/";
    if (target === file) response.end(tarball);
    else if (target === `/${name}`) {
      const dist = {
        tarball: `${url()}${file}`,
        integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}`,
        shasum: createHash("sha1").update(tarball).digest("hex"),
      };
      const versions = { [version]: { ...manifest, dist } };
      response.setHeader("content-type", "application/json");
      // Yarn and pnpm do not install what was published within the last days.
      const time = { [version]: "2026-01-01T00:00:00.000Z" };
      response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions, time }));
    } else response.writeHead(307, { location: `${others}${target}` }).end();
  });
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: url(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Packs the built repository. @returns the path of the archive */
export async function packTo(folder: string): Promise<string> {
  const packed = await npm("pack", "--ignore-scripts", "--json", "--pack-destination", folder);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  return join(folder, filename);
}

async function pack(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "packed-"));
  try {
    return await readFile(await packTo(folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function npm(...args: string[]): Promise<string> {
  return succeed("npm", args, { cwd: repository, env: process.env });
}
