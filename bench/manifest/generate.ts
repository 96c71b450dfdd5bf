/** Generates realistic version manifests of a given size. */

import { createHash } from "node:crypto";

const FLAVORS = [
  ["amazon", "amazon2023"],
  ["debian", "debian12"],
  ["rhel", "rhel8"],
  ["rhel", "rhel93"],
  ["suse", "suse15"],
  ["ubuntu", "ubuntu2004"],
  ["ubuntu", "ubuntu2204"],
  ["ubuntu", "ubuntu2404"],
] as const;
const ARCHITECTURES = [
  ["amd64", "x86_64"],
  ["aarch64", "aarch64"],
] as const;

export interface ManifestPair {
  /** The manifest that the service has before the upload. */
  readonly current: Buffer;
  /** The uploaded manifest: of the given size, newer, with three more versions. */
  readonly next: Buffer;
}

export function generateManifests(bytes: number): ManifestPair {
  const versions: object[] = [];
  for (let size = 0; size < bytes;) {
    const version = createVersion(versions.length);
    versions.push(version);
    size += JSON.stringify(version).length + 1;
  }
  return {
    current: serialize(1_783_425_600_000, versions.slice(0, -3)),
    next: serialize(1_784_030_400_000, versions),
  };
}

/** Creates a version; each series has 20 patch releases. */
function createVersion(index: number): object {
  const series = Math.floor(index / 20);
  const name = `${4 + Math.floor(series / 4)}.${(series % 4) * 2}.${index % 20}-ent`;
  const gitVersion = createHash("sha1").update(name).digest("hex");
  return {
    name,
    builds: FLAVORS.flatMap(([flavor, release]) =>
      ARCHITECTURES.map(([architecture, machine]) => ({
        architecture,
        bits: 64,
        flavor,
        gitVersion,
        maxOsVersion: "",
        minOsVersion: "",
        modules: ["enterprise"],
        platform: "linux",
        url: `https://downloads.example.com/linux/mongodb-linux-${machine}-enterprise-${release}-${name.replace("-ent", "")}.tgz`,
      })),
    ),
  };
}

function serialize(updated: number, versions: readonly object[]): Buffer {
  return Buffer.from(`${JSON.stringify({ updated, versions })}\n`);
}
